#include "rules/rules.h"

#include "base/bug.h"

const char *end_reason_key(enum end_reason reason)
{
    static const char *const keys[] = {
        [END_NONE] = NULL,         [END_FULL] = "full",
        [END_NO_WORD] = "no-word", [END_PASSES] = "passes",
        [END_OUT] = "out",         [END_NOTHING] = "nothing",
        [END_DONE] = "done",       [END_RESIGNATION] = "resignation",
    };
    return keys[reason];
}

char seat_letter(unsigned seat)
{
    BUG_UNLESS(seat < SEATS_MAX);
    return "ABCD"[seat];
}

bool rules_actor(const struct config *c, unsigned acting, const struct action *a,
                 struct reason *why)
{
    if (acting == 0)
        return refuse(why, MSG_RULES_OVER, "%s", "");
    if (a->seat != CHANCE && a->seat >= c->seats)
        return refuse(why, MSG_RULES_NO_SEAT, "%c", seat_letter(c->seats - 1));
    if (a->seat != CHANCE && acting == ACTS_CHANCE)
        return refuse(why, MSG_RULES_DEAL_FIRST, "%s", "");
    return a->seat != CHANCE || acting == ACTS_CHANCE ||
           refuse(why, MSG_RECORD_DEAL_MISPLACED, "%c", rules_waits_for(acting));
}

char rules_waits_for(unsigned acting)
{
    return seat_letter((unsigned)__builtin_ctz(acting));
}

bool rules_turn(unsigned acting, const struct action *a, struct reason *why)
{
    return (acting >> a->seat & 1) || refuse(why, MSG_RULES_NOT_YOUR_TURN, "%c\t%c",
                                             seat_letter(a->seat), rules_waits_for(acting));
}

bool rules_refuse_word(const struct config *c, const struct word *w, enum message otherwise,
                       struct reason *why)
{
    unsigned out = lexicon_left_out(c->lexicon, w);
    struct buf text = {0};
    alphabet_print(&c->lexicon->alphabet, w, &text);
    reason_set(why, 0,
               out & MARK_OFFENSIVE  ? MSG_RULES_OFFENSIVE
               : out & MARK_OBSOLETE ? MSG_RULES_OBSOLETE
                                     : otherwise,
               "%.*s", TEXT_ARG(buf_text(&text)));
    buf_release(&text);
    return false;
}

void rules_no_cut(const struct config *c, struct cut_pack *out)
{
    (void)c;
    out->kinds = 0;
}

bool rules_recalls(const struct config *c, const struct state *s)
{
    (void)c;
    (void)s;
    return false;
}

void rules_describe_nothing(const struct config *c, struct buf *out)
{
    (void)c;
    (void)out;
}

void rules_targets_nothing(const struct config *c, const struct state *s, unsigned seat,
                           struct buf *out)
{
    (void)c;
    (void)s;
    (void)seat;
    (void)out;
}

unsigned rules_also_none(const struct config *c, const struct state *s, const struct action *a,
                         struct word out[ALSO_MAX])
{
    (void)c;
    (void)s;
    (void)a;
    (void)out;
    return 0;
}

void rules_view_open(const struct config *c, const struct state *s, unsigned viewer,
                     struct state *out)
{
    (void)c;
    (void)viewer;
    *out = *s;
}

void rules_guess_open(const struct config *c, const struct state *view, unsigned seat,
                      struct rng *r, struct state *out)
{
    (void)c;
    (void)seat;
    (void)r;
    *out = *view;
}
