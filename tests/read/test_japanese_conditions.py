"""Japanese activation clauses: windows, the step, marks, phases, turns, states, limits and what is answered."""

import pytest

from pipeline.windows import NONE, UNTIL_CALC, Window
from tests.read.english_cards import events
from tests.read.japanese_cards import BOX, clause, effects, only

START, BEFORE, DURING, AFTER, END = Window


@pytest.mark.parametrize(
    ("words", "window"),
    [
        ("このカードが相手モンスターと戦闘を行うダメージステップ開始時に発動できる。", START),
        ("「硝子の鷺」モンスターが攻撃するダメージステップ開始時、このカードを手札から捨てて発動できる。", START),
        ("このカードが裏側守備表示モンスターを攻撃したダメージ計算前に発動する。", BEFORE),
        ("自分の獣族モンスターが攻撃されたダメージ計算時に、手札を２枚捨てて発動できる。", DURING),
        ("相手モンスターが攻撃した場合、そのダメージ計算時に７００ＬＰを払って発動できる。", DURING),
        ("このカードが戦闘を行うダメージ計算時に１度、発動できる。", DURING),
        ("このカードが天使族モンスターと戦闘を行ったダメージ計算後に発動できる。", AFTER),
        ("このカードが攻撃したダメージステップ終了時に発動する。", END),
        ("ダメージステップ開始時からダメージ計算前までに、墓地のこのカードを除外して発動できる。", UNTIL_CALC),
        # States and durations are no moment of activation.
        ("ダメージステップ開始時に裏側表示だったこのカードが戦闘で破壊された場合に発動できる。", NONE),
        ("ダメージステップ終了時まで攻撃できないモンスターが戦闘で破壊された場合に発動できる。", NONE),
        ("このカードが戦闘を行ったバトルフェイズ終了時に発動できる。", NONE),
        ("相手モンスターの攻撃宣言時に発動できる。", NONE),
    ],
)
def test_the_window_named_as_the_moment(words: str, window: Window) -> None:
    condition = clause(words).condition
    assert condition.window is window
    assert not condition.names_step


@pytest.mark.parametrize(
    "resolution",
    [
        "そのダメージステップ終了時に、このカードを「硝子の鷺」の下に重ねてＸ素材とする。",
        "このカードの攻撃力はダメージステップ終了時まで７７０アップする。",
        "その相手モンスターの攻撃力はそのダメージ計算時のみ７７０ダウンする。",
    ],
)
def test_windows_behind_the_clause_are_processing_or_duration(resolution: str) -> None:
    assert only(f"①：自分・相手ターンに、手札を３枚捨てて発動できる。{resolution}").condition.window is NONE


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("このカードが表側守備表示の「硝子の鷺」を攻撃した場合、ダメージ計算を行わずそのモンスターを墓地へ送る。", START),
        ("このカードと戦闘を行った鳥獣族モンスターを、ダメージ計算後にデッキの一番下に戻す。", AFTER),
        ("装備モンスターが攻撃した場合、その攻撃を受けたモンスターをダメージステップ終了時に手札に戻す。", END),
    ],
)
def test_windows_of_old_texts(text: str, window: Window) -> None:
    effect = only(text)
    assert effect.kind == "trigger"
    assert effect.condition.window is window


@pytest.mark.parametrize(
    "words",
    [
        "自分の「硝子の鷺」モンスターが戦闘を行うダメージステップ時に１度だけ、このカードのＸ素材を２つ取り除いて発動できる。",
        "悪魔族モンスターが戦闘を行う場合、そのダメージステップ時に１００の倍数のＬＰを払って発動できる。",
    ],
)
def test_the_step_named_without_a_window(words: str) -> None:
    effect = clause(words)
    assert effect.condition.names_step
    assert effect.condition.window is NONE
    assert effect.kind == "quick"


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("①：植物族モンスターがリバースした場合に発動できる（ダメージステップでも発動可能）。" + BOX, "even"),
        ("①：植物族モンスターがリバースした場合に発動できる。" + BOX + "この効果はダメージステップでも発動できる。", "even"),
        ("①：植物族モンスターがリバースした場合に発動できる。" + BOX + "この効果はダメージステップでは発動できない。", "except"),
        ("①：植物族モンスターがリバースした場合に発動できる（同名カードは１枚まで）。" + BOX, None),
        ("①：このカードが攻撃したダメージステップ終了時に発動できる。" + BOX, None),
    ],
)
def test_marks(text: str, mark: str | None) -> None:
    assert only(text).condition.mark == mark


