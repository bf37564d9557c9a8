#include "games/wordgame/gen_walk.h"

#include <string.h>

struct walk {
    const struct wordgame_set *set;
    const struct graph *graph;
    const struct gen_line *line;
    const struct gen_rack *rack;
    unsigned anchor, limit; // new tiles to the left of the anchor go no further than this
    unsigned least;         // letters of a word
    uint8_t count[TILE_KINDS];
    uint32_t letters; // of tiles that are left, a bit each
    unsigned pairs;   // squares whose letter is read as two, a bit each
    bool stopped;
    gen_sink_fn *sink;
    void *context;
    uint8_t tile[GEN_SQUARES];
    struct gen_move move;
};

// What the letters read so far come to.
struct sums {
    int32_t main, side; // the main word before its factor; the cross words
    uint16_t factor;
    uint8_t tiles; // new ones
    uint8_t used;  // their places on the rack
};

// Two readings are one move: is this the one that counts?
static bool first_reading(const struct walk *w, unsigned start, unsigned end)
{
    struct word squares = {.len = 0}, mine = {.len = 0}, first;
    for (unsigned at = start; at < end; at++) {
        unsigned letter = tile_letter(w->tile[at]);
        squares.letter[squares.len++] = (uint8_t)letter;
        mine.letter[mine.len++] = w->pairs >> at & 1 ? w->set->pair_first : (uint8_t)letter;
        if (w->pairs >> at & 1)
            mine.letter[mine.len++] = w->set->pair_second;
    }
    return wordgame_reads(w->set, w->graph, &squares, &first) && first.len == mine.len &&
           memcmp(first.letter, mine.letter, mine.len) == 0;
}

static int32_t points_of(const struct wordgame_set *set, const struct sums *s)
{
    int32_t main = s->main * s->factor, points = main + s->side;
    if (s->tiles != set->rack)
        return points;
    switch ((enum all_tiles)set->all_tiles) {
    case ALL_TILES_DOUBLE_MAIN:
        return points + main;
    case ALL_TILES_DOUBLE_MOVE:
        return points * 2;
    case ALL_TILES_POINTS:
        return points + set->all_tiles_points;
    }
    return points;
}

static void give(struct walk *w, unsigned start, unsigned end, const struct sums *s)
{
    const struct gen_line *l = w->line;
    unsigned row = l->index % BOARD_SIDE;
    if (end - start < w->least || (l->down && s->tiles == 1 && l->crossed >> w->anchor & 1))
        return;
    if (w->pairs && !first_reading(w, start, end))
        return;
    struct wordgame_placement *p = &w->move.placement;
    p->square = (uint8_t)(l->down ? start * BOARD_SIDE + row : row * BOARD_SIDE + start);
    p->length = (uint8_t)(end - start);
    memset(p->tile, 0, sizeof p->tile);
    memcpy(p->tile, w->tile + start, end - start);
    w->move.used = s->used;
    w->move.tiles = s->tiles;
    w->move.points = points_of(w->set, s);
    w->move.equity = (int64_t)w->move.points * EQUITY_POINT;
    w->stopped = !w->sink(w->context, &w->move);
}

enum way { LEFT, RIGHT };

static void put_letters(struct walk *w, graph_arc arc, unsigned at, unsigned start,
                        const struct sums *s, enum way way);

// On over tiles that lie there, then with a new one. What has been read begins at `start`.
static void go_right(struct walk *w, graph_arc arc, unsigned at, unsigned start,
                     const struct sums *so_far)
{
    const struct gen_line *l = w->line;
    struct sums s = *so_far;
    for (; at < BOARD_SIDE && l->letter[at]; at++) {
        s.main += l->value[at];
        if (w->set->pair && l->letter[at] == w->set->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_first);
            both = graph_step(w->graph, both, w->set->pair_second);
            w->pairs |= 1u << at;
            if (both)
                go_right(w, both, at + 1, start, &s);
            w->pairs &= ~(1u << at);
        }
        arc = graph_step(w->graph, arc, l->letter[at]);
        if (!arc || w->stopped)
            return;
    }
    if (s.tiles && graph_accepts(arc))
        give(w, start, at, &s);
    if (at < BOARD_SIDE && s.tiles < w->rack->tiles && !w->stopped)
        put_letters(w, arc, at, start, &s, RIGHT);
}

// The word may begin here: then it goes on behind the anchor. Or further to the left.
static void go_left(struct walk *w, graph_arc arc, unsigned at, const struct sums *s)
{
    unsigned behind = w->anchor + 1;
    graph_arc turn = graph_turn(w->graph, arc);
    if (graph_accepts(arc) && !w->line->letter[behind])
        give(w, at, behind, s);
    if (turn && !w->stopped)
        go_right(w, turn & ~GRAPH_ACCEPT, behind, at, s);
    if (at > w->limit && s->tiles < w->rack->tiles && !w->stopped)
        put_letters(w, arc, at - 1, at - 1, s, LEFT);
}

