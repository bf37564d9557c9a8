// search: which move the computer plays, and what it thinks of a position. It sees only views, so
// it cannot cheat. Time and threads arrive as data: whoever calls says when to stop.
//
//     struct search_options options = {.level = 6, .stop = clock_says_stop, .context = &clock};
//     struct search_result result;
//     if (search_best(cfg, &view, seat, &options, &rng, &result)) ...result.move...
#ifndef LOGOMACHY_ENGINE_SEARCH_H
#define LOGOMACHY_ENGINE_SEARCH_H

#include "rules/rules.h"

// Level 1 plays like a beginner, 6 as well as the computer can. The low ones know familiar words
// only and overlook some; they make mistakes that people make, never absurd ones.
enum { SEARCH_LEVELS = 6, SEARCH_LINE = 24 };

struct search_options {
    unsigned level; // 1 to SEARCH_LEVELS
    // Asked every few positions; true ends the search with the best move so far. NULL: the
    // level's own depth and node limits alone decide, so that the result is the same every time.
    bool (*stop)(void *context);
    void *context;
    double seconds;     // about how long it has until `stop` says so; 0: nobody knows
    uint64_t max_nodes; // of the calling thread; 0: no limit but the level's
    unsigned threads;   // 0 and 1: only the calling one, which alone calls `stop`. With more, the
                        // same question may have another answer each time
    bool outlook;       // say what the end may be like, where that takes a look of its own
};

// What a move is worth where more than its points counts: what it leaves the seat for the moves to
// come, and the chance to win.
struct search_worth {
    bool known;    // the game has such measures; if not, the others are 0
    double leave;  // points that what is left will bring, more or less than usual
    double equity; // points and leave
    double win;    // 0 to 1
};

struct search_result {
    struct action move;
    int32_t points; // that the move scores at once
    struct search_worth worth;
    double margin;  // expected difference to the best other seat at the end, from this seat's view
    bool exact;     // the margin is certain: all was searched to the end
    unsigned depth; // moves looked ahead
    uint64_t nodes; // positions looked at, by all threads
    bool foreseen;  // the engine says these two
    double score;   // expected points of this seat at the end
    double bonus;   // chance of what the game adds at the end, such as a bali
    struct action line[SEARCH_LINE]; // the moves it expects, the first is `move`
    unsigned line_length;
};

// Where it finds nothing better it passes, if that is legal. False where the seat can do nothing
// but resign, or it is not its turn.
bool search_best(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out);

// What legal moves of a seat whose turn it is are worth. False: the game has no such measure, or
// there is no memory.
bool search_weigh(const struct config *c, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct search_worth *out);

// How one game is searched. The registry (engine/search.c) finds it by the rules' name.
struct engine {
    const char *rules; // struct rules.name
    bool (*best)(const struct config *c, const struct state *view, unsigned seat,
                 const struct search_options *options, struct rng *r, struct search_result *out);
    // search_weigh(), NULL in games where nothing but points is counted.
    bool (*weigh)(const struct config *c, const struct state *view, unsigned seat,
                  const struct action *move, size_t count, struct search_worth *out);
};

#endif
