"""Scenarios drawn at random: each trait adds one kind of thing to a draft, a theme is a list of traits."""

from tests.pool.traits.themes import CHAIN_NAMES, MIXED, NAMES, THEMES, draw

__all__ = ["CHAIN_NAMES", "MIXED", "NAMES", "THEMES", "draw"]
