#include "lexicon/graph_store.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint32_t hash_place(const struct graph_place *p)
{
    return (uint32_t)XXH3_64bits_withSeed(p->arc, p->width * sizeof *p->arc,
                                          p->letters | (uint64_t)p->turn << 32);
}

// The place that a stored head stands for.
static struct graph_place place_at(const struct graph *g, const uint32_t *head)
{
    struct graph_place p = {.letters = graph_head_letters(g, head),
                            .turn = *head & GRAPH_HEAD_TURNS};
    p.width = (unsigned)__builtin_popcount(p.letters) + p.turn;
    for (unsigned i = 0; i < p.width; i++)
        p.arc[i] = graph_head_arc(g, head, (int)i);
    return p;
}

static uint32_t hash_arc(graph_arc arc)
{
    return (uint32_t)((arc * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static void table_put(struct graph_table *t, uint32_t hash, uint32_t cell)
{
    uint32_t at = hash & t->mask;
    while (t->slot[at])
        at = (at + 1) & t->mask;
    t->slot[at] = cell;
    t->used++;
}

static uint32_t rehash(const struct graph_store *s, const struct graph_table *t, uint32_t cell)
{
    const uint32_t *at = &s->out->cell[cell];
    if (t == &s->singles)
        return hash_arc(*at);
    struct graph_place p = place_at(&s->out->graph, at);
    return hash_place(&p);
}

// Keeps the table at most two thirds full.
static bool table_grow(struct graph_store *s, struct graph_table *t)
{
    if (t->slot && (t->used + 1) * UINT64_C(3) < (t->mask + UINT64_C(1)) * 2)
        return true;
    struct graph_table bigger = {.mask = t->slot ? t->mask * 2 + 1 : 4095};
    bigger.slot = calloc(bigger.mask + (size_t)1, sizeof *bigger.slot);
    if (!bigger.slot)
        return false;
    for (uint32_t i = 0; t->slot && i <= t->mask; i++)
        if (t->slot[i])
            table_put(&bigger, rehash(s, t, t->slot[i]), t->slot[i]);
    free(t->slot);
    *t = bigger;
    return true;
}

enum { WORDS_LIMIT = 1 << 30 };

// At or after the place an arc of the DAWG leads to.
uint32_t graph_store_words(const struct graph_store *s, graph_arc arc)
{
    return s->count[arc & GRAPH_INDEX] + graph_accepts(arc);
}

static bool append(struct graph_store *s, uint32_t cell, uint32_t count)
{
    size_t at = s->cells;
    if (at >= GRAPH_INDEX || !vec_reserve(&s->out->cell, &s->cells_cap, at + 1) ||
        (s->in_dawg && !vec_reserve(&s->count, &s->counts_cap, at + 1)))
        return false;
    s->out->cell[at] = cell;
    if (s->in_dawg)
        s->count[at] = count;
    s->cells++;
    return true;
}

static graph_arc fail(struct graph_store *s)
{
    s->failed = true;
    return GRAPH_DEAD;
}

// Words of the node that come before its arc i.
static uint32_t words_before(const struct graph_store *s, const struct graph_place *p, unsigned i)
{
    uint32_t words = 0;
    while (s->in_dawg && i-- > 0 && words < WORDS_LIMIT)
        words += graph_store_words(s, p->arc[i]);
    return words < WORDS_LIMIT ? words : WORDS_LIMIT;
}

// A place with one way on: any stored arc of the same value will do. Within the DAWG only arcs of
// such places are looked at, because an arc's count means something else in a node.
static graph_arc store_single(struct graph_store *s, const struct graph_place *p)
{
    struct graph_table *t = &s->singles;
    graph_arc arc = p->arc[0];
    unsigned code = p->turn ? GRAPH_CODE_TURN : (unsigned)__builtin_ctz(p->letters) + 1;
    if (!table_grow(s, t))
        return fail(s);
    uint32_t at = hash_arc(arc) & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask)
        if (s->out->cell[t->slot[at]] == arc)
            return t->slot[at] | code << GRAPH_CODE_SHIFT;
    if (!append(s, arc, s->in_dawg ? words_before(s, p, 1) : 0))
        return fail(s);
    t->slot[at] = (uint32_t)s->cells - 1;
    t->used++;
    return t->slot[at] | code << GRAPH_CODE_SHIFT;
}

static bool is_place_at(const struct graph *g, const uint32_t *head, const struct graph_place *p)
{
    if (graph_head_letters(g, head) != p->letters || p->turn != !!(*head & GRAPH_HEAD_TURNS))
        return false;
    for (unsigned i = 0; i < p->width; i++)
        if (graph_head_arc(g, head, (int)i) != p->arc[i])
            return false;
    return true;
}

static bool append_head(struct graph_store *s, const struct graph_place *p)
{
    uint32_t turns = p->turn ? GRAPH_HEAD_TURNS : 0, words = words_before(s, p, p->width);
    if (!graph_wide(&s->out->graph))
        return append(s, GRAPH_HEAD | turns | p->letters, words);
    return append(s, GRAPH_HEAD | p->letters >> 16, 0) &&
           append(s, GRAPH_HEAD | turns | (p->letters & 0xFFFF), words);
}

static bool append_node(struct graph_store *s, const struct graph_place *p)
{
    for (unsigned i = p->width; i-- > 0;) {
        if (!append(s, p->arc[i], words_before(s, p, i)))
            return false;
        // Later places with one way on can share a node's arc, once counts no longer matter.
        if (s->in_dawg)
            continue;
        if (!table_grow(s, &s->singles))
            return false;
        table_put(&s->singles, hash_arc(p->arc[i]), (uint32_t)s->cells - 1);
    }
    return append_head(s, p);
}

// Stored now or before.
graph_arc graph_store_place(struct graph_store *s, const struct graph_place *p)
{
    struct graph_table *t = &s->heads;
    if (p->width == 0)
        return 0;
    if (p->width == 1)
        return store_single(s, p);
    if (!table_grow(s, t))
        return fail(s);
    uint32_t at = hash_place(p) & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask)
        if (is_place_at(&s->out->graph, &s->out->cell[t->slot[at]], p))
            return t->slot[at];
    if (!append_node(s, p))
        return fail(s);
    t->slot[at] = (uint32_t)s->cells - 1;
    t->used++;
    return t->slot[at];
}

// From the builder's wide arrays to the graph's narrow ones.
bool graph_store_end_dawg(struct graph_store *s)
{
    struct graph_builder *out = s->out;
    struct graph *g = &out->graph;
    size_t larges_cap = 0;
    g->dawg_cells = (uint32_t)s->cells;
    s->in_dawg = false;
    if (s->failed)
        return false;
    out->count = malloc(g->dawg_cells * sizeof *out->count);
    if (!out->count)
        return false;
    for (uint32_t i = 0; i < g->dawg_cells; i++) {
        bool large = s->count[i] >= GRAPH_COUNT_LARGE;
        out->count[i] = large ? GRAPH_COUNT_LARGE : (uint16_t)s->count[i];
        if (!large)
            continue;
        if (!vec_reserve(&out->large, &larges_cap, g->larges + (size_t)1))
            return false;
        out->large[g->larges++] = (struct graph_large){i, s->count[i]};
    }
    g->words = graph_store_words(s, g->forward);
    g->cell = out->cell;
    g->cells = g->dawg_cells;
    g->count = out->count;
    g->large = out->large;
    return true;
}

bool graph_store_init(struct graph_store *s, struct graph_builder *out)
{
    *s = (struct graph_store){.out = out, .in_dawg = true};
    // Cell 0 is the place where nothing goes on.
    for (int i = 0; i < GRAPH_EMPTY; i++)
        if (!append(s, 0, 0))
            return false;
    return true;
}

static bool table_add(struct graph_store *s, struct graph_table *t, uint32_t cell)
{
    if (!table_grow(s, t))
        return false;
    table_put(t, rehash(s, t, cell), cell);
    return true;
}

// A node is its arcs with the head above them; any other cell is the arc of a place with one way
// on. So what a cell is shows from above.
static bool find_stored(struct graph_store *s, const struct graph *dawg)
{
    for (uint32_t i = dawg->dawg_cells; i-- > GRAPH_EMPTY;) {
        bool head = dawg->cell[i] & GRAPH_HEAD;
        if (!table_add(s, head ? &s->heads : &s->singles, i))
            return false;
        uint32_t width = (uint32_t)__builtin_popcount(graph_head_letters(dawg, &dawg->cell[i])) +
                         (head && graph_wide(dawg));
        if (width > i - GRAPH_EMPTY)
            return false;
        i -= width;
    }
    return true;
}

bool graph_store_resume(struct graph_store *s, struct graph_builder *out, const struct graph *dawg,
                        uint32_t room)
{
    *s = (struct graph_store){.out = out, .cells = dawg->dawg_cells};
    *out = (struct graph_builder){.graph = *dawg};
    s->cells_cap = room > dawg->dawg_cells ? room : dawg->dawg_cells;
    out->cell = malloc(s->cells_cap * sizeof *out->cell);
    if (!out->cell)
        return false;
    memcpy(out->cell, dawg->cell, dawg->dawg_cells * sizeof *out->cell);
    return find_stored(s, dawg);
}

void graph_store_release(struct graph_store *s)
{
    free(s->heads.slot);
    free(s->singles.slot);
    free(s->count);
    *s = (struct graph_store){0};
}

void graph_builder_release(struct graph_builder *b)
{
    free(b->cell);
    free(b->count);
    free(b->large);
    *b = (struct graph_builder){0};
}
