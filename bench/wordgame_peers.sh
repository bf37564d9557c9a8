#!/usr/bin/env bash
# Static games a second in the classic set-up, ours and MAGPIE's, in one run, with the same words.
#   bench/wordgame_peers.sh [MAGPIE [GAMES]]
# MAGPIE is a folder with a release build of it (bin/magpie) and its data folder, as its own setup makes
# them from its public repository; without it only ours is measured. GAMES (1000) are played by each. Times
# are of the processor, one thread. It plays on its own board with its own leave values, we on ours. Nothing is
# written into its folder. Nothing else should run on the machine meanwhile.
set -u
root=$(cd "$(dirname "$0")/.." && pwd) || exit 1
case ${1-} in -h | --help)
    sed -n '2,7s/^# *//p' "$0"
    exit 0
    ;;
esac
magpie=$(realpath -m "${1-.}") games=${2-1000} words=en-international name=CSW00
ours=$root/build/obj/bench/bench-wordgame
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# MAGPIE's data with our words: linked, so that what is made from them lies in a folder of our own.
peers_data() {
    local part
    mkdir -p "$work/data/lexica" || return 1
    for part in "$magpie"/data/* "$magpie"/data/lexica/*.klv2; do
        [ "${part##*/}" = lexica ] || ln -s "$(realpath "$part")" "$work/data/${part#"$magpie"/data/}" || return 1
    done
    "$root/build/logomachy" lexicon find '*' --lexicon $words --limit 9999999 --length 2-15 >"$work/data/lexica/$name.txt" &&
        peers_magpie convert text2kwg $name && peers_magpie convert text2wordmap $name
}

# It looks for its data where it is started, and ends with 0 where it refuses something, too.
peers_magpie() {
    if ! (cd "$work" && "$magpie/bin/magpie" "$@" -threads 1) >"$work/log" 2>&1 || grep -q '(error' "$work/log"; then
        echo "MAGPIE refused $1 $2: $(grep -m 1 '(error' "$work/log" || tail -n 1 "$work/log")" >&2
        return 1
    fi
}

# peers_seconds GAMES MAP: user time of GAMES static games, with the word map or without.
peers_seconds() {
    local TIMEFORMAT=%U
    { time peers_magpie autoplay games "$1" -lex $name -leaves "$leaves" -wmp "$2" -s1 equity -s2 equity -r1 best -r2 best \
        -gp false -seed 1 2>"$work/why"; } 2>&1 | tail -n 1
    ! [ -s "$work/why" ]
}

# Without what it takes to begin.
peers_play() {
    local one all
    if one=$(peers_seconds 1 "$1") && all=$(peers_seconds $((games + 1)) "$1"); then
        awk -v games="$games" -v s="$all" -v less="$one" -v how="$2" \
            'BEGIN { printf "MAGPIE, %s: %.0f games/s (%d games, %.2f s)\n", how, games / (s - less + 1e-9), games, s - less }'
    else
        cat "$work/why" >&2
    fi
}

if [ ! -x "$ours" ]; then
    echo "$ours is not there: ninja -C build/obj bench/bench-wordgame" >&2
    exit 1
fi
if [ ! -x "$magpie/bin/magpie" ]; then
    echo "MAGPIE is left out: $magpie has no bin/magpie."
elif leaves=$(basename "$(find "$magpie/data/lexica" -name 'CSW*.klv2' | head -n 1)" .klv2) && [ -z "$leaves" ]; then
    echo "MAGPIE is left out: its data folder has no English leave values."
elif peers_data; then
    peers_play true "word map"
    peers_play false "graph"
fi
"$ours" "$root/build/lexicons" "$games" $words
