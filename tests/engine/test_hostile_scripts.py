"""Scripts that mean harm: each ends with an error that names it, and the ones before and after it are read as ever."""

import os
from pathlib import Path

import pytest

from pipeline.engine import script_workers
from pipeline.engine.lua_world import World, WorldError
from pipeline.engine.scripts import read_scripts
from pipeline.errors import InputError
from tests.engine import own_scripts as own

lua = pytest.importorskip("lupa.lua53", reason="running scripts needs lupa")

HANGS = 'local text=("a"):rep(4000) local pattern=("a-"):rep(60).."b" return text:find(pattern)'


@pytest.fixture(scope="module")
def world() -> World:
    return World("edopro", own.world_files())


def bytecode() -> bytes:
    dump = lua.LuaRuntime(encoding=None).eval(b'function() return string.dump(load("x=1")) end')
    return bytes(dump())


@pytest.mark.parametrize(
    ("script", "says"),
    [
        pytest.param("while true do end", "too many instructions", id="endless loop"),
        pytest.param(own.registers("repeat until false"), "too many instructions", id="endless registration"),
        pytest.param(own.quick("(function() while true do end end)()"), "too many instructions", id="endless condition"),
        pytest.param(own.registers("local function f() return f() end f()"), "too many instructions", id="endless tail call"),
        pytest.param(own.registers("local function f() return 1+f() end f()"), "overflow", id="deep recursion"),
        pytest.param("coroutine.wrap(function() while true do coroutine.yield() end end)()", "coroutine", id="coroutine loop"),
        pytest.param("pcall(error)", "pcall", id="swallowed errors"),
        pytest.param('local t={} for i=1,1e9 do t[i]=("x"):rep(1024*1024)..i end', "memory", id="memory burst"),
        pytest.param('local s=("x"):rep(1<<30)', "memory", id="one huge text"),
        pytest.param('Duel.LoadScript("../../etc/passwd")', "without a path", id="path upwards"),
        pytest.param('Duel.LoadScript("/etc/passwd")', "without a path", id="absolute path"),
        pytest.param('Duel.LoadScript("a.lua\\0.lua")', "without a path", id="a NUL in a path"),
        pytest.param("Duel.LoadScript({})", "without a path", id="no path at all"),
        pytest.param("for i=1,1e6 do Effect.CreateEffect(nil) end", "more than", id="too many effects"),
        pytest.param("setmetatable({},{__gc=function() while true do end end})", "finalizers", id="finalizer"),
        pytest.param("local f=load('return 1')", "load", id="loading at run time"),
        pytest.param("error({})", "no text", id="an error that is a table"),
        pytest.param("error(setmetatable({},{__tostring=function() while true do end end}))", "no text", id="an error with a mind of its own"),
        pytest.param("x=1", "no initial_effect", id="nothing to run"),
        pytest.param(own.registers("c:RegisterEffect({})"), "an effect is expected", id="a forged effect"),
        pytest.param(own.registers("local e=Effect.CreateEffect(c) e:SetType('x') "), "number is expected", id="a wrong type"),
        pytest.param(own.registers("local e=Effect.CreateEffect(c) e:SetCode(0/0) "), "number is expected", id="not a number"),
        pytest.param("function (", "expected near", id="no Lua"),
    ],
)
def test_ends_with_an_error(world: World, script: str, says: str) -> None:
    with pytest.raises(WorldError, match=says) as caught:
        world.run(5, script.encode())
    assert "\n" not in str(caught.value) and len(str(caught.value)) <= 200
    assert len(world.run(500, own.TRIGGER.encode()).split(b"\n")) == 1


@pytest.mark.parametrize("name", ["io", "os", "package", "require", "debug", "coroutine", "python", "dofile", "loadfile", "load", "loadstring",
                                  "collectgarbage", "pcall", "xpcall", "print", "string.dump"])  # fmt: skip
