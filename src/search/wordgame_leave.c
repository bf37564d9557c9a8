#include "search/wordgame_leave.h"

#include <string.h>

enum { POINT = 1000 };

void wordgame_leave_clear(struct wordgame_leave *m)
{
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i <= LEAVE_BAG; i++)
        m->weight[i] = LEAVE_WHOLE;
}

// Tiles that are added one by one to a choice, in the order of their places.
struct adding {
    const struct wordgame_leave *model;
    const struct gen_rack *rack;
    unsigned before[RACK_MAX]; // places with the same kind before one
};

// What the tile at a place adds to the tiles of a choice before it, `pairs` being the sum over
// those.
static int32_t gain(const struct adding *a, unsigned rest, unsigned place, int32_t pairs)
{
    unsigned copies = (unsigned)__builtin_popcount(rest & a->before[place]);
    return a->model->tile[a->rack->kind[place]][copies] + (copies ? 0 : pairs);
}

// For every choice of tiles before a place: how well they go with the one at that place.
static void sum_pairs(const struct adding *a, unsigned place, int32_t pairs[GEN_CHOICES])
{
    const int32_t *with = a->model->pair[a->rack->kind[place]];
    pairs[0] = 0;
    for (unsigned last = 0; last < place && last < RACK_MAX; last++)
        for (unsigned rest = 0; rest < 1u << last; rest++) {
            bool counts = !(rest & a->before[last]);
            pairs[rest | 1u << last] = pairs[rest] + (counts ? with[a->rack->kind[last]] : 0);
        }
}

static unsigned vowel_places(const struct adding *a)
{
    unsigned places = 0;
    for (unsigned i = 0; i < a->rack->tiles && i < RACK_MAX; i++)
        places |= (unsigned)a->model->vowel[a->rack->kind[i]] << i;
    return places;
}

// Balance and weight, which are of the whole and not of a tile.
static void finish(const struct adding *a, unsigned in_bag, int32_t leave[GEN_CHOICES])
{
    unsigned vowels = vowel_places(a), letters = (1u << (a->rack->tiles - a->rack->blanks)) - 1;
    int64_t weight = a->model->weight[in_bag < LEAVE_BAG ? in_bag : LEAVE_BAG];
    for (unsigned mask = 0; mask <= gen_rack_all(a->rack); mask++) {
        int vowel = __builtin_popcount(mask & vowels);
        int other = __builtin_popcount(mask & letters & ~vowels);
        int64_t value = leave[mask] + a->model->balance[vowel][other];
        leave[mask] = (int32_t)(value * weight / LEAVE_WHOLE);
    }
}

void wordgame_leave_table(const struct wordgame_leave *m, const struct gen_rack *rack,
                          unsigned in_bag, int32_t leave[GEN_CHOICES])
{
    struct adding a = {.model = m, .rack = rack};
    int32_t pairs[GEN_CHOICES];
    for (unsigned i = 0; i < rack->tiles; i++)
        for (unsigned k = 0; k < i; k++)
            if (rack->kind[k] == rack->kind[i])
                a.before[i] |= 1u << k;
    leave[0] = 0;
    for (unsigned place = 0; place < rack->tiles; place++) {
        sum_pairs(&a, place, pairs);
        for (unsigned rest = 0; rest < 1u << place; rest++)
            leave[rest | 1u << place] = leave[rest] + gain(&a, rest, place, pairs[rest]);
    }
    finish(&a, in_bag, leave);
}

void wordgame_leave_last(const struct wordgame_set *set, const struct gen_rack *rack, int other,
                         int32_t leave[GEN_CHOICES])
{
    // A tile that is left is lost, given to the other, and another turn away from going out.
    int32_t times = set->transfer ? 2 : 1, turn = 8 * POINT;
    leave[0] = 0;
    for (unsigned mask = 1; mask <= gen_rack_all(rack); mask++) {
        unsigned rest = mask & (mask - 1), kind = rack->kind[__builtin_ctz(mask)];
        leave[mask] = leave[rest] - times * POINT * set->value[kind] - (rest ? 0 : turn);
    }
    leave[0] = times * POINT * other;
}
