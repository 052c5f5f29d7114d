"""The canonical words of the notation, in both languages; what else is read stands in the grammar."""

from __future__ import annotations

from typing import Final

WORDS: Final[dict[str, tuple[str, str]]] = {
    "DEAL": ("deal", "局"),
    "DEALER": ("dealer", "庄家"),
    "LEVEL": ("level", "级"),
    "LEVELS": ("levels", "级数"),
    "TOTALS": ("totals", "总分"),
    "TITLES": ("titles", "等级"),
    "HAND": ("hand", "手牌"),
    "BID": ("bid", "亮"),
    "OVERCALL": ("bid", "反"),
    "PASS": ("pass", "过"),
    "TRUMP": ("trump", "主"),
    "NT": ("NT", "无主"),
    "FLIP": ("flip", "翻底"),
    "KITTY": ("kitty", "底牌"),
    "BURY": ("bury", "埋"),
    "ROB": ("rob", "抢底"),
    "FRIEND": ("friend", "朋友"),
    "THROWS": ("throws", "甩"),
    "KEEPS": ("keeps", "留"),
    "WINS": ("wins", "赢"),
    "SCORE": ("score", "得分"),
    "PENALTY": ("penalty", "罚"),
    "CAPTURED": ("captured", "扣底"),
    "RESULT": ("result", "结果"),
    "ATTACKERS": ("attackers", "闲家"),
    "TAKE_OVER": ("take over", "上台"),
    "REDEAL": ("redeal", "流局"),
    "NEXT": ("next dealer", "下局庄家"),
    "POINTS": ("points", "积分"),
    "CONCEDE": ("concede", "认输"),
    "MATCH": ("match won", "胜方"),
    "WAIVE": ("waive", "免究"),
    "NOTATION": ("notation", "格式"),
    "RULESET": ("ruleset", "规则"),
    "SEATS": ("seats", "座位"),
    "NAMES": ("names", "玩家"),
    "EVENT": ("event", "赛事"),
    "DATE": ("date", "日期"),
}
"""Keyword terminal → English and Chinese word; ``OVERCALL`` is a later bid 反主."""

TAG_NAMES: Final = {
    "NOTATION": "notation", "RULESET": "ruleset", "EVENT": "event", "DATE": "date",
    "SEATS": "seats", "NAMES": "names", "LEVELS": "levels", "TOTALS": "totals",
}  # fmt: skip
"""Tag terminal → name in ``TagLine``; other tags are unknown, and kept as written."""


def word(terminal: str, lang: str) -> str:
    """The canonical word for a keyword terminal."""
    return WORDS[terminal][lang == "zh"]
