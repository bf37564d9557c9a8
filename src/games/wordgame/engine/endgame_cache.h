// wordgame_endgame_cache: a Word Game position once the bag is empty and nothing is hidden, with
// make and undo and a cache of its moves.
//
// By then tiles only leave the racks. A line (games/wordgame/generator/board.h) that a move leaves
// alone keeps its moves, less those whose tiles are gone; only the lines that a move changes need
// new ones. Most of those have been met before in other branches of the search, so the moves of a
// line are cached by the hash of the line and its surroundings and by the rack.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     static struct wordgame_endgame_cache e;
//     if (wordgame_endgame_cache_init(&e, &w->set, &config->lexicon->graph)) {
//         wordgame_endgame_cache_load(&e, w);
//         wordgame_endgame_cache_make(&e, WORDGAME_ENDGAME_PASS);
//         wordgame_endgame_cache_undo(&e);
//         wordgame_endgame_cache_release(&e);
//     }
//
// It is large, so it belongs on the heap.
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_CACHE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_ENDGAME_CACHE_H

#include "engine/hash_table.h"
#include "games/wordgame/generator/board.h"
#include "games/wordgame/generator/rack.h"

enum {
    WORDGAME_ENDGAME_PLIES = 64, // moves that can be made one after the other, passes too
    WORDGAME_ENDGAME_PASS = 0,   // the number of passing
    WORDGAME_ENDGAME_MOVES_KEPT =
        1 << 19, // moves that are kept; behind them they are only found for now
    WORDGAME_ENDGAME_CACHE_BITS = 18, // of the places of the cache, at most
};

struct wordgame_endgame_move {
    uint64_t used;    // tiles, a byte for each kind that the seat had at first
    uint32_t touches; // lines that it changes, a bit each
    uint32_t hash;    // of the placement; 0: a pass
    int32_t points;
    uint16_t value; // of its tiles
    uint8_t tiles;  // how many
    uint8_t line;   // that it lies in
};

// The moves of a seat in a line, as numbers of `move`. Some may be stale, their tiles gone: check
// wordgame_endgame_cache_can_play().
struct wordgame_endgame_list {
    uint32_t first, end;
};

// A node of the search: all of a position but the board.
struct wordgame_endgame_node {
    struct wordgame_endgame_list list[WORDGAME_SEATS][WORDGAME_GEN_LINES];
    uint64_t line_hash[WORDGAME_GEN_LINES]; // of each line with its surroundings
    uint32_t hashed;                        // lines whose hash is up to date, a bit each
    uint32_t known[WORDGAME_SEATS];         // lines whose list is, a bit each
    uint64_t rack[WORDGAME_SEATS];          // a byte for each kind
    int32_t value[WORDGAME_SEATS];          // of the tiles on it
    unsigned in_rack[WORDGAME_SEATS];       // how many there are
    unsigned turn, passes, scoreless;
    uint64_t key;       // Zobrist key of the tiles on board and racks, relative to the loaded state
    uint32_t transient; // moves behind the kept ones, valid in this node only
};

struct wordgame_endgame_cache {
    const struct wordgame_settings *set;
    uint8_t tile[BOARD_SQUARES]; // of the board
    unsigned filled;
    // The rows and the columns, each as it was when moves were last generated in it; and its hash
    // then.
    struct wordgame_gen_board lines[2];
    uint64_t built_from[WORDGAME_GEN_LINES];
    uint8_t kind[WORDGAME_SEATS][RACK_MAX]; // that each byte of a rack stands for
    uint64_t kinds[WORDGAME_SEATS];         // a key for that
    struct wordgame_endgame_node now;
    struct {
        struct wordgame_endgame_node now;
        uint8_t squares, square[RACK_MAX];
    } before[WORDGAME_ENDGAME_PLIES]; // each move
    unsigned made;
    // Owned. Moves have numbers in both; the first is the pass.
    struct wordgame_endgame_move *move;
    struct wordgame_placement *placement;
    uint32_t kept;
    size_t move_cap, placement_cap;
    struct hash_table lines_seen; // struct wordgame_endgame_cache_entry
};

struct wordgame_endgame_cache_entry {
    uint64_t hash; // of the line and the rack that its moves were generated for
    struct wordgame_endgame_list list;
};

// The arguments are borrowed. False: no memory.
bool wordgame_endgame_cache_init(struct wordgame_endgame_cache *e,
                                 const struct wordgame_settings *set, const struct graph *graph);
void wordgame_endgame_cache_release(struct wordgame_endgame_cache *e);

// The memory of the moves that it has found.
size_t wordgame_endgame_cache_bytes(const struct wordgame_endgame_cache *e);

// A whole state with an empty bag.
void wordgame_endgame_cache_load(struct wordgame_endgame_cache *e, const struct wordgame_state *w);

// Brings the move lists of a seat up to date. False: no memory.
bool wordgame_endgame_cache_find(struct wordgame_endgame_cache *e, unsigned seat);

// Makes a move of the seat whose turn it is.
void wordgame_endgame_cache_make(struct wordgame_endgame_cache *e, uint32_t number);
void wordgame_endgame_cache_undo(struct wordgame_endgame_cache *e);

// Has the game ended by the last move, which was the other's? `gain` is then what the seat that
// would be to move gets; else what it would get if both had to stop here.
bool wordgame_endgame_cache_over(const struct wordgame_endgame_cache *e, int32_t *gain);

// Does a seat still have the tiles for a move?
static inline bool wordgame_endgame_cache_can_play(const struct wordgame_endgame_cache *e,
                                                   unsigned seat,
                                                   const struct wordgame_endgame_move *m)
{
    const uint64_t top = UINT64_C(0x8080808080808080);
    return (((e->now.rack[seat] | top) - m->used) & top) == top;
}

// The loss of a seat for its tiles when the other goes out.
static inline int32_t wordgame_endgame_cache_loss(const struct wordgame_endgame_cache *e,
                                                  int32_t value)
{
    return e->set->transfer ? 2 * value : value;
}

// The Zobrist key of the position, with whose turn it is.
uint64_t wordgame_endgame_cache_key(const struct wordgame_endgame_cache *e);

#endif
