"""Which sentences of a Japanese section make one effect.

A numbered section is one effect. Older texts have no numbers: there a sentence that is activated (or that an old text phrases
as "when ..., do ...") opens an effect, and what refers back to it follows.
"""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from pipeline.read.ja_actions import parse_actions
from pipeline.read.ja_condition import BOUND, parse_head
from pipeline.read.ja_split import Bullet, Section, Sentence

Role = Literal["act", "old", "once", "about", "rule", "more"]

# "can be activated", "is activated" at the end of a sentence.
_ACTIVATION = re.compile(r"(?:発動(?:できる|する(?:事|こと)(?:が|も)できる|する|可能(?:である)?)|(?<=効果を)使用(?:できる|する事ができる))(?=。?$)")
# What is activated, where it is this effect itself ...
_ITSELF = (
    "このカードを",
    "以下の効果を",
    "次の効果を",
    "その効果を",
    "下記の効果を",
    "この効果を",
    "いずれかの効果を",
    "これらの効果を",
    "どちらかの効果を",
    "1つを",
    "効果を発動を",
)
# ... and where the words only widen when or from where.
_WIDER = ("手札から", "手札からも", "ターンでも", "からも", "でも", "ステップにも", "ターンにも")
_ABOUT = re.compile(
    r"^(?:また、|ただし、?|なお、)?(?:この(?:カード名の)?(?:[①-⑳・]+の|モンスター|コイントス)?効果(?:は(?!、?(?:自分|相手)の?(?:スタンバイ|エンド)|[^。]*同じになる)|の発動(?:と|に対して|を|は|にチェーン)|を発動する(?:ターン|場合|際)|を使用|を適用する(?:ターン|場合)|に対して|にチェーン)"
    r"|この発動|このカード(?:名)?の発動(?:に対して|を|と)|このカードを発動(?:する|した)(?:ターン|場合)|このカードは[^。]{0,24}発動(?:でき|する)|このカードの発動は|「」(?:の[①-⑳]*の?(?:モンスター)?効果)?は[^。]{0,20}[0-9一](?:度|枚)|発動ターン|このカードの効果は)"
)
# How often: "only once per turn", "up to twice per turn".
_LIMIT = re.compile(
    r"[0-9一](?:度|枚|回|体|つ)しか[^。]*でき(?:ない|ず)|[0-9一](?:度|枚|回|体|つ)(?:まで|ずつ|のみ|だけ)(?:しか)?(?:使用|発動|適用|選択)(?:する(?:事|こと)が)?できる|[0-9一](?:度|枚|回|つ)しか[^。]*行えない"
)
_LIMITED = re.compile(
    r"^(?:また、)?(?:相手は|お互い|自分は|プレイヤーは)|限り|効果を得る|^(?!(?:また、|ただし、?)?(?:この|「」|その効果|それぞれ|[①-⑳]|以下))"
)
_BACK = re.compile(
    r"^(?:その|それ|この(?:効果|方法|時|戦闘|ターン|トークン|モンスター(?!は)|デュエル|コイントス)|その後|さらに|選択し|選択され|対象の|めくった|当た|違った|ハズレ|確認し|残り|破壊した|除外した|リリースした|捨て|戻した|送った|墓地へ送った|装備した|見せ|宣言|どちら|また、この効果|ターン終了時|エンドフェイズ時?に|次の|発動後|相手はこの|相手がこの"
    r"|または、|特殊召喚した|特殊召喚に成功した場合、|引いた|ドローした|以後|以降|それぞれ|同じ|[①-⑳]の|表が|裏が|表だ|裏だ|自分がこの|互いに|[0-9]が出た|[0-9](?:回|枚|つ)とも|コイントス|払った|ただし|結果|手札に加えた|このカードの(?:①|この)?効果で|加えた|対象に(?:した|選択)|上記|違う場合|攻撃モンスター|当てた|出た目|偶数|奇数|コントロールを得た|フィールドから離れた)"
)
_AGAIN = re.compile(
    r"^(?:また、|さらに、この|このカードが|このカードは|このカードを|このカードの(?!効果で)|フィールド(?:上)?に(?:表側表示で)?存在するこのカード|自分フィールド(?:上)?に(?:表側(?:攻撃|守備)?表示で)?存在するこのカード|1ターンに1度|「」の|墓地の?(?:に存在する)?このカード|自分の墓地に存在するこのカード|装備モンスター|(?:裏側|表側|守備|攻撃)[^。、]{0,6}このカード|セットされたこのカード|リバース|モンスターに装備されているこのカード)"
)
_TRIGGER_WORD = re.compile(r"(?:た|る|の|宣言)(?:時|場合)(?:に|のみ)?、?|(?:フェイズ|ステップ)(?:開始時|終了時|時|毎)?(?:に|毎に|、)|時、")
_GRAVE = re.compile(
    r"墓地の?(?:に存在する)?このカード|このカードが[^。]{0,24}(?:墓地へ送られ|墓地に送られ|破壊され|除外され|離れ|捨てられ|加わっ|加えた)[^。]{0,24}(?:時|場合)|このカードが墓地に存在|墓地に(?:このカードが)?存在する(?:場合|限り|このカード)|セットされた(?:この)?カードが|表側表示のこのカードが|自分の墓地に存在するこのカード|墓地から除外"
)
# What an old effect does (rather than is): its last deed, if nothing older than the deed itself keeps it alive.
_DOING = frozenset(
    {
        "destroy", "banish", "special_summon", "send_to_gy", "return", "draw", "add_to_hand", "inflict_damage", "discard", "set", "equip", "place",
        "change_position", "take_control", "tribute", "gain_lp", "lose_lp", "excavate", "look", "shuffle_deck", "select", "negate_activation", "negate_effect",
        "negate_attack", "negate_summon", "coin_dice", "declare", "choose", "reveal", "fusion_summon", "synchro_summon", "xyz_summon", "attach", "detach",
        "pay_lp", "swap", "move", "counter", "atk_def_change", "end_phase", "skip", "calculate_damage", "redirect_attack", "activate", "normal_summon",
        "opponent_chooses", "shuffle", "level_change", "identity_change", "apply", "attack_modify", "ritual_summon", "target", "damage_modify",
    }
)  # fmt: skip
_STATIC = re.compile(
    r"代わりに(?!破壊)|を除く全て|破壊されない。?$|除外される。?$|として(?:も)?扱う|行かず|送らず|戻らず|なければならない|(?:破壊|除外|リリース)される場合|守備力を攻撃力が(?:超え|越え)[^。]*戦闘ダメージ|攻撃力が[^。]{0,12}守備力を(?:超え|越え)[^。]*戦闘ダメージ|このカードがフィールド(?:上)?から離れた(?:時|場合)、(?:その|この効果で|選択した)"
    r"|このカードは[^。]*手札から[^。]*セット|(?:攻撃|ダメージ計算)する場合、(?!(?:その)?ダメージ計算)|このカードのコントローラーは[^。]*フェイズ|^(?:また、)?このカードは(?:戦闘を行った|攻撃した)場合"
)


