#!/usr/bin/env python3
"""tools/names.py finds a game's name wherever shared code has it, and nowhere else."""
import os
import sys

from harness import ROOT, finish, folder, same, test, write

sys.path.insert(0, os.path.join(ROOT, "tools"))
from names import faults  # noqa: E402


def tree(**files):
    """A folder with a registry of two games and these files, whose names have __ for / and _dot_ for a dot."""
    root = folder()
    files = {name.replace("__", "/").replace("_dot_", "."): text for name, text in files.items()}
    for path, text in {"src/games/games.txt": "# games\nchess  chess blitz\ngo  go\n", **files}.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        write(os.path.join(root, path), text)
    return root


def found(text, path="src__match__match_dot_c"):
    return [fault.split(": ")[1] for fault in faults(tree(**{path: text}))]


@test
def names_in_shared_code_are_found():
    for text in ('x = "chess";', "int chess_moves;", "enum { CHESS_MAX };", "playChess();", "blitzClock();", '#include "games/go/go.h"'):
        same(bool(found(text)), True, text)
    same(found("a\nb chess, blitz\n"), ["chess", "blitz"])
    same(faults(tree(src__match__match_dot_c="\n\nchess\n")), ["src/match/match.c:3: chess"])


@test
def so_are_names_of_files():
    same(faults(tree(src__match__chess_dot_c="")), ["src/match/chess.c: its name has chess"])
    same(faults(tree(src__games__draughts__moves_dot_c="go();")), ["src/games/draughts/moves.c:1: go"], "no game of the registry")


@test
def a_new_line_of_the_registry_makes_a_new_name():
    root = tree(src__match__match_dot_c="nim();")
    same(faults(root), [])
    with open(os.path.join(root, "src/games/games.txt"), "a", encoding="utf-8") as file:
        file.write("nim nim\n")
    same(faults(root), ["src/match/match.c:1: nim"])


@test
def parts_of_other_words_are_not():
    for text in ("good", "ago", "cargo", "category", "goal", "chessboards", "goods"):
        same(found(text), [], text)


@test
def comments_may_give_examples():
    same(found("// game chess\n/* chess\n chess */ x\n"), [])
    same(found('s = "//"; chess();'), ["chess"], "a string is no comment")
    same(found('"""chess"""\n# chess\nx = 1\n', "tools__some_dot_py"), [])
    same(found("x = 'chess' # go\n", "tools__some_dot_py"), ["chess"])


@test
def a_games_own_files_name_it():
    own = ("src__games__chess__chess_dot_c", "src__games__chess__engine__engine_dot_c", "src__cli__terminal__chess_dot_c",
           "src__cli__terminal__chess_clock_dot_h", "web__src__games__chess__index_dot_ts", "data__presets__blitz_dot_txt",
           "tests__unit__chess_dot_c", "docs__chess_dot_md")
    for path in own:
        same(faults(tree(**{path: "chess"})), [], path)


@test
def the_tree_itself_is_clean():
    same(faults(ROOT), [])


finish()
