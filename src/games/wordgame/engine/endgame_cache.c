#include "games/wordgame/engine/endgame_cache.h"

#include "base/bug.h"
#include "base/hash.h"
#include "base/vec.h"
#include "games/wordgame/generator/walk.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_CACHE_BITS = 10 }; // the table has 2 to the power of this many places at first

static bool reserve_moves(struct wordgame_endgame_cache *e, size_t moves)
{
    return vec_reserve(&e->move, &e->move_cap, moves) &&
           vec_reserve(&e->placement, &e->placement_cap, moves);
}

bool wordgame_endgame_cache_init(struct wordgame_endgame_cache *e,
                                 const struct wordgame_settings *set, const struct graph *graph)
{
    memset(e, 0, sizeof *e);
    e->set = set;
    if (!hash_table_init(&e->lines_seen, sizeof(struct wordgame_endgame_cache_entry),
                         FIRST_CACHE_BITS, WORDGAME_ENDGAME_CACHE_BITS) ||
        !reserve_moves(e, 1) || !wordgame_gen_board_init(&e->lines[0], set, graph, NULL, 0) ||
        !wordgame_gen_board_init(&e->lines[1], set, graph, NULL, 0)) {
        wordgame_endgame_cache_release(e);
        return false;
    }
    e->move[WORDGAME_ENDGAME_PASS] = (struct wordgame_endgame_move){0};
    e->placement[WORDGAME_ENDGAME_PASS] = (struct wordgame_placement){0};
    e->kept = WORDGAME_ENDGAME_PASS + 1;
    return true;
}

void wordgame_endgame_cache_release(struct wordgame_endgame_cache *e)
{
    wordgame_gen_board_release(&e->lines[0]);
    wordgame_gen_board_release(&e->lines[1]);
    free(e->move);
    free(e->placement);
    hash_table_release(&e->lines_seen);
    e->move = NULL;
    e->placement = NULL;
}

static uint64_t square_key(unsigned square, uint8_t tile)
{
    return hash_mix(0x10000u + square * 256u + tile);
}

static uint64_t rack_key(unsigned seat, unsigned kind)
{
    return hash_mix(0x40000u + seat * 256u + kind);
}

uint64_t wordgame_endgame_cache_key(const struct wordgame_endgame_cache *e)
{
    const struct wordgame_endgame_node *n = &e->now;
    return n->key + hash_mix(0x80000u + n->turn + 2 * n->passes + 1024 * n->scoreless);
}

static uint32_t hash_move(const struct wordgame_placement *p)
{
    uint64_t hash = p->length * 512u + p->square * 2u + p->down;
    for (unsigned i = 0; i < p->length; i++)
        hash = hash * HASH_GOLDEN + p->tile[i];
    return (uint32_t)(hash_mix(hash) >> 32) | 1;
}

static void load_rack(struct wordgame_endgame_cache *e, const struct wordgame_state *w,
                      unsigned seat)
{
    struct wordgame_endgame_node *n = &e->now;
    unsigned kinds = 0;
    e->kinds[seat] = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        if (!w->rack[seat][kind])
            continue;
        BUG_UNLESS(kinds < RACK_MAX);
        e->kind[seat][kinds] = (uint8_t)kind;
        e->kinds[seat] = hash_mix(e->kinds[seat] * TILE_KINDS + kind + 1);
        n->rack[seat] |= (uint64_t)w->rack[seat][kind] << 8 * kinds++;
    }
    n->value[seat] = wordgame_rack_value(e->set, w->rack[seat]);
    n->in_rack[seat] = w->in_rack[seat];
}

static void clear_cache(struct wordgame_endgame_cache *e)
{
    hash_table_reset(&e->lines_seen, e->lines_seen.bits);
    e->kept = WORDGAME_ENDGAME_PASS + 1;
}

size_t wordgame_endgame_cache_bytes(const struct wordgame_endgame_cache *e)
{
    return hash_table_bytes(&e->lines_seen) + e->move_cap * sizeof *e->move +
           e->placement_cap * sizeof *e->placement;
}

void wordgame_endgame_cache_load(struct wordgame_endgame_cache *e, const struct wordgame_state *w)
{
    BUG_UNLESS(w->in_bag == 0 && w->in_aside == 0);
    memcpy(e->tile, w->board, sizeof e->tile);
    e->filled = w->filled;
    memset(&e->now, 0, sizeof e->now);
    e->made = 0;
    if (e->kept > WORDGAME_ENDGAME_MOVES_KEPT / 2)
        clear_cache(e);
    e->now.turn = w->turn;
    e->now.passes = w->passes;
    e->now.scoreless = w->scoreless;
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        load_rack(e, w, seat);
}

// The squares of a line: the first, and the distance to the next one along it and across it.
struct line_squares {
    unsigned first, step, across;
    unsigned index; // of the line among those that go the same way
};

