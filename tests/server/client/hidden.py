"""Shared by tests of hidden information: every word that a client got, and whether another's tiles are in it. The game
is the toy of the tests (tests/toy)."""
import re

from harness import holds


def texts(value):
    """All strings in something that came as JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():
            yield name
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


def hand(client, match, seat):
    return client.get(f"/api/matches/{match}")["state"].splitlines()[3 + seat]


def without_played(name, seat, text):
    """A position: numbers, the bag, what was played, the hands. The text without what was played, which all may see."""
    lines = text.split("\n")
    if not re.match(r"\d+ \d+ \d+ \d+ \d+ \d+ \d+$", lines[0]):
        return text
    for number, line in enumerate(lines[1:6]):
        if number != 1 and number - 2 != seat:
            holds(set(line) <= {"?"}, f"{name}: {text}")
    return "\n".join(lines[:2] + lines[3:])


def check_hidden(name, seat, words, hands):
    """Nothing that the viewer got has another's tiles in it, as a whole, in a position or in the line of a draw. How many
    positions there were."""
    own = hands[seat] if seat is not None else set()
    secret = [re.compile(rf"(?<![A-Za-z0-9_-]){one}(?![A-Za-z0-9_-])") for one in set.union(*hands) - own]
    states = 0
    for text in words:
        rest = without_played(name, seat, text)
        states += rest != text
        for one in secret:
            holds(not one.search(rest), f"{name} sees {one.pattern}: {text}")
        for who, tiles in re.findall(r"deal ([A-D]) ([A-F?]+)", text):
            holds("ABCD".index(who) == seat or set(tiles) == {"?"} or tiles == "AAAA", f"{name}: {text}")
    return states
