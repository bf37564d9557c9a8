// moves: move generation. Every word that one new letter makes possible, found by a depth-first
// walk over the board and through the word graph at once. Each path comes once.
//
// Where square and letter are given, the walk starts at the new letter and uses the GADDAG:
// leftwards to the beginning of the word, then on to its end. Where all squares and letters are
// wanted, it reads words forwards from their beginning (the DAWG part of the graph) and places the
// letter on the way: words have far fewer beginnings than parts, so this takes fewer steps.
//
// The two walks are not one function, because they visit the same paths in different orders, and
// the first path of a word is the one that is played.
//
//     struct grid g;
//     uint8_t board[GRID_SQUARES] = {0};
//     balda_found_fn count_word; // returns true to go on
//     unsigned words = 0;
//     grid_init(&g, 5, false);
//     ok = balda_find_words(&g, &config->lexicon->graph, board, count_word, &words);
#ifndef LOGOMACHY_GAMES_BALDA_MOVES_H
#define LOGOMACHY_GAMES_BALDA_MOVES_H

#include "games/balda/grid.h"
#include "games/balda/move.h"
#include "lexicon/graph.h"

// A word that could be made. Lives until the sink returns. Of the path only the first
// `move.length` squares are set.
struct balda_found {
    struct balda_move move;
    uint8_t word[WORD_MAX]; // letters along the path
};

// Returns false to stop.
typedef bool balda_found_fn(void *context, const struct balda_found *found);

// All words of two letters or more, in an order of its own. Whether a word is of a class in play or
// has been used is for the sink to say. Returns false if the sink stopped it.
bool balda_find_words(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                      balda_found_fn *sink, void *context);

// The same for one square, if a letter may be placed there, and one letter.
bool balda_find_at(const struct grid *grid, const struct graph *graph, const uint8_t *board,
                   unsigned square, unsigned letter, balda_found_fn *sink, void *context);

#endif
