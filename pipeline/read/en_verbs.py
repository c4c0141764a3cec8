"""The verbs of English effect texts: which word may open which action, and what must follow for it to be that action.

The reader looks each word up in `BY_WORD` and tries only the patterns that it can open: most words open none, so the cost
of a text is close to that of splitting it into words.
"""

import re
from typing import NamedTuple

from pipeline.records import ActionWhat

_STATS = r"\b(?:atk|def)\b"
# The words between a verb and the ATK or DEF that it changes: no LP, no second verb, no measure ("equal to its ATK").
_TO_STAT = r"(?:(?!\b(?:lp|life points|then|destroy|damage|equal to|counters?|gains?|loses?|whose|with|control|level|levels|effect)\b)[^.;:]){0,80}?"
_BY_PROCEDURE = r"\w+ summon(?!ed\b|ing\b|s\b)"
_AWAY = r"(?: [^.;]{0,80}?(?:top or bottom|on (?:the )?(?:top|bottom)|bottom of|on top|extra deck|into the deck))"

# (action, words that may open it, pattern matched from that word on). The first that matches wins.
TABLE: tuple[tuple[ActionWhat, str, str], ...] = (
    ("atk_def_change", "gain gains lose loses", rf"(?:gains?|loses?) (?!control)(?:\d+ levels? and )?(?:\d+ )?{_TO_STAT}{_STATS}"),
    ("atk_def_change", "increase increases decrease decreases reduce reduces raise lower double doubles halve halves change changes swap "
        "switch switches exchange make add",
     rf"\w+ (?!\d? ?counters?|1 |2 |up\b|than\b|of\b|and decreases\b|"
     rf"atk\b)(?:(?!\b(?:attack|position|positions|target)\b)[^.;:]){{0,4}}{_TO_STAT}{_STATS}"),
    ("atk_def_change", "atk def atk's def's", r"(?:atk|def)(?:'?s)?(?: ?(?:/|and/or|and|or) ?(?:original )?(?:def|"
        r"atk)s?)?\b(?:(?!\b(?:lp|damage|with(?! (?:its|that|the same) name)|less|"
        r"more|lower|"
        r"higher|whose|gains?|than)\b)[^.;:,]){0,80}?"
     r"\b(?:becomes? (?!the target)|(?:is|are|be)(?: also| both| each)? (?:halved|doubled|reduced|increased|changed|switched|"
         r"swapped|raised|lowered|reversed|made|set|the same|now|treated|\d)|"
         r"by (?:\d|half|an?\b(?! effect)|the\b(?! effects?\b))|to (?:0|\d|half|double|be)|"
         r"increases?|decreases?)"),
    ("atk_def_change", "with has have having", r"\w+ (?:its|their|double|half|halved|\d+ (?:more|less|additional)|"
        r"an? additional \d+) (?:original )?(?:current )?(?:atk|def)s?\b(?: ?(?:/|and/or|and) ?(?:def|atk)s?)? ?(?:halved|"
        r"doubled|reduced|becomes?|increased|set|changed|\d|to|made|lowered)"),
    ("atk_def_change", "give gives", rf"gives? (?:it |them |that (?:monster|card) )?(?:an? additional )?(?:\d+ )?{_STATS}"),
    ("atk_def_change", "have has", r"\w+ (?:their|its|the) (?:original )?(?:atk|def)\b"),
    ("negate_activation", "negate negates negated", r"negate[sd]? (?:the |that |its |their |those |this |any |"
        r"your opponent's |an? )?(?:(?:spell|trap|card|monster|effect|"
        r"special|summon|opponent's|quick effect|spell/trap)s?(?:'s)?(?: card)?(?:'s)?,? ?(?:and/or |or |and |"
        r"/)?){0,4} ?(?:effect'?s? )?activations?\b"),
    ("negate_activation", "activation", r"activation(?: and(?: the)? effects?)? (?:is|are) negated"),
    ("negate_summon", "negate negates", r"negates? (?:the |that |its |those |their |any |this )?(?:normal |special |flip |inherent |or |"
        r"and/or )*summons?\b(?! or)"),
    ("negate_attack", "negate negates", r"negates? (?:the |that |this |its |an |any |your |your opponent's |"
        r"opponent's |that monster's |direct |monster's |"
        r"1 )*attacks?\b"),
    ("negate_effect", "negate negates negating negated", r"negat\w+\b"),
    ("negate_effect", "effects effect", r"effects?(?: on the field| of [^.;,]{0,60}?|"
        r" activated [^.;,]{0,40}?)?,? (?:is|are|be|become|"
        r"becomes) (?:also )?negated"),
    ("negate_effect", "with has have having", r"\w+ (?:its|their|all|the) effects? negated"),
("fusion_summon", "fusion", _BY_PROCEDURE),
    ("ritual_summon", "ritual", _BY_PROCEDURE),
    ("synchro_summon", "synchro", _BY_PROCEDURE),
    ("xyz_summon", "xyz", _BY_PROCEDURE),
    ("link_summon", "link", _BY_PROCEDURE),
    ("pendulum_summon", "pendulum", _BY_PROCEDURE),
    ("summon_permission", "conduct", r"conduct [^.;]{0,40}summons?"),
    ("summon_permission", "normal tribute pendulum", r"\w+ summon(?:/set)?(?!ed)[^.;]{0,80}(?:in addition|additional)"),
    ("summon_permission", "additional", r"additional (?:normal|tribute|pendulum) summons?"),
    ("normal_summon", "normal tribute gemini", r"\w+ summon(?:/set)?(?!ed\b|ing\b|s\b|/)"),
    ("special_summon", "special", r"special summon(?!ed\b)"),
    ("special_summon", "is are be", r"\w+ (?:then )?(?:also )?special summoned"),
    ("special_summon", "summon", r"summon (?:it|them|this|that|1|\d|an?)\b"),
    ("destroy", "destroy destroys destroying", r"destroy"),
    ("destroy", "is are be", r"\w+ (?:also )?(?:then )?destroyed"),
    ("banish", "banish banishes banishing", r"banish"),
    ("banish", "is are be", r"\w+ (?:also )?banished"),
    ("banish", "remove removes removed", r"removed? [^.;]{0,80}?from play"),
    ("counter", "place put remove removes distribute add adds move transfer gains gain", r"\w+ [^.;]{0,60}?\bcounters?\b"),
    ("counter", "counters counter", r"counters? (?:is|are) (?:placed|removed)"),
    ("shuffle_deck", "shuffle shuffles", r"shuffles? (?:your|their|the|that player's|both players') (?:main )?deck"),
    ("send_to_gy", "send sends sending", r"send"),
    ("send_to_gy", "is are be", r"\w+ (?:also )?sent"),
    ("discard", "discard discards discarding", r"discard"),
    ("discard", "is are", r"\w+ discarded"),
    ("tribute", "tribute tributes tributing", r"tribut(?:e|es|ing)\b"),
    ("tribute", "is are", r"\w+ tributed"),
    ("return", "return returns returning shuffle shuffles", r"\w+"),
    ("return", "is are be", r"\w+ (?:also )?(?:returned|shuffled)"),
    ("return", "place places put puts", rf"\w+{_AWAY}"),
    ("add_to_hand", "add adds adding", r"\w+"),
    ("add_to_hand", "is are", r"\w+ added"),
    ("draw", "draw draws drawing", r"\w+\b(?! phase)"),
    ("equip", "equip equips equipping", r"\w+\b(?! (?:cards?|spells?)\b)"),
    ("equip", "is are become becomes", r"\w+ (?:also )?(?:equipped|an equip)"),
    ("equip", "treat", r"treat [^.;]{0,60} as (?:an )?equip"),
    ("attach", "attach attaches", r"\w+"),
    ("attach", "is are become becomes", r"\w+ (?:attached|(?:its |an? )?(?:xyz )?materials?\b)"),
    ("attach", "use", r"use [^.;]{0,30} as (?:its |an? )?(?:xyz )?material"),
    ("detach", "detach detaches detaching", r"\w+"),
    ("set", "set sets", r"\w+\b(?! in\b| of\b| card| monster| spell| trap| face)"),
    ("set", "is be", r"\w+ set\b"),
    ("damage_modify", "damage", r"damage(?! calculation| step)[^.;]{0,80}?\b(?:becomes?|is (?:halved|doubled|0|also|treated|inflicted|reduced)|"
        r"are (?:halved|doubled|0)|"
        r"you take|your opponent takes|to 0|inflicted)\b"),
    ("damage_modify", "take takes inflict inflicts", r"\w+ (?!the same amount)(?:no|half|double|twice|any|the|that|piercing) ?[^.;]{0,60}?\bdamage"),
    ("damage_modify", "double halve make reduce", r"\w+ (?:the|that|any|all|your|it)[^.;]{0,40}\bdamage"),
    ("inflict_damage", "inflict inflicts inflicting deal", r"\w+"),
    ("inflict_damage", "take takes", r"takes? [^.;]{0,60}damage"),
    ("gain_lp", "gain gains recover recovers increase gaining", r"\w+ [^.;,]{0,60}?\b(?:lp|life points)\b"),
    ("lose_lp", "lose loses halve make change switch swap exchange", r"(?!make [^.;]{0,90}\b(?:gain|lose)\b)\w+ [^.;,]{0,60}?\b(?:lp|life points)\b"),
    ("lose_lp", "lp", r"lp (?:becomes?|is halved|are)"),
    ("pay_lp", "pay pays paying", r"\w+"),
    ("take_control", "take takes gain gains switch give gives exchange swap switching", r"\w+ [^.;]{0,20}?\bcontrol\b"),
    ("take_control", "control", r"control of [^.;]{0,60}?(?:is|switch|returns?|shifts?|changes?)"),
    ("change_position", "change changes switch", r"\w+ [^.;]{0,110}?(?:positions?|face-up|face-down)\b"),
    ("change_position", "is are be", r"\w+ (?:also )?(?:changed to|flipped face|turned face)"),
    ("change_position", "turn flip flips", r"\w+ (?:it|them|that|all|this|1|any|\d|the|those|your|as|up|both|face)\b"),
    ("level_change", "increase reduce decrease change make double treat raise lower halve "
        "reduces increases", r"(?!make [^.;]{0,90}\b(?:gain|lose)\b)\w+ [^.;]{0,90}?\b(?:levels?|ranks?|scales?)\b"),
    ("level_change", "level levels rank ranks scale scales", r"\w+(?:s)?(?: or rank| and/or rank)?(?: of [^.;,]{0,60}?)? (?:is|are|becomes?|by)\b"),
    ("level_change", "gain gains lose loses", r"\w+ \d+ levels?"),
    ("level_change", "become becomes", r"\w+ (?:level|rank|levels?|\d)\b"),
    ("identity_change", "change declare make treat treated", r"(?!make [^.;]{0,90}\b(?:gain|lose)\b)\w+ [^.;]{0,60}?\b(?:types?|"
        r"attributes?|names?)\b"),
    ("identity_change", "name type attribute types attributes names", r"\w+ (?:also )?(?:becomes?|is|are)\b"),
    ("identity_change", "become becomes", r"\w+ (?:also )?(?:treated|the (?:declared|same|chosen)|an? (?:tuner|"
        r"effect|normal|gemini)|\"|fire|water|earth|wind|"
        r"light|dark|divine|fiend|zombie|machine|dragon|thunder|plant|warrior)"),
    ("coin_dice", "toss tosses roll rolls coin", r"\w+"),
    ("coin_dice", "play flip call", r"\w+ (?:rock|a coin|heads|it)"),
    ("declare", "declare declares name guess", r"\w+ ?(?!is|becomes)"),
    ("excavate", "excavate excavates pick", r"\w+"),
    ("reveal", "reveal reveals show shows revealing", r"\w+"),
    ("look", "look looks see check", r"\w+"),
    ("shuffle", "rearrange", r"\w+"),
    ("redirect_attack", "change changes switch redirect make", r"\w+ [^.;]{0,20}?\b(?:attack target|attack|target)\b"),
    ("redirect_attack", "target", r"target is (?:now|changed)"),
    ("redirect_attack", "attack", r"attack (?:target|it instead|is (?:now|redirected))"),
    ("calculate_damage", "perform proceed conduct apply do calculate", r"\w+ [^.;]{0,20}?damage calculation"),
    ("end_phase", "end becomes become proceed", r"\w+ (?:the|that|your|their|this|its|to)\b[^.;]{0,30}?(?:phase|turn)"),
    ("end_phase", "phase", r"phase (?:for that turn |of that turn |immediately )?ends\b"),
    ("skip", "skip skips", r"\w+"),
    ("protect", "cannot", r"cannot (?:also )?(?:be (?:destroyed|targeted|banished|tributed|negated|returned|sent|used|affected|attacked|selected|"
        r"removed|changed|switched)|target\b|destroy\b)"),
    ("protect", "is are", r"\w+ not (?:be )?(?:destroyed|banished)"),
    ("unaffected", "unaffected", r"unaffected"),
    ("replace", "instead", r"instead"),
    ("restrict", "cannot neither unable can't", r"[\w']+"),
    ("restrict", "can", r"can only|can neither"),
    ("restrict", "must", r"must\b"),
    ("restrict", "do does is are", r"\w+ not\b"),
    ("attack_modify", "make makes", r"\w+ [^.;]{0,60}?attacks?\b"),
    ("attack_modify", "attack", r"attack (?:directly|again|in a row|twice|all|up to|once|with|your|that|each|a|an|this|any|in|other|while)|"
        r"attack\b(?! (?:position|target|points|declar))"),
    ("opponent_chooses", "opponent", r"opponent (?:chooses?|selects?|must choose|picks?|can choose|declares?|decides?|applies)"),
    ("choose", "choose chooses decide", r"\w+"),
    ("target", "target targets", r"\w+"),
    ("select", "select selects", r"\w+"),
    ("activate", "activate activates", r"\w+"),
    ("activate", "use", r"use (?:this|that|it|its|the|1)\b"),
    ("apply", "apply applies resolve resolves repeat copy happens", r"\w+"),
    ("apply", "effect", r"effect becomes"),
    ("apply", "do does", r"\w+ (?:the|this|both|so|it)\b"),
    ("grant", "gain gains", r"\w+"),
    ("grant", "has have with", r"\w+ (?:this|these|the following|the same|that) effects?"),
    ("treat", "treat treats treated counts considered becomes become ignoring", r"\w+"),
    ("move", "move moves switch swap exchange", r"\w+"),
    ("place", "place places put", r"\w+"),
    ("place", "is are be", r"\w+ placed"),
)  # fmt: skip
# Verbs too plain to mean anything alone: a clause that holds one is understood, but says nothing that a rule reads.
PLAIN = re.compile(
    r"\b(?:take|takes|keep|remains?|stays?|use|used|has|have|leaves?|return|can|wins?|duel|counts?|lasts?|reset|divide|give|"
    r"gives|play|be|is|are|increases?|decreases?|lose|loses)\b",
    re.ASCII,
)

_Patterns = tuple[tuple[ActionWhat, re.Pattern[str]], ...]


class Opener(NamedTuple):
    """A word that may open actions: as it stands between spaces, and its patterns in the order in which they are tried."""

    between_spaces: str
    patterns: _Patterns
    without_stats: _Patterns  # those of a clause that speaks neither of ATK nor of DEF


def _openers() -> dict[str, Opener]:
    found: dict[str, list[tuple[ActionWhat, re.Pattern[str]]]] = {}
    # Where words end is asked at every step; all words here are ASCII, for which that is a look into a table.
    for what, words, pattern in TABLE:
        compiled = re.compile(pattern, re.ASCII)
        for word in words.split():
            found.setdefault(word, []).append((what, compiled))
    found["atk/def"] = found["def/atk"] = found["atk"]
    return {
        word: Opener(f" {word} ", tuple(some), tuple([(what, pattern) for what, pattern in some if what != "atk_def_change"]))
        for word, some in found.items()
    }


BY_WORD = _openers()
