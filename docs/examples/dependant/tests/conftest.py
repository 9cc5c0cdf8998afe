"""Hypothesis settings for these tests."""

from hypothesis import settings

settings.register_profile("here", max_examples=30, deadline=None)
settings.load_profile("here")
