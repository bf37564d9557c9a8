// position: a position for searching: moves are made and unmade in place, the list of scoring words
// is updated incrementally, and the key is a Zobrist hash of the board and the words that are used
// up.
//
// The words are kept as *options* in layers. The lowest layer has those of the root; each move adds
// a layer with the words that it makes possible. An option stays valid until its square is filled
// or its word is used up, so unmaking a move drops its layer. Each layer is sorted, longest words
// first.
//
//     struct balda_position p = {0};
//     if (balda_position_load(&p, config, balda_state(state))) {
//         struct balda_cursor at = balda_options(&p);
//         const struct balda_option *longest = balda_option_next(&p, &at);
//         struct balda_option move = longest ? *longest : balda_single(0, 1);
//         balda_position_make(&p, &move);
//         balda_position_unmake(&p, &move);
//     }
//     balda_position_release(&p);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_POSITION_H

#include "games/balda/engine/vocabulary.h"
#include "games/balda/state.h"

// A letter to place on a square, and a word that it makes.
struct balda_option {
    square_set squares;
    uint32_t word; // its number; VOCABULARY_NONE: the single letter
    uint8_t square, letter, length;
};

// The most options that are kept; their array grows with their number.
enum { BALDA_OPTIONS = 1 << 17, BALDA_LAYERS = BALDA_WORDS + 1 };

// Zeroed: none, without memory.
struct balda_position {
    struct grid grid;
    const struct graph *graph; // the lexicon's, or one of all words that can still come
    bool never;      // a word is used up wherever it lies; else only where paths share a square
    bool single;     // a letter alone may be scored
    unsigned passes; // in a row that make a draw; 0: there is no passing
    bool partial;    // there were more options than can be kept
    uint8_t board[GRID_SQUARES];
    uint8_t longest[GRID_SQUARES]; // no word that can ever come through the square is longer
    struct adjacency near[GRID_SQUARES];
    unsigned empty; // squares
    uint64_t key;   // Zobrist hash of the board and the words that are used up
    unsigned options, fresh_options;
    unsigned layer[BALDA_LAYERS + 1]; // where each begins; the last is where the next would
    unsigned layers;
    struct balda_used {
        square_set squares;
        uint32_t word;
    } used[BALDA_WORDS];
    unsigned used_words;
    uint64_t used_bits; // Bloom filter: a bit for each used word's number modulo 64
    // Memory that outlives the position: the next one to be loaded uses it, too.
    struct balda_vocabulary vocabulary;
    struct balda_option *option;
    struct balda_option *fresh; // those of the new layer, not sorted yet
    size_t option_cap, fresh_cap;
};

// From a state in which a seat is to place a letter. Borrows the lexicon. Replaces the position
// that was loaded before. False: no memory.
bool balda_position_load(struct balda_position *p, const struct config *c,
                         const struct balda_state *b);
void balda_position_trim(struct balda_position *p); // gives up large memory; the position is gone
void balda_position_release(struct balda_position *p);

void balda_position_make(struct balda_position *p, const struct balda_option *move);

// `move` must be the last one that was made.
void balda_position_unmake(struct balda_position *p, const struct balda_option *move);

// The key of the position after a move.
uint64_t balda_position_key_after(const struct balda_position *p, const struct balda_option *move);

// Iterates over the options that can be scored now, longest first: a merge of the layers. A move
// invalidates the cursor.
struct balda_cursor {
    unsigned length; // of the options that come next; 0: no more
    unsigned layer;
    unsigned at[BALDA_LAYERS];
};
struct balda_cursor balda_options(const struct balda_position *p);
const struct balda_option *balda_option_next(const struct balda_position *p,
                                             struct balda_cursor *c);

// Points of the best option; 1 for a single letter, 0 where nothing can be scored.
int balda_position_best(const struct balda_position *p);

// A lower bound on the best reply to this move: an option on another square with another word.
int balda_position_sure_answer(const struct balda_position *p, const struct balda_option *move);

// The single letter as an option.
struct balda_option balda_single(unsigned square, unsigned letter);

// May a letter be placed there?
bool balda_position_open(const struct balda_position *p, unsigned square);

#endif
