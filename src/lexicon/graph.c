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

// Where in the table of starts a word's first three letters are.
static unsigned start_of(const uint8_t *letter)
{
    return ((letter[0] - 1u) << 10 | (letter[1] - 1u) << 5 | (letter[2] - 1u)) % GRAPH_STARTS;
}

void graph_find_starts(const struct graph *g, graph_arc starts[GRAPH_STARTS])
{
    memset(starts, 0, GRAPH_STARTS * sizeof *starts);
    for (uint32_t a = graph_letters(g, g->forward); a; a &= a - 1) {
        uint8_t letter[3] = {(uint8_t)(__builtin_ctz(a) + 1)};
        graph_arc one = graph_step(g, g->forward, letter[0]);
        for (uint32_t b = graph_letters(g, one); b; b &= b - 1) {
            letter[1] = (uint8_t)(__builtin_ctz(b) + 1);
            graph_arc two = graph_step(g, one, letter[1]);
            for (uint32_t c = graph_letters(g, two); c; c &= c - 1) {
                letter[2] = (uint8_t)(__builtin_ctz(c) + 1);
                starts[start_of(letter)] = graph_step(g, two, letter[2]);
            }
        }
    }
}

bool graph_has(const struct graph *g, const struct word *w)
{
    graph_arc arc = graph_forward(g);
    unsigned i = 0;
    if (g->starts && w->len >= 3) {
        arc = g->starts[start_of(w->letter)];
        i = 3;
    }
    for (; i < w->len && arc; i++)
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
    return g->cells * sizeof *g->cell + g->dawg_cells * sizeof *g->count +
           g->larges * sizeof *g->large;
}

uint32_t graph_words_behind(const struct graph *g, graph_arc arc)
{
    return arc ? count_of(g, arc & GRAPH_INDEX) + graph_accepts(arc) : 0;
}

// The cell of a node's arc. The arc that leads to the node has the index `head`.
static uint32_t arc_cell(const struct graph *g, uint32_t head, uint32_t rank)
{
    return head - 1 - graph_wide(g) - rank;
}

// The number of a word is the number of words that stand before it: shorter ones on its way, and
// those behind earlier letters of the nodes it passes.
bool graph_index(const struct graph *g, const struct word *w, uint32_t *index)
{
    graph_arc arc = graph_forward(g);
    uint32_t before = 0;
    for (unsigned i = 0; i < w->len && arc; i++) {
        uint32_t letters = graph_code(arc) ? 0 : graph_letters(g, arc);
        uint32_t bit = graph_bit(w->letter[i]);
        before += graph_accepts(arc);
        if (letters & bit) {
            uint32_t rank = (uint32_t)__builtin_popcount(letters & (bit - 1));
            before += count_of(g, arc_cell(g, arc & GRAPH_INDEX, rank));
        }
        arc = graph_step(g, arc, w->letter[i]);
    }
    *index = before;
    return graph_accepts(arc) && before < g->words;
}

// The last letter of a node behind which the word with number `index` in that node can be. Takes
// off the index what lies before it.
static unsigned letter_for(const struct graph *g, graph_arc arc, uint32_t *index)
{
    uint32_t left = graph_letters(g, arc), rank = 0;
    uint32_t head = arc & GRAPH_INDEX;
    if (graph_code(arc))
        return graph_code(arc);
    for (; (left & (left - 1)) && count_of(g, arc_cell(g, head, rank + 1)) <= *index; rank++)
        left &= left - 1;
    *index -= count_of(g, arc_cell(g, head, rank));
    return (unsigned)__builtin_ctz(left) + 1;
}

// With counts that are not right it still comes to some letters and an end.
void graph_nth(const struct graph *g, uint32_t index, struct word *out)
{
    graph_arc arc = graph_forward(g);
    BUG_UNLESS(index < g->words && g->count);
    for (out->len = 0; out->len < WORD_MAX && graph_letters(g, arc);) {
        if (graph_accepts(arc) && index-- == 0)
            break;
        unsigned letter = letter_for(g, arc, &index);
        out->letter[out->len++] = (uint8_t)letter;
        arc = graph_step(g, arc, letter);
    }
}

// Every arc has a known code and leads to a cell below its own; every head has known letters only.
// Written so that the compiler can look at several cells at once: a fault leaves bits in `bad`.
static bool check_cells(const struct graph *g)
{
    uint32_t bad = 0, letters = g->letters;
    // In a wide head all bits that can stand for letters do.
    uint32_t unknown = graph_wide(g) ? 0x3FFF0000 : GRAPH_HEAD_LETTERS & ~((1u << letters) - 1);
    for (uint32_t i = 0; i < GRAPH_EMPTY; i++)
        bad |= g->cell[i];
    for (uint32_t i = GRAPH_EMPTY; i < g->cells; i++) {
        uint32_t cell = g->cell[i], head = 0u - (cell >> 31), code = graph_code(cell);
        uint32_t forward = (int32_t)(cell & GRAPH_INDEX) >= (int32_t)i;
        uint32_t strange = (code > letters) & (code != GRAPH_CODE_TURN);
        bad |= (head & cell & unknown) | (~head & (forward | strange));
    }
    return bad == 0;
}

// The two ways in are arcs like those in cells.
static bool check_way_in(const struct graph *g, graph_arc arc, uint32_t limit)
{
    unsigned code = graph_code(arc);
    return (arc & GRAPH_INDEX) < limit && (code <= g->letters || code == GRAPH_CODE_TURN) &&
           !(arc & GRAPH_HEAD);
}

static bool check_sizes(const struct graph *g)
{
    return g->letters > 0 && g->letters <= LETTERS_MAX && g->dawg_cells >= GRAPH_EMPTY &&
           g->dawg_cells <= g->cells && g->cells <= GRAPH_INDEX && g->words <= GRAPH_INDEX;
}

bool graph_check(const struct graph *g, const char *name, struct reason *why)
{
    bool ok = check_sizes(g) && check_cells(g) && check_way_in(g, g->forward, g->dawg_cells) &&
              check_way_in(g, g->around, g->cells) && !graph_accepts(g->forward) &&
              (g->words == 0 || graph_letters(g, g->forward));
    return ok || refuse(why, MSG_LEXICON_DAMAGED, "%s\tgraph", name);
}
