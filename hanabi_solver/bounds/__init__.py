"""Upper bounds on the score, each with a name, a proof in docs/method.md and a sentence for people."""
