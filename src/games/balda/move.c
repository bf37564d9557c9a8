#include "games/balda/move.h"

#include "base/bug.h"

enum { HEAD = 2 }; // bytes of an action before the path

_Static_assert(HEAD + WORD_MAX <= ACTION_BYTES, "a move has to fit");

bool balda_move_decode(const struct action *a, struct balda_move *m)
{
    *m = (struct balda_move){0};
    if (a->len <= HEAD || a->len > HEAD + WORD_MAX)
        return false;
    m->square = a->data[0];
    m->letter = a->data[1];
    m->length = (uint8_t)(a->len - HEAD);
    memcpy(m->path, a->data + HEAD, m->length);
    return true;
}

struct action balda_move_encode(const struct balda_move *m, unsigned seat)
{
    const uint8_t head[HEAD] = {m->square, m->letter};
    struct action a = action_of(BALDA_PLACE, seat, head, sizeof head);
    BUG_UNLESS(m->length <= WORD_MAX && action_put_bytes(&a, m->path, m->length));
    return a;
}

struct word balda_move_word(const struct balda_move *m, const uint8_t *board)
{
    struct word w = {.len = m->length};
    for (unsigned i = 0; i < m->length; i++)
        w.letter[i] = m->path[i] == m->square ? m->letter : board[m->path[i]];
    return w;
}

struct report balda_move_report(const struct balda_move *m, unsigned scorer)
{
    struct report r = {.placed = -1, .square_count = m->length, .scorer = scorer};
    memcpy(r.squares, m->path, m->length);
    for (unsigned i = 0; i < m->length; i++)
        if (m->path[i] == m->square)
            r.placed = (int)i;
    return r;
}
