// wordgame_gen_board: the board as the move generator needs it, updated incrementally from move to
// move.
//
// A board has 30 *lines*: 15 rows, then 15 columns. Each line knows its *anchors*, the empty
// squares of which a move must cover one, and the *cross-set* of each empty square, the letters
// that form a word across. A *slot* of a line is a way to put a number of tiles from a first square
// on: it fixes the squares of the new tiles, the letters that the word goes through, and the factor
// of a tile's value on each square. None of that depends on a rack, so it is computed when the
// board changes, and only in the lines that a move affects: those of the new tiles, and those with
// a square whose cross word has changed. Generating moves is then matching slots with racks. A slot
// that no letter fits is not kept.
//
// Lines are immutable: a move puts new ones in the place of those it changes, and undoing it puts
// the old ones back.
//
//     const struct wordgame_state *w = wordgame_state(state);
//     struct wordgame_gen_board b;
//     if (wordgame_gen_board_init(&b, &w->set, &config->lexicon->graph, NULL, 0)) {
//         wordgame_gen_board_load(&b, w->board);
//         wordgame_gen_board_release(&b);
//     }
#ifndef LOGOMACHY_GAMES_WORDGAME_GENERATOR_BOARD_H
#define LOGOMACHY_GAMES_WORDGAME_GENERATOR_BOARD_H

#include "games/wordgame/move.h"

#include <stdalign.h>

enum {
    WORDGAME_GEN_LINES = 2 * BOARD_SIDE,
    WORDGAME_GEN_SLOTS = BOARD_SIDE * RACK_MAX,
    WORDGAME_GEN_SQUARES = 16,
    WORDGAME_GEN_LINE_BITS = (1 << BOARD_SIDE) - 1,
    WORDGAME_GEN_NO_SLOT = 255,
};

struct wordgame_gen_slot {
    uint64_t key;     // of the letters that the word goes through
    uint16_t squares; // that get a new tile, a bit each
    uint16_t factor;  // of the whole main word
    uint8_t start, length;
    uint8_t tiles;        // how many are put
    uint8_t cross_factor; // of all cross words
};

// Arrays by square have 16 places, so that a word's letters can be compared all at once.
struct wordgame_gen_line {
    uint8_t tile[WORDGAME_GEN_SQUARES];   // as on the board
    uint8_t letter[WORDGAME_GEN_SQUARES]; // 0: empty
    uint32_t cross_allow
        [WORDGAME_GEN_SQUARES]; // letters that fit the cross word; of a filled square its own
    uint32_t line_allow[WORDGAME_GEN_SQUARES]; // letters that can stand beside the line's own tiles
    uint32_t allow[WORDGAME_GEN_SQUARES];      // both
    int32_t cross[WORDGAME_GEN_SQUARES]; // points of the cross word's old tiles, times its factor
    int16_t
        factor[WORDGAME_GEN_SQUARES]; // of a new tile's value in the main word; times the word's
    int16_t across[WORDGAME_GEN_SQUARES]; // the same in the cross word, times that word's; 0: none
    uint8_t word[WORDGAME_GEN_SQUARES];   // word factor
    uint8_t value[WORDGAME_GEN_SQUARES];  // of the tile that lies there
    uint16_t filled, crossed;             // squares with a tile; empty ones with a cross word
    uint16_t anchors;                     // empty squares, at least one of which a move fills
    uint16_t limited;                     // empty squares on which not all letters are allowed
    uint8_t down;                         // 1: a column
    uint8_t index;                        // which row or column
    unsigned slots;
    uint8_t slot_at[BOARD_SIDE]
                   [RACK_MAX + 1]; // by first square and number of tiles; WORDGAME_GEN_NO_SLOT
    struct wordgame_gen_slot slot[WORDGAME_GEN_SLOTS];
    int32_t base[WORDGAME_GEN_SLOTS]; // points of a slot without those of the new tiles
    // The factors of new tiles' values, largest first, then zeros.
    alignas(16) int16_t sorted[WORDGAME_GEN_SLOTS][RACK_MAX];
};

struct wordgame_gen_board {
    const struct wordgame_settings *set;
    const struct graph *graph;
    uint64_t key[TILE_KINDS];
    uint8_t tile[BOARD_SQUARES];
    unsigned filled;
    struct wordgame_gen_line *line[WORDGAME_GEN_LINES];
    struct wordgame_gen_line *pool;  // owned: all lines
    struct wordgame_gen_line **idle; // owned: those that nothing uses
    unsigned idles;
    struct wordgame_gen_change {
        struct wordgame_gen_line *before;
        uint8_t line;
    } * change; // owned: what can be taken back
    unsigned changes;
    struct wordgame_gen_try {
        unsigned changes; // that there were before
        uint8_t tiles, square[RACK_MAX];
    } * tried; // owned: moves that can be taken back
    unsigned tries, depth;
};

// `keys` are a word map's, or NULL if there is none. All three stay where they are.
bool wordgame_gen_board_init(struct wordgame_gen_board *b, const struct wordgame_settings *set,
                             const struct graph *graph, const uint64_t *keys, unsigned depth);
void wordgame_gen_board_release(struct wordgame_gen_board *b);

void wordgame_gen_board_load(struct wordgame_gen_board *b, const uint8_t board[BOARD_SQUARES]);

// Updates one line only; the other lines become invalid.
void wordgame_gen_board_line(struct wordgame_gen_board *b, const uint8_t board[BOARD_SQUARES],
                             unsigned index);

// A legal placement for good; nothing can be taken back behind it.
void wordgame_gen_board_place(struct wordgame_gen_board *b, const struct wordgame_placement *p);

// One that wordgame_gen_board_back() takes back; the last one first.
void wordgame_gen_board_try(struct wordgame_gen_board *b, const struct wordgame_placement *p);
void wordgame_gen_board_back(struct wordgame_gen_board *b);

// How many letters a word has at least.
static inline unsigned wordgame_gen_board_least(const struct wordgame_gen_board *b)
{
    return b->filled || b->set->first_word < 2 ? 2 : b->set->first_word;
}

#endif
