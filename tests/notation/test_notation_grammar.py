"""The grammar as an engineer wants it: words for every terminal, one way to read each line, no helpers needed."""

import re
import subprocess
import sys

import pytest

from referee.grammar import load
from referee.notation.cards import GROUP
from referee.notation.expected import expected_words, said
from referee.notation.words import TAG_NAMES, WORDS
from referee.phrases import say


@pytest.fixture(scope="module")
def grammar():
    return load("record")


def test_no_terminal_is_anonymous(grammar):
    assert [t.name for t in grammar.terminals if t.name.startswith("__") or not t.name.isupper()] == []


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_terminal_has_words(grammar, lang):
    for terminal in grammar.terminals:
        words = say(said(terminal.name), lang)
        assert words
        assert words == "NT" or terminal.name not in words.split(), words


def test_no_parser_state_is_without_words(grammar):
    table = grammar.parser.parser._parse_table
    for state in table.states.values():
        expected = frozenset(name for name in state if name.isupper())
        if expected - {"$END"}:
            words = say(expected_words(expected), "en")
            assert words
            assert "_" not in words


def test_keywords_are_read_as_written(grammar):
    for terminal, words in WORDS.items():
        pattern = grammar.get_terminal("BID" if terminal == "OVERCALL" else terminal).pattern.to_regexp()
        for word in words:
            assert re.fullmatch(pattern, word), (terminal, word)
    assert set(TAG_NAMES) <= set(WORDS)


def test_the_scanner_knows_the_groups_of_the_grammar(grammar):
    pattern = grammar.get_terminal("CARDS").pattern.to_regexp()
    whole = f"(?:{GROUP.pattern})(?:[ \\t]*(?:{GROUP.pattern}))*(?![A-Za-z0-9?_])"
    for text in ("SAAK", "S10x4", "HK?", "H?x2", "?x3", "BJx2LJ", "黑桃A梅5", "S", "10", "SAx0", "Sx2", "大王?", "♠️5"):
        assert bool(re.fullmatch(pattern, text)) == bool(re.fullmatch(whole, text)), text


def test_grammars_are_loaded_once():
    assert load("record") is load("record")
    with pytest.raises(KeyError):
        load("no-such-grammar")


def test_importing_the_reader_builds_nothing_and_needs_no_checker():
    code = (
        "import sys; import referee.notation, referee.grammar as g; assert g.load.cache_info().currsize == 0;"
        "referee.notation.read_text('deal 1'); assert 'interegular' not in sys.modules;"
        "assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(("terminal", "word"), [("SCORE", "ſcore"), ("TAKE_OVER", "ta\u212aes over"), ("SIDE", "Nſ")])
def test_letters_that_only_fold_to_ours_make_no_keyword(grammar, terminal, word):
    pattern = grammar.get_terminal(terminal).pattern.to_regexp()
    assert not re.match(pattern, word)
    assert re.fullmatch(pattern, word.replace("ſ", "S").replace("\u212a", "K"))
