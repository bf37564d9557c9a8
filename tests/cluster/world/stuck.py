"""Diagnosis of games that do not go on: their logs, the holders of their leases, what the
database waits for, and what each server says of itself.

    print(report(site, games))
"""
import ctypes
import ctypes.util
import urllib.request

from .services import SERVER_PORT

SHARDS = 64  # LEASE_SHARDS
GAMES = 5    # that are told of

ACTIVITY = ("SELECT pid, client_addr, state, wait_event_type, wait_event, pg_blocking_pids(pid),"
            " round(extract(epoch FROM now() - xact_start)::numeric, 1), left(query, 90) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() ORDER BY client_addr, pid")
LOCKS = ("SELECT pid, locktype, relation::regclass, mode, granted FROM pg_locks WHERE NOT granted OR pid IN"
         " (SELECT unnest(pg_blocking_pids(pid)) FROM pg_stat_activity) ORDER BY granted, pid")
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
TOLD = ("logomachy_commits_total", "logomachy_commit_seconds_sum", "logomachy_commit_seconds_count", "logomachy_bus", "logomachy_matches ",
        "logomachy_leases", "logomachy_lease_", "logomachy_remote", "logomachy_actions_total")


def shard_of(match):
    """As store_lease_shard() has it; None where the library is not there."""
    path = ctypes.util.find_library("xxhash")
    if not path:
        return None
    library = ctypes.CDLL(path)
    library.XXH3_64bits.restype = ctypes.c_uint64
    return library.XXH3_64bits(match.encode(), ctypes.c_size_t(len(match))) % SHARDS


def of_database(primary, question):
    try:
        return primary.ask(question).splitlines()
    except Exception as why:  # it is in trouble, and that is what we want to know
        return [f"no answer: {why}"]


def of_game(primary, game):
    yield str(game.describe())
    if not game.matches:
        return
    match = game.matches[-1]
    yield from of_database(primary, f"SELECT seq, {NOW} - at AS ms_ago, account, turn, text FROM entries WHERE match_id = '{match}'"
                                    " ORDER BY seq DESC LIMIT 4")
    yield from of_database(primary, f"SELECT 'match', status, deadline - {NOW} FROM matches WHERE id = '{match}'")
    shard = shard_of(match)
    if shard is not None:
        yield from of_database(primary, f"SELECT 'lease', shard, owner, epoch, until - {NOW} AS ms_left FROM leases WHERE shard = {shard}")


def of_server(server):
    yield f"{server.name}: {'alive' if server.is_alive() else 'dead'}"
    for path in ("/healthz", "/metrics"):
        try:
            with urllib.request.urlopen(f"http://{server.address}:{SERVER_PORT}{path}", timeout=10) as answer:
                said = answer.read().decode().splitlines()
            yield from (line for line in said if path == "/healthz" or line.startswith(TOLD))
        except OSError as why:
            yield f"{path}: {why}"


def lines(site, games):
    for game in games[:GAMES]:
        yield from of_game(site.primary, game)
    yield from of_database(site.primary, ACTIVITY)
    yield from of_database(site.primary, LOCKS)
    yield from of_database(site.primary, f"SELECT name, until - {NOW} AS ms_left FROM processes ORDER BY name")
    for server in site.servers:
        yield from of_server(server)


def report(site, games):
    return "".join(f"# stuck: {line}\n" for line in lines(site, games))
