#!/usr/bin/env python3
"""Checks comments for two turns of phrase that are no idiomatic English. String literals do not count.
usage: prose.py ROOT            prints every such comment, and fails

A sentence, or a part after a colon or semicolon, must not begin with a who or what clause. Name the thing instead:
    no:   What the server has said lies there unread.      yes:  The server's messages stay unread.
    no:   Whoever fills the queue waits.                   yes:  An account that fills the queue waits.
Nor may "who" follow of, by, to, than or nor:
    no:   the place of who leads                           yes:  the leader's place

A sentence that asks something may begin with them: "What does a hint cost?" Comments are read as tools/names.py reads
them. This file and its test quote what they refuse, so they are passed over."""
import os
import re
import sys

from names import FORMS, files

CODE = (".c", ".h", ".ts", ".tsx", ".mjs", ".css", ".py", ".sh", ".build")
PASSED_OVER = ("tools/prose.py", "tests/cli/comment_prose.py")
COMMENT = ("//", "/*", "#", '"""')
MARKS = re.compile(r'^\s*(?://+|/\*+|\*+/?|#+|""")?\s*')
CLAUSE = re.compile(r"(?:^|[.:;] )(?:What|Whatever|Whoever|Who) [a-z][^.?]*(?:\.|$)")
BARE_WHO = re.compile(r"\b(?:of|by|to|than|nor) who\b")


def comments(text, form):
    """(line number, text without marks) of each line of each comment."""
    for match in form.finditer(text):
        if match[0].startswith(COMMENT):
            first = text.count("\n", 0, match.start()) + 1
            for offset, line in enumerate(match[0].removesuffix('"""').split("\n")):
                yield first + offset, MARKS.sub("", line)


def faults(root):
    """["path:line: the comment", ...]"""
    found = []
    for path in files(root):
        if not path.endswith(CODE) or path in PASSED_OVER:
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            text = file.read()
        found += [f"{path}:{number}: {line}" for number, line in comments(text, FORMS[os.path.splitext(path)[1]])
                  if CLAUSE.search(line) or BARE_WHO.search(line)]
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    found = faults(sys.argv[1])
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
