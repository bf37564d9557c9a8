#!/usr/bin/env python3
"""`logomachy play`, as a person at a terminal uses it: short games, key by key, and what is then on the screen."""
import os
import re
import shutil
import signal

from harness import PROGRAM, ROOT, Skip, finish, folder, holds, logomachy, refused, run, same, test, write
from harness.terminal import BACKSPACE, DOWN, ENTER, ESCAPE, F1, LEFT, RIGHT, TAB, UP, Terminal, content, leave, play

# Background colours with 256 of them: see src/cli/terminal/screen.c.
GREEN, TRACE, TRACE_NEW, VIOLET, VIOLET_NEW, HINT = 151, 221, 166, 98, 54, 117


def square(t, name):
    """The cell in the middle of a square, on a board of any size: found by the labels."""
    labels = next(y for y in range(t.screen.rows) if re.match(r" +a +b +c +d +e\b", t.screen.line(y)))
    column = t.screen.line(labels).index(name[0])
    row = next(y for y in range(labels, t.screen.rows) if re.match(rf" +{name[1]}( |$)", t.screen.line(y)))
    return t.screen.cells[row][column]


def letters(t, *names):
    return "".join(square(t, name)[0] for name in names)


def grounds(t, *names):
    return [square(t, name)[1] for name in names]


def moves(path):
    return [line for line in content(path).splitlines() if re.match("[AB] ", line)]


def leave_unsaved(t):
    """The same, with a move begun."""
    t.type(ESCAPE)
    t.wait("Choose")
    leave(t)


CROWN = ("balda", "--two", "--lang", "en", "--start", "crown")


# A game.

@test
def a_word_is_typed():
    path = os.path.join(folder(), "game.rec")
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose a green square", "Player A", "Player B")
        same(letters(t, "a3", "b3", "c3", "d3", "e3"), "CROWN")
        same(grounds(t, "a2", "b2", "a4", "e4"), [GREEN] * 4)
        same(grounds(t, "a1", "e5"), [None] * 2)
        t.type("t")
        t.wait("T on c2")
        same(grounds(t, "a2", "c2"), [None, TRACE_NEW])
        t.type("rot")
        t.wait("ROT", "+3", "in play")
        same(grounds(t, "a3", "b3", "c3", "c2"), [230, TRACE, TRACE, TRACE_NEW])
        t.type(ENTER)
        t.wait("Moves: 1", "1 A  ROT", "T c2", "Player A: ROT, +3")
        same(letters(t, "c2"), "T")
        holds(re.search(r"noun:\s", t.screen.text()), "the word is not explained")
        same(moves(path), ["A c2=T/b3c3c2"])
        leave(t)
        holds(f"logomachy play --record {path}" in t.all, "how to go on is not said")


@test
def a_word_is_traced_with_arrows():
    path = os.path.join(folder(), "game.rec")
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose")
        t.type("t" + DOWN + LEFT + ENTER)
        t.wait("R  +1")
        t.type(RIGHT + RIGHT)
        t.wait("ROW  +3", "does not pass through the new letter")
        t.type(LEFT)
        t.wait("RO  +2")
        t.type(UP)
        t.wait("ROT  +3", "in play")
        t.type(ENTER)
        t.wait("Moves: 1")
        same(moves(path), ["A c2=T/b3c3c2"])
        leave(t)


@test
def a_word_is_traced_with_the_mouse():
    path = os.path.join(folder(), "game.rec")
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose")
        row, column = t.screen.find(" 2 │")[0], t.screen.line(t.screen.find(" a   b")[0]).index("a")

        def click(across, down):
            x, y = column + 4 * across + 1, row + 2 * down + 1
            t.type(f"\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m")

        click(2, 0)
        t.type("t")
        t.wait("T on c2")
        for at, word in (((1, 1), "R  +1"), ((2, 1), "RO  +2"), ((2, 0), "ROT  +3")):
            click(*at)
            t.wait(word)
        t.type(ENTER)
        t.wait("Moves: 1")
        same(moves(path), ["A c2=T/b3c3c2"])
        leave(t)


@test
def diagonals_are_traced_with_the_corners_of_the_keypad():
    with play(*CROWN, "--set", "diagonal=on") as t:
        t.wait("Choose", "corners touch")
        t.type("t" + ENTER)
        t.wait("T  +1")
        t.type("\x1bOF")  # End: down and to the left
        t.wait("TR  +2")
        t.type(BACKSPACE)
        t.wait("T  +1")
        t.type("\x1b[F")  # the same key of another terminal
        t.wait("TR  +2")
        same(t.screen.cells[t.screen.find(" 3 │")[0] - 1][t.screen.find("┌")[1] + 8][0], "↙")
        leave_unsaved(t)


