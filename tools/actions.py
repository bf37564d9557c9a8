#!/usr/bin/env python3
"""Fails on code that fills an action by hand. An action's length and data are written by the functions of
src/rules/action.h alone, which know how much room there is. usage: actions.py FOLDER...

A text is no compiler: it looks for what is declared in a file as an action, or is called `move`, `action`, `draft` or
`join` as members of that type are, and for writing to its `len` or `data` or handing its `data` out to be written."""
import os
import re
import sys

WRITER = os.path.join("rules", "action.c")
DECLARED = re.compile(r"\bstruct action\s+\**\s*(\w+)\s*(?:;|=|,|\)|\[)")
SEVERAL = re.compile(r"\bstruct action\s+([^;(){}]*);")
MEMBERS = {"move", "action", "draft", "join", "a"}
INITIAL = re.compile(r"struct action(?:\s+\w+\s*=|\s*\))\s*\{([^;]*?)\}", re.S)


def names(text):
    found = MEMBERS | set(DECLARED.findall(text))
    for several in SEVERAL.findall(text):
        found.update(re.findall(r"[a-z_]\w*", several))
    return found


def wrong_lines(text):
    """The offsets where an action is written."""
    who = r"(?:\b(?:%s)\b(?:\[[^]]*\])?)" % "|".join(sorted(map(re.escape, names(text))))
    set_to = r"\s*(?:=(?!=)|\+\+|--|[-+*/|&^]=|<<=|>>=)"
    member = who + r"(?:->|\.)"
    patterns = (
        member + r"len" + set_to,
        r"(?:\+\+|--)[\w.>\[\]-]*?" + member + r"len\b",
        r"(?:->|\.)data\s*\[[^][;]*(?:\[[^][;]*\][^][;]*)*\]" + set_to,
        r"(?:\+\+|--)[\w.>-]*(?:->|\.)data\s*\[",
        r"\bmem(?:cpy|set|move)\(\s*&?[\w.>-]*?(?:->|\.)data\b",
        r"&[\w.>-]*?" + member + r"data\b",
        r"\buint8_t \*\w+ = [\w.>-]*?" + member + r"data\b(?!\[)",
    )
    for pattern in patterns:
        for match in re.finditer(pattern, text):
            line = text[text.rfind("\n", 0, match.start()) + 1:match.end()]
            if not re.search(r"const uint8_t \*\w+ = ", line):
                yield match.start()
    for match in INITIAL.finditer(text):
        values = match[1].split(",")
        if re.search(r"\.(?:len|data)\b", match[1]) or (not re.search(r"\.\w+ =", match[1]) and len(values) > 2):
            yield match.start()


def main():
    wrong = 0
    for root in sys.argv[1:]:
        for folder, _, files in os.walk(root):
            for name in files:
                path = os.path.join(folder, name)
                if not name.endswith((".c", ".h")) or path.endswith(WRITER):
                    continue
                text = re.sub(r"//[^\n]*", "", open(path, encoding="utf-8").read())
                if "struct action" not in text and "rules/" not in text and "games/" not in text:
                    continue
                for at in sorted(set(wrong_lines(text))):
                    print(f"{path}:{text.count(chr(10), 0, at) + 1}: an action is filled by action_put() and its like only")
                    wrong += 1
    sys.exit(1 if wrong else 0)


main()