def test_what_scripts_cannot_see(world: World, name: str) -> None:
    with pytest.raises(WorldError, match=r"nil$"):
        world.run(5, f"error(tostring({name}))".encode())


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(
            "for name in next,Effect do Effect[name]=nil end rawset(Card,'RegisterEffect',nil) Duel.RegisterEffect=nil", id="classes emptied"
        ),
        pytest.param("Effect.SetType=function() end Card.RegisterEffect=function() end aux.Stringid=nil", id="functions replaced"),
        pytest.param("local C=getmetatable(Duel.GetFieldCard(0,0,0)) for name in next,C do C[name]=nil end", id="the class of another card, emptied"),
        pytest.param("local C=getmetatable(Duel.GetFieldCard(0,0,0)) C.RegisterEffect=function() end", id="the class of another card"),
        pytest.param("local C=aux.Class(Duel.GetFieldCard(0,0,0)) rawset(C,'RegisterEffect',function() end)", id="that class by way of a helper"),
        pytest.param("local E=getmetatable(Effect.CreateEffect(c)) rawset(E,'SetType',nil)", id="the class of an effect"),
        pytest.param("EFFECT_TYPE_SINGLE=0 EVENT_DESTROYED=1 _G.REASON_BATTLE=9 Auxiliary=nil GetID=nil", id="constants replaced"),
        pytest.param("string.format=nil table.concat=nil math.tointeger=nil string.rep=nil select=nil next=nil", id="libraries emptied"),
        pytest.param("self_table=nil self_code=nil _G['c5']=nil s=nil", id="the card's own names"),
        pytest.param("aux.Kept.list[1]=setmetatable({},{__eq=function() error('x') end}) aux.Kept=nil", id="tables of helpers"),
        pytest.param("setmetatable(aux.Kept.list,{__len=function() return 5 end,__metatable=false})", id="metatables of helpers' tables"),
    ],
)
def test_what_a_script_breaks_is_whole_for_the_next(script: str) -> None:
    helpers = own.world_files()
    helpers["more.lua"] = b"""Auxiliary.Kept={list={{}}}
function Auxiliary.More() return #aux.Kept.list end
function Auxiliary.Class(c) return getmetatable(c) end"""
    asks = own.quick("aux.More()==1 and aux.Kept.list[1].x==nil and aux.BeforeCalculation()").encode()
    fresh, used = World("edopro", helpers), World("edopro", helpers)
    used.run(5, own.registers(script).encode())
    assert not used.broken
    for number, text in ((6, own.TRIGGER.encode()), (7, asks)):
        assert used.run(number, text) == fresh.run(number, text) != b""


@pytest.mark.parametrize("burnt", [32_000_000, 34_000_000, 36_000_000, 38_000_000])
def test_a_question_that_was_cut_short_is_not_asked_of_the_next(burnt: int) -> None:
    """Patience may end between two questions, where the choices of the game are still open ones."""
    curious = own.registers("if Duel.GetFieldGroupCount(0,0,0)~=0 or Duel.GetCurrentPhase()~=PHASE_MAIN1 then error('asked') end").encode()
    refuses = "local no=function() Duel.GetCurrentPhase() return false end"
    each = "local e=Effect.CreateEffect(c) e:SetType(EFFECT_TYPE_QUICK_O) e:SetCondition(no) e:SetCost(no) e:SetTarget(no) c:RegisterEffect(e)"
    used = World("edopro", own.world_files())
    with pytest.raises(WorldError, match="too many instructions"):
        used.run(5, own.registers(f"for i=1,{burnt} do end {refuses} for i=1,499 do {each} end").encode())
    assert used.run(6, curious) == b""
    used.run(7, own.TRIGGER.encode())
    assert used.run(8, curious) == b""


