"""The command line: each command parses its options, calls one library function and renders."""
