#!/usr/bin/env python3
"""Checks that only a game's own files name it. Shared code finds games and presets through the registry,
src/games/games.txt, so that adding one changes no shared code (docs/adding-a-game.md).
usage: names.py ROOT            prints every other place where the code has such a name, and fails

A name counts as a part of an identifier, too (NAME_state, NAME_MAX, useName), and so does a file's path. Comments may
name a game as an example."""
import os
import re
import sys

from games import read

# The files of a game; NAME is the game's.
OWN = (
    r"src/games/NAME/.*",
    r"src/cli/terminal/NAME(_\w+)?\.[ch]",
    r"web/src/games/NAME/.*",
)

# Other files that may name games, and why.
ALLOWED = (
    (r"src/games/games\.txt", "the registry itself"),
    (r"data/(presets|boards|leaves|packs|tiles)/.*", "the data of games"),
    (r"data/messages/.*", "texts: the keys of a game's own begin with its name"),
    (r"data/news/.*", "texts for people"),
    (r"(docs/.*|README\.md|CONTRIBUTING\.md|web/README\.md)", "documents"),
    (r"(tests|bench|web/test)/.*", "tests and measurements of single games"),
    (r"tools/(meson\.build|packs\.py|tiles\.py|train\w*\.[ch]|\w+_fixture\.[ch])", "programs that make the data of one game"),
)

SKIPPED = {".git", "build", "node_modules", "__pycache__", "site"}

STRING = r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|`(?:\\.|[^`\\])*`'
SLASHES = re.compile(STRING + r"|//[^\n]*|/\*.*?\*/", re.S)
HASHES = re.compile(r'"""(.*?)"""|' + STRING + r"|(?<![\w$])#[^\n]*", re.S)
FORMS = {".c": SLASHES, ".h": SLASHES, ".ts": SLASHES, ".tsx": SLASHES, ".mjs": SLASHES, ".css": SLASHES,
         ".py": HASHES, ".sh": HASHES, ".build": HASHES, ".txt": HASHES, "": HASHES}


def without_comments(text, path):
    """The text with its comments blanked; lines keep their numbers."""
    form = FORMS.get(os.path.splitext(path)[1])
    blank = lambda match: "\n" * match[0].count("\n")
    is_comment = lambda match: match[0].startswith(("//", "/*", "#", '"""'))
    return form.sub(lambda match: blank(match) if is_comment(match) else match[0], text) if form else text


def files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED and not name.startswith("build-"))
        for name in sorted(names):
            yield os.path.relpath(os.path.join(folder, name), root)


def is_allowed(path, registry):
    own = (form.replace("NAME", re.escape(game)) for game, _ in registry for form in OWN)
    return any(re.fullmatch(form, path) for form in (*own, *(form for form, _ in ALLOWED)))


def faults(root):
    """["path:line: name", ...]"""
    registry = read(os.path.join(root, "src/games/games.txt"))
    names = {name for game, presets in registry for name in (game, *presets)}
    any_of = lambda names: "|".join(sorted(map(re.escape, names)))
    word = re.compile(rf"(?:(?<![A-Za-z])(?i:{any_of(names)})|(?<=[a-z])(?:{any_of(map(str.capitalize, names))}))(?![a-z])")
    found = []
    for path in files(root):
        if is_allowed(path, registry):
            continue
        with open(os.path.join(root, path), "rb") as file:
            text = file.read().decode("utf-8", "replace")
        if "\0" in text:
            continue
        found += [f"{path}: its name has {match[0]}" for match in word.finditer(path)]
        for number, line in enumerate(without_comments(text, path).split("\n"), 1):
            found += [f"{path}:{number}: {match[0]}" for match in word.finditer(line)]
    return found


def main():
    found = faults(sys.argv[1])
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
