-- Stand-ins for the game's objects. Names of the game's interface answer by their kind: a question, a card, a group, a number.
local rec = ...
local NIL, choose, yes_no, number, player = rec.NIL, rec.choose, rec.yes_no, rec.number, rec.player
local rawget, rawset, setmetatable, pairs, select, find = rawget, rawset, setmetatable, pairs, select, string.find

local Card, Group, Duel, Debug = {}, {}, {}, {}
rec.Card, rec.Group, rec.Duel, rec.Debug = Card, Group, Duel, Debug

-- The states of the game in which a question is asked: the five windows, a Main Phase and the Battle Step as controls, two causes.
-- `events` are the codes of the battle whose point of time it is.
rec.STATES = {
  { phase = 0x20, calculated = false, events = { [1132] = true } },
  { phase = 0x20, calculated = false, events = { [1133] = true } },
  { phase = 0x40, calculated = false, events = { [1134] = true, [1135] = true, [1136] = true } },
  { phase = 0x20, calculated = true, events = { [1138] = true, [1143] = true }, destroyed = true, fought = true },
  { phase = 0x20, calculated = true, events = { [1139] = true, [1140] = true, [1141] = true }, fought = true },
  { phase = 0x04, calculated = false, events = {}, peace = true },
  { phase = 0x10, calculated = false, events = { [1130] = true, [1131] = true } },
  -- For what happens to cards: by battle, at the end of the step; by an effect, somewhere in the step.
  { phase = 0x20, calculated = true, events = { [1139] = true, [1140] = true, [1141] = true }, fought = true, cause = 0x21 },
  { phase = 0x20, calculated = false, events = { [1132] = true }, cause = 0x41 },
}
local state = rec.STATES[6]
local turn_player
function rec.enter(number_of_state) state = rec.STATES[number_of_state] end
function rec.new_turn() turn_player = nil end
-- The reason (REASON_*) that an event of this state has, where the state says why it happened.
function rec.reason_of(usual)
  if state.cause == 0x21 then return 0x21 end
  if state.cause == 0x41 and (usual & 0x20 ~= 0 or usual == 0) then return 0x41 end
  return usual
end

local mine, other, some_effect, some_group -- set up below and by the recorder
local card_or_none, none_or_card, this_or_other, target_or_none, effect_or_none

local CARDS = {}
for name in ([[GetHandler GetFirst GetEquipTarget GetPreviousEquipTarget GetOwner GetReasonCard GetFirstCardTarget GetFieldCard GetFirstTarget
  GetFirstMatchingCard GetOverlayTarget SearchCard TakeatPos CreateToken GetCard GetCardFromCardID]]):gmatch("%S+") do CARDS[name] = true end
local EFFECTS = {}
for name in ([[IsHasEffect IsPlayerAffectedByEffect GetReasonEffect GetActivateEffect CheckActivateEffect GetPlayerEffect GetCardEffect
  RegisterFlagEffect GetChainMaterial]]):gmatch("%S+") do EFFECTS[name] = true end
local GROUPS = {}
for name in ([[GetMaterial GetOverlayGroup GetCardTarget GetOwnerTarget Filter Clone Merge Sub Match Select RandomSelect GetFusionMaterial
  GetRitualMaterial GetTargetsRelateToChain GetAttackableTarget CreateGroup FromCards AddCard RemoveCard Remove KeepAlive SelectUnselect
  GetMaxGroup GetMinGroup SelectMatchingCard SelectTarget CancelableSelect FilterSelect]]):gmatch("%S+") do GROUPS[name] = true end
local PLAYERS = {}
for name in ([[GetControler GetReasonPlayer GetOwnerPlayer GetHandlerPlayer GetSummonPlayer GetPreviousControler]]):gmatch("%S+") do
  PLAYERS[name] = true
end

local function nothing() return 1 end
local function a_card() return choose(card_or_none, other) end
local function an_effect() return choose(effect_or_none, nil) end
local function a_group() return some_group end

