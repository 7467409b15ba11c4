"""Deals and positions as text and files."""
