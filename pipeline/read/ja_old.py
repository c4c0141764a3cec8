"""Old Japanese texts that never say "activate": which of their sentences are effects that start a chain all the same."""

import re
from functools import lru_cache

from msgspec.structs import replace

from pipeline.read.ja_actions import Deed, parse_actions
from pipeline.read.ja_condition import condition_of
from pipeline.read.ja_lines import RULE, Line
from pipeline.read.ja_moments import BOUND
from pipeline.records import Condition
from pipeline.windows import NONE

# What an effect that is activated does in the end; what only holds (protection, permission, restriction) is none of these.
_DOING = frozenset(
    {
        "activate", "add_to_hand", "apply", "atk_def_change", "attach", "attack_modify", "banish", "calculate_damage", "change_position", "choose",
        "coin_dice", "counter", "damage_modify", "declare", "destroy", "detach", "discard", "draw", "end_phase", "equip", "excavate",
        "fusion_summon", "gain_lp", "identity_change", "inflict_damage", "level_change", "look", "lose_lp", "move", "negate_activation",
        "negate_attack", "negate_effect", "negate_summon", "normal_summon", "opponent_chooses", "pay_lp", "place", "redirect_attack", "return",
        "reveal", "ritual_summon", "select", "send_to_gy", "set", "shuffle", "shuffle_deck", "skip", "special_summon", "swap", "synchro_summon",
        "take_control", "target", "tribute", "xyz_summon",
    }
)  # fmt: skip
# What is paid rather than done.
PAYMENTS = frozenset({"discard", "tribute", "pay_lp", "detach"})
# Of these, what holds as long as the card is there unless something makes it come up.
_HOLDING = frozenset({"atk_def_change", "level_change", "identity_change", "attack_modify", "damage_modify", "apply", "activate", "other"})
_GONE_WITH = "た(?:時|場合)に?、?(?:(?:このカード|そのモンスター|装備モンスター)(?:を|は)破壊(?:する|される|し(?!た))|装備モンスターをゲームから除外)"
_STATIC = re.compile(
    r"(?<!通常のドローを行う)(?<!攻撃する)代わりに(?!破壊)|を除く全て|破壊されない。?$|除外される。?$|として(?:も)?扱う|行かず|送らず|戻らず|なければならない"
    r"|破壊される場合|除外される場合|リリースされる場合|守備力を攻撃力が(?:超え|越え)[^。]*戦闘ダメージ|攻撃力が[^。]{0,12}守備力を(?:超え|越え)[^。]*戦闘ダメージ"
    r"|以下の効果を加える|装備した(?:装備)?モンスターのコントロールを得る。?$"
    r"|フェイズ毎に[^。]*なければ、?このカードを破壊"
    # What befalls a card and the one that it belongs to is one thing, no effect is activated.
    rf"|破壊され{_GONE_WITH}|離れ{_GONE_WITH}|なくなっ{_GONE_WITH}|になっ{_GONE_WITH}"
    r"|このカードがフィールド上?から離れた(?:時|場合)、(?:その|この効果で|選択した)|このカードは[^。]*手札から[^。]*セット"
    r"|攻撃する場合、(?!(?:その)?ダメージ計算)|ダメージ計算する場合、(?!(?:その)?ダメージ計算)|このカードのコントローラーは[^。]*フェイズ"
    r"|発動後、?(?:[0-9]回目|次)の[^。]*フェイズ"
    r"|の効果(?:によって|で)特殊召喚(?:に成功)?した場合、このカード(?:は|の元々)|が戦闘(?:で|によって)破壊した[^。、]*の効果を無効"
    r"|ダメージステップ終了時に[^。]*カウンターを[^。]{0,6}置く|を対象(?:に|と)(?:する|した)[^。]*効果を無効に"
    r"|発動(?:する|した)[^。]*効果は無効(?:化される|になる)|ダメージステップの間|チェーンが発生(?:する度|した場合)"
    r"|戦闘ダメージ(?:を受ける|を与える|が発生する)場合、|ダメージ(?:を|は)受けない。?$"
    r"|戦闘(?:で|によって)破壊した[^。、]*の効果は無効(?:化される|になる)"
)
# The same of what stands at the beginning.
_STATIC_OPENING = re.compile(
    r"(?!1ターンに1度)[^。]*度に、?(?:このカード|フィールド)[^。]*カウンターを[^。]{0,6}(?:置く|置き|乗せ)|(?:また、)?このカードは(?:戦闘を行った|攻撃した)場合|[0-9]回目の[^。]*フェイズ時にこのカードを破壊"
    r"|(?:また、)?このカードの元々の(?:攻撃力|守備力)[^。]*になる|(?![^。]*フェイズ)[^。]*存在(?:する|しない)場合に?、?このカードを破壊する|[0-9・~]+(?:の目)?が出た場合"
)
_MOMENT_PHASES = re.compile(r"(?:スタンバイ|エンド|ドロー)フェイズ(?:開始時|時|毎)?(?:に|毎に|、|ごとに)|バトルフェイズ(?:終了時|開始時)(?:に|、)")
# Old texts put the moment anywhere before the verb.
_AT = "(?:に|毎に|で(?!は))(?![0-9一]度)"
_OLD_BOUND = re.compile(
    rf"フェイズ[12]?(?:開始時|終了時|時|毎)?{_AT}|(?<!特殊)召喚時に(?!、|生け贄|リリース|除外)|計算[前時後]{_AT}|ステップ(?:開始時|終了時|時)?{_AT}|度(?<![0-9一]度){_AT}"
    r"|た(?:時|場合)(?![、にでのはもが])|る(?:時|場合)(?![、にでのはもが])"
)
# The battle told by the monster it struck: "returns a monster that this card destroyed by battle".
_STRUCK = re.compile(
    r"(?:このカードが(?:相手モンスターを)?戦闘(?:によって|で)[^。、]{0,12}(?:破壊した|破壊し(?:相手の)?墓地[へに]送った)"
    r"|^[^。、]*戦闘ダメージを与えた)(?=[^。、]*(?:モンスター|カード))"
    # ... or by who struck this card.
    r"|^[^。、]*このカードを[^。、]{0,6}破壊した(?=(?:カードのコントローラー|プレイヤー)[はに])"
)
_HOW = r"(?:表側[^。、]{0,6}で|守備表示で|攻撃表示で)?"
_SUMMONS_ITSELF = re.compile(
    r"(?:このカード(?:は[^。、]*(?:手札|墓地|デッキ)|を[^。、]*手札)|^手札|^墓地)から(?:自分フィールド上に|相手フィールド上に)?"
    rf"{_HOW}(?:特殊召喚|召喚)(?:する事が)?でき"
    r"|このカードは[^。]*(?:手札から特殊召喚|召喚)(?:する事が)?でき|場合に?のみ[^。]{0,16}特殊召喚"
    rf"|場合に{_HOW}特殊召喚(?:する事が)?でき|(?:召喚|特殊召喚)する場合、"
)
# "... only if you banished ...": how it is Summoned, although the words tell an event.
_SUMMONED_BY = re.compile(
    rf"(?:除外|リリース|送|捧げ|戻|捨て)[^。、]{{0,6}}(?:た場合に?(?:のみ)?、?|事でのみ)"
    rf"(?:(?:エクストラデッキ|EXデッキ|手札)から)?{_HOW}特殊召喚(?:する(?:事|こと)が)?(?:でき|が可能)|効果でのみ特殊召喚(?:する(?:事|こと)が)?でき"
)
_BY_COST = re.compile(
    r"(?:事|こと)で(?!き)|(?:捧げ|(?:リリース|除外)す|墓地[へに]送|捨て)る度に|を払って|捨てて|リリースして|墓地へ送って|除外して|取り除いて|生け贄に捧げて"
)
_EACH_COST = re.compile(r"(?:捧げ|(?:リリース|除外)す|墓地[へに]送|捨て)る度に")
_COUNTING = re.compile(r"カウンターを[^。]{0,6}(?:置く|置き|乗せ)")
# What cards are like, rather than what is done to them.
_STATIVE = re.compile(r"(?:表示になる|無効に(?:なる|される)|無効化される|必要なくなる|までになる)。?$")
# What holds only on some later turn comes up as an effect.
_HOLDS_ON = re.compile(r"た(?:時|場合)、(?:次の(?:相手|自分)の?ターン|(?:相手|自分)(?:プレイヤー)?は次の(?:自分|相手)?の?ターン)")
# "If this card was destroyed, it is Special Summoned during the End Phase": activated then.
_COMES_BACK = re.compile(r"(?:このカードは)?(?:その(?:ターンの)?)?エンドフェイズ時?に(?=[^。]*特殊召喚(?:され|する))")
_LASTS = "存在する限り、"
_FLIP = "リバース:"


