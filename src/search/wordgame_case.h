// wordgame_case: a position of the Word Game as one seat knows it, with what every way of choosing
// a move needs at hand: a generator that has the board and the seat's rack, and the tiles that the
// seat has not seen.
//
//     struct wordgame_case at;
//     if (!wordgame_case_init(&at, config, &view, seat)) ...no memory...
//     generator_all(at.generator, sink, context);
//     wordgame_case_release(&at);
#ifndef LOGOMACHY_SEARCH_WORDGAME_CASE_H
#define LOGOMACHY_SEARCH_WORDGAME_CASE_H

#include "games/wordgame/generator.h"

// The moves of a line that can be tried one behind the other.
enum { WORDGAME_TRIES = 24 };

struct wordgame_case {
    const struct config *config;
    const struct wordgame_state *state; // a view: what the seat may not know is not used
    const struct wordgame_set *set;
    unsigned seat;
    int lead; // the seat's points less the other's
    uint8_t unseen[TILE_KINDS];
    unsigned unseens;
    struct generator *generator; // owned
};

bool wordgame_case_init(struct wordgame_case *at, const struct config *c, const struct state *view,
                        unsigned seat);
void wordgame_case_release(struct wordgame_case *at);

static inline const uint8_t *wordgame_case_rack(const struct wordgame_case *at)
{
    return at->state->rack[at->seat];
}

// May the seat exchange tiles now?
static inline bool wordgame_case_may_exchange(const struct wordgame_case *at)
{
    return at->set->exchange && at->state->in_bag >= at->set->exchange;
}

// Putting these tiles back, a count for each kind.
struct action wordgame_exchange(unsigned seat, const uint8_t tiles[TILE_KINDS]);

#endif
