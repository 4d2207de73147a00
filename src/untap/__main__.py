"""``python -m untap``."""

import sys

from untap.cli import main

if __name__ == "__main__":
    sys.exit(main())
