"""Fields made up at random: any cards in any zones, positions and strengths, one of them attacking."""

from collections.abc import Mapping

from pipeline.engine.scenario_format import Attack, OnField, Setup, Side
from pipeline.engine.spec import CardSpec
from tests.engine.choices import Choices, chance, some

VANILLA = "Vanilla"
_EXTRA = {"Fusion", "Synchro", "Xyz", "Link"}
_LASTING = ("Continuous", "Field", "Equip")
_WORDS = ("Special Summoned", "Warrior", "Fairy", "DARK", "Pendulum", "Token", "Tuner")
_STRENGTHS = (1000, 0, 500, 1500, 2000, 2500, 3000)


def random_setup(source: Choices, library: Mapping[str, CardSpec]) -> Setup:
    """A field on which a monster of T attacks one of N, or N directly."""
    names = _Names(source, library)
    turn, other = names.side("T"), names.side("N")
    by = source.pick([_alias(one) for one in turn.monsters if not isinstance(one, str) and one.position == "attack"])
    targets = [_alias(one) for one in other.monsters]
    on = source.pick([*targets, *targets, "direct"])
    return Setup(Attack(by, on), turn, other)


def _alias(one: str | OnField) -> str:
    return one if isinstance(one, str) else one.alias or one.card


class _Names:
    """Hands out cards, each under a name of its own."""

    def __init__(self, source: Choices, library: Mapping[str, CardSpec]) -> None:
        self._source = source
        self._library = library
        self._monsters = [name for name, spec in library.items() if spec.type == "Monster"]
        self._main = [name for name in self._monsters if not _EXTRA & set(library[name].words)]
        self._extra = [name for name in self._monsters if _EXTRA & set(library[name].words)] or [VANILLA]
        self._backrow = [name for name, spec in library.items() if spec.type != "Monster"]
        self._lasting = [name for name in self._backrow if library[name].property in _LASTING]
        self._from_hand = [name for name, spec in library.items() if any("hand" in effect.places for effect in spec.effects)] or [VANILLA]
        self._from_gy = [name for name, spec in library.items() if any("gy" in effect.places for effect in spec.effects)] or [VANILLA]
        self._asked: list[str] = []  # words that cards already handed out ask for
        self._given = 0

    def side(self, player: str) -> Side:
        """One player's cards."""
        source = self._source
        hand = tuple(self._card(name) for name in some(source, source.pick((self._from_hand, (*self._main, *self._backrow))), 4))
        set_cards = tuple(self._card(name, set_before=not chance(source, 6)) for name in some(source, self._backrow, 4))
        monsters = tuple(self._monster() for _ in range(source.pick((2, 1, 3, 4, 5) if player == "T" else (2, 0, 1, 3, 4, 5))))
        if player == "T":
            monsters = (self._monster(attacks=True), *monsters[1:])
        worn = [_alias(one) for one in monsters if one.position != "face-down"]
        spells = tuple(one for name in some(source, self._lasting, 2) if (one := self._face_up_spell(name, worn)) is not None)
        everything = (*self._main, *self._backrow)
        return Side(
            monsters,
            spells,
            set_cards,
            hand,
            tuple(self._card(name) for name in some(source, source.pick((everything, self._from_gy)), 4)),
            tuple(self._card(name) for name in some(source, everything, 1)),
            tuple(self._card(name) for name in some(source, everything, 3)),
            tuple(self._card(name) for name in some(source, self._extra, 2)),
            source.pick((8000, 8000, 4000, 1000, 100)),
        )

    def _card(self, name: str, *, set_before: bool = True) -> OnField:
        return OnField(name, alias=self._alias(name), set_before=set_before)

    def _alias(self, name: str) -> str:
        self._given += 1
        self._asked += _asked_words(self._library[name])
        return f"{name} #{self._given}"

    def _monster(self, *, attacks: bool = False) -> OnField:
        source = self._source
        name = source.pick((VANILLA, *self._monsters)) if chance(source, 8) else source.pick(self._monsters)
        alias = self._alias(name)
        printed = chance(source, 2)
        return OnField(
            name,
            alias=alias,
            position="attack" if attacks else source.pick(("attack", "defense", "face-down")),
            atk=None if printed else source.pick(_STRENGTHS),
            defense=None if printed else source.pick(_STRENGTHS),
            counters={"counter": 1 + source.pick(range(3))} if chance(source, 5) else {},
            materials=source.pick((0, 0, 1, 2)),
            negated=chance(source, 12),
            words=tuple(some(source, source.pick((_WORDS, self._asked or _WORDS)), 2)),
        )

    def _face_up_spell(self, name: str, worn: list[str]) -> OnField | None:
        equips = self._library[name].property == "Equip"
        if equips and not worn:
            return None
        return OnField(name, alias=self._alias(name), equipped_to=self._source.pick(worn) if equips else None)


def _asked_words(spec: CardSpec) -> list[str]:
    """Words of cards that its effects ask for."""
    found = []
    for effect in spec.effects:
        found += [need.partition(":")[2] for need in effect.needs if ":" in need and not need.endswith(tuple("0123456789"))]
        found += [event.of for event in effect.events if event.of is not None]
        found += [effect.target.of] if effect.target is not None and effect.target.of is not None else []
    return found
