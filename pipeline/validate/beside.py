"""What the simulators' scripts say of effects, in the words in which a card is shown."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pipeline.engine.script_facts import ENGINES, EngineName, Facts, read_facts
from pipeline.publish.view import EngineSays
from pipeline.publish.view_words import ENGINE_WORDS, keys_in_words
from pipeline.resources import data_folder
from pipeline.validate.script_verdicts import Comparison, compare_card
from pipeline.validate.text_effects import read_text_cards

_WHY = {
    "no_script": "no script of this card",
    "unread_script": "its script could not be read",
    "no_script_effect": "no effect of its script is this one",
    "unsure_alignment": "not clear which effect of its script this is",
    "tag_uncertain": "nothing to compare with",
    "answers_unknown": "what its script's condition answers could not be found out",
    "companion": "opens it together with another effect",
}
_DIFFERS = {"more_permissive": "more than the text", "more_restrictive": "less than the text", "different_window": "other than the text"}


def engines_beside(dataset: Path, card_id: str) -> dict[str, tuple[EngineSays, ...]]:
    """For each activated effect of a card of the dataset what the scripts whose facts come with the code make of it."""
    found: dict[str, list[EngineSays]] = {}
    for card in read_text_cards(dataset, card_id):
        for name in ENGINES:
            path = data_folder("engines") / f"{name}.parquet"
            if not path.is_file():
                continue
            facts = read_facts(path, card.script_ids)
            beside = compare_card(card, facts, facts.by_script())
            for text in card.effects:
                if text.activated:
                    found.setdefault(text.effect_id, []).append(says(beside[text.row]))
    return {effect_id: tuple(some) for effect_id, some in found.items()}


def facts_at_hand() -> list[Facts]:
    """The facts of scripts that come with the code."""
    paths = [data_folder("engines") / f"{name}.parquet" for name in ENGINES]
    return [read_facts(path) for path in paths if path.is_file()]


def says(one: Comparison) -> EngineSays:
    """A comparison in words."""
    name = ENGINE_WORDS[one.engine]
    where = "" if one.windows is None else keys_in_words(one.windows.keys())
    if one.because == "tag_uncertain" and where:
        return EngineSays(name, f"opens {where}", "silent")
    if one.verdict == "not_comparable" or one.windows is None:
        return EngineSays(name, _WHY.get(one.because or "", "not comparable"), "silent")
    if one.level == "card":
        where += " (compared by card, not by effect)"
    if one.verdict == "agree":
        return EngineSays(name, f"the same, {where}", "agrees")
    if one.refused is not None:
        where += ", but not for one of its events"
    return EngineSays(name, f"{where}: {_DIFFERS[one.verdict]}", "differs")


def all_says(pairs: Iterable[tuple[str, Mapping[EngineName, Comparison]]]) -> dict[str, tuple[EngineSays, ...]]:
    """Comparisons by ``effect_id`` in words."""
    return {effect_id: tuple(says(one) for one in engines.values()) for effect_id, engines in pairs}
