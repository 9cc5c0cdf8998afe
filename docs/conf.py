"""The configuration of the documentation site, which `nox -s docs` builds."""

import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))
PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"

project = "themind"
author = "The themind contributors"
copyright = author  # noqa: A001 - the name that Sphinx looks for
release = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
    "accessible",
    "deck_vectors",
    "docstrings",
    "sphinx_copybutton",
    "encoder_parts",
    "inline_pictures",
    "name_links",
    "phase_diagram",
    "rule_index",
    "rule_links",
    "source_pages",
]
exclude_patterns = ["_build", "examples"]

# The reference must contain every name of the package that a page or a docstring refers to.
nitpicky = True
nitpick_ignore_regex = [(r"py:.*", r"(?!themind).*|.*\.T")]
default_role = "py:obj"

add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
# Signatures show unions and other type aliases by name.
autodoc_type_aliases = {
    prefix + name: f"{module}.{name}"
    for module, names in {
        "themind": "Action SeatAction TableAction Event SeatEvent Hand Deck",
        "themind.codec": "Document",
        "themind.odds": "Survival",
        "themind.experiments": "Noise Driver Table",
        "themind.experiments.exact": "Law",
    }.items()
    for name in names.split()
    for prefix in ("", "tm.")
}
python_use_unqualified_type_names = True
maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

# The copy button copies only the input of an example, without prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\.\.\.$"
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_title = f"themind {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_js_files = [("scrolling.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_use_index = True

# The names of other projects that pages and signatures use. The inventories contain only these, so
# that the site is built without a network. A name that an inventory lacks is shown without a link.
intersphinx_mapping = {
    name: (address, f"_inventories/{name}.txt")
    for name, address in {
        "python": "https://docs.python.org/3/",
        "attrs": "https://www.attrs.org/en/stable/",
        "gymnasium": "https://gymnasium.farama.org/",
        "hypothesis": "https://hypothesis.readthedocs.io/en/latest/",
        "numpy": "https://numpy.org/doc/stable/",
        "pettingzoo": "https://pettingzoo.farama.org/",
    }.items()
}
