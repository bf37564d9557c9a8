// daily: the deal of the day: one seed per UTC day, game and language, the same for all players. A
// commit-reveal scheme keeps it fair: the hashes of the next days' seeds are published in advance,
// the seeds themselves DAILY_REVEAL_MS after the end of their day. A seed is an HMAC-SHA-256 of the
// deal's name under the site's key.
//
//     struct daily_source source = {0};
//     char date[DAILY_DATE], seed[SECRET_HEX];
//     daily_date(0, date); /* 1970-01-01 */
//     daily_seed(&source, date, "bali", "fr", seed);
#ifndef LOGOMACHY_SERVER_PLAY_DAILY_H
#define LOGOMACHY_SERVER_PLAY_DAILY_H

#include "base/text.h"
#include "server/runtime/secret.h"

#include <stdint.h>

enum { DAILY_DATE = 11, DAILY_NAME = 40, DAILY_AHEAD = 7 };

#define DAILY_DAY_MS (INT64_C(86400) * 1000)
#define DAILY_REVEAL_MS DAILY_DAY_MS

// The key that seeds are derived from: kept by the store, the same for all processes. On days
// before `since` seeds followed from the date alone: the SHA-256 of the deal's name.
struct daily_source {
    struct secret_key key;
    char since[DAILY_DATE];
};

void daily_date(int64_t now_ms, char out[DAILY_DATE]);

// Is it a well-formed date?
bool daily_is_date(struct text text);

// Midnight at the start of the day; -1 if there is no such day.
int64_t daily_begins(const char *date);

// Are the day's seeds public?
bool daily_is_revealed(const char *date, int64_t now_ms);

// The name of a day's deal, "2026-11-16 bali fr", and its seed.
void daily_name(const char *date, const char *game, const char *lang, char out[DAILY_NAME]);
void daily_seed(const struct daily_source *d, const char *date, const char *game, const char *lang,
                char out[SECRET_HEX]);

#endif
