// wordgame_leave: what tiles that stay on a rack are worth for the moves to come, in thousandths of
// a point. A *model* is a flat value of a few thousand numbers, made by training. It knows how many
// of each tile there are, which two go together, whether vowels and consonants are in balance, and
// that all of this counts less the fewer tiles there are to be drawn.
//
//     int32_t leave[GEN_CHOICES];
//     wordgame_leave_table(&model, &rack, in_bag, leave);
//     leave[mask]                                  // what is left, as a mask of places of the rack
//
// All choices of tiles are worked out in one pass, each from one with a tile less, so the generator
// has only to look them up.
#ifndef LOGOMACHY_SEARCH_WORDGAME_LEAVE_H
#define LOGOMACHY_SEARCH_WORDGAME_LEAVE_H

#include "games/wordgame/gen_rack.h"

enum { LEAVE_BAG = 100, LEAVE_WHOLE = 1000 };

struct wordgame_leave {
    int32_t tile[TILE_KINDS][RACK_MAX];          // of the first of a kind, the second...
    int32_t pair[TILE_KINDS][TILE_KINDS];        // of two kinds that are both there; symmetric
    int32_t balance[RACK_MAX + 1][RACK_MAX + 1]; // by number of vowels, and of other letters
    uint8_t vowel[TILE_KINDS];                   // 1: it is one
    // How much of it counts, in LEAVE_WHOLE-ths, with so many tiles in the bag; the last for more.
    uint16_t weight[LEAVE_BAG + 1];
};

// Nothing is worth anything; all of it would count.
void wordgame_leave_clear(struct wordgame_leave *m);

// The values of all choices of tiles, by mask. `in_bag`: tiles that can still be drawn, at least 1.
void wordgame_leave_table(const struct wordgame_leave *m, const struct gen_rack *rack,
                          unsigned in_bag, int32_t leave[GEN_CHOICES]);

// The same once the bag is empty: what is left counts against its owner, and more so since the
// other may go out first; who has nothing left gets what the rules give for the other's tiles,
// which are worth `other` points.
void wordgame_leave_last(const struct wordgame_set *set, const struct gen_rack *rack, int other,
                         int32_t leave[GEN_CHOICES]);

#endif
