// bali_worth: what columns are worth to who owns them, and the moves of a position by what they
// change of that. A column is worth its points if it is a word, and what it may become: for each
// hope (games/bali/engine/completions.h) the points times the chance that the missing cards come
// along.
//
//     struct bali_choice list[8];
//     unsigned count = bali_choices(&position, &hopes, &bali_alone, list, 8); // best first
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_EVALUATION_H
#define LOGOMACHY_GAMES_BALI_ENGINE_EVALUATION_H

#include "games/bali/engine/completions.h"
#include "games/bali/engine/position.h"

enum { BALI_LENGTHS = 8 };

// What the judgement goes by, for one seat and for several.
struct bali_taste {
    float missed;                  // chance not to get a card of which there is one in the deck
    float trust[BALI_LENGTHS + 1]; // in hopes, by the length of the run; the last for all longer
    float next[2];                 // that any card of the deck can be added: short, long runs
    float fresh;                   // what a card from the deck is worth
    float joker;                   // what it is worth as long as it is no letter
    float table;                   // a single card that lies there, against one in the deck
    float steal;                   // of what others' columns are worth that are taken from them
    float card;                    // what each card in the deck brings later, to a seat alone
    float hold;                    // of a column's worth, as long as it is not taken
};

extern const struct bali_taste bali_alone, bali_against;

struct bali_choice {
    struct bali_step step;
    float gain;
};

// The best moves of the seat whose turn it is, at most `most` of them; 0: it can only pass, or a
// seat alone can do nothing any more.
unsigned bali_choices(const struct bali_position *p, struct bali_hopes *h,
                      const struct bali_taste *taste, struct bali_choice *out, unsigned most);

// Points and worth of each seat.
void bali_worth(const struct bali_position *p, struct bali_hopes *h, const struct bali_taste *taste,
                float out[SEATS_MAX]);

#endif
