#!/usr/bin/env python3
"""How tools/check.py judges what a job printed: what is missing, skipped or unplanned is no success."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from check import judge  # noqa: E402
from harness import finish, holds, same, test  # noqa: E402

GOOD = "TAP version 13\n1..2\nok 1 - one\nok 2 - two\n"


def faults(output, status=0, name="test-some"):
    return judge(name, status, output)[1]


def is_a_fault(part, output, status=0):
    found = faults(output, status)
    holds(len(found) == 1 and part in found[0], f"{part!r} in {found} for {output!r}")


@test
def what_is_planned_and_passes_counts():
    same(judge("test-some", 0, GOOD), (2, []))
    same(judge("web/test", 0, "ok 1 - one\n    1..7\n    ok 1 - inner\n1..1\n"), (1, []), "the plan at the end, subtests")


@test
def a_failed_test_is_a_failure():
    same(judge("test-some", 1, "1..2\nok 1 - one\nnot ok 2 - two\n"), (1, ["a test failed"]))
    same(judge("test-some", 0, "1..2\nok 1 - one\nnot ok 2 - two\n"), (1, ["a test failed"]), "whatever its status")


@test
def fewer_or_more_results_than_planned_are_a_failure():
    is_a_fault("planned 3", GOOD.replace("1..2", "1..3"))
    is_a_fault("planned 1", GOOD.replace("1..2", "1..1"))
    is_a_fault("planned 2", "1..2\nok 1 - one\n", status=-11)


@test
def no_plan_or_an_empty_one_is_a_failure():
    is_a_fault("no plan", "ok 1 - one\n")
    is_a_fault("no plan", "")
    is_a_fault("1..0", "1..0\n")
    is_a_fault("1..1, 1..1", "1..1\nok 1 - one\n1..1\n")


@test
def giving_up_is_a_failure():
    is_a_fault("gave up", "1..1\nok 1 - one\nBail out! no disk\n")
    is_a_fault("exit status 1", GOOD, status=1)


@test
def a_skipped_test_is_a_failure():
    for why in ("there is no nats-server", "LOGOMACHY_LEXICONS is not set", ""):
        is_a_fault("skipped", f"1..1\nok 1 - one # SKIP {why}\n")


@test
def what_does_not_apply_or_is_covered_may_be_skipped():
    for why in ("not applicable: the database is a file", "covered by the build without sanitizers",
                "not permitted: mounting a small disk"):
        same(judge("test-some", 0, f"1..2\nok 1 - one # SKIP {why}\nok 2 - two\n"), (1, []), "counted as one")


@test
def other_jobs_go_by_their_status():
    same(judge("clang-tidy src/base/buf.c", 0, ""), (1, []))
    same(judge("clang-tidy src/base/buf.c", 1, "warning"), (0, ["exit status 1"]))


finish()
