"""From the sentences of one Japanese effect to its record: actions with their objects settled, spans led back to the raw text."""

import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from pipeline.read.ja_actions import Deed, parse_actions
from pipeline.read.ja_condition import Head, marks, parse_head, taken_from, windows
from pipeline.read.ja_fold import Folded
from pipeline.read.ja_group import Group, read_line, read_old
from pipeline.read.ja_kind import LASTING, activated_kind, applied_kind, speed
from pipeline.read.ja_split import Bullet, Sentence
from pipeline.records import ACTIVATED, Action, Card, Condition, Effect, Event, Kind, Link, Mark, Object, Part, Place, ResponseTo, Span
from pipeline.windows import ALL, NONE, Window

_QUICK_NOTE = re.compile(
    r"相手の?ターン(?:で|に)?も[^。]*(?:発動|使用)|(?:自分・相手|お互いの)ターンに[^。]*発動できる効果|誘発即時効果として|相手のターンにも"
)
_AT_ACTIVATION = re.compile(r"このカードを発動|このカードの発動時|発動時の効果処理")
# A lasting card's effect that is applied as it is activated, without a clause of its own.
_ON_ACTIVATION = re.compile(
    r"^このカードの発動時(?:の効果処理として|に)、|^このカードは発動後、?(?:以下の|効果|通常|モンスター|装備)|^発動後このカードは|^このカードは[^。]*発動する(?:事|こと)(?:も|が)できる。(?:その場合|この効果)"
)
_WORN = re.compile(
    r"このカードが[^。]{0,16}装備されて|装備されているこのカード|装備モンスター|装備カード(?:になって|扱い)いる|このカードの効果で特殊召喚した|①の効果で"
)
_FROM_HAND = re.compile(r"^(?:このカードを手札から|手札から(?:この|「))|手札のこのカード")
_FROM_GRAVE = re.compile(r"墓地の?(?:に存在する)?このカード|このカードを墓地から")
# "2 or more: ..." in front of what a bullet does.
_LABEL = re.compile(r"[^。、:]{1,24}:")
_FOLLOWING = re.compile("以下|次の効果|下記")
_GRANT = re.compile(r"効果を(?:[0-9]つ)?(?:得る|加える|持つ)|効果を得て")
_OWN_GRANT = re.compile(r"このカードは[^。]*効果を得る|このカードが[^。]*場合、以下の効果を得る|このカードは[^。]*以下の効果を")
_STEP_LONG = re.compile(r"ダメージステップ(?:の間|終了時まで|中)")
_ONLY = re.compile(r"ダメージ計算時(?:のみ|だけ)")
_SUMMONS = frozenset(
    {"special_summon", "fusion_summon", "ritual_summon", "synchro_summon", "xyz_summon", "link_summon", "pendulum_summon", "normal_summon"}
)
PAYMENTS = frozenset({"discard", "tribute", "pay_lp", "detach"})
_NO_HEAD = Head(Condition(), (), False, (), None, "unsaid", (), 0)


class Draft(NamedTuple):
    """What belongs to the card and the part while its effects are built."""

    folded: Folded
    card: Card
    part: Part
    lasting: bool

    def span(self, start: int, end: int) -> Span:
        """Raw span of a stretch of the working text."""
        return self.folded.span(start, end)

    def notes(self, start: int, end: int) -> Iterable[str]:
        """Bracketed notes in a stretch of the working text."""
        return [n.text for n in self.folded.notes if start <= n.at <= end] if self.folded.notes else ()


class Body(NamedTuple):
    """A resolution (or cost) before its spans are raw: deeds with the place their spans count from."""

    deeds: tuple[tuple[int, Deed], ...]
    residue: tuple[Span, ...]  # working text


def body(sentences: Iterable[Sentence], begin: int = 0, remarks: bool = False) -> Body:
    """The actions of several sentences; `begin` skips the start of the first (an old text's condition).

    Remarks about the effect itself are passed over unless `remarks` is set.
    """
    deeds: list[tuple[int, Deed]] = []
    residue: list[Span] = []
    for sentence in sentences:
        if begin or remarks or read_line(sentence.text).role not in ("once", "about"):
            parsed = parse_actions(sentence.text, begin)
            deeds += [(sentence.start, deed) for deed in parsed.deeds]
            residue += [(sentence.start + a, sentence.start + b) for a, b in parsed.residue]
        begin = 0
    return Body(tuple(deeds), tuple(residue))


