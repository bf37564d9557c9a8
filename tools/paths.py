#!/usr/bin/env python3
"""Checks that the files and folders that documents and comments name exist.
usage: paths.py ROOT            prints every path that leads nowhere, and fails

A path begins with a folder of the tree (src/, tests/, …) or of the document's own folder, or is the target of a link in a
document; it may also begin below src/, as in an #include. Of code, only comments count. games/NAME and terminal/NAME stand
for every game of the registry, and the file must exist in each. Other words in capitals stand for any name, {a,b} for each of
several; src/base/map and src/base/map.{c,h} both mean the module. A target of the build counts, too, if its folder's
meson.build has its name. build/ is made, so it is not looked at."""
import glob
import itertools
import os
import re
import sys

from games import read
from names import FORMS, files

DOCUMENT, CODE = ".md", (".c", ".h", ".ts", ".tsx", ".mjs")
LINK = re.compile(r"\]\(([^)\s#]+)(?:#[^)]*)?\)")


def folders(root):
    top = [name for name in sorted(os.listdir(root)) if os.path.isdir(os.path.join(root, name))]
    return [name for name in top if name not in ("build", ".git", "node_modules")]


def pattern_of(top):
    """A path that begins with one of these folders; "games/s" is a speed."""
    return re.compile(r"(?<![\w/.$~}-])(?:%s)/(?!s\b)[\w.{},*+@/-]*" % "|".join(map(re.escape, top)))


def alternatives(path):
    """src/{a,b}/c as src/a/c and src/b/c."""
    parts = [part[1:-1].split(",") if part.startswith("{") else [part] for part in re.split(r"(\{[^{}]*\})", path)]
    return ["".join(choice) for choice in itertools.product(*parts)]


def each_game(root, path):
    """src/games/NAME/check.c once for each game."""
    registry = os.path.join(root, "src/games/games.txt")
    parts = re.match(r"(.*\b(?:games|terminal)/)NAME\b(.*)", path)
    if not parts or not os.path.isfile(registry):
        return [path]
    return [parts[1] + game + parts[2] for game, _ in read(registry)]


def is_target(path):
    build = os.path.join(os.path.dirname(path), "meson.build")
    if not os.path.isfile(build):
        return False
    with open(build, encoding="utf-8") as file:
        return re.search(r"'%s'" % re.escape(os.path.basename(path)), file.read()) is not None


def exists(root, path):
    path = os.path.join(root, path.rstrip("/"))
    any_name = re.sub(r"(?<![a-z0-9])[A-Z][A-Z_]+(?![a-z0-9])", "*", path)
    return bool(os.path.exists(path) or glob.glob(any_name) or glob.glob(any_name + ".[ch]")) or is_target(path)


def named(text, path, top, below):
    """The paths that a file's text names, with their lines; links as paths from the root."""
    for number, line in enumerate(text.split("\n"), 1):
        yield from ((number, found[0].rstrip(".,-")) for found in top.finditer(line))
        yield from ((number, "src/" + found[0].rstrip(".,-")) for found in below.finditer(line))
        for found in (LINK.finditer(line) if path.endswith(DOCUMENT) else ()):
            if not re.match(r"[a-z]+:", found[1]):
                yield number, os.path.normpath(os.path.join(os.path.dirname(path), found[1]))


def comments(text, path):
    """Only the comments; lines keep their numbers."""
    form, kept, at = FORMS[os.path.splitext(path)[1]], [], 0
    for match in form.finditer(text):
        kept.append("\n" * text[at:match.start()].count("\n"))
        kept.append(match[0] if match[0].startswith(("//", "/*")) else "\n" * match[0].count("\n"))
        at = match.end()
    return "".join(kept)


def faults(root):
    top, below = pattern_of(folders(root)), pattern_of(folders(os.path.join(root, "src")))
    found = []
    for path in files(root):
        if not path.endswith((DOCUMENT, *CODE)) or path.startswith("tests/newgame/template/"):
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        text = text if path.endswith(DOCUMENT) else comments(text, path)
        near = os.path.join(root, os.path.dirname(path))
        found += [f"{path}:{line}: {one} does not exist" for line, name in named(text, path, top, below)
                  for form in alternatives(name) for one in each_game(root, form)
                  if not exists(root, one) and not exists(near, one)]
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = faults(sys.argv[1])
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