-- The stand-in for a name that nobody has defined, by the kind of answer that its words promise.
local function stand_in(name)
  if CARDS[name] then return a_card end
  if EFFECTS[name] then return an_effect end
  if PLAYERS[name] then return player end
  if GROUPS[name] or (find(name, "Group", 1, true) and not find(name, "Count", 1, true) and not find(name, "^[CI]s?[hn]?e?c?k?")) then return a_group end
  if find(name, "^Is") or find(name, "^Check") or find(name, "^Can") or find(name, "^Has") or find(name, "^Equal") or find(name, "^Includes") then
    return yes_no
  end
  if find(name, "^Get") or find(name, "Count$") then return number end
  return nothing
end

local function open_class(class)
  setmetatable(class, {
    __index = function(own, name)
      -- The interface is written in capitals; other names are fields that scripts keep there.
      if type(name) ~= "string" or not find(name, "^[A-Z][A-Za-z0-9]+$") then return nil end
      local made = stand_in(name)
      rawset(own, name, made)
      return made
    end,
  })
end
rec.open_class = open_class
rec.stand_in = stand_in
for _, class in pairs({ Card, Group, Duel, Debug }) do open_class(class) end

local function group_of() return some_group end
local group_meta = { __kind = "Group", __index = Group, __len = number, __add = group_of, __sub = group_of, __band = group_of, __bor = group_of, __bxor = group_of }
rec.group_meta = group_meta
function rec.card_meta(class)
  return { __kind = "Card", __class = class, __index = class, __add = group_of, __sub = group_of, __band = group_of, __bor = group_of, __bxor = group_of }
end

-- New stand-ins for one script: its own card, another card, a group, an effect of somebody else.
function rec.populate(own_card, foreign_effect)
  mine = own_card
  other = setmetatable({}, rec.card_meta(Card))
  some_group = setmetatable({}, group_meta)
  some_effect = foreign_effect
  card_or_none = { other, mine, NIL }
  none_or_card = { NIL, other }
  this_or_other = { mine, other }
  target_or_none = { other, mine, NIL }
  effect_or_none = { some_effect, NIL }
  rec.other, rec.some_group, rec.some_effect = other, some_group, some_effect
end

-- The phase, the only thing that the core itself tells about the windows.
function Duel.GetCurrentPhase()
  rec.touch()
  return state.phase
end
function Duel.IsPhase(phase)
  rec.touch()
  return state.phase == phase
end
function Duel.IsMainPhase()
  rec.touch()
  return state.phase == 0x04 or state.phase == 0x100
end
function Duel.IsBattlePhase()
  rec.touch()
  return state.phase >= 0x08 and state.phase <= 0x80
end
function Duel.IsDamageCalculated()
  rec.touch()
  return state.calculated
end
function Duel.CheckEvent(code, with_parameters)
  local there
  if type(code) == "number" and code >= 1130 and code <= 1149 then
    rec.touch()
    there = state.events[code] or false
  else
    there = yes_no()
  end
  if with_parameters and there then return there, some_group, player(), number(), some_effect, -1, player() end
  return there
end
function Duel.CheckTiming()
  return yes_no()
end
function Duel.GetTurnPlayer()
  if turn_player == nil then turn_player = player() end
  return turn_player
end
function Duel.IsTurnPlayer(whose) return Duel.GetTurnPlayer() == whose end
function Duel.GetAttacker()
  rec.touch()
  if state.peace then return nil end
  return choose(this_or_other, nil)
end
function Duel.GetAttackTarget()
  rec.touch()
  if state.peace then return nil end
  return choose(target_or_none, nil)
end
function Duel.GetBattleMonster()
  rec.touch()
  if state.peace then return nil, nil end
  return choose(target_or_none, nil), choose(target_or_none, nil)
end
function Card.GetBattleTarget()
  rec.touch()
  if state.peace then return nil end
  return choose(card_or_none, nil)
end
function Card.IsRelateToBattle()
  rec.touch()
  return not state.peace and yes_no()
end
-- Destroyed in battle, yet still on the field: only after damage calculation (processor.cpp, damage step 30 to 34).
function Card.IsStatus(_, status)
  if rec.exploring() and type(status) == "number" then
    if status == 0x4000 then
      rec.touch()
      return (state.destroyed or false) and yes_no()
    elseif status == 0x10000000 then
      rec.touch()
      return (state.fought or false) and yes_no()
    elseif status == 0x8000 then
      return false
    end
  end
  return yes_no()