def settle(draft: Draft, deeds: Iterable[tuple[int, Deed]], head: Head) -> tuple[Action, ...]:
    """Actions of a whole effect: who "it" is, what opens the resolution, what "negate it" negates."""
    actions: list[Action] = []
    own = others = target = False
    for offset, deed in deeds:
        what, thing, link = deed.what, deed.object, deed.link
        # An old text selects its target here; `targets` says so already.
        if what == "select" and head.targets:
            continue
        if what in _SUMMONS:
            if thing == "self":
                own = True
            elif thing == "that":
                target = True
            else:
                others = True
            settled: Object = ("target" if head.targets else "that") if thing == "that" else thing
        elif thing == "that":
            settled = "summoned" if target or (others and not head.targets) else "target" if head.targets else "that"
        else:
            settled = "summoned" if thing == "self" and own else thing
        first: Link = "first" if not actions else link
        span = draft.span(offset + deed.start, offset + deed.end)
        action = Action(what, first, deed.optional, settled, deed.delayed, deed.treated_as, span)
        answers = head.condition.responds_to
        if what == "negate_activation" and "summon" in answers:
            if "activation" in answers:
                actions.append(action)
                action = msgspec.structs.replace(action, what="negate_summon", link="or")
            else:
                action = msgspec.structs.replace(action, what="negate_summon")
        actions.append(action)
    return tuple(actions)


def raw_condition(draft: Draft, condition: Condition, offset: int, stop: int, mark: Mark | None, must: bool) -> Condition:
    """A condition with its spans led back to the raw text."""
    return Condition(
        events=tuple(msgspec.structs.replace(e, span=draft.span(e.span[0] + offset, e.span[1] + offset)) for e in condition.events),
        responds_to=condition.responds_to,
        window=condition.window,
        names_step=condition.names_step,
        mark=condition.mark or mark,
        phases=condition.phases,
        whose_turn=condition.whose_turn,
        mandatory_word=must,
        states=tuple(draft.span(a + offset, b + offset) for a, b in condition.states),
        battle_of=condition.battle_of,
        span=draft.span(offset, offset + stop),
    )


def applied_windows(text: str) -> Window:
    """The windows that a text without activation names: durations count here."""
    if "ダメージ" not in text:
        return NONE
    found = windows(text)
    if _ONLY.search(text):
        found |= Window.DURING_CALC
    if _STEP_LONG.search(text):
        found |= ALL
    return found


def merge(parent: Head, own: Head) -> Head:
    """The head of an option: what the common clause says and what the option adds."""
    a, b = parent.condition, own.condition
    return parent._replace(
        condition=msgspec.structs.replace(
            a,
            responds_to=a.responds_to + tuple(r for r in b.responds_to if r not in a.responds_to),
            window=a.window | b.window,
            names_step=a.names_step or b.names_step,
            mark=a.mark or b.mark,
            phases=a.phases + tuple(p for p in b.phases if p not in a.phases),
            whose_turn=a.whose_turn or b.whose_turn,
            battle_of=a.battle_of or b.battle_of,
        ),
        targets=parent.targets or own.targets,
        places=parent.places or own.places,
        turns=own.turns if parent.turns == "unsaid" else parent.turns,
    )


