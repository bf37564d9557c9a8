// terms: the terms of a match, fixed at its creation: game and settings, seats, time control, rated
// or not, computer players. As text, one item per line:
//
//     game balda
//     lang en
//     lexicon en
//     set size 7
//     start CROWN
//     seats 2
//     clock fischer 300000 5000
//     rated no
//     listed yes
//     takebacks yes
//     level B 4
//
// `start` fixes the first chance event, as in a record, instead of drawing it. `clock` is `none`,
// `move MS`, `fischer MS MS` (stock and increment) or `days N`. `level` gives a seat to a computer
// of that strength. `game` comes first, the rest in any order, each once. Defaults: no clock, not
// rated, listed, no takebacks, no computers, the preset's smallest number of seats, its language
// and its lexicon (in another language: the lexicon that the preset names for it, or that has the
// name of the language), and of each setting the value that config.h has for one that is not named.
// Writing uses the order above and omits such settings and seats of people; it is canonical:
// reading and writing again gives the same bytes.
//
// terms_check(): the game's rules must accept the config, and a rated match needs two people or
// more and no takebacks.
//
//     const struct record_host *host = NULL; /* opens lexicons */
//     struct match_terms t;
//     if (terms_read(&t, TEXT("game balda\nrated yes\n"), host, &why))
//         terms_write(&t, &out);
#ifndef LOGOMACHY_MATCH_TERMS_H
#define LOGOMACHY_MATCH_TERMS_H

#include "match/clock.h"
#include "rules/record.h"

enum { MATCH_LEVELS = 6, TERMS_BYTES = 4096 };

// Bounds of clocks in ms.
#define TERMS_MOVE_MIN CLOCK_SECOND
#define TERMS_MOVE_MAX CLOCK_DAY
#define TERMS_STOCK_MIN CLOCK_SECOND
#define TERMS_STOCK_MAX CLOCK_DAY
#define TERMS_INCREMENT_MAX CLOCK_HOUR
#define TERMS_DAYS_MAX 30

struct match_terms {
    struct config config; // with the match's seats; its lexicon is borrowed from the host
    struct clock_terms clock;
    bool rated;
    bool listed;              // shown in the public lobby; otherwise by link only
    bool takebacks;           // moves can be taken back by agreement
    uint8_t level[SEATS_MAX]; // of the computer, 1 to MATCH_LEVELS; 0: a person
};

// Are the terms valid? For terms built in code; terms_read() calls it too. The config's lexicon
// must be open.
bool terms_check(const struct match_terms *t, struct reason *why);

bool terms_read(struct match_terms *t, struct text text, const struct record_host *host,
                struct reason *why);
void terms_write(const struct match_terms *t, struct buf *out);

#endif
