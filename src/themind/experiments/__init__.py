"""Experiments with policies. Provisional until 1.0."""