def head_of(sentence: Sentence, stop: int, old: bool) -> Head:
    """The head of the sentence that opens an effect."""
    if not old:
        return parse_head(sentence.text, stop)
    head = parse_head(sentence.text, stop, True) if stop else _NO_HEAD
    condition = head.condition
    if "ダメージ計算を行わず" in sentence.text and not condition.window:
        condition = msgspec.structs.replace(condition, window=Window.START)
    elif not condition.window and any(e.what in ("battles", "attacks") for e in condition.events):
        condition = msgspec.structs.replace(condition, window=windows(sentence.text))
    once = head.once or ("turn" if "1ターンに1度" in sentence.text else None)
    places = head.places
    if not places and "手札から" in sentence.text and _FROM_HAND.search(sentence.text):
        places = ("hand",)
    if "墓地" in sentence.text and not places and _FROM_GRAVE.search(sentence.text):
        places = ("gy",)
    targets = "選択し、" in sentence.text or "選択して" in sentence.text
    return head._replace(condition=condition, cost=(), residue=(), once=once, places=places, targets=targets)


def paid(head: Head, told: Body, lead: Sentence, more: bool) -> tuple[Head, Body]:
    """An old text's cost taken out of its actions: what is done "by doing ...", or a first sentence that only pays."""
    opening = [k for k, (offset, deed) in enumerate(told.deeds) if offset == lead.start]
    last = max((k for k in opening if told.deeds[k][1].paid), default=-1)
    if last < 0 and more and opening and all(told.deeds[k][1].what in PAYMENTS for k in opening):
        last = opening[-1]
    if opening and told.deeds[opening[-1]][1].optional:
        # "can" of an old text is the player's choice to activate, not one at resolution.
        told = told._replace(deeds=tuple((o, d._replace(optional=False) if o == lead.start else d) for o, d in told.deeds))
    if last < 0:
        return head, told
    return head._replace(cost=tuple(d for _, d in told.deeds[: last + 1] if d.what != "choose")), told._replace(deeds=told.deeds[last + 1 :])


def applied_list(bullets: Iterable[Bullet], introduction: str) -> Body:
    """What the bullets of a resolution do: left to choice where the words before them say so, conditional where they have labels."""
    optional = "できる" in introduction
    choice = "1つ" in introduction or "いずれか" in introduction
    deeds: list[tuple[int, Deed]] = []
    residue: list[Span] = []
    for k, bullet in enumerate(bullets):
        told = body(bullet.sentences)
        label = _LABEL.match(bullet.sentences[0].text) if bullet.sentences else None
        # The lowest step of "1 or more: ..., 2 or more: ..." is done whenever anything is.
        conditional = label is not None and (k > 0 or "以上" not in label[0])
        for n, (offset, deed) in enumerate(told.deeds):
            link: Link = "or" if choice and k and not n else deed.link
            deeds.append((offset, deed._replace(optional=deed.optional or optional, delayed=deed.delayed or conditional, link=link)))
        # A bullet without a stop only names a card.
        if any(s.text.endswith("。") for s in bullet.sentences):
            residue += told.residue
    return Body(tuple(deeds), tuple(residue))


def answering(head: Head, deeds: Iterable[tuple[int, Deed]], counter: bool) -> Head:
    """The head of an effect that negates an activation or a Summon without saying that it answers one."""
    first = next(iter(deeds), None)
    negating = ("negate_activation", "negate_summon", "negate_effect") if counter else ("negate_activation", "negate_summon")
    if head.condition.responds_to or first is None or first[1].what not in negating:
        return head
    what: ResponseTo = "summon" if first[1].what == "negate_summon" else "activation"
    return head._replace(condition=msgspec.structs.replace(head.condition, responds_to=(what,)))


def is_card_activation(draft: Draft, group: Group, head: Head, words: str, first: bool) -> bool:
    """Whether this effect is (part of) the activation of the Spell or Trap Card itself."""
    card = draft.card
    if card.card_type == "Monster" or draft.part == "pendulum_effect":
        return False
    if card.property in LASTING:
        if group.lead is None or group.line.role != "act":
            return False
        return _AT_ACTIVATION.search(words) is not None or (
            group.number is None and len(group.sentences) == 1 and not group.bullets and not head.condition.events
        )
    if group.line.role != "act":
        return first and not (head.places and group.lead is not None)
    own = any(e.subject == "self" for e in head.condition.events)
    return not own and not (set(head.places) - {"set"}) and (first or not _WORN.search(words))


