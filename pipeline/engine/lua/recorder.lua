-- Effects as a script makes and registers them, by the rules of the core's own setters (libeffect.cpp of both cores).
local rec = ...
local NIL, choose, yes_no = rec.NIL, rec.choose, rec.yes_no
local getinfo, getlocal = debug.getinfo, debug.getlocal
local tointeger, format, concat = math.tointeger, string.format, table.concat
local setmetatable, getmetatable, type, tostring = setmetatable, getmetatable, type, tostring

local Effect = {}
rec.Effect = Effect
rec.open_class(Effect)
local effect_meta = { __kind = "Effect", __index = Effect }

local facts = setmetatable({}, { __mode = "k" }) -- what is known of an effect; out of the scripts' reach
local created, registered = {}, {}
local is_edopro = true
local MOST_EFFECTS = 500
local LONGEST_NAME = 60 -- of a variable: a script of a megabyte may be one long name, told again with every effect

local function whole(value, most)
  local number = tointeger(value)
  if number == nil and type(value) == "number" and value == value and value > -9e15 and value < 9e15 then number = tointeger(value // 1) end
  if number == nil then error("a number is expected, not " .. type(value), 0) end
  return most and number & most or number
end

local function own_frame()
  for level = 3, 40 do
    local info = getinfo(level, "Sl")
    if info == nil then return nil end
    if info.source == rec.source then return level - 1, info.currentline end
  end
  return nil
end

-- The name of the local variable of the script's own function that holds the effect.
local function local_name(effect, level)
  local found = ""
  for index = 1, 200 do
    local name, value = getlocal(level + 1, index)
    if name == nil then break end
    if rawequal(value, effect) then found = name:sub(1, LONGEST_NAME) end
  end
  return found
end

local function new_effect(card)
  if #created >= MOST_EFFECTS then error("more than " .. MOST_EFFECTS .. " effects", 0) end
  local effect = setmetatable({}, effect_meta)
  local _, line = own_frame()
  local fact = {
    handler = card, type = 0, code = 0, flag = 0, flag2 = 0, category = 0, range = 0, own_range = 0, other_range = 0,
    hint = 0, hint_other = 0, description = 0, line = line or 0, count = 0, count_code = 0, count_flag = 0, clone_of = 0, labels = {},
  }
  facts[effect] = fact
  created[#created + 1] = effect
  fact.number = #created
  return effect
end

function Effect.CreateEffect(card) return new_effect(card) end
function Effect.GlobalEffect() return new_effect(nil) end
function Effect.Clone(effect)
  local source = facts[effect]
  local copy = new_effect(source.handler)
  local fact = facts[copy]
  local line, order = fact.line, fact.number
  for key, value in pairs(source) do fact[key] = value end
  fact.line, fact.number, fact.clone_of, fact.place, fact.name, fact.at = line, order, source.number, nil, nil, nil
  return copy
end

function Effect.SetType(effect, value)
  local fact, v = facts[effect], whole(value, 0xffff)
  if is_edopro then
    if v & 0x0ff0 ~= 0 then v = v | 8 else v = v & ~8 end
    if v & 0x550 ~= 0 then v = v | 2 end
    if v & 0x10 ~= 0 then fact.range = 0x8 | 0x100 | 0x2 end
    if v & 0x20 ~= 0 then
      fact.code = 1001
      if v & 0x80 == 0 then v = v | 0x200 end
    end
  else
    if v & 0x10 ~= 0 then
      v = 0x12
      fact.range = 0x8 | 0x100 | 0x2
    elseif v & 0x20 ~= 0 then
      fact.code = 1001
      if v & 0x80 ~= 0 then
        v = 0xa1
        fact.flag = fact.flag | 0x10000
      else
        v = 0x221
      end
    elseif v & 0x540 ~= 0 then
      v = v | 2
    end
    if v & 0xff0 ~= 0 then v = v | 8 else v = v & ~8 end
  end
  fact.type = v
end
function Effect.SetProperty(effect, first, second)
  local fact = facts[effect]
  -- Flags that the core sets by itself stay: initial, function as value, count limit, field only, absolute target.
  fact.flag = (fact.flag & 0x4f) | (whole(first, 0xffffffff) & ~0x4f)
  fact.flag2 = whole(second or 0, 0xffffffff)
end
function Effect.SetCode(effect, value) facts[effect].code = whole(value, 0xffffffff) end
function Effect.SetRange(effect, value) facts[effect].range = whole(value, 0xffff) end
function Effect.SetCategory(effect, value) facts[effect].category = whole(value) end
function Effect.SetDescription(effect, value) facts[effect].description = whole(value) end
function Effect.SetHintTiming(effect, own, others)
  local fact = facts[effect]
  fact.hint = whole(own, 0xffffffff)
  fact.hint_other = others == nil and fact.hint or whole(others, 0xffffffff)
end
function Effect.SetTargetRange(effect, own, others)
  local fact = facts[effect]
  fact.own_range, fact.other_range = whole(own, 0xffff), whole(others, 0xffff)
end
function Effect.SetAbsoluteRange(effect, _, own, others)
  local fact = facts[effect]
  fact.own_range, fact.other_range, fact.flag = whole(own, 0xffff), whole(others, 0xffff), fact.flag | 0x40
end
function Effect.SetCountLimit(effect, count, code, flag)
  local fact = facts[effect]
  fact.flag = fact.flag | 4
  fact.count = whole(count, 0xff)
  if type(code) == "table" then code = code[1] end
  fact.count_code = code and whole(code, 0xffffffff) or 0
  fact.count_flag = flag and whole(flag, 0xff) or 0
end
function Effect.SetValue(effect, value)
  local fact = facts[effect]
  fact.value = (type(value) == "number" and tointeger(value)) or nil
  if type(value) == "function" then fact.flag = fact.flag | 2 else fact.flag = fact.flag & ~2 end
  fact.given = value
end
function Effect.SetLabel(effect, ...) facts[effect].labels = { ... } end
function Effect.SetLabelObject(effect, object) facts[effect].object = object end
for _, part in ipairs({ "Condition", "Cost", "Target", "Operation" }) do
  Effect["Set" .. part] = function(effect, value)
    if value ~= nil and type(value) ~= "function" then error("a function is expected, not " .. type(value), 0) end
    facts[effect][part] = value
  end
  Effect["Get" .. part] = function(effect)
    local fact = facts[effect]
    return fact and fact[part]
  end
end

local function known(effect) return facts[effect] end
local function field(name, unknown)
  return function(effect)
    local fact = known(effect)
    if fact then return fact[name] end
    return unknown()
  end
end
Effect.GetType = field("type", rec.bits)
Effect.GetCode = field("code", rec.number)
Effect.GetRange = field("range", rec.bits)
Effect.GetCategory = field("category", rec.bits)
Effect.GetDescription = field("description", rec.number)
Effect.GetValue = field("given", rec.number)
Effect.GetActiveType = rec.bits
function Effect.GetProperty(effect)
  local fact = known(effect)
  if fact then return fact.flag, fact.flag2 end
  return rec.bits(), rec.bits()
end
function Effect.GetCountLimit(effect)
  local fact = known(effect)
  if fact then return fact.count, fact.count, fact.count_code, fact.count_flag, 0 end
  return 1, 1, 0, 0, 0
end
function Effect.GetTargetRange(effect)
  local fact = known(effect)
  if fact then return fact.own_range, fact.other_range end
  return 0, 0
end
function Effect.GetHintTiming(effect)
  local fact = known(effect)
  if fact then return fact.hint, fact.hint_other end
  return 0, 0
end
function Effect.GetReset() return 0, 0 end
function Effect.GetHandler(effect)
  local fact = known(effect)
  if fact and fact.handler then return fact.handler end
  return choose(rec.two_cards, rec.other)
end
function Effect.GetOwner(effect)
  local fact = known(effect)
  if fact and fact.handler then return fact.handler end
  return choose(rec.two_cards, rec.other)
end
function Effect.GetLabel(effect)
  local fact = known(effect)
  if fact and #fact.labels > 0 and not rec.exploring() then return table.unpack(fact.labels) end
  return choose({ fact and fact.labels[1] or 0, 1, 0, 2, 3, 100 }, 0)
end
function Effect.GetLabelObject(effect)
  local fact = known(effect)
  if fact and fact.object ~= nil then return fact.object end
  return choose({ rec.some_group, NIL }, nil)
end
local function has(name, unknown)
  return function(effect, bits)
    local fact = known(effect)
    if fact and type(bits) == "number" then return fact[name] & whole(bits) ~= 0 end
    return unknown()
  end
end
Effect.IsHasType = has("type", yes_no)
Effect.IsHasProperty = has("flag", yes_no)
Effect.IsHasCategory = has("category", yes_no)

local function register(effect, place)
  local fact = facts[effect]
  if fact == nil then error("an effect is expected", 0) end
  if fact.place then return -1 end
  local level, line = own_frame()
  fact.place, fact.at, fact.name = place, line or 0, level and local_name(effect, level) or ""
  registered[#registered + 1] = effect
  fact.order = #registered
  return #registered
end
function rec.Card.RegisterEffect(_, effect) return register(effect, "card") end
function rec.Duel.RegisterEffect(effect)
  if facts[effect] then facts[effect].flag = facts[effect].flag | 8 end
  return register(effect, "duel")
end

function rec.begin(edopro)
  created, registered, is_edopro = {}, {}, edopro
  rec.rest()
end
-- An effect of another card, as conditions get it.
function rec.foreign_effect() return setmetatable({}, effect_meta) end

-- An effect that another effect hands on counts as granted, unless it is registered itself.
local function add_granted()
  for at = 1, #registered do
    local fact = facts[registered[at]]
    local given = fact.type & 0x2000 ~= 0 and facts[fact.object]
    if given and not given.place then
      given.place, given.at, given.name = "granted", given.line, ""
      registered[#registered + 1] = fact.object
      given.order = #registered
    end
  end
end

local function question(effect, fact, part)
  local ask, group, foreign = fact[part], rec.some_group, rec.event_effect
  if part == "Condition" then
    return function(ep, ev, r, rp) return ask(effect, 0, group, ep, ev, foreign(), r, rp) end
  end
  return function(ep, ev, r, rp) return ask(effect, 0, group, ep, ev, foreign(), r, rp, 0) end
end

-- What may happen to a card, or to a player, both by battle and by an effect.
local CAUSED = { [1010] = true, [1011] = true, [1012] = true, [1013] = true, [1014] = true, [1015] = true, [1029] = true, [1030] = true, [1111] = true }

-- The effects registered since `rec.begin`, a line each, fields parted by tabs (`ScriptEffect` in script_facts.py tells the fields).
function rec.report(budget, pcall)
  add_granted()
  local lines = {}
  local number_to_order = {}
  for order = 1, #registered do number_to_order[facts[registered[order]].number] = order end
  for order = 1, #registered do
    local effect = registered[order]
    local fact = facts[effect]
    local answers = { "", "", "" }
    if fact.type & 0x7f0 ~= 0 then
      for at, part in ipairs({ "Condition", "Cost", "Target" }) do
        if fact[part] then
          -- Costs seldom look at the phase, and often at numbers that are not among the choices.
          local times = part == "Cost" and budget // 4 or budget
          local material = fact.code == 1108 or fact.code == 1109
          local letters = rec.answers(question(effect, fact, part), times, pcall, part == "Condition" and CAUSED[fact.code], material)
          if letters == nil then return nil end
          answers[at] = letters
        end
      end
    end
    local parts = (fact.Condition and 1 or 0) | (fact.Cost and 2 or 0) | (fact.Target and 4 or 0) | (fact.Operation and 8 or 0)
    lines[order] = concat({
      fact.place, fact.type, fact.code, fact.flag, fact.flag2, fact.category, fact.range, fact.own_range, fact.other_range, fact.hint,
      fact.hint_other, fact.description, fact.count, fact.count_code, fact.count_flag, fact.value or "", parts,
      number_to_order[fact.clone_of] or 0, fact.line, fact.at, fact.name or "", answers[1], answers[2], answers[3],
    }, "\t")
  end
  return concat(lines, "\n")
end
