// The values of tiles on a rack, single and in pairs: the best moves that different racks have
// in the same position are compared, by their equity. That has the values of what these moves leave
// in it, so this is done in rounds.
#include "train.h"

#include <string.h>

enum {
    RACKS = 6, // that are tried at each turn
    PAIRS = TILE_KINDS * TILE_KINDS,
    FEATURES = TILE_KINDS + PAIRS,
    FULL_BAG = 15, // with fewer tiles in the bag the end is near
};

static unsigned pair_feature(unsigned one, unsigned two)
{
    return TILE_KINDS + (one < two ? one * TILE_KINDS + two : two * TILE_KINDS + one);
}

static void describe(double *row, const uint8_t *tiles, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        row[tiles[i]]++;
        for (unsigned k = 0; k < i; k++)
            row[pair_feature(tiles[i], tiles[k])]++;
    }
}

// The tiles that are not on the board.
static unsigned list_tiles(const struct wordgame_state *w, uint8_t *tiles)
{
    uint8_t unseen[TILE_KINDS];
    unsigned count = 0;
    wordgame_unseen(w, w->turn, unseen);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        for (unsigned i = 0; i < (unsigned)unseen[kind] + w->rack[w->turn][kind]; i++)
            tiles[count++] = (uint8_t)kind;
    return count;
}

// Draws a rack: the first of the tiles.
static void draw_rack(struct trainer *t, uint8_t *tiles, unsigned count, uint8_t rack[TILE_KINDS])
{
    memset(rack, 0, TILE_KINDS);
    for (unsigned i = 0; i < t->fixture.set.rack; i++) {
        unsigned k = i + rng_below(&t->rng, count - i);
        uint8_t drawn = tiles[k];
        tiles[k] = tiles[i];
        tiles[i] = drawn;
        rack[drawn]++;
    }
}

static bool look(struct trainer *t, const struct state *s)
{
    struct state other = *s;
    struct wordgame_state *w = wordgame_state_of(&other);
    struct wordgame_static_choice choice;
    uint8_t tiles[UINT8_MAX + 1];
    if (w->in_bag < FULL_BAG)
        return true;
    unsigned count = list_tiles(w, tiles);
    for (unsigned i = 0; i < RACKS; i++) {
        draw_rack(t, tiles, count, w->rack[w->turn]);
        if (!wordgame_static_choose(t->player, w, &choice))
            return false;
        double *row = fit_row(&t->fit, (double)choice.move.equity / EQUITY_POINT);
        describe(row, tiles, t->fixture.set.rack);
    }
    fit_group(&t->fit);
    return true;
}

// The residual of an equity varies by some 20 points, a tile's worth by 10, a pair's by 2.
static bool take(struct trainer *t)
{
    struct wordgame_leave *m = &t->model.leave;
    static double ridge[FEATURES], weight[FEATURES];
    for (unsigned i = 0; i < FEATURES; i++)
        ridge[i] = 20.0 * 20 / (i < TILE_KINDS ? 10 * 10 : 2 * 2);
    if (!fit_solve(&t->fit, ridge, weight))
        return false;
    for (unsigned one = 0; one < TILE_KINDS; one++) {
        m->tile[one] = train_value(weight[one]);
        for (unsigned two = 0; two < TILE_KINDS; two++)
            m->pair[one][two] = train_value(weight[pair_feature(one, two)]);
    }
    return true;
}

bool train_racks(struct trainer *t, unsigned games)
{
    bool ok = fit_init(&t->fit, FEATURES) && train_look(t, games, look) && take(t);
    fit_release(&t->fit);
    return ok;
}
