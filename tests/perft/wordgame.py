#!/usr/bin/env python3
"""Counts moves of the Word Game and keeps its score the slow and obvious way, from the text of the rules.

It shares nothing with the program but the data in data/: no word graph, no generator, no state. Every
word is tried on every square of every line, with every choice of tiles.

    wordgame.py                  prints the table of all positions here, as it is kept in wordgame-counts.txt
    wordgame.py FILE…            the points of every move of records, and their final scores
"""
import os
import sys
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "data")
SIDE = 15
TABLE = [("wordgame-first", 1), ("wordgame-blanks", 1), ("wordgame-end", 1), ("wordgame-end", 2), ("wordgame-end", 3),
         ("classic-first", 1), ("classic-middle", 1), ("classic-end", 1), ("classic-end", 2), ("classic-end", 3),
         ("wordgame-nl", 1)]


def lines_of(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]


def words_of(lang):
    """The words that positions here are played with: lists of our own."""
    return {line.upper() for line in lines_of(HERE, f"wordgame-{lang}.txt")}


class Rules:
    """The data of a preset."""

    def __init__(self, preset, lang, settings):
        lines = [line.split() for line in lines_of(DATA, "presets", preset + ".txt")]
        self.fixed = {line[1]: line[2] for line in lines if line[0] == "fixed"}
        self.chosen = {line[1]: line[-1] for line in lines if line[0] == "setting"} | settings
        board = self.chosen["board"]
        rows = board.split("/") if "/" in board else lines_of(DATA, "boards", board + ".txt")
        self.bonus = {(x, y): rows[y][x] for x in range(SIDE) for y in range(SIDE)}
        tiles = [line.split() for line in lines_of(DATA, "tiles", f"{self.fixed['tiles']}-{lang}.txt")]
        self.tiles = Counter({line[0]: int(line[1]) for line in tiles if line[0] != "pair"})
        self.values = {line[0]: int(line[2]) for line in tiles if line[0] != "pair"}
        self.pair = next((line[1:] for line in tiles if line[0] == "pair"), None)

    def spellings(self, words):
        """How words can lie on the board."""
        found = set(words)
        for word in words if self.pair else ():
            found |= set(self.replaced(word))
        return {word for word in found if 2 <= len(word) <= SIDE}

    def replaced(self, word):
        one, two = self.pair
        at = word.find(two)
        if at < 0:
            yield word
            return
        for rest in self.replaced(word[at + len(two):]):
            yield word[:at] + one + rest
        for rest in self.replaced(word[at + 1:]):
            yield word[:at + 1] + rest