class Line(NamedTuple):
    """What one sentence is, apart from its neighbours."""

    role: Role
    stop: int  # where the activation verb begins; for an old effect, where its condition ends
    must: bool


class Group(NamedTuple):
    """The sentences of one effect: which of them opens it, and the bullets that hang on it."""

    sentences: tuple[Sentence, ...]
    lead: int | None  # index of the sentence with the activation clause
    line: Line
    bullets: tuple[Bullet, ...]
    start: int
    end: int
    number: int | None


@lru_cache(maxsize=65536)
def read_line(sentence: str) -> Line:
    """Role of a sentence by itself. "more" and "rule" are told apart by the neighbours."""
    if ("しか" in sentence or "できる" in sentence) and _LIMIT.search(sentence) and not _LIMITED.search(sentence):
        return Line("once", 0, False)
    if _ABOUT.match(sentence):
        return Line("about", 0, False)
    activation = _ACTIVATION.search(sentence) if "発動" in sentence or "使用" in sentence else None
    if activation is not None:
        before = sentence[: activation.start()]
        if not before.endswith(_WIDER) and (not before.endswith("を") or before.endswith(_ITSELF)):
            return Line("act", activation.start(), activation[0] == "発動する")
    return Line("more", 0, False)


_MOMENT_PHASES = re.compile(r"(?:スタンバイ|エンド|ドロー)フェイズ(?:開始時|時|毎)?(?:に|毎に|、|ごとに)|バトルフェイズ(?:終了時|開始時)(?:に|、)")
# Old texts put the moment anywhere before the verb.
_OLD_BOUND = re.compile(
    r"(?:フェイズ[12]?(?:開始時|終了時|時|毎)?|計算[前時後]|ステップ(?:開始時|終了時|時)?|(?<![0-9一])度)(?:に|毎に|で(?!は))(?![0-9一]度)|[たる](?:時|場合)(?![、にでのはもが])"
)
# The battle told by the monster it destroyed: "returns a monster that this card destroyed by battle".
_BEATEN = re.compile(
    r"(?:このカードが(?:相手モンスターを)?戦闘(?:によって|で)[^。、]{0,12}(?:破壊した|破壊し(?:相手の)?墓地[へに]送った)|^[^。、]*戦闘ダメージを与えた)(?=[^。、]*(?:モンスター|カード))"
)
_SUMMON_ITSELF = re.compile(
    r"(?:このカード(?:は[^。、]*(?:手札|墓地|デッキ)|を[^。、]*手札)|^手札|^墓地)から(?:自分フィールド上に|相手フィールド上に)?(?:表側[^。、]{0,6}で|守備表示で|攻撃表示で)?(?:特殊召喚|召喚)(?:する事が)?でき"
    r"|このカードは[^。]*(?:手札から特殊召喚|召喚)(?:する事が)?でき|場合(?:に)?のみ[^。]{0,16}特殊召喚|場合に(?:表側[^。、]{0,6}で)?特殊召喚(?:する事が)?でき|(?:召喚|特殊召喚)する場合、"
)
_BY_COST = re.compile(r"(?:事|こと)で(?!き)|を払って|捨てて|リリースして|墓地へ送って|除外して|取り除いて|生け贄に捧げて")
_COUNTING = re.compile(r"カウンターを[^。]{0,6}(?:置く|置き)")


