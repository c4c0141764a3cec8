"""What a build pays for the model: nothing heavy is imported, and nothing is read before it is needed."""

import subprocess
import sys

HEAVY = ("sklearn", "scipy", "joblib")


def test_a_build_imports_nothing_that_only_training_needs() -> None:
    code = f"import sys, pipeline.classify.fallback; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[]"
