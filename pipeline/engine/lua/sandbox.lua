-- The room in which scripts run: a few functions of Lua that cannot reach out of it, the game's stand-ins, and an end to patience.
-- Gives the functions that Python calls; nothing of Python is ever handed in but text and numbers.
local rec = ...
local sethook, load, pcall, error, type, rawget, rawset, next, pairs = debug.sethook, load, pcall, error, type, rawget, rawset, next, pairs
local setmetatable, getmetatable, find, tostring, rawequal = setmetatable, getmetatable, string.find, tostring, rawequal
local metatable_of, set_metatable = debug.getmetatable, debug.setmetatable
local getupvalue, setupvalue, upvalueid, getinfo = debug.getupvalue, debug.setupvalue, debug.upvalueid, debug.getinfo
local STEP = 100000 -- instructions between two looks at the clock of patience

local patience = 0
local function look()
  patience = patience - 1
  if patience < 0 then
    rec.exhausted = true
    error("too many instructions", 0)
  end
end
local function bounded(steps, run, ...)
  rec.exhausted = false
  patience = steps
  sethook(look, "", STEP)
  local ok, first, second = pcall(run, ...)
  sethook()
  if rec.exhausted then return false, "too many instructions" end
  return ok, first, second
end

local function copy(from, names)
  local made = {}
  for name in names:gmatch("%S+") do made[name] = from[name] end
  return made
end

local shared = copy(_G, "assert error ipairs next pairs rawequal rawget rawlen rawset select tonumber tostring")
rec.shared = shared
shared._G, shared._VERSION = shared, _VERSION
shared.math = copy(math, "abs ceil exp floor fmod huge log max maxinteger min mininteger modf pi sqrt tointeger type ult")
shared.string = copy(string, "byte char find format gmatch gsub len lower match rep reverse sub upper")
shared.table = copy(table, "concat insert move pack remove sort unpack")
-- Methods of strings are looked up here: only those that scripts may have.
getmetatable("").__index = shared.string

local room = shared -- the room of the script that runs
local function kind_of(thing)
  if type(thing) ~= "table" then return nil end
  local meta = getmetatable(thing)
  return type(meta) == "table" and rawget(meta, "__kind") or nil
end
function shared.type(...)
  local thing = ...
  if kind_of(thing) then return "userdata" end
  return type(...)
end
local own_type = shared.type
function shared.getmetatable(thing)
  local kind = kind_of(thing)
  if kind == "Card" then
    -- The script's own class, or its view of the one that all share.
    local class = getmetatable(thing).__class
    return class == rec.Card and room.Card or class
  end
  return kind and room[kind] or nil
end
local CLASSES = { [rec.Card] = true, [rec.Group] = true, [rec.Effect] = true, [rec.Duel] = true, [rec.Debug] = true }
function shared.setmetatable(thing, meta)
  if CLASSES[meta] then return setmetatable(thing, { __index = meta, __metatable = false }) end
  if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("no finalizers", 2) end
  return setmetatable(thing, meta)
end
for _, class in ipairs({ "Card", "Group", "Duel", "Debug", "Effect" }) do shared[class] = rec[class] end

local files = {}
local function text_of(name)
  if type(name) ~= "string" or not find(name, "^[%w_%-]+%.lua$") then error("a script's name is expected, without a path", 0) end
  return files[name]
end
local function chunk(text, name, environment)
  if type(text) ~= "string" then error("only text is loaded", 0) end
  local made, why = load(text, "@" .. name, "t", environment)
  if made == nil then error(why, 0) end
  return made
end
function shared.load(text, _, _, environment)
  if type(text) ~= "string" then return nil, "only text is loaded" end
  return load(text, "=text", "t", type(environment) == "table" and environment or shared)
end
local missing = "" -- scripts that were asked for and are not here
function rec.Duel.LoadScript(name)
  local text = text_of(name)
  if text == nil then
    missing = missing .. name .. " "
    return false
  end
  chunk(text, name, room)()
  return true
end

local function kind_name(thing)
  return kind_of(thing) or type(thing)
