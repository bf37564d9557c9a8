#include "games/wordgame/generator/move.h"

#include <string.h>

bool wordgame_gen_move_better(const struct wordgame_gen_move *a, const struct wordgame_gen_move *b)
{
    const struct wordgame_placement *p = &a->placement, *q = &b->placement;
    if (a->equity != b->equity)
        return a->equity > b->equity;
    if (p->down != q->down)
        return p->down < q->down;
    if (p->square != q->square)
        return p->square < q->square;
    if (p->length != q->length)
        return p->length < q->length;
    return memcmp(p->tile, q->tile, p->length) < 0;
}

void wordgame_gen_top_offer(struct wordgame_gen_top *t, const struct wordgame_gen_move *move)
{
    unsigned at = t->moves;
    if (at == t->room && (at == 0 || !wordgame_gen_move_better(move, &t->move[at - 1])))
        return;
    if (at == t->room)
        at--;
    else
        t->moves++;
    for (; at > 0 && wordgame_gen_move_better(move, &t->move[at - 1]); at--)
        t->move[at] = t->move[at - 1];
    t->move[at] = *move;
}
