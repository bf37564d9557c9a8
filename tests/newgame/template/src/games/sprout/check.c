// check() of Sprout: is an action legal?
#include "games/sprout/state.h"

static bool is_letter(const struct config *c, const struct sprout_move *m)
{
    return m->letter >= 1 && m->letter <= c->lexicon->alphabet.size;
}

static bool check_add(const struct config *c, const struct sprout_state *b,
                      const struct sprout_move *m, struct reason *why)
{
    struct word stem = b->stem;
    if (graph_letters(&c->lexicon->graph, sprout_arc(c, &stem)) & graph_bit(m->letter))
        return true;
    struct buf text = {0};
    stem.letter[stem.len++] = m->letter;
    alphabet_print(&c->lexicon->alphabet, &stem, &text);
    reason_set(why, 0, MSG_SPROUT_NO_WORD, "%.*s\t%s", TEXT_ARG(buf_text(&text)), c->lexicon_name);
    buf_release(&text);
    return false;
}

bool sprout_check(const struct config *c, const struct state *s, const struct action *a,
                  struct reason *why)
{
    unsigned acting = sprout_to_act(c, s);
    struct sprout_move m;
    bool decoded = sprout_move_decode(a, &m);
    if (!rules_actor(c, acting, a, why))
        return false;
    if (a->seat == CHANCE)
        return (a->kind == SPROUT_START && decoded && is_letter(c, &m) &&
                sprout_starts(c) & graph_bit(m.letter)) ||
               refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    if (!rules_turn(acting, a, why))
        return false;
    if (a->kind == ACTION_PASS)
        return refuse(why, MSG_RULES_NO_PASS, "%s", "");
    if (a->kind == ACTION_RESIGN && a->len == 0)
        return true;
    if (a->kind != SPROUT_ADD || !decoded || !is_letter(c, &m))
        return refuse(why, MSG_RULES_BAD_ACTION, "%s", "");
    return check_add(c, sprout_state(s), &m, why);
}
