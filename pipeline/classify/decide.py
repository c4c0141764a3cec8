"""One tag for one row: both languages vote by the rules, and what stands above or behind the rules has its say.

The order is fixed: official supplement, sourced ruling (both come in as `higher`), text rules, fallback model (`lower`), nobody.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal, NamedTuple

import msgspec

from pipeline.classify.features import features
from pipeline.classify.legacy import adapt
from pipeline.classify.registry import by_kind, panels
from pipeline.classify.rule import Case, Rule, Undecided
from pipeline.records import Card, DecidedBy, Effect, Language, Row, Tag, Verdict
from pipeline.windows import Ruleset

# Factors on a rule's own confidence: one witness instead of two; a second witness that names other windows; a first that is silent;
# a mark against the other language; another language whose text has no such effect.
_ALONE, _OTHER_WINDOWS, _SECOND_ONLY, _AGAINST, _UNMATCHED = 0.98, 0.8, 0.9, 0.85, 0.7
_MOST = 0.995
_LASTING = frozenset({"Continuous", "Field", "Equip"})
_ENGLISH_FIRST: frozenset[Ruleset] = frozenset({"tcg", "edison", "goat"})
_NAMES: dict[Language, str] = {"en": "English", "ja": "Japanese"}


class Vote(NamedTuple):
    """One rule's answer to one effect."""

    rule: Rule
    answer: Verdict | Undecided


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What a supplement, a ruling or the fallback model says of one row.

    ``rule`` is the code of the ruling, supplement or model; ``confidence`` lies between 0 and 1, both excluded.
    """

    by: DecidedBy
    verdict: Verdict
    rule: str
    reason: str
    confidence: float
    source: str | None = None


def judge(case: Case) -> Vote | None:
    """The first rule that speaks, with its answer under the case's ruleset; null where all keep silent."""
    effect = case.effect
    if not effect.number:
        case = _with_legal(case)
    panel = panels(case.ruleset)[effect.kind]
    for rule in panel.first:
        answer = rule.answer(case)
        if answer is not None:
            return Vote(rule, _adapted(answer, case))
    if panel.others:
        for rule in panel.fitting(features(case.card, effect)):
            answer = rule.answer(case)
            if answer is not None:
                return Vote(rule, _adapted(answer, case))
    return None


def votes(case: Case) -> list[Vote]:
    """Every rule that would speak if it were asked, in the order of precedence: the first is what `judge` gives."""
    case = _with_legal(case)
    found = []
    for rule in by_kind(case.ruleset)[case.effect.kind]:
        answer = rule.answer(case)
        if answer is not None:
            found.append(Vote(rule, _adapted(answer, case)))
    return found


def _adapted(answer: Verdict | Undecided, case: Case) -> Verdict | Undecided:
    return adapt(answer, case.effect, case.ruleset) if isinstance(answer, Verdict) else answer


def _with_legal(case: Case) -> Case:
    """The case of a lasting Trap's bare activation, together with what of the card is legal in the step."""
    if case.effect.number or case.card.card_type != "Trap" or case.legal or not case.siblings:
        return case
    legal = []
    for effect in case.siblings:
        if effect.number and effect.activated:
            vote = judge(Case(case.card, effect, (), case.ruleset))
            if vote is not None and isinstance(vote.answer, Verdict) and vote.answer.eligible == "yes":
                legal.append((effect, vote.answer))
    return Case(case.card, case.effect, case.siblings, case.ruleset, tuple(legal)) if legal else case


def witness(verdict: Verdict | None) -> str | None:
    """One source's word as the tables write it: windows joined with ``|``, ``no``, ``not_activated``; null for silence."""
    if verdict is None:
        return None
    return "|".join(verdict.windows.keys()) if verdict.eligible == "yes" else verdict.eligible


class _Side(NamedTuple):
    """One language: its vote, and whether its text is of the older wording; both null where it lacks the effect."""

    language: Language
    vote: Vote | None
    old_wording: bool | None

    @property
    def verdict(self) -> Verdict | None:
        answer = self.vote.answer if self.vote is not None else None
        return answer if isinstance(answer, Verdict) else None


class _Heard(NamedTuple):
    """What the rules make of the two languages."""

    decision: Decision | None
    contradiction: str | None  # why there is no decision, where the languages contradict each other
    silence: str  # why there is none where they do not
    witness_en: str | None
    witness_ja: str | None


