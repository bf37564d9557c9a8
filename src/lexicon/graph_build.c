#include "lexicon/graph_build.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// The ways on from one place, gathered before it is stored: arcs by letter, and the turn last.
struct place {
    uint32_t letters;
    bool turn;
    unsigned width;
    graph_arc arc[LETTERS_MAX + 1];
};

// Finds what is stored already: open addressing over cells, 0 is empty.
struct table {
    uint32_t *slot;
    uint32_t mask;
    uint32_t used;
};

// A distinct beginning of words. Walking `up` from it spells it backwards.
struct prefix {
    uint32_t up;
    graph_arc arc; // where it leads in the DAWG
    uint8_t letter;
};

struct building {
    struct graph_builder *out;
    const struct word_list *words;
    struct table heads, singles;
    uint32_t *count; // for each cell of the DAWG
    size_t cells, cells_cap, counts_cap;
    struct prefix *prefix;
    size_t prefixes, prefixes_cap;
    uint32_t *cursor, *item, *spare; // the prefixes while they are sorted by their ends
    bool in_dawg;
    bool failed; // out of memory or of numbers
};

// Makes room for one more element of an array.
static bool grow(void *array, size_t used, size_t *cap, size_t size)
{
    void *old, *grown;
    if (used < *cap)
        return true;
    size_t cap_new = *cap ? *cap * 2 : 1024;
    memcpy(&old, array, sizeof old);
    grown = realloc(old, cap_new * size);
    if (!grown)
        return false;
    memcpy(array, &grown, sizeof grown);
    *cap = cap_new;
    return true;
}

static uint32_t hash_place(const struct place *p)
{
    return (uint32_t)XXH3_64bits_withSeed(p->arc, p->width * sizeof *p->arc,
                                          p->letters | (uint64_t)p->turn << 32);
}

// The place that a stored head stands for.
static struct place place_at(const struct graph *g, const uint32_t *head)
{
    struct place p = {.letters = graph_head_letters(g, head), .turn = *head & GRAPH_HEAD_TURNS};
    p.width = (unsigned)__builtin_popcount(p.letters) + p.turn;
    for (unsigned i = 0; i < p.width; i++)
        p.arc[i] = graph_head_arc(g, head, (int)i);
    return p;
}