static struct line_squares line_squares_of(unsigned line)
{
    if (line < BOARD_SIDE)
        return (struct line_squares){line * BOARD_SIDE, 1, BOARD_SIDE, line};
    return (struct line_squares){line - BOARD_SIDE, BOARD_SIDE, 1, line - BOARD_SIDE};
}

// How many tiles lie in a row from a square on, with `left` squares up to the side of the board.
static unsigned run(const uint8_t *tile, int step, unsigned left)
{
    unsigned count = 0;
    while (count < left && tile[(int)(count + 1) * step])
        count++;
    return count;
}

static inline uint64_t hash_step(uint64_t n, uint8_t tile)
{
    return (n ^ tile) * HASH_GOLDEN + (n >> 29);
}

// Hashes all that the moves of a line depend on: its tiles, and beside its empty squares the tiles
// of the words across. Lines with equal hashes have the same moves.
static uint64_t hash_line(const struct wordgame_endgame_cache *e, unsigned line)
{
    struct line_squares c = line_squares_of(line);
    uint64_t n = line * 2u + (e->filled == 0) + 1;
    for (unsigned at = 0; at < BOARD_SIDE; at++) {
        const uint8_t *tile = &e->tile[c.first + at * c.step];
        n = hash_step(n, *tile);
        if (*tile)
            continue;
        unsigned before = run(tile, -(int)c.across, c.index);
        unsigned behind = run(tile, (int)c.across, BOARD_SIDE - 1 - c.index);
        if (!before && !behind)
            continue;
        n = hash_step(n, (uint8_t)(128 + before));
        for (unsigned i = before + behind + 1; i-- > 0;)
            n = hash_step(n, tile[((int)i - (int)before) * (int)c.across]);
    }
    return hash_mix(n) | 1;
}