@pytest.mark.parametrize(
    ("words", "phases", "whose"),
    [
        ("自分メインフェイズに発動できる。", ("main",), "you"),
        ("相手メインフェイズに、手札を２枚捨てて発動できる。", ("main",), "opponent"),
        ("自分・相手のメインフェイズに発動できる。", ("main",), None),
        ("自分・相手のバトルフェイズ開始時に発動できる。", ("battle_start",), None),
        ("このカードが攻撃したバトルフェイズ終了時に発動できる。", ("battle_end",), None),
        ("自分・相手のバトルフェイズに発動できる。", ("battle",), None),
        ("このカードが戦闘を行うバトルステップに発動できる。", ("battle_step",), None),
        ("自分スタンバイフェイズに発動できる。", ("standby",), "you"),
        ("相手エンドフェイズに、７００ＬＰを払って発動できる。", ("end",), "opponent"),
        ("自分ドローフェイズに発動できる。", ("draw",), "you"),
        ("相手ターンに、獣族モンスター１体を対象として発動できる。", (), "opponent"),
        ("自分・相手ターンに発動できる。", (), None),
    ],
)
def test_phases_and_turns(words: str, phases: tuple[str, ...], whose: str | None) -> None:
    condition = clause(words).condition
    assert (condition.phases, condition.whose_turn) == (phases, whose)


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("相手が罠カードの効果を発動した時に発動できる。", ("activation",)),
        ("モンスターの効果が発動した時、手札を２枚捨てて発動できる。", ("activation",)),
        ("自分の鳥獣族モンスターを対象とする相手の効果が発動した時に発動できる。", ("targeting",)),
        ("このカードが相手の効果の対象になった時に発動できる。", ("targeting",)),
        ("相手が「硝子の鷺」を特殊召喚する際に発動できる。", ("summon",)),
        ("チェーン４以降に、獣族モンスター１体を対象として発動できる。", ("chain",)),
        ("相手が罠カードの効果を発動した場合に発動できる。", ()),
        ("このカードが攻撃対象に選択された時に発動できる。", ()),
        ("相手モンスターの攻撃宣言時に発動できる。", ()),
    ],
)
def test_what_is_answered(words: str, answers: tuple[str, ...]) -> None:
    assert clause(words).condition.responds_to == answers


def test_when_answers_an_activation_and_if_waits() -> None:
    when, if_ = (clause(f"相手が罠カードの効果を発動した{word}に発動できる。") for word in ("時", "場合"))
    assert (when.kind, if_.kind) == ("quick", "trigger")
    assert events(if_.condition) == "activated/opponent"


def test_states_are_kept_with_their_words() -> None:
    text = "①：自分フィールドに「硝子の鷺」が３体存在する場合、相手が罠カードの効果を発動した時に発動できる。" + BOX
    condition = only(text).condition
    assert [text[slice(*span)] for span in condition.states] == ["自分フィールドに「硝子の鷺」が３体存在する場合、"]
    assert condition.responds_to == ("activation",)


@pytest.mark.parametrize(
    ("words", "whose"),
    [
        ("このカードが戦闘を行うダメージ計算時に発動できる。", "self"),
        ("このカードが攻撃されたダメージ計算時に発動できる。", "self"),
        ("自分の天使族モンスターが戦闘を行うダメージ計算時に発動できる。", "other"),
        ("このカードが召喚した場合に発動できる。", None),
    ],
)
def test_whose_battle(words: str, whose: str | None) -> None:
    assert clause(words).condition.battle_of == whose