@test
def steps_are_taken_back_before_confirming():
    path = os.path.join(folder(), "game.rec")
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose")
        t.type("trot")
        t.wait("ROT  +3")
        t.type(BACKSPACE)
        t.wait("RO  +2")
        t.type(BACKSPACE * 2)
        t.wait("T on c2")
        t.type(BACKSPACE)
        t.wait("Choose")
        same(letters(t, "c2"), "·")
        t.type("trot")
        t.wait("ROT  +3")
        t.type(ESCAPE)
        t.wait("Choose")
        same(content(path).count("\nA "), 0)
        leave(t)


@test
def wrong_input_is_refused_and_changes_nothing():
    path = os.path.join(folder(), "game.rec")
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose")
        t.type(ENTER)
        t.wait("First choose a green square")
        t.type(UP + "x")
        t.wait("touches a filled one")
        t.type(DOWN + "5")
        t.wait("means nothing here")
        t.type("жq\x01\x1b[99;5~")  # a letter of another alphabet; Q; keys that nobody knows
        t.wait("Q on c2")
        same(letters(t, "c2"), "Q")
        t.type("z")
        t.wait("cannot go on with that letter")
        t.type("oq" + ENTER)
        t.wait("OQ is not in the dictionary")
        same(moves(path), [])
        leave_unsaved(t)


@test
def a_single_letter_is_a_move_in_balda_only():
    with play(*CROWN) as t:
        t.wait("Choose")
        t.type("t" + ENTER)
        t.wait("+1", "only the letter")
        t.type(ENTER)
        t.wait("Moves: 1", "Player A: T, +1")
    with play("bukva", "--two", "--start", "слово") as t:
        t.wait("Choose")
        t.type("к" + ENTER)
        t.wait("+1", "at least two letters")
        t.type(ENTER)
        t.until(lambda: t.screen.text().count("at least two letters") == 2, "the refusal")
        holds(t.screen.find("Moves: 0"), t.screen.text())


@test
def the_log_shows_moves_in_violet():
    with play(*CROWN) as t:
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 1")
        t.type("x")  # a letter that is only thought of is not on the board as it stands
        t.wait("X on c1")
        t.type(TAB)
        t.wait("A c2=T/b3c3c2")
        same(letters(t, "c1"), " ")
        same(grounds(t, "b3", "c3", "c2", "a3"), [VIOLET, VIOLET, VIOLET_NEW, 230])
        holds(square(t, "c2")[3], "the new letter is not marked")
        same(t.screen.cells[t.screen.find("1 A  ROT")[0]][t.screen.find("1 A  ROT")[1]][1], VIOLET)
        t.type(TAB)
        t.wait("X on c1")
        same(grounds(t, "b3", "c2"), [230, 230])
        leave_unsaved(t)


@test
def long_definitions_scroll():
    with play("balda", "--two", "--start", "crown", rows=20, cols=60) as t:
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 1", "▼")
        t.type(TAB)
        t.wait("A c2=T")
        before = t.screen.text()
        t.type(RIGHT)
        t.wait("▲")
        holds(t.screen.text() != before, "nothing has moved")
        t.type(LEFT * 5)
        t.gone("▲")


@test
def the_computer_answers_and_hints():
    path = os.path.join(folder(), "game.rec")
    with play("balda", "--start", "crown", "--seed", "1", "--level", "2", "--record", path) as t:
        t.wait("Choose", "You", "Computer, level 2")
        t.type("?")
        t.wait("Hint:", "Enter")
        holds(any(cell[1] == HINT for line in t.screen.cells for cell in line), "the hint is not shown")
        t.type(ENTER)
        t.wait("in play")
        t.type(ENTER)
        t.wait("Moves: 2", "Choose", "Computer, level 2:")
        same([line[0] for line in moves(path)], ["A", "B"])
        holds("seat B Computer 2" in content(path), content(path))
        t.type(ESCAPE)
        t.wait("undo")
        t.type("u")
        t.wait("Moves: 0", "taken back")
        same(moves(path), [])
        leave(t)


@test
def the_other_seat_is_played_by_the_computer():
    with play("balda", "--seat", "B", "--level", "1", "--start", "crown") as t:
        t.wait("Moves: 1", "Choose")
        holds(re.search(r"A Computer, level 1", t.screen.text()), t.screen.text())
        leave(t)


