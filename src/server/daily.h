// daily: what is the same for everybody on a day. A day is one of UTC. The daily deal of a game and
// a language has a seed that follows from the date, so that every device and every server has the
// same, also without a network.
//
//     char date[DAILY_DATE], seed[SECRET_HEX];
//     daily_date(call_now(c), date);               2026-11-16
//     daily_seed(date, "bali", "fr", seed);        SHA-256 of "2026-11-16 bali fr", in hexadecimal
#ifndef LOGOMACHY_SERVER_DAILY_H
#define LOGOMACHY_SERVER_DAILY_H

#include "base/text.h"
#include "server/secret.h"

#include <stdint.h>

enum { DAILY_DATE = 11, DAILY_NAME = 40 };

void daily_date(int64_t now_ms, char out[DAILY_DATE]);

// Is it a date, as one is written?
bool daily_is_date(struct text text);

// What a day's deal is called, "2026-11-16 bali fr", and its seed.
void daily_name(const char *date, const char *game, const char *lang, char out[DAILY_NAME]);
void daily_seed(const char *date, const char *game, const char *lang, char out[SECRET_HEX]);

#endif