end

function Card.IsReason(_, bits)
  local cause = rec.exploring() and type(bits) == "number" and state.cause
  if not cause then return yes_no() end
  -- Battle and effect exclude each other; other reasons may come along with an effect.
  if bits & cause ~= 0 then return cause == 0x21 or bits & 0x40 ~= 0 or yes_no() end
  return cause == 0x41 and bits & 0x20 == 0 and yes_no()
end
local BY_EFFECT = { 0x41, 0x40, 0x4000040, 0x440 }
function Card.GetReason()
  local cause = rec.exploring() and state.cause
  if cause == 0x21 then return 0x21 end
  if cause == 0x41 then return choose(BY_EFFECT, 0) end
  return rec.bits()
end
function Card.GetReasonEffect()
  if rec.exploring() and state.cause == 0x21 then return nil end
  return an_effect()
end
function rec.event_effect()
  if state.cause == 0x21 then return nil end
  return some_effect
end

local ONE_OR_TWO = { 1, 2 }
function Group.GetNext() return choose(none_or_card, nil) end
function Group.GetCount() return number() end
function Group.Iter()
  local left = { choose(card_or_none, nil) }
  return function()
    local one = left[1]
    left[1] = nil
    return one
  end
end
-- Whether a card of the event is one that the script looks for is asked of a card, so that causes and phases count there too.
function Group.IsExists(_, filter, _, _, ...)
  if rec.exploring() and type(filter) == "function" then return filter(choose(this_or_other, other), ...) end
  return yes_no()
end
function Group.FilterCount(group, filter, _, ...)
  if not rec.exploring() or type(filter) ~= "function" then return rec.number() end
  return filter(choose(this_or_other, other), ...) and choose(ONE_OR_TWO, 1) or 0
end
function Group.ForEach() end
function Group.DeleteGroup() end
-- Numbers of a bit field: all bits, then none, then some that scripts ask for.
local BITS = { -1, 0, 1, 2, 4, 0x20, 0x40 }
for name in ([[GetType GetOriginalType GetLocation GetPreviousLocation GetSummonLocation GetActivateLocation GetRace GetAttribute
  GetActiveType GetPosition GetPreviousPosition GetPreviousTypeOnField]]):gmatch("%S+") do
  Card[name] = function() return choose(BITS, 0) end
end
-- SUMMON_TYPE_*: all bits, Special by a card's own way, by effect, Fusion, Ritual, Synchro, Xyz, Link, Normal.
local SUMMONS = { -1, 0x40000001, 0x40000000, 0x43000000, 0x45000000, 0x46000000, 0x49000000, 0x4c000000, 0x10000000 }
function Card.GetSummonType() return choose(SUMMONS, 0) end
rec.bits = function() return choose(BITS, 0) end

local function own_code(card)
  if card == mine and not rec.exploring() then return rec.code end
  return number()
end
Card.GetOriginalCode, Card.GetCode, Card.GetOriginalCodeRule = own_code, own_code, own_code

function Duel.GetOperationInfo() return yes_no(), some_group, number(), player(), number() end
Duel.GetPossibleOperationInfo = Duel.GetOperationInfo
-- What a link of the chain is: answers in the order in which they are asked for.
function Duel.GetChainInfo(_, ...)
  local answers = {}
  local shared = rec.shared
  for at = 1, select("#", ...) do
    local what = select(at, ...)
    local answer
    if what == shared.CHAININFO_TRIGGERING_EFFECT or what == shared.CHAININFO_DISABLE_REASON then
      answer = some_effect
    elseif what == shared.CHAININFO_TARGET_CARDS then
      answer = choose({ some_group, NIL }, nil)
    elseif what == shared.CHAININFO_TRIGGERING_PLAYER or what == shared.CHAININFO_TRIGGERING_CONTROLER or what == shared.CHAININFO_TARGET_PLAYER then
      answer = player()
    else
      answer = rec.bits()
    end
    answers[at] = answer
  end
  return table.unpack(answers, 1, select("#", ...))
end
