#include "games/bali/engine/beam.h"

#include "games/bali/engine/endgame_alone.h"

#include <stdlib.h>
#include <string.h>

enum { LAYERS = BALI_PACK + 1 };

bool bali_beam_reserve(struct bali_beam *b)
{
    unsigned width = b->how.width;
    if (width <= b->room)
        return true;
    struct bali_beam_how how = b->how;
    bali_beam_release(b);
    b->how = how;
    b->position = malloc((size_t)LAYERS * width * sizeof *b->position);
    b->value = malloc((size_t)LAYERS * width * sizeof *b->value);
    if (!b->position || !b->value) {
        bali_beam_release(b);
        return false;
    }
    for (unsigned i = 0; i < LAYERS; i++) {
        b->layer[i].position = b->position + (size_t)i * width;
        b->layer[i].pool.value = b->value + (size_t)i * width;
    }
    b->room = width;
    return true;
}

void bali_beam_release(struct bali_beam *b)
{
    free(b->position);
    free(b->value);
    memset(b, 0, sizeof *b);
}

// Transpositions: the same cards in other places have the same value, but for rounding.
static bool layer_has(const struct bali_beam_layer *l, float value)
{
    const float same = 1e-3F;
    const float *other = l->pool.value;
    bool found = false; // no early exit: the compiler vectorizes the loop
    for (unsigned i = 0; i < l->pool.count; i++)
        found |= (other[i] - value < same) & (value - other[i] < same);
    return found;
}

static void add_to_layer(struct bali_beam *b, const struct bali_position *p)
{
    struct bali_beam_layer *l = &b->layer[p->in_deck];
    float value[SEATS_MAX];
    bali_evaluate(p, b->how.completions, b->how.weights, value);
    if (candidate_pool_takes(&l->pool, value[0]) && !layer_has(l, value[0]))
        l->position[candidate_pool_put(&l->pool, value[0])] = *p;
}

static void end_with(struct bali_beam_end *end, float total, bool bali)
{
    if (total > end->total)
        *end = (struct bali_beam_end){total, bali};
}

// The game may also end here, if there is no move.
static void expand(struct bali_beam *b, const struct bali_position *p, struct bali_beam_end *end)
{
    struct bali_candidate list[BEAM_MOVES];
    unsigned count = bali_candidates(p, b->how.completions, b->how.weights, list, b->how.moves);
    end_with(end, p->score[0], false);
    for (unsigned i = 0; i < count; i++) {
        struct bali_position next = *p;
        bali_position_make(&next, &list[i].move);
        add_to_layer(b, &next);
    }
}

static bool run_layer(struct bali_beam *b, unsigned cards, bool last, struct bali_beam_end *end)
{
    struct bali_beam_layer *l = &b->layer[cards];
    for (unsigned i = 0; i < l->pool.count; i++) {
        struct bali_endgame_alone solved;
        if (cards && last) {
            end_with(end, l->pool.value[i] + b->how.weights->card * (float)cards, false);
            continue;
        }
        if (deadline_poll(b->how.watch))
            return false;
        b->how.watch->nodes++;
        if (cards) {
            expand(b, &l->position[i], end);
            continue;
        }
        bali_endgame_alone_solve(&l->position[i], b->how.completions, &solved);
        end_with(end, (float)solved.total, solved.bali);
    }
    return true;
}

bool bali_beam_run(struct bali_beam *b, const struct bali_position *from, unsigned cards,
                   struct bali_beam_end *out)
{
    unsigned deck = from->in_deck, last = deck > cards ? deck - cards : 0;
    *out = (struct bali_beam_end){.total = -1};
    for (unsigned i = 0; i < LAYERS; i++) {
        b->layer[i].pool.count = 0;
        b->layer[i].pool.room = b->how.width;
    }
    add_to_layer(b, from);
    for (unsigned i = deck + 1; i-- > 0;)
        if (!run_layer(b, i, i <= last, out))
            return false;
    return true;
}
