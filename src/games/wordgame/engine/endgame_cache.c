#include "games/wordgame/engine/endgame_cache.h"

#include "base/bug.h"
#include "games/wordgame/gen_walk.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CACHE_BITS = 10 }; // the cache has so many places at first; it grows

// Room for so many moves at least.
static bool make_room(struct ending *e, uint32_t room)
{
    struct ending_move *move = realloc(e->move, room * sizeof *move);
    if (move)
        e->move = move;
    struct wordgame_placement *placement = realloc(e->placement, room * sizeof *placement);
    if (placement)
        e->placement = placement;
    if (!move || !placement)
        return false;
    e->room = room;
    return true;
}

bool ending_init(struct ending *e, const struct wordgame_set *set, const struct graph *graph)
{
    memset(e, 0, sizeof *e);
    e->set = set;
    e->cache_bits = FIRST_CACHE_BITS;
    e->cache = calloc((size_t)1 << e->cache_bits, sizeof *e->cache);
    if (!e->cache || !make_room(e, 4096) || !gen_board_init(&e->lines[0], set, graph, NULL, 0) ||
        !gen_board_init(&e->lines[1], set, graph, NULL, 0)) {
        ending_release(e);
        return false;
    }
    e->move[ENDING_PASS] = (struct ending_move){0};
    e->placement[ENDING_PASS] = (struct wordgame_placement){0};
    e->kept = ENDING_PASS + 1;
    return true;
}

void ending_release(struct ending *e)
{
    gen_board_release(&e->lines[0]);
    gen_board_release(&e->lines[1]);
    free(e->move);
    free(e->placement);
    free(e->cache);
    e->move = NULL;
    e->placement = NULL;
    e->cache = NULL;
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

static void load_rack(struct ending *e, const struct wordgame_state *w, unsigned seat)
{
    struct ending_now *n = &e->now;
    unsigned kinds = 0;
    e->kinds[seat] = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        if (!w->rack[seat][kind])
            continue;
        BUG_UNLESS(kinds < RACK_MAX);
        e->kind[seat][kinds] = (uint8_t)kind;
        e->kinds[seat] = mix(e->kinds[seat] * TILE_KINDS + kind + 1);
        n->rack[seat] |= (uint64_t)w->rack[seat][kind] << 8 * kinds++;
    }
    n->value[seat] = wordgame_rack_value(e->set, w->rack[seat]);
    n->in_rack[seat] = w->in_rack[seat];
}

static void forget(struct ending *e)
{
    memset(e->cache, 0, sizeof *e->cache << e->cache_bits);
    e->cached = 0;
    e->kept = ENDING_PASS + 1;
}

static struct ending_seen *place_of(const struct ending *e, uint64_t looks)
{
    return &e->cache[looks >> (64 - e->cache_bits)];
}

// Twice as many places. What was at one belongs to one of the two that it becomes, and from the
// last to the first none of these is still needed.
static void grow_cache(struct ending *e)
{
    struct ending_seen *cache = realloc(e->cache, sizeof *cache << (e->cache_bits + 1));
    if (!cache)
        return; // it goes on with what there is
    e->cache = cache;
    for (size_t i = (size_t)1 << e->cache_bits++; i-- > 0;) {
        struct ending_seen old = cache[i];
        memset(&cache[2 * i], 0, 2 * sizeof old);
        if (old.looks)
            *place_of(e, old.looks) = old;
    }
}

static void keep_seen(struct ending *e, uint64_t looks, struct ending_list list)
{
    if (e->cached > (size_t)1 << (e->cache_bits - 2) && e->cache_bits < ENDING_CACHE_BITS)
        grow_cache(e);
    struct ending_seen *seen = place_of(e, looks);
    e->cached += !seen->looks;
    *seen = (struct ending_seen){looks, list};
}

void ending_load(struct ending *e, const struct wordgame_state *w)
{
    BUG_UNLESS(w->in_bag == 0 && w->in_aside == 0);
    memcpy(e->tile, w->board, sizeof e->tile);
    e->filled = w->filled;
    memset(&e->now, 0, sizeof e->now);
    e->made = 0;
    if (e->kept > ENDING_KEPT / 2)
        forget(e);
    e->now.turn = w->turn;
    e->now.passes = w->passes;
    e->now.scoreless = w->scoreless;
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        load_rack(e, w, seat);
}

// A line as squares: where it begins, and how far it is to the next one, and across.
struct course {
    unsigned first, step, across;
    unsigned index; // of the line among those that go the same way
};

