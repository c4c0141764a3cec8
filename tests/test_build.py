"""The stages in a row: the same tags however the work is split, and however much of it an earlier build has done."""

import gc
from pathlib import Path

import msgspec
import pytest

from pipeline.build import build, process, rules_hash
from pipeline.memory import Memory, key_of
from pipeline.publish import Tables, write
from pipeline.records import Card
from pipeline.scrape import Loaded, load


@pytest.fixture(scope="module")
def sample() -> Loaded:
    return load("sample", None, progress=lambda line: None)


def _many(sample: Loaded, times: int) -> Loaded:
    """The sample several times over, each copy under ids of its own: enough cards for several processes."""
    cards = [msgspec.structs.replace(card, card_id=f"{card.card_id}-{n}") for n in range(times) for card in sample.cards]
    return Loaded(tuple(cards), sample.source, sample.revision)


def _same(one: Tables, other: Tables) -> bool:
    return all(getattr(one, name).equals(getattr(other, name)) for name in one.__struct_fields__)


def test_every_card_has_rows_and_a_tag_for_each(sample: Loaded) -> None:
    for card in sample.cards:
        rows, tags = process(card, "tcg")
        assert [row.effect_id for row in rows] == [tag.effect_id for tag in tags]
        assert rows or not card.has_effects(), card.name


def test_processes_give_what_one_process_gives(sample: Loaded) -> None:
    many = _many(sample, 4)
    assert _same(build(many, "tcg", jobs=1).tables, build(many, "tcg", jobs=2).tables)


def test_a_remembered_build_equals_a_fresh_one(sample: Loaded, tmp_path: Path) -> None:
    fresh = build(sample, "tcg")
    said: list[str] = []
    build(sample, "tcg", cache=tmp_path)
    again = build(sample, "tcg", cache=tmp_path, progress=said.append)
    assert _same(fresh.tables, again.tables)
    assert any("unchanged" in line for line in said)


def test_only_the_changed_card_is_read_again(sample: Loaded, tmp_path: Path) -> None:
    build(sample, "tcg", cache=tmp_path)
    first = msgspec.structs.replace(sample.cards[0], text_en="Draw 1 card, then discard 1 card.", text_ja=None)
    said: list[str] = []
    changed = Loaded((first, *sample.cards[1:]), sample.source, "another revision")
    built = build(changed, "tcg", cache=tmp_path, progress=said.append)
    assert f"{len(sample.cards) - 1} of {len(sample.cards)} cards are unchanged since an earlier build" in said
    assert _same(built.tables, build(changed, "tcg").tables)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe nonsense", b"\x82\xa4code\xa1x", b"\x93" * 100_000])
def test_a_broken_cache_is_no_cache(sample: Loaded, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sample-tcg.msgpack").write_bytes(content)
    assert _same(build(sample, "tcg", cache=tmp_path).tables, build(sample, "tcg").tables)


def test_a_cache_of_other_code_is_not_used(sample: Loaded, tmp_path: Path) -> None:
    card = sample.cards[0]
    found = process(card, "tcg")
    Memory(tmp_path, "sample-tcg", "older code").keep([key_of(card)], [found])
    assert Memory(tmp_path, "sample-tcg", "older code").get(key_of(card)) == found
    assert Memory(tmp_path, "sample-tcg", rules_hash()).get(key_of(card)) is None


def test_the_key_of_a_card_follows_each_of_its_fields() -> None:
    card = Card(card_id="1", name="Invented", card_type="Trap", property="Normal", text_en="Draw 1 card.")
    keys = {key_of(card)}
    for changes in ({"property": "Continuous"}, {"text_en": "Draw 2 cards."}, {"text_ja": "１枚ドローする。"}, {"unofficial_translation": True}):
        keys.add(key_of(msgspec.structs.replace(card, **changes)))
    assert len(keys) == 5


def test_an_unwritable_cache_does_not_stop_a_build(sample: Loaded, tmp_path: Path) -> None:
    blocked = tmp_path / "a file where the folder should be"
    blocked.write_text("")
    assert _same(build(sample, "tcg", cache=blocked / "cache").tables, build(sample, "tcg").tables)


def test_two_builds_give_the_same_bytes(sample: Loaded, tmp_path: Path) -> None:
    for name in ("one", "two"):
        built = build(sample, "tcg")
        write(built.tables, tmp_path / name, built.provenance, {})
    for path in sorted((tmp_path / "one").iterdir()):
        if path.name != "run.json":
            assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes(), path.name


@pytest.mark.parametrize("on", [True, False])
def test_the_collector_of_cycles_rests_and_is_left_as_it_was(sample: Loaded, on: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def failing(*arguments: object) -> Tables:
        seen.append(gc.isenabled())
        raise ZeroDivisionError

    (gc.enable if on else gc.disable)()
    try:
        build(sample, "tcg")
        assert gc.isenabled() == on
        monkeypatch.setattr("pipeline.build.build_tables", failing)
        with pytest.raises(ZeroDivisionError):
            build(sample, "tcg")
        assert (gc.isenabled(), seen) == (on, [False])
    finally:
        gc.enable()