end
local LIBRARIES = {}
-- What helper functions remember ("done already"), in tables, global variables and variables of their own, is put back after each
-- script, so that every script finds the same state. Nothing of a script runs then: values are compared raw, and metatables are put back too.
local kept, strays, variables, metatables = {}, {}, {}, {}
local seen = {}
local keep
local function keep_variables(of)
  for at = 1, 250 do
    local name, value = getupvalue(of, at)
    if name == nil then return end
    local which = upvalueid(of, at)
    if not seen[which] and name ~= "_ENV" then
      seen[which] = true
      -- Functions are defined once; what changes are marks and counters.
      if type(value) ~= "function" then variables[#variables + 1] = { of, at, value } end
      keep(value)
    end
  end
end
function keep(value)
  if type(value) == "function" then
    if not seen[value] then
      seen[value] = true
      -- Functions of the helper files only, not the stand-ins.
      if getinfo(value, "S").source:sub(1, 1) == "@" then keep_variables(value) end
    end
  elseif type(value) == "table" and not seen[value] and kind_of(value) == nil then
    seen[value] = true
    if CLASSES[value] or value == shared then
      for _, one in next, value do keep(one) end
      return
    end
    local entries = {}
    for key, one in next, value do entries[key] = one end
    kept[value] = entries
    metatables[value] = metatable_of(value) or false
    for _, one in next, entries do keep(one) end
  end
end
local function finish()
  if shared.type ~= own_type then shared.type = kind_name end
  local auxiliary = shared.Auxiliary
  if type(auxiliary) == "table" and auxiliary.GetValueType then auxiliary.GetValueType = kind_name end
  shared.load = nil
  for name, value in next, shared do
    if type(value) == "table" and value ~= shared then LIBRARIES[name] = value end
  end
  keep(shared)
  seen = nil
  setmetatable(shared, { __metatable = false, __newindex = function(place, name, value)
    strays[name] = true
    rawset(place, name, value)
  end })
end
local function restore()
  for name in next, strays do
    shared[name] = nil
    strays[name] = nil
  end
  for at = 1, #variables do
    local variable = variables[at]
    local _, value = getupvalue(variable[1], variable[2])
    if not rawequal(value, variable[3]) then setupvalue(variable[1], variable[2], variable[3]) end
  end
  for one, entries in next, kept do
    local meta = metatables[one] or nil
    if not rawequal(metatable_of(one), meta) then set_metatable(one, meta) end
    local same = true
    local many = 0
    for key, value in next, one do
      if not rawequal(entries[key], value) then
        same = false
        break
      end
      many = many + 1
    end
    if same then
      for _ in next, entries do many = many - 1 end
      same = many == 0
    end
    if not same then
      for key in next, one do rawset(one, key, nil) end
      for key, value in next, entries do rawset(one, key, value) end
    end
  end
end

local function library_view(view, name)
  local value = LIBRARIES[name]
  if value == nil then return shared[name] end
  local made = setmetatable({}, { __index = value, __metatable = false })
  rawset(view, name, made)
  return made
end
-- What a script writes into a library or a global variable stays its own.
local function new_room()
  local made = setmetatable({}, { __index = library_view, __metatable = false })
  rawset(made, "_G", made)
  return made
end

-- Scripts make much that is soon forgotten, and little stays: fewer and longer collections take half of the time.
collectgarbage("setpause", 400)

local api = {}
function api.file(name, text) files[name] = text end
function api.helpers(first, steps)
  local ok, why = bounded(steps, function()
    rec.populate(setmetatable({}, rec.card_meta(rec.Card)), rec.foreign_effect())
    rec.two_cards = { rec.other }
    for name in first:gmatch("%S+") do
      if files[name] then chunk(files[name], name, shared)() end
    end
    finish()
  end)
  return ok, tostring(why)
end
-- Runs one script's registration; true and its lines, or false and what went wrong; and the names of scripts that it
-- would load and that are not here.
function api.run(name, code, text, edopro, steps, budget)
  rec.source, rec.code, missing = "@" .. name, code, ""
  rec.begin(edopro)
  room = new_room()
  local class = setmetatable({}, { __index = rec.Card, __metatable = false })
  class.__index = class
  shared["c" .. code] = class
  shared.self_table, shared.self_code = class, code
  local card
  local ok, why = bounded(steps, function()
    chunk(text, name, room)()
    local own = rawget(class, "__index")
    if type(own) ~= "table" then own = class end
    card = setmetatable({}, rec.card_meta(own))
    rec.populate(card, rec.foreign_effect())
    rec.two_cards = { card, rec.other }
    local initial = own.initial_effect
    if type(initial) ~= "function" then error("no initial_effect", 0) end
    initial(card)
    return rec.report(budget, pcall)
  end)
  room = shared
  shared["c" .. code] = nil
  shared.self_table, shared.self_code = nil, nil
  restore()
  if not ok then
    return false, type(why) == "string" and why or "an error that is no text", missing
  end
  return true, why or "", missing
end
return api
