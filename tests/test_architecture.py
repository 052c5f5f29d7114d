"""The shape of the house: which part may know which, how long things may be, what Python must not know."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

from referee import rulesets

ROOT = Path(__file__).parent.parent
FOLDERS = ("referee", "cli", "grammar", "rulesets")
LONG_MODULES = {"referee/ruleset/model.py": "one value after the other, nothing but fields and what they mean"}


@lru_cache(maxsize=1)
def modules() -> dict[str, ast.Module]:
    """Path from the top of the checkout → syntax tree."""
    files = (file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def imports(tree: ast.Module) -> set[str]:
    """Every module named in an import, wherever it stands."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole path"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def below(names: set[str], *parents: str) -> set[str]:
    return {name for name in names if any(name == parent or name.startswith(f"{parent}.") for parent in parents)}


def test_imports_go_one_way():
    for path, tree in modules().items():
        named = imports(tree)
        if path.startswith(("grammar/", "rulesets/")):
            assert not below(named, "referee", "yaml", "typer"), path
        if not path.startswith("cli/"):
            assert not below(named, "referee.cli", "typer", "rich", "click"), path


def test_rule_areas_know_neither_records_nor_reports():
    for path, tree in modules().items():
        if path.startswith("referee/rules/"):
            outer = ("replay", "checking", "report", "notation", "importers", "simulate", "findings")
            runtime = imports(ast.Module([node for node in tree.body if not type_checking(node)], []))
            assert not below(runtime, *(f"referee.{name}" for name in outer)), path


def type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def test_the_engine_neither_prints_nor_reads_the_environment():
    for path, tree in modules().items():
        if path.startswith("cli/"):
            continue
        calls = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"print", "input", "eval", "exec"}, path
        assert not below(imports(tree), "sys.stdout", "os.environ", "subprocess", "socket", "pickle"), path


def test_no_python_knows_a_ruleset():
    """Only importers name one: the rules of the platform their files come from."""
    ids = set(rulesets.ids()) - {"base"}
    for path, tree in modules().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in ids:
                assert path.startswith("referee/importers/"), f"{path}:{node.lineno}"
    for path, tree in modules().items():
        if path.startswith("referee/importers/"):
            compared = [part for node in ast.walk(tree) if isinstance(node, ast.Compare) for part in ast.walk(node)]
            assert not [part for part in compared if isinstance(part, ast.Constant) and part.value in ids], path


def test_modules_and_functions_are_short():
    lengths = {path: (ROOT / path).read_text(encoding="utf-8").count("\n") for path in modules()}
    too_long = {path: n for path, n in lengths.items() if n > 360 and path not in LONG_MODULES}
    assert not too_long
    assert statistics.median(lengths.values()) <= 120
    functions = {
        f"{path}:{node.name}": body_length(node)
        for path, tree in modules().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    assert not {name: n for name, n in functions.items() if n > 50}
    assert sum(n > 40 for n in functions.values()) <= len(functions) // 50
    assert statistics.median(functions.values()) <= 10


def body_length(node: ast.FunctionDef) -> int:
    docstring = ast.get_docstring(node, clean=False)
    return (node.end_lineno or 0) - node.lineno + 1 - (docstring.count("\n") + 1 if docstring else 0)


def test_every_module_says_what_it_is():
    assert not [path for path, tree in modules().items() if ast.get_docstring(tree) is None]


DIAGNOSIS = "referee.notation.diagnosis"
HEAVY = (
    *("lark", "yaml", "jsonschema", "rich", "pydantic", "multiprocessing"),
    *("referee.importers", "referee.simulate", DIAGNOSIS),
)
ALLOWED = {
    "--version": set(),
    "explain": {"yaml"},
    "explain FOL002": {"yaml"},
    "fmt --check samples/clean-two-decks.sgr": {"lark", DIAGNOSIS},
    "check samples/clean-two-decks.sgr": {"lark", "yaml"},
    "rules schema": set(),
    "rules list": {"yaml"},
    "simulate --ruleset room": {"lark", "yaml", "referee.simulate"},
}


@pytest.mark.parametrize("command", ALLOWED)
def test_a_command_imports_only_what_it_needs(command):
    program = (
        "import contextlib, io, sys\n"
        "from referee.cli.run import run\n"
        "with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):\n"
        "    status = run(sys.argv[1:])\n"
        "print(status, *sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *command.split()], capture_output=True, text=True, check=True, cwd=ROOT
    )
    status, *loaded = done.stdout.split()
    assert status == "0"
    assert set(loaded) & set(HEAVY) == ALLOWED[command]


def test_importing_the_library_imports_nothing_else():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys; before = set(sys.modules); import referee; print(*(set(sys.modules) - before))",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not set(done.stdout.split()) & {*HEAVY, "referee.checking", "referee.notation", "typer"}