@pytest.mark.parametrize(
    ("words", "must"),
    [
        ("このカードがリリースされた場合に発動できる。", False),
        ("このカードがリリースされた場合に発動する。", True),
        ("このカードがリリースされた場合、獣族モンスター１体を対象として発動する。", True),
    ],
)
def test_can_or_must(words: str, must: bool) -> None:
    effect = clause(words)
    assert effect.mandatory is must
    assert effect.condition.mandatory_word is must


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("①：１ターンに１度、手札を２枚捨てて発動できる。" + BOX, "turn"),
        ("このカード名の①の効果は１ターンに１度しか使用できない。①：手札を２枚捨てて発動できる。" + BOX, "turn_by_name"),
        ("このカード名の①の効果はデュエル中に１度しか使用できない。①：手札を２枚捨てて発動できる。" + BOX, "duel"),
        ("このカード名の①の効果は同一チェーン上では１度しか発動できない。①：手札を２枚捨てて発動できる。" + BOX, "chain"),
        ("①：このカードがフィールドに表側表示で存在する限り１度だけ、手札を２枚捨てて発動できる。" + BOX, "face_up"),
        ("①：１度の戦闘につき１度、このカードが攻撃するダメージ計算時に発動できる。" + BOX, "battle"),
        ("①：手札を２枚捨てて発動できる。" + BOX, None),
        ("手札を２枚捨てて発動できる。" + BOX + "「硝子の鷺」の効果は１ターンに１度しか使用できない。", "turn_by_name"),
        ("手札を２枚捨てて発動できる。" + BOX + "この効果は１ターンに２度まで使用できる。", "turn"),
    ],
)
def test_limits(text: str, once: str | None) -> None:
    assert only(text).once == once


def test_one_sentence_may_hold_two_limits() -> None:
    text = (
        "このカード名の①②③の効果はそれぞれ１ターンに１度しか使用できず、①②の効果は同一チェーン上では発動できない。"
        f"①：手札を２枚捨てて発動できる。{BOX}②：手札を３枚捨てて発動できる。{BOX}③：手札を４枚捨てて発動できる。{BOX}"
    )
    assert [e.once for e in effects(text)] == ["turn_by_name"] * 3


def test_limits_mean_the_numbers_they_name() -> None:
    text = f"このカード名の②の効果は１ターンに１度しか使用できない。①：手札を２枚捨てて発動できる。{BOX}②：手札を３枚捨てて発動できる。{BOX}"
    assert [e.once for e in effects(text)] == [None, "turn_by_name"]


def test_a_limit_of_activations_is_the_cards_own() -> None:
    text = f"このカード名のカードは１ターンに１枚しか発動できない。①：{BOX}②：墓地のこのカードを除外して発動できる。{BOX}"
    assert [e.once for e in effects(text, "normal trap")] == ["turn_by_name", None]


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("このカードを手札から捨てて発動できる。", ("hand",)),
        ("墓地のこのカードを除外して発動できる。", ("gy",)),
        ("このカードが手札・墓地に存在し、獣族モンスターが効果で破壊された場合に発動できる。", ("hand", "gy")),
        ("このカードが除外されている場合に発動できる。", ("banished",)),
        ("このカードが墓地へ送られた場合に発動できる。", ("gy",)),
        ("このカードが除外された場合に発動できる。", ("banished",)),
        ("このカードが召喚した場合に発動できる。", ("field",)),
        ("手札から獣族モンスター１体を捨てて発動できる。", ("field",)),
        ("このカード以外の手札を１枚捨てて発動できる。", ("field",)),
    ],
)
def test_places(words: str, places: tuple[str, ...]) -> None:
    assert clause(words).places == places


def test_the_resolution_tells_the_place_where_the_clause_does_not() -> None:
    assert only("①：手札を２枚捨てて発動できる。このカードを手札から特殊召喚する。").places == ("hand",)
    assert only("①：手札を２枚捨てて発動できる。このカードを墓地から特殊召喚する。").places == ("gy",)


@pytest.mark.parametrize(
    ("words", "cost", "targets"),
    [
        ("このカードをリリースし、獣族モンスター１体を対象として発動できる。", ["tribute"], True),
        ("７００ＬＰを払い、手札を２枚捨てて発動できる。", ["pay_lp", "discard"], False),
        ("このカードのＸ素材を２つ取り除いて発動できる。", ["detach"], False),
        ("墓地のこのカードを除外し、「硝子の鷺」１体を対象として発動できる。", ["banish"], True),
        ("デッキから獣族モンスター１体を墓地へ送って発動できる。", ["send_to_gy"], False),
        ("種族を１つ宣言して発動できる。", ["declare"], False),
        ("獣族モンスター１体を選択して発動できる。", [], True),
    ],
)
def test_cost_and_target(words: str, cost: list[str], targets: bool) -> None:
    effect = clause(words)
    assert ([a.what for a in effect.cost], effect.targets) == (cost, targets)


def test_this_card_paid_is_told_from_another() -> None:
    assert [a.object for a in clause("このカードをリリースして発動できる。").cost] == ["self"]
    assert [a.object for a in clause("獣族モンスター１体をリリースして発動できる。").cost] == ["other"]
