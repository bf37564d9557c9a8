# What ./run and ./check share: installing, building, downloading. To be sourced from the project's
# root. Each step is skipped when its result is there; a failed one ends the script with a sentence
# and leaves what was built before as it was. Everything goes under build/:
#   logomachy, lexicons/, web/   what is used; web/ is the browser's client
#   obj/, sources/               compiled files; unpacked packages with word data
#   newer-apt/                   apt's lists of Debian 13, while they are needed
#   setup.log                    what the steps printed
#   costs.json, tidied.json      what ./check remembers of its last run

setup_log=build/setup.log

# The packages of npm that the client is built with are in web/node_modules.
# command:package is wanted where the command is missing, a plain package where dpkg lacks it.
setup_build_packages="gcc:gcc meson:meson ninja:ninja-build pkg-config:pkg-config python3:python3
    node:nodejs npm:npm clang:clang libc6-dev libclang-rt-14-dev-wasm32 libcmark-dev
    libcurl4-openssl-dev libjansson-dev libnats-dev libncurses-dev libpq-dev libsodium-dev libsqlite3-dev libssl-dev libutf8proc-dev
    libuv1-dev libwebsockets-dev libwebsockets-evlib-uv libxxhash-dev lld wasi-libc zlib1g-dev"
setup_check_packages="chromium-headless-shell:chromium-headless-shell clang-format:clang-format clang-tidy:clang-tidy libclang-rt-14-dev
    firefox-esr:firefox-esr nginx openssl:openssl nats-server postgresql webkit2gtk-driver xauth:xauth xvfb-run:xvfb"

# Is there no room in build/? A full disk may have kept that from the log.
setup_disk_full() {
    local full=no
    head -c 65536 /dev/zero 2>/dev/null >build/.room || full=yes
    rm -f build/.room
    [ $full = yes ]
}

setup_logged() {
    tail -n 60 "$setup_log" | grep -qiE "$1"
}

# Why a step has failed, where that is a well-known cause.
setup_cause() {
    if setup_disk_full || setup_logged 'no space left|enough free space'; then
        echo "the disk is full"
    elif setup_logged 'temporary failure resolving|could not resolve|ENOTFOUND|EAI_AGAIN|network is unreachable' ||
        setup_logged 'ECONNREFUSED|ETIMEDOUT|could not connect|unable to locate package|failed to fetch'; then
        echo "there seems to be no network (details are in $setup_log)"
    elif setup_logged 'permission denied'; then
        echo "a permission is missing (details are in $setup_log)"
    fi
}

# setup_fail WHAT: one sentence.
setup_fail() {
    local cause
    cause=$(setup_cause)
    echo "$1: ${cause:-see $setup_log}." >&2
    exit 1
}

# setup_logging COMMAND…: its output goes to the log, in English, which setup_cause reads.
setup_logging() {
    LC_ALL=C.UTF-8 "$@" >>"$setup_log" 2>&1 </dev/null
}

# setup_step WHAT COMMAND…: says what is done and does it.
setup_step() {
    echo "== $1"
    setup_logging "${@:2}" || setup_fail "$1 failed"
}

setup_begin() {
    local cause="a permission is missing or the disk is full"
    if ! mkdir -p build 2>/dev/null || ! : 2>/dev/null >>build/.lock || ! : 2>/dev/null >>"$setup_log"; then
        [ -d build ] || [ ! -e build ] || cause="build is not a folder"
        echo "Cannot write to build/ in $PWD: $cause." >&2
        exit 1
    fi
    # Two at a time would overwrite each other's work. The lock goes with the process.
    exec 9>build/.lock
    if command -v flock >/dev/null && ! flock -n 9; then
        echo "Waiting for another ./run or ./check in this folder to end its set-up."
        flock 9
    fi
    : >"$setup_log"
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
    missing=$(setup_missing "$@" | xargs)
    [ -n "$missing" ] || return 0
    [ "$(id -u)" = 0 ] || as_root=sudo
    if ! command -v apt-get >/dev/null; then
        echo "These packages are missing and there is no apt-get to install them with: $missing." >&2
        exit 1
    fi
    if [ -n "$as_root" ] && ! command -v sudo >/dev/null; then
        echo "These packages are missing and installing them needs root or sudo: $missing." >&2
        exit 1
    fi
    setup_step "Reading the list of packages" $as_root apt-get update
    setup_step "Installing $missing" $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y --no-install-recommends $missing
}

