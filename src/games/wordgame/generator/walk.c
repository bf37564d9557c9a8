#include "games/wordgame/generator/walk.h"

#include "games/wordgame/reading.h"

#include <string.h>

// Letters that may come next, a bit each, and above them one for the turn of the graph and one for
// the tile that is read as two letters.
typedef uint64_t letter_set;
#define TURN_BIT (UINT64_C(1) << (GRAPH_CODE_TURN - 1))
#define PAIR_BIT (UINT64_C(1) << GRAPH_CODE_TURN)

struct walk {
    const struct wordgame_settings *set;
    const struct graph *graph;
    const struct wordgame_gen_line *line;
    const struct wordgame_gen_rack *rack;
    struct wordgame_gen_fit *fit;
    unsigned anchor, limit; // new tiles to the left of the anchor go no further than this
    unsigned behind;        // where a word goes on to the right once it has been read to the left
    unsigned blanks;        // that are not needed so far
    uint32_t letters;       // of tiles that are left, a bit each
    unsigned pairs;         // squares whose letter is read as two, a bit each
    unsigned pair;          // the letter that can be; 0: there is none
    struct wordgame_gen_laid laid;
    int16_t left[TILE_KINDS]; // tiles of a letter; below 0: minus the blanks that stand for it
    uint8_t
        tile[2 *
             WORDGAME_GEN_SQUARES]; // of the line, and what has been put; what is behind is stale
};

// Two readings are one move: is this the one that counts?
static bool first_reading(const struct walk *w, unsigned start, unsigned end)
{
    struct word squares = {.len = 0}, spelled = {.len = 0}, first;
    for (unsigned at = start; at < end; at++) {
        unsigned letter = wordgame_tile_letter(w->tile[at]);
        squares.letter[squares.len++] = (uint8_t)letter;
        spelled.letter[spelled.len++] = w->pairs >> at & 1 ? w->set->pair_first : (uint8_t)letter;
        if (w->pairs >> at & 1)
            spelled.letter[spelled.len++] = w->set->pair_second;
    }
    return wordgame_reads(w->set, w->graph, &squares, &first) && first.len == spelled.len &&
           memcmp(first.letter, spelled.letter, spelled.len) == 0;
}

// A word has been found, with `tiles` new tiles. Where the line has no such slot it is no move: too
// short, or the line across has it. False: the sink stopped it.
static bool found(struct walk *w, unsigned start, unsigned tiles)
{
    unsigned slot = w->line->slot_at[start][tiles];
    if (slot == WORDGAME_GEN_NO_SLOT)
        return true;
    if (w->pairs && !first_reading(w, start, start + w->line->slot[slot].length))
        return true;
    return wordgame_gen_fit_word(w->fit, w->line, slot, w->tile + start, &w->laid);
}

// A node of the graph: the letters that lead on and whether the turn does, and the arcs of all
// these, one below the other. Small enough to be passed in two registers.
struct node {
    const uint32_t *arc;
    letter_set letters;
};

static inline struct node node_of(const struct graph *g, graph_arc arc)
{
    unsigned code = graph_code(arc);
    const uint32_t *cell = &g->cell[arc & GRAPH_INDEX];
    if (code)
        return (struct node){cell, UINT64_C(1) << (code - 1)};
    if (!(*cell & GRAPH_HEAD))
        return (struct node){cell, 0};
    letter_set turn = *cell & GRAPH_HEAD_TURNS ? TURN_BIT : 0;
    return (struct node){cell - 1 - graph_wide(g), graph_head_letters(g, cell) | turn};
}

// Where a letter of a node, or the turn, leads.
static inline graph_arc node_arc(struct node n, letter_set bit)
{
    return graph_single_arc(n.arc - __builtin_popcountll(n.letters & (bit - 1)));
}

// The letters of the rack that fit a square.
static inline uint32_t rack_for(const struct walk *w, unsigned at)
{
    return w->line->allow[at] & (w->blanks ? UINT32_MAX : w->letters);
}

// The same after a letter was taken, as a blank or not. With a pair there is no lookahead: all
// ones.
static inline uint32_t rack_after(const struct walk *w, unsigned at, bool blank)
{
    uint32_t any = w->blanks > blank ? UINT32_MAX : w->letters;
    return w->pair ? UINT32_MAX : w->line->allow[at] & any;
}

