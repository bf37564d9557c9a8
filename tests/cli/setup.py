#!/usr/bin/env python3
"""./run and ./check on machines where something is missing, broken or full.

They run in a copy of the tree whose path has a space in it. Commands that would install or download are replaced
by small scripts, so nothing is installed and the real build/ is only read. Ninja finds what it has compiled there
before, and only compiles what differs.
"""
import functools
import hashlib
import os
import re
import shutil
import subprocess

from harness import ENVIRONMENT, ROOT, TMP, Skip, finish, folder, holds, on_small_disk, run, same, test, write

BUILD = os.path.join(ROOT, "build")
NODE_MODULES = os.path.join(ROOT, "web", "node_modules")
NOT_SOURCE = shutil.ignore_patterns("build", "build-*", ".git", "__pycache__", "node_modules")

# Of a prepared build, what belongs to its place; the rest is what ninja has made, and its log of that.
PREPARED = ("build.ninja", "compile_commands.json", "made-for", "meson-info", "meson-logs", "meson-private", "logomachy")

# Scripts in place of commands.
NOT_ROOT = "echo 1000"
ROOT_USER = "echo 0"
NOTHING_INSTALLED = "exit 1"
NEVER = "echo $0 must not be called >&2; exit 66"
NO_NETWORK = "echo \"Temporary failure resolving 'deb.example.org'\" >&2; exit 100"
NPM_NO_NETWORK = "echo 'npm error code ENOTFOUND' >&2; exit 1"


def copy_of_tree():
    return shutil.copytree(ROOT, os.path.join(folder(), "a copy"), ignore=NOT_SOURCE, symlinks=True)


def path_with(fakes, without=()):
    """A PATH where commands are replaced or missing. Fakes are named with _ for -."""
    place = folder()
    for source in os.environ["PATH"].split(":") if without else []:
        for name in os.listdir(source) if os.path.isdir(source) else []:
            if name not in without and not os.path.lexists(os.path.join(place, name)):
                os.symlink(os.path.join(source, name), os.path.join(place, name))
    for name, script in fakes.items():
        path = os.path.join(place, name.replace("_", "-"))
        if os.path.lexists(path):
            os.unlink(path)
        os.chmod(write(path, f"#!/bin/sh\n{script}\n"), 0o755)
    return place if without else place + ":" + os.environ["PATH"]


def build(tree, *arguments, without=(), **fakes):
    return run([os.path.join(tree, "run"), *(arguments or ["--build"])], PATH=path_with(fakes, without))


def fails(result, *parts, status=1):
    """One sentence on standard error, with these parts."""
    same((result.status, result.err.count("\n"), result.err[-2:]), (status, 1, ".\n"), result)
    for part in parts:
        holds(part in result.err, f"no {part!r} in {result.err!r}")


def content(path):
    with open(path, "rb") as file:
        return file.read()


def ninja_that_remembers():
    """A script in place of ninja: first it takes over what was compiled in the real tree, by the same commands. Files that are
    missing or differ there are compiled."""
    kept = folder()
    for name in os.listdir(os.path.join(BUILD, "obj")):
        if name not in PREPARED:
            os.symlink(os.path.join(BUILD, "obj", name), os.path.join(kept, name))
    ninja = shutil.which("ninja")
    # Meson asks ninja a few things, too.
    return f"case $* in *logomachy.1*) cp -RLp {kept}/. build/obj/ || exit 1 ;; esac; exec {ninja} \"$@\""


@functools.lru_cache(None)
def first_build():
    """A copy with the word data, lexicons and npm packages of the real tree, and how building it went."""
    tree = copy_of_tree()
    for kind, place in (("sources", os.symlink), ("lexicons", shutil.copy2)):
        os.makedirs(os.path.join(tree, "build", kind))
        for name in os.listdir(os.path.join(BUILD, kind)):
            place(os.path.join(BUILD, kind, name), os.path.join(tree, "build", kind, name))
    os.symlink(NODE_MODULES, os.path.join(tree, "web", "node_modules"))
    return tree, build(tree, apt_get=NEVER, npm=NEVER, ninja=ninja_that_remembers())


