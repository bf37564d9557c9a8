// balda_position: a position of Balda or Bukva as the search needs it: moves are made and taken
// back in place, and all words that can be scored are always at hand.
//
// The words are kept as *options* in layers. The lowest layer has those of the position that the
// search began with; every move adds a layer with the words that it makes possible. A lower layer's
// option stays true until its square is filled or its word is used up, so taking a move back is
// dropping its layer. Each layer is sorted, longest words first.
//
//     struct balda_cursor at = balda_options(&p);
//     while ((option = balda_option_next(&p, &at))) ...
//     balda_position_make(&p, option);
//     ...
//     balda_position_unmake(&p, option);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_POSITION_H

#include "games/balda/engine/vocabulary.h"
#include "games/balda/state.h"

// A letter to put on a square, and a word that it makes.
struct balda_option {
    square_set squares;
    uint32_t word; // its number; VOCABULARY_NONE: the single letter
    uint8_t square, letter, length;
};

// How many options are kept at most; room for them grows with their number.
enum { BALDA_OPTIONS = 1 << 17, BALDA_LAYERS = BALDA_WORDS + 1 };

struct balda_position {
    struct grid grid;
    struct balda_vocabulary vocabulary;
    const struct graph *graph; // the lexicon's, or one with all words that can still come
    bool never;      // a word is used up wherever it lies; else only where paths share a square
    bool single;     // a letter alone may be scored
    unsigned passes; // in a row that make a draw; 0: there is no passing
    bool partial;    // there were more options than can be kept
    uint8_t board[GRID_SQUARES];
    uint8_t longest[GRID_SQUARES]; // no word that can ever come through the square is longer
    struct adjacency near[GRID_SQUARES];
    unsigned empty; // squares
    uint64_t key;   // stands for the board and the words that are used up
    struct balda_option *option;
    struct balda_option *fresh; // those of a layer before they are sorted
    unsigned options, fresh_options;
    unsigned option_room, fresh_room;
    unsigned layer[BALDA_LAYERS + 1]; // where each begins; the last is where the next would
    unsigned layers;
    struct balda_used {
        square_set squares;
        uint32_t word;
    } used[BALDA_WORDS];
    unsigned used_words;
    uint64_t used_bits; // a bit for each used word's number, modulo 64
};

// From a state in which a seat is to place a letter. False: no memory.
bool balda_position_init(struct balda_position *p, const struct config *c,
                         const struct balda_state *b);
void balda_position_release(struct balda_position *p);

void balda_position_make(struct balda_position *p, const struct balda_option *move);

// `move` is the one that was made last.
void balda_position_unmake(struct balda_position *p, const struct balda_option *move);

// The key that the position would have after a move.
uint64_t balda_position_key_after(const struct balda_position *p, const struct balda_option *move);

// All options that can be scored now, longest first. What it gives is valid until a move is made.
struct balda_cursor {
    unsigned length; // that is being looked for; 0: no more
    unsigned layer;
    unsigned at[BALDA_LAYERS];
};
struct balda_cursor balda_options(const struct balda_position *p);
const struct balda_option *balda_option_next(const struct balda_position *p,
                                             struct balda_cursor *c);

// Points of the best option; 1 for a single letter, 0 where nothing can be scored.
int balda_position_best(const struct balda_position *p);

// What the other side can score for sure after this move: on another square, with another word that
// is there already.
int balda_position_sure_answer(const struct balda_position *p, const struct balda_option *move);

// The single letter as an option.
struct balda_option balda_single(unsigned square, unsigned letter);

// May a letter be put there?
bool balda_position_open(const struct balda_position *p, unsigned square);

#endif
