#!/usr/bin/env python3
"""Runs every check on what ./check has built, and counts. Two jobs run at a time. Beside them run jobs that mostly wait (for
clocks, for timeouts, for processes to be noticed missing), and one with a browser. A lane whose own jobs are done helps
another. The longest jobs of the last run (build/costs.json) start first, so that none is left over at the end.

A job is a command. A test program prints TAP: a plan ("1..9") and a line for each test ("ok 1 - name", "not ok 2 -
name"), and counts as that many tests; one that prints more or fewer results than it planned has failed. Any other job
counts as one test, by its exit status. The output of failing jobs is shown.

A skipped test is a failure, because here nothing may be missing: no browser, no database, no tool. Reasons that begin
with one of FINE_TO_SKIP are the exception.
"""
import collections
import glob
import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
import time

from tidied import Tidied

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUZZ_SECONDS = os.environ.get("FUZZ_SECONDS", "2")
JOB_SECONDS = 2400  # far more than any job needs on a busy machine: it is for one that hangs

SHARE = "8"  # an eighth of what goes through very much is enough with sanitizers

# They go through whole lexicons by the command line; the others have the program with sanitizers.
OPTIMISED = ("tests/cli/games.py", "tests/cli/lexicon.py")

# The same tests run in several ways and this one says nothing here; another job does it; the kernel does not let us.
FINE_TO_SKIP = ("not applicable", "covered", "not permitted")

# These are no test programs.
TIDY = "clang-tidy "
PLAIN = ("layers", "actions", "callbacks", "header examples", "clang-format", "client, types", "fuzz ", TIDY, "rules",
         "client, format", "client, lint", "client, generated types", "game names", "paths",
         "prose")

COSTS = "build/costs.json"  # {name: [seconds, seconds of processor]}
# Where there is none: about how many seconds jobs take that are no matter of a second or two.
USUALLY = {"tests/browser/": 90, "tests/newgame/": 90, "tests/cli/setup.py": 60, "tests/cluster/": 60, "test-": 5,
           "tests/store/": 40, "tests/server/": 25, "tests/cli/": 10, "tests/wasm/": 10, "web/test": 9, "clang-format": 7,
           "header examples": 15, "fuzz ": 3}
LONGEST = {"test-recipes": 60, "test-conformance": 60, "test-search": 45, "test-oracle": 30,
           "tests/server/startup.py": 70, "tests/server/people.py": 60, "tests/server/clocks.py": 60}

WAITING = ("tests/server/", "tests/store/", "tests/cluster/", "tests/cli/setup.py")
BROWSER = ("tests/browser/",)
LANES = ((None, BROWSER), (None, WAITING), (WAITING, None), (WAITING, BROWSER), (BROWSER, WAITING))


def sources(pattern):
    return sorted(path for folder in ("src", "tests", "bench")
                  for path in glob.glob(f"{folder}/**/{pattern}", recursive=True))


def fuzz_job(program):
    name = os.path.basename(program).removeprefix("fuzz-")
    corpus, packed = f"build/corpus/{name}", f"tests/fuzz/corpus/{name}.tar.gz"
    os.makedirs(corpus, exist_ok=True)
    if os.path.exists(packed):  # what tools/fuzz.sh has found
        subprocess.run(["tar", "-xzf", packed, "-C", corpus], check=True)
    seeds = [f"tests/fuzz/seeds/{name}"] if os.path.isdir(f"tests/fuzz/seeds/{name}") else []
    return ("fuzz " + name, [program, f"-max_total_time={FUZZ_SECONDS}", "-seed=1", "-timeout=60", "-rss_limit_mb=2048",
                             "-print_final_stats=1", "-artifact_prefix=build/", corpus, *seeds])


def jobs():
    yield "layers", ["python3", "tools/layers.py", "src", "docs/architecture.md"]
    yield "actions", ["python3", "tools/actions.py", "src", "tests"]
    yield "callbacks", ["python3", "tools/callbacks.py", "src/server", "src/store", "src/bus"]
    yield "header examples", ["python3", "tools/examples.py", "src", "build/obj"]
    yield "rules", ["python3", "tools/rules.py"]
    yield "game names", ["python3", "tools/names.py", "."]
    yield "paths", ["python3", "tools/paths.py", "."]
    yield "prose", ["python3", "tools/prose.py", "."]
    yield "clang-format", ["clang-format", "--dry-run", "-Werror", *sources("*.[ch]")]
    yield "tests/newgame/newgame.py", ["python3", "tests/newgame/newgame.py"]
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
    yield "client, generated types", ["python3", "tools/wire_types.py", "data/api/openapi.json", "web/src/wire_types.ts", "--check"]
    yield "client, types", ["web/node_modules/.bin/tsc", "--noEmit", "-p", "web"]
    yield "client, types of tests", ["web/node_modules/.bin/tsc", "--noEmit", "-p", "web/test"]
    yield "client, types of browser tests", ["web/node_modules/.bin/tsc", "--noEmit", "-p", "tests/browser"]
    yield "client, format", ["web/node_modules/.bin/biome", "format"]
    yield "client, lint", ["web/node_modules/.bin/biome", "lint", "--error-on-warnings"]
    for path in sorted(glob.glob("build/fuzz/tests/fuzz/fuzz-*")):
        if os.access(path, os.X_OK) and os.path.isfile(path):
            yield fuzz_job(path)
    for path in sources("*.c"):
        if not path.startswith(("tests/fuzz/", "tests/newgame/template/")):
            # The analyzer walks through what the program may do; tests only walk through themselves.
            less = [] if path.startswith("src/") else ["--checks=-clang-analyzer-*"]
            yield TIDY + path, ["clang-tidy", "--quiet", *less, "-p", "build/san", path]


