#!/usr/bin/env python3
"""Counts move sequences of Balda and Bukva the slow and obvious way, from the text of the rules.

It shares nothing with the program: no word graph, no generator, no state. Every letter is tried on
every square and every path through the filled squares is walked as long as some word begins so.

    oracle.py            prints the table of all positions here, as it is kept in counts.txt
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ALPHABET = {"en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ru": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"}
# Each count: the position, the depth, and whether every path counts.
TABLE = [("crown", 0, False), ("crown", 1, False), ("crown", 1, True), ("crown", 2, False), ("crown", 2, True),
         ("diagonal", 1, False), ("diagonal", 1, True), ("medium", 1, True), ("medium", 2, False), ("large", 1, True),
         ("nearly-full", 1, False), ("nearly-full", 2, True), ("nearly-full", 3, False),
         ("slovo", 1, False), ("slovo", 2, True), ("slovo", 3, False),
         ("passes", 1, False), ("passes", 2, False), ("passes", 3, True)]


def words_of(lang, classes):
    with open(os.path.join(HERE, lang + ".txt"), encoding="utf-8") as file:
        entries = [line.split() for line in file if not line.startswith("#")]
    return {word.upper() for word, kind in entries if kind in classes}


class Game:
    """A position: what is on the board, which paths each word was scored along, and the passes."""

    def __init__(self, text):
        lines = [line.split("#")[0].split() for line in text.splitlines()]
        items = [line for line in lines if line]
        settings = {line[1]: line[2] for line in items if line[0] == "set"}
        header = {line[0]: line[1] for line in items if line[0] in ("game", "lang", "start")}
        self.bukva = header["game"] == "bukva"
        self.width = int(settings.get("size", 5))
        self.diagonal = settings.get("diagonal") == "on"
        plural = {"verbs": "verb", "adjectives": "adjective", "adverbs": "adverb"}
        more = settings.get("classes", "none").split(",")
        self.words = words_of(header["lang"], {"noun"} | {plural[name] for name in more if name != "none"})
        self.beginnings = {word[:n] for word in self.words for n in range(len(word) + 1)}
        self.letters = ALPHABET[header["lang"]]
        row = self.width // 2
        self.board = {(x, row): letter for x, letter in enumerate(header["start"].upper())}
        self.scored = [(header["start"].upper(), frozenset(self.board))]
        self.passes = 0
        for line in items:
            if line[0] in ("A", "B"):
                self.play(self.parse(line[1]))

    def parse(self, text):
        if text == "pass":
            return None
        put, path = text.split("/")
        steps = tuple((ord(s[0]) - ord("a"), int(s[1]) - 1) for s in re.findall("[a-z][0-9]", path))
        return (ord(put[0]) - ord("a"), int(put[1]) - 1), put[3].upper(), steps

    def play(self, move):
        """Plays a move and returns what takes it back."""
        before = self.passes
        if move is None:
            self.passes += 1
            return lambda: setattr(self, "passes", before)
        square, letter, path = move
        self.passes = 0
        self.board[square] = letter
        self.scored.append(("".join(self.board[s] for s in path), frozenset(path)))

        def undo():
            del self.board[square]
            self.scored.pop()
            self.passes = before
        return undo

    def near(self, square):
        x, y = square
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                straight = abs(dx) + abs(dy) == 1
                if (dx or dy) and (straight or self.diagonal) and 0 <= x + dx < self.width and 0 <= y + dy < self.width:
                    yield x + dx, y + dy

    def paths(self, path):
        """All paths that go on from this one and spell a word."""
        text = "".join(self.board[s] for s in path)
        if text not in self.beginnings:
            return
        if len(path) > 1 and text in self.words:
            yield path
        for following in self.near(path[-1]):
            if following in self.board and following not in path:
                yield from self.paths(path + (following,))

    def is_new(self, path):
        text = "".join(self.board[s] for s in path)
        for word, squares in self.scored:
            if len(squares) > 1 and word == text and (self.bukva or squares & set(path)):
                return False
        return True

    def placements(self):
        every = [(x, y) for x in range(self.width) for y in range(self.width)]
        targets = [s for s in every if s not in self.board and any(n in self.board for n in self.near(s))]
        for square in targets:
            for letter in self.letters:
                self.board[square] = letter
                found = [p for start in list(self.board) for p in self.paths((start,)) if square in p and self.is_new(p)]
                del self.board[square]
                if not self.bukva:
                    yield square, letter, (square,)
                for path in found:
                    yield square, letter, path

    def moves(self, paths):
        if self.passes == 6 or len(self.board) == self.width ** 2:
            return []
        placements = list(self.placements())
        if self.bukva and not placements:
            return []
        if not paths:
            # Which of its paths a word takes matters later, for what may be repeated: the first, by squares.
            first = {}
            for square, letter, path in sorted(placements, key=lambda p: [y * self.width + x for x, y in p[2]]):
                word = "".join(letter if s == square else self.board[s] for s in path)
                first.setdefault((square, letter, word), (square, letter, path))
            placements = list(first.values())
        return placements + ([None] if self.bukva else [])

    def count(self, depth, paths):
        if depth == 0:
            return 1
        moves = self.moves(paths)
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            undo = self.play(move)
            total += self.count(depth - 1, paths)
            undo()
        return total


def position(name):
    with open(os.path.join(HERE, name + ".rec"), encoding="utf-8") as file:
        return Game(file.read())


def main():
    print("# position depth count [paths]: made by oracle.py")
    for name, depth, paths in TABLE:
        count = position(name).count(depth, paths)
        print(name, depth, count, *(["paths"] if paths else []), flush=True)


if __name__ == "__main__":
    sys.exit(main())
