"""The model of bands 得分段, room points 积分 and titles 等级."""

from __future__ import annotations

from typing import Any

from referee.ruleset.model import Band, Bands, GamePoints, PointsMultiplier, Title

Data = dict[str, Any]


def bands(data: Data) -> Bands:
    """Bands from a table or a step rule."""
    tail: int | None
    if data["mode"] == "step":
        from referee.rules.bands import expand_step  # noqa: PLC0415 - the rule areas build on the model

        step = data["step"]
        sizes = {name: step[name] for name in ("size", "turnover", "dead_zone", "dealer_at_zero")}
        rows, tail = expand_step(**sizes, tail_step=step.get("tail_step"))
    else:
        rows, tail = tuple(_row(row) for row in data["table"]), data.get("tail_step")
    return Bands(rows, tail, data["attacker_cap"], data["zero_or_negative"])


def _row(data: Data) -> Band:
    passes = data.get("deal_passes", data["side"] == "attackers")
    return Band(data["min"], data["side"], data["levels"], passes, data.get("label"))


def game_points(data: Data | None) -> GamePoints | None:
    """Room points, or None where the ruleset has none."""
    if data is None:
        return None
    dealer, attackers = data.get("dealer_side", {}), data.get("attackers", {})
    return GamePoints(
        count=data.get("count", "result"),
        per_level=data.get("per_level", 0),
        dealer_first=dealer.get("first", 0),
        dealer_per_level=dealer.get("per_level", 0),
        dealer_cap=dealer.get("cap"),
        attackers_takeover=attackers.get("takeover", 0),
        attackers_per_level=attackers.get("per_level", 0),
        shutout_override=data.get("shutout_override"),
        multipliers=tuple(PointsMultiplier(m["min"], m.get("below"), m["x"]) for m in data.get("multipliers", ())),
        basis=data.get("basis", "all_in_band"),
    )


def titles(data: list[Data]) -> tuple[Title, ...]:
    """Titles by points, lowest first."""
    return tuple(sorted((Title(t["name"], t["min_points"]) for t in data), key=lambda title: title.min_points))
