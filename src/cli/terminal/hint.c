// Hints in the terminal. A hint costs the high score: a game with one does not enter the list.
#include "cli/terminal/session.h"

enum { HINT_LEVEL = ENGINE_LEVELS };

void session_ask_hint(struct session *s)
{
    struct play_view v = session_view(s);
    if (!v.acts)
        return;
    s->hinting = true;
    thinker_begin(&s->thinker, v.config, v.state, v.seat, HINT_LEVEL, &s->rng);
    session_note(s, STYLE_PLAIN, MSG_PLAY_THINKING, "%s", "");
}

void session_give_hint(struct session *s)
{
    struct action move;
    buf_clear(&s->note);
    s->in_log = false;
    s->helped = true;
    if (!thinker_take(&s->thinker, &s->rng, &move) || !s->game->suggest(s->own, &move))
        session_note(s, STYLE_PLAIN, MSG_PLAY_NO_HINT, "%s", "");
}

void session_drop_hint(struct session *s)
{
    if (s->thinker.busy && s->hinting)
        thinker_give_up(&s->thinker);
}
