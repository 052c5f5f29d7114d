"""Where two rulesets differ: the smallest values that can be exchanged one by one, and rulesets with some exchanged.

A difference is a path with a value on either side, as small as it still means something by itself: a single value, a
whole list, a bid form, the rows of a table. What only names or explains (titles, sources, examples, restatements) is
no difference.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from referee.ruleset.build import BUILDERS
from referee.ruleset.merge import RESTATED
from referee.ruleset.tree import path_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from referee.ruleset.model import Ruleset
    from referee.ruleset.tree import Path


class _Absent:
    """In place of a value that is not set."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = _Absent()
_SILENT: Final = frozenset({"id", "title", "abstract", "extends", "sources", "rulings", "examples"})
_SPREAD: Final = frozenset({("follow", "tiers"), ("declare", "forms"), ("points",), ("shapes", "run_names")})
"""Mappings whose entries stand by themselves, so that one may be there on one side only."""
_TOGETHER: Final[Mapping[Path, tuple[str, ...]]] = {("bands",): ("mode", "table", "step", "tail_step")}
"""Keys that mean something only together, unless the first of them is the same on both sides."""
_ORDERED: Final = frozenset({("capture", "multiplier")})
"""Mappings whose order counts: one value, unless both sides have the same entries in the same order."""


class Difference(NamedTuple):
    """A value that differs: ``path`` with ``value`` in the one and ``other`` in the other ruleset (ABSENT: not set).

    ``keys``: the keys below ``path`` that are exchanged together; none where the value is exchanged as a whole.
    """

    path: Path
    value: Any
    other: Any
    keys: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The path as readers see it."""
        return path_text(self.path)


def differences(one: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """Every difference between two rulesets, in the order of the first one's file."""
    return tuple(_sections(one.values, other.values))


def _sections(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Difference]:
    for key in dict.fromkeys((*one, *other)):
        if key not in _SILENT:
            yield from _below((key,), one.get(key, ABSENT), other.get(key, ABSENT))


def _below(path: Path, value: Any, other: Any) -> Iterator[Difference]:
    if value == other or path in RESTATED:
        return
    if path in _SPREAD:
        value, other = value if isinstance(value, dict) else {}, other if isinstance(other, dict) else {}
    if not isinstance(value, dict) or not isinstance(other, dict) or (path in _ORDERED and list(value) != list(other)):
        yield Difference(path, value, other)
        return
    together = _TOGETHER.get(path, ())
    if together and value.get(together[0]) != other.get(together[0]):
        own, others = ({key: side[key] for key in together if key in side} for side in (value, other))
        yield Difference(path, own, others, together)
    else:
        together = ()
    for key in dict.fromkeys((*value, *other)):
        if key not in together:
            yield from _below((*path, key), value.get(key, ABSENT), other.get(key, ABSENT))


def exchanged(ruleset: Ruleset, taken: Sequence[Difference]) -> Ruleset:
    """The ruleset with the other side's value for these differences.

    Raises:
        KeyError, TypeError, ValueError: these values do not make a ruleset together.
    """
    values = dict(ruleset.values)
    for difference in taken:
        section = str(difference.path[0])
        values[section] = _with(values.get(section, {}), difference, difference.path[1:])
    parts = {name: BUILDERS[name](values[name]) for name in {str(difference.path[0]) for difference in taken}}
    if "beats" in parts:
        parts["cross_shape"] = parts.pop("beats")
    return replace(ruleset, values=MappingProxyType(values), **parts)


def _with(value: Any, difference: Difference, path: Path) -> Any:
    """A value with the other side's value at ``path`` below it; nothing that was there is changed."""
    if path:
        changed = dict(value)
        new = _with(changed.get(str(path[0]), {}), difference, path[1:])
        if new is ABSENT:
            changed.pop(str(path[0]), None)
        else:
            changed[str(path[0])] = new
        return changed
    if not difference.keys:
        return difference.other
    kept = {key: each for key, each in value.items() if key not in difference.keys}
    return kept | difference.other
