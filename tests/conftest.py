"""What every test may use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--record-golden``: write the expected reports anew instead of comparing them."""
    parser.addoption("--record-golden", action="store_true", help="write tests/golden anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the file of this name in tests/golden."""

    def compare(name: str, text: str) -> None:
        file = ROOT / "tests" / "golden" / name
        if request.config.getoption("--record-golden"):
            file.write_text(text, encoding="utf-8", newline="")
        assert text == file.read_text(encoding="utf-8")

    return compare
