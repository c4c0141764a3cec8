-- What cannot be known without a duel is chosen: an answer of the game is an open choice, and a question is asked again and again
-- with other choices until it is answered "yes", or until no choice is left. So "no" means: no duel could answer otherwise,
-- as far as the choices offered here reach.
local rec = ...

local NIL = {} -- stands for nil among options
rec.NIL = NIL

local trail, width, used = {}, {}, 0
local exploring, touched = false, false
local MOST_CHOICES = 60

-- One of `options` while a question is explored, `quiet` while a script registers its effects.
local function choose(options, quiet)
  if not exploring then return quiet end
  used = used + 1
  local index = trail[used]
  if not index then
    if used > MOST_CHOICES then
      used = MOST_CHOICES
      error("too many choices", 0)
    end
    index = 1
    trail[used], width[used] = 1, #options
  end
  local chosen = options[index]
  if chosen == NIL then return nil end
  return chosen
end

-- The next untried combination, the last choice first; false when all have been tried.
local function advance()
  for at = used, 1, -1 do
    if trail[at] < width[at] then
      trail[at] = trail[at] + 1
      for later = #trail, at + 1, -1 do trail[later] = nil end
      return true
    end
  end
  return false
end

local YES_NO = { true, false }
local NUMBERS = { 1, 0, 4, 2, 3000, -1 }
local PLAYERS = { 0, 1 }

function rec.yes_no() return choose(YES_NO, false) end
function rec.number() return choose(NUMBERS, 0) end
function rec.player() return choose(PLAYERS, 0) end
rec.choose = choose

function rec.touch() touched = true end
function rec.exploring() return exploring end
-- Before each script: an earlier one may have been ended in the midst of a question.
function rec.rest()
  trail, width, used = {}, {}, 0
  exploring, touched = false, false
  rec.enter(6)
  rec.new_turn()
end

-- Asks `ask(...)` under ever new choices, at most `budget` times: "T" (can be true), "F" (never), "U" (not known); and how often it asked.
local function explore(ask, budget, pcall, ...)
  local answered = false
  trail, width = {}, {}
  for turn = 1, budget do
    used = 0
    rec.new_turn()
    local ok, answer = pcall(ask, ...)
    if rec.exhausted then return nil end
    if ok then
      if answer then return "T", turn end
      answered = true
    end
    -- A world in which the script itself fails tells nothing; the others have all been tried.
    if not advance() then return answered and "F" or "U", turn end
  end
  return "U", budget
end

-- What an event brings along: the player it happened to, a number, why it happened, whose doing it was.
-- Reasons: all at once, destroyed in battle, destroyed by an effect, paid as a cost, none.
local function combined(kinds)
  local events = {}
  for _, kind in ipairs(kinds) do
    for _, players in ipairs({ { 1, 1 }, { 0, 0 }, { 1, 0 }, { 0, 1 } }) do
      events[#events + 1] = { players[1], kind[1], kind[2], players[2] }
    end
  end
  return events
end
local EVENTS = combined({ { 1, -1 }, { 3000, 0x21 }, { 3000, 0x41 }, { 1, 0x80 }, { 0, 0 } })
-- Used as material: for a Fusion, Synchro, Ritual, Xyz or Link Summon.
local MATERIAL = combined({ { 1, -1 }, { 1, 0x40000 }, { 1, 0x80000 }, { 1, 0x100000 }, { 1, 0x200000 }, { 1, 0x10000000 } })

-- At most `budget` questions; one event takes no more than its part, lest another is never tried.
local function in_this_state(ask, budget, pcall, material)
  local unknown, part = false, budget // 4
  local events = material and MATERIAL or EVENTS
  for at = 1, #events do
    local event = events[at]
    local letter, turns = explore(ask, budget < part and budget or part, pcall, event[1], event[2], rec.reason_of(event[3]), event[4])
    if letter == nil or letter == "T" then return letter end
    unknown = unknown or letter == "U"
    budget = budget - turns
    if budget <= 0 then return at == #events and not unknown and "F" or "U" end
  end
  return unknown and "U" or "F"
end

-- The answers in every state of the game (`rec.STATES`), a letter each; with `causes` also whether a battle, or an effect, may be the cause.
-- A question that never looked at the state has one answer for all: "N" where it is not known.
function rec.answers(ask, budget, pcall, causes, material)
  local letters, open, unknown, alike = {}, false, false, false
  local states = causes and #rec.STATES or #rec.STATES - 2
  exploring = true
  for round = 1, 2 do
    for state = 1, states do
      local letter = letters[state]
      if alike and state <= #rec.STATES - 2 then
        letter = letters[1]
      elseif letter == nil or letter == "U" then
        rec.enter(state)
        touched = false
        letter = in_this_state(ask, budget, pcall, material)
        if letter == nil then
          exploring = false
          return nil
        end
        alike = alike or (round == 1 and state == 1 and not touched)
      end
      letters[state] = letter
      open = open or letter == "T"
      unknown = unknown or letter == "U"
    end
    -- Where one state is open and another unknown, the latter is worth a longer look.
    if alike or not open or not unknown then break end
    budget = budget * 4
  end
  exploring = false
  -- Never true anywhere: what it asks for was not among the choices, so that nothing was learnt about the state.
  local nothing = alike and "N" or "U"
  for state = 1, states do
    if not open or (alike and letters[state] == "U") then letters[state] = nothing end
  end
  return table.concat(letters)
end
