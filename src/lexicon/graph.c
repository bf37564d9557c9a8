#include "lexicon/graph.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

uint32_t graph_endings(const struct graph *g, graph_arc from)
{
    uint32_t endings = 0;
    for (uint32_t left = graph_letters(g, from); left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        if (graph_accepts(graph_step(g, from, letter)))
            endings |= graph_bit(letter);
    }
    return endings;
}

bool graph_has(const struct graph *g, const struct word *w)
{
    graph_arc arc = graph_forward(g);
    for (unsigned i = 0; i < w->len && arc; i++)
        arc = graph_step(g, arc, w->letter[i]);
    return graph_accepts(arc);
}

bool graph_has_run(const struct graph *g, const struct word *run)
{
    graph_arc arc = graph_around(g);
    for (unsigned i = run->len; i > 0 && arc; i--)
        arc = graph_step(g, arc, run->letter[i - 1]);
    return arc != GRAPH_DEAD;
}

// What `count` says of a cell of the DAWG. Of a node's arc: how many words of the node come before
// it. Of a head, and of an arc that is the one way on from its place: how many words there are from
// there on.
static uint32_t count_of(const struct graph *g, uint32_t cell)
{
    uint32_t low = 0, high = g->larges;
    if (g->count[cell] != GRAPH_COUNT_LARGE)
        return g->count[cell];
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (g->large[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->larges && g->large[low].cell == cell ? g->large[low].count : GRAPH_COUNT_LARGE;
}

size_t graph_bytes(const struct graph *g)
{
    return g->cells * sizeof *g->cell + (g->cells + 63) / 64 * sizeof *g->head +
           g->dawg_cells * sizeof *g->count + g->larges * sizeof *g->large;
}

uint32_t graph_words_behind(const struct graph *g, graph_arc arc)
{
    return arc ? count_of(g, arc & GRAPH_INDEX) + graph_accepts(arc) : 0;
}

// The number of a word is the number of words that stand before it: shorter ones on its way, and
// those behind earlier letters of the nodes it passes.
bool graph_index(const struct graph *g, const struct word *w, uint32_t *index)
{
    graph_arc arc = graph_forward(g);
    uint32_t before = 0;
    for (unsigned i = 0; i < w->len && arc; i++) {
        uint32_t head = arc & GRAPH_INDEX, bit = graph_bit(w->letter[i]);
        before += graph_accepts(arc);
        if (!graph_code(arc) && (g->cell[head] & bit)) {
            uint32_t rank = (uint32_t)__builtin_popcount(g->cell[head] & (bit - 1));
            before += count_of(g, head - 1 - rank);
        }
        arc = graph_step(g, arc, w->letter[i]);
    }
    *index = before;
    return graph_accepts(arc);
}

void graph_nth(const struct graph *g, uint32_t index, struct word *out)
{
    graph_arc arc = graph_forward(g);
    BUG_UNLESS(index < g->words);
    for (out->len = 0; !graph_accepts(arc) || index-- > 0;) {
        unsigned letter = graph_code(arc);
        uint32_t at = arc & GRAPH_INDEX;
        if (!letter) {
            uint32_t left = g->cell[at--];
            for (; (left & (left - 1)) && count_of(g, at - 1) <= index; at--)
                left &= left - 1;
            letter = (unsigned)__builtin_ctz(left) + 1;
            index -= count_of(g, at);
        }
        BUG_UNLESS(out->len < WORD_MAX);
        out->letter[out->len++] = (uint8_t)letter;
        arc = g->cell[at];
    }
}

static bool is_head(const struct graph *g, uint32_t cell)
{
    return g->head[cell >> 6] >> (cell & 63) & 1;
}

// How many arcs lie below a head.
static uint32_t width(const struct graph *g, uint32_t head)
{
    uint32_t letters = g->cell[head];
    return letters ? (uint32_t)__builtin_popcount(letters) + (g->cell[head - 1] >> 31) : 0;
}

// What the check of a cell needs to know.
struct rule {
    uint8_t head[GRAPH_CODE + 1]; // by an arc's code: does it lead to a head; 2 for an unknown code
    uint32_t unknown;             // letters that no head may have
};

static struct rule rule_for(const struct graph *g)
{
    struct rule rule = {.unknown = (uint32_t) ~((UINT64_C(1) << g->letters) - 1)};
    memset(rule.head, 2, sizeof rule.head);
    memset(rule.head, 0, g->letters + 1);
    rule.head[0] = 1;
    rule.head[GRAPH_CODE_TURN] = 0;
    return rule;
}

// An arc has a known code and leads to a cell below its own that is of the kind the code says.
// Without a branch: this runs for every cell of a file that is opened, heads included, and which
// cells those are cannot be foretold.
static bool check_arc(const struct graph *g, const struct rule *rule, graph_arc arc, uint32_t at)
{
    uint32_t index = arc & GRAPH_INDEX;
    bool below = index < at;
    uint32_t safe = below ? index : 0;
    bool head = g->head[safe >> 6] >> (safe & 63) & 1;
    return below & (head == rule->head[graph_code(arc)]);
}

// A head has at least two ways on and known letters only, and its arcs lie between it and the head
// before; `next` is the cell after that.
static bool check_head(const struct graph *g, const struct rule *rule, uint32_t head, uint32_t next)
{
    uint32_t letters = g->cell[head];
    return letters != 0 && !(letters & rule->unknown) && next + width(g, head) <= head;
}

// The cell after the last head below block `block`.
static uint32_t after_last_head(const struct graph *g, uint32_t block)
{
    while (block > 0 && !g->head[block - 1])
        block--;
    return block ? block * 64 - (uint32_t)__builtin_clzll(g->head[block - 1]) : 0;
}

// Cells in blocks of 64, from block `from` to before block `to`.
static bool check_cells(const struct graph *g, uint32_t from, uint32_t to)
{
    struct rule rule = rule_for(g);
    uint32_t next = after_last_head(g, from);
    for (uint32_t block = from; block < to; block++) {
        uint32_t base = block * 64, size = g->cells - base < 64 ? g->cells - base : 64;
        uint64_t heads = g->head[block], left = heads;
        bool ok = true;
        if (size < 64 && heads >> size)
            return false;
        for (uint32_t i = 0; i < size; i++, left >>= 1)
            ok &= check_arc(g, &rule, g->cell[base + i], base + i) | (left & 1);
        if (!ok)
            return false;
        for (; heads; heads &= heads - 1) {
            uint32_t head = base + (uint32_t)__builtin_ctzll(heads);
            if (head > 0 && !check_head(g, &rule, head, next))
                return false;
            next = head + 1;
        }
    }
    return true;
}

// What lies behind an arc of the DAWG: words, and letters of the longest one.
struct extent {
    uint64_t words;
    unsigned height;
};

// `height` has what is known so far, by head and by single arc; 0 for the arcs of nodes, which
// nothing in the DAWG leads to. False for what a DAWG cannot have: a turn or a dead end.
static bool measure(const struct graph *g, const uint8_t *height, graph_arc arc, struct extent *out)
{
    uint32_t index = arc & GRAPH_INDEX;
    if (graph_code(arc) == GRAPH_CODE_TURN || (index && !height[index]))
        return false;
    out->words = (uint64_t)count_of(g, index) + graph_accepts(arc);
    out->height = 1u + height[index];
    return out->words > 0 && out->words <= UINT32_MAX;
}

static bool check_dawg_node(const struct graph *g, uint8_t *height, uint32_t head)
{
    struct extent one, all = {0};
    if (g->cell[head - 1] & GRAPH_NODE_TURNS)
        return false;
    for (uint32_t i = 1; i <= width(g, head); i++) {
        if (!measure(g, height, g->cell[head - i], &one) || count_of(g, head - i) != all.words)
            return false;
        all.words += one.words;
        all.height = one.height > all.height ? one.height : all.height;
    }
    height[head] = (uint8_t)all.height;
    return all.words == count_of(g, head) && all.height <= WORD_MAX;
}

static bool check_dawg_single(const struct graph *g, uint8_t *height, uint32_t at)
{
    struct extent one;
    if (!measure(g, height, g->cell[at], &one) || count_of(g, at) != one.words)
        return false;
    height[at] = (uint8_t)one.height;
    return one.height <= WORD_MAX;
}

// The first cell from `from` on that is a head, or the end of the DAWG.
static uint32_t next_head(const struct graph *g, uint32_t from)
{
    while (from < g->dawg_cells && !is_head(g, from))
        from++;
    return from;
}

// The counts are right, so numbers of words stay below g->words, and no word is too long.
static bool check_dawg(const struct graph *g, uint8_t *height)
{
    struct extent all;
    for (uint32_t at = 1; at < g->dawg_cells;) {
        uint32_t head = next_head(g, at);
        uint32_t end = head < g->dawg_cells ? head - width(g, head) : head;
        for (; at < end; at++)
            if (!check_dawg_single(g, height, at))
                return false;
        if (head < g->dawg_cells && !check_dawg_node(g, height, head))
            return false;
        at = head + 1;
    }
    if (g->words == 0)
        return g->forward == GRAPH_DEAD;
    // The empty word is no word; the way to the first letter counts as none.
    return !graph_accepts(g->forward) && measure(g, height, g->forward, &all) &&
           all.words == g->words && all.height <= WORD_MAX + 1;
}

static bool check_ways_in(const struct graph *g)
{
    struct rule rule = rule_for(g);
    return check_arc(g, &rule, g->forward, g->dawg_cells) &&
           check_arc(g, &rule, g->around, g->cells);
}

static bool check_sizes(const struct graph *g)
{
    return g->letters > 0 && g->letters <= LETTERS_MAX && g->dawg_cells > 0 &&
           g->dawg_cells <= g->cells && g->cells <= GRAPH_INDEX && g->cell[0] == 0 &&
           is_head(g, 0) && g->count[0] == 0;
}

bool graph_check(const struct graph *g, const char *name, struct reason *why)
{
    if (!check_sizes(g) || !check_cells(g, 0, (g->cells + 63) / 64) || !check_ways_in(g))
        return refuse(why, MSG_LEXICON_DAMAGED, "%s\tgraph", name);
    uint8_t *height = calloc(g->dawg_cells, 1);
    if (!height)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    bool ok = check_dawg(g, height);
    free(height);
    return ok || refuse(why, MSG_LEXICON_DAMAGED, "%s\tgraph", name);
}
