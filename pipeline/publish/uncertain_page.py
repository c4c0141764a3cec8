"""The report of uncertain effects as one page that needs nothing else: no script, no address to load, everything escaped."""

from collections.abc import Iterator
from html import escape

from pipeline.classify.fallback_model import Answer
from pipeline.validate.similar import Similar
from pipeline.validate.uncertain import Group, Open, Report
from pipeline.windows import BY_KEY

# What the page may load: nothing. Its style stands in it.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_STYLE = """
:root{color-scheme:light dark;--line:#8885;--soft:#8882}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1rem}
section{border-top:2px solid var(--line);margin-top:2rem}
article{border-top:1px solid var(--line);padding:.5rem 0}
h2,h3{line-height:1.25;margin:.8rem 0 .3rem}
blockquote{margin:.4rem 0;padding:.4rem .8rem;background:var(--soft);overflow-wrap:anywhere}
mark{padding:0 .15em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.4rem 0}
dt{opacity:.75}dd{margin:0;overflow-wrap:anywhere}
ol.toc{columns:2 20rem;column-gap:3rem}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}
"""
_LANGUAGES = {"en": "English", "ja": "Japanese"}
_NAMES = {key: key.replace("_", " ") for key in BY_KEY}


def uncertain_page(report: Report) -> str:
    """The page."""
    return "\n".join(_page(report)) + "\n"


def _page(report: Report) -> Iterator[str]:
    count = sum(len(group.effects) for group in report.groups)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>Uncertain effects</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>"
    yield "<h1>What stays uncertain</h1>"
    yield f"<p>{_text(report.title)}: {count:,} of {report.effects:,} effects, in {len(report.groups):,} groups of one question each.</p>"
    yield "<p>One official answer in a group tells how the others are to be read; the largest groups come first. Write answers into"
    yield "<code>uncertain_groups.csv</code> beside this page.</p>"
    yield '<ol class="toc">'
    for group in report.groups:
        yield f'<li><a href="#{escape(group.key)}">{_text(group.title)}</a> ({len(group.effects)})</li>'
    yield "</ol>"
    for group in report.groups:
        yield from _group(group)
    yield "</main>\n</body>\n</html>"


def _group(group: Group) -> Iterator[str]:
    yield f'<section id="{escape(group.key)}">'
    yield f"<h2>{escape(group.key)}: {_text(group.title)}</h2>"
    yield f"<p>{len(group.effects)} effect{'s' if len(group.effects) > 1 else ''}. <strong>What would settle it:</strong> {_text(group.settles)}</p>"
    for one in group.effects:
        yield from _effect(one)
    yield "</section>"


def _effect(one: Open) -> Iterator[str]:
    yield "<article>"
    yield f"<h3>{_text(one.card.name)}, {_text(one.label)} <small>{_text(one.effect_id)}</small></h3>"
    for text in one.texts:
        pieces = "".join(f"<mark>{_text(piece)}</mark>" if marked else _text(piece) for piece, marked in text.pieces)
        yield f'<blockquote lang="{text.language}">{pieces}</blockquote>'
    yield "<dl>"
    yield f"<dt>why</dt><dd>{_text(one.why)}</dd>"
    said = {"English": one.witness_en, "Japanese": one.witness_ja, "supplement": one.witness_supplement}
    witnesses = [f"{name}: {_text(value or 'silent')}" for name, value in said.items()]
    yield f"<dt>witnesses</dt><dd>{'; '.join(witnesses)}</dd>"
    yield f"<dt>model</dt><dd>{_text(in_words(one.answer))}</dd>"
    yield f"<dt>most like it</dt><dd>{'<br>'.join(_text(similar_in_words(some)) for some in one.similar) or 'nothing'}</dd>"
    yield "</dl>\n</article>"


def in_words(answer: Answer | None) -> str:
    """What the model says, for people."""
    if answer is None:
        return "not asked: it judges activated effects under the current rules"
    windows = ", ".join(f"{_NAMES[key]} {p:.0%}" for key, p in zip(BY_KEY, answer.windows, strict=True))
    why = f"; mostly by {'; '.join(answer.why)}" if answer.why else ""
    sure = "sure enough to decide" if answer.accepted else "not sure enough to decide"
    return f"legal with {answer.eligible:.0%} (given that: {windows}); {answer.slice} wording, {sure}{why}"


def similar_in_words(some: Similar) -> str:
    """A decided effect, for people."""
    verdict = f"yes ({', '.join(_NAMES[key] for key in some.windows)})" if some.eligible == "yes" else some.eligible
    return f"{some.name}, {some.label} ({some.effect_id}): {verdict} by {some.rule or 'no rule'}, alike {some.likeness:.0%}"


def _text(words: str) -> str:
    """Foreign text in the page: escaped, without what a browser would act on."""
    return escape("".join(c if c.isprintable() or c == "\n" else " " for c in words)).replace("\n", "<br>")
