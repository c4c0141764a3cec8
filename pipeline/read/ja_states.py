"""Japanese clauses that say what is so ("if this card is in the GY") - against those whose verb tells something that nobody here knows."""

import re

# Past forms, but those that tell how things were ("was doing", "was", "had", "was not", "was high", "called it right"); plain forms, but
# those that tell how things stand ("is doing", "is there", "differs", "can"). The word behind them is what a search finds quickly.
_HAPPENING = (
    "(?<=[っいしえけげせてべめれきぎじちにびみりん]た{0})(?<![てだあか当].た{0})|(?<=[んい]だ{0})"
    "|(?<=[るうくすつむぶぐ]{0})(?<![てでにが]い.{0})(?<!あ.{0})(?<!存在す.{0})(?<!異な.{0})(?<!き.{0})"
)
_HAPPENS = re.compile("|".join(f"{word}(?:{_HAPPENING.format(word)})" for word in ("場合", "時", "とき", "際", "度", "瞬間")))


def is_state(clause: str) -> bool:
    """Whether a clause without an event says something that is so, or was so: no verb in it tells a happening, a chain's length aside."""
    return _HAPPENS.search(clause) is None or "チェーン" in clause
