// balda_through: the words that become possible when a square has been filled. A word that one more
// letter makes possible was possible before, too, unless it runs through that square: so these, and
// what there was before on other squares, are all the moves of the new position. Looking only for
// them makes a step in the search several times as cheap as a whole generation of moves.
#ifndef LOGOMACHY_GAMES_BALDA_ENGINE_THROUGH_H
#define LOGOMACHY_GAMES_BALDA_ENGINE_THROUGH_H

#include "games/balda/adjacency.h"

// A bit for each square of a board.
__extension__ typedef unsigned __int128 square_set;

static inline square_set square_bit(unsigned square)
{
    return (square_set)1 << square;
}

// Letters of a word in one number, five bits each, the first letter lowest; only for words of at
// most PACKED_LETTERS letters.
enum { PACKED_LETTERS = 12, PACKED_BITS = 5 };

// A word that one more letter makes, running through the given square.
struct balda_through {
    square_set squares; // of its path
    uint64_t packed;
    uint8_t square, letter; // the letter that is still to be put
    uint8_t length;
    uint8_t word[WORD_MAX]; // filled only where it is too long to be packed
};

typedef void balda_through_fn(void *context, const struct balda_through *found);

// Calls the sink for each path through `square`, which has this letter, with one more letter put on
// an empty square of the path. `near` has one for each square of the board.
void balda_find_through(const struct adjacency *near, const struct graph *graph, unsigned square,
                        unsigned letter, balda_through_fn *sink, void *context);

#endif
