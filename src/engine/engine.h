// engine: the computer player and analysis of one game. It sees only views, so it cannot cheat.
// Time and threads arrive as data: the caller says when to stop.
//
// An instance is opened for one config and keeps what its searches share: word maps, trained
// models, tables. Nothing is parsed or rebuilt per move. It copies the config and borrows the
// lexicon, which has to outlive it. An instance serves one search at a time; threads that search at
// the same time need one each (engine_cache.h). The findings of one search do not affect the next:
// the same question with the same seed has the same answer.
//
//     struct engine *engine = engine_open(config);
//     struct engine_options options = {.level = ENGINE_LEVELS};
//     struct engine_result result;
//     if (engine && engine_best(engine, view, seat, &options, &rng, &result))
//         action = result.move;
//     engine_close(engine);
#ifndef LOGOMACHY_ENGINE_ENGINE_H
#define LOGOMACHY_ENGINE_ENGINE_H

#include "rules/rules.h"

// Level 1 plays like a beginner, ENGINE_LEVELS as well as the computer can. The low levels know
// familiar words only and overlook some: their mistakes are those of people, never absurd.
enum { ENGINE_LEVELS = 6, ENGINE_LINE = 24 };

struct engine_options {
    unsigned level; // 1 to ENGINE_LEVELS
    // Polled every few positions; true ends the search with the best move so far. NULL: only the
    // level's own depth and node limits apply, so the result is reproducible.
    bool (*stop)(void *context);
    void *context;
    double seconds;     // expected time until `stop` returns true; 0: unknown
    uint64_t max_nodes; // of the calling thread; 0: no limit but the level's
    unsigned threads;   // 0 and 1: only the calling thread, which alone calls `stop`. With more,
                        // the result may differ from run to run
    bool outlook;       // also compute the forecast, where that costs extra time
};

// The evaluation of a move in games where more than its points counts.
struct engine_worth {
    bool known;    // the game has this evaluation; if not, the others are 0
    double leave;  // value of the tiles kept, in points
    double equity; // points and leave
    double win;    // probability of winning, 0 to 1
};

struct engine_result {
    struct action move;
    int32_t points; // that the move scores at once
    struct engine_worth worth;
    double margin;                   // expected final lead over the best other seat
    bool exact;                      // the margin is proved: the search reached the end of the game
    unsigned depth;                  // moves looked ahead
    uint64_t nodes;                  // positions visited, by all threads
    bool has_forecast;               // score and bonus below are valid
    double score;                    // expected final points of this seat
    double bonus;                    // probability of the bonus at the end, such as a bali
    struct action line[ENGINE_LINE]; // principal variation; the first is `move`
    unsigned line_length;
};

struct engine;

// How one game is searched. Each game defines NAME_engine; the registry (src/games/games.txt) lists
// the names.
struct engine_type {
    const char *rules; // struct rules.name
    size_t size;       // of the game's instance, which begins with a struct engine; 0: just that
    // Fills in an instance that is zeroed but for `type` and `config`; false: no memory. NULL:
    // there is nothing to keep.
    bool (*open)(struct engine *e);
    bool (*best)(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out);
    // NULL in games where only points count.
    bool (*weigh)(struct engine *e, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct engine_worth *out);
    void (*close)(struct engine *e); // releases what open() and searches made, not `e` itself
};

struct engine {
    const struct engine_type *type; // NULL: the game has no engine; it can only pass
    // A copy. Its lexicon has no offensive words: computers neither play nor suggest them.
    struct config config;
    const struct lexicon *lexicon; // the one that the game is played with; borrowed
};

// The rules have accepted the config: accept(). NULL: no memory.
struct engine *engine_open(const struct config *c);
void engine_close(struct engine *e); // NULL is ignored

// Was it opened for an equal config? The opening is not compared: it is part of the position.
bool engine_serves(const struct engine *e, const struct config *c);

// Does the game have an evaluation, engine_weigh()?
bool engine_can_weigh(const struct config *c);

// Chooses a move. Where the engine finds none it passes, if that is legal. False where the seat can
// only resign, or it is not its turn.
bool engine_best(struct engine *e, const struct state *view, unsigned seat,
                 const struct engine_options *options, struct rng *r, struct engine_result *out);

// Evaluates legal moves of a seat whose turn it is. False: the game has no such evaluation, or
// there is no memory.
bool engine_weigh(struct engine *e, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct engine_worth *out);

// The fallback without an engine, or without memory for one: pass. False if passing is not
// legal.
bool engine_pass(const struct config *c, const struct state *view, unsigned seat,
                 struct engine_result *out);

// The same with an instance for this call alone; without memory for one it passes.
bool engine_best_once(const struct config *c, const struct state *view, unsigned seat,
                      const struct engine_options *options, struct rng *r,
                      struct engine_result *out);
bool engine_weigh_once(const struct config *c, const struct state *view, unsigned seat,
                       const struct action *move, size_t count, struct engine_worth *out);

#endif