// The letters of a node that can be put on a square. Of a pair `first` is read first.
static inline letter_set ahead(const struct walk *w, struct node node, unsigned at, unsigned first)
{
    uint32_t may = rack_for(w, at);
    letter_set set = node.letters & may;
    if (w->pair && may & graph_bit(w->pair) && node.letters & graph_bit(first))
        set |= PAIR_BIT;
    return set;
}

// A letter that comes next, and where it leads.
struct way {
    graph_arc arc;
    unsigned letter;
    bool pair; // it is read as two
};

// The first letter of a set that leads on from a node.
static inline struct way first_way(const struct walk *w, struct node node, letter_set set,
                                   bool leftwards)
{
    if (set != PAIR_BIT)
        return (struct way){node_arc(node, set & -set), (unsigned)__builtin_ctzll(set) + 1, false};
    unsigned first = w->set->pair_first, second = w->set->pair_second;
    graph_arc arc = node_arc(node, graph_bit(leftwards ? second : first));
    return (struct way){graph_step(w->graph, arc, leftwards ? first : second), w->pair, true};
}

// Lays a letter, as a tile of its own or as a blank.
static inline void lay(struct walk *w, unsigned at, struct way way)
{
    const struct wordgame_gen_rack *rack = w->rack;
    unsigned letter = way.letter;
    int left = w->left[letter];
    w->pairs |= (unsigned)way.pair << at;
    if (left > 0) {
        int value = w->set->value[letter];
        w->tile[at] = (uint8_t)letter;
        w->laid.used |= 1u << (rack->end[letter] - left);
        w->laid.main += value * w->line->factor[at];
        w->laid.cross += value * w->line->across[at];
    } else {
        w->tile[at] = (uint8_t)(letter | TILE_BLANK);
        w->laid.used |= 1u << (rack->end[KIND_BLANK] - w->blanks);
        w->laid.several += rack->count[letter];
    }
}

// Takes what was laid off the rack, so that more can be laid.
static inline void take(struct walk *w, unsigned letter)
{
    int left = w->left[letter]--;
    if (left <= 0)
        w->blanks--;
    else if (left == 1)
        w->letters &= ~graph_bit(letter);
}

static inline void put_back(struct walk *w, unsigned letter)
{
    int left = ++w->left[letter];
    if (left > 0)
        w->letters |= graph_bit(letter);
    else
        w->blanks++;
}

// Off the line again; `laid` is as it was before.
static inline void lift(struct walk *w, unsigned at, struct way way,
                        const struct wordgame_gen_laid *laid)
{
    w->laid = *laid;
    w->pairs &= ~((unsigned)way.pair << at);
}

// The word read so far begins at `start`, goes on at `at`, and has `tiles` new tiles.
static bool put_right(struct walk *w, struct node node, letter_set set, unsigned at, unsigned start,
                      unsigned tiles);

// On over tiles that lie there, then with a new one.
static bool go_right(struct walk *w, graph_arc arc, unsigned at, unsigned start, unsigned tiles)
{
    for (; w->line->letter[at]; at++) {
        unsigned letter = w->line->letter[at];
        if (letter == w->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_first);
            both = graph_step(w->graph, both, w->set->pair_second);
            w->pairs |= 1u << at;
            if (both && !go_right(w, both, at + 1, start, tiles))
                return false;
            w->pairs &= ~(1u << at);
        }
        arc = graph_step(w->graph, arc, letter);
        if (!arc)
            return true;
    }
    if (graph_accepts(arc) && !found(w, start, tiles))
        return false;
    if (tiles == w->rack->tiles)
        return true;
    struct node node = node_of(w->graph, arc);
    letter_set set = ahead(w, node, at, w->set->pair_first);
    return !set || put_right(w, node, set, at, start, tiles);
}

static bool put_right(struct walk *w, struct node node, letter_set set, unsigned at, unsigned start,
                      unsigned tiles)
{
    const struct wordgame_gen_laid laid = w->laid;
    // Most letters lead no further, so a lookahead before taking one pays.
    bool run = w->line->letter[at + 1], last = tiles + 1 == w->rack->tiles;
    uint32_t may[2] = {0, 0};
    for (unsigned blank = 0; blank < 2 && !last; blank++)
        may[blank] = rack_after(w, at + 1, blank);
    for (; set; set &= set - 1) {
        struct way way = first_way(w, node, set, false);
        bool blank = w->left[way.letter] <= 0;
        bool leads = run || graph_letters(w->graph, way.arc) & may[blank];
        if (!leads && !graph_accepts(way.arc))
            continue;
        lay(w, at, way);
        if (leads) {
            take(w, way.letter);
            if (!go_right(w, way.arc, at + 1, start, tiles + 1))
                return false;
            put_back(w, way.letter);
        } else if (!found(w, start, tiles + 1)) {
            return false;
        }
        lift(w, at, way, &laid);
    }
    return true;
}

