#include "engine/humanlike.h"

#include "base/hash.h"

enum { ALWAYS = 100, PLAIN_LETTERS = 3 };

unsigned humanlike_chance(const struct humanlike *h, uint64_t what, unsigned below)
{
    uint64_t mixed = (what ^ h->seed) * HASH_GOLDEN;
    mixed = (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return (unsigned)((mixed >> 40) % below);
}

bool humanlike_sees(const struct humanlike *h, const struct humanlike_word *w)
{
    if (!h->tier)
        return true;
    if (w->tier > h->tier)
        return false;
    unsigned letters = w->letters > PLAIN_LETTERS ? w->letters - PLAIN_LETTERS : 0;
    unsigned missed = h->overlooks + letters * h->per_letter + (w->tier - 1) * h->per_tier +
                      w->crosses * h->per_cross;
    return humanlike_chance(h, w->index, ALWAYS) >= missed;
}

void humanlike_concentrate(struct humanlike *h)
{
    h->overlooks = h->per_letter = h->per_tier = h->per_cross = 0;
}
