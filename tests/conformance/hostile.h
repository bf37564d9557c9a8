// hostile: tampered texts of positions and records. Any text that a game
// accepts must be as good as a position that was played: it is valid, is written and read as the
// same, can be viewed, guessed, played on and searched at every level, and so can every view of it.
//
//     hostile_run(&(struct hostile){&config, 3000, 1});
//
// A failure says with which seed the text was made: hostile_run(&(struct hostile){&config, 1,
// SEED}) makes it again.
#ifndef LOGOMACHY_TESTS_HOSTILE_H
#define LOGOMACHY_TESTS_HOSTILE_H

#include "rules/record.h"

struct hostile {
    const struct config *config; // ready to be played
    unsigned texts;              // to be made of positions; a fifth as many of records
    uint64_t first_seed;
};

// Counts accepted texts, so that a test can tell whether it has seen enough.
struct hostile_count {
    unsigned positions, records, searches;
};

struct hostile_count hostile_run(const struct hostile *what);

// The checks of every accepted state; also for states that were played. `r` decides how it is
// played on. Aborts the program or fails a test where something is wrong.
void hostile_use(const struct config *c, const struct state *s, struct rng *r);

#endif
