// The state of a Bali game, and the layout of its actions.
//
// The state is a flat value (rules/rules.h). It has no order of the deck, only the number of unseen
// cards of each kind; chance draws a card when the rules call for one. With `recall` a view is the
// state itself. Without it, a view of a game that goes on has the number of unseen cards only; a
// player who remembers the taken words can work out the rest. Of the words that were taken it keeps
// the seat, the number of cards and the points.
//
// A *place* is where a column may lie: seat * BALI_ROW + index. A1 is 0, B1 is BALI_ROW.
//
// *Settling.* A card that may stand for several letters (the joker, a German umlaut) is open while
// it lies alone: its letter is 0. The first join that uses it settles its letter, which stays for
// the rest of the game. Undoing that join after a challenge opens the card again.
//
// Settings and pack are resolved once, by setup(), and are part of the state. Everything after
// setup reads them there and not in the config or in data files.
//
//     const struct bali_state *b = bali_state(state);
//     if (bali_place_to_deal(b) < 0 && b->in_deck >= b->set.row)
//         ok = bali_can_move(config, b, b->turn);
#ifndef LOGOMACHY_GAMES_BALI_STATE_H
#define LOGOMACHY_GAMES_BALI_STATE_H

#include "games/bali/pack.h"
#include "games/bali/settings.h"
#include "rules/rules.h"

// An action's data (games/bali/move.h decodes it):
//   DEAL        by chance: a place and a kind of card
//   JOIN        for each column from the top its place and the letter that settles its card, or 0
//   TAKE        a place; or columns as in a join, which are joined and taken at once
//   NAME        the letters of a word
//   the others  nothing
// A seat that answers a challenge without a word says ACTION_PASS.
enum bali_kind {
    BALI_DEAL = ACTION_OWN,
    BALI_JOIN,
    BALI_TAKE,
    BALI_DONE,
    BALI_CHALLENGE,
    BALI_NAME
};

enum {
    BALI_PLACES = SEATS_MAX * BALI_ROW,
    BALI_TAKEN = 2 * BALI_PACK / 3, // words that can be taken
    BALI_NOBODY = 255,
};

// Cards from the top. The letter of an open card is 0.
struct bali_column {
    uint8_t len; // 0: the place is empty
    uint8_t card[WORD_MAX];
    uint8_t letter[WORD_MAX];
};

struct bali_taken {
    uint8_t seat;
    uint8_t cards;
    uint16_t points;
};

// The last join while it can be challenged, with all that undoing it takes.
struct bali_challenge {
    uint8_t seat;               // that joined
    uint8_t challenger;         // BALI_NOBODY: not challenged so far
    uint8_t count;              // columns; 0: there is no join to challenge
    uint8_t place[BALI_PARTS];  // from the top
    uint8_t length[BALI_PARTS]; // cards of each
    uint16_t settled;           // bit i: the join settled the card of column i
    uint32_t refilled;          // bit p: place p was refilled after it
};

struct bali_state {
    struct bali_settings set; // never changes in a game
    struct bali_pack pack;    // never changes in a game
    uint8_t deck[BALI_KINDS]; // unseen cards, by kind; all 0 in a view that hides them
    uint8_t in_deck;          // unseen cards in all
    uint8_t started;          // the rows have been dealt
    uint8_t turn;             // the seat that moves next
    uint8_t resigned;         // bits of seats
    uint8_t passed;           // bits of the seats that passed since the last join or take
    uint8_t missing;          // bits of the seats that miss their next turn
    uint8_t end;              // enum end_reason
    uint8_t words;            // entries of `taken`
    struct bali_taken taken[BALI_TAKEN];
    int32_t score[SEATS_MAX]; // without the bonus of a bali
    struct bali_challenge challenge;
    struct bali_column column[BALI_PLACES];
};

static inline const struct bali_state *bali_state(const struct state *s)
{
    return (const struct bali_state *)(const void *)s->bytes;
}

static inline struct bali_state *bali_state_of(struct state *s)
{
    return (struct bali_state *)(void *)s->bytes;
}

// Bits of the seats that have not resigned.
static inline unsigned bali_playing(const struct bali_state *b)
{
    return ((1u << b->set.seats) - 1) & ~b->resigned;
}

// ---- rules that the engine's position (games/bali/engine/position.h) shares ----

