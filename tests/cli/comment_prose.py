#!/usr/bin/env python3
"""tools/prose.py finds who and what clauses in comments, and nothing else."""
import os
import sys

from harness import ROOT, finish, folder, same, test, write

sys.path.insert(0, os.path.join(ROOT, "tools"))
from prose import faults  # noqa: E402


def found(path, text):
    root = folder()
    write(os.path.join(root, path), text)
    return [fault.split(": ")[0] for fault in faults(root)]


@test
def clauses_are_found_in_comments_of_all_languages():
    for path, text in (("a.c", "// What comes is read.\n"), ("a.h", "int a; // the place of who leads\n"),
                       ("a.ts", "/* Whoever asks first. */\n"), ("a.css", "/* Who sits here. */\n"),
                       ("a.py", "# More than who came.\n"), ("a.sh", "# Whatever is left.\n"), ("meson.build", "# What is built.\n")):
        same(found(path, text), [f"{path}:1"], text)
    same(found("a.py", 'def f():\n    """Reads.\n    All of it: What is left stays.\n    """\n'), ["a.py:3"])
    same(found("a.c", "// A page. What follows it\n// is shown.\n"), ["a.c:1"], "a sentence that goes on")
    same(found("a.c", "// neither one nor who asks\n"), ["a.c:1"])


@test
def other_text_is_passed_over():
    for path, text in (("a.c", 'puts("What comes is read.");\n'), ("a.ts", "const a = `Who sits`;\n// A seat.\n"),
                       ("a.c", "// Players who wait.\n"), ("a.c", "// What is the cost?\n"), ("a.py", "x = 'What comes.'  # text\n"),
                       ("a.c", "// WHAT_ONE and what follows.\n"), ("a.md", "What a site needs.\n")):
        same(found(path, text), [], text)


finish()
