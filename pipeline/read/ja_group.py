"""Which sentences of a Japanese section make one effect.

A numbered section is one effect. Older texts have no numbers: there a sentence that is activated (or that an old text phrases
as "when ..., do ...") opens an effect, and what refers back to it follows.
"""

import re

import msgspec

from pipeline.read.ja_lines import RULE, Line
from pipeline.read.ja_old import only_pays, read_old
from pipeline.read.ja_split import Bullet, Section, Sentence

# Openings that refer back to the effect before.
_BACK = re.compile(
    r"^(?:その|それ|この(?:効果(?!で装備カード扱いになっている(?:時|場合)のみ、装備モンスターが)|方法|時|戦闘|ターン|トークン|モンスター(?!は)|デュエル|コイントス)|さらに|選択し|選択され|対象の|めくった|当た|当てた"
    r"|違った|違う場合|ハズレ|確認し|残り|破壊した|除外した|リリースした|捨て|戻した|送った|墓地へ送った|装備した|見せ|宣言|どちら|また、この効果"
    r"|ターン終了時|エンドフェイズ時?に|次の|発動後|相手はこの|相手がこの|または、|特殊召喚した|特殊召喚に成功した場合、|引いた|ドローした|以後|以降"
    r"|同じ|[①-⑳]の|表が|裏が|表だ|裏だ|自分がこの|互いに|[0-9]が出た|[0-9](?:回|枚|つ)とも|コイントス|払った|ただし|結果|手札に加えた|加えた"
    r"|このカードの(?:①|この)?効果で|対象に(?:した|選択)|上記|攻撃モンスター|出た目|偶数|奇数|コントロールを得た|フィールドから離れた)"
)
# Openings that speak of the card anew.
_ANEW = re.compile(
    r"^(?:また、|さらに、この|このカード[がはを]|このカードの(?!効果で)|(?:自分)?フィールド上?に(?:表側(?:攻撃|守備)?表示で)?存在するこのカード"
    r"|1ターンに1度|「」[のは]|「」と名のついた(?:モンスター|カード)は|墓地の?(?:に存在する)?このカード|自分の墓地に存在するこのカード|装備モンスター|(?:裏側|表側|守備|攻撃)[^。、]{0,6}このカード"
    r"|セットされたこのカード|リバース|モンスターに装備されているこのカード)"
)
# Effects of a Spell or Trap that stand beside its activation: from the Graveyard, or about the card on the field.
_BESIDE = re.compile(
    r"装備カードとなったこのカード|墓地の?(?:に存在する)?このカード|このカードが墓地に存在|墓地に(?:このカードが)?存在する(?:場合|限り|このカード)|墓地から除外"
    r"|このカードが[^。]{0,24}(?:墓地へ送られ|墓地に送られ|破壊され|除外され|離れ|捨てられ|加わっ|加えた)[^。]{0,24}(?:時|場合)"
    r"|セットされた(?:この)?カードが|表側表示のこのカードが"
)
# "Can be activated by paying ... . As long as this card is on the field ...": the first sentence only activates the card.
_STAYS = re.compile(r"このカードが[^。]{0,16}存在する限り|この(?:効果|カード)(?:は|を)[^。]*のみ")
# "Cannot be Normal Summoned. Must be ..." is one summoning condition.
_NO_NORMAL = re.compile(r"通常召喚(?:及び|・)?[^。]*できない|特殊召喚できない")
_OWN_WAY = re.compile(r"特殊召喚(?:する(?:事|こと)が)?(?:でき|が可能)|降臨|特殊召喚しなければ")
_GAINS = "以下の効果を得る"


class Group(msgspec.Struct, frozen=True, gc=False):
    """The sentences of one effect: which of them opens it, and the bullets that hang on it."""

    sentences: tuple[Sentence, ...]
    lead: int | None  # index of the sentence with the activation clause
    line: Line
    bullets: tuple[Bullet, ...]
    start: int
    end: int
    number: int | None


class Limit(msgspec.Struct, frozen=True, gc=False):
    """A sentence that only says how often, and how many groups of its section stand before it."""

    sentence: Sentence
    after: int


