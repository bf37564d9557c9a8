#include "games/wordgame/engine/position.h"

#include "base/bug.h"

#include <stdlib.h>
#include <string.h>

bool wordgame_case_init(struct wordgame_case *at, const struct config *c, const struct state *s,
                        unsigned seat)
{
    const struct wordgame_state *w = wordgame_state(&at->view);
    at->config = c;
    at->state = w;
    at->set = &w->set;
    at->seat = seat;
    c->rules->view(c, s, seat, &at->view);
    at->lead = w->score[seat] - w->score[1 - seat];
    at->unseens = wordgame_unseen(w, seat, at->unseen);
    at->model = malloc(sizeof *at->model);
    at->player = malloc(sizeof *at->player);
    if (!at->model || !at->player ||
        !wordgame_static_init(at->player, at->set, &c->lexicon->graph, NULL, &at->model->leave,
                              0)) {
        free(at->player);
        free(at->model);
        return false;
    }
    wordgame_model_load(at->model, c);
    wordgame_static_load(at->player, w);
    wordgame_static_leave(at->player, w);
    return true;
}

void wordgame_case_release(struct wordgame_case *at)
{
    wordgame_static_release(at->player);
    free(at->player);
    free(at->model);
}

bool wordgame_case_map(const struct wordgame_case *at, double seconds, struct wordmap *map)
{
    // The best move is found about three times as fast with one. Making it takes half a second for
    // a million words.
    const struct graph *graph = &at->config->lexicon->graph;
    double takes = 0.5e-6 * graph->words;
    return seconds > 3 * takes && wordmap_build(map, at->set, graph);
}

struct action wordgame_exchange(unsigned seat, const uint8_t tiles[TILE_KINDS])
{
    struct action a;
    action_begin(&a, WORDGAME_EXCHANGE, seat);
    BUG_UNLESS(wordgame_put_tiles(&a, tiles));
    return a;
}
