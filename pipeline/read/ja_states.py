"""Japanese clauses that say what is so ("if this card is in the GY") - against those whose verb tells something that nobody here knows."""

import re

_MOMENT = "(?:場合|時|とき|際|度|瞬間)"
# Past forms, but those that tell how things were ("was doing", "was", "had", "was not", "was high", "called it right").
_PAST = f"(?<!て)(?<!だ)(?<!あ)(?<!か)(?<!当)[っいしえけげせてべめれきぎじちにびみりん]た{_MOMENT}|[んい]だ{_MOMENT}"
# Plain forms, but those that tell how things stand ("is doing", "is there", "differs", "can").
_PLAIN = f"(?<!てい)(?<!でい)(?<!あ)(?<!存在す)(?<!異な)(?<!にい)(?<!がい)(?<!き)[るうくすつむぶぐ]{_MOMENT}"
_HAPPENS = re.compile(f"{_PAST}|{_PLAIN}")


def is_state(clause: str) -> bool:
    """Whether a clause without an event says something that is so, or was so: no verb in it tells a happening, a chain's length aside."""
    return _HAPPENS.search(clause) is None or "チェーン" in clause
