"""How the documentation site is built: `nox -s docs`."""

import importlib.metadata
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "themind"
author = "The themind contributors"
copyright = author  # noqa: A001 - the name that Sphinx looks for
release = importlib.metadata.version("themind")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "accessible",
    "deck_vectors",
    "docstrings",
    "encoder_parts",
    "inline_pictures",
    "phase_diagram",
    "rule_index",
]
exclude_patterns = ["_build", "examples"]

# Every name of the package that a page or a docstring refers to has to be in the reference.
nitpicky = True
nitpick_ignore_regex = [
    (r"py:.*", r"(?!themind).*|.*\.T"),
    (r"py:class", r"themind\.experiments\._(kept|columns)\..*"),  # how results keep games
]
default_role = "py:obj"

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# Unions stay names in signatures.
autodoc_type_aliases = {
    prefix + name: f"themind.{name}"
    for prefix in ("", "ac.", "ev.", "tm.")
    for name in ("Action", "SeatAction", "Event", "SeatEvent")
}
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = "themind"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("scrolling.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_use_index = True