static struct course course_of(unsigned line)
{
    if (line < BOARD_SIDE)
        return (struct course){line * BOARD_SIDE, 1, BOARD_SIDE, line};
    return (struct course){line - BOARD_SIDE, BOARD_SIDE, 1, line - BOARD_SIDE};
}

// How many tiles lie in a row from a square on, with `left` squares up to the side of the board.
static unsigned run(const uint8_t *tile, int step, unsigned left)
{
    unsigned count = 0;
    while (count < left && tile[(int)(count + 1) * step])
        count++;
    return count;
}

static inline uint64_t stir(uint64_t n, uint8_t tile)
{
    return (n ^ tile) * UINT64_C(0x9E3779B97F4A7C15) + (n >> 29);
}

// What a line looks like: its tiles, and beside its empty squares those of the words across. Two
// lines that look alike have the same moves.
static uint64_t look_at(const struct ending *e, unsigned line)
{
    struct course c = course_of(line);
    uint64_t n = line * 2u + (e->filled == 0) + 1;
    for (unsigned at = 0; at < BOARD_SIDE; at++) {
        const uint8_t *tile = &e->tile[c.first + at * c.step];
        n = stir(n, *tile);
        if (*tile)
            continue;
        unsigned before = run(tile, -(int)c.across, c.index);
        unsigned behind = run(tile, (int)c.across, BOARD_SIDE - 1 - c.index);
        if (!before && !behind)
            continue;
        n = stir(n, (uint8_t)(128 + before));
        for (unsigned i = before + behind + 1; i-- > 0;)
            n = stir(n, tile[((int)i - (int)before) * (int)c.across]);
    }
    return mix(n) | 1;
}

// The lines that cross a line at both ends of the run that a tile at these places would be in.
static uint32_t ends_of_run(const struct ending *e, unsigned line, unsigned first, unsigned last)
{
    struct course c = course_of(line);
    unsigned across = line < BOARD_SIDE ? BOARD_SIDE : 0;
    const uint8_t *tile = &e->tile[c.first];
    uint32_t lines = 0;
    first -= run(&tile[first * c.step], -(int)c.step, first);
    last += run(&tile[last * c.step], (int)c.step, BOARD_SIDE - 1 - last);
    if (first > 0)
        lines |= UINT32_C(1) << (across + first - 1);
    if (last < BOARD_SIDE - 1)
        lines |= UINT32_C(1) << (across + last + 1);
    return lines;
}

// The lines that look otherwise once a move is made. It is the same whenever the line of the move
// looks the same: a tile at the end of a word across it would be seen in it.
static uint32_t touched_by(const struct ending *e, const struct wordgame_placement *p)
{
    unsigned line = p->down ? BOARD_SIDE + p->square % BOARD_SIDE : p->square / BOARD_SIDE;
    unsigned start = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    unsigned across = p->down ? 0 : BOARD_SIDE, there = line % BOARD_SIDE;
    if (!e->filled)
        return (UINT32_C(1) << GEN_LINES) - 1;
    uint32_t lines = UINT32_C(1) << line | ends_of_run(e, line, start, start + p->length - 1);
    for (unsigned i = 0; i < p->length; i++)
        if (!e->tile[p->square + i * line_step(p->down)])
            lines |= UINT32_C(1) << (across + start + i) |
                     ends_of_run(e, across + start + i, there, there);
    return lines;
}

// Looking for moves of a seat, line by line.
struct finding {
    struct ending *e;
    unsigned seat, line;
    uint64_t tiles;  // a key for the rack
    uint32_t number; // of the next move
    bool failed;
    bool taken; // these are known:
    struct gen_rack rack;
    uint64_t one[RACK_MAX]; // the tile at each place of it, as a byte
};

static bool take(void *context, const struct gen_move *found)
{
    struct finding *f = context;
    struct ending *e = f->e;
    if (f->number == e->room && !make_room(e, 2 * e->room)) {
        f->failed = true;
        return false;
    }
    struct ending_move *m = &e->move[f->number];
    *m = (struct ending_move){.points = found->points,
                              .tiles = found->tiles,
                              .line = (uint8_t)f->line,
                              .name = name_of(&found->placement),
                              .touches = touched_by(e, &found->placement)};
    for (unsigned left = found->used; left; left &= left - 1) {
        unsigned place = (unsigned)__builtin_ctz(left);
        m->used += f->one[place];
        m->value = (uint16_t)(m->value + e->set->value[f->rack.kind[place]]);
    }
    e->placement[f->number++] = found->placement;
    return true;
}