class _Grouping:
    """The grouping of one unnumbered section, sentence by sentence."""

    def __init__(self, section: Section, lasting: bool, rules_only: bool) -> None:
        self.section = section
        self.lasting = lasting
        self.rules_only = rules_only
        self.groups: list[Group] = []
        self.limits: list[Limit] = []
        self._now: list[Sentence] = []
        self._lead: int | None = None
        self._line = RULE
        self._bullets: list[Bullet] = []
        self._resolved = False  # whether the group under way has said what it does

    def run(self) -> None:
        """Go through the section."""
        hanging = dict(self.section.bullets)
        for k, sentence in enumerate(self.section.sentences):
            line = self._read(sentence)
            bullets = hanging.get(k, ())
            if line.role == "once" and _GAINS not in sentence.text:
                self._limit(sentence, line, bullets)
                continue
            if self._now and self._follows(line, sentence.text):
                if line.role == "act" and self._lead is None:
                    self._lead, self._line = len(self._now), line
                elif line.role != "about":
                    self._resolved = True
                self._now.append(sentence)
            else:
                self._open(sentence, line)
            if bullets:
                self._bullets += bullets
                self._resolved = True
        self._close()

    def _read(self, sentence: Sentence) -> Line:
        line = sentence.line
        if self.rules_only:
            return line if line.role == "once" or (line.role == "act" and "このカードを発動" in sentence.text) else RULE
        awaits = bool(self._now) and self._lead is not None and self._line.role == "act" and not self._resolved
        return read_old(sentence.text) if line.role == "more" and self.lasting and not awaits else line

    def _follows(self, line: Line, text: str) -> bool:
        """Whether a sentence belongs to the group under way."""
        opened = self._lead is not None
        if self.rules_only:
            return line.role != "act" and (_BACK.match(text) is not None or self._one_rule(text))
        if line.role == "about":
            return True
        if line.role == "act":
            # A sentence that only says "if ..." before the activation sentence belongs to it.
            return not self.lasting and not opened and not _BESIDE.search(text)
        back = _BACK.match(text) is not None
        if not self.lasting:
            return back or not (_BESIDE.search(text) and read_old(text).role == "old")
        if opened and self._line.role == "act" and not self._resolved:
            return _STAYS.match(text) is None
        if not opened and line.role == "rule" and self._one_rule(text):
            return True
        if back or self._bullets:
            return back
        if opened and self._line.role == "old" and len(self._now) == 1 and line.stop == 0 and only_pays(self._now[0].text):
            # "Discard 1 card. Destroy ...": the first sentence is the cost.
            return True
        if line.role == "old" and (line.stop or not line.must or "1ターンに1度" in text):
            return False
        return opened and not _ANEW.match(text)

    def _one_rule(self, text: str) -> bool:
        return _NO_NORMAL.search(self._now[-1].text) is not None and _OWN_WAY.search(text) is not None

    def _open(self, sentence: Sentence, line: Line) -> None:
        self._close()
        if line.role == "more" and not self.lasting and _BESIDE.search(sentence.text):
            line = read_old(sentence.text)
        self._now, self._line = [sentence], line
        self._lead = 0 if line.role in ("act", "old") else None
        self._resolved = line.role == "old"

    def _limit(self, sentence: Sentence, line: Line, bullets: tuple[Bullet, ...]) -> None:
        if bullets:
            # "The following effects can each be used once per turn": every bullet is an effect of its own.
            self._close()
            self.groups.append(Group((sentence,), None, line, bullets, sentence.start, bullets[-1].end, self.section.number))
        else:
            self.limits.append(Limit(sentence, len(self.groups) + bool(self._now)))

    def _close(self) -> None:
        if self._now:
            end = max(self._now[-1].end, self._bullets[-1].end if self._bullets else 0)
            self.groups.append(Group(tuple(self._now), self._lead, self._line, tuple(self._bullets), self._now[0].start, end, self.section.number))
        self._now, self._lead, self._bullets = [], None, []


def group(section: Section, lasting: bool, rules_only: bool = False) -> tuple[list[Group], list[Limit]]:
    """The effects of an unnumbered section, and its sentences that only limit how often.

    `lasting`: the card stays on the field and has effects there (monsters, Continuous, Field and Equip cards, Pendulum Zones);
    all others are one effect, what they do in the Graveyard aside. `rules_only`: the section stands in front of numbered ones,
    so that nothing in it is activated.
    """
    if not section.sentences:
        return [], []
    grouping = _Grouping(section, lasting, rules_only)
    grouping.run()
    return grouping.groups, grouping.limits


def numbered(section: Section) -> tuple[Group | None, list[Sentence]]:
    """The one effect of a numbered section, and its sentences that only limit how often."""
    kept: list[Sentence] = []
    limits: list[Sentence] = []
    lead: int | None = None
    line = RULE
    for sentence in section.sentences:
        told = sentence.line
        if told.role == "once" and kept and _GAINS not in sentence.text:
            limits.append(sentence)
        else:
            if told.role == "act" and lead is None:
                lead, line = len(kept), told
            kept.append(sentence)
    if not kept:
        return None, limits
    bullets = tuple(bullet for _, hanging in section.bullets for bullet in hanging) if section.bullets else ()
    return Group(tuple(kept), lead, line, bullets, section.start, section.end, section.number), limits