@test
def the_screen_is_alive_while_the_computer_thinks():
    with play("balda", "--seat", "B", "--level", "6", "--start", "crown", "--seed", "1") as t:
        t.wait("The computer is thinking", "Tab  moves", "Moves: 0")
        t.resize(30, 100)
        t.until(lambda: t.screen.line(29).startswith("  Tab  moves"), "the keys at the new end of the window")
        t.type(TAB)
        t.wait("start CROWN", "scroll meaning")
        same(grounds(t, "a3", "e3"), [VIOLET, VIOLET])
        holds("Moves: 0" in t.screen.text() and not t.screen.find("▶"), "it has moved already")
        t.wait("Moves: 1")
        t.type(TAB)
        t.wait("Choose")
        leave(t, "y")


@test
def leaving_does_not_wait_for_the_computer():
    with play("balda", "--seat", "B", "--level", "6", "--start", "crown", "--set", "size=5") as t:
        t.wait("The computer is thinking")
        leave(t)
    with play("balda", "--seat", "B", "--level", "6", "--start", "crown") as t:
        t.wait("The computer is thinking")
        t.type(ESCAPE)
        t.wait("resign")
        t.type("R")
        t.wait("Not while the computer is thinking")
        t.type("\x03")
        same(t.end(), 0)
        holds(t.restored(), "the terminal is not as it was")


@test
def what_is_typed_early_is_kept():
    with play("balda", "--seat", "B", "--level", "6", "--start", "crown") as t:
        t.wait("The computer is thinking")
        t.type("qqq")  # a letter for the board, not a command; then no word goes on with it
        t.wait("Moves: 1", "cannot go on with that letter")
        holds("Q on " in t.screen.text() or "Q  +1" in t.screen.text(), t.screen.text())
        leave_unsaved(t)


@test
def a_hint_can_be_left_behind():
    with play(*CROWN) as t:
        t.wait("Choose")
        t.type("?")
        t.wait("thinking")
        t.type("t")
        t.wait("T on c2")
        t.type("rot")
        t.wait("ROT  +3  in play")
        holds("Hint:" not in t.screen.text(), t.screen.text())
        leave_unsaved(t)


@test
def the_result_is_told_from_where_one_sits():
    with play("balda", "--start", "crown", "--level", "1") as t:
        t.wait("Choose")
        t.type(ESCAPE)
        t.wait("resign")
        t.type("R")
        t.wait("Really give up?")
        t.type("y")
        t.wait("The computer wins. (you gave up)", "Enter  close")
        holds("Player" not in t.screen.text(), t.screen.text())
        t.type(ENTER)
        t.gone("Enter  close")
        t.type("q")
        t.wait(" y ")
        t.type("y")
        same(t.end(), 0)
        holds("The computer wins. (you gave up)" in t.all[-300:], t.all[-300:])


# Bukva.

@test
def bukva_in_russian():
    path = os.path.join(folder(), "game.rec")
    with play("bukva", "--two", "--start", "слово", "--ui", "ru", "--record", path) as t:
        t.wait("Выберите зелёную клетку", "Игрок A")
        same(letters(t, "a3", "b3", "c3", "d3", "e3"), "СЛОВО")
        t.type("к")
        t.wait("К на c2")
        t.type("кол")
        t.wait("КОЛ", "+3", "годится")
        t.type(ENTER)
        t.wait("Ходы: 1", "Игрок A: КОЛ, +3")
        t.type("p")
        t.wait("Действительно пропустить")
        t.type("н")
        t.gone("Действительно")
        t.type("p")
        t.wait("Действительно пропустить")
        t.type("д")
        t.wait("Ходы: 2", "пропускает ход")
        same(moves(path), ["A c2=К/c2c3b3", "B pass"])
        t.type(ESCAPE)
        t.wait("Что сделать?")
        t.type("й")  # the key of q, whatever the keyboard is set to
        t.wait("Выйти из игры? Она сохранена.")
        t.type("д")
        same(t.end(), 0)
        holds(t.restored(), "the terminal is not as it was")


