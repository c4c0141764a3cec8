"""The engine and the classifier know nothing of each other: only so can one convict the other."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE_SHUNS = ("pipeline.classify", "pipeline.read", "pipeline.validate", "pipeline.scrape", "pipeline.publish", "pipeline.commands")


def modules(package: str) -> list[str]:
    """All modules of a package, by name."""
    folder = ROOT / package.replace(".", "/")
    return sorted(".".join(file.relative_to(ROOT).with_suffix("").parts) for file in folder.rglob("*.py") if file.name != "__init__.py")


def file_of(module: str) -> Path | None:
    """The file of a module or package of the project; none for others."""
    path = ROOT / module.replace(".", "/")
    return next((one for one in (path.with_suffix(".py"), path / "__init__.py") if one.is_file()), None)


@cache
def imports(module: str) -> frozenset[str]:
    """Modules of the project that this one imports, anywhere in its text, by `import` or by name."""
    file = file_of(module)
    if file is None:
        return frozenset()
    return frozenset(name for name in imported(file.read_text(encoding="utf-8"), module) if file_of(name) is not None)


def imported(text: str, module: str) -> set[str]:
    """Names of modules that a text may import."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*module.split(".")[: -node.level], *([base] if base else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("pipeline."):
            found.add(node.value)  # import_module("pipeline...")
    return found


@cache
def reached(module: str) -> frozenset[str]:
    """Everything that is imported with a module, directly or not."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports(waiting.pop()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def under(name: str, package: str) -> bool:
    """Whether a module lies in a package."""
    return name == package or name.startswith(f"{package}.")


@pytest.mark.parametrize("module", modules("pipeline.engine"))
def test_the_engine_never_meets_what_reads_and_classifies_cards(module: str) -> None:
    assert [name for name in sorted(reached(module)) if any(under(name, package) for package in ENGINE_SHUNS)] == []


@pytest.mark.parametrize("module", [*modules("pipeline.classify"), *modules("pipeline.read")])
def test_reading_and_classifying_never_meet_the_engine(module: str) -> None:
    assert [name for name in sorted(reached(module)) if under(name, "pipeline.engine")] == []


def test_there_is_something_to_look_at() -> None:
    assert len(modules("pipeline.engine")) > 30 and len(modules("pipeline.classify")) > 10
    assert "pipeline.windows" in reached("pipeline.engine.damage_step")
    assert "pipeline.engine.state" in reached("pipeline.engine.damage_step")


@pytest.mark.parametrize(
    "text",
    [
        "import pipeline.classify.decide",
        "from pipeline.classify import decide",
        "from ..classify import decide",
        "from pipeline.classify.decide import tag",
        "def f() -> None:\n    from pipeline.classify import decide",
        "from importlib import import_module\nimport_module('pipeline.classify.decide')",
    ],
)
def test_no_way_of_importing_is_overlooked(text: str) -> None:
    assert any(under(name, "pipeline.classify") for name in imported(text, "pipeline.engine.invented"))
