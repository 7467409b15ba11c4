"""Commands that measure the solver (benchmarks/README.md)."""
