#include "games/bali/engine/beam.h"

#include "games/bali/engine/endgame_alone.h"

#include <stdlib.h>

bool bali_beam_init(struct bali_beam *b)
{
    for (unsigned i = 0; i <= BALI_PACK; i++)
        b->layer[i] = (struct bali_beam_layer){0};
    for (unsigned i = 0; i <= BALI_PACK; i++) {
        struct bali_beam_layer *l = &b->layer[i];
        l->position = malloc(b->width * sizeof *l->position);
        l->value = malloc(b->width * sizeof *l->value);
        if (!l->position || !l->value) {
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
        free(b->layer[i].value);
        b->layer[i] = (struct bali_beam_layer){0};
    }
}

// Transpositions: the same cards in other places have the same value, but for rounding.
static bool layer_has(const struct bali_beam_layer *l, float value)
{
    const float same = 1e-3F;
    bool found = false; // no early exit: the compiler vectorizes the loop
    for (unsigned i = 0; i < l->count; i++)
        found |= (l->value[i] - value < same) & (value - l->value[i] < same);
    return found;
}

static void add_to_layer(struct bali_beam *b, const struct bali_position *p)
{
    struct bali_beam_layer *l = &b->layer[p->in_deck];
    float value[SEATS_MAX];
    bali_evaluate(p, b->completions, b->weights, value);
    if ((l->count == b->width && value[0] <= l->value[l->least]) || layer_has(l, value[0]))
        return;
    unsigned at = l->count < b->width ? l->count++ : l->least;
    l->position[at] = *p;
    l->value[at] = value[0];
    for (unsigned i = l->least = 0; i < l->count; i++)
        if (l->value[i] < l->value[l->least])
            l->least = i;
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
    unsigned count = bali_candidates(p, b->completions, b->weights, list, b->moves);
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
    for (unsigned i = 0; i < l->count; i++) {
        struct bali_endgame_alone solved;
        if (cards && last) {
            end_with(end, l->value[i] + b->weights->card * (float)cards, false);
            continue;
        }
        if (deadline_poll(b->watch))
            return false;
        b->watch->nodes++;
        if (cards) {
            expand(b, &l->position[i], end);
            continue;
        }
        bali_endgame_alone_solve(&l->position[i], b->completions, &solved);
        end_with(end, (float)solved.total, solved.bali);
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
    add_to_layer(b, from);
    for (unsigned i = deck + 1; i-- > 0;)
        if (!run_layer(b, i, i <= last, out))
            return false;
    return true;
}