# setup_prepare NAME OPTION…: the folder build/NAME for ninja. It knows the path of this tree, so one
# that was made elsewhere, or was not finished, is made again.
setup_prepare() {
    [ "$(cat "build/$1/made-for" 2>/dev/null)" != "$PWD" ] || return 0
    rm -rf "build/$1"
    setup_step "Preparing the build in build/$1" meson setup "build/$1" "${@:2}"
    echo "$PWD" 2>>"$setup_log" >"build/$1/made-for" || setup_fail "Preparing the build in build/$1 failed"
}

# The program is copied beside the compiled files when it is whole, so an older one stays usable.
setup_program() {
    setup_prepare obj --buildtype=release
    echo "== Building the program"
    if ! setup_logging ninja -C build/obj logomachy logomachy.1; then
        [ -n "$(setup_cause)" ] || grep -E '^FAILED|error:' "$setup_log" | head -n 5 >&2
        setup_fail "Building the program failed"
    fi
    if ! cmp -s build/obj/logomachy build/logomachy; then
        cp build/obj/logomachy build/logomachy.new 2>>"$setup_log" &&
            mv build/logomachy.new build/logomachy || setup_fail "Copying the program failed"
    fi
}

# setup_fetch_KIND NAME FOLDER, where NAME is NAME@VERSION for npm: downloads a package, unpacks it into
# the folder and writes its version there. Nothing is installed. The arguments after the folder of a deb are
# options of apt-get.
setup_fetch_deb() {
    local deb
    (cd "$2" && apt-get -o APT::Sandbox::User=root "${@:3}" download "$1") || return 1
    deb=$(echo "$2"/*.deb)
    dpkg-deb -x "$deb" "$2" && dpkg-deb -f "$deb" Version >"$2/VERSION" && rm "$deb"
}

# Debian 13 has word data that Debian 12 lacks. They come from where this machine's packages come from: a
# copy of apt's sources names the newer suite instead of the machine's. Lists and locks have a folder of
# their own, so the machine's are as before, and nothing needs root. Apt checks the signatures.
setup_newer_suite=trixie
setup_newer_apt=$PWD/build/newer-apt
setup_newer_down=no

setup_newer_options() {
    printf '%s\n' -o "Dir::Etc::sourcelist=$setup_newer_apt/none" -o "Dir::Etc::sourceparts=$setup_newer_apt/sources" \
        -o "Dir::State::lists=$setup_newer_apt/lists" -o "Dir::Cache=$setup_newer_apt/cache" \
        -o APT::Sandbox::User=root -o APT::Get::AllowUnauthenticated=false \
        -o Acquire::AllowInsecureRepositories=false -o Acquire::Languages=none -o Acquire::Retries=1 \
        -o Acquire::http::Timeout=20 -o Acquire::https::Timeout=20
}

# Fails if no source names the machine's suite.
setup_newer_sources() {
    local list="" parts="" file suite
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    eval "$(apt-config shell list Dir::Etc::sourcelist/f parts Dir::Etc::sourceparts/d)"
    for file in "$list" "$parts"/*.list "$parts"/*.sources; do
        [ -n "$suite" ] && grep -qsE "(^|[[:space:]])$suite\b" "$file" || continue
        sed -E "s/(^|[[:space:]])$suite\b/\1$setup_newer_suite/g" "$file" >"$setup_newer_apt/sources/${file##*/}"
    done
    [ -n "$(ls "$setup_newer_apt/sources")" ]
}

# setup_newer OPTION…: reads the newer suite's list of packages, once. Apt-get's status does not tell
# whether it could; downloading will.
setup_newer() {
    [ ! -d "$setup_newer_apt" ] || return 0
    mkdir -p "$setup_newer_apt/sources" "$setup_newer_apt/lists/partial" "$setup_newer_apt/cache/archives/partial" &&
        setup_newer_sources || return 1
    apt-get "$@" update || true
}

