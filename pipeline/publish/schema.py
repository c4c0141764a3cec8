"""The published tables: every column with its Arrow type and its meaning. DESIGN, section 3, in code.

The same lists drive Parquet, CSV, SQLite and `datapackage.json`, so that a column is described in one place only.
Spans are half-open pairs of code points into the raw text of a part; lists are never null, an empty one means "none".
"""

import msgspec
import pyarrow as pa

from pipeline.records import Cause, DecidedBy, Eligible, Kind, Language, Mark, Mode, Part, allowed
from pipeline.windows import COLUMNS, RULESETS

TEXT, INT, ID, REAL, BOOL = pa.string(), pa.int32(), pa.int64(), pa.float64(), pa.bool_()


def list_of(item: pa.DataType) -> pa.DataType:
    """A list type without null members, its member named as Parquet names it."""
    return pa.list_(pa.field("element", item, nullable=False))


SPAN = pa.struct([pa.field("start", INT, nullable=False), pa.field("end", INT, nullable=False)])
EVENT = pa.struct(
    [pa.field(name, TEXT, nullable=False) for name in ("what", "subject", "cause")]
    + [pa.field(name, BOOL, nullable=False) for name in ("past", "arrived")]
    + [*SPAN]
)
ACTION = pa.struct(
    [pa.field(name, TEXT, nullable=False) for name in ("what", "link", "object")]
    + [pa.field(name, BOOL, nullable=False) for name in ("optional", "delayed", "treated_as")]
    + [*SPAN]
)
TEXTS, IDS, INTS, SPANS, EVENTS, ACTIONS = map(list_of, (TEXT, ID, INT, SPAN, EVENT, ACTION))


class Provenance(msgspec.Struct, frozen=True):
    """Where a dataset comes from; it stands in every Parquet file, in SQLite and in `datapackage.json`."""

    source: str
    source_revision: str
    ruleset: str
    reader_version: str
    rules_hash: str
    supplements: str | None = None  # revision of the official supplements that were heard

    def as_dict(self) -> dict[str, str]:
        """The fields by name, in the order of declaration; those that are null left out."""
        return {name: str(value) for name in self.__struct_fields__ if (value := getattr(self, name)) is not None}


class Column(msgspec.Struct, frozen=True):
    """One column: ``required`` = never null; ``values`` = its closed list, if it has one."""

    name: str
    type: pa.DataType
    description: str
    required: bool = False
    values: tuple[str, ...] = ()

    @property
    def is_list(self) -> bool:
        """Whether a cell holds a list."""
        return bool(pa.types.is_list(self.type))


Columns = tuple[Column, ...]


def arrow_schema(columns: Columns, provenance: Provenance) -> pa.Schema:
    """The Arrow schema of a table, its columns' descriptions and the provenance in the metadata."""
    fields = [pa.field(c.name, c.type, nullable=not c.required, metadata={"description": c.description}) for c in columns]
    return pa.schema(fields, metadata=provenance.as_dict())


_CARD: Columns = (
    Column("passcode", TEXT, "Number printed on the card, eight digits, zeros kept; null where none is printed."),
    Column("konami_id", ID, "Number of the card in the official card database."),
    Column("script_ids", IDS, "Every number that simulators use for the card (alternate art, stand-in passcodes).", True),
    Column("name", TEXT, "English name.", True),
    Column("name_ja", TEXT, "Japanese name, without ruby."),
    Column("card_type", TEXT, "Monster, Spell or Trap.", True, ("Monster", "Spell", "Trap")),
    Column("property", TEXT, "Of Spells and Traps: Normal, Quick-Play, Continuous, Field, Equip, Ritual, Counter."),
)
_EFFECT_WINDOWS = tuple(
    Column(name, BOOL, f"May be activated in the window '{name}'; null = unknown; false where it never can be or is not activated.")
    for name in COLUMNS.values()
)
_CARD_WINDOWS = tuple(
    Column(name, BOOL, f"Some effect may be activated in the window '{name}'; null = only an uncertain effect could be.") for name in COLUMNS.values()
)

EFFECTS: Columns = (
    Column("effect_id", TEXT, "<card>/<part>/<n> or <card>/<part>/<n>.<bullet>; stable for one text and one reader_version.", True),
    *_CARD,
    Column("part", TEXT, "Which text of the card holds the effect.", True, allowed(Part)),
    Column("effect_no", INT, "Order in the part, from 1; 0 = the bare activation of a lasting card.", True),
    Column("bullet", INT, "Option of the effect, from 1; null where it is no option."),
    Column("ja_no", INT, "Circled number printed in the Japanese text; official supplements use it."),
    Column("span_start", INT, "First code point in the raw English text of the part; null where there is none."),
    Column("span_end", INT, "Code point after the last in the raw English text of the part."),
    Column("ja_span_start", INT, "First code point in the raw Japanese text of the part; null where there is none."),
    Column("ja_span_end", INT, "Code point after the last in the raw Japanese text of the part."),
    Column("kind", TEXT, "Kind of the effect.", True, allowed(Kind)),
    Column("mandatory", BOOL, "Whether it must be activated; null where that has no meaning."),
    Column("eligible", TEXT, "Whether it may be activated in the Damage Step.", True, allowed(Eligible)),
    *_EFFECT_WINDOWS,
    Column("mode", TEXT, "How it may be activated there; the least restricted where windows differ.", False, allowed(Mode)),
    Column("condition", TEXT, "What must hold besides; null where nothing."),
    Column("substeps", INTS, "Substeps 1-7 of the older Damage Step; legacy rulesets only.", True),
    Column("applies_in", TEXTS, "Of what is not activated: the windows that it names.", True),
    Column("decided_by", TEXT, "Who decided.", True, allowed(DecidedBy)),
    Column("rule", TEXT, "Code of the rule or ruling that decided; MODEL for the fallback model."),
    Column(
        "confidence",
        REAL,
        "Estimate of how often such a verdict is right, 0 to 1, never 1; lowered where a language is silent or differs; not calibrated yet.",
    ),
    Column("reason", TEXT, "Why, in one sentence that quotes no card."),
    Column("source", TEXT, "Public citation behind the rule (URL)."),
    Column("witness_en", TEXT, "What the English text alone says: windows, 'no', or null for silent."),
    Column("witness_ja", TEXT, "What the Japanese text alone says: windows, 'no', or null for silent."),
    Column("witness_supplement", TEXT, "What the official supplement alone says: windows, 'no', or null for silent."),
    Column("ruleset", TEXT, "Rules that the verdict holds under.", True, RULESETS),
)