@test
def an_unknown_word_is_put_to_the_other():
    path = os.path.join(folder(), "game.rec")
    with play("bukva", "--two", "--start", "слово", "--set", "unknown=ask", "--record", path) as t:
        t.wait("Choose")
        t.type("ыыо" + ENTER)
        t.wait("A asks: is ЫО a word?", "ЫО?")
        t.type("r")
        t.wait("does not agree", "Choose")
        t.type("ыыо" + ENTER)
        t.wait("A asks")
        t.type("ф")  # the key of a
        t.wait("agrees", "Choose", "Moves: 4")
        holds(re.search(r"3 A  ЫО +Ы c2 +2", t.screen.text()), t.screen.text())
        same(moves(path)[1::2], ["B refuse", "B accept"])
        leave(t)


@test
def passing_six_times_is_a_draw():
    with play("bukva", "--two", "--start", "слово") as t:
        t.wait("Choose")
        for n in range(1, 7):
            t.type("p")
            t.wait("Really pass?")
            t.type("y")
            t.wait(f"Moves: {n}")
        t.wait("Draw: too many passes", "Enter  close")
        t.type(ENTER)
        t.gone("Enter  close")
        t.type("q")
        t.wait("not saved")
        t.type("y")
        same(t.end(), 0)
        holds("Draw: too many passes" in t.screen.text(), "the result does not stay")


@test
def resigning_asks_first():
    with play(*CROWN) as t:
        t.wait("Choose")
        t.type(ESCAPE)
        t.wait("resign")
        t.type("R")
        t.wait("Really give up?")
        t.type("n")
        t.gone("Really")
        t.type(ESCAPE)
        t.wait("resign")
        t.type("R")
        t.wait("Really give up?")
        t.type("y")
        t.wait("Player B wins: the others gave up", "Enter  close")


@test
def the_start_word_is_in_the_log():
    with play(*CROWN) as t:
        t.wait("Choose", "Moves: 0", "noun:", "jeweled headdress")
        holds(re.search(r" {7}CROWN +start", t.screen.text()), t.screen.text())
        t.type(TAB)
        t.wait("start CROWN")
        same(grounds(t, "a3", "b3", "c3", "d3", "e3"), [VIOLET] * 5)
        t.type(TAB)
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 1")
        holds(re.search(r"  1 A  ROT +T c2 +3", t.screen.text()), t.screen.text())
        leave(t)


@test
def settings_are_told_in_words():
    for lang, words in (("en", "7×7 · corners touch · with verbs, adverbs"), ("de", "7×7 · auch über Ecken · mit Verben, Adverbien"),
                        ("fr", "aussi en diagonale · avec verbes, adverbes"), ("nl", "ook over hoeken · met werkwoorden, bijwoorden"),
                        ("ru", "и по диагонали · и глаголы, наречия")):
        with play("balda", "--two", "--set", "size=7", "--set", "diagonal=on", "--set", "classes=verbs,adverbs", "--ui", lang) as t:
            t.wait(words)


def keys_of(lang, name):
    """The keys of a row, and their uses, as the catalogue has them."""
    with open(os.path.join(ROOT, "data", "messages", lang + ".txt"), encoding="utf-8") as file:
        text = next(line for line in file if line.startswith(f"play.{name} ")).rstrip("\n").split(" ", 1)[1]
    return [entry.split(" ", 1) for entry in text.split("  ")]


@test
def all_keys_are_told_in_every_window():
    for lang in ("en", "de", "fr", "nl", "ru"):
        for cols in (60, 70, 80):
            with play(*CROWN, "--ui", lang, rows=20, cols=cols) as t:
                for keys, name in (("", "balda_keys_choose"), ("t", "balda_keys_trace"), ("r", "balda_keys_word"),
                                   (ESCAPE, "balda_keys_choose"), (ESCAPE, "keys_menu"), (ESCAPE, "balda_keys_choose"),
                                   (TAB, "keys_log")):
                    t.type(keys)
                    shown = r"\s+".join(rf"{re.escape(key)}\s+{re.escape(use)}" for key, use in keys_of(lang, name))
                    t.until(lambda: re.search(shown, "\n".join(t.screen.line(y) for y in (18, 19))), f"{lang} {cols} {name}")


# Saving and resuming.

@test
def a_game_is_resumed_from_its_record():
    path = os.path.join(folder(), "game.rec")
    with play("balda", "--start", "crown", "--level", "1", "--seat", "A", "--record", path) as t:
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 2", "Choose")
        leave(t)
    saved = content(path)
    for arguments in (["--record", path], ["balda", "--record", path]):
        with play(*arguments) as t:
            t.wait("Moves: 2", "1 A  ROT", "Computer, level 1", "You")
            same(letters(t, "c2"), "T")
            leave(t)
        same(content(path), saved)