def built_tree():
    """A copy that has been built."""
    if not os.path.isdir(os.path.join(BUILD, "sources")) or not os.path.exists(os.path.join(NODE_MODULES, ".installed")):
        raise Skip("./run has not been here")
    tree, result = first_build()
    same((result.status, result.err), (0, ""), "the first build")
    return tree


# Usage.

@test
def run_refuses_unknown_options():
    tree = copy_of_tree()
    for option in ("--frobnicate", "-x", "build", "--build=yes"):
        result = build(tree, option)
        same((result.status, result.out), (2, ""))
        same(result.err, f"./run: there is no option {option}; there are --build and --help\n")
    holds(not os.path.exists(os.path.join(tree, "build")), "nothing was done")


@test
def run_refuses_superfluous_arguments():
    tree = copy_of_tree()
    same(build(tree, "--build", "extra"), (2, "", "./run: extra is one argument too many\n"))
    holds(not os.path.exists(os.path.join(tree, "build")), "nothing was done")


@test
def check_refuses_arguments():
    check = os.path.join(copy_of_tree(), "check")
    same(run([check, "--frobnicate"]), (2, "", "./check: there is no option --frobnicate; there is --help\n"))
    same(run([check, "--help", "extra"]), (2, "", "./check: extra is one argument too many\n"))


@test
def run_and_check_have_help():
    tree = copy_of_tree()
    for script, part in (("run", "--build"), ("check", "FUZZ_SECONDS")):
        for option in ("--help", "-h"):
            result = run([os.path.join(tree, script), option])
            same((result.status, result.err), (0, ""))
            holds(f"./{script}" in result.out and part in result.out, result.out)
    holds(not os.path.exists(os.path.join(tree, "build")), "nothing was done")


@test
def the_hook_for_changes_runs_check():
    hook = os.path.join(ROOT, ".ci", "run")
    holds(os.access(hook, os.X_OK) and os.access(os.path.join(ROOT, "check"), os.X_OK), "both can be executed")
    tree = copy_of_tree()
    os.chmod(write(os.path.join(tree, "check"), "#!/bin/sh\necho checked in \"$(basename \"$PWD\")\"; exit 5\n"), 0o755)
    same(run([os.path.join(tree, ".ci", "run")], cwd=tree), (5, "checked in a copy\n", ""))


# Packages.

@test
def missing_packages_without_root_or_sudo():
    result = build(copy_of_tree(), without=("sudo", "meson"), id=NOT_ROOT, dpkg_query=NOTHING_INSTALLED, apt_get=NEVER)
    fails(result, "needs root or sudo: meson ", "libutf8proc-dev", "zlib1g-dev.")


@test
def missing_packages_without_apt_get():
    result = build(copy_of_tree(), without=("apt-get",), dpkg_query=NOTHING_INSTALLED)
    fails(result, "no apt-get", "libutf8proc-dev")


@test
def missing_packages_are_installed_with_sudo():
    log = os.path.join(folder(), "log")
    result = build(copy_of_tree(), id=NOT_ROOT, dpkg_query=NOTHING_INSTALLED, sudo=f'echo "$*" >>{log}; exec "$@"',
                   apt_get=f'echo "apt-get $*" >>{log}; [ "$1" = update ]')
    fails(result, "Installing libc6-dev ", " zlib1g-dev failed")
    lines = content(log).decode().splitlines()
    same(lines[:2], ["apt-get update", "apt-get update"], "once as sudo's argument, once called by it")
    holds("apt-get install -y --no-install-recommends libc6-dev" in lines[2], lines)


@test
def no_network_to_install_from():
    result = build(copy_of_tree(), id=ROOT_USER, dpkg_query=NOTHING_INSTALLED, apt_get=NO_NETWORK)
    fails(result, "Reading the list of packages failed", "no network")


