"""What engines say of effects, in words; and how often they agree, by groups."""

from pathlib import Path

import msgspec
import pytest

from pipeline.engine.script_facts import ScriptEffect, read_facts, write_facts
from pipeline.errors import InputError
from pipeline.publish.show import show_card
from pipeline.publish.view import EngineSays, engines_in_words
from pipeline.validate import beside
from pipeline.validate.agreement import tallies, total
from pipeline.validate.findings import compare
from pipeline.validate.text_effects import read_text_cards
from tests.validate.invented_scripts import facts, right_scripts, write_dataset

BOOST, AVENGE, ANSWER = "00000201/text/1", "00000201/text/2", "00000202/text/1"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_dataset(tmp_path / "dataset")


def _scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, effects: list[ScriptEffect]) -> None:
    (tmp_path / "engines").mkdir()
    write_facts(facts("edopro", *effects), tmp_path / "engines" / "edopro.parquet")
    monkeypatch.setattr(beside, "data_folder", lambda name: tmp_path / name)


def test_one_card_says_what_all_say(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    effects = right_scripts()
    effects[0] = msgspec.structs.replace(effects[0], condition="")
    _scripts(tmp_path, monkeypatch, effects)
    alone = beside.engines_beside(dataset, "00000201")
    everywhere = beside.all_says((one.text.effect_id, one.engines) for one in compare(read_text_cards(dataset), beside.facts_at_hand(), {}))
    assert alone == {effect_id: says for effect_id, says in everywhere.items() if effect_id.startswith("00000201/")}
    (boost,), (avenge,) = alone[BOOST], alone[AVENGE]
    assert boost.state == "differs" and boost.says.endswith(": more than the text") and "after calc" in boost.says
    assert avenge == EngineSays("EDOPro", "the same, end", "agrees")
    shown = show_card(dataset, "201", engines=beside.engines_beside).text
    assert f"engines   EDOPro: {boost.says}" in " ".join(shown.split()).replace("engines EDOPro", "engines   EDOPro")


def test_without_facts_nothing_is_said(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "data_folder", lambda name: tmp_path / "nowhere" / name)
    assert beside.engines_beside(dataset, "00000201") == {} and beside.facts_at_hand() == []


def test_a_card_without_script_or_verdict(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _scripts(tmp_path, monkeypatch, right_scripts())
    says = beside.engines_beside(dataset, "00000204")["00000204/text/1"]
    assert all(one.state == "silent" for one in says)


def test_engines_that_say_the_same_are_named_together() -> None:
    same = (EngineSays("EDOPro", "the same, end", "agrees"), EngineSays("YGOPro", "the same, end", "agrees"))
    assert engines_in_words(same) == "EDOPro and YGOPro: the same, end"
    assert (
        engines_in_words((same[0], EngineSays("YGOPro", "no script of this card", "silent")))
        == "EDOPro: the same, end; YGOPro: no script of this card"
    )


def test_some_scripts_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "edopro.parquet"
    write_facts(facts("edopro", *right_scripts(), scripts=(999,)), path)
    whole, some = read_facts(path), read_facts(path, [201, 999, 5_000_000_000])
    assert some.effects == tuple(effect for effect in whole.effects if effect.script == 201) and some.scripts == {201, 999}
    with pytest.raises(InputError):
        read_facts(tmp_path / "none.parquet", [201])


def test_agreement_by_group_adds_up(dataset: Path) -> None:
    effects = right_scripts()
    effects[0] = msgspec.structs.replace(effects[0], flags=0)
    compared = compare(read_text_cards(dataset), [facts("edopro", *effects)], {})
    everything, kinds = total(compared, "edopro"), tallies(compared, "edopro", lambda one: one.text.kind)
    assert everything.compared == sum(one.compared for one in kinds) and everything.counts["more_restrictive"] == 1
    assert everything.compared + everything.silent == len(compared) and everything.agreeing == everything.compared - 1
    assert tallies(compared, "ygopro", lambda one: one.text.kind) == []
