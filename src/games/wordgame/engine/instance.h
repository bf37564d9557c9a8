// wordgame_instance: the Word Game's struct engine (engine/engine.h). It keeps, from one search to
// the next, the trained model of its tiles, a move generator, an endgame solver for each thread
// that has needed one, and, once a search has had enough time to make it pay, a word map of the
// lexicon.
//
//     struct engine *engine = engine_open(config);
//     struct wordgame_instance *instance = engine ? wordgame_instance(engine) : NULL;
//     const struct wordgame_wordmap *map = instance ? wordgame_instance_map(instance, 1.0) : NULL;
//     (void)map;
//     engine_close(engine);
#ifndef LOGOMACHY_GAMES_WORDGAME_ENGINE_INSTANCE_H
#define LOGOMACHY_GAMES_WORDGAME_ENGINE_INSTANCE_H

#include "engine/engine.h"
#include "engine/workers.h"
#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/static.h"

struct wordgame_endgame; // games/wordgame/engine/endgame.h

enum { WORDGAME_IDLE_BYTES = 4 << 20 }; // of a solver, between searches

struct wordgame_instance {
    struct engine engine; // first; has the config
    struct wordgame_settings set;
    struct wordgame_model model;
    struct wordgame_static player;                 // of the position that is being searched
    struct wordgame_endgame *endgame[WORKERS_MAX]; // by thread of a search; NULL: not needed so far
    struct wordgame_wordmap map;
    bool mapped; // there is a map
    bool cannot; // it could not be built
};

// The engine is one of the Word Game.
struct wordgame_instance *wordgame_instance(struct engine *e);

// open() and close() of the engine's type.
bool wordgame_instance_open(struct engine *e);
void wordgame_instance_close(struct engine *e);

// The word map for a search of `seconds` seconds; NULL: there is none, and building it would take
// too large a share of the time. Lives as long as the instance.
const struct wordgame_wordmap *wordgame_instance_map(struct wordgame_instance *i, double seconds);

// The endgame solver of a thread of the search, made when it is first asked for. NULL: no memory.
// Lives as long as the instance. Call it before the threads start.
struct wordgame_endgame *wordgame_instance_endgame(struct wordgame_instance *i, unsigned thread);

// After a search: frees the solvers that hold more than `most` bytes each. The search that needed
// it has taken far longer than making a solver takes, and an idle instance stays small.
void wordgame_instance_trim(struct wordgame_instance *i, size_t most);

#endif
