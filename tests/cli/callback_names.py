#!/usr/bin/env python3
"""tools/callbacks.py finds static functions whose address is taken and whose names lack the prefix of their file."""
import os
import sys

from harness import ROOT, finish, folder, same, test, write

sys.path.insert(0, os.path.join(ROOT, "tools"))
from callbacks import misnamed  # noqa: E402


def found(text, name="tables.c"):
    return list(misnamed(write(os.path.join(folder(), name), text)))


DONE = "static void done(void *context)\n{\n    (void)context;\n}\n\n"


@test
def a_function_that_is_handed_over_is_found():
    for use in ("void go(void)\n{\n    run(done);\n}\n", "static const struct jobs jobs = {.done = done};\n",
                "static struct call table[] = {\n    {\"GET\", done},\n};\n"):
        same(found(DONE + use), ["done"], use)


@test
def the_prefix_of_the_file_is_right():
    use = "void go(void)\n{\n    run(NAME);\n}\n"
    for name in ("tables_done", "table_done"):
        same(found((DONE + use).replace("done", name).replace("NAME", name)), [], name)
    same(found((DONE + use).replace("done", "wire_done").replace("NAME", "wire_done"), "wiring.c"), [])


@test
def calls_members_variables_and_comments_are_none():
    for use in ("void go(void)\n{\n    done(NULL);\n}\n", "// done is said here\nvoid go(struct job *j)\n{\n    j->done = NULL;\n}\n",
                "void go(bool done)\n{\n    say(done);\n}\n", "void go(void)\n{\n    bool done = false;\n    say(done);\n}\n"):
        same(found(DONE + use), [], use)


finish()
