#include "search/wordgame_ending.h"

#include "base/bug.h"
#include "games/wordgame/gen_walk.h"

#include <stdlib.h>
#include <string.h>

bool ending_init(struct ending *e, const struct wordgame_set *set, const struct graph *graph)
{
    memset(e, 0, sizeof *e);
    e->set = set;
    return gen_board_init(&e->board, set, graph, NULL, ENDING_PLACINGS);
}

void ending_release(struct ending *e)
{
    gen_board_release(&e->board);
    free(e->pool);
    e->pool = NULL;
}

static uint64_t mix(uint64_t n)
{
    n = (n ^ n >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    n = (n ^ n >> 27) * UINT64_C(0x94D049BB133111EB);
    return n ^ n >> 31;
}

static uint64_t square_key(unsigned square, uint8_t tile)
{
    return mix(0x10000u + square * 256u + tile);
}

static uint64_t rack_key(unsigned seat, unsigned kind)
{
    return mix(0x40000u + seat * 256u + kind);
}

uint64_t ending_key(const struct ending *e)
{
    const struct ending_now *n = &e->now;
    return n->key + mix(0x80000u + n->turn + 2 * n->passes + 1024 * n->scoreless);
}

static uint32_t name_of(const struct wordgame_placement *p)
{
    uint64_t name = p->length * 512u + p->square * 2u + p->down;
    for (unsigned i = 0; i < p->length; i++)
        name = name * UINT64_C(0x9E3779B97F4A7C15) + p->tile[i];
    return (uint32_t)(mix(name) >> 32) | 1;
}

void ending_load(struct ending *e, const struct wordgame_state *w)
{
    struct ending_now *n = &e->now;
    BUG_UNLESS(w->in_bag == 0 && w->in_aside == 0);
    gen_board_load(&e->board, w->board);
    memset(n, 0, sizeof *n);
    e->made = 0;
    n->turn = w->turn;
    n->passes = w->passes;
    n->scoreless = w->scoreless;
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++) {
        unsigned kinds = 0;
        for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
            if (!w->rack[seat][kind])
                continue;
            BUG_UNLESS(kinds < RACK_MAX);
            n->rack[seat] |= (uint64_t)w->rack[seat][kind] << 8 * kinds;
            e->kind[seat][kinds++] = (uint8_t)kind;
        }
        n->value[seat] = wordgame_rack_value(e->set, w->rack[seat]);
        n->in_rack[seat] = w->in_rack[seat];
    }
}

// The lines with squares at both ends of the run that a tile on a square of a line would be in.
// Only empty squares count: on others nothing is put any more.
static uint32_t ends_of_run(const struct gen_line *l, unsigned first, unsigned last)
{
    unsigned shift = l->down ? 0 : BOARD_SIDE; // lines across this one
    uint32_t lines = 0;
    while (first > 0 && l->letter[first - 1])
        first--;
    while (last < BOARD_SIDE - 1 && l->letter[last + 1])
        last++;
    if (first > 0)
        lines |= UINT32_C(1) << (shift + first - 1);
    if (last < BOARD_SIDE - 1)
        lines |= UINT32_C(1) << (shift + last + 1);
    return lines;
}

// The lines that gen_board_try() would make anew. That depends on nothing outside the line of the
// move that could change without the line: a tile at the end of a cross word changes the line, too.
static uint32_t touched_by(const struct gen_board *b, const struct wordgame_placement *p)
{
    unsigned line = p->down ? BOARD_SIDE + p->square % BOARD_SIDE : p->square / BOARD_SIDE;
    unsigned start = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    unsigned across = p->down ? 0 : BOARD_SIDE, there = line % BOARD_SIDE;
    const struct gen_line *l = b->line[line];
    uint32_t lines = UINT32_C(1) << line | ends_of_run(l, start, start + p->length - 1);
    for (unsigned at = start; at < start + p->length; at++)
        if (!l->letter[at])
            lines |= UINT32_C(1) << (across + at) | ends_of_run(b->line[across + at], there, there);
    if (!b->filled) // the centre is no place to begin any more
        lines |= UINT32_C(1) << BOARD_SIDE / 2 | UINT32_C(1) << (BOARD_SIDE + BOARD_SIDE / 2);
    return lines;
}

// Looking for moves of one line.
struct finding {
    struct ending *e;
    unsigned line;
    uint64_t one[RACK_MAX]; // of the tile at each place of the rack
    bool failed;
};

