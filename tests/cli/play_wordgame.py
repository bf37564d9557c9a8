#!/usr/bin/env python3
"""`logomachy play` of the Word Game and the classic set-up, as a person at a terminal uses it."""
import os
import re

from harness import finish, folder, holds, logomachy, same, test, write
from harness.terminal import BACKSPACE, DOWN, ENTER, ESCAPE, LEFT, TAB, UP, content, leave, play

# Background colours with 256 of them: see src/cli/terminal/screen.c.
TILE, LAID, CURSOR = 230, 166, 26
LETTER_2, LETTER_3, WORD_2, WORD_3 = 153, 25, 218, 160
START = ("game {game}\nlang en\nlexicon en-international\nseat A Player A\nseat B Player B\n"
         "deal A {a}\ndeal B {b}\n")


def record(game="wordgame", a="AEINRST?", b="BDEEGOTU", more=""):
    return write(os.path.join(folder(), "game.rec"), START.format(game=game, a=a, b=b) + more)


def moves(path):
    return [line for line in content(path).splitlines() if re.match("[AB] ", line)]


def cell(t, name):
    """The sign of a square and its background: found by the labels."""
    labels = next(y for y in range(t.screen.rows) if re.match(r" +a +b +c +d +e +f +g +h", t.screen.line(y)))
    column = t.screen.line(labels).index(name[0])
    return t.screen.cells[labels + int(name[1:])][column]


def come(t, player):
    """Two people look in turn: the next one confirms having taken over."""
    t.wait(f"Player {player}’s turn: press a key")
    t.type(ENTER)
    t.gone("press a key")


@test
def a_word_is_typed():
    path = record()
    with play("--two", "--record", path) as t:
        come(t, "A")
        t.wait("Go to a square", "A E I N R S T ?", "bag 88", " /  shuffle")
        holds("exchange" not in t.screen.text(), "a key for what this game does not have")
        same(cell(t, "h8")[1], CURSOR)
        board = logomachy("rules", "wordgame", "--json").out
        holds('"d.2..t...t..2.d"' in board, "the layout that this test knows")
        same([cell(t, name)[:2] for name in ("a1", "c1", "f1", "d2", "c3")],
             [("d", WORD_2), ("2", LETTER_2), ("t", WORD_3), ("3", LETTER_3), ("t", WORD_3)])
        t.type(LEFT * 3 + "train")
        t.wait("8E:TRAIN", "+5", "in play")
        same([cell(t, name)[:2] for name in ("e8", "i8")], [("T", LAID), ("N", LAID)])
        t.type(BACKSPACE)
        t.wait("8E:TRAI ", "not in the dictionary")
        t.type("ns")
        t.wait("8E:TRAINS", "+6")
        t.type(BACKSPACE + ENTER)
        come(t, "B")
        t.wait("B D E E G O T U", "TRAIN")
        same(moves(path), ["A 8E:TRAIN"])
        holds(re.search(r"\ndeal A [A-Z?]{5}\n", content(path)), "A has drawn five tiles")
        same(cell(t, "e8")[:2], ("T", TILE))
        leave(t)


@test
def down_through_what_is_there_and_a_blank():
    path = record(b="BEEGOST?", more="A 8E:TRAIN\ndeal A ELMOP\n")
    with play("--two", "--record", path) as t:
        come(t, "B")
        t.wait("B E E G O S T ?")
        t.type(UP + " " + "tes")  # down from h7: T, then over the I, E, S
        t.wait("H7:TIES")
        t.type(ESCAPE)
        t.wait("Go to a square")
        t.type(ENTER)
        t.wait("no tile")
        leave(t)
        same(moves(path), ["A 8E:TRAIN"])


@test
def a_letter_that_is_missing_is_a_blank():
    path = record()
    with play("--two", "--record", path) as t:
        come(t, "A")
        t.wait("Go to a square")
        t.type(LEFT * 3 + "drain")
        t.wait("8E:dRAIN", "+4")
        t.type("x")
        t.wait("not on the rack")
        t.type(ENTER)
        come(t, "B")
        t.wait("B D E E G O T U")
        same(moves(path), ["A 8E:dRAIN"])
        leave(t)


