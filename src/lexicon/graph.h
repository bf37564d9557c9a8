// graph: every word of a lexicon as one minimised graph, used straight from its bytes.
//
// It is a GADDAG with the plain DAWG inside it. From graph_forward() the letters of a word are read
// left to right. From graph_around() one starts at any letter of a word, reads to the left up to
// the word's beginning, takes the *turn*, and goes on to the right of where one started:
//
//     const struct graph *g = &lexicon->graph;
//     enum { A = 1, C = 3, E = 5, R = 18 };
//     graph_arc arc = graph_around(g); // C A R E, started at R
//     arc = graph_step(g, arc, R);
//     arc = graph_step(g, arc, A);
//     arc = graph_step(g, arc, C); // graph_accepts(arc) would mean: CAR is a word
//     arc = graph_step(g, graph_turn(g, arc), E);
//     ok = graph_accepts(arc); // CARE is a word
//
// An *arc* is one number that stands for a place in the graph and says whether a word ends there.
// GRAPH_DEAD means that no word goes on like this. graph_letters() gives all letters that do, as
// a set of bits, so that a search can intersect it with a rack or a cross-check in one instruction
// instead of trying letters one by one.
//
// Form. The graph is an array of 32-bit *cells*, each an arc or a head. An arc has an index (24
// bits), a code (6) and the accept bit. A place with two or more ways on is a node: the arc's index
// is that of its *head*, a cell with the set of its letters; below the head come the arcs, first
// letter nearest, so the arc of a letter is found by counting the set's lower bits; the turn's arc
// comes last, and a bit of the head says whether there is one. A place with only one way on has no
// head: the code in the arc that leads there is that one letter (or the turn), and the index is
// that of its arc, which others of the same value may share. Most places are of that kind, and a
// wrong letter is seen without touching memory. An alphabet of more than 30 letters does not fit
// into one cell beside the two bits: its heads are *wide*, two cells with 16 letters each.
//
// Safety. Every arc leads to cells below its own, so no walk is endless. The top bit tells heads
// from arcs, and no step takes one for the other. The lowest cells are empty, so the arcs of any
// head lie within the array, whatever its letters. That is all that graph_check() has to make sure
// of, for whatever bytes there are, and it does it in one pass that the compiler makes wide.
//
// The cells of the DAWG come first; for them `count` gives the number of each word in alphabetical
// order. Nothing relies on the counts being right: numbers past the last word are not given out.
#ifndef LOGOMACHY_LEXICON_GRAPH_H
#define LOGOMACHY_LEXICON_GRAPH_H

#include "base/reason.h"
#include "lexicon/word.h"

typedef uint32_t graph_arc;

enum {
    GRAPH_DEAD = 0,
    GRAPH_CODE_TURN = 33,
    GRAPH_CODE_SHIFT = 24,
    GRAPH_EMPTY = 36,  // cells at the beginning: more than the longest node needs
    GRAPH_NARROW = 30, // letters that fit into a head of one cell
    GRAPH_COUNT_LARGE = UINT16_MAX,
};

#define GRAPH_INDEX 0x00FFFFFFu
#define GRAPH_CODE 0x3Fu
#define GRAPH_ACCEPT 0x40000000u
#define GRAPH_HEAD 0x80000000u
#define GRAPH_HEAD_TURNS 0x40000000u
#define GRAPH_HEAD_LETTERS 0x3FFFFFFFu

// A count that does not fit into 16 bits.
struct graph_large {
    uint32_t cell;
    uint32_t count;
};

struct graph {
    const uint32_t *cell;
    const uint16_t *count;           // for each cell of the DAWG; GRAPH_COUNT_LARGE: see `large`
    const struct graph_large *large; // by cell
    uint32_t cells;
    uint32_t dawg_cells;
    uint32_t larges;
    uint32_t letters; // size of the alphabet
    uint32_t words;
    graph_arc forward;
    graph_arc around;
    const graph_arc *starts;       // see graph_find_starts(); may be NULL
    struct graph_promise *promise; // NULL: nothing is missing
};

// A graph may have only the DAWG yet. When it is first asked for the ways around, this adds them to
// the very struct that was asked, so such a graph is never copied, and used by one thread only.
struct graph_promise {
    void (*keep)(struct graph_promise *p);
};

static inline graph_arc graph_forward(const struct graph *g)
{
    return g->forward;
}

static inline graph_arc graph_around(const struct graph *g)
{
    if (g->promise)
        g->promise->keep(g->promise);
    return g->around;
}

