// summary: a match as lists show it: the game, the players and the state; nothing that needs a
// replay of the log.
//
//     struct store_tx *tx = NULL; /* within a job of the store */
//     struct store_match_query query = {.account = 17, .limit = 50};
//     struct summaries found = {.list = json_array()};
//     ok = summaries_add(tx, &query, &found) == STORE_OK;
//     json_decref(found.list);
#ifndef LOGOMACHY_SERVER_PLAY_SUMMARY_H
#define LOGOMACHY_SERVER_PLAY_SUMMARY_H

#include "store/accounts.h"
#include "store/matches.h"

#include <jansson.h>

// "deal" and "unranked", which lists and matches have.
void summary_add_deal(json_t *json, const struct store_match *m);

json_t *summary_json(const struct store_match *m, const struct store_seat *seats,
                     char player[SEATS_MAX][41]);

// A list of them, filled in a job of the store.
struct summaries {
    struct store_tx *tx;
    json_t *list;              // the caller's
    char last[STORE_MATCH_ID]; // where the next page goes on
    int64_t last_key;
    bool by_score; // the key is the score, not the time
    unsigned count;
    enum store_status status; // of looking up names
};

// Appends the matches of the query to s->list.
enum store_status summaries_add(struct store_tx *tx, const struct store_match_query *q,
                                struct summaries *s) STORE_CHECKED;

#endif
