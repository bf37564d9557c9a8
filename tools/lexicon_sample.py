#!/usr/bin/env python3
"""Prints the sample of a lexicon that people judge word by word (docs/lexicons.md), as a table.

usage: lexicon_sample.py LEXICON [--program PROGRAM] [--lexicons DIR] [--words N] [--seed SEED] [--class CLASS]

The sample is the N words whose SHA-256, taken with the seed, is smallest: a random choice that hardly changes
when words are added to the lexicon or removed from it, so what has been judged stays judged. Fields are
separated by tabs: word, its spellings where they are more than its letters, classes, tier, marks, lemmas, first text.
"""
import argparse
import hashlib
import json
import subprocess

TEXT_MAX = 160  # characters of the first text: enough to judge by


def run(program, lexicons, *arguments):
    command = [program, "--lexicons", lexicons, "--json", "lexicon", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if not done.stdout:
        raise SystemExit(done.stderr.strip() or f"{' '.join(command)}: status {done.returncode}")
    return json.loads(done.stdout)


def rank(seed, word):
    return hashlib.sha256(f"{seed} {word}".encode()).digest()


def row(entry):
    texts = entry["definitions"]
    first = texts[0] if texts else {}
    text = first.get("text", "")
    kind = first.get("kind", "definition")
    if kind != "definition":
        text = f"({kind}) {text}"
    return [entry["word"], ", ".join(entry["spellings"]), ", ".join(entry["classes"]), str(entry["tier"]),
            ", ".join(entry.get("marks", [])), first.get("lemma") or "", text[:TEXT_MAX]]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("lexicon")
    parser.add_argument("--program", default="build/logomachy")
    parser.add_argument("--lexicons", default="build/lexicons")
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--class", dest="word_class", help="only words of this class")
    o = parser.parse_args()
    wanted = ["--class", o.word_class] if o.word_class else []
    words = run(o.program, o.lexicons, "find", "*", "--lexicon", o.lexicon, *wanted)["words"]
    chosen = sorted(sorted(words, key=lambda word: rank(o.seed, word))[:o.words])
    print("\t".join(["word", "spellings", "classes", "tier", "marks", "lemma", "first text"]))
    for entry in run(o.program, o.lexicons, "define", "--lexicon", o.lexicon, *chosen):
        print("\t".join(row(entry)))


if __name__ == "__main__":
    main()
