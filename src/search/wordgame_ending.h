// wordgame_ending: a position at the end of a Word Game, when the bag is empty and all is known,
// with its moves at hand. Moves can be made and taken back.
//
// Tiles only leave the racks by then, so a line (games/wordgame/gen_board.h) that no move has
// changed has the moves that it had before, less those whose tiles are gone. So the moves of a seat
// are kept by line, and only those of lines that a move changes are looked for again.
//
//     struct ending *e = malloc(sizeof *e);
//     if (!e || !ending_init(e, &set, graph)) ...no memory...
//     ending_load(e, state);
//     if (!ending_find(e, e->turn)) ...no memory...
//     for (unsigned i = 0; i < GEN_LINES; i++)
//         for each move of e->list[e->turn][i]: if (ending_may(e, e->turn, move)) ...
//     ending_make(e, move);
//     ending_back(e);
//     ending_release(e);
//
// It takes up about half a megabyte, so it belongs on the heap.
#ifndef LOGOMACHY_SEARCH_WORDGAME_ENDING_H
#define LOGOMACHY_SEARCH_WORDGAME_ENDING_H

#include "games/wordgame/gen_board.h"
#include "games/wordgame/gen_rack.h"

enum {
    ENDING_PLACINGS = 2 * RACK_MAX, // each puts a tile, and there are so many
    ENDING_MADE = 64,               // moves that can be made one after the other, passes too
};

struct ending_move {
    uint64_t used;    // tiles, a byte for each kind that the seat had at first
    uint32_t touches; // lines that it changes, a bit each
    uint32_t name;    // the same for the same placement, never 0
    int32_t points;
    uint16_t value; // of its tiles
    uint8_t tiles;  // how many; 0: a pass
    uint8_t line;   // that it lies in
    struct wordgame_placement placement;
};

// The moves of a seat in a line, some of which it may lack tiles for by now: numbers in `pool`.
struct ending_list {
    uint32_t first, end;
    bool known;
};

// All of a position that is neither on the board nor in the pool.
struct ending_now {
    struct ending_list list[WORDGAME_SEATS][GEN_LINES];
    uint64_t rack[WORDGAME_SEATS];    // a byte for each kind
    int32_t value[WORDGAME_SEATS];    // of the tiles on it
    unsigned in_rack[WORDGAME_SEATS]; // how many there are
    unsigned turn, passes, scoreless;
    uint64_t key; // of tiles on the board and on racks, since it was loaded
    uint32_t moves;
    bool placed; // the last move put tiles
};

struct ending {
    const struct wordgame_set *set;
    struct gen_board board;
    struct gen_rack rack;
    uint8_t kind[WORDGAME_SEATS][RACK_MAX]; // that each byte of a rack stands for
    struct ending_now now;
    struct ending_now before[ENDING_MADE]; // each move
    unsigned made;
    struct ending_move *pool; // owned
    uint32_t room;
};

// What it is given stays where it is. False: no memory.
bool ending_init(struct ending *e, const struct wordgame_set *set, const struct graph *graph);
void ending_release(struct ending *e);

// A whole state with an empty bag.
void ending_load(struct ending *e, const struct wordgame_state *w);

// Looks for the moves of a seat in all lines that have none known. False: no memory.
bool ending_find(struct ending *e, unsigned seat);

// Makes a move of the seat whose turn it is; one of tiles 0 is a pass. `move` may be in the pool.
void ending_make(struct ending *e, const struct ending_move *move);
void ending_back(struct ending *e);

// Has the game ended by the last move, which was the other's? `gain` is then what the seat that
// would be to move gets; else what it would get if both had to stop here.
bool ending_over(const struct ending *e, int32_t *gain);

// Has a seat the tiles for a move?
static inline bool ending_may(const struct ending *e, unsigned seat, const struct ending_move *m)
{
    const uint64_t top = UINT64_C(0x8080808080808080);
    return (((e->now.rack[seat] | top) - m->used) & top) == top;
}

// What a seat's tiles cost it when the other goes out.
static inline int32_t ending_loss(const struct ending *e, int32_t value)
{
    return e->set->transfer ? 2 * value : value;
}

// The key of the position, with whose turn it is.
uint64_t ending_key(const struct ending *e);

#endif
