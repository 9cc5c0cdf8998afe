"""What Sphinx and the theme write is mended; `nox -s site` lets axe look at every page."""

from __future__ import annotations

import accessible
import pytest

pytestmark = pytest.mark.once


def test_the_parameters_of_a_signature_are_lines() -> None:
    one, other = '<em class="sig-param">players</em>,', '<em class="sig-param">levels</em>,'
    body = f"<dt>Rules(\n<dl>\n<dd>{one}</dd>\n<dd>{other}</dd>\n</dl>\n)</dt>"
    mended = accessible.mended(body)
    assert "<dl>" not in mended
    assert "<dd>" not in mended
    assert mended.count('<span class="sig-line"><em class="sig-param">') == 2


def test_other_lists_of_definitions_stay() -> None:
    body = '<dl class="glossary"><dt>deck</dt><dd>all cards</dd></dl><dl><dt>a</dt><dd>b</dd></dl>'
    assert accessible.mended(body) == body


def test_a_head_says_that_it_is_of_its_column_and_an_empty_cell_is_none() -> None:
    row = '<tr><th class="head"><p></p></th><th class="head stub"><p>mode</p></th></tr>'
    mended = accessible.mended(row)
    assert mended == (
        '<tr><td class="head"></td><th scope="col" class="head stub"><p>mode</p></th></tr>'
    )