@test
def commands_are_told_to_speak_english():
    path = path_with({"id": ROOT_USER, "dpkg-query": NOTHING_INSTALLED,
                      "apt-get": '[ "$LC_ALL" = C.UTF-8 ] || exit 3; ' + NO_NETWORK})
    fails(run([os.path.join(copy_of_tree(), "run"), "--build"], PATH=path, LC_ALL="C"), "no network")


# Building.

@test
def build_is_not_a_folder():
    tree = copy_of_tree()
    write(os.path.join(tree, "build"), "in the way")
    fails(build(tree, apt_get=NEVER, npm=NEVER), "Cannot write to build/", "not a folder")
    same(content(os.path.join(tree, "build")), b"in the way")


@test
def build_cannot_be_written():
    tree = copy_of_tree()
    os.symlink("/proc", os.path.join(tree, "build"))
    fails(build(tree, apt_get=NEVER, npm=NEVER), "Cannot write to build/", "a permission is missing")


@test
def the_first_build_works_from_any_folder():
    tree = built_tree()
    result = run([os.path.join(tree, "build", "logomachy"), "lexicon", "has", "ru", "кошка"], LOGOMACHY_LEXICONS=None)
    same(result, (0, "кошка yes\n", ""))


@test
def the_second_build_changes_nothing():
    tree = built_tree()
    files = [os.path.join(tree, "build", name) for name in ("logomachy", "lexicons/en.lex", "web/index.html")]
    before = [os.stat(path) for path in files]
    result = build(tree, apt_get=NEVER, apt_cache=NEVER, npm=NEVER, meson=NEVER, sudo=NEVER)
    same((result.status, result.err), (0, ""))
    same([(one.st_ino, one.st_mtime_ns) for one in map(os.stat, files)], [(one.st_ino, one.st_mtime_ns) for one in before])


@test
def a_compile_error_leaves_the_older_program():
    tree = built_tree()
    program, source = os.path.join(tree, "build", "logomachy"), os.path.join(tree, "src", "cli", "main.c")
    before, text = content(program), content(source)
    write(source, text + b"\nthis is not C\n")
    result = build(tree, apt_get=NEVER, npm=NEVER)
    write(source, text)
    same(result.status, 1)
    holds("main.c" in result.err and "error:" in result.err, result.err)
    same(result.err.splitlines()[-1], "Building the program failed: see build/setup.log.")
    same(content(program) == before, True, "the older program is there")
    same(build(tree, apt_get=NEVER, npm=NEVER).status, 0, "and it builds again")


@test
def another_build_is_waited_for():
    tree = built_tree()
    with subprocess.Popen(["flock", "build/.lock", "-c", "echo held; read line"], cwd=tree, stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE) as holder:
        same(holder.stdout.readline(), b"held\n")
        with subprocess.Popen(["./run", "--build"], cwd=tree, stdout=subprocess.PIPE, env=ENVIRONMENT) as waiting:
            first = waiting.stdout.readline()
            holder.communicate(b"\n")
            waiting.communicate()
    holds(first.startswith(b"Waiting for another ./run"), first)
    same(waiting.returncode, 0)


# The client.

@test
def no_network_to_install_what_the_client_is_built_with():
    tree = built_tree()
    modules = os.path.join(tree, "web", "node_modules")
    os.unlink(modules)
    result = build(tree, apt_get=NEVER, npm=NPM_NO_NETWORK)
    holds(not os.path.exists(os.path.join(modules, ".installed")), "nothing is left that looks complete")
    os.symlink(NODE_MODULES, modules)
    fails(result, "Installing what the client is built with failed", "no network")


