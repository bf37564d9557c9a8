// bali_beam: how far a seat alone comes from a position if the deck is in the order that the
// position has: a beam search. Of all positions with the same number of cards in the deck the best
// few are kept, and of each the moves that promise most are tried.
//
//     struct bali_beam beam = {.hopes = &hopes, .taste = &bali_alone, .width = 8, .moves = 4};
//     if (bali_beam_init(&beam) && bali_beam_run(&beam, &position, 16, &end)) ...end.total...
//     bali_beam_release(&beam);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_BEAM_H
#define LOGOMACHY_GAMES_BALI_ENGINE_BEAM_H

#include "games/bali/engine/evaluation.h"

enum { BEAM_MOVES = 64 };

struct bali_beam_layer {
    struct bali_position *position;
    float *worth;          // of each; apart, since they are gone through for every new one
    unsigned count, least; // which of them is worth least, once there are as many as are kept
};

struct bali_beam {
    struct bali_hopes *hopes;
    const struct bali_taste *taste;
    unsigned width; // positions that are kept
    unsigned moves; // that are tried in each, BEAM_MOVES at most
    // Asked before each position is looked at; true ends it. NULL: nobody asks.
    bool (*stop)(void *context);
    void *context;
    struct bali_beam_layer layer[BALI_PACK + 1]; // by the cards in the deck
};

struct bali_beam_end {
    float total; // points, and what is still hoped for where it does not go on to the end
    bool bali;
};

// With everything above the layers set. False: no memory.
bool bali_beam_init(struct bali_beam *b);
void bali_beam_release(struct bali_beam *b);

// Looks ahead until so many cards have been drawn, or to the end. For one pack, and a game that is
// not over. False: stopped.
bool bali_beam_run(struct bali_beam *b, const struct bali_position *from, unsigned cards,
                   struct bali_beam_end *out);

#endif
