#!/usr/bin/env bash
# Long fuzzing.
#   tools/fuzz.sh HOURS [NAME…]   HOURS of processor time in all, divided among all fuzzers or those named
# Each fuzzer begins with tests/fuzz/seeds/NAME and the corpus tests/fuzz/corpus/NAME.tar.gz. Inputs that reach more
# are merged into the corpus, which stays minimal: one input for each new feature. Inputs that make it fail, hang or grow
# are kept in build/findings. Ends with a table, and with status 1 where there was a finding.
set -u
cd "$(dirname "$0")/.." || exit 1
. tools/setup.sh

usage() {
    sed -n '2,6s/^# *//p' "$0"
    exit "$1"
}

case "${1-}" in
'') usage 2 >&2 ;;
-h | --help) usage 0 ;;
esac
if ! [[ $1 =~ ^[0-9]*\.?[0-9]+$ ]]; then
    echo "tools/fuzz.sh: $1 is no number of hours" >&2
    exit 2
fi
hours=$1
shift

jobs=$(nproc)
work=build/fuzzing
findings=build/findings
programs=build/fuzz-long/tests/fuzz

setup_begin
setup_install $setup_build_packages $setup_check_packages
CC=clang setup_prepare fuzz-long -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false -Dfuzzers=true
setup_step "Building the fuzzers" ninja -C build/fuzz-long fuzzers
setup_end

if [ $# = 0 ]; then
    set -- $(cd "$programs" && find . -maxdepth 1 -type f -perm -u+x -name 'fuzz-*' -printf '%f\n' | sed 's/^fuzz-//' | sort)
fi
for name in "$@"; do
    [ -x "$programs/fuzz-$name" ] || { echo "tools/fuzz.sh: there is no fuzzer $name" >&2; exit 2; }
done
seconds=$(awk -v h="$hours" -v n=$# 'BEGIN {s = int(h * 3600 / n); print s < 1 ? 1 : s}')
echo "$# fuzzers, $seconds s each, $jobs at a time"

# fuzz_one NAME SECONDS: runs it, then minimizes what is known.
fuzz_one() {
    local name=$1 seconds=$2 folder=$work/$1 seeds=""
    rm -rf "$folder" && mkdir -p "$folder/corpus" "$folder/minimal" "$findings"
    [ ! -f "tests/fuzz/corpus/$name.tar.gz" ] || tar -xzf "tests/fuzz/corpus/$name.tar.gz" -C "$folder/corpus"
    [ ! -d "tests/fuzz/seeds/$name" ] || seeds=tests/fuzz/seeds/$name
    "$programs/fuzz-$name" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=3000 -print_final_stats=1 \
        -artifact_prefix="$findings/$name-" "$folder/corpus" $seeds >"$folder/log" 2>&1
    echo $? >"$folder/status"
    # The seeds first: the corpus has only what they do not reach.
    mkdir "$folder/all" && "$programs/fuzz-$name" -merge=1 -timeout=20 -rss_limit_mb=3000 "$folder/all" $seeds \
        "$folder/corpus" >>"$folder/log" 2>&1
    fuzz_without_seeds "$folder" "$seeds"
    fuzz_pack "$name" "$folder"
    echo "$name: done"
}

# libFuzzer names inputs by their hash, so a seed is known by its content.
fuzz_without_seeds() {
    local folder=$1 seeds=$2 file
    for file in "$folder"/all/*; do
        [ -f "$file" ] || continue
        if [ -n "$seeds" ] && [ -n "$(find "$seeds" -type f -size "$(stat -c %s "$file")c" -exec cmp -s {} "$file" \; -print -quit)" ]; then
            continue
        fi
        cp "$file" "$folder/minimal/"
    done
}

# The same inputs always make the same file.
fuzz_pack() {
    mkdir -p tests/fuzz/corpus
    [ -n "$(ls "$2/minimal")" ] || return 0
    ls "$2/minimal" | LC_ALL=C sort |
        tar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 -C "$2/minimal" -cf - -T - | gzip -9n >"$2/packed" &&
        mv "$2/packed" "tests/fuzz/corpus/$1.tar.gz"
}

fuzz_report() {
    local name log found all=0
    printf '%-16s %14s %10s %10s %10s  %s\n' fuzzer executions per-second coverage inputs findings
    for name in "$@"; do
        log=$work/$name/log
        found=$(ls "$findings" 2>/dev/null | grep -c "^$name-")
        [ "$found" = 0 ] && [ "$(cat "$work/$name/status" 2>/dev/null)" != 0 ] && found=1
        all=$((all + found))
        printf '%-16s %14s %10s %10s %10s  %s\n' "$name" \
            "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | head -n 1)" \
            "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log" | head -n 1)" \
            "$(grep -oE 'cov: [0-9]+' "$log" | tail -n 1 | tr -dc 0-9)" "$(ls "$work/$name/minimal" | wc -l)" "$found"
    done
    echo "$all findings; they are in $findings"
    [ $all = 0 ]
}

rm -rf "$findings"
export -f fuzz_one fuzz_without_seeds fuzz_pack
export work findings programs
printf '%s\n' "$@" | xargs -P "$jobs" -I NAME bash -c 'fuzz_one NAME '"$seconds"
fuzz_report "$@"
