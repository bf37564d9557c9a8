// moves: a list of legal moves that can be looked through quickly, for the conformance tests.
#ifndef LOGOMACHY_TESTS_MOVES_H
#define LOGOMACHY_TESTS_MOVES_H

#include "rules/rules.h"

struct moves {
    struct move {
        struct action action;
        struct report report; // as legal() gave it
    } * move;                 // sorted by action; owned
    size_t count, cap;
    bool twice; // one of them was listed more than once
};

// All legal moves of a seat. Reuses the memory of `m`.
void moves_list(struct moves *m, const struct config *c, const struct state *s, unsigned seat,
                bool paths);
bool moves_have(const struct moves *m, const struct action *a);
bool moves_have_all(const struct moves *m, const struct moves *these);
bool moves_equal(const struct moves *a, const struct moves *b);
void moves_release(struct moves *m);

#endif
