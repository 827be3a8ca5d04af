"""Shared by every test: hypothesis profiles (`quick` by default, HYPOTHESIS_PROFILE=thorough for longer runs)."""

import os

from hypothesis import settings

settings.register_profile("quick", max_examples=60, deadline=None)
settings.register_profile("thorough", max_examples=5000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