@test
def a_game_without_a_file_gets_one():
    where = folder()
    with play(*CROWN, cwd=where) as t:
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 1")
        t.type(ESCAPE)
        t.wait("save")
        t.type("s")
        t.wait("Saved in balda-")
        leave(t)
    (name,) = os.listdir(where)
    same(moves(os.path.join(where, name)), ["A c2=T/b3c3c2"])


@test
def a_failed_save_is_told_and_the_game_goes_on():
    where = folder()
    path = os.path.join(where, "gone", "game.rec")
    os.mkdir(os.path.dirname(path))
    with play(*CROWN, "--record", path) as t:
        t.wait("Choose")
        os.remove(path)
        os.rmdir(os.path.dirname(path))
        t.type("trot" + ENTER)
        t.wait("Moves: 1", "cannot write")
        t.type(ESCAPE)
        t.wait("quit")
        t.type("q")
        t.wait("not saved")
        t.type("y")
        same(t.end(), 0)


@test
def a_full_disk_is_told_and_the_record_stays_whole():
    where = folder()
    unshare = ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c"]
    mount = 'mount -t tmpfs -o size=4k tmpfs "$0" || exit 77\n'  # one page: no room for a second file
    if shutil.which("unshare") is None or run([*unshare, mount, where]).status:
        raise Skip("not permitted: mounting a small disk")
    path = os.path.join(where, "game.rec")
    script = mount + '"$@"\necho; echo "kept:"; cat "$0/game.rec"; ls "$0"'
    with Terminal([*unshare, script, where, PROGRAM, "play", *CROWN, "--record", path], cols=120) as t:
        t.wait("Choose")
        t.type("trot" + ENTER)
        t.wait("Moves: 1", "cannot write " + path + ": No space left on device")
        t.type(ESCAPE)
        t.wait("quit")
        t.type("q")
        t.wait("not saved")
        t.type("y")
        same(t.end(), 0)
        kept = t.all[t.all.index("kept:"):].replace("\r", "").splitlines()
        same([kept[1], kept[-1]], ["game balda", "game.rec"], "the record as it was before, and no other file")
        holds("start CROWN" in kept and not any(line.startswith("A ") for line in kept), kept)


@test
def a_file_that_cannot_be_written_is_told_before_the_game():
    missing = os.path.join(folder(), "missing", "game.rec")
    for path, said in ((missing, "cannot write " + missing), ("x" * 5000, "cannot write xxx")):
        with play(*CROWN, "--record", path, cols=200) as t:
            holds(t.end() in (1, 2), t.all)
            holds(said in t.all and not t.screen.alternate, t.all)


@test
def signals_leave_the_terminal_as_it_was_and_the_record_saved():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        path = os.path.join(folder(), "game.rec")
        with play(*CROWN, "--record", path) as t:
            t.wait("Choose")
            t.type("trot" + ENTER)
            t.wait("Moves: 1")
            t.type("x")  # a move that is begun is not a move
            t.wait("X on")
            os.kill(t.pid, number)
            same(t.end(), 0, number)
            holds(t.restored(), f"the terminal is not as it was after {number}")
            same(moves(path), ["A c2=T/b3c3c2"])


@test
def ctrl_c_leaves():
    with play(*CROWN) as t:
        t.wait("Choose")
        t.type("\x03")
        same(t.end(), 0)
        holds(t.restored(), "the terminal is not as it was")


@test
def a_terminal_that_goes_away_ends_the_game():
    path = os.path.join(folder(), "game.rec")
    t = play(*CROWN, "--record", path)
    t.wait("Choose")
    os.close(t.fd)
    holds(os.waitpid(t.pid, 0)[0] == t.pid, "it goes on without a terminal")


@test
def bad_records_are_refused_with_their_line():
    bad = write(os.path.join(folder(), "bad.rec"), "game balda\nstart CROWN\nA c2=T/b3c3\n")
    other = write(os.path.join(folder(), "other.rec"), "game bukva\nstart СЛОВО\n")
    refused(logomachy("play", "--record", bad), "line 3:")
    refused(logomachy("play", "balda", "--record", other), "bukva")
    same(content(bad), "game balda\nstart CROWN\nA c2=T/b3c3\n")
    refused(logomachy("play", "balda", "--record", bad, "--set", "size=7"), "--set", status=2)


# Terminals.

