"""What a Japanese verb does to whom, from its clause and the words of the sentence before it."""

import re
from functools import lru_cache

from pipeline.read.ja_nouns import owner, patient, player, stat_owner, topic
from pipeline.read.ja_verbs import Shape, Verb
from pipeline.records import ActionWhat, Object

Meaning = tuple[ActionWhat, Object]

_PROCEDURES: tuple[tuple[str, ActionWhat], ...] = (
    ("融合召喚", "fusion_summon"), ("儀式召喚", "ritual_summon"), ("シンクロ召喚", "synchro_summon"), ("S召喚", "synchro_summon"),
    ("エクシーズ召喚", "xyz_summon"), ("X召喚", "xyz_summon"), ("リンク召喚", "link_summon"), ("L召喚", "link_summon"),
    ("ペンデュラム召喚", "pendulum_summon"), ("P召喚", "pendulum_summon"), ("特殊召喚", "special_summon"),
)  # fmt: skip
# Stems whose meaning needs nothing but a look at what they act on.
_PLAIN: dict[str, ActionWhat] = {
    "破壊": "destroy", "除外": "banish", "リリース": "tribute", "捧げ": "tribute", "セット": "set", "装備": "equip", "シャッフル": "shuffle_deck",
    "確認": "look", "見": "look", "公開": "reveal", "見せ": "reveal", "めく": "excavate", "宣言": "declare", "適用": "apply", "使用": "apply",
    "発動": "activate", "スキップ": "skip", "移動": "move", "指定": "choose", "攻撃宣言": "attack_modify", "攻撃": "attack_modify",
    "終了": "end_phase", "終わ": "end_phase", "コピー": "grant", "追加": "grant", "付け": "grant", "捨て": "discard", "戻": "return", "返": "return",
    "加え": "add_to_hand", "加わ": "add_to_hand", "上げ": "level_change", "下げ": "level_change", "上が": "level_change", "下が": "level_change",
    "振": "coin_dice", "振り直": "coin_dice", "投げ": "coin_dice", "当て": "coin_dice", "引": "draw", "出": "special_summon",
    "移し替え": "redirect_attack", "選択し直": "redirect_attack", "並べ替え": "shuffle", "なく": "summon_permission",
    "少なく": "summon_permission", "代用": "treat", "使": "treat",
}  # fmt: skip
# Those of them that mean it whatever else the clause says.
_SIMPLE = frozenset(_PLAIN) - {"攻撃", "攻撃宣言", "上げ", "下げ", "上が", "下が", "加え", "指定"}
# Stems of `_of_players` and `_changed`, and those of `_moved`.
_DEALINGS = frozenset(
    {"受け", "与え", "失", "払", "ドロー", "回復", "得", "変更", "扱", "入れ替え", "入れ替わ", "交換", "行"}
)  # fmt: skip
_MOVES = frozenset({"重ね", "移", "奪", "置", "取り除", "乗", "送", "加え"})
# Refused, these protect something; every other refusal restricts somebody.
_PROTECTED = frozenset({"破壊", "無効化", "適用", "戻"})
_STAT_VERBS = frozenset({"アップ", "ダウン", "減少", "増加", "減", "増や"})
_DECK_EDGE = re.compile(r"デッキの(?:一番)?[上下]")
_IDENTITY = re.compile(r"属性|カード名|種族|「」")
_OPPONENT_DOES = re.compile(r"相手[はが](?![^、]*(?:存在|発動|召喚))")


def _negation(clause: str) -> ActionWhat:
    # "Negate it": it is the activation (or the Summon) that the clause answers.
    if "それを無効" in clause or "それらを無効" in clause:
        return "negate_activation"
    if any(words in clause for words in ("発動を", "発動は", "発動、", "発動または", "発動と効果", "発動及び効果", "発動・効果", "発動と処理")):
        return "negate_activation"
    if "攻撃を" in clause or "攻撃は" in clause:
        return "negate_attack"
    return "negate_summon" if "召喚を" in clause or "召喚は" in clause else "negate_effect"


