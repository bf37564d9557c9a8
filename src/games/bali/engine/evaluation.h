// evaluation: what columns are worth to their seat, and the candidate moves of a position, ranked
// by how much they change that. A column is worth its points if it is a word, and its possible
// completions (games/bali/engine/completions.h): for each the points times the chance that the
// missing cards come along.
//
//     struct bali_position position;
//     static struct bali_completions completions;
//     struct bali_candidate list[8];
//     bali_position_init(&position, config, bali_state(view));
//     if (bali_completions_open(&completions, config, bali_state(view), &(struct humanlike){0})) {
//         unsigned count =
//             bali_candidates(&position, &completions, &bali_weights_alone, list, 8);
//         ok = count > 0; /* list[0] is the best */
//     }
//     bali_completions_release(&completions);
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_EVALUATION_H
#define LOGOMACHY_GAMES_BALI_ENGINE_EVALUATION_H

#include "games/bali/engine/completions.h"
#include "games/bali/engine/position.h"

enum { BALI_LENGTHS = 8 };

// The weights of the evaluation.
struct bali_weights {
    float missed;                  // chance not to get a card of which one is in the deck
    float trust[BALI_LENGTHS + 1]; // in completions, by the run's length; the last for all longer
    float next[2];                 // per chance that the next card extends it: short, long runs
    float fresh;                   // of a new card from the deck
    float joker;                   // of an open joker
    float table;                   // of a single card on the table, against one in the deck
    float steal;                   // of the value of other seats' columns that a join uses
    float card;                    // of each card in the deck, to a seat alone
    float hold;                    // of a column's value, until it is taken
};

// For one seat, and for several.
extern const struct bali_weights bali_weights_alone, bali_weights_versus;

struct bali_candidate {
    struct bali_move move;
    float gain;
};

// The best moves of the seat whose turn it is, best first, at most `most`. 0: it can only pass, or
// a seat alone can do nothing any more.
unsigned bali_candidates(const struct bali_position *p, struct bali_completions *completions,
                         const struct bali_weights *weights, struct bali_candidate *out,
                         unsigned most);

// Points of each seat and the value of its columns.
void bali_evaluate(const struct bali_position *p, struct bali_completions *completions,
                   const struct bali_weights *weights, float out[SEATS_MAX]);

#endif
