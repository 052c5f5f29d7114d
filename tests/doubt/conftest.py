"""The faults of tests/faults are used here too."""

import sys
from pathlib import Path

for folder in (Path(__file__).parent, Path(__file__).parent.parent / "faults"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
