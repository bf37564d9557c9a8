// wordgame_ending: a position at the end of a Word Game, when the bag is empty and all is known,
// with its moves at hand. Moves can be made and taken back.
//
// Tiles only leave the racks by then. So a line (games/wordgame/gen_board.h) that no move has
// changed has the moves that it had before, less those whose tiles are gone, and only the lines
// that a move changes are looked at again. Most of these have been seen before, on other ways:
// moves are kept by the tiles that lie in a line and at its sides, and by those on the rack.
//
//     struct ending *e = malloc(sizeof *e);
//     if (!e || !ending_init(e, &set, graph)) ...no memory...
//     ending_load(e, state);
//     if (!ending_find(e, e->now.turn)) ...no memory...
//     for (unsigned i = 0; i < GEN_LINES; i++)
//         for each number of e->now.list[e->now.turn][i]:
//             if (ending_may(e, e->now.turn, &e->move[number])) ...
//     ending_make(e, number);
//     ending_back(e);
//     ending_release(e);
//
// It is large, so it belongs on the heap.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_CACHE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_CACHE_H

#include "games/wordgame/gen_board.h"
#include "games/wordgame/gen_rack.h"

enum {
    ENDING_MADE = 64,       // moves that can be made one after the other, passes too
    ENDING_PASS = 0,        // the number of passing
    ENDING_KEPT = 1 << 19,  // moves that are kept; behind them they are only found for now
    ENDING_CACHE_BITS = 18, // of the places of the cache, at most
};

struct ending_move {
    uint64_t used;    // tiles, a byte for each kind that the seat had at first
    uint32_t touches; // lines that it changes, a bit each
    uint32_t name;    // the same for the same placement; 0: a pass
    int32_t points;
    uint16_t value; // of its tiles
    uint8_t tiles;  // how many
    uint8_t line;   // that it lies in
};

// The moves of a seat in a line, for some of which it may lack tiles by now: numbers of `move`.
struct ending_list {
    uint32_t first, end;
};

// All of a position but the board.
struct ending_now {
    struct ending_list list[WORDGAME_SEATS][GEN_LINES];
    uint64_t looks[GEN_LINES];        // what each line looks like
    uint32_t seen;                    // lines of which that is known, a bit each
    uint32_t known[WORDGAME_SEATS];   // lines whose moves are
    uint64_t rack[WORDGAME_SEATS];    // a byte for each kind
    int32_t value[WORDGAME_SEATS];    // of the tiles on it
    unsigned in_rack[WORDGAME_SEATS]; // how many there are
    unsigned turn, passes, scoreless;
    uint64_t key;     // of tiles on the board and on racks, since it was loaded
    uint32_t passing; // moves that are not kept
};

struct ending {
    const struct wordgame_set *set;
    uint8_t tile[BOARD_SQUARES]; // of the board
    unsigned filled;
    // The rows, the columns, each as it looked when moves were last looked for in it.
    struct gen_board lines[2];
    uint64_t made_of[GEN_LINES];
    uint8_t kind[WORDGAME_SEATS][RACK_MAX]; // that each byte of a rack stands for
    uint64_t kinds[WORDGAME_SEATS];         // a key for that
    struct ending_now now;
    struct {
        struct ending_now now;
        uint8_t squares, square[RACK_MAX];
    } before[ENDING_MADE]; // each move
    unsigned made;
    // Owned. Moves have numbers in both; the first is the pass.
    struct ending_move *move;
    struct wordgame_placement *placement;
    uint32_t kept, room;
    struct ending_seen {
        uint64_t looks; // of a line, and the rack that moves were looked for with
        struct ending_list list;
    } * cache; // owned; grows
    unsigned cache_bits;
    size_t cached;
};

// What it is given stays where it is. False: no memory.
bool ending_init(struct ending *e, const struct wordgame_set *set, const struct graph *graph);
void ending_release(struct ending *e);

// A whole state with an empty bag.
void ending_load(struct ending *e, const struct wordgame_state *w);

// Looks for the moves of a seat in all lines whose moves are not known. False: no memory.
bool ending_find(struct ending *e, unsigned seat);

// Makes a move of the seat whose turn it is.
void ending_make(struct ending *e, uint32_t number);
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
