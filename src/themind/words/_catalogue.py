"""Catalogues: the templates of a language and its plural rule; English fills the gaps."""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import TypeAlias

import attrs

from themind._model.checks import require_callable, require_exactly, shown, wrong_type
from themind._model.errors import InvalidArgument
from themind.words._refusals import PHASES, REFUSALS
from themind.words._sentences import EVENTS, WHEN

Templates: TypeAlias = tuple[tuple[str, str], ...]
GivenTemplates: TypeAlias = Mapping[str, str] | Sequence[tuple[str, str]]

# Pieces that sentences share. A list is built from the left: `some` is the list so far.
PIECES = {
    "seat": "Seat {seat}",
    "large": "over 999,999,999",
    "lives.none": "no lives",
    "lives.one": "{count} life",
    "lives.other": "{count} lives",
    "stars.none": "no stars",
    "stars.one": "{count} star",
    "stars.other": "{count} stars",
    "lives_left.none": "no lives left",
    "lives_left.one": "{count} life left",
    "lives_left.other": "{count} lives left",
    "stars_left.none": "no stars left",
    "stars_left.one": "{count} star left",
    "stars_left.other": "{count} stars left",
    "cards.none": "no cards",
    "cards.one": "{count} card",
    "cards.other": "{count} cards",
    "each": "{count} for each player",
    "hand": "{name} ({cards})",
    "list.cards": "{some}, {next}",
    "list.cards.last": "{some} and {next}",
    "list.hands": "{some}, {next}",
}
KNOWN = {**EVENTS, **REFUSALS, **WHEN, **PHASES, **PIECES}

# The plural forms of Unicode's CLDR, and the keys that have them. 0 can have a separate text.
FORMS = ("zero", "one", "two", "few", "many", "other")
COUNTED = ("MistakeMade", "lives", "stars", "lives_left", "stars_left", "cards")
LARGEST_COUNT = 10_000
LONGEST_TEMPLATE = 1_000
_TRIED_COUNTS = 200


def one_or_other(count: int) -> str:
    """Return the plural form in English, German and many other languages."""
    return "one" if count == 1 else "other"


def _pairs(templates: GivenTemplates) -> Templates:
    pairs = tuple(templates.items()) if isinstance(templates, Mapping) else templates
    if not isinstance(pairs, tuple | list):
        raise wrong_type("templates", "a mapping or pairs of str", templates)
    for pair in pairs:
        if not _is_pair(pair):
            raise TypeError(f"templates must pair keys with templates, both str, got {shown(pair)}")
    given: dict[str, str] = dict(pairs)
    faults = [fault for key, template in given.items() for fault in _faults(key, template)]
    if faults:
        raise InvalidArgument("; ".join(faults))
    return tuple(sorted(given.items()))


def _is_pair(pair: object) -> bool:
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        return False
    return all(isinstance(text, str) for text in pair)


def _faults(key: str, template: str) -> Iterator[str]:
    """Yield the faults of a template: of its key, its braces and its placeholders."""
    example = _example(key)
    if example is None:
        yield f"templates must contain only known keys, got {shown(key)}"
        return
    if len(template) > LONGEST_TEMPLATE or not all(map(_is_text, template)):
        yield (
            f"{key} must have at most {LONGEST_TEMPLATE} characters and no control characters, "
            f"got {shown(template)}"
        )
        return
    allowed = _placeholders(example)
    try:
        used = _placeholders(template)
    except ValueError:
        yield f"{key} must have matching braces, got {shown(template)}"
        return
    for wrong in sorted(used - allowed):
        known = ", ".join(sorted(allowed)) or "none"
        yield f"{key} must use only these placeholders: {known}, got {shown(wrong)}"


def _is_text(char: str) -> bool:
    """Return whether a character is neither a control character nor a lone surrogate."""
    return unicodedata.category(char) not in {"Cc", "Cs"}


def _example(key: str) -> str | None:
    """Return the English template with all placeholders that the key allows."""
    base, _, form = key.rpartition(".")
    if base in COUNTED and (form in FORMS or key in KNOWN):
        return KNOWN[f"{base}.other"]
    return KNOWN.get(key)


def _placeholders(template: str) -> frozenset[str]:
    """Return the placeholders with their attributes, formats and conversions."""
    return frozenset(
        f"{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}"
        for _, name, spec, conversion in Formatter().parse(template)
        if name is not None
    )


def _count_of_templates(templates: Templates) -> str:
    return f"<{len(templates)} templates>"


def _name_of_rule(plural: object) -> str:
    return getattr(plural, "__name__", type(plural).__name__)


