// matches: matches and their logs, an append-only log with projections. A match is a row, its
// seats, and a log of entries numbered by seq. The log is the source of truth; turn, clock and
// result in the row are projections for lists and for questions that should not need a replay.
//
// Concurrency: appending is optimistic. (match, seq) is unique, so of two processes that append the
// same seq one gets STORE_TAKEN and must read on. Requests are idempotent: a repeated one is found
// by its idempotency key (store_entry_by_request()).
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_entry e = {.seq = 17, .request = "c7f1", .text = TEXT("A pass")};
//     ok = store_entry_add(tx, "k3Xf", &e) == STORE_OK;
//
// All functions run within a job (see store.h). Times are milliseconds since 1970.
#ifndef LOGOMACHY_STORE_MATCHES_H
#define LOGOMACHY_STORE_MATCHES_H

#include "store/match_types.h"
#include "store/store.h"

// `seats` has match->seats of them, numbered 0, 1... STORE_TAKEN where the id is in use.
enum store_status store_match_add(struct store_tx *tx, const struct store_match *m,
                                  const struct store_seat *seats) STORE_CHECKED;

// The seats are in order, m->seats of them. `seats` may be NULL.
enum store_status store_match_get(struct store_tx *tx, const char *id, struct store_match *m,
                                  struct store_seat seats[SEATS_MAX]) STORE_CHECKED;

// The newest match that is a rematch of `previous` and was not aborted. STORE_NONE: there is none.
enum store_status store_match_rematch(struct store_tx *tx, const char *previous,
                                      char id[STORE_MATCH_ID]) STORE_CHECKED;

// Locks the match's row until the transaction ends: e.g. so that two requests for a rematch do not
// both create one. STORE_NONE: there is no such match.
enum store_status store_match_hold(struct store_tx *tx, const char *id) STORE_CHECKED;

// Writes status, listed, rated, started, ended, deadline, turn, seed, seed_hash, result,
// end_reason, terms and unranked. The other fields never change, except that `owner` becomes 0 when
// the match ends.
enum store_status store_match_save(struct store_tx *tx, const struct store_match *m) STORE_CHECKED;

// Writes the deadline only: most events change nothing else, and only in matches with a clock.
enum store_status store_match_deadline(struct store_tx *tx, const char *id,
                                       int64_t deadline) STORE_CHECKED;

enum store_status store_seat_save(struct store_tx *tx, const char *match,
                                  const struct store_seat *seat) STORE_CHECKED;

// Appends. STORE_TAKEN: the match has that seq already. STORE_NONE: there is no such match. Does
// not check the idempotency key: the caller, which knows the log up to seq, does.
enum store_status store_entry_add(struct store_tx *tx, const char *match,
                                  const struct store_entry *e) STORE_CHECKED;

// The entries from a seq on, in order, at most `limit` (0: all). A match without any, or no such
// match, is STORE_OK without a call.
enum store_status store_entries(struct store_tx *tx, const char *match, int32_t from,
                                unsigned limit, store_entry_sink *sink,
                                void *context) STORE_CHECKED;

// Catch-up: the entries of several logs, each from a seq on, in order, at most
// STORE_CATCH_UP_EACH per log, in one statement (see `single` in store.h). `place` is the index in
// `log`, ascending. A match that does not exist has no entries.
enum { STORE_CATCH_UP_LOGS = 256, STORE_CATCH_UP_EACH = 16 };
struct store_log {
    char match[STORE_MATCH_ID];
    int32_t from;
};
typedef bool store_catch_up_sink(void *context, size_t place, const struct store_entry *e);
enum store_status store_entries_of(struct store_tx *tx, const struct store_log *log, size_t count,
                                   store_catch_up_sink *sink, void *context) STORE_CHECKED;

// The entry that a request appended, by its idempotency key. Its text is appended to the caller's
// `text`, and e->text points into it.
enum store_status store_entry_by_request(struct store_tx *tx, const char *match, int64_t account,
                                         const char *request, struct store_entry *e,
                                         struct buf *text) STORE_CHECKED;

// The seq of the last entry, -1: none.
enum store_status store_entry_last(struct store_tx *tx, const char *match,
                                   int32_t *seq) STORE_CHECKED;

