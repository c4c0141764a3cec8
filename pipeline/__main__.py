"""``python -m pipeline``."""

import sys

if __name__ == "__main__":
    try:
        from pipeline.cli import main
    except ModuleNotFoundError as missing:
        sys.exit(f"error: {missing.name} is not installed here: run `make setup`, then use .venv/bin/python -m pipeline")
    sys.exit(main())
