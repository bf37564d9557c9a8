"""A program in a terminal of its own, and what is on its screen. Enough of a terminal for curses.

    with Terminal([PROGRAM, "play", "balda"], rows=24, cols=80) as t:
        t.wait("Choose")
        t.type("t")
        same(t.screen.line(9), "...")
"""
import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from . import ENVIRONMENT, PROGRAM, TMP, holds, same

WAIT_SECONDS = 60  # with sanitizers, on a busy machine
QUIET_SECONDS = 0.05  # a picture may come in several pieces
UP, DOWN, RIGHT, LEFT = "\x1bOA", "\x1bOB", "\x1bOC", "\x1bOD"
SEQUENCE = re.compile(r"\x1b(?:\[([?>=]?)([0-9;:]*)([@-~])|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()*+].|[^\[\]()*+])")
ENTER, ESCAPE, TAB, BACKSPACE, F1 = "\r", "\x1b", "\t", "\x7f", "\x1bOP"


class Screen:
    """Characters with their attributes: a cell is (character, background, bold, underlined, reversed)."""

    def __init__(self, rows, cols):
        self.style = (None, False, False, False)
        self.row = self.col = 0
        self.pending = ""
        self.alternate = False
        self.size(rows, cols)

    def size(self, rows, cols):
        old = getattr(self, "cells", [])
        self.rows, self.cols = rows, cols
        self.cells = [[(" ", None, False, False, False)] * cols for _ in range(rows)]
        for y, line in enumerate(old[:rows]):
            self.cells[y][:len(line)] = line[:cols]
        self.top, self.bottom = 0, rows - 1
        self.row, self.col = min(self.row, rows - 1), min(self.col, cols - 1)

    def text(self):
        return "\n".join(self.line(y) for y in range(self.rows))

    def line(self, y):
        return "".join(cell[0] for cell in self.cells[y]).rstrip()

    def find(self, text):
        """The row and column of a text, or None."""
        for y in range(self.rows):
            x = "".join(cell[0] for cell in self.cells[y]).find(text)
            if x >= 0:
                return y, x
        return None

    def write(self, text):
        text, self.pending = self.pending + text, ""
        at = 0
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
                continue
            match = SEQUENCE.match(text, at)
            if not match:
                self.pending = text[at:]
                return
            at = match.end()
            if match[3]:
                self.control(match[1], [int(n or 0) for n in match[2].replace(":", ";").split(";")], match[3])
            elif match[0] == "\x1bM":
                self.row = max(self.top, self.row - 1)

    def put(self, char):
        if char == "\r":
            self.col = 0
        elif char == "\n":
            self.feed()
        elif char == "\b":
            self.col = max(0, self.col - 1)
        elif char == "\t":
            self.col = min(self.cols - 1, self.col // 8 * 8 + 8)
        elif char >= " ":
            if self.col >= self.cols:
                self.col = 0
                self.feed()
            self.cells[self.row][self.col] = (char, *self.style)
            self.last = char
            self.col += 1

    def feed(self):
        if self.row < self.bottom:
            self.row += 1
        else:
            self.scroll(1, self.top)

    def blank(self):
        return (" ", self.style[0], False, False, False)

    def scroll(self, count, top):
        for _ in range(abs(count)):
            if count > 0:
                del self.cells[top]
                self.cells.insert(self.bottom, [self.blank()] * self.cols)
            else:
                del self.cells[self.bottom]
                self.cells.insert(top, [self.blank()] * self.cols)

    def erase(self, y, left, right):
        for x in range(left, min(right, self.cols)):
            self.cells[y][x] = self.blank()

    def control(self, mark, numbers, final):
        n = max(1, numbers[0])
        if mark:
            if final in "hl" and numbers[0] == 1049:
                self.alternate = final == "h"
            return
        line = self.cells[self.row]
        self.col = min(self.col, self.cols - 1) if final not in "m" else self.col
        if final in "Hf":
            self.row = min(n, self.rows) - 1
            self.col = min(max(1, numbers[1] if len(numbers) > 1 else 1), self.cols) - 1
        elif final in "ABCDGd`":
            moves = {"A": (-n, 0), "B": (n, 0), "C": (0, n), "D": (0, -n)}
            down, right = moves.get(final, (0, 0))
            self.row = min(n, self.rows) - 1 if final == "d" else min(max(0, self.row + down), self.rows - 1)
            self.col = min(n, self.cols) - 1 if final in "G`" else min(max(0, self.col + right), self.cols - 1)
        elif final == "J":
            spans = {0: (self.row + 1, self.rows), 1: (0, self.row), 2: (0, self.rows)}[numbers[0]]
            for y in range(*spans):
                self.erase(y, 0, self.cols)
            if numbers[0] < 2:
                self.control("", numbers, "K")
        elif final == "K":
            self.erase(self.row, *{0: (self.col, self.cols), 1: (0, self.col + 1), 2: (0, self.cols)}[numbers[0]])
        elif final == "X":
            self.erase(self.row, self.col, self.col + n)
        elif final == "P":
            del line[self.col:self.col + n]
            line.extend([self.blank()] * (self.cols - len(line)))
        elif final == "@":
            line[self.col:self.col] = [self.blank()] * n
            del line[self.cols:]
        elif final in "LM":
            self.scroll(n if final == "M" else -n, self.row)
        elif final in "ST":
            self.scroll(n if final == "S" else -n, self.top)
        elif final == "r":
            self.top = n - 1
            self.bottom = min(numbers[1] if len(numbers) > 1 and numbers[1] else self.rows, self.rows) - 1
            self.row = self.col = 0
        elif final == "b":
            for _ in range(n):
                self.put(self.last)
        elif final == "m":
            self.attributes(numbers)

    def attributes(self, numbers):
        back, bold, under, reverse = self.style
        numbers = list(numbers)
        while numbers:
            n = numbers.pop(0)
            if n == 0:
                back, bold, under, reverse = None, False, False, False
            elif n in (1, 22):
                bold = n == 1
            elif n in (4, 24):
                under = n == 4
            elif n in (7, 27):
                reverse = n == 7
            elif n in (38, 48) and numbers[:1] == [5]:
                back = numbers[1] if n == 48 else back
                del numbers[:2]
            elif 40 <= n <= 47:
                back = n - 40
            elif n == 49:
                back = None
        self.style = (back, bold, under, reverse)


class Terminal:
    def __init__(self, command, rows=24, cols=80, cwd=None, **environment):
        settings = {"TERM": "xterm-256color", **ENVIRONMENT, **environment}
        every = {key: value for key, value in settings.items() if value is not None}
        self.screen = Screen(rows, cols)
        self.status = None
        self.all = ""
        self.decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(cwd or TMP)
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
                os.execvpe(command[0], command, every)
            finally:
                os._exit(127)
        self.before = termios.tcgetattr(self.fd)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)

    def read(self, seconds):
        """Takes in what the program writes; False at its end."""
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:  # nobody is at the other end any more
            return False
        text = self.decode(data)
        self.all += text
        self.screen.write(text)
        return bool(data)

    def until(self, condition, about):
        end = time.monotonic() + WAIT_SECONDS
        while not condition():
            if time.monotonic() > end or not self.read(0.05):
                if condition():
                    break
                raise AssertionError(f"{about} did not come:\n{self.screen.text()}")

        while select.select([self.fd], [], [], QUIET_SECONDS)[0] and self.read(0):
            pass  # the rest of the same picture

    def wait(self, *texts):
        """Until all these are on the screen."""
        self.until(lambda: all(self.screen.find(text) for text in texts), repr(texts))

    def gone(self, text):
        self.until(lambda: not self.screen.find(text), f"the end of {text!r}")

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def resize(self, rows, cols):
        self.screen.size(rows, cols)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def end(self):
        """Waits for the program's end; its exit status."""
        stop = time.monotonic() + WAIT_SECONDS
        while self.read(0.05):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
                while self.read(0.05) and time.monotonic() < stop:  # the kernel may deliver its last words later
                    pass
                break
            if time.monotonic() > stop:
                raise AssertionError(f"the program does not end:\n{self.screen.text()}")
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def restored(self):
        """Is the terminal as it was?"""
        now = termios.tcgetattr(self.fd)
        return now[:4] == self.before[:4] and not self.screen.alternate


def play(*arguments, **options):
    return Terminal([PROGRAM, "play", *arguments], **options)


def leave(t, yes="y"):
    """Through the menu; the terminal is as it was."""
    t.type(ESCAPE)
    t.wait(" q ")
    t.type("q")
    t.wait(f" {yes} ")
    t.type(yes)
    same(t.end(), 0, t.all[-500:])
    holds(t.restored(), "the terminal is not as it was")


def content(path):
    with open(path, encoding="utf-8") as file:
        return file.read()