def places_of(draft: Draft, kind: Kind, head: Head) -> tuple[Place, ...]:
    """Where the effect is activated from."""
    if kind == "card_activation" or kind not in ACTIVATED:
        return head.places if kind in ACTIVATED and kind != "card_activation" else ()
    return head.places or ("field",)


def _bound(condition: Condition) -> bool:
    """Whether something makes the effect come up at all; without it, "is activated" is an old text's "can be"."""
    return bool(condition.events or condition.responds_to or condition.window or condition.phases)


def build(draft: Draft, group: Group, number: int, first: bool) -> list[Effect]:
    """The records of one group: one effect, or its options, or an effect that is given to other cards with its options."""
    card, part = draft.card, draft.part
    span = draft.span(group.start, group.end)
    words = group.sentences[group.lead].text if group.lead is not None else group.sentences[0].text
    whole = "".join(s.text for s in group.sentences)
    notes = draft.notes(group.start, group.end)
    mark = next((m for n in notes if (m := marks(n)) is not None), None)
    if mark is None and "ダメージステップ" in whole:
        mark = next((m for s in group.sentences if read_line(s.text).role == "about" and (m := marks(s.text)) is not None), None)
    quick_note = any(_QUICK_NOTE.search(n) for n in notes) or (
        "相手" in whole and any(_QUICK_NOTE.search(s.text) for s in group.sentences if read_line(s.text).role == "about")
    )
    ahead = [s for s in group.sentences if not group.bullets or s.end <= group.bullets[0].start] or [group.sentences[0]]
    introduction = next((s for s in reversed(ahead) if group.bullets and _FOLLOWING.search(s.text)), ahead[-1])
    grants = bool(group.bullets) and _GRANT.search(introduction.text) is not None
    as_activated = (
        part == "text" and card.card_type != "Monster" and draft.lasting and group.line.role != "act" and _ON_ACTIVATION.search(whole) is not None
    )
    if group.line.role == "once":
        return granted(draft, group, number, introduction, first)
    if group.lead is None and not as_activated and not (card.card_type != "Monster" and first and not draft.lasting):
        parsed = body(group.sentences)
        kind = applied_kind(whole, tuple(d for _, d in parsed.deeds), card)
        effect = Effect(
            part=part, number=number, span=span, kind=kind, language="ja", printed_no=group.number, actions=settle(draft, parsed.deeds, _NO_HEAD),
            applies_in=applied_windows(whole),
        )  # fmt: skip
        return [effect, *granted(draft, group, number, introduction, first)] if grants else [effect]
    old = group.line.role != "act"
    must = group.line.must
    if group.lead is None:
        head, lead, offset, stop = _NO_HEAD._replace(targets="選択し" in words or "対象として" in words), group.sentences[0], 0, 0
        head = head_of(lead, 0, True)
        rest = body(group.sentences, remarks=len(group.sentences) == 1)
        offset = lead.start
    else:
        lead = group.sentences[group.lead]
        offset, stop = lead.start, group.line.stop
        head = head_of(lead, stop, old)
        others = [s for k, s in enumerate(group.sentences) if k != group.lead]
        rest = body([lead, *others], stop) if old else body(others)
        if old:
            head, rest = paid(head, rest, lead, bool(others))
            must = must and not head.cost
    activation = as_activated or is_card_activation(draft, group, head, words, first)
    options = not old and bool(group.bullets) and introduction is lead and "適用" not in words[-12:]
    if options and not any(parse_actions(s.text).deeds for b in group.bullets for s in b.sentences):
        options = False
    head = answering(head, rest.deeds, card.property == "Counter")
    if not activation and not any(e.subject == "self" and not e.past for e in head.condition.events) and not head.places:
        head = head._replace(places=taken_from("".join(s.text for s in group.sentences[1:]) if not old else whole))
    places = head.places
    kind = "card_activation" if activation else activated_kind(head, card, part, must, quick_note, places, words)
    if lead.text.startswith("リバース:"):
        head = head._replace(condition=msgspec.structs.replace(head.condition, events=(Event("flipped", "self", "unsaid", (0, 4)),)))
        kind, must = "flip", group.line.must
    condition = raw_condition(draft, head.condition, offset, stop, mark, must)
    cost = settle(draft, ((offset, d) for d in head.cost), _NO_HEAD)
    residue = [(a + offset, b + offset) for a, b in head.residue] + list(rest.residue)

    def made(
        kind: Kind,
        head: Head,
        condition: Condition,
        cost: tuple[Action, ...],
        span: Span,
        bullet: int | None,
        deeds: Iterable[tuple[int, Deed]],
        left: Iterable[Span],
    ) -> Effect:
        return Effect(
            part=part,
            number=number,
            span=span,
            kind=kind,
            language="ja",
            bullet=bullet,
            printed_no=group.number,
            speed=speed(kind, card, part),
            mandatory=None if kind == "card_activation" else must and kind != "ignition" and (kind != "quick" or _bound(head.condition)),
            places=places_of(draft, kind, head),
            once=head.once,
            condition=condition,
            cost=cost,
            targets=head.targets,
            actions=settle(draft, deeds, head),
            residue=tuple(draft.span(a, b) for a, b in left),
        )

    if not options:
        listed = applied_list(group.bullets, introduction.text) if not grants else Body((), ())
        deeds = [*rest.deeds, *listed.deeds]
        left = [*residue, *listed.residue]
        effect = made(kind, head, condition, cost, span, None, deeds, left)
        return [effect, *granted(draft, group, number, introduction, first)] if grants else [effect]
    found: list[Effect] = []
    for k, bullet in enumerate(group.bullets, 1):
        if not bullet.sentences:
            continue
        opening = bullet.sentences[0]
        told_line = read_line(opening.text)
        common = list(rest.deeds)
        if told_line.role == "act":
            own = head_of(opening, told_line.stop, False)
            both = merge(head, own)
            part_condition = raw_condition(draft, own.condition, opening.start, told_line.stop, mark, must)
            joined = msgspec.structs.replace(
                raw_condition(draft, both.condition, offset, stop, mark, must),
                events=condition.events + part_condition.events,
                states=condition.states + part_condition.states,
            )
            own_cost = settle(draft, ((opening.start, d) for d in own.cost), _NO_HEAD)
            told = body(bullet.sentences[1:])
            own_residue = [(a + opening.start, b + opening.start) for a, b in own.residue]
            seen = both._replace(condition=joined)
            own_kind: Kind = "card_activation" if activation else activated_kind(seen, card, part, must, quick_note, places, words)
            found.append(
                made(
                    own_kind,
                    seen,
                    joined,
                    cost + own_cost,
                    draft.span(group.start if k == 1 else bullet.start, bullet.end),
                    k,
                    [*told.deeds, *common],
                    [*own_residue, *told.residue],
                )
            )
        else:
            told = body(bullet.sentences)
            found.append(
                made(
                    kind,
                    head,
                    condition,
                    cost,
                    draft.span(group.start if k == 1 else bullet.start, bullet.end),
                    k,
                    [*told.deeds, *common],
                    told.residue,
                )
            )
    return found


def granted(draft: Draft, group: Group, number: int, introduction: Sentence, first: bool) -> list[Effect]:
    """Option rows of effects that a card (this one under a condition, or others) gains."""
    others = group.line.role != "once" and _OWN_GRANT.search(introduction.text) is None
    monster = (
        draft if draft.card.card_type == "Monster" else draft._replace(card=msgspec.structs.replace(draft.card, card_type="Monster", property=None))
    )
    found: list[Effect] = []
    for k, bullet in enumerate(group.bullets, 1):
        if not bullet.sentences:
            continue
        lead = next((n for n, s in enumerate(bullet.sentences) if read_line(s.text).role == "act"), None)
        line = read_line(bullet.sentences[lead].text) if lead is not None else read_old(bullet.sentences[0].text)
        if lead is None and line.role == "old" and group.number is None:
            lead = 0
        inner = Group(bullet.sentences, lead, line, (), bullet.start, bullet.end, group.number)
        for effect in build(monster, inner, number, False):
            found.append(msgspec.structs.replace(effect, bullet=k, granted=others))
    return found
