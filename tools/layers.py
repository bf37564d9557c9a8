#!/usr/bin/env python3
"""Checks the #include lines of src/: folders include only the folders below them, and no group of
modules includes itself in a circle. A module is NAME.c and NAME.h.
usage: layers.py SRC [DOCUMENT]    check; prints what is wrong and fails. The document must show the graph
       layers.py SRC --graph       print the graph of folders"""
import os
import re
import sys

CORE = ["base", "lexicon", "rules", "engine"]
SITE = CORE + ["match", "proto", "store", "bus"]

# The rooms of the server, the lowest first: each may include those before it.
ROOMS = ["net", "runtime", "cluster", "play", "accounts", "live", "sync", "api", "ops"]

# The folders that each may include besides itself. A folder without a row of its own follows the row of
# the folder it is in. `games` stands for the folders of all games.
MAY = {
    "base": [],
    "lexicon": ["base"],
    "rules": ["base", "lexicon"],
    "engine": ["base", "lexicon", "rules"],
    "games": ["base", "lexicon", "rules"],
    "games/engine": ["base", "lexicon", "rules", "engine", "games"],
    "match": ["base", "lexicon", "rules"],
    "proto": CORE + ["match"],
    "store": ["base", "lexicon", "rules", "match"],
    "bus": ["base"],
    "sources": ["base", "lexicon"],
    "server/net": ["base"],
    "wasm": CORE,
    "cli": SITE + ["games", "sources"] + [f"server/{room}" for room in ROOMS],
}
for at, room in enumerate(ROOMS[1:], 1):
    MAY[f"server/{room}"] = SITE + [f"server/{below}" for below in ROOMS[:at]]

INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)\.h"')


def folder_of(module):
    """The row of MAY for a module, and the game it belongs to, if any."""
    parts = module.split("/")[:-1]
    game = parts[1] if parts[0] == "games" and len(parts) > 1 else None
    if game:
        del parts[1]
    while parts and "/".join(parts) not in MAY:
        parts.pop()
    return "/".join(parts), game


def read(root):
    """{module: {included module: "path:line"}}"""
    modules = {}
    for folder, _, files in os.walk(root):
        for name in sorted(files):
            if not name.endswith((".c", ".h")):
                continue
            path = os.path.join(folder, name)
            module = os.path.relpath(path, root)[:-2]
            includes = modules.setdefault(module, {})
            for number, line in enumerate(open(path, encoding="utf-8"), 1):
                match = INCLUDE.match(line)
                if match and match[1] != module and not match[1].endswith(".gen"):
                    includes.setdefault(match[1], f"{path}:{number}")
    return modules


def upward(modules):
    for module, includes in sorted(modules.items()):
        own, game = folder_of(module)
        if not own:
            yield f"{module}: its folder is not in tools/layers.py"
            continue
        for other, where in includes.items():
            theirs, their_game = folder_of(other)
            if game and their_game and game != their_game:
                yield f"{where}: {game} must not include {their_game}"
            elif theirs != own and theirs not in MAY[own]:
                yield f"{where}: {own} must not include {theirs or other}"


def circles(modules):
    """Strongly connected groups of more than one module, by Tarjan's algorithm."""
    index, low, stack, groups = {}, {}, [], []

    def visit(m):
        index[m] = low[m] = len(index)
        stack.append(m)
        for other in modules.get(m, {}):
            if other not in modules:
                continue
            if other not in index:
                visit(other)
                low[m] = min(low[m], low[other])
            elif other in stack:
                low[m] = min(low[m], index[other])
        if low[m] == index[m]:
            group = stack[stack.index(m):]
            del stack[stack.index(m):]
            if len(group) > 1:
                groups.append(sorted(group))

    sys.setrecursionlimit(10000)
    for module in sorted(modules):
        if module not in index:
            visit(module)
    return groups


def graph(modules):
    """The lines of the graph, lowest folder first. All games are one: games/NAME."""
    shown = lambda module: re.sub(r"^games", "games/NAME", folder_of(module)[0])
    arrows = {}
    for module, includes in modules.items():
        below = arrows.setdefault(shown(module), set())
        below.update(shown(other) for other in includes if shown(other) != shown(module))
    placed = []
    while len(placed) < len(arrows):  # upward() has made sure that there is a lowest one
        placed += sorted(folder for folder in arrows if folder not in placed and arrows[folder] <= set(placed))
    width = max(map(len, placed))
    return [f"{folder:{width}}  {' '.join(f for f in placed if f in arrows[folder])}".rstrip() for folder in placed]


def undocumented(modules, path):
    wanted = "\n".join("    " + line for line in graph(modules))
    with open(path, encoding="utf-8") as file:
        if wanted not in file.read():
            yield f"{path} shows another graph than `layers.py SRC --graph`"


def main():
    modules = read(sys.argv[1])
    if sys.argv[2:] == ["--graph"]:
        print("\n".join(graph(modules)))
        return
    wrong = list(upward(modules))
    wrong += [f"these modules include each other in a circle: {' '.join(group)}" for group in circles(modules)]
    wrong += [fault for path in sys.argv[2:] if not wrong for fault in undocumented(modules, path)]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


main()
