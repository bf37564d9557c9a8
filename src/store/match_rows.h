// match_rows: turns rows of a match joined with a seat each, ordered by match and seat, into
// matches with their seats. Not for anyone outside this folder.
#ifndef LOGOMACHY_STORE_MATCH_ROWS_H
#define LOGOMACHY_STORE_MATCH_ROWS_H

#include "store/match_types.h"
#include "store/sql.h"

// Whose turn it is in a match of `matches AS m`. Every entry tells it, so that a move need not
// write the match's row as well; those of old versions do not, and the row did then.
#define MATCH_TURN                                                                           \
    "COALESCE((SELECT NULLIF(e.turn, -1) FROM entries AS e WHERE e.match_id = m.id ORDER BY" \
    " e.seq DESC LIMIT 1), m.turn)"

// Of `matches AS m` and `seats AS s`.
#define MATCH_COLUMNS                                                                      \
    "m.id, m.game, m.lang, m.lexicon, m.seats, m.rated, m.listed, m.status, m.creator,"    \
    " m.created, m.started, m.ended, m.deadline, " MATCH_TURN                              \
    ", m.seed, m.seed_hash, m.result, m.end_reason, m.terms, m.previous, m.deal, m.owner," \
    " m.unranked, s.seat, s.account, s.level, s.score, s.rating_before, s.rating_after, s.won"

enum { MATCH_OWN_COLUMNS = 23 }; // those of m

// Begin with the sink and its context set.
struct match_rows {
    store_match_sink *sink;
    void *context;
    struct store_match match;
    struct store_seat seats[SEATS_MAX];
    unsigned seen; // seats of the match so far
};

bool match_row(void *context, struct sql_reader *r); // a struct match_rows

// What comes of it, given what the statement said.
enum store_status match_rows_end(const struct match_rows *rows, enum store_status status);

// Rows of a match's id and the number of its last entry. Begin with the sink and its context set.
struct last_rows {
    store_last_sink *sink;
    void *context;
};

bool last_row(void *context, struct sql_reader *r); // a struct last_rows

#endif
