// The file of what was learnt, in the form that games/wordgame/engine/model.h describes.
#include "train.h"

#include <stdlib.h>

enum { HUNDREDTH = EQUITY_POINT / 100 };

static void print_kind(const struct trainer *t, unsigned kind, struct buf *out)
{
    if (kind == KIND_BLANK)
        buf_add_byte(out, '?');
    else
        alphabet_print(&t->fixture.lexicon.alphabet, &(struct word){1, {(uint8_t)kind}}, out);
}

static void print_worth(const struct trainer *t, const char *name, const int32_t worth[TILE_KINDS],
                        struct buf *out)
{
    for (unsigned kind = 0; kind <= t->fixture.set.letters; kind++) {
        if (!t->fixture.set.tiles[kind])
            continue;
        buf_printf(out, "%s ", name);
        print_kind(t, kind, out);
        buf_printf(out, " %d\n", worth[kind] / HUNDREDTH);
    }
}

// Less than a twentieth of a point is noise.
static void print_pairs(const struct trainer *t, struct buf *out)
{
    for (unsigned one = 0; one <= t->fixture.set.letters; one++)
        for (unsigned two = one; two <= t->fixture.set.letters; two++) {
            if (abs(t->model.leave.pair[one][two]) < EQUITY_POINT / 20)
                continue;
            buf_add_string(out, "pair ");
            print_kind(t, one, out);
            buf_add_byte(out, ' ');
            print_kind(t, two, out);
            buf_printf(out, " %d\n", t->model.leave.pair[one][two] / HUNDREDTH);
        }
}

static void print_ends(const struct trainer *t, struct buf *out)
{
    const struct wordgame_leave *m = &t->model.leave;
    print_worth(t, "last", m->last, out);
    for (unsigned tiles = 1; tiles <= t->fixture.set.rack; tiles++)
        for (unsigned others = 1; others <= t->fixture.set.rack; others++)
            if (m->kept[tiles][others])
                buf_printf(out, "kept %u %u %d\n", tiles, others,
                           m->kept[tiles][others] / HUNDREDTH);
    buf_printf(out, "other %d\n", m->other / HUNDREDTH);
}

static void print_spread(const struct trainer *t, struct buf *out)
{
    for (unsigned left = 1; left <= t->fixture.set.total; left += left < 20 ? 3 : 8)
        buf_printf(out, "spread %u %.0f %.0f\n", left, 100 * t->model.spread[left].mean,
                   100 * t->model.spread[left].deviation);
}

void train_print(const struct trainer *t, unsigned games, struct buf *out)
{
    buf_printf(out, "# Made by tools/train_wordgame.c: %u games with the lexicon %s. See\n", games,
               t->fixture.config.lexicon_name);
    buf_add_string(out, "# src/games/wordgame/engine/model.h for the form of this file.\n");
    print_worth(t, "tile", t->model.leave.tile, out);
    print_pairs(t, out);
    print_ends(t, out);
    print_spread(t, out);
}
