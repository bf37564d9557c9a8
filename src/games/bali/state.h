// The state of a Bali game, and how its actions are laid out.
//
// The deck has no order: it is a count of the cards of each kind that nobody has seen yet, and a
// card is dealt by chance when the rules call for it. So there is nothing in a state that a seat
// could not know, and nothing of the words that were taken but who took how many cards for how many
// points.
//
// A *place* is where a column may lie: seat * BALI_ROW + number, from 0; A1 is 0, B1 is BALI_ROW.
#ifndef LOGOMACHY_GAMES_BALI_STATE_H
#define LOGOMACHY_GAMES_BALI_STATE_H

#include "games/bali/joins.h"
#include "games/bali/pack.h"
#include "rules/rules.h"

// An action's data. DEAL, by chance: a place and a kind of card. JOIN: from the top, for each
// column its place and the letter that its lone card is settled as (0: nothing to settle). TAKE: a
// place. NAME: the letters of a word. The others have none. Who is challenged and can name no word
// says ACTION_PASS.
enum bali_kind {
    BALI_DEAL = ACTION_OWN,
    BALI_JOIN,
    BALI_TAKE,
    BALI_DONE,
    BALI_CHALLENGE,
    BALI_NAME
};

enum {
    BALI_ROW = 7, // places of a seat at most
    BALI_PLACES = SEATS_MAX * BALI_ROW,
    BALI_TAKEN = 2 * BALI_PACK / 3, // words that can be taken at most
    BALI_NOBODY = 255,
};

// Cards from the top. The letter of a lone card that may be several is 0 until it is joined.
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

// The last join, as long as it can be challenged: what it takes to undo it.
struct bali_doubt {
    uint8_t seat;               // whose join it was
    uint8_t challenger;         // BALI_NOBODY: nobody has challenged yet
    uint8_t count;              // columns; 0: there is nothing to challenge
    uint8_t place[BALI_PARTS];  // from the top
    uint8_t length[BALI_PARTS]; // cards of each
    uint16_t settled;           // bit i: column i was a lone card whose letter it settled
    uint32_t refilled;          // bit p: place p was refilled after it
};

struct bali_state {
    uint8_t deck[BALI_KINDS]; // cards that are still in it, by kind
    uint8_t in_deck;
    uint8_t started;  // the rows have been dealt
    uint8_t turn;     // the seat that moves next
    uint8_t resigned; // bits of seats
    uint8_t passed;   // bits of the seats that have passed since somebody joined or took
    uint8_t missing;  // bits of the seats that miss their next turn
    uint8_t end;      // enum end_reason
    uint8_t words;    // that have been taken
    struct bali_taken taken[BALI_TAKEN];
    int32_t score[SEATS_MAX]; // without what the end adds
    struct bali_doubt doubt;
    struct bali_column column[BALI_PLACES];
    // From the pack, by kind: never changes in a game.
    uint8_t value[BALI_KINDS];
    uint8_t own[BALI_KINDS];
    uint32_t plays[BALI_KINDS];
};

static inline const struct bali_state *bali_state(const struct state *s)
{
    return (const struct bali_state *)(const void *)s->bytes;
}

static inline struct bali_state *bali_state_of(struct state *s)
{
    return (struct bali_state *)(void *)s->bytes;
}

// The places of a seat's row: 7, or 5 with three seats, 4 with four.
unsigned bali_row(const struct config *c);

// The deck is empty and there are several seats: a turn must finish a word.
bool bali_closing(const struct config *c, const struct bali_state *b);

// The letters that the card of a column may be settled as; 0: there is nothing to settle.
uint32_t bali_choice(const struct bali_state *b, const struct bali_column *column);

// What a bali makes of a seat's points: the setting is written as "50" (added) or "x2" (times).
struct bali_bonus {
    uint8_t times, plus;
};
struct bali_bonus bali_bonus(const struct config *c);

// Columns as parts for bali_joins(), in the order of their places, which go to `place`. Returns how
// many there are. `own` gets the bits of the seat's.
unsigned bali_parts(const struct bali_state *b, unsigned seat, struct bali_part part[BALI_PARTS],
                    uint8_t place[BALI_PARTS], uint32_t *own);

// The letters of a column, which must have no choice left.
struct word bali_letters(const struct bali_column *column);

// What a column brings when it is taken: the sum of its cards' values times their number.
int32_t bali_points(const struct bali_state *b, const struct bali_column *column);

// Does it spell a word that may be taken?
bool bali_takable(const struct config *c, const struct bali_column *column);

// Has the seat a join, or a take, that the lexicon allows?
bool bali_can_move(const struct config *c, const struct bali_state *b, unsigned seat);

// The joined column of an action that is a join. False where it would be too long.
bool bali_joined(const struct bali_state *b, const struct action *a, struct bali_column *out);

// The action of a join that bali_joins() has found; `place` has the places of its parts.
struct action bali_join_action(unsigned seat, const struct bali_join *join, const uint8_t *place);

// The place of the column that may be challenged, and its letters. Only where there is one.
unsigned bali_doubted_place(const struct bali_doubt *d);
struct word bali_doubted(const struct bali_state *b);

// Some word that the run is in; false where there is none.
bool bali_word_with(const struct graph *g, const struct word *run, struct word *out);

// check() and apply() of the rules: games/bali/check.c, games/bali/apply.c.
bool bali_check(const struct config *c, const struct state *s, const struct action *a,
                struct reason *why);
void bali_apply(const struct config *c, struct state *s, const struct action *a);

// The place that is dealt a card next, or -1: games/bali/apply.c.
int bali_dealt_next(const struct config *c, const struct bali_state *b);

// The end that the table has come to, if no card is due: games/bali/apply.c.
enum end_reason bali_find_end(const struct config *c, const struct bali_state *b);

// valid() of the rules: games/bali/valid.c.
bool bali_valid(const struct config *c, const struct state *s, struct reason *why);

// legal() of the rules: games/bali/legal.c.
bool bali_legal(const struct config *c, const struct state *s, unsigned seat,
                const struct move_sink *sink);

// The name of a place: "A3".
void bali_print_place(unsigned place, struct buf *out);

// format(), parse(), write() and read() of the rules: games/bali/text.c, games/bali/dump.c.
void bali_format(const struct config *c, const struct state *s, const struct action *a,
                 unsigned viewer, struct buf *out);
bool bali_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                struct action *a, struct reason *why);
void bali_write(const struct config *c, const struct state *s, struct buf *out);
bool bali_read(const struct config *c, struct text text, struct state *s, struct reason *why);

// read() without valid(): for tests of single rules, on tables with a few cards.
bool bali_sketch(const struct config *c, struct text text, struct state *s, struct reason *why);

#endif
