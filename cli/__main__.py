"""``python -m referee.cli`` is the command ``referee``."""

from referee.cli import main

main()