// The lines that cross a line at both ends of the run that a tile at these places would be in.
static uint32_t ends_of_run(const struct wordgame_endgame_cache *e, unsigned line, unsigned first,
                            unsigned last)
{
    struct line_squares c = line_squares_of(line);
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

// The lines whose hash a move changes. They depend only on what the hash of the move's own line
// covers: a tile at the end of a word across it is part of that.
static uint32_t touched_by(const struct wordgame_endgame_cache *e,
                           const struct wordgame_placement *p)
{
    unsigned line = p->down ? BOARD_SIDE + p->square % BOARD_SIDE : p->square / BOARD_SIDE;
    unsigned start = p->down ? p->square / BOARD_SIDE : p->square % BOARD_SIDE;
    unsigned across = p->down ? 0 : BOARD_SIDE, there = line % BOARD_SIDE;
    if (!e->filled)
        return (UINT32_C(1) << WORDGAME_GEN_LINES) - 1;
    uint32_t lines = UINT32_C(1) << line | ends_of_run(e, line, start, start + p->length - 1);
    for (unsigned i = 0; i < p->length; i++)
        if (!e->tile[p->square + i * wordgame_line_step(p->down)])
            lines |= UINT32_C(1) << (across + start + i) |
                     ends_of_run(e, across + start + i, there, there);
    return lines;
}

// Looking for moves of a seat, line by line.
struct finding {
    struct wordgame_endgame_cache *e;
    unsigned seat, line;
    uint64_t tiles;  // a key for the rack
    uint32_t number; // of the next move
    bool failed;
    bool taken; // these are known:
    struct wordgame_gen_rack rack;
    uint64_t one[RACK_MAX]; // the tile at each place of it, as a byte
};

static bool keep_move(void *context, const struct wordgame_gen_move *found)
{
    struct finding *f = context;
    struct wordgame_endgame_cache *e = f->e;
    if (!reserve_moves(e, (size_t)f->number + 1)) {
        f->failed = true;
        return false;
    }
    struct wordgame_endgame_move *m = &e->move[f->number];
    *m = (struct wordgame_endgame_move){.points = found->points,
                                        .tiles = found->tiles,
                                        .line = (uint8_t)f->line,
                                        .hash = hash_move(&found->placement),
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
    const struct wordgame_endgame_cache *e = f->e;
    const uint8_t *kind = e->kind[f->seat];
    uint8_t tiles[TILE_KINDS] = {0};
    uint64_t one[TILE_KINDS], left = e->now.rack[f->seat];
    for (unsigned i = 0; left; i++, left >>= 8) {
        tiles[kind[i]] = (uint8_t)left;
        one[kind[i]] = UINT64_C(1) << 8 * i;
    }
    wordgame_gen_rack_tiles(&f->rack, e->set, tiles);
    for (unsigned place = 0; place < f->rack.tiles; place++)
        f->one[place] = one[f->rack.kind[place]];
    f->taken = true;
}

static struct wordgame_endgame_list find_in_line(struct finding *f)
{
    struct wordgame_endgame_cache *e = f->e;
    struct wordgame_gen_board *b = &e->lines[f->line >= BOARD_SIDE];
    struct wordgame_gen_fit fit;
    struct wordgame_endgame_list list = {.first = f->number};
    if (e->built_from[f->line] != e->now.line_hash[f->line])
        wordgame_gen_board_line(b, e->tile, f->line);
    e->built_from[f->line] = e->now.line_hash[f->line];
    if (!f->taken)
        take_rack(f);
    wordgame_gen_fit_init(&fit, e->set, &f->rack, keep_move, f);
    for (unsigned left = b->line[f->line]->anchors; left && !f->failed; left &= left - 1)
        wordgame_gen_walk(b, b->line[f->line], (unsigned)__builtin_ctz(left), &fit);
    list.end = f->number;
    return list;
}

// The moves of a line: from the cache, or generated.
static void find_line(struct finding *f)
{
    struct wordgame_endgame_cache *e = f->e;
    struct wordgame_endgame_node *n = &e->now;
    if (!(n->hashed >> f->line & 1))
        n->line_hash[f->line] = hash_line(e, f->line);
    n->hashed |= UINT32_C(1) << f->line;
    uint64_t hash = n->line_hash[f->line] + f->tiles;
    const struct wordgame_endgame_cache_entry *entry = hash_table_at(&e->lines_seen, hash);
    struct wordgame_endgame_list list = entry->list;
    if (entry->hash != hash) {
        bool keep = e->kept < WORDGAME_ENDGAME_MOVES_KEPT;
        f->number = e->kept + (keep ? 0 : n->transient);
        list = find_in_line(f);
        if (keep && !f->failed)
            *(struct wordgame_endgame_cache_entry *)hash_table_put(&e->lines_seen, hash) =
                (struct wordgame_endgame_cache_entry){hash, list};
        if (keep)
            e->kept = f->number;
        else
            n->transient = f->number - e->kept;
    }
    n->list[f->seat][f->line] = list;
}

bool wordgame_endgame_cache_find(struct wordgame_endgame_cache *e, unsigned seat)
{
    const uint32_t all = (UINT32_C(1) << WORDGAME_GEN_LINES) - 1;
    struct finding f;
    f.e = e;
    f.seat = seat;
    f.tiles = hash_mix(e->kinds[seat] + hash_mix(e->now.rack[seat]));
    f.failed = f.taken = false;
    for (uint32_t left = all & ~e->now.known[seat]; left && !f.failed; left &= left - 1) {
        f.line = (unsigned)__builtin_ctz(left);
        find_line(&f);
    }
    e->now.known[seat] = all;
    return !f.failed;
}

// The tiles of a move go from the rack to the board.
static void move_tiles(struct wordgame_endgame_cache *e, uint32_t number)
{
    struct wordgame_endgame_node *n = &e->now;
    const struct wordgame_endgame_move *m = &e->move[number];
    const struct wordgame_placement *p = &e->placement[number];
    unsigned count = 0;
    for (unsigned i = 0; i < p->length; i++) {
        unsigned square = p->square + i * wordgame_line_step(p->down);
        if (e->tile[square])
            continue;
        e->tile[square] = p->tile[i];
        e->before[e->made].square[count++] = (uint8_t)square;
        n->key +=
            square_key(square, p->tile[i]) - rack_key(n->turn, wordgame_tile_kind(p->tile[i]));
    }
    e->before[e->made].squares = (uint8_t)count;
    e->filled += count;
    n->rack[n->turn] -= m->used;
    n->value[n->turn] -= m->value;
    n->in_rack[n->turn] -= m->tiles;
    n->hashed &= ~m->touches;
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        n->known[seat] &= ~m->touches;
}

void wordgame_endgame_cache_make(struct wordgame_endgame_cache *e, uint32_t number)
{
    struct wordgame_endgame_node *n = &e->now;
    const struct wordgame_endgame_move *m = &e->move[number];
    BUG_UNLESS(e->made < WORDGAME_ENDGAME_PLIES);
    e->before[e->made].now = *n;
    n->passes = m->tiles ? 0 : n->passes + 1;
    n->scoreless = m->points ? 0 : n->scoreless + 1;
    move_tiles(e, number);
    n->turn ^= 1;
    e->made++;
}

void wordgame_endgame_cache_undo(struct wordgame_endgame_cache *e)
{
    BUG_UNLESS(e->made > 0);
    e->made--;
    for (unsigned i = 0; i < e->before[e->made].squares; i++)
        e->tile[e->before[e->made].square[i]] = 0;
    e->filled -= e->before[e->made].squares;
    e->now = e->before[e->made].now;
}

bool wordgame_endgame_cache_over(const struct wordgame_endgame_cache *e, int32_t *gain)
{
    const struct wordgame_endgame_node *n = &e->now;
    unsigned other = 1 - n->turn;
    if (n->in_rack[other] == 0) {
        *gain = -wordgame_endgame_cache_loss(e, n->value[n->turn]);
        return true;
    }
    *gain = n->value[other] - n->value[n->turn];
    return wordgame_is_stalled(e->set, n->passes, n->scoreless);
}
