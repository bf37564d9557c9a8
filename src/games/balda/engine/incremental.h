// incremental: incremental move generation: the words that become possible when a square is filled.
// A word that one more letter makes was possible before, unless its path uses that square. So these
// words, and the earlier ones on other squares, are all moves of the new position. This is several
// times as cheap as generating all moves again.
//
//     struct adjacency near[GRID_SQUARES] = {0};
//     balda_through_fn add_word; // called for each word
//     balda_find_through(near, &config->lexicon->graph, 12, 1, add_word, NULL);
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_INCREMENTAL_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_INCREMENTAL_H

#include "games/balda/adjacency.h"

// A bit for each square of a board.
__extension__ typedef unsigned __int128 square_set;

static inline square_set square_bit(unsigned square)
{
    return (square_set)1 << square;
}

// A word packed into one number, five bits a letter, the first letter lowest; for words of at most
// PACKED_LETTERS letters.
enum { PACKED_LETTERS = 12, PACKED_BITS = 5 };

// A word through the given square that one more letter makes.
struct balda_through {
    square_set squares; // of its path
    uint64_t packed;
    uint8_t square, letter; // the letter that is still to be placed
    uint8_t length;
    uint8_t word[WORD_MAX]; // only where it is too long to be packed
};

typedef void balda_through_fn(void *context, const struct balda_through *found);

// Calls the sink for each path through `square`, which has this letter, with one more letter placed
// on an empty square of the path. `near` has an entry for each square of the board.
void balda_find_through(const struct adjacency *near, const struct graph *graph, unsigned square,
                        unsigned letter, balda_through_fn *sink, void *context);

#endif
