#include "games/wordgame/generator/rack.h"

#include "base/bug.h"

#include <string.h>

// Does a tile come before another? The blank is worth nothing and comes last of all.
static bool comes_before(const struct wordgame_settings *set, unsigned a, unsigned b)
{
    if (a == KIND_BLANK || b == KIND_BLANK)
        return b == KIND_BLANK && a != b;
    return set->value[a] != set->value[b] ? set->value[a] > set->value[b] : a < b;
}

static void add_tile(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                     unsigned kind)
{
    unsigned at = r->tiles++;
    BUG_UNLESS(at < RACK_MAX);
    for (; at > 0 && comes_before(set, kind, r->kind[at - 1]); at--)
        r->kind[at] = r->kind[at - 1];
    r->kind[at] = (uint8_t)kind;
}

static uint32_t repeats(const struct wordgame_gen_rack *r)
{
    uint32_t places = 0;
    for (unsigned i = 1; i < r->tiles; i++)
        if (r->kind[i] == r->kind[i - 1])
            places |= 1u << i;
    return places;
}

bool wordgame_gen_rack_is_choice(const struct wordgame_gen_rack *r, unsigned mask)
{
    return !(mask & ~(mask << 1) & repeats(r));
}

// How many choices there are of each kind, then where they begin.
static void count_choices(struct wordgame_gen_rack *r, uint32_t repeat)
{
    unsigned letters = r->tiles - r->blanks, sum = 0;
    memset(r->first, 0, sizeof r->first);
    for (unsigned mask = 0; mask <= wordgame_gen_rack_all(r); mask++)
        if (!(mask & ~(mask << 1) & repeat))
            r->first[__builtin_popcount(mask)][__builtin_popcount(mask >> letters)]++;
    for (unsigned n = 0; n <= RACK_MAX; n++)
        for (unsigned blanks = 0; blanks <= RACK_MAX; blanks++) {
            unsigned count = r->first[n][blanks];
            r->first[n][blanks] = (uint16_t)sum;
            sum += count;
        }
    r->choices = (uint16_t)sum;
}

// A choice of tiles is an earlier one and a tile behind it, so the values come in falling order by
// themselves.
static void add_to_choice(struct wordgame_gen_choice *c, const struct wordgame_settings *set,
                          unsigned kind, const uint64_t *keys)
{
    c->value[c->tiles++] = set->value[kind];
    if (kind == KIND_BLANK) {
        c->blanks++;
        c->letters = UINT32_MAX;
        return;
    }
    c->letters |= graph_bit(kind);
    wordgame_gen_count(c->counts, kind);
    if (keys)
        c->key += keys[kind];
}

static void find_choices(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                         const uint64_t *keys)
{
    uint16_t place[WORDGAME_GEN_CHOICES], next[RACK_MAX + 1][RACK_MAX + 1];
    unsigned letters = r->tiles - r->blanks;
    uint32_t repeat = repeats(r);
    count_choices(r, repeat);
    memcpy(next, r->first, sizeof next);
    memset(&r->choice[0], 0, sizeof r->choice[0]);
    place[0] = 0;
    for (unsigned mask = 1; mask <= wordgame_gen_rack_all(r); mask++) {
        if (mask & ~(mask << 1) & repeat)
            continue;
        unsigned last = 31u - (unsigned)__builtin_clz(mask);
        unsigned tiles = (unsigned)__builtin_popcount(mask);
        place[mask] = next[tiles][__builtin_popcount(mask >> letters)]++;
        struct wordgame_gen_choice *c = &r->choice[place[mask]];
        *c = r->choice[place[mask ^ 1u << last]];
        c->mask = (uint8_t)mask;
        add_to_choice(c, set, r->kind[last], keys);
    }
}

void wordgame_gen_rack_tiles(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                             const uint8_t tiles[TILE_KINDS])
{
    r->tiles = 0;
    r->choices = 0;
    r->letters = 0;
    memcpy(r->count, tiles, sizeof r->count);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        for (unsigned i = 0; i < tiles[kind]; i++)
            add_tile(r, set, kind);
    for (unsigned i = 0; i < r->tiles; i++) {
        r->end[r->kind[i]] = (uint8_t)(i + 1);
        if (r->kind[i] != KIND_BLANK)
            r->letters |= graph_bit(r->kind[i]);
    }
    r->blanks = tiles[KIND_BLANK];
    BUG_UNLESS(r->blanks <= r->tiles);
}

void wordgame_gen_rack_init(struct wordgame_gen_rack *r, const struct wordgame_settings *set,
                            const uint8_t tiles[TILE_KINDS], const uint64_t *keys)
{
    wordgame_gen_rack_tiles(r, set, tiles);
    find_choices(r, set, keys);
}

void wordgame_gen_rack_leave(struct wordgame_gen_rack *r, const int32_t *leave)
{
    for (unsigned i = 0; i < r->choices; i++)
        r->choice[i].leave = leave ? leave[wordgame_gen_rack_all(r) ^ r->choice[i].mask] : 0;
}
