#!/usr/bin/env python3
"""Compiles the examples in the opening comments of the headers of src/, so that they stay true.

An example is a block of comment lines that are indented by five spaces. It is C if one of its lines ends in `;` or
`{`; other blocks show texts and formats. Each becomes the body of a function that returns bool and has PARAMETERS at
hand. A header without an example fails, except those of EXEMPT.
usage: examples.py SRC INCLUDE_FOLDER... (the second has the generated headers)"""
import os
import re
import subprocess
import sys
import tempfile

PARAMETERS = ("const struct config *config, const struct state *state, const struct state *view, struct state next, "
              "struct action action, struct rng rng, struct reason why, struct buf out, struct text text, "
              "unsigned seat, bool ok, struct word word, const struct lexicon *lexicon, "
              "const struct source_sink *sink")
INCLUDES = ("base/buf.h", "base/reason.h", "base/rng.h", "base/text.h", "rules/rules.h", "sources/source.h")

# Headers without a function to call, and why.
EXEMPT = {
    "lexicon/format.h": "the layout of a file",
    "wasm/libc_small.h": "functions of the C library and of zlib",
}


def opening(path):
    lines = []
    for line in open(path, encoding="utf-8"):
        if not line.startswith("//"):
            break
        lines.append(line.rstrip("\n")[2:])
    return lines


def blocks(lines):
    block = []
    for line in lines + [""]:
        if line.startswith("     "):
            block.append(line[5:])
        elif block:
            yield block
            block = []


def is_c(block):
    return any(re.sub(r"\s*(//.*|/\*.*\*/)$", "", line).endswith((";", "{")) for line in block)


def program(header, examples):
    text = [f'#include "{name}"' for name in (*INCLUDES, header)]
    for number, block in enumerate(examples):
        text += [f"bool example_{number}({PARAMETERS});", f"bool example_{number}({PARAMETERS})", "{ {", *block,
                 "} return true;", "}"]
    return "\n".join(text) + "\n"


def main():
    root, folders = sys.argv[1], sys.argv[1:]
    flags = subprocess.run(["pkg-config", "--cflags-only-I", "libpq"], capture_output=True, text=True).stdout.split()
    wrong = found = 0
    exempt = dict(EXEMPT)
    with tempfile.TemporaryDirectory() as scratch:
        for folder, _, files in sorted(os.walk(root)):
            for name in sorted(files):
                path = os.path.join(folder, name)
                if not name.endswith(".h"):
                    continue
                examples = [b for b in blocks(opening(path)) if is_c(b)]
                if bool(examples) == bool(exempt.pop(os.path.relpath(path, root), None)):
                    wrong += 1
                    print(f"{path}:", "exempt, but has an example" if examples else "its opening comment shows no call")
                if not examples:
                    continue
                found += len(examples)
                source = os.path.join(scratch, "example.c")
                with open(source, "w", encoding="utf-8") as out:
                    out.write(program(os.path.relpath(path, root), examples))
                done = subprocess.run(["cc", "-std=gnu17", "-D_GNU_SOURCE", "-fsyntax-only",
                                       "-Werror=implicit-function-declaration", "-Werror=int-conversion",
                                       "-Werror=incompatible-pointer-types", *(f"-I{f}" for f in folders), *flags, source],
                                      stderr=subprocess.PIPE, text=True)
                if done.returncode:
                    wrong += 1
                    errors = [line for line in done.stderr.splitlines() if "error:" in line]
                    print(f"{path}: its example does not compile:", *errors[:6], sep="\n    ")
    for name in exempt:
        print(f"{name}: exempt, but does not exist")
    print(f"{found} examples")
    sys.exit(1 if wrong or exempt or not found else 0)


main()
