// The toy game's state, and its texts.
#ifndef LOGOMACHY_TESTS_TOY_STATE_H
#define LOGOMACHY_TESTS_TOY_STATE_H

#include "rules/rules.h"

enum { TOY_SEATS = 3, TOY_KINDS = 6, TOY_EACH = 3 };

// Tiles are counted by letter. Hidden ones are in `in_hand` and `in_bag` only.
struct toy {
    uint8_t turn, passes, resigned, end;
    uint8_t points[TOY_SEATS];
    uint8_t in_hand[TOY_SEATS], in_bag;
    uint8_t hand[TOY_SEATS][TOY_KINDS];
    uint8_t bag[TOY_KINDS], played[TOY_KINDS];
};

static inline const struct toy *toy(const struct state *s)
{
    return (const struct toy *)(const void *)s->bytes;
}

static inline struct toy *toy_of(struct state *s)
{
    return (struct toy *)(void *)s->bytes;
}

// tests/toy/toy_text.c
void toy_format(const struct config *c, const struct state *s, const struct action *a,
                unsigned viewer, struct buf *out);
bool toy_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
               struct action *a, struct reason *why);
void toy_write(const struct config *c, const struct state *s, struct buf *out);
bool toy_valid(const struct config *c, const struct state *s, struct reason *why);
bool toy_read(const struct config *c, struct text text, struct state *s, struct reason *why);

#endif
