// position: a Bali game as the search plays it out: the table, and one assumed order of the deck
// (*determinization*: the order is unknown, so the search samples it). Small, since it is copied
// for every move that is tried. It borrows the pack of the state, and the graph; both outlive it.
//
// Challenges are left out: the computer joins only runs that it can name a word for. The rules of
// dealing, turns, the last cards and the bonus are those of games/bali/state.h. Playing a move is
// written a second time here, for speed; the test position_follows_the_rules (tests/unit/
// search_bali.c) plays random games with both and compares them after each move.
//
//     struct bali_position position;
//     struct bali_move move = {.kind = ACTION_PASS};
//     bali_position_init(&position, config, bali_state(view));
//     bali_position_determinize(&position, &rng);
//     bali_position_make(&position, &move); /* with refills, and the next turn */
#ifndef LOGOMACHY_GAMES_BALI_ENGINE_POSITION_H
#define LOGOMACHY_GAMES_BALI_ENGINE_POSITION_H

#include "games/bali/moves.h"

enum { BALI_DECK = 2 * BALI_PACK };

// A column.
struct bali_pile {
    uint8_t len; // 0: none
    uint8_t sum; // of its cards' values
    uint8_t letter[WORD_MAX];
    uint32_t open; // letters of an open card, whose usual letter (a joker: 0) stands above; else 0
};

struct bali_position {
    const struct bali_pack *pack;
    const struct graph *graph;
    struct bali_settings set;
    uint8_t turn, resigned, passed, missing, over;
    uint8_t in_deck;
    uint8_t left[LETTERS_MAX + 1]; // cards in the deck, by their usual letter
    uint8_t unknown;               // cards behind the deck that may be in it as well as others
    uint8_t deck[BALI_DECK];       // kinds; the next card is the last
    int16_t score[SEATS_MAX];      // without the bonus; valid() lets no more through
    struct bali_pile pile[BALI_PLACES];
};

void bali_position_init(struct bali_position *p, const struct config *c,
                        const struct bali_state *b);

// Shuffles the deck: each order is equally likely. Where a view hides the deck, it is drawn from
// all cards that do not lie on the table: the engine does not remember which were taken.
void bali_position_determinize(struct bali_position *p, struct rng *r);

static inline bool bali_position_must_finish(const struct bali_position *p)
{
    return bali_must_finish(p->set.seats, p->in_deck);
}

// The columns as parts for bali_joins(), with their places. Returns how many; `own` gets the bits
// of those of the seat whose turn it is.
unsigned bali_position_parts(const struct bali_position *p, struct bali_part part[BALI_PARTS],
                             uint8_t place[BALI_PARTS], uint32_t *own);

// Points for the column when it is taken; -1: it spells no word that may be taken.
int bali_position_points(const struct bali_position *p, unsigned place);

// Plays a legal move, deals the refills and passes the turn.
void bali_position_make(struct bali_position *p, const struct bali_move *move);

// Is the deck empty, and the seat's row?
bool bali_position_bali(const struct bali_position *p, unsigned seat);

// The seat's points; when the game is over, with the bonus of a bali.
int bali_position_total(const struct bali_position *p, unsigned seat);

// Points of the word that the columns of a take or a join make, if they make one.
int bali_move_points(const struct bali_position *p, const struct bali_move *move);

#endif