@attrs.frozen
class Catalogue:
    """The sentences of a language: templates by key, and the rule for its plural forms.

    A key is the name of an event or of a code, followed by `.` and a variant if there are several,
    or the name of a piece that sentences share, such as `seat`; `dict(ENGLISH.templates)` has all
    keys. A template can use the placeholders of the English one, in braces: `{name}`. A missing
    template is replaced by the English one.

    Args:
        templates: The templates as a mapping or as pairs; they are kept as ascending pairs.
        plural: A function from a count to its plural form in Unicode's CLDR: `zero`, `one`, `two`,
            `few`, `many` or `other`. Counted things have a template for each form of the language
            (`lives.one`), and optionally one for 0 (`lives.none`).

    Raises:
        TypeError: An argument has a wrong type.
        InvalidArgument: A key is unknown, a template has more than 1,000 characters or a control
            character, a placeholder is unknown for its key, or has an attribute, an index, a
            format or a conversion, a brace is unmatched, or `plural` returns an unknown form. The
            text names every fault of the templates.

    Example:
        >>> import themind as tm
        >>> from themind import words
        >>> french = words.Catalogue({"SeatReady": "{name} a posé sa main."})
        >>> words.describe(tm.SeatReady(0), ["Ada"], catalogue=french)
        'Ada a posé sa main.'
        >>> words.Catalogue({"SeatReady": "{card} a posé sa main."})
        Traceback (most recent call last):
        ...
        themind.InvalidArgument: SeatReady must use only these placeholders: name, got 'card'
    """

    templates: Templates = attrs.field(converter=_pairs, repr=_count_of_templates)
    plural: Callable[[int], str] = attrs.field(default=one_or_other, repr=_name_of_rule)

    def __attrs_post_init__(self) -> None:
        require_callable("plural", self.plural)
        for count in range(_TRIED_COUNTS):
            form_of(self, count)


def form_of(catalogue: Catalogue, count: int) -> str:
    """Return the plural form of a count; InvalidArgument if it is none of CLDR's."""
    form = catalogue.plural(count)
    if form not in FORMS:
        known = ", ".join(FORMS)
        raise InvalidArgument(f"plural must return one of {known}, got {shown(form)}")
    return form


ENGLISH = Catalogue(KNOWN)


def text_of(catalogue: Catalogue, key: str) -> str:
    """Return the template of a key, or the English one if the catalogue has none."""
    template = _own(catalogue, key)
    return KNOWN[key] if template is None else template


def counted_text_of(catalogue: Catalogue, base: str, count: int) -> str:
    """Return the template for a count of things, or the English one."""
    own = [_own(catalogue, key) for key in _form_keys(catalogue, base, count)]
    english = [KNOWN[key] for key in _form_keys(ENGLISH, base, count) if key in KNOWN]
    return next(template for template in [*own, *english] if template is not None)


def _form_keys(catalogue: Catalogue, base: str, count: int) -> list[str]:
    """Return the keys to look up, the preferred one first."""
    forms = [form_of(catalogue, count), "other"]
    return [f"{base}.{form}" for form in (forms if count else ["none", *forms])]


def _own(catalogue: Catalogue, key: str) -> str | None:
    templates = catalogue.templates
    place = bisect_left(templates, (key, ""))
    found = place < len(templates) and templates[place][0] == key
    return templates[place][1] if found else None


def missing(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the keys for which a catalogue has no template, so that English is used.

    They are in the order of events, illegal actions, phases and pieces. The plural forms are those
    that the plural rule of the catalogue gives for numbers up to 10,000; texts for 0 are optional.

    Raises:
        TypeError: `catalogue` is not a `Catalogue`.

    Example:
        >>> from themind import words
        >>> words.missing(words.ENGLISH)
        ()
        >>> words.missing(words.Catalogue({"SeatReady": "{name} ist bereit."}))[:3]
        ('LevelDealt', 'HandDealt', 'HandDealt.spectator')
    """
    require_catalogue(catalogue)
    own = {key for key, _ in catalogue.templates}
    return tuple([key for key in _wanted(catalogue) if key not in own])


def _wanted(catalogue: Catalogue) -> Iterator[str]:
    given = {form_of(catalogue, count) for count in range(LARGEST_COUNT + 1)}
    forms = [form for form in FORMS if form in given]
    for key in KNOWN:
        base, _, form = key.rpartition(".")
        if base not in COUNTED:
            yield key
        elif form == "other":
            yield from (f"{base}.{form}" for form in forms)


def require_catalogue(catalogue: object) -> None:
    """Raise TypeError for anything but a catalogue."""
    require_exactly("catalogue", catalogue, Catalogue)
