#!/usr/bin/env python3
"""tools/tidied.py: a file need not be looked at again only while all that clang-tidy looks at is the same."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
from harness import finish, folder, holds, same, test, write  # noqa: E402
import tidied  # noqa: E402

COMMAND = ["clang-tidy", "one.c"]
NINJA = """rule cc
 command = gcc -MD -MF $out.d -c $in -o $out
 depfile = $out.d
 deps = gcc
build one.o: cc ../one.c
"""


class Project:
    """A file that includes one header, built by ninja in a folder `build`."""

    def __init__(self):
        self.root = folder()
        self.source = os.path.join(self.root, "one.c")
        os.mkdir(os.path.join(self.root, "build"))
        self.file("one.c", '#include "one.h"\nint one(void) { return ONE; }\n')
        self.file("one.h", "#define ONE 1\n")
        self.file("unused.h", "#define TWO 2\n")
        self.file(".clang-tidy", "Checks: '*'\n")
        self.file("tool", "#!/bin/sh\necho version 1\n")
        self.file("build/build.ninja", NINJA)
        self.compiled("gcc -c ../one.c")

    def file(self, name, text):
        os.chmod(write(os.path.join(self.root, name), text), 0o755)

    def compiled(self, command):
        build = os.path.join(self.root, "build")
        self.file("build/compile_commands.json", f'[{{"directory": "{build}", "file": "../one.c", "command": "{command}"}}]')

    def look(self, build=True):
        if build:
            subprocess.run(["ninja", "-C", os.path.join(self.root, "build")], check=True, stdout=subprocess.DEVNULL)
        tidied.digest.cache_clear()
        return tidied.Tidied(os.path.join(self.root, "build"), os.path.join(self.root, "known.json"),
                             os.path.join(self.root, ".clang-tidy"), os.path.join(self.root, "tool"))

    def found_good(self):
        known = self.look()
        known.add(self.source, COMMAND)
        known.write()

    def is_known(self, command=COMMAND, **options):
        return self.look(**options).has(self.source, command)


@test
def what_is_the_same_is_known():
    project = Project()
    holds(not project.is_known(), "before it was found good")
    project.found_good()
    holds(project.is_known(), "after that")
    project.file("unused.h", "#define TWO 3\n")
    holds(project.is_known(), "with another file changed")
    holds(not project.is_known(["clang-tidy", "--checks=-*", "one.c"]), "looked at in another way")


@test
def what_was_known_stays_known_from_run_to_run():
    project = Project()
    project.found_good()
    for _ in range(2):
        known = project.look()
        holds(known.has(project.source, COMMAND), "known")
        known.write()


@test
def whatever_it_depends_on_makes_it_unknown():
    changes = {"one.c": "int one(void) { return 1; }\n", "one.h": "#define ONE 2\n", ".clang-tidy": "Checks: 'cert-*'\n",
               "tool": "#!/bin/sh\necho version 2\n"}
    for name, text in changes.items():
        project = Project()
        project.found_good()
        project.file(name, text)
        holds(not project.is_known(), f"{name} has changed")
    project = Project()
    project.found_good()
    project.compiled("gcc -DMORE -c ../one.c")
    holds(not project.is_known(), "it is compiled in another way")


@test
def what_was_not_built_is_unknown():
    project = Project()
    known = project.look(build=False)
    known.add(project.source, COMMAND)
    known.write()
    holds(not project.is_known(build=False), "nothing tells what it includes")
    project.found_good()
    project.file("one.h", "#define ONE 2\n")
    holds(not project.is_known(build=False), "its header has changed since")
    os.unlink(os.path.join(project.root, "one.h"))
    holds(not project.is_known(build=False), "its header is gone")


@test
def what_was_edited_meanwhile_is_not_kept():
    project = Project()
    known = project.look()
    same(known.has(project.source, COMMAND), False)
    project.file("one.c", "int one(void) { return 3; }\n")
    known.add(project.source, COMMAND)
    known.write()
    holds(not project.is_known(), "as it is now")
    project.file("one.c", '#include "one.h"\nint one(void) { return ONE; }\n')
    holds(not project.is_known(), "as it was")


@test
def a_file_that_is_not_ours_is_ignored():
    for text in ("", "[1, 2]", "{", "null"):
        project = Project()
        project.file("known.json", text)
        holds(not project.is_known(), text)


finish()