@test
def the_screen_follows_the_window():
    with play(*CROWN, rows=24, cols=80) as t:
        t.wait("Choose")
        small = t.screen.find("┌───┬")
        t.resize(40, 130)
        t.wait("┌───────┬", "Choose")
        t.resize(20, 60)
        t.wait("┌───┬", "Choose")
        t.resize(10, 40)
        t.wait("the window is too small")
        t.type("t")  # is not played unseen
        t.resize(24, 80)
        t.wait("Choose")
        same(t.screen.find("┌───┬"), small)
        same(letters(t, "c2"), "·")
        leave(t)


@test
def every_board_fits_the_smallest_window():
    for size in (7, 9):
        with play("balda", "--two", "--set", f"size={size}", rows=20, cols=60) as t:
            t.wait("Choose", f"{size}×{size}", "a", f" {size} ")
            last = chr(ord("a") + size - 1) + str((size + 1) // 2)
            holds(letters(t, last).isalpha(), t.screen.text())


@test
def no_colours_are_needed():
    for options in ({"TERM": "vt100"}, {"NO_COLOR": "1"}):
        with play(*CROWN, **options) as t:
            t.wait("Choose")
            same([letters(t, name) for name in ("a2", "c2", "a1")], ["·", "·", " "])
            holds("[·]" in t.screen.text(), "no cursor")
            t.type("trot")
            t.wait("ROT  +3")
            same([square(t, name)[4] for name in ("a3", "b3", "c3", "c2")], [False, True, True, True])
            holds(not any(cell[1] for line in t.screen.cells for cell in line), "a colour")
            t.type(ENTER + TAB)
            t.wait("A c2=T")
            same([square(t, name)[4] for name in ("a3", "b3")], [False, True])


@test
def help_is_there_in_five_languages():
    pages = set()
    backspace = {"en": "Backspace", "de": "Rücktaste", "fr": "Retour arrière", "nl": "Backspace", "ru": "Backspace"}
    for lang, word in backspace.items():
        with play(*CROWN, "--ui", lang) as t:
            t.wait(" C ")
            t.type(F1)
            t.wait(word, "╭", "--record")
            pages.add(t.screen.text())
            t.type(ENTER)
            t.gone("╭")
    same(len(pages), 5)


@test
def a_locale_without_utf_8_is_no_hindrance():
    with play("bukva", "--two", "--start", "слово", LC_ALL="C", LANG=None) as t:
        t.wait("Choose")
        same(letters(t, "a3", "e3"), "СО")
        t.type("к")
        t.wait("К on c2")


@test
def a_language_without_word_classes_says_so():
    for lang in ("de", "fr", "nl"):
        has = "none;" not in logomachy("lexicon", "info", lang).out
        with play("balda", "--two", "--lang", lang) as t:
            t.wait("Choose")
            t.wait("Words from the lexicon" if has else "all its words are in play")


@test
def without_a_terminal_it_says_so():
    refused(logomachy("play", "balda"), "needs a terminal")
    with Terminal(["sh", "-c", '"$0" play balda >"$1"', PROGRAM, os.path.join(folder(), "out")]) as t:
        same(t.end(), 1)
        holds("needs a terminal" in t.all, t.all)


@test
def a_small_window_or_an_unknown_terminal_is_refused():
    for rows, cols in ((19, 80), (24, 59), (1, 1)):
        with play(*CROWN, rows=rows, cols=cols) as t:
            same(t.end(), 1)
            holds("60×20" in t.all and f"{cols}×{rows}" in t.all, t.all)
            holds(t.restored(), "the terminal is not as it was")
    with play(*CROWN, TERM="no-such-terminal") as t:
        same(t.end(), 1)
        holds("no-such-terminal" in t.all, t.all)


@test
def wrong_usage():
    for wrong, part in (("", "PRESET"), ("balda bukva", "bukva"), ("balda --level 7", "1 to 6"),
                        ("balda --seat E", "A to D"), ("balda --two --level 2", "--two"),
                        ("balda --json", "machine-readable")):
        refused(logomachy("play", *wrong.split()), part, status=2)
    for wrong, part in (("chess", "chess"), ("balda --seat C", "C"), ("balda --seats 3", "2"), ("balda --set size=6", "6"), ("balda --set colour=red", "colour"),
                        ("balda --start crow", "5 letters"), ("balda --start qqqqq", "not in the dictionary"),
                        ("balda --seed xyz", "hexadecimal"), ("balda --lexicon none", "none"),
                        ("bukva --set diagonal=on", "diagonal")):
        refused(logomachy("play", *wrong.split()), part)


finish()
