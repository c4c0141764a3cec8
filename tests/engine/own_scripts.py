"""A checkout of scripts of our own: constants, a few helpers, and whatever cards a test asks for."""

from collections.abc import Mapping
from pathlib import Path

CONSTANTS = """
EFFECT_TYPE_SINGLE=0x1 EFFECT_TYPE_FIELD=0x2 EFFECT_TYPE_ACTIVATE=0x10 EFFECT_TYPE_FLIP=0x20 EFFECT_TYPE_IGNITION=0x40
EFFECT_TYPE_TRIGGER_O=0x80 EFFECT_TYPE_QUICK_O=0x100 EFFECT_TYPE_TRIGGER_F=0x200 EFFECT_TYPE_CONTINUOUS=0x800 EFFECT_TYPE_GRANT=0x2000
EFFECT_FLAG_CARD_TARGET=0x10 EFFECT_FLAG_DAMAGE_STEP=0x4000 EFFECT_FLAG_DAMAGE_CAL=0x8000
EVENT_FREE_CHAIN=1002 EVENT_TO_GRAVE=1014 EVENT_CHAINING=1027 EVENT_DESTROYED=1029 EVENT_BATTLED=1138
LOCATION_HAND=0x2 LOCATION_MZONE=0x4 LOCATION_SZONE=0x8 CATEGORY_DRAW=0x10000
PHASE_MAIN1=0x4 PHASE_BATTLE_STEP=0x10 PHASE_DAMAGE=0x20 PHASE_DAMAGE_CAL=0x40 REASON_BATTLE=0x20 REASON_EFFECT=0x40
TIMING_DAMAGE_STEP=0x2000
""".replace(" ", "\n")

HELPERS = """
Auxiliary={}
aux=Auxiliary
function GetID() return self_table,self_code end
function Auxiliary.Stringid(code,number) return code<<20|number end
function Auxiliary.BeforeCalculation()
  local phase=Duel.GetCurrentPhase()
  return phase~=PHASE_DAMAGE or not Duel.IsDamageCalculated()
end
function Auxiliary.Armour(c,bonus)
  local worn=Effect.CreateEffect(c)
  worn:SetType(EFFECT_TYPE_ACTIVATE)
  worn:SetCode(EVENT_FREE_CHAIN)
  worn:SetTarget(function() return true end)
  c:RegisterEffect(worn)
  local gives=Effect.CreateEffect(c)
  gives:SetType(4)
  gives:SetCode(100)
  gives:SetValue(bonus)
  c:RegisterEffect(gives)
  return worn
end
local announced=false
function Auxiliary.Announce()
  if announced then return end
  announced=true
  Announced=true
  local all=Effect.GlobalEffect()
  all:SetType(EFFECT_TYPE_FIELD+EFFECT_TYPE_CONTINUOUS)
  all:SetCode(EVENT_TO_GRAVE)
  Duel.RegisterEffect(all,0)
end
Duel.LoadScript("more.lua")
"""

MORE = "function Auxiliary.More() return 7 end"

# A trigger with a condition, at the places that the facts name.
TRIGGER = """local s,id=GetID()
function s.initial_effect(c)
  local e1=Effect.CreateEffect(c)
  e1:SetDescription(aux.Stringid(id,2))
  e1:SetCategory(CATEGORY_DRAW)
  e1:SetType(EFFECT_TYPE_SINGLE+EFFECT_TYPE_TRIGGER_O)
  e1:SetCode(EVENT_DESTROYED)
  e1:SetCountLimit(1,id)
  e1:SetCondition(s.fallen)
  c:RegisterEffect(e1)
end
function s.fallen(e,tp,eg,ep,ev,re,r,rp)
  return e:GetHandler():IsReason(REASON_BATTLE)
end
"""


def world_files() -> dict[str, bytes]:
    """Helper files by name."""
    return {"constant.lua": CONSTANTS.encode(), "utility.lua": HELPERS.encode(), "more.lua": MORE.encode()}


def checkout(folder: Path, scripts: Mapping[int, str | bytes]) -> Path:
    """A checkout with these scripts in ``official``."""
    (folder / "official").mkdir(parents=True)
    for name, text in world_files().items():
        (folder / name).write_bytes(text)
    for number, script in scripts.items():
        (folder / "official" / f"c{number}.lua").write_bytes(script.encode() if isinstance(script, str) else script)
    return folder


def registers(body: str) -> str:
    """A script whose registration is this body; ``c`` is the card, ``s`` its table, ``id`` its number."""
    return f"local s,id=GetID()\nfunction s.initial_effect(c)\n{body}\nend\n"


def quick(condition: str, more: str = "") -> str:
    """A Quick Effect from the hand with this condition (an expression over the usual parameters)."""
    return registers(
        f"""local e1=Effect.CreateEffect(c)
e1:SetType(EFFECT_TYPE_QUICK_O)
e1:SetCode(EVENT_FREE_CHAIN)
e1:SetRange(LOCATION_HAND)
e1:SetProperty(EFFECT_FLAG_DAMAGE_STEP)
e1:SetCondition(function(e,tp,eg,ep,ev,re,r,rp) return {condition} end)
{more}
c:RegisterEffect(e1)"""
    )
