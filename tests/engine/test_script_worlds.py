"""What scripts of our own register: procedures, clones, loops, grants, and what their conditions answer."""

import pytest

from pipeline.engine.lua_world import World, WorldError
from pipeline.engine.script_facts import ScriptEffect
from pipeline.engine.scripts import parsed
from tests.engine import own_scripts as own

pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")


@pytest.fixture(scope="module")
def world() -> World:
    return World("edopro", own.world_files())


def effects(world: World, script: str, number: int = 500) -> list[ScriptEffect]:
    return parsed("edopro", number, world.run(number, script.encode()))


def condition(world: World, expression: str) -> str:
    (effect,) = effects(world, own.quick(expression))
    return effect.condition


def test_facts_of_a_trigger(world: World) -> None:
    (effect,) = effects(world, own.TRIGGER)
    assert (effect.script, effect.order, effect.place) == (500, 1, "card")
    assert (effect.type, effect.code, effect.category) == (0x1 | 0x80 | 0x8, 1029, 0x10000)
    assert (effect.string_no, effect.description) == (2, 0)
    assert (effect.count, effect.count_code, effect.flags) == (1, 500, 4)
    assert (effect.line, effect.registered_line, effect.name) == (3, 10, "e1")
    assert effect.has_condition and not (effect.has_cost or effect.has_target or effect.has_operation)


def test_the_cores_own_additions(world: World) -> None:
    """An activation may start from hand and zones and is an effect of the field; a Flip effect that is not optional is mandatory."""
    made = "local e=Effect.CreateEffect(c) e:SetType({}) c:RegisterEffect(e)"
    (activation,) = effects(world, own.registers(made.format("EFFECT_TYPE_ACTIVATE")))
    assert (activation.type, activation.range) == (0x10 | 0x8 | 0x2, 0x8 | 0x100 | 0x2)
    (flip,) = effects(world, own.registers(made.format("EFFECT_TYPE_SINGLE+EFFECT_TYPE_FLIP")))
    assert (flip.type, flip.code) == (0x1 | 0x20 | 0x8 | 0x200, 1001)
    other = World("ygopro", {**own.world_files(), "procedure.lua": b""})
    (optional,) = parsed("ygopro", 5, other.run(5, own.registers(made.format("EFFECT_TYPE_FLIP+EFFECT_TYPE_TRIGGER_O")).encode()))
    assert (optional.type, optional.flags) == (0xA1 | 0x8, 0x10000)


def test_a_procedure_points_at_the_line_that_calls_it(world: World) -> None:
    found = effects(world, own.registers("local mine=1\naux.Armour(c,300)"))
    assert [(effect.type & 0x14, effect.value, effect.line, effect.name) for effect in found] == [(0x10, None, 4, ""), (0x4, 300, 4, "")]


def test_clones_loops_and_tables(world: World) -> None:
    body = """local e1=Effect.CreateEffect(c)
e1:SetType(EFFECT_TYPE_SINGLE+EFFECT_TYPE_TRIGGER_O)
e1:SetCode(EVENT_TO_GRAVE)
e1:SetCountLimit(1,{id,1})
c:RegisterEffect(e1)
local e2=e1:Clone()
e2:SetCode(EVENT_DESTROYED)
c:RegisterEffect(e2)
for _,code in ipairs({100,104}) do
  local e3=e1:Clone()
  e3:SetType(EFFECT_TYPE_SINGLE)
  e3:SetCode(code)
  c:RegisterEffect(e3)
end"""
    found = effects(world, own.registers(body))
    assert [(effect.name, effect.code, effect.clone_of, effect.line) for effect in found] == [
        ("e1", 1014, 0, 3), ("e2", 1029, 1, 8), ("e3", 100, 1, 12), ("e3", 104, 1, 12),
    ]  # fmt: skip
    assert found[0].count_code == 500 and found[2].type == 1


def test_what_is_granted_and_what_is_registered_on_the_duel(world: World) -> None:
    body = """local given=Effect.CreateEffect(c)
given:SetType(EFFECT_TYPE_SINGLE+EFFECT_TYPE_TRIGGER_F)
given:SetCode(EVENT_BATTLED)
local gives=Effect.CreateEffect(c)
gives:SetType(EFFECT_TYPE_FIELD+EFFECT_TYPE_GRANT)
gives:SetLabelObject(given)
c:RegisterEffect(gives)
local left=Effect.CreateEffect(c)
aux.Announce()"""
    assert [(effect.place, effect.code) for effect in effects(world, own.registers(body))] == [("card", 0), ("duel", 1014), ("granted", 1138)]


def test_unknown_names_do_no_harm(world: World) -> None:
    body = """c:EnableSomethingNew(3)
if c:IsBeyondUnderstanding() or Duel.GetUnheardOf(0)>9 then error("no") end
for tc in c:GetWonderfulGroup():Iter() do tc:Frobnicate() end
Duel.AnnounceNothing(Duel.GetAttacker())
if c.kept then error("fields are no functions") end"""
    assert effects(world, own.registers(body)) == []


