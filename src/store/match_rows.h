// match_rows: reads the join of matches and seats, ordered by match and seat, back into matches
// with their seats. For this folder only.
//
//     struct match_rows rows = {.sink = NULL, .context = NULL}; /* the caller's sink */
//     struct store_tx *tx = NULL;
//     enum store_status status =
//         sql_run(tx, "SELECT " MATCH_COLUMNS " FROM matches AS m JOIN seats AS s"
//                    " ON s.match_id = m.id ORDER BY m.id, s.seat", SQL_NOTHING, match_row, &rows);
//     status = match_rows_end(&rows, status);
#ifndef LOGOMACHY_STORE_MATCH_ROWS_H
#define LOGOMACHY_STORE_MATCH_ROWS_H

#include "store/match_types.h"
#include "store/sql.h"

// The turn of a match of `matches AS m`. It is stored with each entry, so that a move need not
// write the match's row too. Entries of old versions lack it (-1); the row has it then.
#define MATCH_TURN                                                                           \
    "COALESCE((SELECT NULLIF(e.turn, -1) FROM entries AS e WHERE e.match_id = m.id ORDER BY" \
    " e.seq DESC LIMIT 1), m.turn)"

// Columns of `matches AS m` and `seats AS s`.
#define MATCH_COLUMNS                                                                      \
    "m.id, m.game, m.lang, m.lexicon, m.seats, m.rated, m.listed, m.status, m.creator,"    \
    " m.created, m.started, m.ended, m.deadline, " MATCH_TURN                              \
    ", m.seed, m.seed_hash, m.result, m.end_reason, m.terms, m.previous, m.deal, m.owner," \
    " m.unranked, s.seat, s.account, s.level, s.score, s.rating_before, s.rating_after, s.won"

enum { MATCH_OWN_COLUMNS = 23 }; // those of m

// The caller sets the sink and its context.
struct match_rows {
    store_match_sink *sink;
    void *context;
    struct store_match match;
    struct store_seat seats[SEATS_MAX];
    unsigned seen; // seats of the match so far
};

bool match_row(void *context, struct sql_reader *r); // a struct match_rows

// The final status: STORE_DAMAGED where the last match lacks seats.
enum store_status match_rows_end(const struct match_rows *rows, enum store_status status);

// Rows of (match, seq of its last entry).
struct last_rows {
    store_last_sink *sink;
    void *context;
};

bool last_row(void *context, struct sql_reader *r); // a struct last_rows

#endif
