"""What a Japanese resolution (or cost) does: its actions in order, and the clauses that nothing understood.

Works on one sentence of working text at a time and is cached, for sentences recur from card to card. What "that monster" is
only the whole effect can tell; `ja_resolve` settles it.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from pipeline.read.ja_verbs import Shape, Verb, verbs
from pipeline.records import Action, ActionWhat, Link, Object, Span

_PROCEDURES: tuple[tuple[str, ActionWhat], ...] = (
    ("融合召喚", "fusion_summon"), ("儀式召喚", "ritual_summon"), ("シンクロ召喚", "synchro_summon"), ("S召喚", "synchro_summon"),
    ("エクシーズ召喚", "xyz_summon"), ("X召喚", "xyz_summon"), ("リンク召喚", "link_summon"), ("L召喚", "link_summon"),
    ("ペンデュラム召喚", "pendulum_summon"), ("P召喚", "pendulum_summon"), ("特殊召喚", "special_summon"),
)  # fmt: skip
_PLAIN: dict[str, ActionWhat] = {
    "破壊": "destroy", "除外": "banish", "リリース": "tribute", "ドロー": "draw", "セット": "set", "装備": "equip", "シャッフル": "shuffle_deck",
    "確認": "look", "公開": "reveal", "宣言": "declare", "適用": "apply", "発動": "activate", "スキップ": "skip", "選択": "select", "移動": "move",
    "使用": "apply", "回復": "gain_lp", "攻撃宣言": "attack_modify", "攻撃": "attack_modify", "終了": "end_phase", "コピー": "grant", "追加": "grant",
    "指定": "choose", "登場": "special_summon", "開始": "other", "存在": "other", "解除": "other", "無視": "other", "勝利": "other", "消費": "other",
    "更新": "other", "反転": "other", "継続": "other", "送": "send_to_gy", "捨て": "discard", "見せ": "reveal", "めく": "excavate", "払": "pay_lp", "失": "lose_lp",
    "選": "choose", "与え": "inflict_damage", "上げ": "level_change", "下げ": "level_change", "上が": "level_change", "下が": "level_change",
    "振": "coin_dice", "投げ": "coin_dice", "当て": "coin_dice", "扱": "treat", "戻": "return", "返": "return", "加え": "add_to_hand",
    "加わ": "add_to_hand", "捧げ": "tribute", "抜": "other", "出": "special_summon", "終わ": "end_phase", "入れ替え": "swap", "入れ替わ": "swap", "交換": "swap",
    "移し替え": "redirect_attack", "選択し直": "redirect_attack", "並べ替え": "shuffle", "見": "look", "なく": "summon_permission", "振り直": "coin_dice",
    "代用": "treat", "引": "draw", "使": "treat", "従": "other", "変わ": "other", "揃え": "other", "付け": "grant", "減": "other", "回": "other", "増や": "other",
}  # fmt: skip
# What old texts pay in a connective clause.
_COSTS = frozenset({"discard", "tribute", "pay_lp", "detach"})
# Refused, these protect something; every other refusal restricts somebody.
_PROTECTED = frozenset({"破壊", "無効化", "適用", "戻"})
# The noun that a bare "make", "become" or "rise" is about: the last one that a particle marks.
_TOPIC = re.compile(
    r"(?P<stat>攻撃力|守備力|攻守)|(?P<damage>ダメージ)|(?P<level>レベル|ランク|スケール|リンクマーカー)|(?P<identity>属性|種族|カード名|モンスター名|種類|トークン名)|(?P<lp>LP|ライフポイント|ライフ)"
    r"|(?P<control>コントロール)|(?P<counter>カウンター)|(?P<limit>枚数制限|手札の?制限|手札枚数)"
)
_MARKED = re.compile(r"(?:・[^、・]{1,12}|それぞれ|及び[^、]{1,10}|と[^、はをが]{1,12})?(?:は|を|が|も|に|、|それぞれ|は?ターン終了時まで)")
_POSSESSOR = re.compile(
    r"(?P<self>このカード|このモンスター)|(?P<summoned>このトークン|そのトークン|この効果で特殊召喚(?:した|された)|この方法で特殊召喚した|^特殊召喚した(?!場合))|(?P<that>その(?!数|後|時|差|合計|元々|それぞれ|攻撃力|守備力|レベル)|対象の|選択した|それら|対象に選択|両方の?モンスター)"
    r"|(?P<other>自分フィールド|相手フィールド|フィールドの|フィールド上|全ての|装備モンスター|相手モンスター|自分の(?!墓地|手札|デッキ|LP|フィールド)|相手の(?!墓地|手札|デッキ|LP|フィールド)|「」|モンスター1体の攻撃力|他の)"
)
_LATER = re.compile(
    r"(?:(?<!表側表示で存在する)場合|する時|した時|(?<!その)(?<!この)(?<!発動)時|(?<![0-9一二三])度|ならば|れば|際|毎)(?:に|に、|のみ|にのみ|は|だけ)?、|(?:場合|(?<!発動)(?<!その)(?<!この)時|(?<![0-9一二三])度)(?:に|のみ)(?!発動)"
    r"|(?:エンドフェイズ|スタンバイフェイズ|ドローフェイズ|メインフェイズ[12]?|バトルフェイズ|ステップ)(?:開始時|終了時)?(?:時)?(?:毎)?(?:に|のみ)|(?:ダメージ計算[前時後]|ダメージステップの間|ダメージステップ終了時)(?:に|のみ|だけ|、|まで(?=、(?:相手|自分|そ)))"
    r"|ダメージステップの間|ダメージ計算時のみ|ターン終了時に|次の(?:自分|相手)?の?ターンの(?!終了時まで|エンドフェイズまで)|[0-9]ターン(?:後|目)"
)
_THAT = re.compile(r"(?:そ|対象)の(?:[^、をがは]*)$|それら?$|選択した[^、をがは]*$")
_DECK_EDGE = re.compile(r"デッキの(?:一番)?[上下]")
_IDENTITY = re.compile(r"属性|カード名|種族|「」")
_OPPONENT_DOES = re.compile(r"相手[はが](?![^、]*(?:存在|発動|召喚))")
_SUMMONED_AS = re.compile(r"召喚扱い")
_NAMED_SUMMON = re.compile(r"(?:特殊|通常|反転|融合|儀式|アドバンス|シンクロ|エクシーズ|リンク|ペンデュラム|再度|[ASXLP])?召喚")
# A clause that ends like a verb but holds none we know: left of a comma, right of the last action.
_LOOSE = re.compile(r"(?:[しりきえちみびずて]|って)$")
_ADVERB = re.compile(
    r"(?:により|につき|限り|及び|のみ|まで|ていれば|として|であり|であれば|において|ならば|よって|対して|除き|ごとに|向かって|及び|いずれも|それぞれ|もしくは|とおり|よりも?|際し|なし|関して|以外で|続けて|改めて|同じく|合わせて"
    r"|存在し|[がで]異なり|ており|応じて|無視して|おらず|続き|含み|持ち|なく|超え|ず|満たし|満たして|としてのみ|関わらず|対し|だけ|きり|あり|通して|加えて|限って|残り)$"
)  # fmt: skip


class Deed(NamedTuple):
    """One action in a sentence, spans relative to the sentence. `first` = nothing was done before it in this sentence."""

    what: ActionWhat
    link: Link
    optional: bool
    object: Object
    delayed: bool
    treated_as: bool
    start: int
    end: int
    joined: bool  # its clause goes on ("... and")
    paid: bool  # an old text's cost: "by discarding ..."

    def action(self, offset: int) -> Action:
        """The record, with its span moved by `offset`."""
        return Action(self.what, self.link, self.optional, self.object, self.delayed, self.treated_as, (self.start + offset, self.end + offset))


class Parsed(NamedTuple):
    """The actions of one sentence and the stretches that nothing understood."""

    deeds: tuple[Deed, ...]
    residue: tuple[Span, ...]


def _topic(words: str) -> str | None:
    """The stat, damage, Level ... that the words are about, as a group name of `_TOPIC`: the first with "wa", else the last marked."""
    found = None
    for topic in _TOPIC.finditer(words):
        mark = _MARKED.match(words, topic.end())
        if mark and not words.startswith("が0の", topic.end()):
            found = topic.lastgroup
            if mark[0].endswith("は"):
                break
    return found


def _owner(words: str) -> Object:
    """Whose ATK, DEF or whatever: the possessor that stands nearest before the noun."""
    found: Object = "other"
    for owner in _POSSESSOR.finditer(words):
        group = owner.lastgroup
        found = "self" if group == "self" else "summoned" if group == "summoned" else "that" if group == "that" else "other"
        if group == "self" and words.startswith(
            ("以外", "の効果で", "のリンク先", "と同", "を素材", "をリリース", "と戦闘", "を特殊召喚"), owner.end()
        ):
            found = "other" if not words.startswith("を特殊召喚", owner.end()) else "self"
    return found


def _stat_owner(before: str) -> Object:
    cut = max(before.rfind("攻撃力"), before.rfind("守備力"), before.rfind("攻守"))
    # The first stat of the clause is the one changed; later ones measure it.
    first = min(
        (
            n
            for n in (
                before.find("攻撃力は"),
                before.find("守備力は"),
                before.find("攻撃力・守備力は"),
                before.find("攻撃力を"),
                before.find("攻撃力が"),
            )
            if n >= 0
        ),
        default=cut,
    )
    return _owner(before[:first] if first >= 0 else before)


def _patient(clause: str) -> Object:
    """What is destroyed, Summoned, banished ...: the noun before the last "を", or the topic."""
    at = clause.rfind("を")
    words = clause[:at] if at >= 0 else clause
    if words.endswith(("このカード", "フィールドのこのカード", "墓地のこのカード")) or words.endswith("このモンスター"):
        return "self"
    if "選択して" in clause:
        return "that"
    tail = words[-24:]
    if _THAT.search(tail):
        return "that"
    if at < 0:
        return _owner(clause)
    return "other"


def _player(clause: str) -> Object:
    if "相手に" in clause or "相手は" in clause or "相手ライフ" in clause or "相手プレイヤー" in clause or "相手の" in clause:
        return "opponent"
    return "you"


def _negation(clause: str) -> ActionWhat:
    # "negate it": it is the activation (or the Summon) that the clause answers.
    if "それを無効" in clause or "それらを無効" in clause:
        return "negate_activation"
    if (
        "発動、" in clause
        or "発動または" in clause
        or "発動を" in clause
        or "発動は" in clause
        or "発動と効果" in clause
        or "発動及び効果" in clause
        or "発動・効果" in clause
        or "発動と処理" in clause
    ):
        return "negate_activation"
    if "攻撃を" in clause or "攻撃は" in clause:
        return "negate_attack"
    if "召喚を" in clause or "召喚は" in clause:
        return "negate_summon"
    return "negate_effect"


def _make(clause: str, before: str, shape: Shape) -> tuple[ActionWhat, Object]:
    """What "make X Y" or "X becomes Y" does."""
    tail = clause[-16:]
    if "無効" in tail:
        return ("protect", "other") if shape == "not" else (_negation(clause), _patient(clause) if "その" not in clause else "that")
    if "表示に" in tail or "表示で" in tail:
        return "change_position", _patient(clause)
    if "素材" in tail:
        if shape in ("not", "must"):
            return "restrict", "other"
        return "attach" if "X素材" in clause or "エクシーズ素材" in clause or "重ね" in before else "summon_permission", "other"
    if "対象に" in tail or "対象と" in tail or "対象" in tail and shape == "not":
        return ("protect", _owner(before)) if shape == "not" else ("redirect_attack", "that") if "攻撃対象" in clause else ("target", "other")
    if "攻撃を" in tail or "直接攻撃に" in tail:
        return ("restrict" if shape in ("not", "must") else "attack_modify"), "other"
    if "装備カードと" in tail or "装備カードに" in tail:
        return "equip", "other"
    if "フェイズに" in tail or "フェイズと" in tail:
        return "end_phase", "other"
    topic = _topic(clause) or _topic(before)
    if topic == "stat":
        return "atk_def_change", _stat_owner(before)
    if topic == "damage":
        return "damage_modify", _player(clause)
    if topic == "level":
        return "level_change", _owner(before)
    if (
        topic == "identity"
        or "属性に" in tail
        or "族に" in tail
        or "レベルに" in tail
        or "チューナー" in tail
        or "モンスターと" in tail
        or "効果モンスター" in tail
    ):
        return "identity_change", _owner(before)
    if topic == "lp":
        return "lose_lp", _player(clause)
    if topic == "control":
        return "take_control", "that"
    if topic == "counter":
        return "counter", "other"
    if shape == "not":
        return "restrict", "other"
    if "効果は" in clause or "効果が" in clause:
        return "replace", "other"
    if "攻撃でき" in before or before.endswith("く"):
        return "attack_modify", "other"
    if "リリース" in clause or "召喚" in clause:
        return "summon_permission", "other"
    return "other", "other"


def _rise(clause: str, before: str) -> tuple[ActionWhat, Object]:
    topic = _topic(clause) or _topic(before)
    if topic == "level":
        return "level_change", _owner(before)
    if topic == "damage":
        return "damage_modify", "other"
    if topic == "lp" and "攻撃力" not in before and "守備力" not in before:
        return "gain_lp", "you"
    return "atk_def_change", _stat_owner(before)


def _meaning(verb: Verb, clause: str, before: str) -> tuple[ActionWhat, Object]:
    """What a verb does to whom, from its clause and all words of the sentence before it."""
    stem, shape = verb.stem, verb.shape
    refused = shape == "not"
    if "召喚" in stem:
        words = before[-30:] + stem
        if "無効" in clause[-12:]:
            return ("protect", "other") if refused else ("negate_summon", "that")
        if refused:
            return "restrict", _player(clause)
        what: ActionWhat = next((what for name, what in _PROCEDURES if name in stem), "normal_summon")
        if what == "normal_summon" and ("召喚に加えて" in before or "召喚できる" in clause and "もう" in clause or "召喚権" in words):
            return "summon_permission", "you"
        return what, _patient(clause)
    if stem in ("", "な"):
        return _make(clause, before, shape)
    if stem in ("アップ", "ダウン", "減少", "増加", "減", "増や"):
        return _rise(clause, before)
    if stem == "無効化":
        return ("protect", "other") if refused else (_negation(clause), _patient(clause))
    if stem == "受け":
        if "ダメージ" in clause:
            if refused or "相手が" in clause or "代わり" in clause or "も受け" in clause:
                return "damage_modify", _player(clause)
            return "inflict_damage", "opponent" if "相手は" in clause else "you"
        return ("unaffected", _owner(before)) if refused else ("apply", "other")
    if stem == "得":
        if "コントロール" in clause:
            return "take_control", _patient(clause)
        return ("gain_lp", "you") if "LP" in clause or "ライフ" in clause else ("grant", _owner(before))
    if stem == "変更":
        if refused:
            return "restrict", "other"
        if "表示形式" in clause:
            return "change_position", _patient(clause)
        return (
            ("redirect_attack", "that")
            if "攻撃対象" in clause or "対象を" in clause
            else ("take_control", "that")
            if "コントロール" in clause
            else ("identity_change", "other")
        )
    if stem in ("移", "奪"):
        if "コントロール" in clause:
            return "take_control", "that"
        return ("redirect_attack", "that") if "攻撃対象" in clause else ("counter", "other") if "カウンター" in clause else ("move", "other")
    if stem in ("置", "取り除", "乗"):
        if "カウンター" in clause:
            return "counter", "other"
        if stem == "取り除":
            return ("banish", _patient(clause)) if "ゲームから" in clause else ("detach", "other")
        return ("return", _patient(clause)) if _DECK_EDGE.search(clause) and stem == "置" else ("place", _patient(clause))
    if stem == "重ね":
        return "attach", "other"
    if stem == "取" or stem == "成" or stem == "入":
        return "other", "other"
    if stem == "行":
        if "ダメージ計算" in clause:
            return ("restrict", "other") if refused else ("calculate_damage", "other")
        if refused:
            return "restrict", "other"
        if "コイントス" in clause or "サイコロ" in clause or "ジャンケン" in clause:
            return "coin_dice", "other"
        return (
            ("attack_modify", "other")
            if "攻撃" in clause
            else ("skip", "other")
            if "バトルフェイズ" in clause or "ドローフェイズ" in clause
            else ("apply", "other")
        )
    if stem == "扱":
        return ("identity_change", _owner(before)) if _IDENTITY.search(clause) else ("treat", _owner(before))
    if stem in ("上げ", "下げ", "上が", "下が") and _topic(clause) == "stat":
        return "atk_def_change", _stat_owner(before)
    if stem in ("入れ替え", "入れ替わ", "交換"):
        if "攻撃力" in before or "守備力" in before or "攻守" in before:
            return "atk_def_change", _stat_owner(before)
        return ("take_control", "that") if "コントロール" in before else ("swap", "other")
    if stem in ("選択", "選", "指定") and not refused:
        return "opponent_chooses" if _OPPONENT_DOES.search(clause) else "select" if stem == "選択" else "choose", "other"
    if stem in ("攻撃", "攻撃宣言") and shape in ("not", "must"):
        return "restrict", _owner(before)
    if refused:
        if stem in _PROTECTED:
            return "protect", _owner(before)
        return "restrict", _player(clause)
    if stem == "送":
        if "墓地" not in clause and "デッキ" in clause:
            return "return", _patient(clause)
        return "send_to_gy", _patient(clause)
    if stem == "捧げ":
        return "tribute", _patient(clause)
    if stem == "加え" and "EXデッキ" in clause[-16:] and "手札に" not in clause:
        return "move", _patient(clause)
    if stem == "回復":
        return "gain_lp", "opponent" if "相手は" in clause or "相手の" in clause else "you"
    if stem == "与え":
        return "inflict_damage", "opponent" if "相手" in clause else "you"
    if stem == "失" or stem == "払":
        if stem == "失" and "効果" in clause and "LP" not in clause:
            return "negate_effect", _patient(clause)
        return ("lose_lp" if stem == "失" else "pay_lp"), "opponent" if "相手は" in clause else "you"
    if stem == "ドロー":
        return "draw", "opponent" if "相手は" in clause else "you"
    return _PLAIN.get(stem, "other"), _patient(clause)


def _link(lead: str, first: bool, previous: Deed | None) -> Link:
    if "その後" in lead or "さらに" in lead or "続けて" in lead:
        return "then"
    if first:
        return "sentence"
    if "または" in lead or "もしくは" in lead or (lead.startswith("か") and previous is not None):
        return "or"
    return "and_if_you_do" if previous is not None and previous.joined else "and"


@lru_cache(maxsize=65536)
def parse_actions(sentence: str, begin: int = 0) -> Parsed:
    """The actions of one sentence of working text from `begin` on. Cached; time linear in its length for card-sized sentences."""
    deeds: list[Deed] = []
    residue: list[Span] = []
    at = begin
    known = begin  # up to here every clause is understood, also where it is no action
    previous: Deed | None = None
    moment = _LATER.search(sentence, begin)
    later_from = moment.end() if moment else len(sentence) + 1
    for verb in verbs(sentence, begin):
        start, end = verb.start, verb.end
        clause = sentence[at:end]
        before = sentence[begin:start]
        # "choose and destroy": choosing is how, not what.
        if (
            verb.shape == "joined"
            and verb.stem in ("選", "選択", "確認", "見せ", "指定")
            and sentence[end - 1] in "でて"
            and not sentence.startswith(("、", "発動"), end)
        ):
            continue
        # What only describes the way of another deed: materials, a state, "ignoring its Summoning conditions".
        if verb.shape == "joined" and (
            verb.stem in ("存在", "無視") or (not verb.stem and sentence[:start].endswith(("素材と", "素材に")) and "X素材" not in clause)
        ):
            known = end
            continue
        later = end >= later_from
        if not later and verb.passive and verb.stem in ("除外", "戻", "送", "破壊") and "離れ" in clause:
            later, later_from = True, end
        what, thing = _meaning(verb, clause, before)
        link = _link(clause, previous is None, previous)
        optional = verb.shape == "can" and what not in ("attack_modify", "summon_permission", "treat", "restrict", "protect")
        body = clause.lstrip("、か")
        if what == "other" and verb.stem in ("", "な"):
            residue.append((end - len(body), end))
        deed = Deed(
            what,
            link,
            optional,
            thing,
            later,
            bool("召喚" in verb.stem and _SUMMONED_AS.search(clause)),
            end - len(body),
            end,
            verb.shape in ("joined", "not") and not sentence.startswith("。", end),
            verb.shape == "by" or (what in _COSTS and sentence[end - 1] in "てで" and verb.shape == "joined"),
        )
        # "Negate the activation or the Summon, whichever it is".
        if (
            what in ("negate_summon", "negate_activation")
            and "発動" in clause
            and ("召喚を" in clause or "召喚の" in clause or "召喚または" in clause)
        ):
            deeds.append(deed._replace(what="negate_activation"))
            deed = deed._replace(what="negate_summon", link="or")
        # "Set to 0 and Special Summon": the change is made on what is being Summoned.
        if what == "special_summon" and deeds and sentence[deeds[-1].end - 1] == "て" and deeds[-1].end == at:
            deeds[-1] = deeds[-1]._replace(object="summoned")
        if what == "equip" and ("アップの" in clause or "ダウンの" in clause):
            deeds.append(deed)
            deed = deed._replace(what="atk_def_change", object="that", link="also")
        deeds.append(deed)
        previous = deed
        residue += _loose(sentence, max(at, known), start)
        at = end
    tail = sentence[max(at, known) :].strip(" 。、\n　")
    if tail and not _CLOSED.search(tail):
        residue.append((at, len(sentence)))
    return Parsed(tuple(deeds), tuple(residue))


_CLOSED = re.compile(
    r"(?:装備可能|により降臨|降臨に必要|でなければならない|発動と処理ができる|が可能|まで続く|のみ有効|しなくてもよい|[はも]?(?:ない|ある|いる|る)|と共に|事|なる|する)$|^(?:か|と共に|が|た|事|まで)$"
)


def _loose(sentence: str, start: int, end: int) -> list[Span]:
    """Clauses between two verbs that end like a verb without being one we know."""
    stretch = sentence[start:end]
    if stretch.count("、") == 0:
        return []
    found: list[Span] = []
    at = start
    for piece in stretch.split("、")[:-1]:
        if piece and _LOOSE.search(piece) and not _ADVERB.search(piece):
            found.append((at, at + len(piece)))
        at += len(piece) + 1
    return found
