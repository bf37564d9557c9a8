#!/usr/bin/env python3
"""tools/rules.py: the numbered rules and their citations match, and what does not is found. The numbers are put together
here, so that they do not count as citations themselves."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from rules import families, faults  # noqa: E402
from harness import ROOT, finish, folder, holds, same, test, write  # noqa: E402


FAMILIES = families(ROOT)


def name(family, number):
    return f"R-{family}-{number}"


def statement(family, number):
    return f"- **{name(family, number)}** Something holds.\n"


def tree(pages=None, cited=None):
    """A tree with one statement on each page, which a test cites; `pages` and `cited` replace texts by path."""
    root = folder()
    texts = {f"docs/rules/{page}": "# Rules\n\n" + statement(family, 1) for page, family in FAMILIES.items()}
    texts["docs/rules/README.md"] = "".join(f"| [{page}]({page}) | R-{family} |\n" for page, family in FAMILIES.items())
    texts["tests/unit/all.c"] = "// " + ", ".join(name(family, 1) for family in FAMILIES.values()) + "\n"
    for path, text in {**texts, **(pages or {}), **(cited or {})}.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        if text is not None:
            write(os.path.join(root, path), text)
    return root


def is_found(root, *parts):
    found = list(faults(root))
    holds(len(found) == 1 and all(part in found[0] for part in parts), f"{parts} in {found}")


@test
def our_own_rules_are_all_tested():
    same(list(faults(ROOT)), [])


@test
def a_whole_tree_is_fine():
    same(list(faults(tree())), [])
    same(list(faults(tree(cited={"src/games/bali/bali.c": f"// {name('BALI', 1)}: why\n"}))), [])


@test
def a_statement_needs_a_test():
    more = {"docs/rules/bali.md": statement("BALI", 1) + statement("BALI", 2)}
    is_found(tree(more), name("BALI", 2), "docs/rules/bali.md:2", "no test")
    is_found(tree(more, {"src/bali.c": f"// {name('BALI', 2)}\n"}), name("BALI", 2), "no test")
    is_found(tree(more, {"tests/bali.c": f"// {name('BALI', 22)}\n".replace("22", "2x")}), name("BALI", 2), "no test")
    same(list(faults(tree(more, {"tests/cli/bali.py": f"# {name('BALI', 2)}.\n"}))), [])


@test
def what_is_planned_needs_none():
    page = statement("BALI", 1) + "## Planned\n" + statement("BALI", 2)
    same(list(faults(tree({"docs/rules/bali.md": page}))), [])
    is_found(tree({"docs/rules/bali.md": page + "## Later\n" + statement("BALI", 3)}), name("BALI", 3), "no test")


@test
def a_citation_names_a_statement():
    for path in ("src/a.h", "tests/golden/a.rec", "web/src/a.tsx", "docs/engine.md"):
        is_found(tree(cited={path: f"x\n{name('WG', 7)}\n"}), f"{path}:2", name("WG", 7))
        is_found(tree(cited={path: f"{name('CHESS', 1)}\n"}), f"{path}:1", name("CHESS", 1))
    same(list(faults(tree(cited={"web/node_modules/a.js": name("WG", 7)}))), [])


@test
def numbers_ascend_and_are_used_once():
    cited = {"tests/more.c": f"// {name('REC', 2)} {name('REC', 3)}\n"}
    for order in ((1, 3, 2), (1, 2, 2, 3), (1, 1, 2, 3)):
        page = "".join(statement("REC", number) for number in order)
        is_found(tree({"docs/rules/records.md": page}, cited), "docs/rules/records.md", "ascend")
    page = "".join(statement("REC", number) for number in (1, 2, 3))
    same(list(faults(tree({"docs/rules/records.md": page}, cited))), [])


@test
def a_page_has_its_own_family():
    other = {"docs/rules/bukva.md": statement("BUKVA", 1) + statement("BALDA", 2)}
    is_found(tree(other, {"tests/more.c": name("BALDA", 2)}), name("BALDA", 2), "another page")


@test
def no_page_is_missing_or_empty():
    missing = list(faults(tree({"docs/rules/bukva.md": None})))
    holds(any("bukva.md is missing" in fault for fault in missing), missing)
    empty = list(faults(tree({"docs/rules/bukva.md": "# Bukva\n"})))
    holds(any("no statement" in fault for fault in empty), empty)


finish()