static bool add(struct ending *e, const struct ending_move *m)
{
    if (e->now.moves == e->room) {
        uint32_t room = e->room ? 2 * e->room : 4096;
        struct ending_move *pool = realloc(e->pool, room * sizeof *pool);
        if (!pool)
            return false;
        e->pool = pool;
        e->room = room;
    }
    e->pool[e->now.moves++] = *m;
    return true;
}

static bool take(void *context, const struct gen_move *found)
{
    struct finding *f = context;
    struct ending *e = f->e;
    struct ending_move m = {.points = found->points,
                            .tiles = found->tiles,
                            .line = (uint8_t)f->line,
                            .name = name_of(&found->placement),
                            .touches = touched_by(&e->board, &found->placement),
                            .placement = found->placement};
    for (unsigned left = found->used; left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctz(left);
        m.used += f->one[place];
        m.value = (uint16_t)(m.value + e->set->value[e->rack.kind[place]]);
    }
    f->failed |= !add(e, &m);
    return !f->failed;
}

// The rack of a seat, and what its places are as bytes.
static void take_rack(struct finding *f, unsigned seat)
{
    struct ending *e = f->e;
    uint8_t tiles[TILE_KINDS] = {0};
    for (unsigned i = 0; i < RACK_MAX; i++)
        tiles[e->kind[seat][i]] =
            (uint8_t)(tiles[e->kind[seat][i]] + (e->now.rack[seat] >> 8 * i & 255));
    gen_rack_tiles(&e->rack, e->set, tiles);
    for (unsigned place = 0; place < e->rack.tiles; place++)
        for (unsigned i = RACK_MAX; i-- > 0;)
            if (e->kind[seat][i] == e->rack.kind[place])
                f->one[place] = UINT64_C(1) << 8 * i;
}

static void find_in_line(struct finding *f, struct ending_list *list)
{
    struct ending *e = f->e;
    const struct gen_line *l = e->board.line[f->line];
    struct gen_fit fit;
    list->first = e->now.moves;
    gen_fit_init(&fit, e->set, &e->rack, take, f);
    for (unsigned left = l->anchors; left && !f->failed; left &= left - 1)
        gen_walk(&e->board, l, (unsigned)__builtin_ctz(left), &fit);
    list->end = e->now.moves;
    list->known = true;
}

bool ending_find(struct ending *e, unsigned seat)
{
    struct finding f = {.e = e};
    bool taken = false;
    for (f.line = 0; f.line < GEN_LINES && !f.failed; f.line++) {
        struct ending_list *list = &e->now.list[seat][f.line];
        if (list->known)
            continue;
        if (!taken)
            take_rack(&f, seat);
        taken = true;
        find_in_line(&f, list);
    }
    return !f.failed;
}

// The tiles of a move go from the rack to the board.
static void move_tiles(struct ending *e, const struct ending_move *m)
{
    struct ending_now *n = &e->now;
    for (unsigned i = 0; i < m->placement.length; i++) {
        unsigned square = m->placement.square + i * line_step(m->placement.down);
        if (!e->board.tile[square])
            n->key += square_key(square, m->placement.tile[i]) -
                      rack_key(n->turn, tile_kind(m->placement.tile[i]));
    }
    n->rack[n->turn] -= m->used;
    n->value[n->turn] -= m->value;
    n->in_rack[n->turn] -= m->tiles;
    gen_board_try(&e->board, &m->placement);
    for (uint32_t left = m->touches; left; left &= left - 1)
        for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
            n->list[seat][__builtin_ctz(left)].known = false;
}

void ending_make(struct ending *e, const struct ending_move *move)
{
    struct ending_now *n = &e->now;
    BUG_UNLESS(e->made < ENDING_MADE);
    e->before[e->made++] = *n;
    n->placed = move->tiles > 0;
    n->passes = move->tiles ? 0 : n->passes + 1;
    n->scoreless = move->points ? 0 : n->scoreless + 1;
    if (move->tiles)
        move_tiles(e, move);
    n->turn ^= 1;
}

void ending_back(struct ending *e)
{
    BUG_UNLESS(e->made > 0);
    if (e->now.placed)
        gen_board_back(&e->board);
    e->now = e->before[--e->made];
}

static bool reached(unsigned count, unsigned limit)
{
    return limit && count >= limit;
}

bool ending_over(const struct ending *e, int32_t *gain)
{
    const struct ending_now *n = &e->now;
    unsigned other = 1 - n->turn;
    if (n->in_rack[other] == 0) {
        *gain = -ending_loss(e, n->value[n->turn]);
        return true;
    }
    *gain = n->value[other] - n->value[n->turn];
    return reached(n->passes, e->set->end_passes) || reached(n->scoreless, e->set->end_scoreless);
}