def test_a_world_that_broke_says_so(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    fresh = World("edopro", own.world_files())
    monkeypatch.setattr(fresh, "_run", full)
    with pytest.raises(WorldError):
        fresh.run(5, own.TRIGGER.encode())
    assert fresh.broken and not world.broken


def test_names_of_variables_are_cut(world: World) -> None:
    """A script may be one long name, told again with every effect that it registers."""
    name = "N" * 900_000
    lines = world.run(5, own.registers(f"for i=1,200 do local {name}=Effect.CreateEffect(c) c:RegisterEffect({name}) end").encode()).split(b"\n")
    assert len(lines) == 200 and all(b"\t" + b"N" * 60 + b"\t" in line and len(line) < 300 for line in lines)


def test_only_text_is_loaded(world: World) -> None:
    with pytest.raises(WorldError, match="compiled"):
        world.run(5, bytecode())
    hidden = World("edopro", {**own.world_files(), "hidden.lua": bytecode()})
    with pytest.raises(WorldError, match="binary"):
        hidden.run(5, b'Duel.LoadScript("hidden.lua")')


def test_one_bad_script_never_stops_the_run(tmp_path: Path) -> None:
    scripts: dict[int, str | bytes] = {
        1: own.TRIGGER,
        2: "while true do end",
        3: HANGS,
        4: own.TRIGGER,
        5: b"\x1bLua",
        6: 'Duel.LoadScript("../x")',
        7: "x=",
        8: own.TRIGGER,
    }
    folder = own.checkout(tmp_path / "scripts", scripts)
    (folder / "official" / "c9.lua").symlink_to("/etc/passwd")
    (folder / "official" / "c10.lua").mkdir()
    os.mkfifo(folder / "official" / "c12.lua")
    (folder / "official" / "c11.lua").write_bytes(b"-" * (2 << 20))
    (folder / "official" / "cx.lua").write_text("not a card")
    facts, errors = read_scripts("edopro", folder, jobs=2, patience=3.0)
    assert facts.scripts == {1, 4, 8} and [effect.script for effect in facts.effects] == [1, 4, 8]
    assert set(errors) == set(facts.failed) == {2, 3, 5, 6, 7, 9, 10, 11, 12}
    assert facts.failed[2] == "too many instructions" and facts.failed[3] == "took for ever" and facts.failed[6] == "without a path"
    assert facts.failed[9] == facts.failed[10] == facts.failed[12] == "regular file" and "longer" in errors[11]


def test_odd_files_beside_the_helpers_stop_nothing(tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    (folder / "link.lua").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.lua")
    (folder / "folder.lua").mkdir()
    (folder / "huge.lua").write_bytes(b"-" * (5 << 20))
    (folder / "new\nline.lua").write_text("x")
    Path(os.fsdecode(os.fsencode(folder) + b"/\xff\xfe.lua")).write_text("x")
    (folder / ".git").mkdir()
    (folder / "official" / "c2.lua").write_text('Duel.LoadScript("link.lua") Duel.LoadScript("huge.lua")' + own.TRIGGER)
    facts, errors = read_scripts("edopro", folder)
    assert facts.scripts == {1, 2} and not errors


@pytest.mark.parametrize("head", ["ref: /etc/passwd", "ref: refs/../../outside", "ref: refs/heads/none", "x" * 10_000, "\udcff", "a" * 39, ""])
def test_a_head_that_names_no_commit(head: str, tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_bytes(head.encode("utf-8", "surrogateescape"))
    (tmp_path / "outside").write_text("b" * 40)
    assert read_scripts("edopro", folder)[0].revision == ""


def test_a_head_that_never_ends(tmp_path: Path) -> None:
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    (folder / ".git").mkdir()
    os.mkfifo(folder / ".git" / "HEAD")
    assert read_scripts("edopro", folder)[0].revision == ""
    (folder / ".git" / "HEAD").unlink()
    (folder / ".git" / "HEAD").symlink_to("/dev/zero")
    assert read_scripts("edopro", folder)[0].revision == ""


def test_links_are_no_helper_files(tmp_path: Path) -> None:
    """What a link leads to would be told, word by word, by the errors of a language that it is not written in."""
    folder = own.checkout(tmp_path / "scripts", {1: own.TRIGGER})
    (tmp_path / "secret").write_text("password : 1")
    (folder / "constant.lua").unlink()
    (folder / "constant.lua").symlink_to(tmp_path / "secret")
    with pytest.raises(InputError, match="missing"):
        read_scripts("edopro", folder)


def test_a_worker_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever kills the process (here: nothing left of its time), only the script it was at is lost."""
    folder = own.checkout(tmp_path / "scripts", {number: own.TRIGGER for number in range(1, 9)})
    started: list[script_workers.Worker] = []
    give = script_workers.Worker.give

    def watched(self: script_workers.Worker, bundle: list[int]) -> None:
        started.append(self)
        give(self, bundle)

    monkeypatch.setattr(script_workers.Worker, "give", watched)
    monkeypatch.setattr(script_workers, "_BUNDLE", 2)
    answers = script_workers.run_all("edopro", folder / "official", own.world_files(), range(1, 9))
    found = [next(answers)]
    started[0].process.kill()
    found += answers
    assert sorted(answer.script for answer in found) == list(range(1, 9))
    assert sum(not answer.read for answer in found) <= 1


def test_helper_files_that_hang_or_break_are_one_clear_error(tmp_path: Path) -> None:
    for name, text, says in (("a", "while true do end", "helper files"), ("b", "error('x')", "helper files"), ("c", HANGS, "take for ever")):
        folder = own.checkout(tmp_path / name, {1: own.TRIGGER})
        (folder / "utility.lua").write_text(text)
        with pytest.raises(InputError, match=says):
            read_scripts("edopro", folder, start=3.0)
