#include "rules/action.h"

#include "rules/config.h"
#include "rules/rules.h"

#include <string.h>

bool action_equal(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->len == b->len &&
           memcmp(a->data, b->data, a->len) == 0;
}

bool rules_actor(const struct config *c, unsigned who, const struct action *a, struct reason *why)
{
    if (who == 0)
        return refuse(why, MSG_RULES_OVER, "%s", "");
    if ((a->seat == CHANCE) != (who == ACTS_CHANCE))
        return refuse(why, MSG_RULES_NOT_NOW, "%s", "");
    return a->seat == CHANCE || a->seat < c->seats || refuse(why, MSG_RULES_NO_SEAT, "%s", "");
}
