"""Studies: many deals solved into one store, and what they say together."""
