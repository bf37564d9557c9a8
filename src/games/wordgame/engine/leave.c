#include "games/wordgame/engine/leave.h"

#include <string.h>

enum { POINT = 1000 };

void wordgame_leave_clear(struct wordgame_leave *m)
{
    memset(m, 0, sizeof *m);
}

// The expected value of drawn tiles.
struct drawing {
    int64_t tile;              // each
    int64_t pair;              // each two
    int64_t beside[RACK_MAX];  // each, together with the tile at a place of the rack
    unsigned tiles;            // of which they are drawn
    unsigned kinds;            // of these
    uint8_t kind[TILE_KINDS];  // which
    uint8_t count[TILE_KINDS]; // and how many of each
};

static void list_kinds(struct drawing *d, const uint8_t unseen[TILE_KINDS])
{
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        if (!unseen[kind])
            continue;
        d->kind[d->kinds] = (uint8_t)kind;
        d->count[d->kinds++] = unseen[kind];
        d->tiles += unseen[kind];
    }
}

// The sum over all unseen tiles of how well they go with a kind.
static int64_t sum_beside(const struct drawing *d, const int32_t pair[TILE_KINDS])
{
    int64_t sum = 0;
    for (unsigned i = 0; i < d->kinds; i++)
        sum += (int64_t)d->count[i] * pair[d->kind[i]];
    return sum;
}

static void drawing_init(struct drawing *d, const struct wordgame_leave *m,
                         const struct wordgame_gen_rack *rack, const uint8_t unseen[TILE_KINDS])
{
    memset(d, 0, sizeof *d);
    list_kinds(d, unseen);
    for (unsigned i = 0; i < d->kinds; i++) {
        const int32_t *pair = m->pair[d->kind[i]];
        d->tile += (int64_t)d->count[i] * m->tile[d->kind[i]];
        d->pair += d->count[i] * (sum_beside(d, pair) - pair[d->kind[i]]); // not with itself
    }
    int64_t tiles = d->tiles ? d->tiles : 1, pairs = tiles > 1 ? tiles * (tiles - 1) : 1;
    for (unsigned place = 0; place < rack->tiles; place++)
        d->beside[place] = sum_beside(d, m->pair[rack->kind[place]]) / tiles;
    d->tile /= tiles;
    d->pair /= pairs;
}

// For every choice of tiles before a place: how well they go with the one at that place.
static void sum_pairs(const struct wordgame_leave *m, const struct wordgame_gen_rack *rack,
                      unsigned place, int32_t pairs[WORDGAME_GEN_CHOICES])
{
    const int32_t *with = m->pair[rack->kind[place]];
    pairs[0] = 0;
    for (unsigned last = 0; last < place && last < RACK_MAX; last++)
        for (unsigned rest = 0; rest < 1u << last; rest++)
            pairs[rest | 1u << last] = pairs[rest] + with[rack->kind[last]];
}

// Adds the expected value of the draw; `beside` is the sum over the tiles kept.
static void finish(const struct wordgame_gen_rack *rack, const struct wordgame_leave_bag *bag,
                   const struct drawing *d, const int32_t beside[WORDGAME_GEN_CHOICES],
                   int32_t leave[WORDGAME_GEN_CHOICES])
{
    int64_t worth[RACK_MAX + 1]; // of tiles that are drawn when this many are kept
    unsigned draws[RACK_MAX + 1];
    for (unsigned kept = 0; kept <= rack->tiles; kept++) {
        unsigned room = bag->rack > kept ? bag->rack - kept : 0;
        int64_t n = draws[kept] = room < bag->in_bag ? room : bag->in_bag;
        worth[kept] = n * d->tile + n * (n - 1) / 2 * d->pair;
    }
    for (unsigned mask = 0; mask <= wordgame_gen_rack_all(rack); mask++) {
        unsigned kept = (unsigned)__builtin_popcount(mask);
        leave[mask] += (int32_t)(worth[kept] - worth[0]) + (int32_t)draws[kept] * beside[mask];
    }
}

void wordgame_leave_table(const struct wordgame_leave *m, const struct wordgame_gen_rack *rack,
                          const struct wordgame_leave_bag *bag, int32_t leave[WORDGAME_GEN_CHOICES])
{
    struct drawing d;
    int32_t pairs[WORDGAME_GEN_CHOICES], beside[WORDGAME_GEN_CHOICES];
    drawing_init(&d, m, rack, bag->unseen);
    leave[0] = beside[0] = 0;
    for (unsigned place = 0; place < rack->tiles; place++) {
        int32_t tile = m->tile[rack->kind[place]];
        sum_pairs(m, rack, place, pairs);
        for (unsigned rest = 0; rest < 1u << place; rest++) {
            leave[rest | 1u << place] = leave[rest] + tile + pairs[rest];
            beside[rest | 1u << place] = beside[rest] + (int32_t)d.beside[place];
        }
    }
    finish(rack, bag, &d, beside, leave);
}

void wordgame_leave_end(const struct wordgame_leave *m, const struct wordgame_settings *set,
                        const struct wordgame_gen_rack *rack,
                        const struct wordgame_leave_other *other,
                        int32_t leave[WORDGAME_GEN_CHOICES])
{
    leave[0] = 0;
    for (unsigned mask = 1; mask <= wordgame_gen_rack_all(rack); mask++)
        leave[mask] = leave[mask & (mask - 1)] + m->last[rack->kind[__builtin_ctz(mask)]];
    for (unsigned mask = 1; mask <= wordgame_gen_rack_all(rack); mask++)
        leave[mask] += m->kept[__builtin_popcount(mask)][other->tiles] + m->other * other->value;
    leave[0] = (set->transfer ? 2 : 1) * POINT * other->value;
}

void wordgame_leave_last(const struct wordgame_settings *set, const struct wordgame_gen_rack *rack,
                         int other, int32_t leave[WORDGAME_GEN_CHOICES])
{
    // A tile that is left is lost, given to the other, and another turn away from going out.
    int32_t times = set->transfer ? 2 : 1, turn = 8 * POINT;
    leave[0] = 0;
    for (unsigned mask = 1; mask <= wordgame_gen_rack_all(rack); mask++) {
        unsigned rest = mask & (mask - 1), kind = rack->kind[__builtin_ctz(mask)];
        leave[mask] = leave[rest] - times * POINT * set->value[kind] - (rest ? 0 : turn);
    }
    leave[0] = times * POINT * other;
}
