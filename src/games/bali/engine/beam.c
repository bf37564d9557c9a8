#include "games/bali/engine/beam.h"

#include "games/bali/engine/plan.h"

#include <stdlib.h>

bool bali_beam_init(struct bali_beam *b)
{
    for (unsigned i = 0; i <= BALI_PACK; i++)
        b->layer[i] = (struct bali_beam_layer){0};
    for (unsigned i = 0; i <= BALI_PACK; i++) {
        struct bali_beam_layer *l = &b->layer[i];
        l->position = malloc(b->width * sizeof *l->position);
        l->worth = malloc(b->width * sizeof *l->worth);
        if (!l->position || !l->worth) {
            bali_beam_release(b);
            return false;
        }
    }
    return true;
}

void bali_beam_release(struct bali_beam *b)
{
    for (unsigned i = 0; i <= BALI_PACK; i++) {
        free(b->layer[i].position);
        free(b->layer[i].worth);
        b->layer[i] = (struct bali_beam_layer){0};
    }
}

// The same cards in another order of places are worth the same to the last bit, or nearly so.
static bool has(const struct bali_beam_layer *l, float worth)
{
    const float same = 1e-3F;
    bool found = false; // going on to the end is faster: several are looked at in one step
    for (unsigned i = 0; i < l->count; i++)
        found |= (l->worth[i] - worth < same) & (worth - l->worth[i] < same);
    return found;
}

static void keep(struct bali_beam *b, const struct bali_position *p)
{
    struct bali_beam_layer *l = &b->layer[p->in_deck];
    float worth[SEATS_MAX];
    bali_worth(p, b->hopes, b->taste, worth);
    if ((l->count == b->width && worth[0] <= l->worth[l->least]) || has(l, worth[0]))
        return;
    unsigned at = l->count < b->width ? l->count++ : l->least;
    l->position[at] = *p;
    l->worth[at] = worth[0];
    for (unsigned i = l->least = 0; i < l->count; i++)
        if (l->worth[i] < l->worth[l->least])
            l->least = i;
}

static void end_with(struct bali_beam_end *end, float total, bool bali)
{
    if (total > end->total)
        *end = (struct bali_beam_end){total, bali};
}

// It may end here, too: nothing may be possible any more.
static void expand(struct bali_beam *b, const struct bali_position *p, struct bali_beam_end *end)
{
    struct bali_choice choice[BEAM_MOVES];
    unsigned count = bali_choices(p, b->hopes, b->taste, choice, b->moves);
    end_with(end, p->score[0], false);
    for (unsigned i = 0; i < count; i++) {
        struct bali_position next = *p;
        bali_position_make(&next, &choice[i].step);
        keep(b, &next);
    }
}

static bool run_layer(struct bali_beam *b, unsigned cards, bool last, struct bali_beam_end *end)
{
    struct bali_beam_layer *l = &b->layer[cards];
    for (unsigned i = 0; i < l->count; i++) {
        struct bali_plan plan;
        if (cards && last) {
            end_with(end, l->worth[i] + b->taste->card * (float)cards, false);
            continue;
        }
        if (b->stop && b->stop(b->context))
            return false;
        if (cards) {
            expand(b, &l->position[i], end);
            continue;
        }
        bali_plan_end(&l->position[i], b->hopes, &plan);
        end_with(end, (float)plan.total, plan.bali);
    }
    return true;
}

bool bali_beam_run(struct bali_beam *b, const struct bali_position *from, unsigned cards,
                   struct bali_beam_end *out)
{
    unsigned deck = from->in_deck, last = deck > cards ? deck - cards : 0;
    *out = (struct bali_beam_end){.total = -1};
    for (unsigned i = 0; i <= BALI_PACK; i++)
        b->layer[i].count = 0;
    keep(b, from);
    for (unsigned i = deck + 1; i-- > 0;)
        if (!run_layer(b, i, i <= last, out))
            return false;
    return true;
}
