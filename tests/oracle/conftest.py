"""The cases and variants of the conformance tests are used here too."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parent.parent / "conformance"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
