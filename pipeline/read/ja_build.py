"""From the sentences of one Japanese effect to its records: one effect, its options, or an effect that it gives to others."""

import re

from msgspec.structs import replace

from pipeline.read.equipping import with_bonus
from pipeline.read.ja_actions import parse_actions
from pipeline.read.ja_condition import NO_HEAD, Head, parse_head
from pipeline.read.ja_group import Group
from pipeline.read.ja_kind import LASTING, about_itself, activated_kind, applied_kind, comes_up, speed
from pipeline.read.ja_moments import marks
from pipeline.read.ja_old import after_flip, read_old
from pipeline.read.ja_own_activation import AT_ACTIVATION, COMPARES, ON_ACTIVATION, ONCE_ACTIVATED, WHEN_ONLY, WORN
from pipeline.read.ja_places import taken_from
from pipeline.read.ja_settle import Body, Draft, Placed, answering, applied_list, applied_windows, body, merge, old_head, paid, raw_condition, settle
from pipeline.read.ja_split import Bullet, Sentence, joined
from pipeline.records import Action, Condition, Effect, Event, Kind, Mark, Span
from pipeline.windows import NONE, Window

# Remarks that make an effect a Quick Effect.
_QUICK_REMARK = re.compile(
    r"相手の?ターン(?:で|に)?も[^。]*(?:発動|使用)|(?:自分・相手|お互いの)ターンに[^。]*発動できる効果|誘発即時効果として|相手のターンにも"
)
# Older texts name their target among what they do.
_SELECTS = re.compile(r"(?:フィールド上|墓地|除外され)[^。、]*を(?:[0-9]体まで)?選択し[て、]")
_FOLLOWING = re.compile("以下|次の効果|下記")
_GRANT = re.compile(r"効果を(?:[0-9]つ)?(?:得る|加える|持つ)|効果を得て")
_OWN_GRANT = re.compile(r"このカードは[^。]*効果を得る|このカードが[^。]*場合、以下の効果を得る|このカードは[^。]*以下の効果を")
_FLIP = "リバース:"


