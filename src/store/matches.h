// matches: games between people or with the computer, and their logs. A match is a row, its seats,
// and a log of entries numbered by seq. The log is the truth; what the row says of it (turn, clock,
// result) is there for lists, and for what has to be known without replaying.
//
// Two servers that both append as number seq are settled here: (match, seq) is unique, one gets
// STORE_TAKEN. A request that comes twice is found by the id that the client gave it.
//
// Everything of a match has the match's id in its key. All are for use within a job (see store.h).
// Times are milliseconds since 1970.
#ifndef LOGOMACHY_STORE_MATCHES_H
#define LOGOMACHY_STORE_MATCHES_H

#include "rules/action.h"
#include "store/store.h"

enum { STORE_MATCH_ID = 16, STORE_LIST_MAX = 100 };

enum store_match_status { MATCH_ROW_OPEN, MATCH_ROW_RUNNING, MATCH_ROW_OVER, MATCH_ROW_ABORTED };

struct store_match {
    char id[STORE_MATCH_ID];
    char game[24]; // the preset
    char lang[4];
    char lexicon[41];
    unsigned seats; // 1 to SEATS_MAX
    bool rated;
    bool listed; // public: may be watched, is shown in the lobby
    enum store_match_status status;
    int64_t creator; // an account, 0 for none
    uint64_t owner;  // on whose behalf it was made, a hash; 0: nobody's, or it is over
    int64_t created;
    int64_t started, ended; // 0: not yet
    int64_t deadline;       // when a clock runs out; 0: none runs
    unsigned turn;          // bits of the seats to act: that of the last entry, if there is one
    char seed[65], seed_hash[65];
    char result[16], end_reason[24];
    char terms[2048];              // a text of src/match, opaque here
    char previous[STORE_MATCH_ID]; // the one that this is a rematch of, or ""
    char deal[11];                 // the date, if it is that day's deal for everybody; or ""
    char unranked[16];             // why it is in no list of the best: "takeback", "late"; or ""
};

struct store_seat {
    unsigned seat;   // from 0
    int64_t account; // 0: free, or the computer's
    unsigned level;  // of the computer; 0: a person's seat
    int32_t score;
    double rating_before, rating_after;
    bool won;
};

// `seats` has match->seats of them, numbered 0, 1... STORE_TAKEN where the id is in use.
enum store_status store_match_add(struct store_tx *tx, const struct store_match *m,
                                  const struct store_seat *seats) STORE_CHECKED;

// The seats come in order, m->seats of them. `seats` may be NULL.
enum store_status store_match_get(struct store_tx *tx, const char *id, struct store_match *m,
                                  struct store_seat seats[SEATS_MAX]) STORE_CHECKED;

// The newest match that is a rematch of `previous` and was not aborted. STORE_NONE: there is none.
enum store_status store_match_rematch(struct store_tx *tx, const char *previous,
                                      char id[STORE_MATCH_ID]) STORE_CHECKED;

// Until this transaction ends no other one that asks for it goes on: what is decided by looking at
// a match and its rematches is decided once. STORE_NONE: there is no such match.
enum store_status store_match_hold(struct store_tx *tx, const char *id) STORE_CHECKED;

// Writes status, listed, rated, started, ended, deadline, turn, seed, seed_hash, result,
// end_reason, terms and unranked. The others never change, but that nobody owns a match that is
// over.
enum store_status store_match_save(struct store_tx *tx, const struct store_match *m) STORE_CHECKED;

// Writes the deadline only, which is all that most events change, and only where clocks run.
enum store_status store_match_deadline(struct store_tx *tx, const char *id,
                                       int64_t deadline) STORE_CHECKED;

enum store_status store_seat_save(struct store_tx *tx, const char *match,
                                  const struct store_seat *seat) STORE_CHECKED;

// One event of the log.
struct store_entry {
    int32_t seq;
    int64_t at;
    int64_t account;  // who asked for it; 0: nobody, such as a clock
    char request[41]; // the client's own id of the request, "" for none
    struct text text; // the event; borrowed
    unsigned turn;    // bits of the seats to act after it; written, and read as the match's
};

// STORE_TAKEN where the match has that seq already. Whether the request was made before is for
// those to know who know the log up to seq: store_entry_by_request() tells. STORE_NONE where there
// is no such match.
enum store_status store_entry_add(struct store_tx *tx, const char *match,
                                  const struct store_entry *e) STORE_CHECKED;

// The entries from a number on, in order, at most `limit` (0: all). What the sink gets lives until
// it returns; false stops. A match without any, or no such match, is STORE_OK without a call.
typedef bool store_entry_sink(void *context, const struct store_entry *e);
enum store_status store_entries(struct store_tx *tx, const char *match, int32_t from,
                                unsigned limit, store_entry_sink *sink,
                                void *context) STORE_CHECKED;

