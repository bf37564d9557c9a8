#!/usr/bin/env python3
"""`logomachy play bali`, key by key, and what is then on the screen."""
import os
import re

from harness import ROOT, TMP, finish, folder, holds, logomachy, refused, same, test, write
from harness.terminal import BACKSPACE, ENTER, ESCAPE, F1, LEFT, RIGHT, TAB, UP, content, leave, play

SEVEN = "".join(f"deal A{i + 1} {card}\n" for i, card in enumerate("PARTIES"))
ALONE = "game bali\nlang fr\nseat A Anne\n" + SEVEN
NEW = ALONE.replace("lang fr\n", "lang fr\nset recall off\n")  # as a new game has it


LOG = 98  # a background colour of 256: see src/cli/terminal/screen.c


def background(t, text):
    row, col = t.screen.find(text)
    return t.screen.cells[row][col][1]


def moves(path):
    return [line for line in content(path).splitlines() if re.match("[ABCD] ", line)]


def on_record(text, **options):
    path = write(os.path.join(folder(), "game.rec"), text)
    return path, play("--record", path, **options)


@test
def cards_lie_in_columns_with_their_values():
    path, t = on_record(ALONE)
    with t:
        t.wait("Cards in the deck: 47", "Choose columns")
        for name, card in zip(range(1, 8), ("P¹", "A⁰", "R¹", "T¹", "I⁰", "E⁰", "S¹")):
            row, col = t.screen.find(f"A{name}")
            same(t.screen.line(row + 1)[col:col + 2], card)
        leave(t)


@test
def a_join_is_chosen_with_the_cursor():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type(" " + RIGHT + " ")
        t.wait("PA", "can be joined")
        t.type((RIGHT + " ") * 4)
        t.wait("PARTIE  +18", "Enter joins it, ! takes it at once")
        t.type(BACKSPACE)
        t.wait("PARTI ")
        t.type(" " + ENTER)
        t.wait("(PARTIE)", "Cards in the deck: 42", "Enter takes it")
        same(moves(path), ["A A1+A2+A3+A4+A5+A6"])
        t.type(ENTER)
        t.wait("PARTIE, +18", "18")
        same(moves(path), ["A A1+A2+A3+A4+A5+A6", "A take A1"])
        leave(t)


# R-BALI-61
@test
def a_word_is_joined_and_taken_at_once():
    for keys, word in ((" " + (RIGHT + " ") * 5 + "!", "PARTIE"), ("partie!" + ENTER, "PARTIE"),
                       ("take a1+a2+a3+a4+a5+a6" + ENTER, "PARTIE")):
        path, t = on_record(ALONE)
        with t:
            t.wait("Choose columns")
            t.type(keys)
            t.wait(f"{word}, +18", "Cards in the deck: 41")
            same(moves(path), ["A take A1+A2+A3+A4+A5+A6"])
            leave(t)
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type(" " + RIGHT + " !")
        t.wait("3 letters or more")
        same(moves(path), [])
        t.type(ESCAPE)
        t.wait("Choose columns")
        leave(t)


# R-BALI-62
@test
def without_recall_the_log_has_no_letters_until_the_end():
    path, t = on_record(NEW)
    with t:
        t.wait("Choose columns")
        t.type("tie" + ENTER)
        t.wait("(•••)")
        t.type("pas!" + ENTER)
        t.wait("•••, +")  # the cards that came meanwhile decide how many
        holds("PAS" not in t.screen.text() and "TIE," not in t.screen.text(), t.screen.text())
        t.type(ESCAPE)
        t.wait(" R ")
        t.type("R")
        t.wait("Really give up?")
        t.type("y")
        t.wait("points (")
        t.type(ENTER)
        t.wait("PAS ", "(TIE)")
        t.type("q")
        t.wait("Leave")
        t.type("y")
        same(t.end(), 0)