class _Builder:
    """The records of one group of sentences."""

    def __init__(self, draft: Draft, group: Group, number: int, first: bool) -> None:
        self.draft = draft
        self.group = group
        self.number = number
        self.first = first  # the first effect of its part
        sentences = group.sentences
        self.old = group.line.role != "act"
        # What a sentence with an activation clause opens is never looked through as a whole.
        self.whole = joined(sentences) if self.old else ""
        self.must = group.line.must
        self.lead = sentences[group.lead or 0]  # the sentence that opens the effect
        self.introduction = self._introduction() if group.bullets else sentences[-1]
        # Whether the bullets are effects that some card gains.
        self.grants = bool(group.bullets) and _GRANT.search(self.introduction.text) is not None
        self.spell_trap = draft.part == "text" and draft.card.card_type != "Monster"
        # Whether it is a lasting card's effect that is applied as the card is activated.
        self.on_activation = self.spell_trap and draft.lasting and self.old and ON_ACTIVATION.search(self.whole) is not None
        # What bracketed notes, and sentences about the effect itself, say of the Damage Step and of the opponent's turn.
        self.mark: Mark | None = None
        self.quick_remark = False
        remarks = draft.notes(group.start, group.end) if draft.folded.notes else []
        for sentence in sentences:
            if sentence.line.role == "about":
                remarks.append(sentence.text)
        for words in remarks:
            self.mark = self.mark or marks(words)
            self.quick_remark = self.quick_remark or _QUICK_REMARK.search(words) is not None

    def _introduction(self) -> Sentence:
        """The sentence that the bullets belong to."""
        sentences = self.group.sentences
        ahead = [s for s in sentences if s.end <= self.group.bullets[0].start] or [sentences[0]]
        return next((s for s in reversed(ahead) if _FOLLOWING.search(s.text)), ahead[-1])

    def effects(self) -> list[Effect]:
        """All records of the group."""
        if self.group.line.role == "once":
            return self._granted()
        card = self.draft.card
        applied = self.group.lead is None and not self.on_activation and not (card.card_type != "Monster" and self.first and not self.draft.lasting)
        found = [self._applied()] if applied else self._activated()
        if not self.grants:
            return found
        granted = self._granted()
        return [with_bonus(found[0], granted), *found[1:], *granted]

    def _applied(self) -> Effect:
        told = body(self.group.sentences)
        return Effect(
            part=self.draft.part,
            number=self.number,
            span=self.draft.folded.span(self.group.start, self.group.end),
            kind=applied_kind(self.whole, tuple([deed for _, deed in told.deeds]), self.draft.card),
            language="ja",
            printed_no=self.group.number,
            actions=settle(self.draft, told.deeds, NO_HEAD),
            applies_in=applied_windows(self.whole),
        )

    def _opening(self) -> tuple[Head, Body]:
        """The activation clause, and what the rest of the sentences do."""
        group, lead = self.group, self.lead
        if group.lead is None:
            return old_head(lead.text, 0), body(group.sentences, remarks=len(group.sentences) == 1)
        others = (*group.sentences[: group.lead], *group.sentences[group.lead + 1 :])
        if not self.old:
            head = parse_head(lead.text, group.line.stop)
            if group.number is None and "する事ができる" in lead.text and any(_SELECTS.search(s.text) for s in others):
                head = replace(head, targets=True)
            return head, body(others)
        head = old_head(lead.text, group.line.stop)
        if head.condition.window is NONE and any(s.text.startswith("ダメージ計算は適用する") for s in others):
            # Old words for "after damage calculation".
            head = replace(head, condition=replace(head.condition, window=Window.AFTER_CALC))
        head, told = paid(head, body([lead, *others], group.line.stop), lead, bool(others))
        self.must = self.must and not head.cost
        return head, told

    def _activated(self) -> list[Effect]:
        draft, lead = self.draft, self.lead
        head, told = self._opening()
        activation = self.spell_trap and (self.on_activation or self._of_card(head))
        if activation and self.old and head.condition.window is NONE and COMPARES.search(lead.text):
            # Which of two battling monsters is stronger is asked when they are compared.
            head = replace(head, condition=replace(head.condition, window=Window.DURING_CALC))
        head = answering(head, told.deeds, draft.card.property == "Counter")
        if not activation and not head.places and not about_itself(head.condition):
            taken = taken_from(self.whole if self.old else joined(self.group.sentences[1:]))
            if taken:
                head = replace(head, places=taken)
        if lead.text.startswith(_FLIP):
            flipped = Event("flipped", "self", "unsaid", (0, len(_FLIP) - 1))
            later = after_flip(lead.text, len(_FLIP))
            head = replace(head, condition=replace(head.condition, events=(flipped,)) if later is None else later)
            kind: Kind = "flip"
        else:
            kind = "card_activation" if activation else self._kind(head)
            if activation and draft.lasting and WHEN_ONLY.search(lead.text) and not (told.deeds or head.cost or head.targets or self.group.bullets):
                # When a lasting card may be activated is no effect: its activation has a record of its own.
                kind = "condition"
        condition = raw_condition(draft, head.condition, lead.start, self.group.line.stop, self.mark, self.must)
        cost = settle(draft, [(lead.start, deed) for deed in head.cost], NO_HEAD) if head.cost else ()
        residue = told.residue
        if head.residue:
            residue = (*[(a + lead.start, b + lead.start) for a, b in head.residue], *residue)
        deeds = told.deeds
        bullets = self.group.bullets
        if bullets:
            if self._optional_bullets():
                return [self._option(k, bullet, kind, head, condition, cost, told) for k, bullet in enumerate(bullets, 1) if bullet.sentences]
            if not self.grants:
                listed = applied_list(bullets, self.introduction.text)
                deeds, residue = deeds + listed.deeds, residue + listed.residue
        return [self._record(kind, head, condition, cost, draft.folded.span(self.group.start, self.group.end), None, deeds, residue)]

    def _kind(self, head: Head) -> Kind:
        return activated_kind(head, self.draft.card, self.draft.part, self.must, self.quick_remark, self.lead.text)

    def _of_card(self, head: Head) -> bool:
        """Whether this effect of a Spell or Trap Card is (part of) the activation of the card itself."""
        card, group = self.draft.card, self.group
        if card.property in LASTING:
            if self.old:
                return False
            bare = group.number is None and len(group.sentences) == 1 and not group.bullets and not head.condition.events
            once = card.card_type == "Trap" and any(ONCE_ACTIVATED.match(s.text) for s in group.sentences)
            return bare or once or AT_ACTIVATION.search(self.lead.text) is not None
        if self.old:
            return self.first and not (head.places and group.lead is not None)
        if head.places or not (self.first or not WORN.search(self.lead.text)):
            return False
        return not any(e.subject == "self" for e in head.condition.events)

    def _optional_bullets(self) -> bool:
        """Whether the bullets are options chosen on activation: the activation sentence introduces them, and they do something."""
        if self.old or self.introduction is not self.lead or "適用" in self.lead.text[-12:]:
            return False
        return any(parse_actions(s.text).deeds for b in self.group.bullets for s in b.sentences)

    def _option(self, k: int, bullet: Bullet, kind: Kind, head: Head, condition: Condition, cost: tuple[Action, ...], common: Body) -> Effect:
        """One option; what the sentences around the bullets do belongs to each."""
        draft = self.draft
        opening = bullet.sentences[0]
        line = opening.line
        # The first option begins with the clause that all share.
        span = draft.folded.span(self.group.start if k == 1 else bullet.start, bullet.end)
        if line.role != "act":
            told = body(bullet.sentences)
            return self._record(kind, head, condition, cost, span, k, told.deeds + common.deeds, told.residue)
        own = parse_head(opening.text, line.stop)
        mine = raw_condition(draft, own.condition, opening.start, line.stop, self.mark, self.must)
        both = merge(replace(head, condition=condition), own)
        both = replace(both, condition=replace(both.condition, events=condition.events + mine.events, states=condition.states + mine.states))
        told = body(bullet.sentences[1:])
        own_cost = settle(draft, [(opening.start, deed) for deed in own.cost], NO_HEAD)
        residue = (*((a + opening.start, b + opening.start) for a, b in own.residue), *told.residue)
        own_kind = kind if kind == "card_activation" else self._kind(both)
        return self._record(own_kind, both, both.condition, cost + own_cost, span, k, told.deeds + common.deeds, residue)

    def _record(
        self,
        kind: Kind,
        head: Head,
        condition: Condition,
        cost: tuple[Action, ...],
        span: Span,
        bullet: int | None,
        deeds: tuple[Placed, ...],
        residue: tuple[Span, ...],
    ) -> Effect:
        must = self.must and kind != "ignition" and (kind != "quick" or comes_up(head.condition))
        return Effect(
            part=self.draft.part,
            number=self.number,
            span=span,
            kind=kind,
            language="ja",
            bullet=bullet,
            printed_no=self.group.number,
            speed=speed(kind, self.draft.card, self.draft.part),
            mandatory=None if kind == "card_activation" else must,
            places=() if kind == "card_activation" else head.places or ("field",),
            once=head.once,
            condition=condition,
            cost=cost,
            targets=head.targets,
            actions=settle(self.draft, deeds, head),
            residue=tuple([self.draft.folded.span(a, b) for a, b in residue]) if residue else (),
        )

    def _granted(self) -> list[Effect]:
        """Option rows of effects that a card (this one under a condition, or others) gains: effects of a monster, whatever gives them."""
        to_others = self.group.line.role != "once" and _OWN_GRANT.search(self.introduction.text) is None
        draft = self.draft
        if draft.card.card_type != "Monster":
            draft = replace(draft, card=replace(draft.card, card_type="Monster", property=None))
        found: list[Effect] = []
        for k, bullet in enumerate(self.group.bullets, 1):
            if not bullet.sentences:
                continue
            lead = next((n for n, s in enumerate(bullet.sentences) if s.line.role == "act"), None)
            line = bullet.sentences[lead].line if lead is not None else read_old(bullet.sentences[0].text)
            if lead is None and line.role == "old" and self.group.number is None:
                lead = 0
            inner = Group(bullet.sentences, lead, line, (), bullet.start, bullet.end, self.group.number)
            found += [replace(effect, bullet=k, granted=to_others) for effect in build(draft, inner, self.number, False)]
        return found


def build(draft: Draft, group: Group, number: int, first: bool) -> list[Effect]:
    """The records of one group; `number` is its order in the part, `first` whether it is the first effect (not a rule) of the part."""
    return _Builder(draft, group, number, first).effects()
