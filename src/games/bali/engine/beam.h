// beam: beam search for a seat alone, in a deck of known order. Positions are layered by the cards
// left in the deck. Of each layer the `width` best are kept, and of each position the `moves` most
// promising candidates are expanded. An empty deck is solved exactly (endgame_alone.h).
//
// A beam can run many times, and keeps its layers: 80 kB for each position of its width.
//
//     struct bali_position position;
//     static struct bali_completions completions;
//     static struct bali_beam beam;
//     struct bali_beam_end end = {0};
//     bali_position_init(&position, config, bali_state(view));
//     ok = bali_completions_open(&completions, config, bali_state(view), &(struct humanlike){0});
//     struct engine_options options = {.level = 6};
//     struct deadline deadline;
//     deadline_init(&deadline, &options, 1);
//     struct deadline_watch watch = deadline_watch(&deadline, 0, DEADLINE_NO_LIMIT);
//     beam.how = (struct bali_beam_how){.completions = &completions,
//                                       .weights = &bali_weights_alone,
//                                       .width = 8,
//                                       .moves = 4,
//                                       .watch = &watch};
//     ok = ok && bali_beam_reserve(&beam) && bali_beam_run(&beam, &position, 16, &end);
//     bali_beam_release(&beam);
//     bali_completions_release(&completions);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_BEAM_H
#define LOGOMACHY_GAMES_BALI_ENGINE_BEAM_H

#include "engine/candidates.h"
#include "engine/deadline.h"
#include "games/bali/engine/evaluation.h"

enum { BEAM_MOVES = 64 };

struct bali_beam_layer {
    struct bali_position *position;
    struct candidate_pool
        pool; // by value; kept apart, since each new position is compared with all
};

// How it searches; borrows what it points to.
struct bali_beam_how {
    struct bali_completions *completions;
    const struct bali_weights *weights;
    unsigned width;               // positions kept in a layer
    unsigned moves;               // candidates expanded in each, BEAM_MOVES at most
    struct deadline_watch *watch; // counts positions
};

// Zeroed: without memory.
struct bali_beam {
    struct bali_beam_how how;
    struct bali_beam_layer layer[BALI_PACK + 1]; // by the cards in the deck
    struct bali_position *position;              // of all layers; owned, as the values are
    float *value;
    unsigned room; // the width that there is memory for
};

struct bali_beam_end {
    float total; // points, and the value of the columns where the search ends before the game
    bool bali;
};

// Makes room for the width. False: no memory.
bool bali_beam_reserve(struct bali_beam *b);
void bali_beam_release(struct bali_beam *b);

// Searches until `cards` cards have been drawn, or to the end. For one pack, and a game that is not
// over. False: the watch is over.
bool bali_beam_run(struct bali_beam *b, const struct bali_position *from, unsigned cards,
                   struct bali_beam_end *out);

#endif
