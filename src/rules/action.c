#include "rules/action.h"

#include "base/bug.h"
#include "rules/config.h"
#include "rules/rules.h"

#include <string.h>

bool action_equal(const struct action *a, const struct action *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->len == b->len &&
           memcmp(a->data, b->data, a->len) == 0;
}

void action_begin(struct action *a, unsigned kind, unsigned seat)
{
    *a = (struct action){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

bool action_put(struct action *a, unsigned byte)
{
    BUG_UNLESS(byte <= UINT8_MAX);
    if (a->len >= ACTION_BYTES)
        return false;
    a->data[a->len++] = (uint8_t)byte;
    return true;
}

bool action_put_bytes(struct action *a, const void *bytes, size_t count)
{
    if (a->len > ACTION_BYTES || count > (size_t)(ACTION_BYTES - a->len))
        return false;
    if (count)
        memcpy(a->data + a->len, bytes, count);
    a->len = (uint8_t)(a->len + count);
    return true;
}

void action_cut(struct action *a, unsigned len)
{
    BUG_UNLESS(len <= a->len && a->len <= ACTION_BYTES);
    memset(a->data + len, 0, a->len - len);
    a->len = (uint8_t)len;
}

void action_change(struct action *a, unsigned at, unsigned byte)
{
    BUG_UNLESS(at < a->len && a->len <= ACTION_BYTES && byte <= UINT8_MAX);
    a->data[at] = (uint8_t)byte;
}

struct action action_of(unsigned kind, unsigned seat, const void *bytes, size_t count)
{
    struct action a;
    action_begin(&a, kind, seat);
    BUG_UNLESS(action_put_bytes(&a, bytes, count));
    return a;
}

bool rules_actor(const struct config *c, unsigned who, const struct action *a, struct reason *why)
{
    if (who == 0)
        return refuse(why, MSG_RULES_OVER, "%s", "");
    if (a->seat != CHANCE && a->seat >= c->seats)
        return refuse(why, MSG_RULES_NO_SEAT, "%c", seat_letter(c->seats - 1));
    if (a->seat != CHANCE && who == ACTS_CHANCE)
        return refuse(why, MSG_RULES_DEAL_FIRST, "%s", "");
    return a->seat != CHANCE || who == ACTS_CHANCE ||
           refuse(why, MSG_RECORD_DEAL_MISPLACED, "%c", rules_waits_for(who));
}

char rules_waits_for(unsigned who)
{
    return seat_letter((unsigned)__builtin_ctz(who));
}

bool rules_turn(unsigned who, const struct action *a, struct reason *why)
{
    return (who >> a->seat & 1) || refuse(why, MSG_RULES_NOT_YOUR_TURN, "%c\t%c",
                                          seat_letter(a->seat), rules_waits_for(who));
}
