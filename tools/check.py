#!/usr/bin/env python3
"""Runs every check on what ./check has built, and counts. Two run at a time, and beside them one of those
that mostly wait, for clocks, for processes to be noticed missing, for connections to be given up, and one with a
browser. Whoever has no more of its kind to do helps another.

A job is a command. One that prints TAP lines ("ok 1 - name", "not ok 2 - name") counts as that many
tests; any other counts as one, by its exit status. What failing jobs printed is shown.
"""
import collections
import glob
import os
import queue
import re
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUZZ_SECONDS = os.environ.get("FUZZ_SECONDS", "2")
JOB_SECONDS = 900

SHARE = "8"  # an eighth of what goes through very much is enough with sanitizers

# They go through whole lexicons by the command line; the others have the program with sanitizers.
OPTIMISED = ("tests/cli/games.py", "tests/cli/lexicon.py")

WAITING = ("tests/server/", "tests/store/", "tests/cluster/", "tests/cli/setup.py")
BROWSER = ("tests/browser/",)


def sources(pattern):
    return sorted(path for folder in ("src", "tests", "bench")
                  for path in glob.glob(f"{folder}/**/{pattern}", recursive=True))


def fuzz_job(program):
    name = os.path.basename(program).removeprefix("fuzz-")
    corpus = f"build/corpus/{name}"
    os.makedirs(corpus, exist_ok=True)
    seeds = [f"tests/fuzz/seeds/{name}"] if os.path.isdir(f"tests/fuzz/seeds/{name}") else []
    return ("fuzz " + name, [program, f"-max_total_time={FUZZ_SECONDS}", "-timeout=10", "-rss_limit_mb=2048",
                             "-print_final_stats=1", "-artifact_prefix=build/", corpus, *seeds])


def jobs():
    yield "layers", ["python3", "tools/layers.py", "src"]
    yield "clang-format", ["clang-format", "--dry-run", "-Werror", *sources("*.[ch]")]
    for name in sys.argv[1:]:  # of the optimised build
        yield name, [f"build/obj/tests/{name}"]
    for path in sorted(glob.glob("build/san/tests/test-*")):
        if os.access(path, os.X_OK) and os.path.isfile(path):
            yield os.path.basename(path) + ", sanitizers", [path]
    for path in sorted(glob.glob("tests/cli/*.py") + glob.glob("tests/server/*.py") + glob.glob("tests/store/*.py")
                       + glob.glob("tests/cluster/*.py")):
        yield path, ["python3", path]
    yield "tests/wasm/golden.mjs", ["node", "tests/wasm/golden.mjs"]
    yield "web/test", ["node", "web/test/run.mjs"]
    for path in sorted(glob.glob("tests/browser/*.mjs")):
        if not path.endswith("/harness.mjs"):
            yield path, ["node", path]
    yield "client, types", ["web/node_modules/.bin/tsc", "--noEmit", "-p", "web"]
    for path in sorted(glob.glob("build/fuzz/tests/fuzz/fuzz-*")):
        if os.access(path, os.X_OK) and os.path.isfile(path):
            yield fuzz_job(path)
    for path in sources("*.c"):
        if not path.startswith("tests/fuzz/"):
            # The analyzer walks through what the program may do; tests only walk through themselves.
            less = [] if path.startswith("src/") else ["--checks=-clang-analyzer-*"]
            yield "clang-tidy " + path, ["clang-tidy", "--quiet", *less, "-p", "build/san", path]


def run(job):
    name, command = job
    environment = dict(os.environ, LOGOMACHY_SOURCES=f"{ROOT}/build/sources", LOGOMACHY_SAMPLES=f"{ROOT}/tests/samples",
                       LOGOMACHY_LEXICONS=f"{ROOT}/build/lexicons", LC_ALL="C.UTF-8",
                       ASAN_OPTIONS="detect_leaks=1", UBSAN_OPTIONS="print_stacktrace=1")
    if name in OPTIMISED:
        environment["LOGOMACHY_PROGRAM"] = f"{ROOT}/build/logomachy"
    if name.endswith(", sanitizers"):
        environment["LOGOMACHY_TEST_SHARE"] = SHARE
        if name.removesuffix(", sanitizers") in sys.argv:
            del environment["LOGOMACHY_SOURCES"]  # what reads whole packages has done so; the readers are fuzzed
    start = time.monotonic()
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, timeout=JOB_SECONDS, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        status, output = done.returncode, done.stdout.decode("utf-8", "replace")
    except subprocess.TimeoutExpired as late:
        status, output = 124, (late.stdout or b"").decode("utf-8", "replace") + f"\nnot done after {JOB_SECONDS} s"
    except OSError as missing:
        status, output = 127, str(missing)
    return name, status, output, time.monotonic() - start


def kind_of(job):
    return next((kind for kind in (WAITING, BROWSER) if job[0].startswith(kind)), None)


def lane(kinds, jobs_of, done):
    """Runs what there is of the first kind, then of the second."""
    for kind in kinds:
        while True:
            try:
                job = jobs_of[kind].popleft()
            except IndexError:
                break
            done.put(run(job))


def results():
    jobs_of, done = collections.defaultdict(collections.deque), queue.Queue()
    for job in jobs():
        jobs_of[kind_of(job)].append(job)
    count = sum(map(len, jobs_of.values()))
    for kinds in ((None, BROWSER), (None, WAITING), (WAITING, BROWSER), (BROWSER, WAITING)):
        threading.Thread(target=lane, args=(kinds, jobs_of, done), daemon=True).start()
    for _ in range(count):
        yield done.get()


def main():
    passed = failed = skipped = 0
    for name, status, output, took in results():
        tap = re.findall(r"^(ok|not ok) \d+ - .*$", output, re.M)
        bad = tap.count("not ok")
        if status and not bad:
            bad = 1  # it crashed, or it is no TAP program
        skips = len(re.findall(r"^ok \d+ - .*# SKIP", output, re.M))
        passed += tap.count("ok") - skips if tap else (0 if bad else 1)
        skipped += skips
        failed += bad
        print(f"{'FAILED' if bad else 'ok':6} {name} ({took:.1f} s)", flush=True)
        if bad:
            told = [line for line in output.splitlines() if not line.startswith("ok ")]
            print("\n".join(told[-60:]), flush=True)
    if skipped:
        print(f"{skipped} skipped")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
