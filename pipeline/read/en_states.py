"""English clauses that say what is so ("if this card is in your GY") - against those whose verb tells something that nobody here knows."""

import re

_ADVERBS = r"(?: (?:not|never|still|already|currently|also|just|both|all|now|no longer|been|being|originally))*"
_IS = rf"\b(?:is|are|was|were|has|have|had|it's)\b{_ADVERBS}"
# Participles that are known, whatever they mean here: what happened earlier, or how a card stands.
_KNOWN = (
    r"(?:co-|face-)?(?:activated|added|applied|attached|attacked|banished|battled|changed|chosen|declared|destroyed|detached|discarded|down|drawn|"
    r"equipped|excavated|flipped|inflicted|linked|moved|negated|occupied|paid|performed|placed|removed|resolved|returned|revealed|selected|sent|set|"
    r"shuffled|summoned|taken|targeted|tied|treated|tributed|used|combined|hidden|been|ten|seven)\b"
)
# Words that look like a participle: behind "is" or "has" they tell what was done.
_PARTICIPLE = r"[a-z\-]+(?:ed|en|wn|rn|ught|ung|unk)\b|(?:put|cut|split|lost|made|sold|spun|won|shut|hit|bound|found|built|bent|stuck)\b"
_DONE = re.compile(rf"{_IS} (?!{_KNOWN})(?:{_PARTICIPLE})")
_SO = re.compile(_IS)
# "A monster you control" is no verb of the clause.
_OWNER = re.compile(
    r"\b(?:you|your opponent|they|(?:a|the|either|that|each|any|turn) player|its owner) (?:currently )?(?:controls?|controlled|owns?)\b"
)
# Verbs that tell how things stand, and past tenses of what may have happened.
_STATIVE = re.compile(
    r"\b(?:do not|does not|did not|still control|points? to|stays?|remains?|outnumbers?|it does|would (?:attack|battle|inflict|take)|activated|"
    r"activating|activation|added|attacked|battled|called|declared|destroyed|gained|inflicted|made|paid|summoned|took|used)\b"
)


def is_state(clause: str) -> bool:
    """Whether a clause without an event (lower case, quotes masked) says something that is so, or was so, in words that are known."""
    if _DONE.search(clause):
        return False
    if "still control" not in clause:
        clause = _OWNER.sub("", clause)
    return _SO.search(clause) is not None or _STATIVE.search(clause) is not None
