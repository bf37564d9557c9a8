#!/usr/bin/env python3
"""A new game, as docs/adding-a-game.md says: tools/new_game.py adds one to a copy of the tree, which is then built and
played by the commands, in the terminal, on a server and in a browser. Nothing but the registry and the message
catalogues may change for it, beside the game's own files."""
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, path) for path in ("tools", "tests/server", "tests/cli")]
from names import faults, files  # noqa: E402
from client import Client, Server, until  # noqa: E402
from harness import LEXICONS, TMP, Skip, finish, folder, holds, run, same, test, write  # noqa: E402
from harness.terminal import ENTER, ESCAPE, Terminal  # noqa: E402

NAME = "tendril"
TREE = os.path.join(TMP, "tree")
PROGRAM = os.path.join(TREE, "build/obj/logomachy")
WASM = os.path.join(TREE, "build/obj/src/wasm/logomachy.wasm")
WEB = os.path.join(TREE, "build/web")
TESTS = ("tests/test-conformance", "tests/test-hostile", "tests/test-search_job")

RECORD = f"game {NAME}\nlang en\nseat A Ann\nseat B Bob\nstart C\nA A\nB R\n"


def content(root):
    """{path: bytes} of a tree, without what is built."""
    found = {}
    for path in files(root):
        with open(os.path.join(root, path), "rb") as file:
            found[path] = file.read()
    return found


def copy_tree():
    for path, data in content(ROOT).items():
        os.makedirs(os.path.dirname(os.path.join(TREE, path)), exist_ok=True)
        write(os.path.join(TREE, path), data)
    os.makedirs(os.path.join(TREE, "build"))
    for path in ("build/lexicons", "web/node_modules"):
        os.symlink(os.path.join(ROOT, path), os.path.join(TREE, path))


def do(*command, **environment):
    """Runs a command in the new tree, which has to succeed."""
    done = subprocess.run(command, cwd=TREE, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    out = done.stdout.decode("utf-8", "replace")
    holds(done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}:\n{out[-3000:]}")
    return out


def program(*arguments, **options):
    """The output of a command of the new program."""
    done = run([PROGRAM, *arguments], **options)
    same(done.status, 0, f"{arguments}: {done.err}")
    return done.out


@test
def the_script_adds_files_and_lines_and_changes_nothing_else():
    copy_tree()
    before = content(TREE)
    do("python3", "tools/new_game.py", NAME)
    after = content(TREE)
    new = sorted(after.keys() - before.keys())
    changed = sorted(path for path in before if after.get(path) != before[path])
    holds(new and all(NAME in path for path in new), new)
    holds(all(re.fullmatch(r"src/games/games\.txt|data/messages/(web/)?\w\w\.txt", path) for path in changed), changed)
    holds(all(after[path].startswith(before[path]) for path in changed), "lines are added at the end")
    same(faults(TREE), [], "shared code names it")


@test
def a_name_that_is_taken_is_refused():
    before = content(TREE)
    for name in (NAME, "Capital", "two words", ""):
        done = subprocess.run(["python3", "tools/new_game.py", name], cwd=TREE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        same(done.returncode, 1, name)
    same(content(TREE) == before, True, "nothing has changed")


@test
def it_is_built():
    do("meson", "setup", "build/obj", "-Doptimization=0", "-Ddebug=false")
    do("ninja", "-j2", "-C", "build/obj", "logomachy", "src/wasm/logomachy.wasm", *TESTS)
    do("node", "web/build.mjs", "build/web", "--wasm", WASM)


@test
def the_client_has_its_types_and_texts():
    do("web/node_modules/.bin/tsc", "--noEmit", "-p", "web")
    do("node", "web/test/run.mjs", "seats")


@test
def the_tests_of_all_games_play_it():
    environment = {"LOGOMACHY_LEXICONS": LEXICONS, "LOGOMACHY_SAMPLES": os.path.join(TREE, "tests/samples"),
                   "LOGOMACHY_TEST_SHARE": "8"}
    for path in TESTS:
        out = do(f"build/obj/{path}", "every_game" if "search_job" in path else NAME, **environment)
        holds(re.search(r"^1\.\.1$", out, re.M) and not re.search("^not ok|# SKIP", out, re.M), out)


@test
def commands_play_it():
    path = write(os.path.join(folder(), "game.rec"), RECORD)
    holds("CAR" in program("replay", path), "the word that was made")
    moves = json.loads(program("moves", path, "--json"))["moves"]
    holds({"T", "D"} <= {move["text"] for move in moves}, moves)
    best = json.loads(program("best", path, "--json", "--level", "6"))
    holds(best["text"] in {move["text"] for move in moves}, best)
    holds(program("selfplay", NAME, "--a", "4", "--b", "1", "--games", "4"), "who has won")
    holds("min_word" in program("rules", NAME), "its settings")


@test
def the_terminal_plays_it():
    path = write(os.path.join(folder(), "game.rec"), "\n".join(RECORD.splitlines()[:5]) + "\n")
    with Terminal([PROGRAM, "play", "--record", path]) as t:
        t.wait("Type the next letter", "Ann", "Bob", NAME.capitalize())
        t.type("q")
        t.wait("begins with CQ")
        t.type("a")
        t.wait("(CA)")
        t.type("r")
        t.wait("CAR, +3")
        t.type("?")
        t.wait("Enter plays it")
        t.type(ENTER)
        t.wait("Moves: 3")
        t.type(ESCAPE)
        t.wait(" q ")
        t.type("q")
        t.wait(" y ")
        t.type("y")
        same(t.end(), 0)
    with open(path, encoding="utf-8") as file:
        same(re.findall("^[AB] .*", file.read(), re.M)[:2], ["A A", "B R"])


@test
def a_server_plays_it():
    with Server(program=PROGRAM) as server:
        ann, bob = Client(server).guest(), Client(server).guest()
        match = ann.ok("POST", "/api/matches", {"game": NAME, "lang": "en", "seats": ["me", "open"]}, 201)["id"]
        bob.act(match, "join")
        place = {"A": ann, "B": bob}
        for _ in range(2):
            now = ann.get(f"/api/matches/{match}")
            record = write(os.path.join(folder(), "game.rec"), now["record"])
            move = json.loads(program("moves", record, "--json"))["moves"][0]["text"]
            place[now["turn"][0]].act(match, "move", move=move)
        same(len(re.findall("^[AB] ", ann.get(f"/api/matches/{match}")["record"], re.M)), 2)
        computer = ann.ok("POST", "/api/matches", {"game": NAME, "lang": "en", "seats": [2, "me"]}, 201)["id"]
        until(lambda: ann.get(f"/api/matches/{computer}")["turn"] == ["B"], "the computer's move")


@test
def a_browser_plays_it():
    out = do("node", "tests/newgame/browser.mjs", NAME_OF_GAME=NAME, LOGOMACHY_PROGRAM=PROGRAM, LOGOMACHY_WEB=WEB,
             LOGOMACHY_LEXICONS=LEXICONS)
    if "# SKIP" in out:
        raise Skip("there is no client or no Chromium")


finish()
