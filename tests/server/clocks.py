#!/usr/bin/env python3
"""Machines whose clocks are wrong, or are set while games are played: only the database's clock counts. No game stops, clocks of
matches run truly, nobody loses on time for it, and an outage is given back once."""
import os
import time

from client import Client, Server, fill, start_match, until
from client.databases import Database, Postgres, Sqlite
from client.nats import Nats
from harness import finish, folder, holds, same, test, write  # noqa: E402

SIZE = 5
MOVES = fill(SIZE)
MINUTE = 60000
CLOCK = {"kind": "move", "base_ms": 2 * MINUTE}
NEAR = 45000  # ms that this machine may be slow by


class Shift:
    """The lead of a machine's clock."""

    def __init__(self, ms):
        self.path = os.path.join(folder(), "shift")
        self.set(ms)

    def set(self, ms):
        write(self.path + ".new", str(ms))
        os.rename(self.path + ".new", self.path)


def server(db, shift, *flags):
    made = Server(*flags, toy=True, start=False, wrap=["env", f"LOGOMACHY_CLOCK_SHIFT={shift.path}"])
    made.flags[made.flags.index("--db") + 1] = db.place
    return made


def logged(db, verb):
    """The matches with such an event, once for each."""
    return sorted(row[0] for row in db.sql(f"SELECT match_id FROM entries WHERE text = '{verb}' OR text LIKE '{verb} %'"))


def beats(db, count):
    """Waits for `count` heartbeats."""
    seen = set()

    def enough():
        seen.add(db.sql("SELECT text FROM notes WHERE name = 'alive'")[0])
        return len(seen) > count
    until(enough, "heartbeats")


class Game:
    """A match of two with a clock."""

    def __init__(self, players, clock=CLOCK):
        self.players, self.moves = players, 0
        self.id = start_match(players, settings={"size": str(SIZE)}, clock=clock)

    def move(self):
        player = self.players[self.moves % 2]
        same(player.act(self.id, "move", move=MOVES[self.moves])["seq"] > 0, True)
        self.moves += 1

    def state(self, viewer=0):
        return self.players[viewer].get(f"/api/matches/{self.id}")

    def left(self, viewer=0):
        """Of the seat that is to move."""
        return self.state(viewer)["clocks"][self.moves % 2]

    def runs(self, viewer=0):
        """Until the clock has run for a second, as it is seen there."""
        first, start = self.left(viewer), time.monotonic()
        until(lambda: first - self.left(viewer) > 1000, "the clock runs")
        took = (time.monotonic() - start) * 1000
        holds(first - self.left(viewer) < took + NEAR, "no faster than the time")


def is_now(ms):
    return abs(ms - time.time() * 1000) < NEAR


@test
def processes_whose_clocks_differ_play_on():
    with Postgres() as postgres, Nats() as nats:
        db = Database(postgres, "skewed")
        servers = [server(db, Shift(ms), "--bus", nats.url) for ms in (10 * MINUTE, -10 * MINUTE)]
        with servers[0].start(), servers[1].start():
            games = [Game([Client(servers[i % 2]).guest(), Client(servers[1 - i % 2]).guest()]) for i in range(4)]
            short = Game([Client(servers[0]).guest(), Client(servers[1]).guest()], {"kind": "move", "base_ms": 3000})
            for _ in range(6):
                for game in games:
                    game.move()
                    for viewer in (0, 1):
                        holds(2 * MINUTE - NEAR < game.left(viewer) <= 2 * MINUTE, f"time left: {game.left(viewer)}")
            beats(db, 4)
            games[0].runs(0)
            games[0].runs(1)
            until(lambda: short.state()["status"] == "over", "who does not move loses on time")
            start, flag = (db.sql(f"SELECT at FROM entries WHERE match_id = '{short.id}' AND text LIKE '{verb}%'")[0][0]
                           for verb in ("start", "flag"))
            holds(3000 <= flag - start < NEAR, f"after {flag - start} ms")
            same(logged(db, "hold"), [], "there was no outage")
            same(logged(db, "flag"), [short.id], "nobody else has lost")
            for game in games:
                times = [row[0] for row in db.sql(f"SELECT at FROM entries WHERE match_id = '{game.id}' ORDER BY seq")]
                same(times, sorted(times))
                holds(all(map(is_now, times)), "all by the database's clock")
            holds(all("clock.skew" in one.words() for one in servers), "the journals say whose clock is wrong")


@test
def a_clock_that_is_set_back_stops_nothing():
    db, shift = Sqlite(), Shift(10 * MINUTE)
    with server(db, shift).start() as site:
        games = [Game([Client(site).guest(), Client(site).guest()]) for _ in range(5)]
        games[0].move()
        shift.set(0)
        beats(db, 3)
        for game in games:
            game.move()
        games[1].runs()
        same(logged(db, "hold"), [], "nobody was away")
        fresh = Game([Client(site).guest(), Client(site).guest()])
        for game in [*games, fresh]:
            game.move()
        holds(is_now(fresh.state()["created"]), "a new match has the right time")
        site.stop()
        site.start()
        beats(db, 3)
        for game in [*games, fresh]:
            game.move()
        games[2].runs()
        holds(all(logged(db, "hold").count(game.id) <= 1 for game in [*games, fresh]), f"one outage: {logged(db, 'hold')}")
        same(logged(db, "flag"), [])


@test
def a_clock_that_was_wrong_while_nobody_was_there():
    """Ten minutes ahead until the process is killed, right when the next one starts; then the other way round."""
    db, shift = Sqlite(), Shift(10 * MINUTE)
    with server(db, shift).start() as site:
        games = [Game([Client(site).guest(), Client(site).guest()]) for _ in range(5)]
        for number, ms in enumerate((0, 10 * MINUTE), 1):
            beats(db, 2)
            site.kill()
            shift.set(ms)
            site.start()
            for game in games:
                game.move()
            games[0].runs()
            beats(db, 3)
            holds(all(logged(db, "hold").count(game.id) <= number for game in games), f"{number} outages: {logged(db, 'hold')}")
            same(logged(db, "flag"), [], "nobody pays for it")


@test
def a_jump_ahead_is_given_back_once():
    db, shift = Sqlite(), Shift(0)
    with server(db, shift).start() as site:
        games = [Game([Client(site).guest(), Client(site).guest()], {"kind": "move", "base_ms": MINUTE}) for _ in range(5)]
        for ms in (10 * MINUTE, 0):
            shift.set(ms)
            until(lambda: sorted(set(logged(db, "hold"))) == sorted(game.id for game in games), "all are given it back")
            beats(db, 3)
            for game in games:
                game.move()
                holds(game.left() > MINUTE - NEAR, game.left())
        same(len(logged(db, "hold")), len(games), "once each")
        same(logged(db, "flag"), [])


if __name__ == "__main__":
    finish()