# From Debian 13. Where that cannot be reached, the machine's own Debian may have an older one.
setup_fetch_deb13() {
    local options
    mapfile -t options < <(setup_newer_options)
    if [ $setup_newer_down = no ]; then
        setup_newer "${options[@]}" && setup_fetch_deb "$1" "$2" "${options[@]}" && return 0
        setup_newer_down=yes
        rm -rf "$2"/*
    fi
    setup_fetch_deb "$1" "$2"
}

# The newer edition is larger, but the machine's own will do.
setup_fetch_newer() {
    setup_fetch_deb13 "$@"
}

setup_fetch_npm() {
    (cd "$2" && npm pack --loglevel=error --prefer-offline --fetch-retries=1 "$1") || return 1
    tar -xzf "$2"/*.tgz -C "$2" && echo "${1#*@}" >"$2/VERSION" && rm "$2"/*.tgz
}

setup_fetch() {
    local name=$1 kind=$2 folder=build/sources/${1%%@*}
    rm -rf "$folder.new"
    mkdir -p "$folder.new" && "setup_fetch_$kind" "$name" "$folder.new" || return 1
    rm -rf "$folder"
    mv "$folder.new" "$folder"
}

# Apt may not have read its list of packages yet. It is read once.
setup_know_package() {
    [ $setup_updated = no ] && ! apt-cache show "$1" >/dev/null 2>&1 || return 0
    setup_updated=yes
    if [ "$(id -u)" = 0 ]; then
        setup_step "Reading the list of packages" apt-get update
    elif command -v sudo >/dev/null; then
        setup_step "Reading the list of packages" sudo apt-get update
    fi
}

# Packages that only Debian 13 has may be missing; a full disk is no reason for that.
setup_fetch_optional() {
    echo "== Downloading word data: $1"
    setup_logging setup_fetch "$1" "$2" && return 0
    ! setup_disk_full || setup_fail "Downloading word data: $1 failed"
    return 1
}

setup_sources() {
    local name kind rest missing="" later missed=build/sources/.missed setup_updated=no
    mkdir -p build/sources 2>>"$setup_log" || setup_fail "Downloading word data failed"
    rm -rf "$setup_newer_apt"
    later=$(find "$missed" -mmin -1440 2>/dev/null) # a day after the last attempt
    while IFS=$'\t' read -r name kind rest; do
        case $name in '' | '#'*) continue ;; esac
        [ -f "build/sources/${name%%@*}/VERSION" ] && continue
        if [ $kind = deb13 ]; then
            [ -z "$later" ] && setup_fetch_optional "$name" $kind || missing="$missing $name"
            continue
        fi
        case $kind in deb | newer) setup_know_package "$name" ;; esac
        setup_step "Downloading word data: $name" setup_fetch "$name" "$kind"
    done <data/lexicons/packages.txt
    rm -rf "$setup_newer_apt"
    [ -n "$missing" ] || return 0
    [ -n "$later" ] || touch "$missed"
    echo "Debian 13, which has more word data, cannot be reached. The lexicons are made without$missing."
}

setup_lexicons() {
    echo "== Building the lexicons"
    build/logomachy lexicon build --sources build/sources --out build/lexicons 2>>"$setup_log" ||
        setup_fail "Building the lexicons failed"
}

# The core of the client, by the same build. One that was prepared before there was a compiler for
# WebAssembly does not know it.
setup_core() {
    grep -q 'logomachy\.wasm' build/obj/build.ninja 2>/dev/null || rm -f build/obj/made-for
    setup_prepare obj --buildtype=release
    echo "== Building the core for browsers"
    if ! setup_logging ninja -C build/obj src/wasm/logomachy.wasm; then
        [ -n "$(setup_cause)" ] || grep -E '^FAILED|error:' "$setup_log" | head -n 5 >&2
        setup_fail "Building the core for browsers failed"
    fi
}

# Nothing that these packages bring is run while they are installed.
setup_node_modules() {
    cmp -s web/package-lock.json web/node_modules/.installed && return 0
    setup_step "Installing what the client is built with" \
        npm ci --prefix web --prefer-offline --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=1
    cp web/package-lock.json web/node_modules/.installed 2>>"$setup_log" ||
        setup_fail "Installing what the client is built with failed"
}

# One line for all that the client is made from.
setup_web_origin() {
    find web data/messages/web data/packs data/tiles src/games/games.txt build/obj/src/wasm/logomachy.wasm -name node_modules -prune -o -type f -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum
}

# The client is put in place when it is whole, so an older one stays usable.
setup_web() {
    local origin
    setup_core
    setup_node_modules
    origin=$(setup_web_origin)
    [ -f build/web/index.html ] && [ "$(cat build/web-origin 2>/dev/null)" = "$origin" ] && return 0
    echo "== Building the client"
    if ! setup_logging node web/build.mjs build/web --wasm build/obj/src/wasm/logomachy.wasm; then
        [ -n "$(setup_cause)" ] || tail -n 5 "$setup_log" >&2
        setup_fail "Building the client failed"
    fi
    echo "$origin" 2>>"$setup_log" >build/web-origin || setup_fail "Building the client failed"
}