// The rack as it is now, and what its places are as bytes.
static void take_rack(struct finding *f)
{
    const struct ending *e = f->e;
    const uint8_t *kind = e->kind[f->seat];
    uint8_t tiles[TILE_KINDS] = {0};
    uint64_t one[TILE_KINDS], left = e->now.rack[f->seat];
    for (unsigned i = 0; left; i++, left >>= 8) {
        tiles[kind[i]] = (uint8_t)left;
        one[kind[i]] = UINT64_C(1) << 8 * i;
    }
    gen_rack_tiles(&f->rack, e->set, tiles);
    for (unsigned place = 0; place < f->rack.tiles; place++)
        f->one[place] = one[f->rack.kind[place]];
    f->taken = true;
}

static struct ending_list find_in_line(struct finding *f)
{
    struct ending *e = f->e;
    struct gen_board *b = &e->lines[f->line >= BOARD_SIDE];
    struct gen_fit fit;
    struct ending_list list = {.first = f->number};
    if (e->made_of[f->line] != e->now.looks[f->line])
        gen_board_line(b, e->tile, f->line);
    e->made_of[f->line] = e->now.looks[f->line];
    if (!f->taken)
        take_rack(f);
    gen_fit_init(&fit, e->set, &f->rack, take, f);
    for (unsigned left = b->line[f->line]->anchors; left && !f->failed; left &= left - 1)
        gen_walk(b, b->line[f->line], (unsigned)__builtin_ctz(left), &fit);
    list.end = f->number;
    return list;
}

// The moves of a line: those that are kept for what it looks like, or new ones.
static void find_line(struct finding *f)
{
    struct ending *e = f->e;
    struct ending_now *n = &e->now;
    if (!(n->seen >> f->line & 1))
        n->looks[f->line] = look_at(e, f->line);
    n->seen |= UINT32_C(1) << f->line;
    uint64_t looks = n->looks[f->line] + f->tiles;
    const struct ending_seen *seen = place_of(e, looks);
    struct ending_list list = seen->list;
    if (seen->looks != looks) {
        bool keep = e->kept < ENDING_KEPT;
        f->number = e->kept + (keep ? 0 : n->passing);
        list = find_in_line(f);
        if (keep && !f->failed)
            keep_seen(e, looks, list);
        if (keep)
            e->kept = f->number;
        else
            n->passing = f->number - e->kept;
    }
    n->list[f->seat][f->line] = list;
}

bool ending_find(struct ending *e, unsigned seat)
{
    const uint32_t all = (UINT32_C(1) << GEN_LINES) - 1;
    struct finding f;
    f.e = e;
    f.seat = seat;
    f.tiles = mix(e->kinds[seat] + mix(e->now.rack[seat]));
    f.failed = f.taken = false;
    for (uint32_t left = all & ~e->now.known[seat]; left && !f.failed; left &= left - 1) {
        f.line = (unsigned)__builtin_ctz(left);
        find_line(&f);
    }
    e->now.known[seat] = all;
    return !f.failed;
}

// The tiles of a move go from the rack to the board.
static void move_tiles(struct ending *e, uint32_t number)
{
    struct ending_now *n = &e->now;
    const struct ending_move *m = &e->move[number];
    const struct wordgame_placement *p = &e->placement[number];
    unsigned count = 0;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * line_step(p->down);
        if (e->tile[square])
            continue;
        e->tile[square] = p->tile[i];
        e->before[e->made].square[count++] = (uint8_t)square;
        n->key += square_key(square, p->tile[i]) - rack_key(n->turn, tile_kind(p->tile[i]));
    }
    e->before[e->made].squares = (uint8_t)count;
    e->filled += count;
    n->rack[n->turn] -= m->used;
    n->value[n->turn] -= m->value;
    n->in_rack[n->turn] -= m->tiles;
    n->seen &= ~m->touches;
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        n->known[seat] &= ~m->touches;
}

void ending_make(struct ending *e, uint32_t number)
{
    struct ending_now *n = &e->now;
    const struct ending_move *m = &e->move[number];
    BUG_UNLESS(e->made < ENDING_MADE);
    e->before[e->made].now = *n;
    n->passes = m->tiles ? 0 : n->passes + 1;
    n->scoreless = m->points ? 0 : n->scoreless + 1;
    move_tiles(e, number);
    n->turn ^= 1;
    e->made++;
}

void ending_back(struct ending *e)
{
    BUG_UNLESS(e->made > 0);
    e->made--;
    for (unsigned i = 0; i < e->before[e->made].squares; i++)
        e->tile[e->before[e->made].square[i]] = 0;
    e->filled -= e->before[e->made].squares;
    e->now = e->before[e->made].now;
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
