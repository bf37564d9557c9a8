#include "games/wordgame/engine/instance.h"

#include "base/bug.h"
#include "games/wordgame/engine/endgame.h"

struct wordgame_instance *wordgame_instance(struct engine *e)
{
    BUG_UNLESS(e->type && e->type->open == wordgame_instance_open);
    return (struct wordgame_instance *)(void *)e;
}

bool wordgame_instance_open(struct engine *e)
{
    struct wordgame_instance *i = wordgame_instance(e);
    const struct config *c = &e->config;
    BUG_UNLESS(wordgame_settings_load(&i->set, c, NULL)); // accept() has seen it
    wordgame_model_load(&i->model, c);
    return wordgame_static_init(&i->player, &i->set, &c->lexicon->graph, NULL, &i->model.leave, 0);
}

void wordgame_instance_close(struct engine *e)
{
    struct wordgame_instance *i = wordgame_instance(e);
    wordgame_static_release(&i->player);
    if (i->mapped)
        wordgame_wordmap_release(&i->map);
    for (unsigned thread = 0; thread < WORKERS_MAX; thread++)
        wordgame_endgame_free(i->endgame[thread]);
}

const struct wordgame_wordmap *wordgame_instance_map(struct wordgame_instance *i, double seconds)
{
    // The best move is found about three times as fast with a map. Building one takes half a second
    // for a million words.
    const struct graph *graph = &i->engine.config.lexicon->graph;
    double takes = 0.5e-6 * graph->words;
    if (!i->mapped && !i->cannot && seconds > 3 * takes) {
        i->mapped = wordgame_wordmap_build(&i->map, &i->set, graph);
        i->cannot = !i->mapped;
    }
    return i->mapped ? &i->map : NULL;
}

struct wordgame_endgame *wordgame_instance_endgame(struct wordgame_instance *i, unsigned thread)
{
    BUG_UNLESS(thread < WORKERS_MAX);
    if (!i->endgame[thread])
        i->endgame[thread] = wordgame_endgame_new(&i->set, &i->engine.config.lexicon->graph);
    return i->endgame[thread];
}

void wordgame_instance_trim(struct wordgame_instance *i, size_t most)
{
    for (unsigned thread = 0; thread < WORKERS_MAX; thread++)
        if (i->endgame[thread] && wordgame_endgame_bytes(i->endgame[thread]) > most) {
            wordgame_endgame_free(i->endgame[thread]);
            i->endgame[thread] = NULL;
        }
}
