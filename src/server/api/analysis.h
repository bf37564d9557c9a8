// analysis: what the engine says of a finished game or a free position, and the replay of a record.
// It knows nothing of requests, accounts or threads; the long parts run on a thread of the pool.
//
//     struct analysis a = {.host = {0}};
//     json_t *body = json_object();
//     if (analysis_read(&a.question, body, 5, &why))
//         json_decref(analysis_run(&a, &why)); /* NULL: refused */
//
// The engine must not be asked about a game in progress that is rated or may enter a best list. Such
// games are passed as guards: the position as the account sees it. A record that passes through that
// position is refused, whatever settings it names. A changed record with another history, another
// account or a local program are not detected.
#ifndef LOGOMACHY_SERVER_API_ANALYSIS_H
#define LOGOMACHY_SERVER_API_ANALYSIS_H

#include "engine/engine_cache.h"
#include "proto/search_answer.h"
#include "store/matches.h"

#include <jansson.h>

enum { ANALYSIS_TOP = 1000, ANALYSIS_PAGE = 500 };

struct analysis_question {
    struct text record;         // the game, as text; or
    char match[STORE_MATCH_ID]; // by the match's id
    int64_t position;           // number of actions from the start, draws included; -1: the end
    bool best;                  // the best move, else the legal ones
    int64_t top;                // how many of those
    int64_t level;              // of the search
    double seconds;             // for it
};

// From the members record, match, position, ask, top, level and seconds of a JSON object. Refused
// where one is wrong, or more seconds are asked for than there may be. The texts are the object's.
bool analysis_read(struct analysis_question *q, json_t *from, double most_seconds,
                   struct reason *why);

// A position that the engine must say nothing about.
struct analysis_guard {
    char preset[CONFIG_NAME];
    unsigned seats;
    const struct lexicon *lexicon; // borrowed
    uint32_t chosen[SETTINGS_MAX]; // the settings, as in a config
    char own[CONFIG_OWN];
    unsigned seat;     // of the account that asks
    struct state view; // what that seat sees
    const struct analysis_guard *next;
};

void analysis_guard_init(struct analysis_guard *guard, const struct config *c,
                         const struct state *view, unsigned seat);

struct analysis {
    struct analysis_question question;
    struct record_host host;             // for a record
    const struct config *config;         // for a match: its game, borrowed
    const struct action *action;         // and all that happened in it
    size_t actions;                      //
    const struct analysis_guard *guards; // NULL: none
    struct engine_cache *engines;        // borrowed
    bool (*stop)(void *context);         // the search is to end
    void *context;
};

// The same JSON as `logomachy moves --json` and `logomachy best --json`. Move lists also have
// "complete": if listing was stopped, "count" is the number found until then.
json_t *analysis_run(const struct analysis *a, struct reason *why);

// The same for a best move searched by a worker: the job, and the answer from its result.
bool analysis_job(const struct analysis *a, struct search_job *out, struct reason *why);
json_t *analysis_json(const struct search_job *j, const struct engine_result *found, double seconds,
                      struct reason *why);

// A record with every position from an action on: {"game", ..., "actions": [...], "next"}, at most
// ANALYSIS_PAGE of them per call. Ends early if stop() returns true.
struct analysis_stop {
    bool (*stop)(void *context);
    void *context;
};
json_t *analysis_replay(struct text record, const struct record_host *host, int64_t from,
                        const struct analysis_stop *stop, struct reason *why);

#endif