// The same for several matches at once, 0: none. Skips matches that do not exist.
enum store_status store_entry_last_of(struct store_tx *tx, const char (*match)[STORE_MATCH_ID],
                                      size_t count, store_last_sink *sink,
                                      void *context) STORE_CHECKED;

// Filters of a list of matches, newest first, or of high scores. Zero: no filter.
struct store_match_query {
    unsigned statuses;     // bits 1 << MATCH_ROW_...; 0: all
    int64_t account;       // that has a seat; 0: any
    const char *game;      // NULL or "": any
    bool listed_only;      // only public ones
    bool free_seat;        // only those with a seat open to people
    const char *lang;      // NULL or "": any
    bool best;             // high scores: ranked solitaires with points, best score first. Needs
                           // `game` and `lang`, excludes `free_seat`, or it is STORE_REFUSED
    const char *deal;      // with `best`: only the daily deal of that date; NULL or "": any
    const char *before_id; // last match of the previous page; NULL or "": first page
    int64_t before;        // its `created`, or with `best` its score
    unsigned limit;        // 1 to STORE_LIST_MAX; other values mean STORE_LIST_MAX
};

enum store_status store_match_list(struct store_tx *tx, const struct store_match_query *q,
                                   store_match_sink *sink, void *context) STORE_CHECKED;

// Running matches: those with a deadline first, the earliest first, then the others. With `until`
// (not 0) only those whose deadline is not later.
typedef bool store_running_sink(void *context, const char *id, int64_t deadline);
enum store_status store_match_running(struct store_tx *tx, int64_t until, store_running_sink *sink,
                                      void *context) STORE_CHECKED;

// Abandoned matches, in pages: open ones created before a time, the oldest first (private ones and
// listed ones are separate queries); all running ones without a clock, by id. The sink gets the key
// of the next page (`at`) and the time of the last entry.
enum store_stale { STORE_STALE_OPEN, STORE_STALE_LISTED, STORE_STALE_IDLE };
struct store_stale_query {
    enum store_stale kind;
    int64_t before;
    int64_t after; // last match of the previous page; 0 and "": first page
    char after_id[STORE_MATCH_ID];
    unsigned limit;
};
typedef bool store_stale_sink(void *context, const char *id, int64_t at, int64_t last);
enum store_status store_match_stale(struct store_tx *tx, const struct store_stale_query *q,
                                    store_stale_sink *sink, void *context) STORE_CHECKED;

// Running matches in which a computer is to act, with the seq of their last entry (-1: none).
enum store_status store_match_computers(struct store_tx *tx, store_last_sink *sink,
                                        void *context) STORE_CHECKED;

// Open and running matches in which one of the accounts has a seat, each with the seq of its last
// entry (0: none). A match with several of them appears once per account.
typedef bool store_played_sink(void *context, int64_t account, const char *match, int32_t last);
enum store_status store_match_played(struct store_tx *tx, const int64_t *account, size_t count,
                                     store_played_sink *sink, void *context) STORE_CHECKED;

// How many matches have the status. Cheap for open and running ones; the others are scanned.
enum store_status store_match_count(struct store_tx *tx, enum store_match_status status,
                                    int64_t *count) STORE_CHECKED;

// How many open and running matches count against the owner's quota.
struct store_owned {
    int64_t open;      // listed, waiting for players
    int64_t by_same;   // of those, created by this account
    int64_t computers; // with a computer of at least this level
};
enum store_status store_match_owned(struct store_tx *tx, uint64_t owner, int64_t account,
                                    unsigned level, struct store_owned *out) STORE_CHECKED;

// How many matches an account is in, up to STORE_TALLY_MAX of each status.
enum { STORE_TALLY_MAX = 10000 };
struct store_tally {
    int64_t count[MATCH_ROW_ABORTED + 1]; // by enum store_match_status
    int64_t won;                          // of the finished ones
    int64_t to_move;                      // of the running ones: it is the account's turn
};
enum store_status store_match_tally(struct store_tx *tx, int64_t account,
                                    struct store_tally *t) STORE_CHECKED;

#endif