def _bound(sentence: str, last: Deed) -> int:
    """Where the condition of a sentence ends, 0 without one: at the moment of its event, or at the last moment before what it does."""
    bound = 0
    for pattern in (BOUND, _OLD_BOUND):
        for found in pattern.finditer(sentence):
            if bound < found.end() < last.end:
                bound = found.end()
        # The moment of the event is enough; a later one dates what is done, a return from where the card went aside.
        if bound and condition_of(sentence[:bound]).events:
            later = _COMES_BACK.match(sentence, bound)
            return bound if later is None else later.end()
    if not bound and "は墓地" not in sentence:
        struck = _STRUCK.search(sentence)
        return struck.end() if struck else 0
    return bound


def _comes_up(sentence: str, bound: int, since: int) -> bool:
    """Whether something in the condition makes the effect come up: an event from `since` on, an answer, a window, a phase."""
    told = condition_of(sentence[:bound])
    for event in told.events:
        going_on = event.what in ("battles", "attacks") and sentence[event.span[1] - 1] != "た"
        if not event.past and event.span[0] >= since and not going_on and not ("度に" in sentence and _COUNTING.search(sentence)):
            return True
    if told.responds_to or told.window is not NONE or not {"main", "battle_step", "battle"}.isdisjoint(told.phases):
        return True
    return bool(told.phases) and _MOMENT_PHASES.search(sentence, 0, bound) is not None