@test
def a_client_that_cannot_be_built_leaves_the_older_one():
    tree = built_tree()
    page, texts = os.path.join(tree, "build", "web", "index.html"), os.path.join(tree, "data", "messages", "web", "de.txt")
    before, text = content(page), content(texts)
    write(texts, text.replace(b"web.nav.rules ", b"web.nav.rulez "))
    result = build(tree, apt_get=NEVER, npm=NEVER)
    write(texts, text)
    same(result.status, 1)
    holds("de: web.nav.rules is missing" in result.err, result.err)
    same(result.err.splitlines()[-1], "Building the client failed: see build/setup.log.")
    same(content(page), before, "the older client is there")
    same(build(tree, apt_get=NEVER, npm=NEVER).status, 0, "and it builds again")


# Word data.

def without_source(name):
    """The built tree, lacking one package's data; and where that would be."""
    place = os.path.join(built_tree(), "build", "sources", name)
    if os.path.islink(place):
        os.unlink(place)
    return built_tree(), place


def restore(place):
    os.symlink(os.path.join(BUILD, "sources", os.path.basename(place)), place)


@test
def no_network_to_download_from():
    tree, place = without_source("scowl")
    fails(build(tree, apt_get=NO_NETWORK, apt_cache="exit 0", npm=NEVER), "scowl failed", "no network")
    holds(not os.path.exists(place), "nothing is left that looks complete")
    restore(place)
    tree, place = without_source("az")
    fails(build(tree, npm=NPM_NO_NETWORK, apt_get=NEVER), "az@0.2.3 failed", "no network")
    holds(not os.path.exists(place), "nothing is left that looks complete")
    restore(place)


@test
def an_interrupted_download_is_not_taken_for_a_whole_one():
    tree, place = without_source("scowl")
    fails(build(tree, apt_get="echo half >scowl_1_all.deb", apt_cache="exit 0", npm=NEVER), "scowl failed")
    holds(not os.path.exists(place), "half a package")
    fails(build(tree, apt_get=NEVER, apt_cache="exit 0", npm=NEVER), "scowl failed")
    restore(place)
    same(build(tree, apt_get=NEVER, npm=NEVER).status, 0)


@test
def word_data_that_cannot_be_read_leaves_the_older_lexicon():
    tree, place = without_source("mythes-ru")
    path = os.path.join(tree, "build", "lexicons", "ru.lex")
    before = content(path)
    os.mkdir(place)
    write(os.path.join(place, "VERSION"), "99\n")
    fails(build(tree, apt_get=NEVER, npm=NEVER), "Building the lexicons failed")
    same(content(path) == before, True, "the older lexicon is there")
    shutil.rmtree(place)
    restore(place)


# Word data of the newer Debian. Apt is the real one; it finds a small archive of our own.

NEWER = "dict-freedict-rus-eng"
SUITE = re.search(r'^VERSION_CODENAME=(\w+)', content("/etc/os-release").decode(), re.M)[1]


def package_in(archive, version):
    """One package in the archive, and its entry in the archive's list."""
    inside = os.path.join(folder(), "package")
    os.makedirs(os.path.join(inside, "DEBIAN"))
    control = f"Package: {NEWER}\nVersion: {version}\nArchitecture: all\nMaintainer: nobody <n@example.org>\nDescription: words\n"
    write(os.path.join(inside, "DEBIAN", "control"), control)
    write(os.path.join(inside, "words"), "слово\n")
    path = os.path.join(archive, f"words-{version}.deb")
    same(run(["dpkg-deb", "-b", inside, path]).status, 0)
    sums = f"Size: {os.path.getsize(path)}\nSHA256: {hashlib.sha256(content(path)).hexdigest()}\n"
    return control + f"Filename: words-{version}.deb\n" + sums + "\n"


def archive_of(suites):
    """A folder that apt can read. `suites` gives the version of the package in each."""
    archive = os.path.join(folder(), "archive")
    os.makedirs(archive)
    for suite, version in suites.items():
        place = os.path.join(archive, "dists", suite)
        listing = package_in(archive, version).encode()
        os.makedirs(os.path.join(place, "main", "binary-all"))
        write(os.path.join(place, "main", "binary-all", "Packages"), listing)
        write(os.path.join(place, "Release"), f"Suite: {suite}\nCodename: {suite}\nArchitectures: all\nComponents: main\n"
              f"Date: Sat, 01 Jan 2022 00:00:00 UTC\nSHA256:\n"
              f" {hashlib.sha256(listing).hexdigest()} {len(listing)} main/binary-all/Packages\n")
    return archive


