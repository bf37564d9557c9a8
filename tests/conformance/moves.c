#include "conformance/moves.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

// Also where one of the two is an action alone: a move begins with it.
static int compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct action));
}

static bool take(void *context, const struct action *action, const struct report *report)
{
    struct moves *m = context;
    if (m->count == m->cap) {
        m->cap = m->cap ? 2 * m->cap : 256;
        m->move = realloc(m->move, m->cap * sizeof *m->move);
        BUG_UNLESS(m->move);
    }
    m->move[m->count++] = (struct move){*action, *report};
    return true;
}

void moves_list(struct moves *m, const struct config *c, const struct state *s, unsigned seat,
                bool paths)
{
    m->count = 0;
    m->twice = false;
    BUG_UNLESS(c->rules->legal(c, s, seat,
                               &(struct move_sink){.take = take, .context = m, .paths = paths}));
    if (m->count)
        qsort(m->move, m->count, sizeof *m->move, compare);
    for (size_t i = 1; i < m->count; i++)
        m->twice |= action_equal(&m->move[i - 1].action, &m->move[i].action);
}

bool moves_have(const struct moves *m, const struct action *a)
{
    return m->count && bsearch(a, m->move, m->count, sizeof *m->move, compare);
}

bool moves_have_all(const struct moves *m, const struct moves *these)
{
    for (size_t i = 0; i < these->count; i++)
        if (!moves_have(m, &these->move[i].action))
            return false;
    return true;
}

bool moves_equal(const struct moves *a, const struct moves *b)
{
    return a->count == b->count && moves_have_all(a, b);
}

void moves_release(struct moves *m)
{
    free(m->move);
    *m = (struct moves){0};
}
