// conformance: what must hold for every game, whatever its rules, tried on random games of a config
// that is ready to be played:
//
//     toy_config(&config);
//     config.lexicon = ...;
//     conformance_run(&config, 300, 1);
//
// - The moves that legal() lists pass check(), each is there once, and a changed one passes only if
//   it is in the list too. Checking changes nothing.
// - A position is what its actions make of it: by replay, from a record, from its own text.
// - Every position that comes up is valid(), every view of it and every guess from a view.
// - parse(format(action)) is the action.
// - A seat's view has nothing in it that the seat may not know: two positions that fit it look the
//   same, have the same moves for the seat, and tell it the same of what happens next.
// - Points, reports and outcome agree; unused bytes are 0; every game ends.
//
// A failure says which game it was: conformance_run(config, 1, SEED) plays that one again.
#ifndef LOGOMACHY_TESTS_CONFORMANCE_H
#define LOGOMACHY_TESTS_CONFORMANCE_H

#include "rules/record.h"

// Plays the games with the seeds first_seed, first_seed + 1...; failures are test failures
// (tests/test.h). Stops at the first game that has one.
void conformance_run(const struct config *config, unsigned games, uint64_t first_seed);

// The same with more to say.
struct conformance {
    const struct config *config;
    unsigned games;
    uint64_t first_seed;
    bool
        unlisted; // check() lets more through than legal() lists, such as words to ask others about
    unsigned thin; // look closely at one position in this many; 0 is 1
};
void conformance_run_all(const struct conformance *what);

#endif
