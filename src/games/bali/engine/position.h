// bali_position: a Bali game as a search plays it out: what lies on the table, and a guess of the
// deck's order. Small, so that it is copied for every way that is tried.
//
//     bali_position_init(&p, config, state);
//     bali_position_guess(&p, &rng);           // an order of the deck; never the true one
//     bali_position_make(&p, &step);           // a join, a take...: refills too, and the next turn
//
// Challenges are not in it: the computer joins only what it can name a word for.
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_BALI_ENGINE_POSITION_H

#include "games/bali/state.h"

enum { BALI_DECK = 2 * BALI_PACK };

// A column.
struct bali_pile {
    uint8_t len; // 0: none
    uint8_t sum; // of its cards' values
    uint8_t letter[WORD_MAX];
    uint32_t choice; // of a lone card whose letter is not settled; its usual letter stands above
};

// A move. JOIN: columns from the top; TAKE: the one column.
struct bali_step {
    uint8_t kind; // enum bali_kind or ACTION_PASS
    uint8_t count;
    uint8_t place[BALI_PARTS];
    uint8_t settle[BALI_PARTS];
};

struct bali_position {
    const struct bali_state *cards; // values and letters of the cards, by kind; borrowed
    const struct graph *graph;
    uint8_t seats, row, min_word;
    uint8_t bonus_times, bonus_plus; // of a bali
    uint8_t turn, resigned, passed, missing, over;
    uint8_t in_deck;
    uint8_t left[LETTERS_MAX + 1]; // cards in the deck, by the letter that they usually are
    uint8_t deck[BALI_DECK];       // kinds; the next card is the last
    int16_t score[SEATS_MAX];      // without what the end adds; valid() lets no more through
    struct bali_pile pile[BALI_PLACES];
};

void bali_position_init(struct bali_position *p, const struct config *c,
                        const struct bali_state *b);

// Another order of the deck, all equally likely.
void bali_position_guess(struct bali_position *p, struct rng *r);

// The deck is empty and there are several seats: a turn must finish a word.
static inline bool bali_position_closing(const struct bali_position *p)
{
    return p->seats > 1 && p->in_deck == 0;
}

// Columns as parts for bali_joins(), with their places. Returns how many; `own` gets the bits of
// those of the seat whose turn it is.
unsigned bali_position_parts(const struct bali_position *p, struct bali_part part[BALI_PARTS],
                             uint8_t place[BALI_PARTS], uint32_t *own);

// Points for the column when it is taken; -1: it spells no word that may be taken.
int bali_position_points(const struct bali_position *p, unsigned place);

// A step that is legal.
void bali_position_make(struct bali_position *p, const struct bali_step *step);

// Has the seat no card left, and the deck neither?
bool bali_position_bali(const struct bali_position *p, unsigned seat);

// The seat's points; in the end with what a bali adds.
int bali_position_total(const struct bali_position *p, unsigned seat);

// Points of the word that the columns of a take or a join make, if they make one.
int bali_step_points(const struct bali_position *p, const struct bali_step *step);

struct action bali_step_action(const struct bali_step *step, unsigned seat);

#endif
