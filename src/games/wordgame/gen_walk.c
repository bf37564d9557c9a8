#include "games/wordgame/gen_walk.h"

#include <string.h>

struct walk {
    const struct wordgame_set *set;
    const struct graph *graph;
    const struct gen_line *line;
    struct gen_fit *fit;
    unsigned anchor, limit; // new tiles to the left of the anchor go no further than this
    unsigned behind;        // where a word goes on to the right once it has been read to the left
    unsigned tiles;         // on the rack
    unsigned blanks;        // that are not needed so far
    uint32_t letters;       // of tiles that are left, a bit each
    unsigned pairs;         // squares whose letter is read as two, a bit each
    bool stopped;
    int8_t left[TILE_KINDS]; // tiles of a letter; below 0: so many blanks stand for it
    uint8_t letter[GEN_SQUARES];
};

// Two readings are one move: is this the one that counts?
static bool first_reading(const struct walk *w, unsigned start, unsigned end)
{
    struct word squares = {.len = 0}, mine = {.len = 0}, first;
    for (unsigned at = start; at < end; at++) {
        squares.letter[squares.len++] = w->letter[at];
        mine.letter[mine.len++] = w->pairs >> at & 1 ? w->set->pair_first : w->letter[at];
        if (w->pairs >> at & 1)
            mine.letter[mine.len++] = w->set->pair_second;
    }
    return wordgame_reads(w->set, w->graph, &squares, &first) && first.len == mine.len &&
           memcmp(first.letter, mine.letter, mine.len) == 0;
}

// A word has been found, with so many new tiles. Where the line has no such slot it is no move: too
// short, or the line across has it.
static void found(struct walk *w, unsigned start, unsigned tiles)
{
    unsigned slot = w->line->slot_at[start][tiles];
    if (slot == GEN_NO_SLOT)
        return;
    if (w->pairs && !first_reading(w, start, start + w->line->slot[slot].length))
        return;
    w->stopped = !gen_fit_word(w->fit, w->line, slot, w->letter + start, w->left,
                               w->fit->rack->blanks - w->blanks);
}

// What has been read so far: it begins at `start`, goes on at `at`, and has so many new tiles.
struct read {
    uint8_t at, start, tiles;
    bool leftwards;
};

static void put_letters(struct walk *w, graph_arc arc, struct read r);

// On over tiles that lie there, then with a new one.
static void go_right(struct walk *w, graph_arc arc, struct read r)
{
    const struct gen_line *l = w->line;
    for (; l->letter[r.at]; r.at++) {
        if (w->set->pair && l->letter[r.at] == w->set->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_first);
            both = graph_step(w->graph, both, w->set->pair_second);
            w->pairs |= 1u << r.at;
            if (both)
                go_right(w, both, (struct read){(uint8_t)(r.at + 1), r.start, r.tiles, false});
            w->pairs &= ~(1u << r.at);
        }
        arc = graph_step(w->graph, arc, l->letter[r.at]);
        if (!arc || w->stopped)
            return;
    }
    if (graph_accepts(arc))
        found(w, r.start, r.tiles);
    if (r.at < BOARD_SIDE && r.tiles < w->tiles && !w->stopped)
        put_letters(w, arc, r);
}

// The word may begin here: then it goes on to the right, or is at its end. Or further to the left.
static void go_left(struct walk *w, graph_arc arc, struct read r)
{
    if (graph_accepts(arc))
        found(w, r.at, r.tiles);
    if (r.tiles == w->tiles || w->stopped)
        return;
    graph_arc turn = w->behind < BOARD_SIDE ? graph_turn(w->graph, arc) : GRAPH_DEAD;
    if (turn)
        put_letters(w, turn, (struct read){(uint8_t)w->behind, r.at, r.tiles, false});
    if (r.at > w->limit && !w->stopped) {
        r.at--;
        put_letters(w, arc, r);
    }
}

// Is there anything behind a letter that was put rightwards? Most ways end there, so it is worth
// looking before the letter is taken.
static inline bool leads_on(const struct walk *w, graph_arc arc, struct read r)
{
    unsigned at = r.at + 1u;
    if (graph_accepts(arc) || w->line->letter[at] || w->set->pair)
        return true;
    uint32_t may = w->line->allow[at] & (w->blanks ? UINT32_MAX : w->letters);
    return r.tiles + 1u < w->tiles && graph_letters(w->graph, arc) & may;
}

