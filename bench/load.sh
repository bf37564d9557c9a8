#!/usr/bin/env bash
# How many moves a second the server takes, beside two other servers under the same load, in one run.
#   bench/load.sh              all of it: about three minutes
#   bench/load.sh --ours       our own server only; needs no node
#   bench/load.sh --seconds N  measure each for so long (10 unless told)
# ./run --build must have been done. Nothing else should run on the machine meanwhile. docs/capacity.md
# says what the figures mean.
set -u
cd "$(dirname "$0")/.." || exit 1
root=$PWD
ours_only=no seconds=10 games=100
while [ $# -gt 0 ]; do
    case $1 in
    --ours) ours_only=yes ;;
    --seconds)
        seconds=${2-}
        shift
        ;;
    -h | --help)
        sed -n '2,7s/^# *//p' "$0"
        exit 0
        ;;
    *)
        echo "bench/load.sh: there is no option $1; there are --ours, --seconds N and --help" >&2
        exit 2
        ;;
    esac
    shift
done
case $seconds in
'' | 0* | *[!0-9]*)
    echo "bench/load.sh: --seconds takes a number" >&2
    exit 2
    ;;
esac

fail() {
    echo "bench/load.sh: $1" >&2
    exit 1
}

# On a real disk: where /tmp is memory, a commit costs nothing.
work=$(mktemp -d "${TMPDIR:-/var/tmp}/logomachy-load.XXXXXX") || exit 1
server="" # the process that runs now
stop_server() {
    [ -n "$server" ] || return 0
    kill "$server" 2>/dev/null
    wait "$server" 2>/dev/null
    server=""
}
cleanup() {
    trap - EXIT INT TERM HUP
    jobs -p | xargs -r kill 2>/dev/null
    wait
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM HUP

# run COMMAND…: in a way that leaves the shell free to notice an interruption.
run() {
    "$@" &
    wait $!
}

check_tools() {
    [ -x build/obj/logomachy ] || fail "there is no program in build/: do ./run --build first"
    [ $ours_only = yes ] && return
    for tool in node npm; do
        command -v $tool >/dev/null || fail "$tool is missing, which the peers need (--ours does without)"
    done
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || fail "node 18 or newer is needed"
}

prepare() {
    ninja -C build/obj logomachy bench/bench-load >"$work/ninja.log" 2>&1 ||
        { tail -n 20 "$work/ninja.log" >&2; fail "building failed"; }
    [ $ours_only = yes ] && return
    # As they are locked; again only where that changed.
    cmp -s bench/peers/package-lock.json bench/peers/node_modules/.made-from && return
    echo "Getting the peers' packages"
    (cd bench/peers && run npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
        --loglevel=error >"$work/npm.log" 2>&1) || { head -n 20 "$work/npm.log" >&2; fail "npm ci failed"; }
    cp bench/peers/package-lock.json bench/peers/node_modules/.made-from
}

# start NAME PATTERN COMMAND…: a server, in a folder of its own; $port is what follows the pattern in
# its first words.
start() {
    local name=$1 pattern=$2
    shift 2
    mkdir -p "$work/$name" && : >"$work/$name/out"
    (cd "$work/$name" && exec "$@" >out 2>&1) &
    server=$!
    for _ in $(seq 200); do
        port=$(sed -n "s#.*$pattern\([0-9][0-9]*\).*#\1#p" "$work/$name/out" | head -n 1)
        [ -z "$port" ] || return 0
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/$name/out" >&2
    fail "$name did not start"
}

start_ours() {
    start ours 'http://[^ ]*:' "$root/build/obj/logomachy" serve --limits off --port 0 --db logomachy.db \
        --outbox outbox --lexicons "$root/build/lexicons" --max-connections 12000 --max-per-address 12000
}

# measure NAME COMMAND…: a line of result, kept for the ratios.
measure() {
    local name=$1
    shift
    run "$@" >"$work/result" 2>"$work/load.log" || { cat "$work/result" "$work/load.log" >&2; fail "$name: the load failed"; }
    printf '%-22s %s\n' "$name" "$(cat "$work/result")" | tee -a "$work/results"
}

measure_ours() {
    local load=build/obj/bench/bench-load
    start_ours
    sleep 1
    printf '%-22s %s\n' "ours, at start" "$(awk '/^VmRSS/ { printf "%.1f MB", $2 / 1024 }' "/proc/$server/status")"
    measure "ours" $load "$port" build/lexicons $games "$seconds" 0 "$server"
    stop_server
    rm -rf "$work/ours"
    start_ours
    measure "ours, 1 move/s each" $load "$port" build/lexicons 1000 "$seconds" 1000 "$server"
    stop_server
    rm -rf "$work/ours"
    start_ours
    measure "ours, idle" $load "$port" idle 10000 "$server"
    stop_server
}

# measure_peer NAME PROGRAM [KIND]
measure_peer() {
    local peers=$root/bench/peers
    start "$2" 'port ' env NODE_ENV=production node "$peers/$2_server.mjs" "${@:3}"
    measure "$1" env NODE_ENV=production node "$peers/$2_load.mjs" "$port" $games "$seconds" "$server"
    stop_server
}

print_ratios() {
    awk '
        { name = substr($0, 1, 22); sub(/ +$/, "", name) }
        !match($0, /[0-9]+ moves\/s/) { next }
        { rate = substr($0, RSTART, RLENGTH) + 0 }
        name == "ours" { ours = rate; next }
        name ~ /^ours/ { next }
        { printf "ours is %.2f times as fast as %s\n", ours / rate, name }' "$work/results"
}

check_tools
ulimit -n "$(ulimit -Hn)" || fail "cannot raise the limit on open files"
prepare
[ "$(ulimit -n)" = unlimited ] || [ "$(ulimit -n)" -ge 10200 ] || fail "10,000 sockets need a limit on open files of 10,200"
echo "$(nproc) processors, $(stat -f -c %T "$work"), load $(cut -d' ' -f1 /proc/loadavg): latencies and rates are of an idle machine only"
measure_ours
[ $ours_only = yes ] && exit 0
measure_peer "boardgame.io" boardgame
measure_peer "colyseus, state" colyseus state
measure_peer "colyseus, messages" colyseus messages
print_ratios
