"""Public addresses behind the rules: the official card database, and the translations and discussions that quote the rulebook."""

from urllib.parse import quote

_DATABASE = "https://www.db.yugioh-card.com/yugiohdb/faq_search.action"
_RULES = "https://github.com/lucays/OCG-Rule-documentation/blob/1b05ca7/docs/"
_BOOK = "https://github.com/lucays/ocg-rulebook/blob/dec1db8/docs/"
# A community translation of the official rulebook: how a turn is played, kinds of effect, special rules.
RULEBOOK_TURN = _BOOK + quote("c02/游戏的进行.rst")
RULEBOOK_EFFECTS = _BOOK + quote("c02/卡片的效果.rst")
RULEBOOK_CARDS = _BOOK + quote("c02/卡片.rst")
RULEBOOK_SPECIAL = _BOOK + quote("c01/特选规则.rst")
# A community compendium that links each ruling to the official database.
BATTLE_PHASE = _RULES + quote("c03/战斗阶段流程.rst")
NEGATION = _RULES + quote("c03/无效.rst")
TRIGGERS = _RULES + quote("c03/诱发类效果.rst")
EFFECT_CLASSES = _RULES + quote("c02/怪兽的效果分类.rst")
WIKI = "https://yugipedia.com/wiki/Damage_Step"
ORGANIZATION = "https://ygorganization.com/that-wacky-damage-step/"
EDISON = "https://edisonformat.com/battle-phase.html"


def supplement(konami_id: int) -> str:
    """The card's page in the official database, with its supplementary information (Japanese)."""
    return f"{_DATABASE}?ope=4&cid={konami_id}&request_locale=ja"


def faq(number: int) -> str:
    """One question and answer of the official database (Japanese)."""
    return f"{_DATABASE}?ope=5&fid={number}&request_locale=ja"


def script_issue(number: int) -> str:
    """A discussion of one card's legality that quotes the official database."""
    return f"https://github.com/Fluorohydride/ygopro-scripts/issues/{number}"
