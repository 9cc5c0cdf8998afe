"""Pictures of a position and of a whole record: as text, as SVG, in a notebook."""

from themind.render._text import text

__all__ = ["text"]