@test
def a_join_is_typed_as_what_it_spells():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type("partie")
        t.wait("> partie_")
        t.type(ENTER)
        t.wait("(PARTIE)")
        t.type("partie" + ENTER)
        t.wait("PARTIE, +18")
        same(moves(path), ["A A1+A2+A3+A4+A5+A6", "A take A1"])
        t.type("wwww" + ENTER)
        t.wait("No columns that can be joined")
        leave(t)


@test
def a_move_is_typed_as_records_write_it():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type("a1+a2+a3+a4+a5+a6" + ENTER)
        t.wait("(PARTIE)")
        t.type("take a1" + ENTER)
        t.wait("PARTIE, +18")
        t.type("take a1" + ENTER)
        t.wait("letters or more")
        same(moves(path), ["A A1+A2+A3+A4+A5+A6", "A take A1"])
        leave(t)


@test
def a_wrong_join_is_refused_and_given_up():
    path, t = on_record(ALONE.replace("7 S", "7 Q").replace("6 E", "6 X"))
    with t:
        t.wait("Choose columns")
        t.type(LEFT + " " + LEFT + " ")
        t.wait("QX", "is in no word")
        t.type(ENTER)
        t.type(ESCAPE)
        t.wait("Choose columns")
        t.type(" " + ENTER)
        t.wait("two columns or more")
        same(moves(path), [])
        t.type(ESCAPE)
        leave(t)


@test
def a_joker_takes_the_letter_that_is_typed():
    path, t = on_record(ALONE.replace("A1 P", "A1 *"))
    with t:
        t.wait("Choose columns", "*⁵")
        t.type(" ")
        t.wait("Type the letter")
        t.type("p" + RIGHT + " ")
        t.wait("PA", "can be joined")
        t.type(ENTER)
        t.wait("*P⁵")
        same(moves(path), ["A A1=P+A2"])
        leave(t)


@test
def an_umlaut_is_what_it_is_unless_something_is_typed():
    german = "game bali\nlang de\nseat A Anne\n" + "".join(f"deal A{i + 1} {card}\n" for i, card in enumerate("BÄRTEEN"))
    for typed, want in (("", "A A1+A2+A3"), ("a", "A A1+A2=A+A3")):
        path, t = on_record(german)
        with t:
            t.wait("Choose columns")
            t.type(" " + RIGHT + " " + typed + RIGHT + " ")
            t.wait("BAR" if typed else "BÄR")
            t.type(ENTER)
            t.wait("Moves: 1")
            same(moves(path), [want])
            leave(t)


@test
def what_was_dealt_stays():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type("partie" + ENTER)
        t.wait("(PARTIE)")
        t.type(ESCAPE)
        t.wait(" u ")
        t.type("u")
        t.wait("Who plays alone takes nothing back")
        same(len(moves(path)), 1)
        leave(t)


@test
def a_game_with_a_hint_is_no_high_score():
    home = folder()
    path = write(os.path.join(folder(), "game.rec"), ALONE)
    with play("--record", path, XDG_DATA_HOME=home) as t:
        t.wait("Choose columns")
        t.type("?")
        t.wait("one back")
        t.type(ESCAPE)
        t.wait("Choose columns")
        t.type(ESCAPE)
        t.wait(" R ")
        t.type("R")
        t.wait("Really give up?")
        t.type("y")
        t.wait("points (")
        t.type(ENTER)
        t.type("q")
        t.wait("Leave")
        t.type("y")
        same(t.end(), 0)
        holds("best" not in t.all, "nothing is said of bests")
    holds(not os.path.exists(os.path.join(home, "logomachy", "bests.txt")), "and nothing is kept")


