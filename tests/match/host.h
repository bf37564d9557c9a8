// Shared by the tests of matches: a host that knows the toy game, games of the registry with a
// lexicon of a few words, and the toy game changed in two ways that no game has yet.
#ifndef LOGOMACHY_TESTS_MATCH_HOST_H
#define LOGOMACHY_TESTS_MATCH_HOST_H

#include "match/match.h"

#define MATCH_TEST_SEED "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
#define MATCH_TEST_HASH "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"

// Presets: "toy" and those of the registry; "dogged" is the toy game without resigning, "rush"
// the toy game where all seats may act at any time; both insist that an action is formatted with
// the state before it. Closed by match_host_close().
struct record_host match_host(void);
void match_host_close(void);

// Everything that a match is, but for where its memory lies: two that are equal in this are equal.
void match_dump(const struct match *m, struct buf *out);

#endif