// With this letter on the next square, as a tile of its own or as a blank.
static inline void put_letter(struct walk *w, graph_arc arc, struct read r, unsigned letter)
{
    if (!r.leftwards && !leads_on(w, arc, r))
        return;
    bool own = w->left[letter] > 0;
    w->letter[r.at] = (uint8_t)letter;
    r.tiles++;
    if (--w->left[letter] == 0)
        w->letters &= ~graph_bit(letter);
    w->blanks -= !own;
    if (r.leftwards) {
        go_left(w, arc, r);
    } else {
        r.at++;
        go_right(w, arc, r);
    }
    w->blanks += !own;
    if (w->left[letter]++ == 0)
        w->letters |= graph_bit(letter);
}

static void put_pair(struct walk *w, graph_arc arc, struct read r)
{
    const struct wordgame_set *set = w->set;
    arc = graph_step(w->graph, arc, r.leftwards ? set->pair_second : set->pair_first);
    arc = graph_step(w->graph, arc, r.leftwards ? set->pair_first : set->pair_second);
    w->pairs |= 1u << r.at;
    if (arc)
        put_letter(w, arc, r, set->pair);
    w->pairs &= ~(1u << r.at);
}

// Every letter that leads on and may stand there.
static void put_letters(struct walk *w, graph_arc arc, struct read r)
{
    uint32_t may = w->line->allow[r.at] & (w->blanks ? UINT32_MAX : w->letters);
    const uint32_t *cell = &w->graph->cell[arc & GRAPH_INDEX];
    unsigned code = graph_code(arc), pair = w->set->pair;
    if (code) {
        if (code != GRAPH_CODE_TURN && may & graph_bit(code))
            put_letter(w, graph_single_arc(cell), r, code);
    } else {
        uint32_t all = graph_head_letters(w->graph, cell);
        for (uint32_t left = all & may; left && !w->stopped; left &= left - 1) {
            int rank = __builtin_popcount(all & ((left & -left) - 1));
            put_letter(w, graph_head_arc(w->graph, cell, rank), r,
                       (unsigned)__builtin_ctz(left) + 1);
        }
    }
    if (pair && may & graph_bit(pair) && !w->stopped)
        put_pair(w, arc, r);
}

// Words begin with tiles of the board where there are any: those fix more of them than one square
// with a new tile. The run before `at` is read leftwards down to its beginning.
static void begin_at_run(struct walk *w, graph_arc arc, unsigned at)
{
    const struct gen_line *l = w->line;
    for (; at > 0 && l->letter[at - 1]; at--) {
        if (w->set->pair && l->letter[at - 1] == w->set->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_second);
            both = graph_step(w->graph, both, w->set->pair_first);
            w->pairs |= 1u << (at - 1);
            if (both)
                begin_at_run(w, both, at - 1);
            w->pairs &= ~(1u << (at - 1));
        }
        arc = graph_step(w->graph, arc, l->letter[at - 1]);
        if (!arc || w->stopped)
            return;
    }
    struct read r = {.at = (uint8_t)w->anchor, .start = (uint8_t)at, .leftwards = true};
    if (w->anchor >= at) { // it lies behind the run: no word begins before that
        arc = graph_turn(w->graph, arc);
        r.leftwards = false;
    }
    if (arc)
        put_letters(w, arc, r);
}

bool gen_walk(const struct gen_board *b, const struct gen_line *line, unsigned anchor,
              struct gen_fit *fit)
{
    const struct gen_rack *rack = fit->rack;
    struct walk w = {.set = b->set,
                     .graph = b->graph,
                     .line = line,
                     .fit = fit,
                     .anchor = anchor,
                     .behind = anchor + 1,
                     .tiles = rack->tiles,
                     .blanks = rack->blanks,
                     .letters = rack->letters};
    unsigned before = line->anchors & ((1u << anchor) - 1);
    if (!rack->tiles)
        return true;
    w.limit = before ? 32u - (unsigned)__builtin_clz(before) : 0;
    while (line->letter[w.behind])
        w.behind++;
    memcpy(w.left, rack->count, sizeof w.left);
    memcpy(w.letter, line->letter, sizeof w.letter);
    if (anchor > 0 && line->letter[anchor - 1])
        begin_at_run(&w, graph_around(b->graph), anchor);
    else
        begin_at_run(&w, graph_around(b->graph), w.behind);
    return !w.stopped;
}
