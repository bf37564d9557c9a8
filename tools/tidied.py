"""Which files clang-tidy has found good before, and nothing that it looks at has changed since.

    tidied = Tidied("build/san", "build/tidied.json")
    if not tidied.has("src/base/buf.c", command):
        ...
        tidied.add("src/base/buf.c", command)
    tidied.write()

It looks at the file and every header that the compiler read for it, by their content, as ninja remembers them from
the build just made; how the file is compiled; the configuration; clang-tidy itself. A file that was not built, or whose
dependencies are out of date, is always looked at.
"""
import functools
import hashlib
import json
import os
import shutil
import subprocess


@functools.lru_cache(None)
def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def dependencies(build):
    """{source: paths of all that was read for it}, both absolute. Sources with a stale object are left out."""
    listing = subprocess.run(["ninja", "-C", build, "--quiet", "-t", "deps"], stdout=subprocess.PIPE, check=True).stdout
    found, stale = {}, set()
    for block in listing.decode("utf-8", "surrogateescape").split("\n\n"):
        head, *paths = block.strip("\n").split("\n")
        paths = [os.path.normpath(os.path.join(build, path.strip())) for path in paths]
        if not paths:
            continue
        found.setdefault(paths[0], set()).update(paths)
        if not head.endswith("(VALID)"):
            stale.add(paths[0])
    return {source: paths for source, paths in found.items() if source not in stale}


def compile_commands(build):
    """{source: how it is compiled}."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        found = {}
        for entry in json.load(file):
            source = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
            found.setdefault(source, []).append(entry["command"])
        return found


class Tidied:
    def __init__(self, build, path, configuration=".clang-tidy", tool="clang-tidy"):
        self.path = path
        self.dependencies = dependencies(os.path.abspath(build))
        self.commands = compile_commands(os.path.abspath(build))
        # The tool is a small file that loads a library: its version tells them apart, its digest local builds.
        version = subprocess.run([tool, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode()
        self.common = [digest(configuration), version, digest(os.path.realpath(shutil.which(tool)))]
        self.good = {}  # {source: (command, key)}, of this run
        try:
            with open(path, encoding="utf-8") as file:
                self.before = dict(json.load(file))
        except (OSError, ValueError, TypeError):
            self.before = {}  # none yet, or not ours

    def key(self, source, command):
        source = os.path.abspath(source)
        read, compiled = self.dependencies.get(source), self.commands.get(source)
        if not read or not compiled:
            return None
        try:
            contents = [(path, digest(path)) for path in sorted(read)]
        except OSError:
            return None  # a header that is gone
        return hashlib.sha256(json.dumps([self.common, command, compiled, contents]).encode()).hexdigest()

    def has(self, source, command):
        key = self.key(source, command)
        if key is None or self.before.get(source) != key:
            return False
        self.good[source] = command, key
        return True

    def add(self, source, command):
        key = self.key(source, command)
        if key:
            self.good[source] = command, key

    def write(self):
        digest.cache_clear()  # what was edited meanwhile may not be what clang-tidy has seen
        kept = {source: key for source, (command, key) in self.good.items() if self.key(source, command) == key}
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            json.dump(kept, file, indent=0, sort_keys=True)
        os.replace(self.path + ".new", self.path)
