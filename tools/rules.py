#!/usr/bin/env python3
"""Fails if the numbered rules in docs/rules and the tests that cite them do not match. usage: rules.py [ROOT]

A statement is a list item "- **R-GAME-12** ..." of docs/rules/*.md. Each page has one family of numbers, which ascend;
docs/rules/README.md says which. Each statement needs a citation, its number in a comment, somewhere in tests/, except under a heading that begins with
"Planned". A number that is cited in src/, tests/, web/ or docs/ must be that of a statement.
"""
import collections
import os
import re
import sys

CITING = ("src", "tests", "web", "docs")
SKIPPED = {"node_modules", "dist", "__pycache__"}
STATEMENT = re.compile(r"[-*] +\*\*R-([A-Z]+)-([0-9]+)\*\*(.*)")
CITATION = re.compile(r"\bR-[A-Z]+-[0-9]+\b")

PAGE = re.compile(r"\| *\[(\w+\.md)\]\(\1\) *\| *R-([A-Z]+) *\|")

Statement = collections.namedtuple("Statement", "name family number planned where")


def lines_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return enumerate(file.read().splitlines(), 1)


def families(root):
    """{page: family of its numbers}"""
    with open(os.path.join(root, "docs", "rules", "README.md"), encoding="utf-8") as file:
        return dict(PAGE.findall(file.read()))


def statements_of(path, shown):
    planned = False
    for number, line in lines_of(path):
        if line.startswith("#"):
            planned = line.lstrip("# ").startswith("Planned")
        found = STATEMENT.match(line)
        if found:
            family, index = found[1], int(found[2])
            yield Statement(f"R-{family}-{found[2]}", family, index, planned, f"{shown}:{number}")


def page_faults(page, family, statements):
    if not statements:
        yield f"docs/rules/{page}: there is no statement"
    last = 0
    for one in statements:
        if one.family != family:
            yield f"{one.where}: {one.name} belongs to another page; the numbers here are R-{family}-…"
        elif one.number <= last:
            yield f"{one.where}: {one.name} comes after R-{one.family}-{last}; numbers ascend and are used once"
        last = max(last, one.number)


def files(root, folder):
    for path, folders, names in os.walk(os.path.join(root, folder)):
        folders[:] = sorted(set(folders) - SKIPPED)
        for name in sorted(names):
            yield os.path.join(path, name)


def is_text(path):
    with open(path, "rb") as file:
        return b"\0" not in file.read(4096)


def citations(root):
    """Each number that is cited, with where."""
    for folder in CITING:
        for path in files(root, folder):
            if not is_text(path):
                continue
            shown = os.path.relpath(path, root)
            for number, line in lines_of(path):
                for name in CITATION.findall(line):
                    yield name, f"{shown}:{number}"


def faults(root):
    known, pages = {}, families(root)
    if not pages:
        yield "docs/rules/README.md: there is no table of pages"
    for page, family in pages.items():
        path = os.path.join(root, "docs", "rules", page)
        if not os.path.exists(path):
            yield f"docs/rules/{page} is missing"
            continue
        statements = list(statements_of(path, f"docs/rules/{page}"))
        yield from page_faults(page, family, statements)
        known.update((one.name, one) for one in statements)
    cited = list(citations(root))
    tested = {name for name, where in cited if where.startswith("tests" + os.sep)}
    for name, where in cited:
        if name not in known:
            yield f"{where}: {name} is no statement of docs/rules"
    for one in known.values():
        if not one.planned and one.name not in tested:
            yield f"{one.where}: no test cites {one.name}"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    found = list(faults(root))
    for fault in found:
        print(fault)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