static bool put_left(struct walk *w, struct node node, letter_set set, unsigned at, unsigned tiles);

// The word may begin at `at`: then it goes on to the right, by the node `turn`, or is at its end.
// Or it begins further to the left.
static inline bool go_left(struct walk *w, struct node node, struct node turn, unsigned at,
                           unsigned tiles)
{
    letter_set set = ahead(w, turn, w->behind, w->set->pair_first);
    if (set && !put_right(w, turn, set, w->behind, at, tiles))
        return false;
    if (at == w->limit)
        return true;
    set = ahead(w, node, at - 1, w->set->pair_second);
    return !set || put_left(w, node, set, at - 1, tiles);
}

static bool put_left(struct walk *w, struct node node, letter_set set, unsigned at, unsigned tiles)
{
    const struct wordgame_gen_laid laid = w->laid;
    bool last = tiles + 1 == w->rack->tiles;
    uint32_t before[2] = {0, 0}, behind[2] = {0, 0};
    for (unsigned blank = 0; blank < 2 && !last; blank++) {
        before[blank] = at > w->limit ? rack_after(w, at - 1, blank) : 0;
        behind[blank] = rack_after(w, w->behind, blank);
    }
    for (; set; set &= set - 1) {
        struct way way = first_way(w, node, set, true);
        struct node next = node_of(w->graph, way.arc), turn = {.letters = 0};
        if (next.letters & TURN_BIT)
            turn = node_of(w->graph, node_arc(next, TURN_BIT));
        bool blank = w->left[way.letter] <= 0, ends = graph_accepts(way.arc);
        if (!(next.letters & before[blank] || turn.letters & behind[blank] || ends))
            continue;
        lay(w, at, way);
        take(w, way.letter);
        if (ends && !found(w, at, tiles + 1))
            return false;
        if (!last && !go_left(w, next, turn, at, tiles + 1))
            return false;
        put_back(w, way.letter);
        lift(w, at, way, &laid);
    }
    return true;
}

// Words begin with tiles of the board where there are any: those fix more of them than one square
// with a new tile. The run before `at` is read leftwards down to its beginning.
static bool begin_at_run(struct walk *w, graph_arc arc, unsigned at)
{
    const struct wordgame_gen_line *l = w->line;
    for (; at > 0 && l->letter[at - 1]; at--) {
        if (l->letter[at - 1] == w->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_second);
            both = graph_step(w->graph, both, w->set->pair_first);
            w->pairs |= 1u << (at - 1);
            if (both && !begin_at_run(w, both, at - 1))
                return false;
            w->pairs &= ~(1u << (at - 1));
        }
        arc = graph_step(w->graph, arc, l->letter[at - 1]);
        if (!arc)
            return true;
    }
    bool leftwards = w->anchor < at; // if it lies behind the run, no word begins before that
    struct node node = node_of(w->graph, leftwards ? arc : graph_turn(w->graph, arc));
    unsigned first = leftwards ? w->set->pair_second : w->set->pair_first;
    letter_set set = ahead(w, node, w->anchor, first);
    return !set || (leftwards ? put_left(w, node, set, w->anchor, 0)
                              : put_right(w, node, set, w->anchor, at, 0));
}

bool wordgame_gen_walk(const struct wordgame_gen_board *b, const struct wordgame_gen_line *line,
                       unsigned anchor, struct wordgame_gen_fit *fit)
{
    const struct wordgame_gen_rack *rack = fit->rack;
    struct walk w = {.set = b->set,
                     .graph = b->graph,
                     .line = line,
                     .rack = rack,
                     .fit = fit,
                     .anchor = anchor,
                     .behind = anchor + 1,
                     .blanks = rack->blanks,
                     .letters = rack->letters,
                     .pair = b->set->pair};
    unsigned before = line->anchors & ((1u << anchor) - 1);
    if (!rack->tiles)
        return true;
    w.limit = before ? 32u - (unsigned)__builtin_clz(before) : 0;
    while (line->letter[w.behind])
        w.behind++;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        w.left[kind] = rack->count[kind];
    memcpy(w.tile, line->tile, sizeof line->tile);
    bool behind_run = anchor > 0 && line->letter[anchor - 1];
    return begin_at_run(&w, graph_around(b->graph), behind_run ? anchor : w.behind);
}
