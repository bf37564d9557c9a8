// The state of a Balda or Bukva game, and the functions of its rules by file. The two
// games are presets of one implementation: they differ in their settings only.
//
//     const struct balda_state *b = balda_state(state);
//     ok = b->set.passes > 0 && b->filled < b->set.width * b->set.width;
#ifndef LOGOMACHY_GAMES_BALDA_STATE_H
#define LOGOMACHY_GAMES_BALDA_STATE_H

#include "games/balda/move.h"
#include "games/balda/settings.h"
#include "rules/rules.h"

enum {
    BALDA_SEATS = 2,
    BALDA_WORDS = GRID_SQUARES - GRID_WIDEST + 1, // one a square that was empty, and the start word
    BALDA_PATHS = BALDA_WORDS * WORD_MAX,
    NO_SEAT = 255,
};

// A word that has been scored. The letters on its squares never change, so the path is the word.
struct scored {
    uint16_t start; // of its path in balda_state.path
    uint8_t length;
    uint8_t seat;   // NO_SEAT: the start word
    uint8_t square; // where its letter was placed
    uint8_t unused;
};

struct balda_state {
    struct balda_settings set;
    uint8_t board[GRID_SQUARES]; // letters; 0 is empty
    uint8_t filled;
    uint8_t turn;               // the seat that places next
    uint8_t passes;             // in a row
    uint8_t resigned;           // a bit for each seat that has given up
    uint8_t end;                // enum end_reason, but for resigning
    struct balda_move question; // put to the other seat; length 0: none
    uint8_t words;              // that have been scored
    uint16_t paths;
    int16_t score[BALDA_SEATS];
    struct scored scored[BALDA_WORDS];
    uint8_t path[BALDA_PATHS];
};

static inline const struct balda_state *balda_state(const struct state *s)
{
    return (const struct balda_state *)(const void *)s->bytes;
}

static inline struct balda_state *balda_state_of(struct state *s)
{
    return (struct balda_state *)(void *)s->bytes;
}

// ---- check.c

bool balda_check(const struct config *c, const struct state *s, const struct action *a,
                 struct reason *why);

// Is this start word, or this move on the board, legal, regardless of the turn?
bool balda_check_start(const struct config *c, const struct state *s, const struct action *a,
                       struct reason *why);
bool balda_check_move(const struct config *c, const struct balda_state *b,
                      const struct balda_move *m, struct reason *why);

// Is the word in the lexicon, and of a class that is in play?
bool balda_in_play(const struct config *c, const struct balda_state *b, const struct word *w);

// May a word with these letters be scored along this path, as far as earlier words go?
bool balda_is_new(const struct balda_state *b, const struct word *w, const uint8_t *path);

// Is a word that check() has let through put to the other seat before it counts?
bool balda_asks(const struct config *c, const struct balda_state *b, const struct word *w);

// ---- refusal.c

// Refuses a word that is not in play, and says why as exactly as the lexicon tells: its class, the base
// form of which it is a form, a mark that the game leaves out; `unknown` where the lexicon lacks it.
bool balda_refuse_word(const struct config *c, const struct word *w, enum message unknown,
                       struct reason *why);

// ---- apply.c

// Where the settings say so, a move ends the game if it leaves no word. To know that, apply() runs
// the move generator until it finds a first word.
void balda_apply(const struct config *c, struct state *s, const struct action *a);

// The parts of apply() that only change the board, without asking whether the game is over.
void balda_put_start(struct balda_state *b, const uint8_t *letters);
void balda_put_move(struct balda_state *b, unsigned seat, const struct balda_move *m);

// ---- moves.c

bool balda_legal(const struct config *c, const struct state *s, unsigned seat,
                 const struct move_sink *sink);

// Is there a word that could be scored next?
bool balda_has_word(const struct config *c, const struct balda_state *b);

// ---- targets.c

void balda_targets(const struct config *c, const struct state *s, unsigned seat, struct buf *out);

// ---- text.c: moves; state_text.c: states

void balda_format(const struct config *c, const struct state *s, const struct action *a,
                  unsigned viewer, struct buf *out);
bool balda_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                 struct action *a, struct reason *why);
void balda_print_move(const struct config *c, const struct balda_state *b,
                      const struct balda_move *m, struct buf *out);
bool balda_parse_move(const struct config *c, const struct balda_state *b, struct text text,
                      struct balda_move *m, struct reason *why);

void balda_write(const struct config *c, const struct state *s, struct buf *out);
bool balda_read(const struct config *c, struct text text, struct state *s, struct reason *why);

// ---- valid.c

bool balda_valid(const struct config *c, const struct state *s, struct reason *why);

#endif
