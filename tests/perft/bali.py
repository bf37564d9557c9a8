#!/usr/bin/env python3
"""Bali the slow and obvious way, from the text of the rules: replays records and counts moves.

It shares nothing with the program: a table is a dictionary of columns, a run is legal if it is among all
pieces of all words, and every order of the columns is tried.

    bali.py            prints the table of the positions here, as it is kept in bali.txt
"""
import os

HERE = os.path.dirname(os.path.abspath(__file__))
# Each count: the position and the depth.
TABLE = [("bali-alone", 1), ("bali-joker", 1), ("bali-german", 1), ("bali-four", 1)]
VALUES = {letter: value for value, letters in enumerate(("AEIOUÄÖÜ", "DLNPRST", "BCFGHM", "KVWY", "JX", "QZ*"))
          for letter in letters}
LETTERS = {"fr": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "de": "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"}
PLAIN = {"Ä": "A", "Ö": "O", "Ü": "U"}
ROW = {1: 7, 2: 7, 3: 5, 4: 4}


def words_of(lang):
    with open(os.path.join(HERE, lang + ".txt"), encoding="utf-8") as file:
        return {line.split()[0].upper() for line in file if not line.startswith("#")}


class Game:
    """A record as it is played: columns are lists of [card, letter], the letter None while it is open."""

    def __init__(self, text, words=None):
        items = [line.split("#")[0].split() for line in text.splitlines()]
        items = [item for item in items if item]
        settings = {item[1]: item[2] for item in items if item[0] == "set"}
        self.lang = next((item[1] for item in items if item[0] == "lang"), "fr")
        self.seats = max(1, sum(item[0] == "seat" for item in items))
        self.min_word = int(settings.get("min_word", 3))
        self.bonus = settings.get("bali_bonus", "50")
        self.challenge = settings.get("challenge") == "on"
        self.words = words
        self.pieces = words and {word[i:j] for word in words for i in range(len(word)) for j in range(i + 1, len(word) + 1)}
        self.table, self.scores, self.turn = {}, [0] * self.seats, 0
        self.deck = 54 if self.seats == 1 else 108
        self.dealt, self.resigned, self.passed, self.missing = False, set(), set(), set()
        self.doubt, self.challenger, self.over, self.points = None, None, None, []
        for item in items:
            if item[0] == "deal":
                self.deal(item[1], item[2])
            elif item[0] in "ABCD" and len(item[0]) == 1:
                self.act("ABCD".index(item[0]), item[1:])

    # Places, cards.

    def places(self, seat):
        return [f"{'ABCD'[seat]}{n}" for n in range(1, ROW[self.seats] + 1)]

    def next_place(self):
        order = range(self.seats) if not self.dealt else [*range(1, self.seats), 0]
        empty = [place for seat in order if seat not in self.resigned for place in self.places(seat)
                 if place not in self.table]
        return empty[0] if empty and self.deck else None

    def deal(self, place, card):
        assert place == self.next_place(), (place, self.next_place())
        letter = card if card not in "*ÄÖÜ" else PLAIN.get(card) if self.lang != "de" else None
        self.table[place] = [[card, letter]]
        self.deck -= 1
        if self.doubt:
            self.doubt["refills"].append(place)
        if not self.dealt and self.next_place() is None:
            self.dealt = True
        self.find_end()

    def closing(self):
        return self.seats > 1 and self.deck == 0

    def letters(self, column):
        return "".join(letter for _, letter in column)

    def worth(self, column):
        return sum(VALUES[card] for card, _ in column) * len(column)

    # Moves.

    def act(self, seat, words):
        assert self.over is None and self.next_place() is None
        points = 0
        if words[0] == "resign":
            self.resign(seat)
        elif words[0] == "challenge":
            assert self.doubt and self.doubt["seat"] != seat
            self.challenger = seat
        elif self.challenger is not None:
            assert seat == self.doubt["seat"]
            self.answer(words)
        else:
            assert seat == self.turn
            points = self.move(seat, words)
        self.points.append(points)
        if self.over is None:
            self.find_end()

    def move(self, seat, words):
        self.doubt = None
        points = 0
        if words[0] == "pass":
            self.passed.add(seat)
        else:
            self.passed = set()
        if words[0] == "take":
            points = self.worth(self.lift(words[1].split("+"), {}))
        elif words[0] == "done":
            self.over = "done"
        elif words[0] != "pass":
            points = self.join(seat, words[0].split("+"))
        self.scores[seat] += points
        self.turn = (seat + 1) % self.seats
        self.skip()
        return points

    def lift(self, parts, before):
        joined = []
        for part in parts:
            place, _, letter = part.partition("=")
            before[place] = [card[:] for card in self.table[place]]
            column = self.table.pop(place)
            if len(column) == 1 and column[0][1] is None:
                column[0][1] = letter or column[0][0]
            joined += column
        return joined

    def join(self, seat, parts):
        before = {}
        joined = self.lift(parts, before)
        if self.closing():
            return self.worth(joined)
        self.table[next(place for place in before if place[0] == "ABCD"[seat])] = joined
        if self.challenge:
            self.doubt = {"seat": seat, "before": before, "refills": [], "run": self.letters(joined)}
        return 0

    def undo(self):
        for place in self.doubt["refills"]:
            del self.table[place]
            self.deck += 1
        for place in self.doubt["before"]:
            self.table.pop(place, None)
        self.table |= self.doubt["before"]

    def answer(self, words):
        right = words[0] == "name" and self.doubt["run"] in words[1] and (not self.words or words[1] in self.words)
        if right and self.challenger not in self.resigned:
            self.missing.add(self.challenger)
        elif not right:
            self.undo()
        self.doubt = self.challenger = None
        self.skip()

    def resign(self, seat):
        if self.doubt and self.doubt["seat"] == seat:
            if self.challenger is not None:
                self.undo()
            self.doubt = self.challenger = None
        self.resigned.add(seat)
        self.missing.discard(seat)
        if len(self.resigned) == self.seats - 1:
            self.over = "resignation"
        else:
            self.skip()

    def skip(self):
        while self.turn in self.resigned | self.missing:
            self.missing.discard(self.turn)
            self.turn = (self.turn + 1) % self.seats

    def find_end(self):
        if not self.dealt or self.next_place() is not None:
            return
        if not self.table:
            self.over = "out"
        elif self.seats == 1 and self.words and self.moves() == ["done"]:
            self.over = "nothing"
        elif self.seats > 1 and not set(range(self.seats)) - self.resigned - self.passed:
            self.over = "passes"

    # Legal moves, as texts.

    def choices(self, column):
        if column[0][1] is not None:
            return [("", self.letters(column))]
        card = column[0][0]
        if card == "*":
            return [("=" + letter, letter) for letter in LETTERS[self.lang]]
        return [("", card), ("=" + PLAIN[card], PLAIN[card])]

    def joins(self, text, run, used):
        for place, column in self.table.items():
            if place in used:
                continue
            for said, letters in self.choices(column):
                if run + letters not in self.pieces:
                    continue
                so_far = f"{text}+{place}{said}" if text else place + said
                own = any(name[0] == "ABCD"[self.turn] for name in [*used, place])
                finished = len(run + letters) >= self.min_word and run + letters in self.words
                if used and own and (not self.closing() or finished):
                    yield so_far
                if used and finished and self.seats == 1:
                    yield "take " + so_far
                yield from self.joins(so_far, run + letters, [*used, place])

    def moves(self):
        found = list(self.joins("", "", []))
        for place in self.places(self.turn):
            column = self.table.get(place, [[None, None]])
            if column[0][1] and len(column) >= self.min_word and self.letters(column) in self.words:
                found.append("take " + place)
        if self.seats == 1:
            found.append("done")
        return found or ["pass"]

    def count(self, depth):
        if depth == 0:
            return 1
        if self.over:
            return 0
        moves = self.moves()
        if depth == 1:
            return len(moves)
        total = 0
        for move in moves:
            kept = self.copy()
            kept.act(kept.turn, move.split())
            total += kept.count(depth - 1)
        return total

    def copy(self):
        other = Game.__new__(Game)
        other.__dict__ = dict(self.__dict__)
        other.table = {place: [card[:] for card in column] for place, column in self.table.items()}
        other.scores, other.points = self.scores[:], self.points[:]
        other.resigned, other.passed, other.missing = set(self.resigned), set(self.passed), set(self.missing)
        return other

    # The end.

    def final(self):
        scores = self.scores[:]
        for seat in range(self.seats):
            bali = self.over not in (None, "resignation") and not self.deck and not any(
                place in self.table for place in self.places(seat))
            if bali:
                scores[seat] = scores[seat] * int(self.bonus[1]) if self.bonus[0] == "x" else scores[seat] + int(self.bonus)
        return scores

    def result(self):
        if self.over is None:
            return None
        staying = [seat for seat in range(self.seats) if seat not in self.resigned]
        best = max(self.final()[seat] for seat in staying)
        winners = [seat for seat in staying if self.final()[seat] == best]
        return "ABCD"[winners[0]] if len(winners) == 1 else "shared"


def position(name):
    with open(os.path.join(HERE, name + ".rec"), encoding="utf-8") as file:
        text = file.read()
    lang = next(line.split()[1] for line in text.splitlines() if line.startswith("lang"))
    return Game(text, words_of(lang))


def main():
    print("# position depth count: made by bali.py")
    for name, depth in TABLE:
        print(name, depth, position(name).count(depth))


if __name__ == "__main__":
    main()
