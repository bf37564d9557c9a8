#include "games/wordgame/engine/position.h"

void wordgame_position_init(struct wordgame_position *at, struct wordgame_instance *i,
                            const struct state *s, unsigned seat)
{
    const struct config *c = &i->engine.config;
    const struct wordgame_state *w = wordgame_state(&at->view);
    at->instance = i;
    at->config = c;
    at->set = &i->set;
    at->model = &i->model;
    at->player = &i->player;
    at->state = w;
    at->seat = seat;
    c->rules->view(c, s, seat, &at->view);
    at->lead = wordgame_lead(w, seat);
    at->unseens = wordgame_unseen(w, seat, at->unseen);
    wordgame_static_load(at->player, w);
    wordgame_static_leave(at->player, w);
}