static inline bool graph_accepts(graph_arc arc)
{
    return arc & GRAPH_ACCEPT;
}

static inline unsigned graph_code(graph_arc arc)
{
    return arc >> GRAPH_CODE_SHIFT & GRAPH_CODE;
}

static inline uint32_t graph_bit(unsigned letter)
{
    return UINT32_C(1) << ((letter - 1) & 31);
}

static inline bool graph_wide(const struct graph *g)
{
    return g->letters > GRAPH_NARROW;
}

// The set of letters of a head; empty for a cell that is none.
static inline uint32_t graph_head_letters(const struct graph *g, const uint32_t *head)
{
    if (!(*head & GRAPH_HEAD))
        return 0;
    return graph_wide(g) ? (*head & 0xFFFF) | head[-1] << 16 : *head & GRAPH_HEAD_LETTERS;
}

// The arc `rank` places below a head.
static inline graph_arc graph_head_arc(const struct graph *g, const uint32_t *head, int rank)
{
    graph_arc arc = head[-1 - graph_wide(g) - rank];
    return arc & GRAPH_HEAD ? GRAPH_DEAD : arc;
}

// The one arc of a place without a head.
static inline graph_arc graph_single_arc(const uint32_t *cell)
{
    return *cell & GRAPH_HEAD ? GRAPH_DEAD : *cell;
}

// Where a letter leads from here.
static inline graph_arc graph_step(const struct graph *g, graph_arc from, unsigned letter)
{
    unsigned code = graph_code(from);
    const uint32_t *cell = &g->cell[from & GRAPH_INDEX];
    if (code)
        return code == letter ? graph_single_arc(cell) : GRAPH_DEAD;
    uint32_t letters = graph_head_letters(g, cell), bit = graph_bit(letter);
    if (!(letters & bit))
        return GRAPH_DEAD;
    return graph_head_arc(g, cell, __builtin_popcount(letters & (bit - 1)));
}

// Where the turn leads: from reading leftwards to reading on rightwards.
static inline graph_arc graph_turn(const struct graph *g, graph_arc from)
{
    unsigned code = graph_code(from);
    const uint32_t *cell = &g->cell[from & GRAPH_INDEX];
    if (code)
        return code == GRAPH_CODE_TURN ? graph_single_arc(cell) : GRAPH_DEAD;
    if ((*cell & (GRAPH_HEAD | GRAPH_HEAD_TURNS)) != (GRAPH_HEAD | GRAPH_HEAD_TURNS))
        return GRAPH_DEAD;
    return graph_head_arc(g, cell, __builtin_popcount(graph_head_letters(g, cell)));
}

// All letters that lead on from here, bit 0 for letter 1.
static inline uint32_t graph_letters(const struct graph *g, graph_arc from)
{
    unsigned code = graph_code(from);
    if (!code)
        return graph_head_letters(g, &g->cell[from & GRAPH_INDEX]);
    return code == GRAPH_CODE_TURN ? 0 : graph_bit(code);
}

// The letters that complete a word from here.
uint32_t graph_endings(const struct graph *g, graph_arc from);

// Where each first three letters lead. With this table, which its owner keeps beside the graph,
// graph_has() saves itself the steps that every lookup takes through the widest nodes.
enum { GRAPH_STARTS = 1 << 15 };
void graph_find_starts(const struct graph *g, graph_arc starts[GRAPH_STARTS]);

bool graph_has(const struct graph *g, const struct word *w);

// Do these letters stand side by side inside some word, or are they one?
bool graph_has_run(const struct graph *g, const struct word *run);

// The word's number in alphabetical order, from 0; false where it is not a word. This and the next
// need counts, which a cut graph (lexicon/cut.h) does not have.
bool graph_index(const struct graph *g, const struct word *w, uint32_t *index);

// The word with that number, which must be below g->words.
void graph_nth(const struct graph *g, uint32_t index, struct word *out);

// How many bytes it takes up.
size_t graph_bytes(const struct graph *g);

// How many words begin like the way to this arc of the DAWG.
uint32_t graph_words_behind(const struct graph *g, graph_arc arc);

// Everything that the functions above rely on. Refuses a graph that could lead them out of its
// bounds, round in a circle, or to a letter that the alphabet does not have. Whether it has the
// right words under the right numbers is another question, which lexicon_verify() answers. `name`
// is for the message.
bool graph_check(const struct graph *g, const char *name, struct reason *why);

#endif
