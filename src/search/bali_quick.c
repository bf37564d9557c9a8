#include "search/bali_quick.h"

#include <string.h>

// How far a word has been built, from the top down. Words only begin as words do, so it is the
// plain graph that leads there: far fewer ways than those to all the runs inside of words.
struct glance {
    const struct graph *graph;
    unsigned min_word;
    struct bali_part part[BALI_PARTS];
    uint8_t place[BALI_PARTS], sum[BALI_PARTS];
    uint32_t own;
    uint32_t letters;                   // that a part may begin with
    uint32_t starting[LETTERS_MAX + 1]; // bits of the parts that may begin with the letter
    uint32_t twins[BALI_PARTS];         // parts before this one that are just the same
    uint8_t which[BALI_PARTS], settle[BALI_PARTS];
    struct bali_step *best;
    int points; // of the best so far; -1: there is none
};

// What has been built.
struct built {
    uint32_t used;
    unsigned count, length, sum;
};

static void note(struct glance *g, const struct built *b)
{
    int points = (int)(b->sum * b->length);
    if (points <= g->points || b->count < 2 || b->length < g->min_word || !(b->used & g->own))
        return;
    g->points = points;
    *g->best = (struct bali_step){.kind = BALI_JOIN, .count = (uint8_t)b->count};
    for (unsigned i = 0; i < b->count; i++) {
        g->best->place[i] = g->place[g->which[i]];
        g->best->settle[i] = g->settle[i];
    }
}

static void build(struct glance *g, graph_arc arc, const struct built *b);

// Sets a part below, whose first letter has led to the arc.
static void set(struct glance *g, graph_arc arc, unsigned which, unsigned first,
                const struct built *b)
{
    const struct bali_part *p = &g->part[which];
    struct built next = {b->used | UINT32_C(1) << which, b->count + 1, b->length + p->len,
                         b->sum + g->sum[which]};
    if (next.length > WORD_MAX)
        return;
    for (unsigned i = 1; i < p->len && arc; i++)
        arc = graph_step(g->graph, arc, p->letter[i]);
    if (!arc)
        return;
    g->which[b->count] = (uint8_t)which;
    g->settle[b->count] = (uint8_t)(p->choice ? first : 0);
    if (graph_accepts(arc))
        note(g, &next);
    build(g, arc, &next);
}

static void build(struct glance *g, graph_arc arc, const struct built *b)
{
    for (uint32_t left = graph_letters(g->graph, arc) & g->letters; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        uint32_t parts = g->starting[letter] & ~b->used;
        graph_arc next = parts ? graph_step(g->graph, arc, letter) : GRAPH_DEAD;
        for (; parts && next; parts &= parts - 1) {
            unsigned which = (unsigned)__builtin_ctz(parts);
            if (!(g->twins[which] & ~b->used))
                set(g, next, which, letter, b);
        }
    }
}

static void find_twins(struct glance *g, unsigned which)
{
    const struct bali_part *p = &g->part[which];
    for (unsigned i = 0; i < which; i++)
        if (g->part[i].len == p->len && g->part[i].choice == p->choice &&
            g->sum[i] == g->sum[which] && !((g->own >> i ^ g->own >> which) & 1) &&
            memcmp(g->part[i].letter, p->letter, p->len) == 0)
            g->twins[which] |= UINT32_C(1) << i;
}

bool bali_quick(const struct bali_position *p, struct bali_step *out)
{
    struct glance g = {.graph = p->graph, .min_word = p->min_word, .best = out, .points = -1};
    unsigned count = bali_position_parts(p, g.part, g.place, &g.own);
    for (unsigned i = 0; i < count; i++) {
        const struct bali_part *part = &g.part[i];
        uint32_t starts = part->choice ? part->choice : graph_bit(part->letter[0]);
        g.sum[i] = p->pile[g.place[i]].sum;
        g.letters |= starts;
        for (; starts; starts &= starts - 1)
            g.starting[__builtin_ctz(starts) + 1] |= UINT32_C(1) << i;
        find_twins(&g, i);
    }
    build(&g, graph_forward(p->graph), &(struct built){0});
    for (unsigned i = 0; i < p->row; i++) {
        unsigned place = p->turn * BALI_ROW + i;
        int points = bali_position_points(p, place);
        if (points < 0 || points < g.points)
            continue;
        g.points = points;
        *out = (struct bali_step){.kind = BALI_TAKE, .count = 1, .place = {(uint8_t)place}};
    }
    return g.points >= 0;
}