@lru_cache(maxsize=16384)
def read_old(sentence: str) -> Line:
    """A sentence without the word "activate" in an unnumbered text: an effect that is activated all the same ("old"), or a "rule"."""
    if sentence.startswith(_FLIP):
        return Line("old", len(_FLIP), not any(d.optional for d in parse_actions(sentence, len(_FLIP)).deeds))
    static = _STATIC.search(sentence) or _STATIC_OPENING.match(sentence) or _SUMMONED_BY.search(sentence)
    deeds = () if static else parse_actions(sentence).deeds
    if not deeds:
        return RULE
    last = deeds[-1]
    once = "1ターンに1度" in sentence
    holds = last.what == "restrict" and _HOLDS_ON.search(sentence) is not None
    if last.what not in _DOING and not (once and last.optional) and not holds:
        return RULE
    must = not any(d.optional or d.paid for d in deeds)
    lasts = sentence.find(_LASTS)
    since = lasts + len(_LASTS) if lasts >= 0 else 0
    bound = _bound(sentence, last)
    if bound and _comes_up(sentence, bound, since):
        return Line("old", bound, must)
    if holds:
        return RULE
    if bound <= since and not once and _STATIVE.search(sentence):
        return RULE
    if "ダメージ計算を行わず" in sentence or any(d.what in ("negate_activation", "negate_summon") for d in deeds):
        return Line("old", bound, must)
    if _SUMMONS_ITSELF.search(sentence):
        return RULE
    if once or "このカードを墓地から" in sentence or _BY_COST.search(sentence):
        # "Each time you Tribute" tells a cost, no event.
        return Line("old", 0 if _EACH_COST.search(sentence) else bound, must and last.what != "atk_def_change")
    if (
        last.what == "atk_def_change"
        and not since
        and "エンドフェイズ時まで" in sentence
        and "この効果で" not in sentence
        and "素材と" not in sentence
    ):
        # What is changed until the End Phase is done at some moment, and a text that names none leaves it to the player.
        return Line("old", bound, False)
    if since or last.what in _HOLDING or "は破壊される" in sentence or (last.object == "self" and last.delayed):
        return RULE
    return Line("old", bound, must) if last.optional or not last.delayed else RULE


def after_flip(sentence: str, at: int) -> Condition | None:
    """The moment that a sentence waits for behind its "flip:" (which ends at `at`); null where nothing but the flip is waited for."""
    rest = sentence[at:]
    deeds = parse_actions(rest).deeds
    bound = _bound(rest, deeds[-1]) if deeds else 0
    if not bound:
        return None
    told = condition_of(rest[:bound])
    own = [e for e in told.events if e.subject == "self" and e.what not in ("flipped", "attacks", "battles")]
    if not own and (not told.phases or "battle" in told.phases):
        return None
    events = tuple([replace(e, past=False, span=(e.span[0] + at, e.span[1] + at)) for e in own])
    return replace(told, events=events, states=tuple([(a + at, b + at) for a, b in told.states]))


def only_pays(sentence: str) -> bool:
    """Whether a sentence does nothing but pay ("Discard 1 card.")."""
    deeds = parse_actions(sentence).deeds
    return bool(deeds) and all(deed.what in PAYMENTS for deed in deeds)
