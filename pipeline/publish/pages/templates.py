"""Pages out of templates: every value escaped, scripts and styles inlined and named to the browser by their hashes.

The content security policy lets nothing else run or load: no other script, no style, no image, no connection, no form. It also forbids
the browser's own ways from text to markup (trusted types), so that a page's script can only ever make text of what a dataset holds.
"""

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup

from pipeline import __version__

GENERATOR = f"damage-step-pipeline report {__version__}"
_HERE = Path(__file__).parent


def render(template: str, *, scripts: Sequence[str] = (), styles: Sequence[str] = (), **values: object) -> str:
    """The page of this template with these files of ``static`` inlined."""
    script = _script(tuple(scripts))
    style = "".join(_static(name) for name in styles)
    return (
        _environment()
        .get_template(template)
        .render(
            policy=_policy(script, style),
            # Files of our own, never data.
            script=Markup(script),
            style=Markup(style),
            generator=GENERATOR,
            **values,
        )
    )


def _policy(script: str, style: str) -> str:
    parts = {
        "default-src": "'none'",
        "script-src": _hash(script) if script else "'none'",
        "style-src": _hash(style),
        # The icon is an empty one written in the page, lest a browser asks a host for it.
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
        "require-trusted-types-for": "'script'",
        "trusted-types": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in parts.items())


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
    return f"'sha256-{digest}'"


def _script(names: tuple[str, ...]) -> str:
    return "(() => {\n'use strict';\n" + "\n".join(_static(name) for name in names) + "})();\n" if names else ""


@cache
def _static(name: str) -> str:
    text = (_HERE / "static" / name).read_text(encoding="utf-8")
    if "</script" in text.lower() or "</style" in text.lower():
        raise ValueError(f"{name} would end its own element")
    return text


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["share"] = _share
    environment.filters["count"] = lambda number: f"{number:,}"
    return environment


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
