// wordgame_position: a position of the Word Game as one seat knows it, ready to be searched: the
// view, the tiles that the seat has not seen, and the instance's static player loaded with the
// board and the rack. An instance has one position at a time.
//
//     struct engine *engine = engine_open(config);
//     struct wordgame_position at;
//     if (engine)
//         wordgame_position_init(&at, wordgame_instance(engine), view, seat);
//     engine_close(engine);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_POSITION_H

#include "games/wordgame/engine/instance.h"

struct wordgame_position {
    struct wordgame_instance *instance; // borrowed, as are these parts of it:
    const struct config *config;
    const struct wordgame_settings *set;
    const struct wordgame_model *model;
    struct wordgame_static *player;     // has the board, the rack and the leave values of the rack
    struct state view;                  // hides what the seat may not know
    const struct wordgame_state *state; // of the view
    unsigned seat;
    int lead; // the seat's points less the other's
    uint8_t unseen[TILE_KINDS];
    unsigned unseens;
};

// The seat is to move. The position must not be moved in memory.
void wordgame_position_init(struct wordgame_position *at, struct wordgame_instance *i,
                            const struct state *s, unsigned seat);

static inline const uint8_t *wordgame_position_rack(const struct wordgame_position *at)
{
    return at->state->rack[at->seat];
}

// May the seat exchange tiles now?
static inline bool wordgame_position_may_exchange(const struct wordgame_position *at)
{
    return at->set->exchange && at->state->in_bag >= at->set->exchange;
}

#endif
