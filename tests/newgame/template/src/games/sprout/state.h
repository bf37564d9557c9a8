// The state of a game of Sprout, and the functions of its rules by file.
//
// Chance draws the first letter of the *stem*. Then the seats take turns to add a letter to its
// end. The stem always has to begin a word of the lexicon. The seat that makes it a word scores its
// length. The game ends when no word goes on.
//
// Turn, points and end follow from the letters, so a state holds nothing else but the settings.
//
//     const struct sprout_state *b = sprout_state(state);
//     ok = b->stem.len < b->set.min_word || sprout_end(config, b) == END_NONE;
#ifndef LOGOMACHY_GAMES_SPROUT_STATE_H
#define LOGOMACHY_GAMES_SPROUT_STATE_H

#include "games/sprout/move.h"
#include "games/sprout/settings.h"
#include "rules/rules.h"

enum { SPROUT_SEATS = 2 };

struct sprout_state {
    struct sprout_settings set; // never changes in a game
    struct word stem;
    uint8_t resigned; // bits of seats
};

static inline const struct sprout_state *sprout_state(const struct state *s)
{
    return (const struct sprout_state *)(const void *)s->bytes;
}

static inline struct sprout_state *sprout_state_of(struct state *s)
{
    return (struct sprout_state *)(void *)s->bytes;
}

// The seat that adds a letter after `len` letters; the first of them is chance's.
static inline unsigned sprout_seat(unsigned len)
{
    return (len - 1) % SPROUT_SEATS;
}

// Where the stem leads in the lexicon. GRAPH_DEAD: no word begins so.
graph_arc sprout_arc(const struct config *c, const struct word *stem);

// The points of the seat that made a stem of that length. 0: it is no word, or a short one.
int32_t sprout_points(const struct sprout_settings *set, graph_arc arc, unsigned len);

enum end_reason sprout_end(const struct config *c, const struct sprout_state *b);

// Functions of the rules, by file: rules.c, check.c, apply.c, moves.c, text.c, state_text.c,
// valid.c.
unsigned sprout_to_act(const struct config *c, const struct state *s);
bool sprout_check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why);
void sprout_apply(const struct config *c, struct state *s, const struct action *a);
bool sprout_legal(const struct config *c, const struct state *s, unsigned seat,
                  const struct move_sink *sink);
uint32_t sprout_starts(const struct config *c); // the letters that chance draws from
void sprout_draw(const struct config *c, const struct state *s, struct rng *r, struct action *a);
void sprout_report(const struct config *c, const struct state *s, const struct action *a,
                   struct report *out);
void sprout_format(const struct config *c, const struct state *s, const struct action *a,
                   unsigned viewer, struct buf *out);
bool sprout_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                  struct action *a, struct reason *why);
void sprout_write(const struct config *c, const struct state *s, struct buf *out);
bool sprout_read(const struct config *c, struct text text, struct state *s, struct reason *why);
bool sprout_valid(const struct config *c, const struct state *s, struct reason *why);

#endif
