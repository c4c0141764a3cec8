"""What the model sees of an effect: categories and hashed words, never a name."""

from pipeline.classify.fallback_example import key_text
from pipeline.classify.fallback_features import blotted, named, unread
from pipeline.classify.fallback_text import BUCKETS, buckets, fingerprint, stretches, text_key
from pipeline.read.english import read_english
from pipeline.read.japanese import japanese_effects
from pipeline.records import Card, Effect

CARD = Card(card_id="1", name="Tidewright Warden", name_ja="潮細工の番人", card_type="Monster", types=("Warrior", "Effect"))


def english(text: str) -> tuple[Card, Effect]:
    card = Card(card_id="1", name=CARD.name, card_type="Monster", types=CARD.types, text_en=text)
    return card, read_english(text, "text", card).effects[0]


def japanese(text: str) -> tuple[Card, Effect]:
    card = Card(card_id="1", name=CARD.name, name_ja=CARD.name_ja, card_type="Monster", types=CARD.types, text_ja=text)
    return card, japanese_effects(text, "text", card)[0]


TEXT = 'If this card is destroyed by battle: You can add 1 "Tidewright" monster from your Deck to your hand.'


def test_the_categories_tell_kind_clause_and_deeds() -> None:
    card, effect = english(TEXT)
    names = named(card, effect, (effect,)).names
    for name in ("kind=trigger/may", "event=destroyed/self/battle", "first action=add_to_hand", "free timing=False/trigger"):
        assert name in names
    assert len(set(names)) == len(names)


def test_both_languages_give_the_same_clause() -> None:
    one, two = english(TEXT), japanese("①：このカードが戦闘で破壊された場合に発動できる。デッキから「潮細工」モンスター１体を手札に加える。")
    assert named(*one, (one[1],)).joint[0] == named(*two, (two[1],)).joint[0]


def test_no_name_reaches_the_text() -> None:
    card, effect = english('If "Glass Heron" is destroyed while Tidewright Warden is on the field: You can draw 12 cards.')
    clause, rest = stretches(card, effect)
    assert "heron" not in clause + rest and "tidewright" not in clause + rest and "12" not in rest and "0" in rest


def test_texts_that_differ_in_names_and_numbers_are_one() -> None:
    one, two = english('If this card is destroyed: You can draw 1 "Tide" card.'), english('If this card is destroyed: You can draw 2 "Ebb" card.')
    assert key_text(*one, (one[1],)) == key_text(*two, (two[1],))
    assert fingerprint(key_text(*one, (one[1],))) == fingerprint(key_text(*two, (two[1],)))
    assert text_key(("a b", "c"), "en") != text_key(("a", "b c"), "en")


def test_hashes_are_the_same_on_every_machine() -> None:
    assert fingerprint(("draw", "one")) == 3739064844719918205
    assert sorted(buckets(("draw", ""), "en")) == [839, 3982, 5639, 5770, 6731]
    assert max(buckets(("引く。", "戦闘"), "ja")) < BUCKETS


def test_a_clause_that_was_blotted_out_reads_like_one_that_nobody_understands() -> None:
    card, effect = english(TEXT)
    strange_card, strange = english('If this card is frizzled by battle: You can add 1 "Tidewright" monster from your Deck to your hand.')
    without = blotted(effect)
    assert without is not None and unread(without) and unread(strange) and not unread(effect)
    assert named(card, without, (effect,)).names == named(strange_card, strange, (strange,)).names
    assert blotted(strange) is None


def test_what_no_event_starts_has_nothing_to_blot_out() -> None:
    _, effect = english("(Quick Effect): You can target 1 card on the field; destroy it.")
    assert blotted(effect) is None


def test_endless_text_is_not_read_to_its_end() -> None:
    text = "You can draw 1 card" + " and draw 1 card" * 20_000 + "."
    card = Card(card_id="1", name="Endless", card_type="Monster", text_en=text)
    effect = Effect(part="text", number=1, span=(0, len(text)), kind="ignition")
    assert sum(map(len, stretches(card, effect))) < 5000