@test
def stopping_alone_keeps_the_score():
    home = folder()
    for round, shown in ((1, "A new best!"), (2, "Your best:")):
        path = write(os.path.join(folder(), "game.rec"), NEW)
        with play("--record", path, XDG_DATA_HOME=home) as t:
            t.wait("Choose columns")
            if round == 1:
                t.type("partie" + ENTER)
                t.wait("(••••••)")
                t.type("partie" + ENTER)
                t.wait("••••••, +18")
            t.type(ESCAPE)
            t.wait(" R ")
            t.type("R")
            t.wait("Really give up?")
            t.type("y")
            t.wait(shown, "points (")
            t.type(ENTER)
            t.type("q")
            t.wait("Leave")
            t.type("y")
            same(t.end(), 0)
            holds(f"{18 if round == 1 else 0} points" in t.all, t.all[-300:])
        same(moves(path)[-1], "A done")
    lines = [line.split("\t") for line in content(os.path.join(home, "logomachy", "bests.txt")).splitlines()]
    same([line[1:] for line in lines], [["bali fr fr", "18"], ["bali fr fr", "0"]])


@test
def bests_of_other_games_stay_and_nonsense_goes_nowhere():
    home = folder()
    os.makedirs(os.path.join(home, "logomachy"))
    file = write(os.path.join(home, "logomachy", "bests.txt"),
                 "2026-01-01\tbali de de\t99\nnonsense\n2026-01-02\tbali fr fr\t-4\n" +
                 "".join(f"2026-02-{day:02}\tbali fr fr\t{100 + day}\n" for day in range(1, 13)))
    path = write(os.path.join(folder(), "game.rec"), NEW)
    with play("--record", path, XDG_DATA_HOME=home) as t:
        t.wait("Choose columns")
        t.type(ESCAPE)
        t.wait(" R ")
        t.type("R")
        t.wait("Really")
        t.type("y")
        t.wait("Your best:", "112")
        t.type(ENTER)
        t.type("q")
        t.wait("Leave")
        t.type("y")
        same(t.end(), 0)
    lines = content(file).splitlines()
    same(lines[:2], ["2026-01-01\tbali de de\t99", "nonsense"])
    same([line.split("\t")[2] for line in lines[2:]], [str(100 + day) for day in range(12, 2, -1)])


@test
def two_people_with_challenges():
    path = os.path.join(folder(), "game.rec")
    with play("bali", "--two", "--set", "challenge=on", "--lang", "fr", "--seed", "77", "--record", path) as t:
        t.wait("Player A", "Player B", "B1", "B7", "joins can be challenged")
        t.type("a1+b1+a2+a3+b2" + ENTER)
        t.wait("Moves: 1", "! challenge")
        t.type("!")
        t.wait("Challenged: type a word")
        t.type("maison")
        t.wait("> maison_")
        t.type(ENTER)
        t.wait("Moves: 3")
        same(moves(path), ["A A1+B1+A2+A3+B2", "B challenge", "A name MAISON"])
        leave(t)


@test
def four_seats_fit_on_a_small_screen():
    with play("bali", "--seats", "4", "--level", "1", "--seed", "5", "--lang", "en", rows=24, cols=80) as t:
        t.wait("A1", "A4", "B4", "C4", "D4")
        leave(t)
    with play("bali", "--seats", "2", "--two", "--seed", "5", rows=20, cols=60) as t:
        t.wait("A7", "B7")
        leave(t)


@test
def long_columns_of_many_players_lie():
    with open(os.path.join(ROOT, "tests", "golden", "bali-four.rec"), encoding="utf-8") as file:
        begun = file.read().split("deal D4 K\n")[0] + "deal D4 K\n"
    path = write(os.path.join(folder(), "four.rec"), begun.replace("seat A\n", "seat A Ann\n"))  # so that nobody is a computer
    with play("--record", path, rows=24, cols=80) as t:
        t.wait("A4  I⁰N¹T¹E⁰R¹P¹H²O⁰N¹*E⁵", "B4  A⁰C²E⁰D¹I⁰A⁰", "D4  K³")
        t.type(UP)  # from B1, in one list with the columns of A
        t.wait("INTERPHONE  +")
        t.type(RIGHT)  # from player to player
        t.wait("ACEDIA  +18")
        t.type(" ")
        t.wait("B4a")
        t.type(ESCAPE)
        t.type(TAB)  # to A's last join, which is ABORT
        t.until(lambda: background(t, "A⁰B²O⁰R¹T¹") == LOG, "the chosen move in violet")
        same([background(t, cards) == LOG for cards in ("A⁰C²E⁰D¹I⁰A⁰", "K³")], [False, False])
        t.type(TAB)
        leave(t)
    with play("--record", path, rows=20, cols=60) as t:  # there two share a line, and have less room
        t.wait("A3  A⁰B²O⁰R¹T¹ A4  INTERPHONE", "B3  Y³         B4  ACEDIA")
        t.type(UP)  # from B1
        t.wait("ABORT  +")
        t.type(RIGHT)
        t.wait("INTERPHONE  +")
        leave(t)


