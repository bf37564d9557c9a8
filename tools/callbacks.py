#!/usr/bin/env python3
"""Callbacks carry the prefix of their module, so that a name in a stack trace or a table leads to one file.

    tools/callbacks.py src/server src/store src/bus

A callback is a static function whose address is taken: its name stands where no call follows. In table.c it begins with
table_, in leases.c with leases_ or lease_. Prints what does not, and fails.
"""
import glob
import os
import re
import sys

# The parts that wire modules together, and the operations of live clients, have short prefixes.
ALSO = {"wiring": ("wire",), "ops": ("op",)}

NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
DEFINITION = re.compile(r"^static\s+(?:inline\s+)?[\w\s*]*?\b(\w+)\s*\([^;{}]*\)\s*\{", re.M)
NO_TYPE = ("return", "else", "case", "goto", "sizeof")


def code_of(text):
    return NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def units(code):
    """Top-level pieces: each ends with a closing brace at the start of a line."""
    return re.split(r"(?m)(?<=^\})", code)


def declares(unit, name):
    """A variable or parameter of that name hides the function."""
    found = re.finditer(rf"(\w+|\*)\s*(?<=[\s*]){name}\s*(?=[;=,)\[])", unit)
    return any(one.group(1) not in NO_TYPE for one in found)


def is_taken(code, name):
    use = re.compile(rf"(?<![\w.])(?<!->)(?<!struct )(?<!enum ){name}\b(?!\s*\()")
    return any(use.search(unit) and not declares(unit, name) for unit in units(code))


def prefixes(stem):
    one = stem[:-3] + "y" if stem.endswith("ies") else stem.removesuffix("s")
    return {stem, one, *ALSO.get(stem, ())}


def misnamed(path):
    with open(path, encoding="utf-8") as file:
        code = code_of(file.read())
    stem = os.path.splitext(os.path.basename(path))[0]
    for name in sorted(set(DEFINITION.findall(code))):
        if is_taken(code, name) and not any(name == one or name.startswith(one + "_") for one in prefixes(stem)):
            yield name


def main():
    faults = [f"{path}: {name}() is a callback without the prefix of its module"
              for folder in sys.argv[1:] for path in sorted(glob.glob(f"{folder}/**/*.c", recursive=True))
              for name in misnamed(path)]
    print("\n".join(faults) or "every callback has its module's prefix")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