static void put_tile(struct walk *w, graph_arc arc, unsigned at, unsigned start,
                     const struct sums *so_far, enum way way, uint8_t tile)
{
    const struct gen_line *l = w->line;
    unsigned kind = tile_kind(tile), value = w->set->value[kind], word = l->word[at];
    unsigned place = w->rack->end[kind] - w->count[kind];
    struct sums s = *so_far;
    s.main += l->factor[at] * (int)value;
    s.side += l->cross[at] + l->across[at] * (int)value;
    if (w->set->word_bonus == WORD_BONUS_PRODUCT)
        s.factor = (uint16_t)(s.factor * word);
    else if (word > s.factor)
        s.factor = (uint16_t)word;
    s.tiles++;
    s.used |= (uint8_t)(1u << place);
    w->tile[at] = tile;
    if (--w->count[kind] == 0 && kind != KIND_BLANK)
        w->letters &= ~graph_bit(kind);
    if (way == LEFT)
        go_left(w, arc, at, &s);
    else
        go_right(w, arc, at + 1, start, &s);
    if (w->count[kind]++ == 0 && kind != KIND_BLANK)
        w->letters |= graph_bit(kind);
}

// The letter as a tile of its own, and as a blank.
static void put_letter(struct walk *w, graph_arc arc, unsigned at, unsigned start,
                       const struct sums *s, enum way way, unsigned letter)
{
    if (w->count[letter] && !w->stopped)
        put_tile(w, arc, at, start, s, way, (uint8_t)letter);
    if (w->count[KIND_BLANK] && !w->stopped)
        put_tile(w, arc, at, start, s, way, (uint8_t)(letter | TILE_BLANK));
}

static void put_letters(struct walk *w, graph_arc arc, unsigned at, unsigned start,
                        const struct sums *s, enum way way)
{
    const struct wordgame_set *set = w->set;
    uint32_t may = w->line->allow[at] & (w->count[KIND_BLANK] ? UINT32_MAX : w->letters);
    for (uint32_t left = graph_letters(w->graph, arc) & may; left; left &= left - 1) {
        unsigned letter = (unsigned)__builtin_ctz(left) + 1;
        put_letter(w, graph_step(w->graph, arc, letter), at, start, s, way, letter);
    }
    if (!set->pair || !(may & graph_bit(set->pair)))
        return;
    arc = graph_step(w->graph, arc, way == LEFT ? set->pair_second : set->pair_first);
    arc = graph_step(w->graph, arc, way == LEFT ? set->pair_first : set->pair_second);
    w->pairs |= 1u << at;
    if (arc)
        put_letter(w, arc, at, start, s, way, set->pair);
    w->pairs &= ~(1u << at);
}

// A word that begins with the tiles just before the anchor: they are read leftwards up to the
// first, and then it turns.
static void begin_at_run(struct walk *w, graph_arc arc, unsigned at, int32_t points)
{
    const struct gen_line *l = w->line;
    struct sums s = {.main = points, .factor = 1};
    for (; at > 0 && l->letter[at - 1]; at--) {
        s.main += l->value[at - 1];
        if (w->set->pair && l->letter[at - 1] == w->set->pair) {
            graph_arc both = graph_step(w->graph, arc, w->set->pair_second);
            both = graph_step(w->graph, both, w->set->pair_first);
            w->pairs |= 1u << (at - 1);
            if (both)
                begin_at_run(w, both, at - 1, s.main);
            w->pairs &= ~(1u << (at - 1));
        }
        arc = graph_step(w->graph, arc, l->letter[at - 1]);
        if (!arc || w->stopped)
            return;
    }
    arc = graph_turn(w->graph, arc);
    if (arc)
        put_letters(w, arc, w->anchor, at, &s, RIGHT);
}

bool gen_walk(const struct gen_board *b, const struct gen_rack *rack, const struct gen_line *line,
              unsigned anchor, gen_sink_fn *sink, void *context)
{
    struct walk w = {.set = b->set,
                     .graph = b->graph,
                     .line = line,
                     .rack = rack,
                     .anchor = anchor,
                     .least = gen_board_least(b),
                     .letters = rack->letters,
                     .sink = sink,
                     .context = context,
                     .move.placement.down = line->down};
    const struct sums none = {.factor = 1};
    unsigned before = line->anchors & ((1u << anchor) - 1);
    if (!rack->tiles)
        return true;
    w.limit = before ? 32u - (unsigned)__builtin_clz(before) : 0;
    memcpy(w.count, rack->count, sizeof w.count);
    memcpy(w.tile, line->tile, sizeof w.tile);
    if (anchor > 0 && line->letter[anchor - 1])
        begin_at_run(&w, graph_around(b->graph), anchor, 0);
    else
        put_letters(&w, graph_around(b->graph), anchor, anchor, &none, LEFT);
    return !w.stopped;
}
