"""What nobody decided, and why: the effects of a dataset without a verdict."""

from pipeline.publish.pages.explorer import Shelf
from pipeline.publish.pages.templates import render
from pipeline.publish.view import CardView, EffectView


def uncertain_page(shelf: Shelf) -> str:
    """The whole page; effects that are open for the same reason stand together, the most frequent reason first."""
    groups: dict[str, list[tuple[CardView, EffectView]]] = {}
    for view in shelf.views:
        for effect in view.effects:
            if effect.eligible == "uncertain":
                groups.setdefault(_why(effect), []).append((view, effect))
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    effects = sum(len(view.effects) for view in shelf.views)
    return render("uncertain.html.j2", scripts=("rows.js",), styles=("base.css", "report.css"), about=shelf.about, groups=ordered, effects=effects)


def _why(effect: EffectView) -> str:
    return "English and Japanese contradict each other." if effect.languages_differ else effect.reason or "No rule speaks of this wording."