@test
def what_is_not_legal_is_refused():
    path = record()
    with play("--two", "--record", path) as t:
        come(t, "A")
        t.wait("Go to a square")
        t.type("rain" + ENTER)
        come(t, "B")
        t.wait("B D E E G O T U")
        same(moves(path), ["A 8H:RAIN"])
        t.type("-")
        t.wait("cannot be exchanged")
        t.type(DOWN * 4 + "bed" + ENTER)
        t.wait("do not touch")
        t.type(ESCAPE)
        t.wait("Go to a square")
        leave(t)
        same(moves(path), ["A 8H:RAIN"])


@test
def exchanging_and_shuffling():
    path = record("classic", "AEINRST", "BDEEGOT")
    with play("--two", "--record", path) as t:
        come(t, "A")
        t.wait("A E I N R S T", "exchange")
        t.type("/")
        t.gone("A E I N R S T")
        t.type("-")
        t.wait("Type the tiles to exchange")
        t.type("ae" + ENTER)
        come(t, "B")
        t.wait("B D E E G O T", "exchanged 2")
        same(moves(path), ["A exchange AE"])
        holds("exchange" not in t.screen.text().replace("exchanged 2", "").replace("- exchange", ""), "which tiles is a secret")
        leave(t)


@test
def a_hint_and_the_computer():
    path = record(a="AEINRST?")
    with play("--level", "1", "--record", path) as t:
        t.wait("Go to a square")
        t.type("?")
        t.wait("Hint: ")
        t.type(ENTER)
        t.wait("in play")
        t.type(ENTER)
        t.wait("Go to a square", "A ")
        holds(len(moves(path)) == 2 and moves(path)[1].startswith("B "), moves(path))
        leave(t)


@test
def a_small_terminal():
    with play("wordgame", "--two", "--seed", "1", rows=20, cols=60) as t:
        come(t, "A")
        t.wait("Go to a square and type a word. ", "bag 88")
        leave(t)


@test
def a_layout_of_ones_own():
    rows = ["t3d2" + "." * 11] + ["." * 15] * 14
    path = write(os.path.join(folder(), "layout.txt"), "\n".join(rows) + "\n")
    with play("wordgame", "--two", "--set", "exchange=on", "--set", "board=@" + path) as t:
        t.wait("exchange allowed · own layout", "Player A’s turn")
        same([cell(t, name)[1] for name in ("a1", "b1", "c1", "d1")], [WORD_3, LETTER_3, WORD_2, LETTER_2])
        leave(t)


@test
def the_game_and_the_bag_are_told_in_every_language():
    for lang, game, bag in (("en", "Word Game", "bag 88"), ("de", "Buchstabenspiel", "Beutel 88"), ("fr", "Jeu de lettres", "sac 88"),
                            ("nl", "Woordspel", "zak 88"), ("ru", "Игра в слова", "мешок 88")):
        with play("--two", "--ui", lang, "--record", record()) as t:
            t.wait(game + " · en-international", bag)
            t.type("\x03")


@test
def nobody_sees_the_rack_of_the_other():
    path = record()
    with play("--two", "--record", path) as t:
        t.wait("Player A’s turn: press a key", "Enter", "menu")
        for rack in ("A E I N R S T ?", "B D E E G O T U"):
            holds(rack not in t.screen.text(), "seen before anybody has said that he looks")
        come(t, "A")
        t.wait("A E I N R S T ?")
        t.type(LEFT * 3 + "train" + ENTER)
        t.wait("Player B’s turn: press a key", "TRAIN")
        holds("B D E E G O T U" not in t.screen.text(), "B's rack is seen by A")
        t.type(ESCAPE)
        t.wait(" q ")
        t.type("p")  # passing for B, before B has come
        t.gone(" q ")
        t.wait("Player B’s turn: press a key")
        holds("B D E E G O T U" not in t.screen.text(), "B's rack is seen by A")
        t.type(TAB)
        t.wait("choose")
        t.type(TAB)
        come(t, "B")
        t.wait("B D E E G O T U")
        leave(t)
        same(moves(path), ["A 8E:TRAIN"])


@test
def who_plays_the_computer_looks_alone():
    with play("--level", "1", "--record", record()) as t:
        t.wait("Go to a square", "A E I N R S T ?")
        leave(t)
    with play("balda", "--two", "--start", "crown") as t:  # nothing is hidden there
        t.wait("Player A", "CROWN")
        holds("press a key" not in t.screen.text(), "nothing to cover")
        leave(t)


finish()
