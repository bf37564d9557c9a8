// wordgame_case: a position of the Word Game as one seat knows it, with what every way of choosing
// a move needs at hand: a static player that has the board and the seat's rack, what training has
// taught about these tiles, and the tiles that the seat has not seen.
//
//     struct wordgame_case at;
//     if (!wordgame_case_init(&at, config, &view, seat)) ...no memory...
//     generator_all(&at.player->generator, sink, context);
//     wordgame_case_release(&at);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_POSITION_H

#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/static.h"

struct wordgame_case {
    const struct config *config;
    struct state view;                  // so that nobody can look at what the seat may not know
    const struct wordgame_state *state; // of the view
    const struct wordgame_set *set;
    unsigned seat;
    int lead; // the seat's points less the other's
    uint8_t unseen[TILE_KINDS];
    unsigned unseens;
    struct wordgame_model *model;   // owned
    struct wordgame_static *player; // owned; has the leave values of the seat's rack
};

// The seat is to move. The case stays where it is until wordgame_case_release().
bool wordgame_case_init(struct wordgame_case *at, const struct config *c, const struct state *s,
                        unsigned seat);
void wordgame_case_release(struct wordgame_case *at);

// A word map, if making one pays where there are so many seconds; if so, the caller releases it.
bool wordgame_case_map(const struct wordgame_case *at, double seconds, struct wordmap *map);

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
