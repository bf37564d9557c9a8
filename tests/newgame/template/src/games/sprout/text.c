// Actions of Sprout as text: a move is a letter or `resign`, chance's line is `start C`.
#include "games/sprout/state.h"

void sprout_format(const struct config *c, const struct state *s, const struct action *a,
                   unsigned viewer, struct buf *out)
{
    struct sprout_move m;
    (void)s;
    (void)viewer;
    if (!sprout_move_decode(a, &m)) {
        buf_add_string(out, a->kind == ACTION_PASS ? "pass" : "resign");
        return;
    }
    buf_add_string(out, a->kind == SPROUT_START ? "start " : "");
    alphabet_print(&c->lexicon->alphabet, &(struct word){1, {m.letter}}, out);
}

bool sprout_parse(const struct config *c, const struct state *s, unsigned seat, struct text text,
                  struct action *a, struct reason *why)
{
    struct text rest = text;
    struct word letter;
    (void)s;
    if (seat != CHANCE && (text_is(text, "resign") || text_is(text, "pass"))) {
        action_begin(a, text_is(text, "pass") ? ACTION_PASS : ACTION_RESIGN, seat);
        return true;
    }
    if (seat == CHANCE && !text_is(text_cut(&rest, ' '), "start"))
        return refuse(why, MSG_SPROUT_START_TEXT, "%.*s", TEXT_ARG(reason_quote(text)));
    if (!alphabet_fold(&c->lexicon->alphabet, rest, &letter, why))
        return false;
    if (letter.len != 1)
        return refuse(why, seat == CHANCE ? MSG_SPROUT_START_TEXT : MSG_SPROUT_MOVE_TEXT, "%.*s",
                      TEXT_ARG(reason_quote(text)));
    *a = sprout_move_encode(&(struct sprout_move){letter.letter[0]}, seat);
    return true;
}
