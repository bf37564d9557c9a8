// player: what the handlers that concern players share: finding one by name, ratings as the API
// shows them, and pages of lists (keyset pagination).
//
//     struct store_tx *tx = NULL; /* within a job of the store */
//     struct store_account account;
//     ok = player_find(tx, TEXT("Anna"), &account) == STORE_OK;
#ifndef LOGOMACHY_SERVER_API_PLAYER_H
#define LOGOMACHY_SERVER_API_PLAYER_H

#include "server/api/call.h"
#include "server/play/daily.h"
#include "store/accounts.h"
#include "store/matches.h"
#include "store/ratings.h"

enum { PAGE_LIMIT = 50 }; // of a list, by default

const char *account_kind_key(enum store_account_kind kind); // "guest", "person", "bot"

// The account of that name, in any spelling. STORE_NONE if it is closed.
enum store_status player_find(struct store_tx *tx, struct text name,
                              struct store_account *a) STORE_CHECKED;

// {"game","rating","deviation","provisional","games","at"}: as of now, since a deviation grows with
// inactivity.
json_t *rating_json(const struct store_rating *r, int64_t now);
bool rating_is_provisional(const struct store_rating *r, int64_t now);

// Appends all ratings of an account to an array.
enum store_status ratings_json(struct store_tx *tx, int64_t account, int64_t now,
                               json_t *list) STORE_CHECKED;

// ?limit=
bool call_query_limit(struct call *c, unsigned *limit);

// A query parameter that is a word, "" if it is missing; refused if it is too long.
bool call_query_word(struct call *c, const char *name, char *out, size_t size);

// The name of a game, a parameter of the path. False if there is no such game: the call is
// answered.
bool call_game(struct call *c, struct text name, char out[24]);

// A list of matches, by the caller's ?status=, game, lang, before, before_id and limit. The texts
// of the query live in it.
struct match_listing {
    struct store_match_query query;
    char game[24], lang[4], before_id[STORE_MATCH_ID], deal[DAILY_DATE];
};

// False if a parameter is invalid: the call is answered. `statuses` is the default.
bool match_listing_read(struct call *c, struct match_listing *l, unsigned statuses);

// For run(): c->found is {"matches": [...], "next": {"before", "before_id"}}; "next" is null on the
// last page.
enum store_status match_listing_find(struct store_tx *tx, struct call *c,
                                     const struct match_listing *l) STORE_CHECKED;

#endif
