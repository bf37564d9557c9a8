// The state of a Balda or Bukva game, and how its actions are laid out.
#ifndef LOGOMACHY_GAMES_BALDA_STATE_H
#define LOGOMACHY_GAMES_BALDA_STATE_H

#include "games/balda/grid.h"
#include "rules/rules.h"

// An action's data. START, by chance: the letters of the start word. PLACE: a struct placement.
enum balda_kind { BALDA_START = ACTION_OWN, BALDA_PLACE, BALDA_ACCEPT, BALDA_REFUSE };

// A letter put on a square, and the squares of the word it is part of, in order.
struct placement {
    uint8_t square;
    uint8_t letter;
    uint8_t path[WORD_MAX];
};

enum {
    PLACEMENT_HEAD = 2,                           // bytes before the path
    BALDA_WORDS = GRID_SQUARES - GRID_WIDEST + 1, // one a square that was empty, and the start word
    BALDA_PATHS = BALDA_WORDS * WORD_MAX,
    BALDA_PASSES = 6, // in a row: a draw
    NO_SEAT = 255,
};

// A word that has been scored. The letters on its squares never change, so the path is the word.
struct scored {
    uint16_t start; // of its path in balda_state.path
    uint8_t length;
    uint8_t seat;   // NO_SEAT: the start word
    uint8_t square; // where its letter was put
    uint8_t unused;
};

struct balda_state {
    uint8_t board[GRID_SQUARES]; // letters; 0 is empty
    uint8_t filled;
    uint8_t turn;     // the seat that places next
    uint8_t passes;   // in a row
    uint8_t resigned; // a bit for each seat that has given up
    uint8_t end;      // enum end_reason, but for resigning
    uint8_t classes;  // of words in play; 0: all words are
    uint8_t asked;    // length of the path that the other seat is asked about; 0: none
    struct placement question;
    uint8_t words; // that have been scored
    uint16_t paths;
    int16_t score[2];
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

// The letters along a path, with `letter` on the square that is not filled yet.
struct word balda_word(const struct balda_state *b, const struct placement *p, unsigned length);

// May a word with these letters be scored along this path, as far as earlier words go?
bool balda_is_new(const struct config *c, const struct balda_state *b, const struct word *w,
                  const uint8_t *path);

// Is it in the lexicon, and of a class that is in play?
bool balda_in_play(const struct config *c, const struct balda_state *b, const struct word *w);

// The board of a config.
void balda_grid(const struct config *c, struct grid *g);

// May a letter be put there?
bool balda_open_square(const struct grid *g, const uint8_t *board, unsigned square);

// legal() of the rules: games/balda/legal.c.
bool balda_legal(const struct config *c, const struct state *s, unsigned seat,
                 const struct move_sink *sink);

// Is this start word, or this placement on the board, legal, whoever's turn it is?
bool balda_check_start(const struct config *c, const struct state *s, const struct action *a,
                       struct reason *why);
bool balda_check_place(const struct config *c, const struct balda_state *b, const struct action *a,
                       struct reason *why);

// Is there a word that could be scored next?
bool balda_has_word(const struct config *c, const struct balda_state *b);

// valid() of the rules: games/balda/valid.c.
bool balda_valid(const struct config *c, const struct state *s, struct reason *why);

// A placement as text, `c2=T/b3c3c2`, and back.
void balda_print_placement(const struct config *c, const struct placement *p, unsigned length,
                           struct buf *out);
bool balda_parse_placement(const struct config *c, struct text text, struct placement *p,
                           unsigned *length, struct reason *why);

// format() and parse() of the rules: text.c; write() and read(): state_text.c.
void balda_format(const struct config *c, const struct state *s, const struct action *a,
                  unsigned viewer, struct buf *out);
bool balda_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                 struct action *a, struct reason *why);
void balda_write(const struct config *c, const struct state *s, struct buf *out);
bool balda_read(const struct config *c, struct text text, struct state *s, struct reason *why);

// apply() without asking whether the game is over: for read().
void balda_score_word(struct balda_state *b, unsigned seat, const struct placement *p,
                      unsigned length);

// The placement of an action, and an action for a placement.
struct placement balda_placement(const struct action *a);
struct action balda_action(unsigned seat, const struct placement *p, unsigned length);

#endif
