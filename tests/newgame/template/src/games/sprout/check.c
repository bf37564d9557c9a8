// check() of Sprout: is an action legal?
#include "games/sprout/state.h"

static bool has_letter(const struct config *c, const struct action *a)
{
    return a->len == 1 && a->data[0] >= 1 && a->data[0] <= c->lexicon->alphabet.size;
}

static bool check_add(const struct config *c, const struct sprout_state *b, const struct action *a,
                      struct reason *why)
{
    struct word stem = b->stem;
    if (graph_letters(&c->lexicon->graph, sprout_arc(c, &stem)) & graph_bit(a->data[0]))
        return true;
    struct buf text = {0};
    stem.letter[stem.len++] = a->data[0];
    alphabet_print(&c->lexicon->alphabet, &stem, &text);
    reason_set(why, 0, MSG_SPROUT_NO_WORD, "%.*s\t%s", TEXT_ARG(buf_text(&text)), c->lexicon_name);
    buf_release(&text);
    return false;
}

bool sprout_check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why)
{
    unsigned acting = sprout_to_act(c, s);
    if (!rules_actor(c, acting, a, why))
        return false;
    if (a->seat == CHANCE)
        return (a->kind == SPROUT_START && has_letter(c, a) &&
                sprout_starts(c) & graph_bit(a->data[0])) ||
               refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!rules_turn(acting, a, why))
        return false;
    if (a->kind == ACTION_PASS)
        return refuse(why, MSG_RULES_NO_PASS, "%s", "");
    if (a->kind == ACTION_RESIGN && a->len == 0)
        return true;
    if (a->kind != SPROUT_ADD || !has_letter(c, a))
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return check_add(c, sprout_state(s), a, why);
}