CARDS: Columns = (
    Column("card_id", TEXT, "First part of effect_id: passcode, else k<konami_id>, else y<wiki page id>.", True),
    *_CARD,
    Column("types", TEXTS, "Type line of a monster, word by word.", True),
    Column("attribute", TEXT, "Attribute of a monster."),
    Column("level", INT, "Level, Rank or Link Rating."),
    Column("atk", TEXT, "ATK as printed: a number or '?'."),
    Column("def", TEXT, "DEF as printed: a number or '?'."),
    Column("text_en", TEXT, "Raw English text; null where there is none or the dataset was built without texts."),
    Column("text_ja", TEXT, "Raw Japanese text; null as text_en."),
    Column("pendulum_en", TEXT, "Raw English Pendulum Effect; null as text_en."),
    Column("pendulum_ja", TEXT, "Raw Japanese Pendulum Effect; null as text_en."),
    Column("text_source", TEXT, "Which source gave the texts."),
    Column(
        "text_sha256",
        TEXT,
        "SHA-256 over text_en, text_ja, pendulum_en, pendulum_ja in that order, each as '<UTF-8 bytes>:' and the text, or '-:' for null.",
        True,
    ),
    Column("unofficial_translation", BOOL, "Whether the English text is no official translation.", True),
    Column("effects", INT, "Number of rows in effects.", True),
    Column("any_eligible", BOOL, "Whether some effect may be activated in the Damage Step; null = only an uncertain one could be."),
    *_CARD_WINDOWS,
    Column("uncertain", INT, "Number of effects without a verdict.", True),
)

READING: Columns = (
    Column("effect_id", TEXT, "The row of effects that was read.", True),
    Column("language", TEXT, "Language of the text that was read.", True, allowed(Language)),
    Column("part", TEXT, "Which text of the card holds the effect.", True, allowed(Part)),
    Column("effect_no", INT, "Order in the part of this language, from 1; 0 = the bare activation of a lasting card.", True),
    Column("bullet", INT, "Option of the effect in this language, from 1; null where it is no option."),
    Column("printed_no", INT, "Circled number printed in the Japanese text."),
    Column("span_start", INT, "First code point in the raw text of the part.", True),
    Column("span_end", INT, "Code point after the last in the raw text of the part.", True),
    Column("kind", TEXT, "Kind of the effect.", True, allowed(Kind)),
    Column("speed", INT, "Spell Speed 1-3; null for what is not activated."),
    Column("mandatory", BOOL, "Whether it must be activated; null where that has no meaning."),
    Column("places", TEXTS, "Where it is activated from: hand, field, gy, banished, deck, extra, set.", True),
    Column("once", TEXT, "How often: turn, turn_by_name, duel, chain, battle, face_up; null = no limit."),
    Column("condition_start", INT, "First code point of the activation clause; null where there is none."),
    Column("condition_end", INT, "Code point after the last of the activation clause."),
    Column("events", EVENTS, f"Alternatives of the activation clause; cause is one of {', '.join(allowed(Cause))}.", True),
    Column("responds_to", TEXTS, "What it answers: activation, targeting, chain, summon, attack.", True),
    Column("window", TEXTS, "Windows named as the moment of activation.", True),
    Column("names_step", BOOL, "Names the Damage Step without a window.", True),
    Column("mark", TEXT, "Whether the text says 'even during' or 'except during' the Damage Step.", False, allowed(Mark)),
    Column("phases", TEXTS, "Phases and steps named as the moment of activation.", True),
    Column("whose_turn", TEXT, "Whose turn is named: you or opponent."),
    Column("mandatory_word", BOOL, "Japanese: the text says that it activates, not that it can.", True),
    Column("states", SPANS, "Spans of what must be so for the activation.", True),
    Column("battle_of", TEXT, "Whose battle must be going on: self or other."),
    Column("cost", ACTIONS, "What is paid to activate it.", True),
    Column("targets", BOOL, "Whether it targets.", True),
    Column("actions", ACTIONS, "What it does, in the order of the text.", True),
    Column("applies_in", TEXTS, "Windows that a text without activation names.", True),
    Column("granted", BOOL, "Whether the card gives this effect to another card.", True),
    Column("old_wording", BOOL, "From a text without the punctuation or numbers that tell effects apart.", True),
    Column("residue", SPANS, "Spans that were not understood.", True),
    Column("alignment_score", REAL, "How well the two languages agree about the row, 0-1; null where one alone was read."),
)

UNCERTAIN: Columns = (
    Column("effect_id", TEXT, "The row of effects that has no verdict.", True),
    Column("card", TEXT, "English name of the card.", True),
    Column("effect", TEXT, "Which effect of the card.", True),
    Column("why", TEXT, "Why nobody decided.", True),
)