def apt_for(archive, options="[trusted=yes]", suite=SUITE):
    """A configuration of apt that knows this archive's older suite only."""
    place = folder()
    for name in ("parts", "lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(place, name))
    write(os.path.join(place, "sources.list"), f"deb {options} file:{archive} {suite} main\n")
    return write(os.path.join(place, "apt.conf"), f"""
        Dir::Etc::sourcelist "{place}/sources.list"; Dir::Etc::sourceparts "{place}/parts";
        Dir::State::lists "{place}/lists"; Dir::Cache "{place}/cache"; APT::Sandbox::User "root";
        APT::Architecture "all"; APT::Architectures {{ "all"; }};""")


def only_newer(**environment):
    """Downloads word data in a tree that wants one package of the newer Debian. Where its files would be, and the result."""
    tree = environment.pop("tree", None) or copy_of_tree()
    write(os.path.join(tree, "data", "lexicons", "packages.txt"), f"# Comment\n{NEWER}\tdeb13\tfree\twords\n")
    steps = ". tools/setup.sh; setup_begin; setup_sources && setup_end"
    return os.path.join(tree, "build", "sources", NEWER), run(["bash", "-uc", steps], cwd=tree, **environment)


def goes_on_without(place, result):
    same((result.status, result.err), (0, ""))
    holds("cannot be reached" in result.out and result.out.endswith(f"without {NEWER}.\n"), result.out)
    holds(not os.path.exists(place), "nothing is left that looks complete")


@test
def the_newer_suite_is_found_with_the_machines_own_sources():
    place, result = only_newer(APT_CONFIG=apt_for(archive_of({SUITE: "1", "trixie": "2"})))
    same(result, (0, f"== Downloading word data: {NEWER}\n", ""))
    same((content(place + "/VERSION"), content(place + "/words").decode()), (b"2\n", "слово\n"))
    holds(not os.path.exists(os.path.join(place, "..", "..", "newer-apt")), "its lists are gone")


@test
def sources_in_the_newer_form_are_understood():
    archive, conf = archive_of({"trixie": "2", "trixie-updates": "3"}), apt_for("/nowhere", suite="other")
    write(os.path.join(os.path.dirname(conf), "parts", "debian.sources"),
          f"Types: deb\nURIs: file:{archive}\nSuites: {SUITE} {SUITE}-updates\nComponents: main\nTrusted: yes\n")
    place, result = only_newer(APT_CONFIG=conf)
    same(result.status, 0, result)
    same(content(place + "/VERSION"), b"3\n")


@test
def unsigned_packages_of_the_newer_suite_are_not_taken():
    lax = 'APT::Get::AllowUnauthenticated "true"; Acquire::AllowInsecureRepositories "true";'
    conf = apt_for(archive_of({"trixie": "2"}), options="")
    write(conf, content(conf) + lax.encode())
    goes_on_without(*only_newer(APT_CONFIG=conf))


@test
def without_the_newer_suite_an_older_package_serves():
    conf = apt_for(archive_of({SUITE: "1"}))
    same(run(["apt-get", "update"], APT_CONFIG=conf).status, 0)
    place, result = only_newer(APT_CONFIG=conf)
    same((result.status, result.err), (0, ""))
    same(content(place + "/VERSION"), b"1\n")


@test
def without_the_newer_suite_the_build_goes_on():
    goes_on_without(*only_newer(APT_CONFIG=apt_for("/nowhere")))
    goes_on_without(*only_newer(APT_CONFIG=apt_for("/nowhere", suite="another")))
    goes_on_without(*only_newer(PATH=path_with({"apt-get": NO_NETWORK})))
    goes_on_without(*only_newer(PATH=path_with({}, without=("apt-get", "apt-config"))))


@test
def the_newer_suite_is_tried_again_after_a_day():
    tree, good = copy_of_tree(), apt_for(archive_of({"trixie": "2"}))
    place, result = only_newer(tree=tree, APT_CONFIG=apt_for("/nowhere"))
    goes_on_without(place, result)
    place, result = only_newer(tree=tree, APT_CONFIG=good)
    goes_on_without(place, result)
    holds("Downloading" not in result.out, "not tried at once")
    os.utime(os.path.join(os.path.dirname(place), ".missed"), (0, 0))
    same(only_newer(tree=tree, APT_CONFIG=good)[1].status, 0)
    same(content(place + "/VERSION"), b"2\n")


@test
def the_machines_own_sources_reach_the_newer_suite():
    """The real archive. A machine without a network has nothing to show here."""
    place, result = only_newer()
    if not os.path.exists(place):
        return goes_on_without(place, result)
    same(result, (0, f"== Downloading word data: {NEWER}\n", ""))
    holds(os.path.getsize(place + "/usr/share/dictd/freedict-rus-eng.dict.dz") > 1000000, "the dictionary is there")


# Full disks.

def build_on_small_disk(kilobytes, start, npm=NEVER):
    """Builds with a small disk for build/, on which there is what is in the folder `start`."""
    result = on_small_disk(kilobytes, os.path.join(built_tree(), "build"), """
        cp -a "$1/." "$0" && cd "$0/.." && ./run --build >/dev/null
        echo "status $?" && cmp "$1/logomachy" build/logomachy
        """, start, PATH=path_with({"apt-get": NEVER, "npm": npm}))
    same((result.out, result.status), ("status 1\n", 0), f"it fails and the older program is there: {result.err}")
    fails(result, "the disk is full", status=0)
    return result.err


def older_program():
    start = folder()
    write(os.path.join(start, "logomachy"), "older")
    return start


@test
def a_disk_too_small_to_prepare_the_build():
    holds("Preparing the build in build/obj failed" in build_on_small_disk(64, older_program()), "step")


@test
def a_disk_too_small_to_build_the_program():
    start = older_program()
    shutil.copytree(os.path.join(built_tree(), "build", "obj"), os.path.join(start, "obj"),
                    ignore=shutil.ignore_patterns("*.o", "*.a", "logomachy"))
    used = int(run(["du", "-sk", start]).out.split()[0])
    holds("Building the program failed" in build_on_small_disk(used + 256, start), "step")


@test
def a_disk_too_small_for_word_data():
    start = folder()
    shutil.copytree(os.path.join(built_tree(), "build", "obj"), os.path.join(start, "obj"))
    shutil.copy2(os.path.join(built_tree(), "build", "logomachy"), start)
    used = int(run(["du", "-sk", start]).out.split()[0])
    error = build_on_small_disk(used + 8192, start, npm="head -c 20000000 /dev/zero >az-0.2.3.tgz")
    holds("Downloading word data: az@0.2.3 failed" in error, error)


# Last, because the built tree is not where it was afterwards.

@test
def a_tree_that_was_moved_is_prepared_anew():
    here = os.path.join(folder(), "moved")
    os.rename(built_tree(), here)
    # Meson asks ninja a few things, too.
    only_asked = f"case $* in *logomachy.1*) exit 1 ;; esac; exec {shutil.which('ninja')} \"$@\""
    result = build(here, apt_get=NEVER, npm=NEVER, ninja=only_asked)
    fails(result, "Building the program failed")
    holds("== Preparing the build in build/obj\n" in result.out, result.out)
    holds(os.path.exists(os.path.join(here, "build", "obj", "build.ninja")), "ready to be built")
    holds(TMP in content(os.path.join(here, "build", "obj", "made-for")).decode(), "made for the new place")


finish()