def _made_of(tail: str, clause: str, before: str, refused: bool, shape: Shape) -> Meaning | None:
    """ "Make" and "become" with what they make it: a position, a material, a target, a phase."""
    if "無効" in tail:
        return ("protect", "other") if refused else (_negation(clause), "that" if "その" in clause else patient(clause))
    if "表示に" in tail or "表示で" in tail:
        return "change_position", patient(clause)
    if "素材" in tail:
        if shape in ("not", "must"):
            return "restrict", "other"
        return "attach" if "X素材" in clause or "エクシーズ素材" in clause or "重ね" in before else "summon_permission", "other"
    if "対象に" in tail or "対象と" in tail or ("対象" in tail and refused):
        if refused:
            return "protect", owner(before)
        return ("redirect_attack", "that") if "攻撃対象" in clause else ("target", "other")
    if "攻撃を" in tail or "直接攻撃に" in tail:
        return ("restrict" if shape in ("not", "must") else "attack_modify"), "other"
    if "装備カードと" in tail or "装備カードに" in tail:
        return "equip", "other"
    if "フェイズに" in tail or "フェイズと" in tail:
        return "end_phase", "other"
    return None


def _make(clause: str, before: str, shape: Shape) -> Meaning:
    """What "make X Y" or "X becomes Y" does; ("other", "other") where nothing tells."""
    tail = clause[-16:]
    made = _made_of(tail, clause, before, shape == "not", shape)
    if made is not None:
        return made
    if "モンスター" in tail and "を持つ" in tail:
        # "becomes an Effect Monster with the same ATK": what it is made, no change of what it has.
        return "identity_change", owner(before)
    about = topic(clause) or topic(before)
    if "効果は逆に" in tail:
        return "replace", "other"
    if about == "stat":
        return "atk_def_change", stat_owner(before)
    if about == "damage":
        return "damage_modify", player(clause)
    if about == "level":
        return "level_change", owner(before)
    if about == "identity" or any(words in tail for words in ("属性に", "族に", "レベルに", "チューナー", "モンスターと", "効果モンスター")):
        return "identity_change", owner(before)
    if about == "lp":
        return "lose_lp", player(clause)
    if about == "control":
        return "take_control", "that"
    if about == "counter":
        return "counter", "other"
    if shape == "not":
        return "restrict", "other"
    if "効果は" in clause or "効果が" in clause:
        return "replace", "other"
    if "攻撃でき" in before or before.endswith("く"):
        return "attack_modify", "other"
    return ("summon_permission" if "リリース" in clause or "召喚" in clause else "other"), "other"


def _rise(clause: str, before: str) -> Meaning:
    about = topic(clause) or topic(before)
    if about == "level":
        return "level_change", owner(before)
    if about == "damage":
        return "damage_modify", "other"
    if about == "lp" and "攻撃力" not in before and "守備力" not in before:
        return "gain_lp", "you"
    return "atk_def_change", stat_owner(before)


@lru_cache(maxsize=1024)
def _procedure(stem: str) -> ActionWhat:
    """What a Summon, or the last of a list of Summons, is. There are not many."""
    return next((what for name, what in _PROCEDURES if name in stem), "normal_summon")


def _summon(verb: Verb, clause: str, before: str) -> Meaning:
    refused = verb.shape == "not"
    if "無効" in clause[-12:]:
        return ("protect", "other") if refused else ("negate_summon", "that")
    if refused:
        return "restrict", player(clause)
    what = _procedure(verb.stem)
    if what == "normal_summon" and ("召喚に加えて" in before or ("召喚できる" in clause and "もう" in clause)):
        return "summon_permission", "you"
    return what, patient(clause)


def _of_players(stem: str, clause: str, before: str, refused: bool) -> Meaning | None:
    """Verbs about damage, LP, cards drawn and other dealings of players."""
    opponent: Object = "opponent" if "相手は" in clause else "you"
    if stem == "受け":
        if "ダメージ" not in clause:
            return ("unaffected", owner(before)) if refused else ("apply", "other")
        if refused or "相手が" in clause or "代わり" in clause or "も受け" in clause:
            return "damage_modify", player(clause)
        return "inflict_damage", opponent
    if refused:
        return None
    if stem == "与え":
        return "inflict_damage", "opponent" if "相手" in clause else "you"
    if stem == "失" and "効果" in clause and "LP" not in clause:
        return "negate_effect", patient(clause)
    if stem in ("失", "払"):
        return ("lose_lp" if stem == "失" else "pay_lp"), opponent
    if stem == "ドロー":
        return "draw", opponent
    if stem == "回復":
        return "gain_lp", "opponent" if "相手は" in clause or "相手の" in clause else "you"
    return None


