#!/usr/bin/env python3
"""Fails on an #include between the folders of src/ that points the wrong way, or on a folder that is
not in the table. usage: layers.py SRC"""
import os
import re
import sys

# What each folder may include besides itself. The core (base to search) is pure and knows nothing of
# what is after it.
MAY = {
    "base": [],
    "lexicon": ["base"],
    "rules": ["base", "lexicon"],
    "games": ["base", "lexicon", "rules"],
    "search": ["base", "lexicon", "rules", "games"],
    "match": ["base", "lexicon", "rules", "games"],
    "proto": ["base", "lexicon", "rules", "games", "search", "match"],
    "store": ["base", "lexicon", "rules", "games", "search", "match"],
    "bus": ["base", "lexicon", "rules", "games", "search", "match"],
    "forge": ["base", "lexicon"],
    "server": ["base", "lexicon", "rules", "games", "search", "match", "proto", "store", "bus"],
    "wasm": ["base", "lexicon", "rules", "games", "search"],
    "cmd": ["base", "lexicon", "rules", "games", "search", "match", "proto", "store", "bus", "forge", "server"],
}


def main():
    root = sys.argv[1]
    wrong = 0
    for folder, _, files in os.walk(root):
        for name in files:
            if not name.endswith((".c", ".h")):
                continue
            path = os.path.join(folder, name)
            own = os.path.relpath(path, root).split(os.sep)[0]
            if own not in MAY:
                print(f"{path}: the folder {own} is not in tools/layers.py")
                wrong += 1
                continue
            for number, line in enumerate(open(path, encoding="utf-8"), 1):
                match = re.match(r'\s*#\s*include\s+"([^"/]+)/', line)
                if match and match[1] != own and match[1] not in MAY[own]:
                    print(f"{path}:{number}: {own} must not include {match[1]}")
                    wrong += 1
    sys.exit(1 if wrong else 0)


main()