@lru_cache(maxsize=16384)
def read_old(sentence: str) -> Line:
    """An unnumbered text's sentence without the word "activate": an effect that is activated all the same ("old"), or a "rule"."""
    rule = Line("rule", 0, False)
    if sentence.startswith("リバース:"):
        parsed = parse_actions(sentence, 5)
        return Line("old", 5, not any(d.optional for d in parsed.deeds))
    keeps = sentence.find("存在する限り、")
    skip = keeps + 7 if keeps >= 0 else 0
    if _STATIC.search(sentence):
        return rule
    parsed = parse_actions(sentence)
    if not parsed.deeds:
        return rule
    last = parsed.deeds[-1]
    must = not any(d.optional for d in parsed.deeds)
    if last.what not in _DOING:
        return rule
    answers = any(d.what in ("negate_activation", "negate_summon") for d in parsed.deeds)
    bound = 0
    for pattern in (BOUND, _OLD_BOUND):
        for found in pattern.finditer(sentence):
            if bound < found.end() < last.end:
                bound = found.end()
        # The moment of the event is enough; a later one dates what is done.
        if bound and parse_head(sentence, bound, True).condition.events:
            break
    if not bound and (beaten := _BEATEN.search(sentence)) is not None and "は墓地" not in sentence:
        bound = beaten.end()
    told = parse_head(sentence, bound, True).condition if bound else None
    if told is not None:
        current = [
            e for e in told.events if not e.past and e.span[0] >= skip and not (e.what in ("battles", "attacks") and sentence[e.span[1] - 1] != "た")
        ]
        counted = _COUNTING.search(sentence) is not None and "度に" in sentence
        if (current and not counted) or told.responds_to or told.window or (told.phases and _MOMENT_PHASES.search(sentence, 0, bound)):
            return Line("old", bound, must)
        if "main" in told.phases or "battle_step" in told.phases or "battle" in told.phases:
            return Line("old", bound, must)
    if "ダメージ計算を行わず" in sentence or answers:
        return Line("old", bound, must)
    if _SUMMON_ITSELF.search(sentence):
        return rule
    if "1ターンに1度" in sentence or _BY_COST.search(sentence):
        return Line("old", bound, must and last.what != "atk_def_change")
    if skip:
        return rule
    if last.what in ("atk_def_change", "level_change", "identity_change", "attack_modify", "damage_modify", "apply", "activate", "other"):
        return rule
    if "は破壊される" in sentence or last.object == "self" and last.delayed:
        return rule
    return Line("old", bound, must) if last.optional or not last.delayed else rule


_STAYS = re.compile(r"このカードが[^。]{0,16}存在する限り|この(?:効果|カード)(?:は|を)[^。]*のみ")
_NO_NORMAL = re.compile(r"通常召喚(?:及び|・)?[^。]*できない|特殊召喚できない")
_OWN_WAY = re.compile(r"特殊召喚(?:する(?:事|こと)が)?(?:でき|が可能)|降臨|特殊召喚しなければ")


def _closed(sentences: list[Sentence], lead: int | None, line: Line, bullets: tuple[Bullet, ...], number: int | None) -> Group:
    end = max(sentences[-1].end, bullets[-1].end if bullets else 0)
    return Group(tuple(sentences), lead, line, bullets, sentences[0].start, end, number)