@test
def a_hint_is_shown_and_taken():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type("?")
        t.wait("one back")
        t.type(ENTER)
        t.wait("Moves: 1")
        same(len(moves(path)), 1)
        leave(t)


@test
def the_computer_answers():
    path = os.path.join(folder(), "game.rec")
    with play("bali", "--level", "1", "--lang", "fr", "--seed", "77", "--seat", "A", "--record", path) as t:
        t.wait("You", "Computer, level 1", "Choose columns")
        holds("\ncut " not in content(path), "who names a seat has it")
        t.type("?")
        t.wait("can be joined")
        t.type(ENTER)
        t.wait("Moves: 2")
        same([move[0] for move in moves(path)], ["A", "B"])
        leave(t)


# R-BALI-59, R-BALI-60
@test
def who_leads_is_cut_for():
    led = set()
    for seed in "123456789":
        path = os.path.join(folder(), "game.rec")
        with play("bali", "--level", "1", "--lang", "fr", "--seed", seed, "--record", path) as t:
            t.wait("You", "Computer, level 1", "Choose columns")
            cards = dict(re.findall("^cut ([AB]) (.)$", content(path), re.M))
            same(sorted(cards), ["A", "B"])
            t.wait(f"A {cards['A']}", f"B {cards['B']}")  # in the log
            leader = "Computer" if re.search("^seat A Computer 1$", content(path), re.M) else "You"
            same(len(moves(path)), 1 if leader == "Computer" else 0, "who leads has moved")
            if leader == "You":
                t.wait("First to play: You.")
            leave(t)
        same(logomachy("replay", path).out.splitlines()[0].split(":")[0], "Cut for the lead")
        led.add(leader)
        if len(led) == 2:
            return
    holds(False, ("always the same", led))


@test
def help_tells_how():
    path, t = on_record(ALONE)
    with t:
        t.wait("Choose columns")
        t.type(F1)
        t.wait("from the top")
        t.type(ENTER)
        leave(t)


@test
def wrong_seats():
    refused(logomachy("play", "bali", "--seats", "5"), "1 to 4", status=2)
    refused(logomachy("play", "bali", "--seats", "2", "--seat", "C"), "C")


@test
def it_is_played_in_the_language_of_the_interface():
    for lang, yes in (("en", "y"), ("de", "j"), ("fr", "o")):
        path = os.path.join(folder(), "game.rec")
        with play("bali", "--ui", lang, "--record", path) as t:
            t.until(lambda: os.path.exists(path), "the record is there")
            leave(t, yes)
        holds(re.search(rf"^lang {lang}$", content(path), re.M), content(path))


@test
def unless_another_is_named_or_the_game_has_its_own():
    for given, lang in ((("bali", "--lang", "nl"), "nl"), (("bali", "--lexicon", "fr"), "fr"), (("bukva",), "ru")):
        path = os.path.join(folder(), "game.rec")
        with play(*given, "--ui", "de", "--record", path) as t:
            t.until(lambda: os.path.exists(path), "the record is there")
            leave(t, "j")
        holds(re.search(rf"^lang {lang}$", content(path), re.M), content(path))


@test
def the_help_names_every_game():
    for name in ("balda", "bukva", "bali", "wordgame", "classic"):
        holds(name in logomachy("play", "--help").out, name)


finish()
