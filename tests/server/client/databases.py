"""Databases that several processes share, each with a way to run SQL beside them."""
import importlib.util
import os
import sqlite3
import subprocess

import harness
from harness import ROOT, folder, same

before = list(harness.tests)
spec = importlib.util.spec_from_file_location("store_postgres", os.path.join(ROOT, "tests", "store", "postgres.py"))
store_postgres = importlib.util.module_from_spec(spec)
spec.loader.exec_module(store_postgres)
harness.tests[:] = before  # its own tests are not meant here

Postgres = store_postgres.Postgres


class Sqlite:
    """A file."""

    def __init__(self):
        self.place = os.path.join(folder(), "db")

    def sql(self, statement):
        """The rows, of texts and numbers."""
        db = sqlite3.connect(self.place, timeout=60)
        try:
            with db:
                return [tuple(row) for row in db.execute(statement).fetchall()]
        finally:
            db.close()


class Database:
    """One of a PostgreSQL server."""

    def __init__(self, postgres, name):
        self.place = postgres.another(name)

    def sql(self, statement):
        done = subprocess.run(["psql", "-qAtX", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-c", statement, self.place],
                              capture_output=True, text=True)
        same(done.returncode, 0, done.stderr)
        return [tuple(int(value) if value.lstrip("-").isdigit() else value for value in line.split("\t"))
                for line in done.stdout.splitlines()]