def group(section: Section, lasting: bool, rules_only: bool = False) -> tuple[list[Group], list[tuple[Sentence, int]]]:
    """The effects of an unnumbered section, and its sentences that only limit how often (with the index of the group before).

    `lasting`: the card stays on the field and has effects there (monsters, Continuous, Field and Equip cards, Pendulum Zones);
    all others are one effect, what they do in the Graveyard aside. `rules_only`: the section stands in front of numbered ones,
    so that nothing in it is activated.
    """
    groups: list[Group] = []
    limits: list[tuple[Sentence, int]] = []
    hanging = dict(section.bullets)
    now: list[Sentence] = []
    lead: int | None = None
    line = Line("rule", 0, False)
    bullets: tuple[Bullet, ...] = ()
    resolved = False

    def close() -> None:
        nonlocal now, lead, bullets
        if now:
            groups.append(_closed(now, lead, line, bullets, section.number))
        now, lead, bullets = [], None, ()

    for k, sentence in enumerate(section.sentences):
        told = read_line(sentence.text)
        follows = False
        if rules_only and told.role != "once" and not (told.role == "act" and "このカードを発動" in sentence.text):
            told = Line("rule", 0, False)
        if told.role == "once" and "以下の効果を得る" not in sentence.text:
            if k in hanging:
                # "The following effects can each be used once per turn": every bullet is an effect of its own.
                close()
                groups.append(Group((sentence,), None, told, hanging[k], sentence.start, hanging[k][-1].end, section.number))
            else:
                limits.append((sentence, len(groups) + bool(now)))
            continue
        if told.role == "more" and lasting and not (now and lead is not None and line.role == "act" and not resolved):
            told = read_old(sentence.text)
        if now and rules_only:
            follows = told.role != "act" and (
                bool(_BACK.match(sentence.text)) or bool(_NO_NORMAL.search(now[-1].text) and _OWN_WAY.search(sentence.text))
            )
        elif now:
            opened = lead is not None
            if told.role == "about":
                follows = True
            elif told.role == "act":
                # A sentence that only says "if ..." before the activation sentence belongs to it.
                follows = not lasting and not opened and not _GRAVE.search(sentence.text)
            elif not lasting:
                follows = not (_GRAVE.search(sentence.text) and read_old(sentence.text).role == "old" and not _BACK.match(sentence.text))
            elif opened and line.role == "act" and not resolved:
                # "Can be activated by paying ... . As long as this card is on the field ...": the first only activates the card.
                follows = not _STAYS.match(sentence.text)
            elif not opened and told.role == "rule" and _NO_NORMAL.search(now[-1].text) and _OWN_WAY.search(sentence.text):
                # "Cannot be Normal Summoned. Must be ..." is one summoning condition.
                follows = True
            elif bullets and not _BACK.match(sentence.text):
                follows = False
            elif _BACK.match(sentence.text):
                follows = True
            elif told.role == "old":
                follows = False
            else:
                follows = opened and not _AGAIN.match(sentence.text) and not sentence.text.startswith("また、")
        if follows:
            if told.role == "act" and lead is None:
                lead, line = len(now), told
            elif told.role != "about":
                resolved = True
            now.append(sentence)
        else:
            close()
            if told.role == "more" and not lasting and _GRAVE.search(sentence.text):
                told = read_old(sentence.text)
            now, line = [sentence], told
            lead = 0 if told.role in ("act", "old") else None
            resolved = told.role == "old"
        if k in hanging:
            bullets += hanging[k]
            resolved = True
    close()
    return groups, limits


def numbered(section: Section) -> tuple[Group | None, list[tuple[Sentence, int]]]:
    """The one effect of a numbered section, and its sentences that only limit how often."""
    kept: list[Sentence] = []
    limits: list[tuple[Sentence, int]] = []
    lead: int | None = None
    line = Line("rule", 0, False)
    bullets: tuple[Bullet, ...] = ()
    hanging = dict(section.bullets)
    for k, sentence in enumerate(section.sentences):
        told = read_line(sentence.text)
        if told.role == "once" and kept and "以下の効果を得る" not in sentence.text:
            limits.append((sentence, 0))
        else:
            if told.role == "act" and lead is None:
                lead, line = len(kept), told
            kept.append(sentence)
        bullets += hanging.get(k, ())
    bullets = hanging.get(-1, ()) + bullets
    if not kept:
        return None, limits
    return Group(tuple(kept), lead, line, bullets, section.start, section.end, section.number), limits
