"""Shared by the end-to-end tests: running the program in an isolated environment, and TAP.

    @test
    def a_word_that_is_in():
        same(logomachy("lexicon", "has", "en", "cat"), 0, "cat yes\n")

    finish()

The name of the function is the name of the test. The program is copied to a temporary folder, so
that it finds no lexicons beside it, and runs without a home, so that it finds none there either.
"""
import atexit
import collections
import os
import shutil
import subprocess
import sys
import tempfile
import traceback

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LEXICONS = os.path.join(ROOT, "build", "lexicons")
TMP = tempfile.mkdtemp(prefix="logomachy-cli-")
atexit.register(shutil.rmtree, TMP, ignore_errors=True)

Result = collections.namedtuple("Result", "status out err")


class Skip(Exception):
    """Raised by a test that cannot run here; says why."""


def newest_program():
    """The one with sanitizers where it is there and not older; $LOGOMACHY_PROGRAM before both."""
    named = os.environ.get("LOGOMACHY_PROGRAM")
    plain, checked = (os.path.join(ROOT, "build", path) for path in ("logomachy", "san/logomachy"))
    if named:
        return os.path.abspath(named)
    if os.path.exists(checked) and os.path.getmtime(checked) >= os.path.getmtime(plain):
        return checked
    return plain


def sealed_program():
    os.makedirs(os.path.join(TMP, "bin"))
    return shutil.copy(newest_program(), os.path.join(TMP, "bin", "logomachy"))


PROGRAM = sealed_program()
ENVIRONMENT = {
    "PATH": os.environ["PATH"], "HOME": os.path.join(TMP, "home"), "LC_ALL": "C.UTF-8",
    "LOGOMACHY_LEXICONS": LEXICONS,
    # A status of its own, so that a finding is never taken for a refusal.
    "ASAN_OPTIONS": "exitcode=99:detect_leaks=1", "UBSAN_OPTIONS": "exitcode=99:print_stacktrace=1",
}


PATIENCE = 1200  # seconds; a whole build takes that long on a machine with much else to do


def run(command, stdin=b"", stdout=subprocess.PIPE, cwd=None, **environment):
    """Runs a command. An environment variable that is None is left out."""
    every = {key: value for key, value in {**ENVIRONMENT, **environment}.items() if value is not None}
    done = subprocess.run(command, input=stdin, stdout=stdout, stderr=subprocess.PIPE, cwd=cwd or TMP, env=every,
                          timeout=PATIENCE)
    out, err = (done.stdout or b"").decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8", "surrogateescape")
    if "Sanitizer" in err or "runtime error" in err:
        raise AssertionError(f"a sanitizer stopped {command}:\n{err}")
    return Result(done.returncode, out, err)


def logomachy(*arguments, **options):
    return run([PROGRAM, *arguments], **options)


def lexicon(*arguments, **options):
    return logomachy("lexicon", *arguments, **options)


def folder():
    """A new empty folder."""
    return tempfile.mkdtemp(dir=TMP)


def write(path, content):
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return path


def on_small_disk(kilobytes, where, script, *arguments, **options):
    """Runs a shell script with a small disk mounted on a folder, which no other process sees and
    which goes with the script."""
    unshare = ["unshare", "-m" if os.geteuid() == 0 else "-rm"]
    mount = f'mount -t tmpfs -o size={kilobytes}k tmpfs "$0" || exit 77\n'
    if run([*unshare, "sh", "-c", mount, where]).status:
        raise Skip("not permitted: mounting a small disk")
    return run([*unshare, "sh", "-c", mount + script, where, *arguments], **options)


def same(got, wanted, about=""):
    if got != wanted:
        raise AssertionError(f"{about}\n  got    {str(got)[:600]!r}\n  wanted {str(wanted)[:600]!r}")


def holds(condition, about):
    if not condition:
        raise AssertionError(about)


def refused(result, *parts, status=1):
    """Nothing on standard output; a message with these parts on standard error."""
    same((result.status, result.out), (status, ""), result.err)
    for part in parts:
        holds(part in result.err, f"no {part!r} in {result.err!r}")


tests = []


def test(function):
    tests.append(function)
    return function


def outcome(function):
    """The directive for the TAP line, and what went wrong."""
    try:
        function()
    except Skip as why:
        return f" # SKIP {why}", ""
    except Exception:  # whatever it is, the other tests go on
        return "", traceback.format_exc()
    return "", ""


def finish():
    """Runs the tests, or those whose names have one of the words of the command line in them."""
    failed = 0
    chosen = [one for one in tests if len(sys.argv) < 2 or any(word in one.__name__ for word in sys.argv[1:])]
    print(f"1..{len(chosen)}")
    for number, function in enumerate(chosen, 1):
        directive, wrong = outcome(function)
        failed += bool(wrong)
        print(f"{'not ok' if wrong else 'ok'} {number} - {function.__name__.replace('_', ' ')}{directive}", flush=True)
        for line in wrong.splitlines():
            print("# " + line.encode("utf-8", "replace").decode(), flush=True)
    sys.exit(1 if failed else 0)