@pytest.mark.parametrize(
    ("expression", "letters"),
    [
        ("true", "TTTTTTT"),
        ("aux.BeforeCalculation()", "TTTFFTT"),
        ("Duel.GetCurrentPhase()==PHASE_DAMAGE", "TTFTTFF"),
        ("Duel.IsPhase(PHASE_DAMAGE_CAL)", "FFTFFFF"),
        ("Duel.IsBattlePhase()", "TTTTTFT"),
        ("Duel.IsMainPhase() and Duel.IsTurnPlayer(1-tp)", "FFFFFTF"),
        ("Duel.IsPhase(PHASE_DAMAGE) and not Duel.IsDamageCalculated() and Duel.GetAttackTarget()~=nil", "TTFFFFF"),
        ("Duel.GetAttackTarget()==nil and Duel.GetAttacker():IsControler(1-tp)", "TTTTTUT"),
        ("e:GetHandler():GetBattleTarget()~=nil", "TTTTTFT"),
        ("Duel.CheckEvent(1132)", "TFFFFFF"),
        ("e:GetHandler():IsStatus(0x4000)", "FFFTFFF"),
        ("ep~=tp and ev>=1000 and rp==0", "TTTTTTT"),
        ("Duel.GetFieldGroupCount(tp,4,0)==0 and re:IsActiveType(4)", "TTTTTTT"),
        ("Duel.IsDamageCalculated() and Duel.GetTurnCount()==17", "UUUUUUU"),
        ("Duel.GetTurnCount()==17", "NNNNNNN"),
        ("nothing.here", "NNNNNNN"),
    ],
)
def test_conditions_answer_in_each_state(world: World, expression: str, letters: str) -> None:
    assert condition(world, expression) == letters


@pytest.mark.parametrize(
    ("expression", "letters"),
    [
        ("e:GetHandler():IsReason(REASON_BATTLE)", "TF"),
        ("e:GetHandler():IsReason(REASON_EFFECT)", "FT"),
        ("e:GetHandler():IsReason(REASON_BATTLE+REASON_EFFECT)", "TT"),
        ("r&REASON_EFFECT~=0", "FT"),
        ("re~=nil and rp~=tp", "FT"),
        ("eg:IsExists(function(one,p) return one:IsReason(REASON_BATTLE) and one:IsControler(p) end,1,nil,tp)", "TF"),
        ("true", "TT"),
    ],
)
def test_causes_of_what_battle_and_effects_do(world: World, expression: str, letters: str) -> None:
    script = own.TRIGGER.replace("e:GetHandler():IsReason(REASON_BATTLE)", expression)
    (effect,) = effects(world, script)
    assert effect.condition[7:] == letters and "T" in effect.condition[:7]


def test_costs_and_targets_are_asked_too(world: World) -> None:
    """The phase may be tested there; a card of several options stays open while one of them does."""
    options = "(aux.BeforeCalculation() and Duel.IsPlayerCanDraw(tp)) or Duel.IsDamageCalculated()"
    more = f"""e1:SetCost(function(e,tp,eg,ep,ev,re,r,rp,chk) if chk==0 then return aux.BeforeCalculation() end end)
e1:SetTarget(function(e,tp,eg,ep,ev,re,r,rp,chk,chkc) if chk==0 then return {options} end end)"""
    (effect,) = effects(world, own.quick("Duel.IsBattlePhase()", more))
    assert (effect.condition, effect.cost, effect.target) == ("TTTTTFT", "TTTFFTT", "TTTTTTT")
    assert effect.parts == 7


def test_a_script_may_load_another_card(world: World) -> None:
    other = own.registers("local e1=Effect.CreateEffect(c) c:RegisterEffect(e1) e1:SetCode(9)")
    script = b'local s,id=GetID() Duel.LoadScript("c77.lua") local own=s.initial_effect function s.initial_effect(c) own(c) own(c) end'
    found = {"c77.lua": other.encode()}
    assert [effect.code for effect in parsed("edopro", 78, world.run(78, script, found.get))] == [9, 9]


def test_every_script_finds_what_the_helpers_left(world: World) -> None:
    """What helper functions remember, and what an earlier script wrote, is gone: in tables, globals and variables of the helpers' own."""
    script = own.registers("aux.Announce()")
    assert len(effects(world, script)) == len(effects(world, script)) == 1
    vandal = """Duel.GetCurrentPhase=nil Card.RegisterEffect=function() end string.rep=nil EVENT_DESTROYED=5 aux.Stringid=nil
rawset(_G,"GetID",nil) rawset(aux,"More",nil) table.insert=nil getmetatable(c).RegisterEffect=nil
local mt=getmetatable(Effect.CreateEffect(c)) mt.SetCode=nil rawset(mt,"SetType",nil)"""
    assert effects(world, own.registers(vandal)) == []
    assert effects(world, own.TRIGGER)[0].code == 1029
    assert condition(world, 'Duel.IsPhase(PHASE_DAMAGE_CAL) and ("x"):rep(2)=="xx" and aux.More()==7') == "FFTFFFF"


def test_helpers_that_do_not_load() -> None:
    for text in (b"error('broken')", b"while true do end", b"local = 1"):
        with pytest.raises(WorldError, match="helper files"):
            World("edopro", {**own.world_files(), "utility.lua": text})
