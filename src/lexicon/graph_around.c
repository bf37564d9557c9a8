// The part of graph_store.h that builds the ways around.
#include "lexicon/graph_store.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

enum { PREFIXES_MAX = 1 << 24 };

// A distinct beginning of words. Walking `up` from it spells it backwards.
struct prefix {
    uint32_t up;
    graph_arc arc; // where it leads in the DAWG
    uint8_t letter;
};

struct turning {
    struct graph_store *store;
    struct prefix *prefix;
    uint32_t prefixes;
    size_t cap;
    uint32_t *cursor, *item, *spare; // the prefixes while they are sorted by their ends
};

static bool add_prefix(struct turning *b, struct prefix p)
{
    if (b->prefixes == PREFIXES_MAX || !vec_reserve(&b->prefix, &b->cap, b->prefixes + 1u))
        return false;
    b->prefix[b->prefixes++] = p;
    return true;
}

// All beginnings that go on from this one, in alphabetical order.
static bool find_prefixes(struct turning *b, uint32_t up, unsigned depth)
{
    const struct graph *g = &b->store->out->graph;
    graph_arc arc = b->prefix[up].arc;
    for (uint32_t left = graph_letters(g, arc); left; left &= left - 1) {
        uint8_t letter = (uint8_t)(__builtin_ctz(left) + 1);
        struct prefix next = {up, graph_step(g, arc, letter), letter};
        if (depth == WORD_MAX || !add_prefix(b, next) ||
            !find_prefixes(b, b->prefixes - 1, depth + 1))
            return false;
    }
    return true;
}

// Sorts items `from` to `to` by the letter at their cursors; those with none left come first.
// `end[i]` becomes where the group of letter i ends.
static void sort_items(struct turning *b, uint32_t from, uint32_t to, uint32_t end[LETTERS_MAX + 1])
{
    uint32_t at[LETTERS_MAX + 1] = {0}, sum = from;
    for (uint32_t i = from; i < to; i++)
        at[b->prefix[b->cursor[b->item[i]]].letter]++;
    for (unsigned l = 0; l <= LETTERS_MAX; l++) {
        uint32_t size = at[l];
        at[l] = sum;
        sum += size;
    }
    for (uint32_t i = from; i < to; i++)
        b->spare[at[b->prefix[b->cursor[b->item[i]]].letter]++] = b->item[i];
    memcpy(b->item + from, b->spare + from, (to - from) * sizeof *b->item);
    memcpy(end, at, sizeof at);
}

// The arc after a beginning that has been read to its left end: the turn, or none.
static graph_arc add_turn(struct graph_place *p, graph_arc after)
{
    if (after & ~GRAPH_ACCEPT) {
        p->turn = true;
        p->arc[p->width++] = after & ~GRAPH_ACCEPT;
    }
    return after & GRAPH_ACCEPT;
}

// The one item of a group: a chain from here to the beginning of the word.
static graph_arc build_chain(struct turning *b, uint32_t item)
{
    uint8_t letter[WORD_MAX];
    unsigned length = 0;
    struct graph_place last = {0};
    for (uint32_t up = b->cursor[item]; up; up = b->prefix[up].up)
        letter[length++] = b->prefix[up].letter;
    graph_arc accept = add_turn(&last, b->prefix[item].arc);
    graph_arc arc = graph_store_place(b->store, &last) | accept;
    while (length && !b->store->failed) {
        struct graph_place p = {0};
        graph_place_add(&p, letter[--length], arc);
        arc = graph_store_place(b->store, &p);
    }
    return arc;
}

// The part of the GADDAG behind a run of letters read leftwards: items `from` to `to` are the
// beginnings of words that end in that run.
static graph_arc build_around(struct turning *b, uint32_t from, uint32_t to)
{
    struct graph_place p = {0};
    uint32_t end[LETTERS_MAX + 1];
    graph_arc accept = 0, turn = GRAPH_DEAD;
    if (b->store->failed)
        return GRAPH_DEAD;
    if (to - from == 1)
        return build_chain(b, b->item[from]);
    sort_items(b, from, to, end);
    if (end[0] > from)
        turn = b->prefix[b->item[from]].arc;
    for (unsigned l = 1; l <= LETTERS_MAX; l++) {
        if (end[l] == end[l - 1])
            continue;
        for (uint32_t i = end[l - 1]; i < end[l]; i++)
            b->cursor[b->item[i]] = b->prefix[b->cursor[b->item[i]]].up;
        graph_place_add(&p, l, build_around(b, end[l - 1], end[l]));
    }
    accept = add_turn(&p, turn);
    return b->store->failed ? GRAPH_DEAD : graph_store_place(b->store, &p) | accept;
}

static bool sort_prefixes(struct turning *b)
{
    size_t n = b->prefixes;
    b->cursor = malloc(n * sizeof *b->cursor);
    b->item = malloc(n * sizeof *b->item);
    b->spare = malloc(n * sizeof *b->spare);
    if (!b->cursor || !b->item || !b->spare)
        return false;
    for (uint32_t i = 0; i < n; i++)
        b->cursor[i] = b->item[i] = i;
    return true;
}

bool graph_store_around(struct graph_store *s)
{
    struct turning b = {.store = s};
    struct graph *g = &s->out->graph;
    g->cell = s->out->cell;
    bool ok = add_prefix(&b, (struct prefix){.arc = g->forward}) && find_prefixes(&b, 0, 0) &&
              sort_prefixes(&b);
    // The empty beginning, item 0, is left out: nothing can be read to the left of it.
    if (ok)
        g->around = b.prefixes > 1 ? build_around(&b, 1, b.prefixes) : GRAPH_DEAD;
    g->cell = s->out->cell; // it has moved
    g->cells = (uint32_t)s->cells;
    s->failed |= !ok;
    free(b.prefix);
    free(b.cursor);
    free(b.item);
    free(b.spare);
    return !s->failed;
}

bool graph_add_around(struct graph_builder *b, const struct graph *dawg, uint32_t room)
{
    struct graph_store s;
    bool ok = graph_store_resume(&s, b, dawg, room) && graph_store_around(&s);
    graph_store_release(&s);
    return ok;
}
