#include "games/bali/joins.h"

#include <string.h>

// How far a join has been built, from the bottom up: its columns, settled letters and run stand at
// the end of their arrays.
struct climb {
    const struct graph *graph;
    const struct bali_part *part;
    uint32_t own;
    bali_join_fn *sink;
    void *context;
    uint32_t letters;                 // that a part may end with
    uint32_t ending[LETTERS_MAX + 1]; // bits of the parts that may end with the letter
    uint8_t which[BALI_PARTS];
    uint8_t settle[BALI_PARTS];
    uint8_t run[WORD_MAX];
};

static bool climb(struct climb *c, graph_arc arc, uint32_t used, unsigned count, unsigned length);

static bool give(struct climb *c, graph_arc arc, unsigned count, unsigned length)
{
    struct bali_join join = {
        .count = count,
        .part = c->which + BALI_PARTS - count,
        .settle = c->settle + BALI_PARTS - count,
        .length = length,
        .run = c->run + WORD_MAX - length,
        .word = graph_accepts(arc),
    };
    return c->sink(c->context, &join);
}

// Sets a part on top, whose last letter has led to the arc.
static bool set(struct climb *c, graph_arc arc, unsigned which, unsigned last, uint32_t used,
                unsigned count, unsigned length)
{
    const struct bali_part *p = &c->part[which];
    uint8_t *run = c->run + WORD_MAX - length;
    if (length + p->len > WORD_MAX)
        return true;
    *--run = (uint8_t)last;
    for (unsigned i = p->len - 1u; i > 0 && arc; i--)
        arc = graph_step(c->graph, arc, *--run = p->letter[i - 1]);
    if (!arc)
        return true;
    count++;
    length += p->len;
    used |= UINT32_C(1) << which;
    c->which[BALI_PARTS - count] = (uint8_t)which;
    c->settle[BALI_PARTS - count] = (uint8_t)(p->choice ? last : 0);
    if (count > 1 && used & c->own && !give(c, arc, count, length))
        return false;
    return climb(c, arc, used, count, length);
}

static bool climb(struct climb *c, graph_arc arc, uint32_t used, unsigned count, unsigned length)
{
    for (uint32_t left = graph_letters(c->graph, arc) & c->letters; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        uint32_t parts = c->ending[letter] & ~used;
        graph_arc next = parts ? graph_step(c->graph, arc, letter) : GRAPH_DEAD;
        for (; parts && next; parts &= parts - 1)
            if (!set(c, next, (unsigned)__builtin_ctz(parts), letter, used, count, length))
                return false;
    }
    return true;
}

bool bali_joins(const struct graph *graph, const struct bali_part *part, unsigned count,
                uint32_t own, bali_join_fn *sink, void *context)
{
    struct climb c = {.graph = graph, .part = part, .own = own, .sink = sink, .context = context};
    for (unsigned i = 0; i < count; i++) {
        uint32_t ends =
            part[i].choice ? part[i].choice : graph_bit(part[i].letter[part[i].len - 1]);
        c.letters |= ends;
        for (; ends; ends &= ends - 1)
            c.ending[__builtin_ctz(ends) + 1] |= UINT32_C(1) << i;
    }
    return climb(&c, graph_around(graph), 0, 0, 0);
}