def read_costs():
    try:
        with open(os.path.join(ROOT, COSTS), encoding="utf-8") as file:
            return {str(name): (float(took), float(processor)) for name, (took, processor) in json.load(file).items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}  # none yet, or not ours: they only order what is done


costs = read_costs()  # of the last time, and then of this one


def write_costs():
    path = os.path.join(ROOT, COSTS)
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump({name: [round(one, 2) for one in cost] for name, cost in sorted(costs.items())}, file, indent=0)
    os.replace(path + ".new", path)


def expected(job):
    """About how long a job will take."""
    if job[0] in costs:
        return costs[job[0]][0]
    return next((seconds for table in (LONGEST, USUALLY) for start, seconds in table.items() if job[0].startswith(start)), 1)


def execute(command, environment):
    """The exit status of a command, what it printed, and the time of processor that it and its children used."""
    with tempfile.TemporaryFile() as output:  # no pipe: what outlives the command would keep it open
        child = subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, stdout=output,
                                 stderr=subprocess.STDOUT)
        late = threading.Timer(JOB_SECONDS, child.kill)
        late.start()
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        in_time = late.is_alive()
        late.cancel()
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if not in_time:
        return 124, text + f"\nnot done after {JOB_SECONDS} s", used.ru_utime + used.ru_stime
    return child.returncode, text, used.ru_utime + used.ru_stime


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
            # The optimised build reads whole packages; the readers are fuzzed.
            environment["LOGOMACHY_SOURCES"] = "covered"
    start = time.monotonic()
    try:
        status, output, processor = execute(command, environment)
    except OSError as missing:
        status, output, processor = 127, str(missing), 0
    took = time.monotonic() - start
    costs[name] = took, processor
    return name, status, output, took


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


def results(every):
    jobs_of, done = collections.defaultdict(collections.deque), queue.Queue()
    for job in sorted(every, key=expected, reverse=True):
        jobs_of[kind_of(job)].append(job)
    count = sum(map(len, jobs_of.values()))
    for kinds in LANES:
        threading.Thread(target=lane, args=(kinds, jobs_of, done), daemon=True).start()
    for _ in range(count):
        yield done.get()


def skip_reasons(output):
    return re.findall(r"^ok \d+\b[^\n#]*# SKIP *(.*)$", output, re.M)


def tap_faults(output, results):
    """Faults in the output of a test program, besides tests that failed."""
    plans = re.findall(r"^1\.\.(\d+)", output, re.M)
    if len(plans) != 1 or int(plans[0]) == 0:
        yield "it printed no plan" if not plans else f"its plan is 1..{', 1..'.join(plans)}"
    elif int(plans[0]) != len(results):
        yield f"it planned {plans[0]} tests and printed {len(results)} results"
    if re.search(r"^Bail out!", output, re.M):
        yield "it gave up"
    for reason in skip_reasons(output):
        if not reason.startswith(FINE_TO_SKIP):
            yield f"it skipped a test: {reason}"


def judge(name, status, output):
    """How many tests passed, and what failed."""
    if name.startswith(PLAIN):
        return (0, [f"exit status {status}"]) if status else (1, [])
    results = re.findall(r"^(ok|not ok) \d+\b", output, re.M)
    faults = list(tap_faults(output, results))
    bad = results.count("not ok")
    if status and not bad and not faults:
        faults.append(f"exit status {status}")
    return results.count("ok") - len(skip_reasons(output)), ["a test failed"] * bad + faults


def main():
    passed = failed = 0
    skipped = collections.Counter()
    tidied = Tidied("build/san", "build/tidied.json")
    every = dict(jobs())
    # Nothing is done for a file that is as it was when clang-tidy found nothing.
    known = {name for name in every if name.startswith(TIDY) and tidied.has(name.removeprefix(TIDY), every[name])}
    for name, status, output, took in results([(name, ["true"] if name in known else every[name]) for name in every]):
        good, faults = judge(name, status, output)
        passed += good
        failed += len(faults)
        skipped.update(skip_reasons(output))
        if name.startswith(TIDY) and not faults:
            tidied.add(name.removeprefix(TIDY), every[name])
        print(f"{'FAILED' if faults else 'ok':6} {name} ({took:.1f} s, {costs[name][1]:.1f} s of processor)", flush=True)
        if faults:
            told = [line for line in output.splitlines() if not line.startswith("ok ")]
            print("\n".join(told[-60:]), flush=True)
            print("\n".join(f"  {name}: {fault}" for fault in sorted(set(faults))), flush=True)
    write_costs()
    tidied.write()
    for reason, count in sorted(skipped.items()):
        print(f"{count} skipped: {reason}")
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
