"""Certificates: an answer with a proof in files that other programs can check (docs/proof.md)."""
