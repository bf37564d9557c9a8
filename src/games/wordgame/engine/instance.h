// wordgame_instance: what the Word Game's engine keeps from one search to the next: the trained
// model of its tiles, a move generator, and, once a search has had enough time to make it pay, a
// word map of the lexicon. It is the game's struct engine (engine/engine.h).
//
//     struct engine *engine = engine_open(config);
//     struct wordgame_instance *instance = engine ? wordgame_instance(engine) : NULL;
//     const struct wordmap *map = instance ? wordgame_instance_map(instance, 1.0) : NULL;
//     (void)map;
//     engine_close(engine);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_INSTANCE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_INSTANCE_H

#include "engine/engine.h"
#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/static.h"

struct wordgame_instance {
    struct engine engine; // first; has the config
    struct wordgame_settings set;
    struct wordgame_model model;
    struct wordgame_static player; // of the position that is being searched
    struct wordmap map;
    bool mapped; // there is a map
    bool cannot; // it could not be built
};

// The engine is one of the Word Game.
struct wordgame_instance *wordgame_instance(struct engine *e);

// open() and close() of the engine's type.
bool wordgame_instance_open(struct engine *e);
void wordgame_instance_close(struct engine *e);

// The word map for a search of so many seconds; NULL: there is none, and building it would take too
// large a share of the time. Lives as long as the instance.
const struct wordmap *wordgame_instance_map(struct wordgame_instance *i, double seconds);

#endif
