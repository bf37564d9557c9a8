#!/usr/bin/env python3
"""The store's suite on a real PostgreSQL server, which is made, started and thrown away here.

LOGOMACHY_STORE_TESTS names the folder with the suite's programs."""
import contextlib
import glob
import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "cli"))

from harness import ROOT, finish, holds, same, test  # noqa: E402
from harness.ports import free_port  # noqa: E402

PROGRAMS = os.environ.get("LOGOMACHY_STORE_TESTS", os.path.join(ROOT, "build", "san", "tests"))
SUITES = ("accounts", "device_games", "matches", "social", "jobs", "faults", "leases", "transfer")


def tools():
    """Where the server's programs are: Debian keeps them out of the way."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return os.path.dirname(found[-1]) if found else os.path.dirname(shutil.which("initdb") or "/nowhere/initdb")


def as_other():
    """The server refuses to run as root: then another user runs it."""
    if os.geteuid() != 0:
        return {}
    someone = pwd.getpwnam("postgres" if "postgres" in [user.pw_name for user in pwd.getpwall()] else "nobody")
    return {"user": someone.pw_uid, "group": someone.pw_gid, "extra_groups": []}


class Postgres:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="logomachy-postgres-")
        self.process = None
        self.port = free_port()
        self.url = f"postgresql://tester@127.0.0.1:{self.port}/postgres"

    def __enter__(self):
        other = as_other()
        if other:
            os.chown(self.folder, other["user"], other["group"])
        data = os.path.join(self.folder, "data")
        made = subprocess.run([os.path.join(tools(), "initdb"), "-D", data, "-A", "trust", "-U", "tester", "-E", "UTF8", "--locale=C"],
                              capture_output=True, cwd=self.folder, **other)
        same(made.returncode, 0, made.stderr.decode())
        with open(os.path.join(self.folder, "log"), "wb") as log:
            self.process = subprocess.Popen([os.path.join(tools(), "postgres"), "-D", data, "-p", str(self.port), "-c",
                                             "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}",
                                             # Nobody pulls the plug here, and the disk is shared.
                                             "-c", "fsync=off"],
                                            stdout=log, stderr=log, cwd=self.folder, **other)
        late = time.monotonic() + 60
        while time.monotonic() < late:
            ready = subprocess.run([os.path.join(tools(), "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)])
            if ready.returncode == 0:
                return self
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not start: " + open(os.path.join(self.folder, "log"), encoding="utf-8").read())

    def another(self, name):
        """The address of another database, which is made if it is not there."""
        done = subprocess.run([os.path.join(tools(), "createdb"), "-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", name],
                              capture_output=True)
        holds(done.returncode == 0 or b"already exists" in done.stderr, done.stderr.decode())
        return self.url.rsplit("/", 1)[0] + "/" + name

    def ask(self, *statements):
        """The result of the last statement, as text."""
        orders = [word for statement in statements for word in ("-c", statement)]
        done = subprocess.run(["psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", "postgres", "-qAtX", *orders],
                              capture_output=True)
        same(done.returncode, 0, done.stderr.decode())
        return done.stdout.decode().strip()

    def __exit__(self, *_):
        if self.process:
            self.process.terminate()
            self.process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)


def run_suite(postgres, suite):
    done = subprocess.run([os.path.join(PROGRAMS, "test-store-" + suite)], capture_output=True, timeout=600,
                          env=dict(os.environ, LOGOMACHY_TEST_STORE=postgres.url))
    said = done.stdout.decode() + done.stderr.decode()
    same(done.returncode, 0, f"{suite}: {said}")
    plan, results = re.search(r"^1\.\.(\d+)$", said, re.M), re.findall(r"^ok \d+ - ", said, re.M)
    same(len(results), int(plan.group(1)) if plan else "a plan", f"{suite}, results: {said}")
    others = [why for why in re.findall("# SKIP (.*)", said) if not why.startswith(("not applicable", "not permitted"))]
    same(others, [], f"{suite}, skipped")


def run_all():
    """One for each suite, on one server, which the first one starts."""
    with contextlib.ExitStack() as servers:
        running = []
        for suite in SUITES:
            def hold(suite=suite):
                running or running.append(servers.enter_context(Postgres()))
                run_suite(running[0], suite)
            hold.__name__ = f"the_suite_{suite}_holds_on_postgresql"
            test(hold)
        finish()


if __name__ == "__main__":
    run_all()
