// wordgame_leave: the value of the tiles that stay on a rack (the leave), in thousandths of a
// point. The model, made by training, has a value for each tile on a rack and for each pair of
// tiles. A leave is worth the expected value of the rack it becomes, over the tiles that can be
// drawn: those that its owner has not seen. So a Q is worth less when no U is left, and drawing
// many tiles from a good bag pays. Once the bag is empty the model counts how many tiles both seats
// have left, and which.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     static struct wordgame_leave model;
//     struct wordgame_gen_rack rack;
//     int32_t leave[WORDGAME_GEN_CHOICES]; /* by mask of the rack's places */
//     uint8_t unseen[TILE_KINDS];
//     struct wordgame_leave_bag bag = {.unseen = unseen, .in_bag = w->in_bag, .rack = w->set.rack};
//     wordgame_unseen(w, seat, unseen);
//     wordgame_gen_rack_tiles(&rack, &w->set, w->rack[seat]);
//     wordgame_leave_table(&model, &rack, &bag, leave);
//
// All choices of tiles are computed in one pass, each from one with a tile less; the generator only
// looks them up.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_LEAVE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_LEAVE_H

#include "games/wordgame/generator/rack.h"
#include "games/wordgame/state.h"

struct wordgame_leave {
    int32_t tile[TILE_KINDS];             // on a rack
    int32_t pair[TILE_KINDS][TILE_KINDS]; // any two on a rack, of one kind too; symmetric
    // Once the bag is empty: of each tile that is kept, by the numbers of tiles that this seat
    // and the other keep, and of keeping any, for each point that the other's tiles are worth.
    int32_t last[TILE_KINDS], kept[RACK_MAX + 1][RACK_MAX + 1], other;
    bool ends; // whether these are known
};

// The tiles that can be drawn.
struct wordgame_leave_bag {
    const uint8_t *unseen; // by kind, what the owner of the rack has not seen
    unsigned in_bag;       // tiles that can still be drawn, at least 1
    unsigned rack;         // tiles on a full rack
};

// Sets all values to 0.
void wordgame_leave_clear(struct wordgame_leave *m);

// The values of all choices of tiles, by mask; keeping nothing is worth 0.
void wordgame_leave_table(const struct wordgame_leave *m, const struct wordgame_gen_rack *rack,
                          const struct wordgame_leave_bag *bag,
                          int32_t leave[WORDGAME_GEN_CHOICES]);

// The tiles that the other has left once the bag is empty.
struct wordgame_leave_other {
    unsigned tiles;
    int value;
};

// The same once the bag is empty, for a model that knows the end.
void wordgame_leave_end(const struct wordgame_leave *m, const struct wordgame_settings *set,
                        const struct wordgame_gen_rack *rack,
                        const struct wordgame_leave_other *other,
                        int32_t leave[WORDGAME_GEN_CHOICES]);

// The same without a model: leftover tiles count against their owner, and more so since the other
// may go out first; a seat with nothing left gets what the rules give for the other's tiles, which
// are worth `other` points.
void wordgame_leave_last(const struct wordgame_settings *set, const struct wordgame_gen_rack *rack,
                         int other, int32_t leave[WORDGAME_GEN_CHOICES]);

#endif
