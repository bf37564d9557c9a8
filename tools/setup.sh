# What ./run and ./check share: installing, building, downloading. To be sourced from the project's
# root. Each step is skipped when its result is there; a failed one ends the script with a sentence
# and leaves what was built before as it was. Everything goes under build/:
#   logomachy, lexicons/   what is used
#   obj/, sources/         compiled files; unpacked packages with word data
#   setup.log              what the steps printed

setup_log=build/setup.log

# command:package is wanted where the command is missing, a plain package where dpkg lacks it.
setup_build_packages="gcc:gcc meson:meson ninja:ninja-build pkg-config:pkg-config python3:python3
    npm:npm libc6-dev libutf8proc-dev libxxhash-dev zlib1g-dev"
setup_check_packages="clang:clang clang-format:clang-format clang-tidy:clang-tidy libclang-rt-14-dev"

# setup_fail WHAT: one sentence, with the cause where the log shows a well-known one.
setup_fail() {
    local cause="see $setup_log"
    if tail -n 60 "$setup_log" 2>/dev/null | grep -qi 'no space left'; then
        cause="the disk is full"
    elif tail -n 60 "$setup_log" 2>/dev/null |
        grep -qiE 'temporary failure resolving|could not resolve|ENOTFOUND|EAI_AGAIN|network is unreachable|ECONNREFUSED|could not connect|unable to locate package|failed to fetch'; then
        cause="there seems to be no network (details are in $setup_log)"
    elif tail -n 60 "$setup_log" 2>/dev/null | grep -qi 'permission denied'; then
        cause="a permission is missing (details are in $setup_log)"
    fi
    echo "$1: $cause." >&2
    exit 1
}

# setup_step WHAT COMMAND…: says what is done and does it, its output going to the log.
setup_step() {
    local what=$1
    shift
    echo "== $what"
    "$@" >>"$setup_log" 2>&1 </dev/null || setup_fail "$what failed"
}

setup_begin() {
    if ! mkdir -p build 2>/dev/null || ! : 2>/dev/null >"$setup_log"; then
        echo "Cannot write to build/ in $(pwd): a permission is missing or the disk is full." >&2
        exit 1
    fi
    # Two at a time would overwrite each other's work. The lock goes with the process.
    exec 9>build/.lock
    if command -v flock >/dev/null && ! flock -n 9; then
        echo "Waiting for another ./run or ./check in this folder to end its set-up."
        flock 9
    fi
}

setup_end() {
    exec 9>&-
}

# The packages of the list that are not there.
setup_missing() {
    local one
    for one in "$@"; do
        case $one in
        *:*) command -v "${one%%:*}" >/dev/null 2>&1 || echo "${one#*:}" ;;
        *) [ "$(dpkg-query -W -f '${db:Status-Status}' "$one" 2>/dev/null)" = installed ] || echo "$one" ;;
        esac
    done
}

setup_install() {
    local missing as_root=""
    missing=$(setup_missing "$@" | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" != 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These packages are missing and installing them needs root or sudo: $missing" >&2
            exit 1
        fi
        as_root=sudo
    fi
    setup_step "Reading the list of packages" $as_root apt-get update
    setup_step "Installing $missing" $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
}

# The program is copied beside the compiled files when it is whole, so an older one stays usable.
setup_program() {
    if [ ! -f build/obj/build.ninja ]; then
        rm -rf build/obj
        setup_step "Preparing the build" meson setup build/obj --buildtype=release
    fi
    echo "== Building the program"
    if ! ninja -C build/obj logomachy logomachy.1 >build/ninja.log 2>&1; then
        cat build/ninja.log >>"$setup_log"
        grep -E 'error|FAILED' build/ninja.log | head -n 5 >&2
        setup_fail "Building the program failed"
    fi
    cat build/ninja.log >>"$setup_log"
    if ! cmp -s build/obj/logomachy build/logomachy; then
        cp build/obj/logomachy build/logomachy.new 2>>"$setup_log" &&
            mv build/logomachy.new build/logomachy || setup_fail "Copying the program failed"
    fi
}

# setup_fetch_deb NAME FOLDER, setup_fetch_npm NAME@VERSION FOLDER: downloads a package, unpacks it
# into the folder and writes its version there. Nothing is installed.
setup_fetch_deb() {
    local deb
    (cd "$2" && apt-get -o APT::Sandbox::User=root download "$1") || return 1
    deb=$(echo "$2"/*.deb)
    dpkg-deb -x "$deb" "$2" && dpkg-deb -f "$deb" Version >"$2/VERSION" && rm "$deb"
}

setup_fetch_npm() {
    (cd "$2" && npm pack --silent "$1") || return 1
    tar -xzf "$2"/*.tgz -C "$2" && echo "${1#*@}" >"$2/VERSION" && rm "$2"/*.tgz
}

setup_fetch() {
    local name=$1 kind=$2 folder=build/sources/${1%%@*}
    rm -rf "$folder.new"
    mkdir -p "$folder.new" && "setup_fetch_$kind" "$name" "$folder.new" || return 1
    rm -rf "$folder"
    mv "$folder.new" "$folder"
}

setup_sources() {
    local name kind rest updated=no
    while IFS=$'\t' read -r name kind rest; do
        case $name in '' | '#'*) continue ;; esac
        [ -f "build/sources/${name%%@*}/VERSION" ] && continue
        if [ $kind = deb ] && [ $updated = no ] && ! apt-cache show "$name" >/dev/null 2>&1; then
            if [ "$(id -u)" = 0 ]; then
                setup_step "Reading the list of packages" apt-get update
            elif command -v sudo >/dev/null; then
                setup_step "Reading the list of packages" sudo apt-get update
            fi
            updated=yes
        fi
        setup_step "Downloading word data: $name" setup_fetch "$name" "$kind"
    done <data/lexicons/packages.txt
}

setup_lexicons() {
    echo "== Building the lexicons"
    build/logomachy lexicon build --sources build/sources --out build/lexicons 2>>"$setup_log" ||
        setup_fail "Building the lexicons failed"
}