def _moved(stem: str, clause: str) -> Meaning | None:
    """Verbs that move a card, a counter or control of a card."""
    if stem == "重ね":
        return "attach", "other"
    if stem in ("移", "奪"):
        if "コントロール" in clause:
            return "take_control", "that"
        return ("redirect_attack", "that") if "攻撃対象" in clause else ("counter" if "カウンター" in clause else "move", "other")
    if stem in ("置", "取り除", "乗"):
        if "カウンター" in clause:
            return "counter", "other"
        if stem == "取り除":
            return ("banish", patient(clause)) if "ゲームから" in clause else ("detach", "other")
        return ("return" if stem == "置" and _DECK_EDGE.search(clause) else "place"), patient(clause)
    if stem == "送":
        return ("return" if "墓地" not in clause and "デッキ" in clause else "send_to_gy"), patient(clause)
    if stem == "加え" and "EXデッキ" in clause[-16:] and "手札に" not in clause:
        return "move", patient(clause)
    return None


def _changed(stem: str, clause: str, before: str, refused: bool) -> Meaning | None:
    """Verbs that change, exchange, treat or hold a turn's business."""
    if stem == "得":
        if "コントロール" in clause:
            return "take_control", patient(clause)
        return ("gain_lp", "you") if "LP" in clause or "ライフ" in clause else ("grant", owner(before))
    if stem == "変更":
        if refused:
            return "restrict", "other"
        if "表示形式" in clause:
            return "change_position", patient(clause)
        if "攻撃対象" in clause or "対象を" in clause:
            return "redirect_attack", "that"
        return ("take_control", "that") if "コントロール" in clause else ("identity_change", "other")
    if stem == "扱":
        return ("identity_change" if _IDENTITY.search(clause) else "treat"), owner(before)
    if stem in ("入れ替え", "入れ替わ", "交換"):
        if "攻撃力" in before or "守備力" in before or "攻守" in before:
            return "atk_def_change", stat_owner(before)
        return ("take_control", "that") if "コントロール" in before else ("swap", "other")
    if stem == "行":
        if refused:
            return "restrict", "other"
        if "ダメージ計算" in clause:
            return "calculate_damage", "other"
        if "コイントス" in clause or "サイコロ" in clause or "ジャンケン" in clause:
            return "coin_dice", "other"
        return ("attack_modify" if "攻撃" in clause else "skip" if "バトルフェイズ" in clause or "ドローフェイズ" in clause else "apply"), "other"
    return None


def meaning(verb: Verb, clause: str, before: str) -> Meaning:
    """What a verb does to whom: `clause` reaches from the verb before it to its own end, `before` from the sentence's start to it."""
    stem, shape = verb.stem, verb.shape
    refused = shape == "not"
    if stem in _SIMPLE and not refused:
        return _PLAIN[stem], patient(clause)
    if "召喚" in stem:
        return _summon(verb, clause, before)
    if stem in ("", "な"):
        return _make(clause, before, shape)
    if stem in _STAT_VERBS:
        return _rise(clause, before)
    if stem == "無効化":
        return ("protect", "other") if refused else (_negation(clause), patient(clause))
    if stem in _DEALINGS:
        found = _of_players(stem, clause, before, refused) or _changed(stem, clause, before, refused)
        if found is not None:
            return found
    if stem in ("攻撃", "攻撃宣言") and shape in ("not", "must"):
        return "restrict", owner(before)
    if refused:
        return ("protect", owner(before)) if stem in _PROTECTED else ("restrict", player(clause))
    if stem in _MOVES:
        found = _moved(stem, clause)
        if found is not None:
            return found
    if stem in ("選択", "選", "指定"):
        return "opponent_chooses" if _OPPONENT_DOES.search(clause) else "select" if stem == "選択" else "choose", "other"
    if stem in ("上げ", "下げ", "上が", "下が") and topic(clause) == "stat":
        return "atk_def_change", stat_owner(before)
    return _PLAIN.get(stem, "other"), patient(clause)
