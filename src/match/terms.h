// terms: what a match was created with: the game and its settings, seats, clock, rated or not, who
// is a computer. Fixed from the match's creation on. As text, one item a line:
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
// `start` names the first chance event, as in a record, instead of letting it be drawn. `clock` is
// `none`, `move MS`, `fischer MS MS` (stock and increment) or `days N`. `level` names a seat that
// the computer plays, and how well. `game` comes first, the rest in any order, each once. Left out
// means: no clock, not rated, listed, no takebacks, nobody a computer, the preset's smallest number
// of seats, its settings, its language and its lexicon (in another language the one that the
// preset names for it, or that is called like it). Written, all is there in the order above but
// settings at their default and seats without a computer; reading that and writing it again gives
// the same bytes.
//
// The game's rules have to accept its config, and a rated match is one between two people or more,
// without takebacks: terms_check().
#ifndef LOGOMACHY_MATCH_TERMS_H
#define LOGOMACHY_MATCH_TERMS_H

#include "match/clock.h"
#include "rules/record.h"

enum { MATCH_LEVELS = 6, TERMS_BYTES = 4096 };

// What a clock may be, in ms: terms beyond are refused.
#define TERMS_MOVE_MIN CLOCK_SECOND
#define TERMS_MOVE_MAX CLOCK_DAY
#define TERMS_STOCK_MIN CLOCK_SECOND
#define TERMS_STOCK_MAX CLOCK_DAY
#define TERMS_INCREMENT_MAX CLOCK_HOUR
#define TERMS_DAYS_MAX 30

struct match_terms {
    struct config
        config; // its `seats` are the match's; its lexicon is open, borrowed from the host
    struct clock_terms clock;
    bool rated;
    bool listed;              // in the public list of open and running matches; else by link only
    bool takebacks;           // moves can be taken back by consent
    uint8_t level[SEATS_MAX]; // the computer's, 1 to MATCH_LEVELS; 0: a person
};

// May a match be created like that? For terms that were put together by hand; terms_read() asks it
// too. The config's lexicon must be open.
bool terms_check(const struct match_terms *t, struct reason *why);

bool terms_read(struct match_terms *t, struct text text, const struct record_host *host,
                struct reason *why);
void terms_write(const struct match_terms *t, struct buf *out);

#endif
