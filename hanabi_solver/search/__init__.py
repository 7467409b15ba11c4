"""The memoised search: can a score be reached from here? (docs/method.md, "The search")"""