// The score of a seat that has made a bali.
static inline int32_t bali_with_bonus(struct bali_bonus bonus, int32_t score)
{
    return score * bonus.factor + bonus.points;
}

// Where a joined column lies: at the first named of the seat's own places. There has to be one.
static inline unsigned bali_home(const uint8_t *place, unsigned seat)
{
    while (*place / BALI_ROW != seat)
        place++;
    return *place;
}

// The last cards: with several seats and an empty deck each turn must finish a word.
static inline bool bali_must_finish(unsigned seats, unsigned in_deck)
{
    return seats > 1 && in_deck == 0;
}

// The first seat from `seat` on that takes its turn. Seats that miss this turn have missed it.
static inline uint8_t bali_next_seat(unsigned seats, unsigned seat, unsigned resigned,
                                     uint8_t *missing)
{
    for (seat %= seats; (resigned | *missing) >> seat & 1; seat = (seat + 1) % seats)
        *missing &= (uint8_t) ~(1u << seat);
    return (uint8_t)seat;
}

// ---- unseen.c: the deck in a view that hides it ----

bool bali_deck_hidden(const struct bali_state *b);

// The cards that do not lie on the table, by kind: those in the deck and those taken. Returns their
// number; -1: more of a kind lie there than the packs have.
int bali_not_on_table(const struct bali_state *b, uint8_t out[BALI_KINDS]);

// Samples the deck among them, so that the taken cards are worth what was scored for them: each
// such deck is equally likely. False: there is none.
bool bali_guess_deck(struct bali_state *b, struct rng *r);
bool bali_deck_possible(const struct bali_state *b);

// ---- table.c: columns ----

// The letters that an open card may be settled as; 0: the column has no open card.
uint32_t bali_open_letters(const struct bali_state *b, const struct bali_column *column);

// The letters of a column without an open card.
struct word bali_letters(const struct bali_column *column);

// The points of a column when it is taken: the sum of its cards' values times their number.
int32_t bali_points(const struct bali_state *b, const struct bali_column *column);

// Does it spell a word that may be taken?
bool bali_takable(const struct config *c, const struct bali_state *b,
                  const struct bali_column *column);

// The place and the letters of the join that may be challenged; there has to be one.
unsigned bali_challenged_place(const struct bali_challenge *challenge);
struct word bali_challenged_run(const struct bali_state *b);

// Some word that contains the run; false: there is none.
bool bali_word_with(const struct graph *g, const struct word *run, struct word *out);

// ---- apply.c ----

// The refill order: the seat whose empty places are filled as number `i`, each seat's from the
// left. The first deal begins with the leader, seat A. Refills begin with the seat on the leader's
// left and end with the leader.
unsigned bali_refill_order(unsigned seats, bool started, unsigned i);

// The place that is dealt a card next, by bali_refill_order(); -1: none.
int bali_place_to_deal(const struct bali_state *b);

// Has the game ended? Only where no card is due.
enum end_reason bali_find_end(const struct config *c, const struct bali_state *b);

// ---- moves.c ----

// Has the seat a join, or a take, that the lexicon allows?
bool bali_can_move(const struct config *c, const struct bali_state *b, unsigned seat);

// ---- text.c ----

// The name of a place: "A3".
void bali_print_place(unsigned place, struct buf *out);

// ---- the rules table's functions, by file: check.c, apply.c, moves.c, targets.c, text.c,
// state_text.c ----

bool bali_check(const struct config *c, const struct state *s, const struct action *a,
                struct reason *why);
void bali_apply(const struct config *c, struct state *s, const struct action *a);
bool bali_legal(const struct config *c, const struct state *s, unsigned seat,
                const struct move_sink *sink);
void bali_targets(const struct config *c, const struct state *s, unsigned seat, struct buf *out);
void bali_format(const struct config *c, const struct state *s, const struct action *a,
                 unsigned viewer, struct buf *out);
bool bali_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                struct action *a, struct reason *why);
void bali_write(const struct config *c, const struct state *s, struct buf *out);
bool bali_read(const struct config *c, struct text text, struct state *s, struct reason *why);
bool bali_valid(const struct config *c, const struct state *s, struct reason *why);

// read() without valid(): for tests of single rules, on tables with a few cards.
bool bali_sketch(const struct config *c, struct text text, struct state *s, struct reason *why);

#endif
