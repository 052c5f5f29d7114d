"""The help pages in Chinese: the texts of commands and options, and the headings that Typer writes around them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TEXTS: Final[Mapping[str, str]] = {
    "A referee for Shengji 升级: every illegal play, wrong winner and wrong score, with the reason.": (
        "升级裁判：找出每一处犯规、记错的赢家和得分，并说明理由。"
    ),
    "Exit status: 0 nothing found, 1 findings, 2 could not be read or asked wrongly, 3 a fault of the program.": (
        "退出码：0 没有问题，1 有问题，2 读不了或命令写错，3 程序自身出错。"
    ),
    "Show the version.": "显示版本。",
    "Show the traceback of a fault of the program itself.": "程序自身出错时显示细节。",
    "Install completion for the current shell.": "为当前的 shell 安装自动补全。",
    "Show completion for the current shell, to copy it or customize the installation.": "显示当前 shell 的补全脚本。",
    "Show this message and exit.": "显示本说明。",
    "Language of the messages; by default REFEREE_LANG, then the locale.": (
        "说明用的语言；默认看 REFEREE_LANG，再看系统。"
    ),
    "Language of the record and of the messages; by default REFEREE_LANG, then the locale.": (
        "记录和说明用的语言；默认看 REFEREE_LANG，再看系统。"
    ),
    # --- check
    "Check recorded games: every illegal play, wrong winner and wrong score, with the rule and the reason.": (
        "检查牌局记录：找出每一处犯规、记错的赢家和得分，并给出规则和理由。"
    ),
    "Check recorded games.": "检查牌局记录。",
    "Records, folders, patterns; - for standard input.": "记录、文件夹或通配符；- 表示标准输入。",
    "Judge by these rules, whatever the record says.": "不管记录里怎么写，一律按这套规则判。",
    "How to report.": "报告的格式。",
    "Report only these: FOL002, FOL, follow-suit; with commas.": "只报这些：FOL002、FOL、follow-suit；用逗号隔开。",
    "Do not report these.": "不报这些。",
    "Count each finding.": "统计每种问题的次数。",
    "Exit with 1 from this severity on.": "问题达到这个程度，退出码就是 1。",
    "Processes to share the files among.": "用几个进程分担文件。",
    # --- ask
    "Ask about one situation: a ruling with its reasons. Alone it asks back, step by step.": (
        "问一个局面，给出裁决和理由。不带参数则一步一步问。"
    ),
    "Ask about one situation at the table.": "问牌桌上的一个局面。",
    "Anything may be left out or be ?; the answer then says what it depends on. Exit status: 0 legal, or the answer, "
    "or undetermined; 1 illegal; 2 could not be read or was asked wrongly.": (
        "什么都可以不写或写 ?，回答会说明取决于什么。退出码：0 合法、有答案或无法判定，1 不合法，2 读不懂或问法不对。"
    ),
    "May this be played to that lead? What must be followed?": "能不能这样跟？必须跟什么？",
    "May this be led? Does a throw stand, what is kept, what is the fine?": (
        "能不能这样出？甩牌成不成立，失败留什么、罚多少？"
    ),
    "Who wins the trick, and why does each other play not?": "这一墩谁大？别家为什么不大？",
    "What does the last trick bring? The formula is shown with the numbers put in.": (
        "最后一墩扣多少分？公式代入数字给出。"
    ),
    "Who rises by how much, who deals next, what are the room points?": "谁升几级？下局谁坐庄？积分多少？",
    "May this be bid, may it overcall that? What is trump, who deals? Robbing too.": (
        "能不能亮、能不能反？主是什么、谁坐庄？也管抢底。"
    ),
    "The rules to go by; without, all shipped ones.": "按哪套规则；不写则看自带的全部规则。",
    "Level of the deal: 2 to 10, J, Q, K, A.": "打几：2 到 10、J、Q、K、A。",
    "Trump: S, H, D, C or NT.": "主：S、H、D、C 或 NT，也可写黑桃、无主等。",
    "The cards led.": "首家出的牌。",
    'The plays in order, the lead first: "N H55, E S34, S H66".': "各家出的牌，首家在先：“北 红55，东 黑34，南 红66”。",
    "Ask the same under these rulesets too, with commas; without a name under all.": (
        "同一个问题也按这些规则问，用逗号隔开；不写名称则按全部规则。"
    ),
    "How to answer.": "回答的格式。",
    "Level of the other side.": "另一方打几。",
    "Names of the seats in turn order; N E S W unless said otherwise.": "座位名，按座次；默认北东南西。",
    "The whole hand before the play; ?x3 for three unseen cards.": "出牌前的整手牌；?x3 表示三张没看见的牌。",
    "The cards played; without, all that may be played.": "跟的牌；不写则列出能出的牌。",
    'What the others hold of the suit: "HJ; H55; -", or once for each hand.': (
        "别家这门有什么：“红J；红55；-”，或每手写一次。"
    ),
    "The whole hand of the leader.": "首家的整手牌。",
    "The cards that won the last trick.": "赢最后一墩的牌。",
    "Who won it: attackers or dealer.": "谁赢的：闲家或庄家。",
    "Who led it: attackers or dealer.": "谁首出的：闲家或庄家。",
    "The points in the kitty.": "底牌的分。",
    "The cards buried, instead of their points.": "埋的牌（代替分数）。",
    "The attackers' points without the capture.": "闲家不算扣底的得分。",
    "The attackers' points at the end.": "闲家最后的得分。",
    "Level of the dealer side before the deal.": "庄家方本局打几。",
    "The seat that dealt.": "本局谁坐庄。",
    "Each player's room points before the deal, in turn order.": "各家打这局之前的积分，按座次。",
    'The bids in order: "N H10, E S1010"; none if nobody bid.': "各次亮主：“北 红10，东 黑1010”；无人亮写“无”。",
    "Robbings after the burial.": "埋底以后的抢底。",
    "Seats that passed before the first bid.": "首次亮主之前过牌的座位。",
    "Who deals by the rotation, in a later deal.": "以后各局轮到谁坐庄。",
    "Is it the first deal, with no dealer yet?": "是不是首局（还没有庄家）。",
    # --- explain
    "Show what a finding means and why it matters; without a code, list all findings.": (
        "说明一种问题是什么、为什么要紧；不写代码则列出全部。"
    ),
    "Show what a finding means.": "说明一种问题是什么。",
    "A code such as FOL002, or a name such as follow-suit.": "代码（如 FOL002）或名称（如 follow-suit）。",
    # --- fmt
    "Put records into canonical form, in place; standard input goes to standard output.": (
        "把记录改成标准写法，直接改文件；标准输入则写到标准输出。"
    ),
    "Put records into canonical form.": "把记录改成标准写法。",
    "Write the records in this language; by default each keeps its own.": "用这种语言写记录；默认各用原来的语言。",
    "Write nothing; exit with 1 if a file would change.": "不写文件；有文件要改则退出码为 1。",
    "Write nothing; show what would change.": "不写文件，只显示要改什么。",
    # --- import
    "Write records of other programs in the notation, on standard output or into a folder.": (
        "把别的程序的记录改写成本格式，写到标准输出或文件夹。"
    ),
    "Write records of other programs in the notation.": "把别的程序的记录改写成本格式。",
    "Files of other programs; - for standard input.": "别的程序的文件；- 表示标准输入。",
    "Write NAME.sgr here, one for each file.": "写到这个文件夹，每个文件写成一个 NAME.sgr。",
    # --- simulate
    "Write random legal games as a record.": "随机打几局合法的牌，写成记录。",
    "The rules to play by.": "按哪套规则打。",
    "How many deals.": "打几局。",
    "The same seed gives the same games.": "种子相同，牌局就相同。",
    # --- rules
    "Rulesets: list, show, lint, test, and the JSON Schema for editors.": (
        "规则：列出、显示、检查、试例子，编辑器用的 JSON Schema。"
    ),
    "Rulesets: list, show, lint and test them.": "规则：列出、显示、检查、试例子。",
    "List the shipped rulesets.": "列出自带的规则。",
    "Show a ruleset as it is after all that it extends.": "显示一套规则连同继承来的全部内容。",
    "A shipped ruleset, or a file.": "自带的规则，或文件。",
    "Say where each value was set.": "标明每个值是在哪里写的。",
    "Say what is wrong with rulesets, and where.": "指出规则文件哪里有错。",
    "Shipped rulesets, or files.": "自带的规则，或文件。",
    "Run the worked examples of rulesets.": "试运行规则里的例子。",
    "Print the JSON Schema of a ruleset file, for editors.": "输出规则文件的 JSON Schema，供编辑器用。",
}
"""Help text → the same in Chinese."""
_HEADINGS: Final = (
    (r"^Usage: ", "用法："),
    (r"^Options:", "选项："),
    (r"^Arguments:", "参数："),
    (r"^Commands:", "命令："),
    (r"\[OPTIONS\]", "[选项]"),
    (r"COMMAND \[ARGS\]\.\.\.", "命令 [参数]..."),
    (r"Show this message and exit\.", TEXTS["Show this message and exit."]),
    (r"\[default: (\w+)(; x>=1)?\]", r"[默认：\1]"),
    (r"\[x>=1\]", "[至少 1]"),
    (r"\[required\]", "[必填]"),
)


def asks_for_help(words: Sequence[str]) -> bool:
    """True if a command line ends in a help page: asked for, or because nothing else was said."""
    return not words or list(words) == ["rules"] or bool({"-h", "--help"} & set(words))


def put_texts(command: Any) -> None:
    """Put the texts of a command, and of those below it, into Chinese."""
    for holder in (command, *command.params):
        for name in ("help", "short_help", "epilog"):
            text = getattr(holder, name, None)
            if text is not None:
                setattr(holder, name, TEXTS.get(text, text))
    for below in getattr(command, "commands", {}).values():
        put_texts(below)


def put_headings(page: str) -> str:
    """A finished help page with its headings in Chinese."""
    for pattern, words in _HEADINGS:
        page = re.sub(pattern, words, page, flags=re.MULTILINE)
    return page