def decide(
    card: Card,
    row: Row,
    en_siblings: Sequence[Effect],
    ja_siblings: Sequence[Effect],
    ruleset: Ruleset,
    *,
    higher: Decision | None = None,
    lower: Callable[[], Decision | None] | None = None,
) -> Tag:
    """The tag of one row under one ruleset.

    ``en_siblings`` and ``ja_siblings`` are all effects of the row's part in that language. ``higher`` (supplement or ruling) goes
    before the rules; ``lower`` (the model) is asked where they leave the row open without contradicting each other.
    """
    en, ja = row.en, row.ja
    decision, contradiction, silence, witness_en, witness_ja = _hear(
        None if en is None else judge(Case(card, en, tuple(en_siblings), ruleset)),
        None if en is None else en.old_wording,
        None if ja is None else judge(Case(card, ja, tuple(ja_siblings), ruleset)),
        None if ja is None else ja.old_wording,
        ruleset in _ENGLISH_FIRST and not card.unofficial_translation,
        (en is None and bool(en_siblings)) or (ja is None and bool(ja_siblings)),
        _is_own_activation(card, en, ja),
    )
    found = decision if higher is None else higher
    if found is None and contradiction is None and lower is not None:
        found = lower()
    if found is None:
        return Tag(
            effect_id=row.effect_id,
            eligible="uncertain",
            ruleset=ruleset,
            reason=contradiction or silence,
            witness_en=witness_en,
            witness_ja=witness_ja,
        )
    verdict = found.verdict
    return Tag(
        effect_id=row.effect_id,
        eligible=verdict.eligible,
        ruleset=ruleset,
        windows=verdict.windows,
        mode=verdict.mode,
        condition=verdict.condition,
        substeps=verdict.substeps,
        applies_in=verdict.applies_in,
        decided_by=found.by,
        rule=found.rule,
        confidence=min(found.confidence, _MOST),
        reason=found.reason,
        source=found.source,
        witness_en=witness_en,
        witness_ja=witness_ja,
        witness_supplement=witness(verdict) if found.by == "supplement" else None,
    )


# Nothing but two votes goes in, and tens of thousands of rows bring the same few hundred pairs of votes.
@cache
def _hear(en: Vote | None, en_old: bool | None, ja: Vote | None, ja_old: bool | None, english_first: bool, unmatched: bool, own: bool) -> _Heard:
    """What the rules make of the votes of two languages; `en_old`, `ja_old`: see `_Side`, `own`: see `_is_own_activation`.

    `unmatched`: one language has a text, but this effect was not found in it.
    """
    english, japanese = _Side("en", en, en_old), _Side("ja", ja, ja_old)
    sides = (english, japanese) if english_first else (japanese, english)
    alone = _SECOND_ONLY if en_old is not None and ja_old is not None else _UNMATCHED if unmatched else _ALONE
    decision, contradiction = _agree(*sides, alone, own)
    return _Heard(decision, contradiction, _why_open(english, japanese), witness(english.verdict), witness(japanese.verdict))


def _is_own_activation(card: Card, en: Effect | None, ja: Effect | None) -> bool:
    """Whether the English text shows what the activation of a card that stays on the field does, where the Japanese one reads as applied."""
    if en is None or ja is None or en.kind != "card_activation" or ja.activated:
        return False
    return card.card_type != "Monster" and card.property in _LASTING


def _agree(first: _Side, second: _Side, alone: float, own: bool) -> tuple[Decision | None, str | None]:
    """What the rules make of two languages: a decision, or the reason why they contradict each other, or neither (both silent).

    `alone`: the factor where only one of them has a say; `own`: see `_is_own_activation`.
    """
    one, two = first.verdict, second.verdict
    if one is not None and two is not None:
        if one.eligible != two.eligible:
            # A mark is printed on purpose; its absence in the other language is no statement (R-ACT-11, R-ACT-12).
            marked = [side for side in (first, second) if side.vote is not None and side.vote.rule.explicit]
            # A text without the current punctuation (or circled numbers) leaves open what a newer one of the other language tells.
            newer = [side for side in (first, second) if side.old_wording is False]
            # "Not activated" tells no window in which a card may be activated: against a "no" it leaves nothing open.
            activates = [side for side in (first, second) if own and side.verdict is not None and side.verdict.eligible == "no"]
            sure = activates or (marked if len(marked) == 1 else newer if len(newer) == 1 and not marked else [])
            return (_decision(sure[0], _AGAINST), None) if sure else (None, _contradiction(first, second))
        return _decision(first, 1.0 if one.windows is two.windows else _OTHER_WINDOWS), None
    if one is not None:
        return _decision(first, alone), None
    if two is not None:
        return _decision(second, alone), None
    return None, None


def _decision(side: _Side, factor: float) -> Decision:
    assert side.vote is not None and side.verdict is not None
    rule = side.vote.rule
    return Decision(by="rule", verdict=side.verdict, rule=rule.code, reason=rule.reason, confidence=rule.confidence * factor, source=rule.cites[0])


_SAYS: dict[Literal["yes", "no", "not_activated"], str] = {
    "yes": "legal in the Damage Step",
    "no": "not legal in the Damage Step",
    "not_activated": "not activated at all",
}


def _contradiction(first: _Side, second: _Side) -> str:
    said = []
    for side in (first, second):
        assert side.vote is not None and side.verdict is not None
        said.append(f"{_NAMES[side.language]} text reads as {_SAYS[side.verdict.eligible]} ({side.vote.rule.code})")
    return f"The {said[0]}, the {said[1]}."


def _why_open(en: _Side, ja: _Side) -> str:
    for side in (en, ja):
        if side.vote is not None:
            return side.vote.rule.reason
    return "No rule knows what starts this effect."
