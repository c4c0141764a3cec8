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
