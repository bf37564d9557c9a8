#include "games/bali/move.h"

#include "base/bug.h"

#include <string.h>

static bool decode_columns(const struct action *a, struct bali_move *out)
{
    for (unsigned i = 0; i + 1 < a->len && out->count < BALI_PARTS; i += 2) {
        out->place[out->count] = a->data[i];
        out->settle[out->count++] = a->data[i + 1];
    }
    return out->count > 1 && a->len == 2 * out->count;
}

bool bali_move_decode(const struct action *a, struct bali_move *out)
{
    *out = (struct bali_move){.kind = a->kind};
    if (a->kind == BALI_JOIN || (a->kind == BALI_TAKE && a->len > 1))
        return decode_columns(a, out);
    if (a->kind != BALI_TAKE)
        return true;
    if (a->len != 1 || a->data[0] >= BALI_PLACES)
        return false;
    out->place[out->count++] = a->data[0];
    return true;
}

struct action bali_move_encode(const struct bali_move *m, unsigned seat)
{
    struct action a;
    action_begin(&a, m->kind, seat);
    for (unsigned i = 0; i < m->count; i++) {
        BUG_UNLESS(action_put(&a, m->place[i]));
        BUG_UNLESS(m->count == 1 || action_put(&a, m->settle[i]));
    }
    return a;
}

bool bali_move_column(const struct bali_state *b, const struct bali_move *m,
                      struct bali_column *out)
{
    *out = (struct bali_column){0};
    for (unsigned i = 0; i < m->count; i++) {
        const struct bali_column *column = &b->column[m->place[i]];
        if (out->len + column->len > WORD_MAX)
            return false;
        memcpy(out->card + out->len, column->card, column->len);
        memcpy(out->letter + out->len, column->letter, column->len);
        if (m->settle[i])
            out->letter[out->len] = m->settle[i];
        out->len = (uint8_t)(out->len + column->len);
    }
    return true;
}
