"""hanab.live: its seeds, variants, replay links and game files (docs/hanablive.md)."""
