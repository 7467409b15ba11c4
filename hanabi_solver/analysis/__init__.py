"""What can be said about a position beyond its best score."""
