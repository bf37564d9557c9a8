#!/usr/bin/env python3
"""Adds a game that can be built, played and tested at once: a copy of tests/newgame/template under another name. It is
there to be changed into the game that is wanted (docs/adding-a-game.md).
usage: new_game.py NAME [ROOT]      NAME is lower-case letters; ROOT is the tree, here where none is named

New are the game's own files; changed are the registry (src/games/games.txt) and the message catalogues, which get some
lines at their end. No other file changes."""
import os
import re
import sys

from games import read
from names import faults

TEMPLATE = "sprout"
NAME_MAX = 23  # CONFIG_NAME of src/rules/config.h


def renamed(text, name):
    for form in (str.lower, str.upper, str.capitalize):
        text = text.replace(form(TEMPLATE), form(name))
    return text


def parts(root, name):
    """[(path in the tree, content), ...] of the new game."""
    template = os.path.join(root, "tests/newgame/template")
    for folder, _, files in sorted(os.walk(template)):
        for file in sorted(files):
            path = os.path.join(folder, file)
            with open(path, encoding="utf-8") as content:
                yield renamed(os.path.relpath(path, template), name), renamed(content.read(), name)


def write(path, mode, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, mode, encoding="utf-8") as file:
        file.write(text)


def refuse(why):
    sys.exit(f"new_game.py: {why}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    name, root = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
    registry = os.path.join(root, "src/games/games.txt")
    if not re.fullmatch(r"[a-z]+", name) or len(name) > NAME_MAX:
        refuse(f"a name is at most {NAME_MAX} lower-case letters, not {name}")
    if any(name in (game, *presets) for game, presets in read(registry)):
        refuse(f"there is a game or a preset called {name}")
    new = list(parts(root, name))
    is_text = lambda path: path.startswith("data/messages/")
    for path, _ in new:
        if not is_text(path) and os.path.exists(os.path.join(root, path)):
            refuse(f"{path} is there already")
    for path, content in new:
        write(os.path.join(root, path), "a" if is_text(path) else "w", "\n" * is_text(path) + content)
    write(registry, "a", f"{name}  {name}\n")
    for fault in faults(root):
        print(f"this name is a word of the program already: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