static uint32_t hash_arc(graph_arc arc)
{
    return (uint32_t)((arc * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

static void table_put(struct table *t, uint32_t hash, uint32_t cell)
{
    uint32_t at = hash & t->mask;
    while (t->slot[at])
        at = (at + 1) & t->mask;
    t->slot[at] = cell;
    t->used++;
}

static uint32_t rehash(const struct building *b, const struct table *t, uint32_t cell)
{
    const uint32_t *at = &b->out->cell[cell];
    if (t == &b->singles)
        return hash_arc(*at);
    struct place p = place_at(&b->out->graph, at);
    return hash_place(&p);
}

// Keeps the table at most two thirds full.
static bool table_grow(struct building *b, struct table *t)
{
    if (t->slot && (t->used + 1) * UINT64_C(3) < (t->mask + UINT64_C(1)) * 2)
        return true;
    struct table bigger = {.mask = t->slot ? t->mask * 2 + 1 : 4095};
    bigger.slot = calloc(bigger.mask + (size_t)1, sizeof *bigger.slot);
    if (!bigger.slot)
        return false;
    for (uint32_t i = 0; t->slot && i <= t->mask; i++)
        if (t->slot[i])
            table_put(&bigger, rehash(b, t, t->slot[i]), t->slot[i]);
    free(t->slot);
    *t = bigger;
    return true;
}

// Words at or after the place an arc of the DAWG leads to.
static uint32_t words_behind(const struct building *b, graph_arc arc)
{
    return b->count[arc & GRAPH_INDEX] + graph_accepts(arc);
}

static bool append(struct building *b, uint32_t cell, uint32_t count)
{
    size_t at = b->cells;
    if (at >= GRAPH_INDEX || !grow(&b->out->cell, at, &b->cells_cap, sizeof *b->out->cell) ||
        (b->in_dawg && !grow(&b->count, at, &b->counts_cap, sizeof *b->count)))
        return false;
    b->out->cell[at] = cell;
    if (b->in_dawg)
        b->count[at] = count;
    b->cells++;
    return true;
}

static graph_arc fail(struct building *b)
{
    b->failed = true;
    return GRAPH_DEAD;
}

// A place with one way on: any stored arc of the same value will do. Within the DAWG only arcs of
// such places are looked at, because an arc's count means something else in a node.
static graph_arc store_single(struct building *b, const struct place *p)
{
    struct table *t = &b->singles;
    graph_arc arc = p->arc[0];
    unsigned code = p->turn ? GRAPH_CODE_TURN : (unsigned)__builtin_ctz(p->letters) + 1;
    if (!table_grow(b, t))
        return fail(b);
    uint32_t at = hash_arc(arc) & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask)
        if (b->out->cell[t->slot[at]] == arc)
            return t->slot[at] | code << GRAPH_CODE_SHIFT;
    if (!append(b, arc, b->in_dawg ? words_behind(b, arc) : 0))
        return fail(b);
    t->slot[at] = (uint32_t)b->cells - 1;
    t->used++;
    return t->slot[at] | code << GRAPH_CODE_SHIFT;
}

static bool same_place(const struct place *a, const struct place *b)
{
    return a->letters == b->letters && a->turn == b->turn &&
           memcmp(a->arc, b->arc, a->width * sizeof *a->arc) == 0;
}

// Words of the node that come before its arc i.
static uint32_t words_before(const struct building *b, const struct place *p, unsigned i)
{
    uint32_t words = 0;
    while (b->in_dawg && i-- > 0)
        words += words_behind(b, p->arc[i]);
    return words;
}

static bool append_head(struct building *b, const struct place *p)
{
    uint32_t turns = p->turn ? GRAPH_HEAD_TURNS : 0, words = words_before(b, p, p->width);
    if (!graph_wide(&b->out->graph))
        return append(b, GRAPH_HEAD | turns | p->letters, words);
    return append(b, GRAPH_HEAD | p->letters >> 16, 0) &&
           append(b, GRAPH_HEAD | turns | (p->letters & 0xFFFF), words);
}

static bool append_node(struct building *b, const struct place *p)
{
    for (unsigned i = p->width; i-- > 0;) {
        if (!append(b, p->arc[i], words_before(b, p, i)))
            return false;
        // Later places with one way on can share a node's arc, once counts no longer matter.
        if (b->in_dawg)
            continue;
        if (!table_grow(b, &b->singles))
            return false;
        table_put(&b->singles, hash_arc(p->arc[i]), (uint32_t)b->cells - 1);
    }
    return append_head(b, p);
}

// The arc that leads to this place, stored now or before. The caller adds GRAPH_ACCEPT.
static graph_arc store(struct building *b, const struct place *p)
{
    struct table *t = &b->heads;
    if (p->width == 0)
        return 0;
    if (p->width == 1)
        return store_single(b, p);
    if (!table_grow(b, t))
        return fail(b);
    uint32_t at = hash_place(p) & t->mask;
    for (; t->slot[at]; at = (at + 1) & t->mask) {
        struct place stored = place_at(&b->out->graph, &b->out->cell[t->slot[at]]);
        if (same_place(&stored, p))
            return t->slot[at];
    }
    if (!append_node(b, p))
        return fail(b);
    t->slot[at] = (uint32_t)b->cells - 1;
    t->used++;
    return t->slot[at];
}

static void add_way(struct place *p, unsigned letter, graph_arc arc)
{
    p->letters |= graph_bit(letter);
    p->arc[p->width++] = arc;
}

static uint8_t letter_at(const struct word_list *words, uint32_t i, unsigned depth)
{
    return words->letters[words->start[i] + depth];
}

static uint32_t new_prefix(struct building *b, uint32_t up, uint8_t letter)
{
    if (b->prefixes >= UINT32_MAX ||
        !grow(&b->prefix, b->prefixes, &b->prefixes_cap, sizeof *b->prefix)) {
        b->failed = true;
        return 0;
    }
    b->prefix[b->prefixes] = (struct prefix){.up = up, .letter = letter};
    return (uint32_t)b->prefixes++;
}

// The DAWG of words `from` to `to`, which share their first `depth` letters, themselves `prefix`.
static graph_arc build_dawg(struct building *b, uint32_t from, uint32_t to, unsigned depth,
                            uint32_t prefix)
{
    struct place p = {0};
    graph_arc accept = 0;
    if (from < to && b->words->length[from] == depth) {
        accept = GRAPH_ACCEPT;
        from++;
    }
    while (from < to && !b->failed) {
        uint8_t letter = letter_at(b->words, from, depth);
        uint32_t end = from + 1;
        while (end < to && letter_at(b->words, end, depth) == letter)
            end++;
        uint32_t child = new_prefix(b, prefix, letter);
        add_way(&p, letter, build_dawg(b, from, end, depth + 1, child));
        from = end;
    }
    graph_arc arc = b->failed ? GRAPH_DEAD : store(b, &p) | accept;
    b->prefix[prefix].arc = arc;
    return arc;
}

// Sorts items `from` to `to` by the letter at their cursors; those with none left come first.
// `end[i]` becomes where the group of letter i ends.
static void sort_items(struct building *b, uint32_t from, uint32_t to,
                       uint32_t end[LETTERS_MAX + 1])
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

// What can follow once a beginning has been read to its left end: the turn, or nothing.
static graph_arc add_turn(struct place *p, graph_arc after)
{
    if (after & ~GRAPH_ACCEPT) {
        p->turn = true;
        p->arc[p->width++] = after & ~GRAPH_ACCEPT;
    }
    return after & GRAPH_ACCEPT;
}

// The one item of a group: a chain from here to the beginning of the word.
static graph_arc build_chain(struct building *b, uint32_t item)
{
    uint8_t letter[WORD_MAX];
    unsigned length = 0;
    struct place last = {0};
    for (uint32_t up = b->cursor[item]; up; up = b->prefix[up].up)
        letter[length++] = b->prefix[up].letter;
    graph_arc accept = add_turn(&last, b->prefix[item].arc);
    graph_arc arc = store(b, &last) | accept;
    while (length && !b->failed) {
        struct place p = {0};
        add_way(&p, letter[--length], arc);
        arc = store(b, &p);
    }
    return arc;
}

// The part of the GADDAG behind a run of letters read leftwards: items `from` to `to` are the
// beginnings of words that end in that run.
static graph_arc build_around(struct building *b, uint32_t from, uint32_t to)
{
    struct place p = {0};
    uint32_t end[LETTERS_MAX + 1];
    graph_arc accept = 0, turn = GRAPH_DEAD;
    if (b->failed)
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
        add_way(&p, l, build_around(b, end[l - 1], end[l]));
    }
    accept = add_turn(&p, turn);
    return b->failed ? GRAPH_DEAD : store(b, &p) | accept;
}

static bool build_all(struct building *b)
{
    struct graph *g = &b->out->graph;
    b->in_dawg = true;
    // Cell 0 is the place where nothing goes on.
    for (int i = 0; i < GRAPH_EMPTY; i++)
        if (!append(b, 0, 0))
            return false;
    if (new_prefix(b, 0, 0) || b->failed)
        return false;
    g->forward = build_dawg(b, 0, b->words->count, 0, 0);
    g->dawg_cells = (uint32_t)b->cells;
    b->in_dawg = false;
    size_t n = b->prefixes;
    b->cursor = malloc(n * sizeof *b->cursor);
    b->item = malloc(n * sizeof *b->item);
    b->spare = malloc(n * sizeof *b->spare);
    if (b->failed || !b->cursor || !b->item || !b->spare)
        return false;
    for (uint32_t i = 0; i < n; i++)
        b->cursor[i] = b->item[i] = i;
    // The empty beginning, item 0, is left out: nothing can be read to the left of it.
    g->around = n > 1 ? build_around(b, 1, (uint32_t)n) : GRAPH_DEAD;
    g->cells = (uint32_t)b->cells;
    return !b->failed;
}

// From the builder's wide arrays to the graph's narrow ones.
static bool pack(struct building *b)
{
    struct graph_builder *out = b->out;
    struct graph *g = &out->graph;
    size_t larges_cap = 0;
    out->count = malloc(g->dawg_cells * sizeof *out->count);
    if (!out->count)
        return false;
    for (uint32_t i = 0; i < g->dawg_cells; i++) {
        bool large = b->count[i] >= GRAPH_COUNT_LARGE;
        out->count[i] = large ? GRAPH_COUNT_LARGE : (uint16_t)b->count[i];
        if (!large)
            continue;
        if (!grow(&out->large, g->larges, &larges_cap, sizeof *out->large))
            return false;
        out->large[g->larges++] = (struct graph_large){i, b->count[i]};
    }
    g->cell = out->cell;
    g->count = out->count;
    g->large = out->large;
    return true;
}

// In order and without repeats?
static bool in_order(const struct word_list *words)
{
    for (uint32_t i = 1; i < words->count; i++) {
        unsigned before = words->length[i - 1], len = words->length[i];
        int order = memcmp(words->letters + words->start[i - 1], words->letters + words->start[i],
                           before < len ? before : len);
        if (order > 0 || (order == 0 && before >= len))
            return false;
    }
    return true;
}

bool graph_build(struct graph_builder *b, const struct word_list *words, unsigned letters,
                 struct reason *why)
{
    struct building work = {.out = b, .words = words};
    *b = (struct graph_builder){.graph = {.letters = letters, .words = words->count}};
    BUG_UNLESS(letters <= LETTERS_MAX);
    if (!in_order(words))
        return refuse(why, MSG_LEXICON_DAMAGED, "%s\twords", "");
    bool ok = build_all(&work) && pack(&work);
    if (!ok && work.cells >= GRAPH_INDEX)
        refuse(why, MSG_LEXICON_TOO_MANY_WORDS, "%s", "");
    else if (!ok)
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    free(work.heads.slot);
    free(work.singles.slot);
    free(work.count);
    free(work.prefix);
    free(work.cursor);
    free(work.item);
    free(work.spare);
    return ok;
}

void graph_builder_release(struct graph_builder *b)
{
    free(b->cell);
    free(b->count);
    free(b->large);
    *b = (struct graph_builder){0};
}