// What several logs have more, by one statement (see `single` in store.h): of each from a number
// on, in order, at most STORE_NEWS_EACH. `place` is which of them it is, and goes up. A match that
// is not there has none.
enum { STORE_NEWS_LOGS = 256, STORE_NEWS_EACH = 16 };
struct store_log {
    char match[STORE_MATCH_ID];
    int32_t from;
};
typedef bool store_news_sink(void *context, size_t place, const struct store_entry *e);
enum store_status store_entries_of(struct store_tx *tx, const struct store_log *log, size_t count,
                                   store_news_sink *sink, void *context) STORE_CHECKED;

// The entry that a request has made. Its text is appended to `text`, the caller's, and e->text
// points there.
enum store_status store_entry_by_request(struct store_tx *tx, const char *match, int64_t account,
                                         const char *request, struct store_entry *e,
                                         struct buf *text) STORE_CHECKED;

// The number of the last entry, -1 where there is none.
enum store_status store_entry_last(struct store_tx *tx, const char *match,
                                   int32_t *seq) STORE_CHECKED;

// The same for several matches at once; those that are not there are left out.
typedef bool store_last_sink(void *context, const char *match, int32_t seq);
enum store_status store_entry_last_of(struct store_tx *tx, const char (*match)[STORE_MATCH_ID],
                                      size_t count, store_last_sink *sink,
                                      void *context) STORE_CHECKED;

// Which matches to list: newest first, or the best of a solitaire. Zeroes mean all of them.
struct store_match_query {
    unsigned statuses;     // bits 1 << MATCH_ROW_...; 0: all
    int64_t account;       // that has a seat in it; 0: anybody
    const char *game;      // NULL or "": any
    bool listed_only;      // only public ones
    bool free_seat;        // only those with a seat that waits for a person
    const char *lang;      // NULL or "": any
    bool best;             // finished matches of one seat that are ranked, best score first; `game`
                           // and `lang` must be given, `free_seat` not, or it is STORE_REFUSED
    const char *deal;      // of `best`: only that date's deal; NULL or "": any
    const char *before_id; // go on behind this one, the last of the page before; NULL or "": begin
    int64_t before;        // its `created`, with `best` the score of its seat
    unsigned limit;        // 1 to STORE_LIST_MAX; 0 and more are taken as STORE_LIST_MAX
};

typedef bool store_match_sink(void *context, const struct store_match *m,
                              const struct store_seat *seats);
enum store_status store_match_list(struct store_tx *tx, const struct store_match_query *q,
                                   store_match_sink *sink, void *context) STORE_CHECKED;

// Running matches, for a server that starts: those with a deadline first, the soonest first, the
// others after them. With `until` (not 0) only those whose deadline is not later.
typedef bool store_running_sink(void *context, const char *id, int64_t deadline);
enum store_status store_match_running(struct store_tx *tx, int64_t until, store_running_sink *sink,
                                      void *context) STORE_CHECKED;

// Matches of which nothing may have come, a page at a time: open ones that were made before a time,
// the oldest first, those that are listed apart; all running ones without a clock, by their id. The
// sink gets what the next page goes on behind (`at`), and when something last happened there.
enum store_stale { STORE_STALE_OPEN, STORE_STALE_LISTED, STORE_STALE_IDLE };
struct store_stale_query {
    enum store_stale kind;
    int64_t before;
    int64_t after; // go on behind this one; 0 and "": begin
    char after_id[STORE_MATCH_ID];
    unsigned limit;
};
typedef bool store_stale_sink(void *context, const char *id, int64_t at, int64_t last);
enum store_status store_match_stale(struct store_tx *tx, const struct store_stale_query *q,
                                    store_stale_sink *sink, void *context) STORE_CHECKED;

// Running matches in which a computer is to act, with the number of their last entry (-1: none).
enum store_status store_match_computers(struct store_tx *tx, store_last_sink *sink,
                                        void *context) STORE_CHECKED;

// Matches that are open or running in which one of the accounts sits, each with the number of its
// last entry (0: none). One in which several of them sit comes once for each.
typedef bool store_played_sink(void *context, int64_t account, const char *match, int32_t last);
enum store_status store_match_played(struct store_tx *tx, const int64_t *account, size_t count,
                                     store_played_sink *sink, void *context) STORE_CHECKED;

// How many matches have the status; for open and running ones it is cheap, the others are counted
// one by one.
enum store_status store_match_count(struct store_tx *tx, enum store_match_status status,
                                    int64_t *count) STORE_CHECKED;

// How many matches are open or run that were made on the owner's behalf.
struct store_owned {
    int64_t open;      // that are listed and wait for players
    int64_t by_same;   // of those, made by this account
    int64_t computers; // with a computer of at least this level in them
};
enum store_status store_match_owned(struct store_tx *tx, uint64_t owner, int64_t account,
                                    unsigned level, struct store_owned *out) STORE_CHECKED;

// How many matches an account is in, up to STORE_TALLY_MAX of each status.
enum { STORE_TALLY_MAX = 10000 };
struct store_tally {
    int64_t count[MATCH_ROW_ABORTED + 1]; // by enum store_match_status
    int64_t won;                          // of those that are over
    int64_t to_move;                      // of those that run: it is the account's turn
};
enum store_status store_match_tally(struct store_tx *tx, int64_t account,
                                    struct store_tally *t) STORE_CHECKED;

#endif