class Game:
    def __init__(self, text, words=None):
        items = [line.split("#")[0].split() for line in text.splitlines()]
        items = [line for line in items if line]
        header = {line[0]: line[1] for line in items if line[0] in ("game", "lang", "lexicon")}
        settings = {line[1]: line[2] for line in items if line[0] == "set"}
        lang = header.get("lang", "en")
        self.rules = Rules(header["game"], lang, settings)
        self.words = words if words is not None else self.rules.spellings(words_of(lang))
        self.board = {}  # (x, y): a letter, small for a blank
        self.racks = {"A": Counter(), "B": Counter()}
        self.bag = Counter(self.rules.tiles)
        self.scores = {"A": 0, "B": 0}
        self.turn, self.passes, self.scoreless, self.turns, self.aside = "A", 0, 0, 0, Counter()
        self.over, self.points = False, []
        for line in items:
            if line[0] == "deal":
                self.deal(line[1], line[2])
            elif line[0] in ("A", "B"):
                self.points.append(self.play(self.parse(line[1:])))

    def deal(self, seat, tiles):
        drawn = Counter(tiles.upper())
        assert not drawn - self.bag, f"{tiles} is not in the bag"
        self.bag = self.bag - drawn + self.aside
        self.racks[seat] += drawn
        self.aside = Counter()

    def parse(self, words):
        if words[0] in ("pass", "resign"):
            return words[0], None
        if words[0] == "exchange":
            return "exchange", words[1].upper()
        where, tiles = words[0].split(":")
        down = not where[0].isdigit()
        column, row = (where[0], where[1:]) if down else (where[-1], where[:-1])
        return "place", (ord(column.upper()) - ord("A"), int(row) - 1, down, tiles)

    def kind(self, tile):
        return tile if tile.isupper() else "?"

    def squares(self, x, y, down, length):
        return [(x, y + i) if down else (x + i, y) for i in range(length)]

    def word_points(self, squares, laid):
        """The value of a word; `laid` are the new tiles by square."""
        total, factors = 0, [1]
        for square in squares:
            tile = laid.get(square) or self.board[square]
            bonus = self.rules.bonus[square] if square in laid else "."
            total += self.rules.values[self.kind(tile)] * int(bonus if bonus in "23" else 1)
            factors.append({"d": 2, "t": 3}.get(bonus, 1))
        product = 1
        for factor in factors:
            product *= factor
        return total * (product if self.rules.fixed["word_bonus"] == "product" else max(factors))

    def run(self, square, down, laid):
        """The squares of the word through this one."""
        dx, dy = (0, 1) if down else (1, 0)
        filled = lambda x, y: (x, y) in laid or (x, y) in self.board
        x, y = square
        while filled(x - dx, y - dy):
            x, y = x - dx, y - dy
        squares = []
        while filled(x, y):
            squares.append((x, y))
            x, y = x + dx, y + dy
        return squares

    def spelled(self, squares, laid):
        return "".join(laid.get(square) or self.board[square] for square in squares).upper()

    def place_points(self, x, y, down, tiles):
        """The points of a placement, or None where the rules forbid it."""
        squares = self.squares(x, y, down, len(tiles))
        laid = {square: tile for square, tile in zip(squares, tiles) if square not in self.board}
        if not laid or self.run(squares[0], down, laid) != squares or self.spelled(squares, laid) not in self.words:
            return None
        crosses = [self.run(square, not down, laid) for square in laid]
        crosses = [run for run in crosses if len(run) > 1]
        if any(self.spelled(run, laid) not in self.words for run in crosses):
            return None
        if not self.board:
            if (7, 7) not in laid or len(squares) < int(self.rules.fixed["first_word"]):
                return None
        elif len(laid) == len(squares) and not crosses:
            return None
        if len(laid) == 1 and down and crosses:
            return None  # it is listed across
        main, cross = self.word_points(squares, laid), sum(self.word_points(run, laid) for run in crosses)
        if len(laid) < int(self.rules.fixed["rack"]):
            return main + cross
        extra = int(self.rules.fixed["sweep_points"])
        return main + cross + (extra or main + (cross if self.rules.chosen["sweep"] == "move" else 0))

    def play(self, move):
        """Plays a move; returns its points."""
        what, how = move
        points, rack = 0, self.racks[self.turn]
        if what == "resign":
            self.over = True
            return 0
        if what == "place":
            points = self.place_points(*how)
            assert points is not None, f"{how} is not legal"
            for square, tile in zip(self.squares(*how[:3], len(how[3])), how[3]):
                if square not in self.board:
                    self.board[square] = tile
                    rack[self.kind(tile)] -= 1
                    assert rack[self.kind(tile)] >= 0, f"there is no {tile} on the rack"
        elif what == "exchange":
            self.aside = Counter(how)
            rack -= self.aside
        self.racks[self.turn] = +rack
        self.scores[self.turn] += points
        self.end_turn(what == "pass", points)
        return points

    def end_turn(self, passed, points):
        fixed = self.rules.fixed
        self.passes = self.passes + 1 if passed else 0
        self.scoreless = 0 if points else self.scoreless + 1
        self.turns += 1
        out = not self.racks[self.turn] and not self.bag and not self.aside
        ended = [count and count <= have for count, have in ((int(fixed["passes"]), self.passes),
                                                             (int(fixed["scoreless"]), self.scoreless))]
        other = "B" if self.turn == "A" else "A"
        if out or any(ended):
            self.over = True
            left = {seat: sum(self.rules.values[tile] * n for tile, n in rack.items()) for seat, rack in self.racks.items()}
            for seat in "AB":
                self.scores[seat] -= left[seat]
            if out and fixed["transfer"] == "on":
                self.scores[self.turn] += left[other]
        elif fixed["redraw"] == "on" and self.turns == self.passes == 2:
            self.bag += self.racks["A"] + self.racks["B"]
            self.racks = {"A": Counter(), "B": Counter()}
        self.turn = other

    def choices(self, letters, rack):
        """Every way to lay these letters from the rack, small ones being blanks."""
        if not letters:
            yield ""
            return
        for tile in (letters[0], letters[0].lower()):
            if rack[self.kind(tile)]:
                rack[self.kind(tile)] -= 1
                for rest in self.choices(letters[1:], rack):
                    yield tile + rest
                rack[self.kind(tile)] += 1

    def placements(self):
        rack = self.racks[self.turn]
        for down in (False, True):
            for line in range(SIDE):
                there = (self.board.get((line, i) if down else (i, line), "") for i in range(SIDE))
                letters = set("".join(there).upper()) | set(rack)
                for word in self.words:
                    if rack["?"] == 0 and not letters.issuperset(word):
                        continue
                    for i in range(SIDE - len(word) + 1):
                        yield from self.lay(*((line, i) if down else (i, line)), down, word, rack)

    def lay(self, x, y, down, word, rack):
        squares = self.squares(x, y, down, len(word))
        there = [self.board.get(square) for square in squares]
        if any(tile and tile.upper() != letter for tile, letter in zip(there, word)):
            return
        new = "".join(letter for tile, letter in zip(there, word) if not tile)
        if not new or len(new) > sum(rack.values()) or sum((Counter(new) - rack).values()) > rack["?"]:
            return
        for tiles in self.choices(new, Counter(rack)):
            rest = iter(tiles)
            whole = "".join(tile or next(rest) for tile in there)
            if self.place_points(x, y, down, whole) is not None:
                yield "place", (x, y, down, whole)

    def exchanges(self):
        if self.rules.chosen["exchange"] == "off" or sum(self.bag.values()) < int(self.rules.fixed["exchange_from"]):
            return set()
        tiles = sorted(self.racks[self.turn].elements())
        return {"".join(tile for i, tile in enumerate(tiles) if bits >> i & 1) for bits in range(1, 1 << len(tiles))}

    def moves(self):
        if self.over:
            return []
        return list(self.placements()) + [("exchange", tiles) for tiles in self.exchanges()] + [("pass", None)]

    def count(self, depth):
        moves = self.moves()
        if depth == 1:
            return len(moves)
        kept = ("board", "racks", "scores", "turn", "passes", "scoreless", "turns", "over")
        total = 0
        for move in moves:
            before = {name: value.copy() if hasattr(value, "copy") else value
                      for name, value in ((name, getattr(self, name)) for name in kept)}
            before["racks"] = {seat: rack.copy() for seat, rack in self.racks.items()}
            self.play(move)
            total += self.count(depth - 1)
            self.__dict__.update(before)
        return total


def position(name):
    with open(os.path.join(HERE, name + ".rec"), encoding="utf-8") as file:
        return Game(file.read())


class Anything(set):
    """A set that everything is in."""

    def __contains__(self, word):
        return True


def told(path):
    """The game of a record whose words are taken to be words."""
    with open(path, encoding="utf-8") as file:
        return Game(file.read(), Anything())


def main():
    for path in sys.argv[1:]:
        game = told(path)
        print(path, *game.points, game.scores, "over" if game.over else "open")
    if sys.argv[1:]:
        return
    print("# position depth count: made by wordgame.py")
    for name, depth in TABLE:
        print(name, depth, position(name).count(depth), flush=True)


if __name__ == "__main__":
    sys.exit(main())
