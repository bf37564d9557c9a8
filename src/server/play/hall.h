// hall: the matches that are being played or looked at. A match in memory is a *table*: it is built
// from the store's log when somebody asks for it, and forgotten when nobody has for a while. The
// log is the truth; a table can be thrown away at any time.
//
// What happens at a table happens one thing after the other. A *want* is what somebody would like
// to do: it waits until the table is there and nothing is being written, is checked, appended to
// the log, committed, and only then shown to anybody. A want that only looks waits in the same
// line, so that nobody sees what is not committed.
//
//     struct hall_want *w = ...zeroed...;
//     w->verb = EVENT_MOVE; w->account = 17; w->seq = 5; ...
//     w->done = tell_client;
//     hall_do(hall, "k3Xf...", w);        // tell_client(w) is called once, later or at once
//
// Computers' moves, lost clocks and the time that the server was down are the hall's own wants.
#ifndef LOGOMACHY_SERVER_PLAY_HALL_H
#define LOGOMACHY_SERVER_PLAY_HALL_H

#include "match/match.h"
#include "proto/json_in.h"
#include "proto/match_json.h"
#include "store/matches.h"

struct app;
struct hall;
struct table;

enum hall_answer {
    HALL_DONE,     // it has happened, or, for one that only looks, the table is there
    HALL_REPEATED, // the same request had been done before: `seq` is its number
    HALL_STALE,    // something else happened first: look again
    HALL_REFUSED,  // by the rules: see `why`
    HALL_SEATLESS, // the account has no seat here
    HALL_NONE,     // there is no such match
    HALL_FAILED,   // the store cannot now: see `status`
};

enum { HALL_REQUEST = 41, HALL_MOVE = 320 };

struct hall_want {
    // What. A look has no verb.
    bool looks;
    enum match_event_kind verb;
    int64_t account;
    int seat;             // EVENT_SIT: which, or -1 for any
    int64_t number;       // EVENT_ASK_TAKEBACK
    char move[HALL_MOVE]; // EVENT_MOVE, as RULES.md writes it
    int64_t seq;          // what the client believes is the next number; -1: it does not matter
    char request[HALL_REQUEST]; // the client's name for this; "": none

    // Called once, with the answer. `table` is NULL unless there is one.
    void (*done)(struct hall_want *w, struct table *table);
    void *context;
    enum hall_answer answer;
    uint64_t number_given; // HALL_DONE, HALL_REPEATED: the event's number in the log
    enum store_status status;
    struct reason why;

    struct hall_want *next; // the hall's
    bool looked;            // the hall's: the log was read once more before it was turned down
    unsigned collisions;    // the hall's: how often another process was first
};

struct hall *hall_open(struct app *app);

// Before the store is closed: takes no more wants, and lets what is being written be written.
void hall_stop(struct hall *h);
bool hall_is_quiet(const struct hall *h); // nothing is being written or loaded
void hall_free(struct hall *h);

// The want belongs to the hall until done() is called; done() may free it.
void hall_do(struct hall *h, const char *match, struct hall_want *w);

// What a client asks for, from the members verb, move, moves, seat, seq and request of a JSON
// object. Refused where one is wrong.
bool hall_want_read(struct hall_want *w, const struct json_in *from, struct reason *why);

// Whether it comes or goes, which everybody at the table and in the lobby hears of.
bool hall_want_takes_seat(const struct hall_want *w);

// What to tell a client whose want was not done: a status of HTTP, and the reason.
unsigned hall_refusal(const struct hall_want *w, struct reason *why);

// Brings a match into memory so that its computers and clocks run.
void hall_wake(struct hall *h, const char *match);

// Clocks, computers that have thought long enough, tables that nobody needs. Called often.
void hall_tick(struct hall *h);

// Another process has written an event of that number. With `load` the match is brought into memory
// if it is not there, and the event told to those whom it concerns.
void hall_heard(struct hall *h, const char *match, uint64_t seq, bool load);

// While it gathers, the log is not read: what is heard meanwhile is read in one go when that ends.
void hall_gather(struct hall *h, bool gathers);

// The last event of a match in memory that those who watch were told of; 0 where it is not there.
uint64_t hall_told(const struct hall *h, const char *match);

// This process looks after the matches of these shards from now on (see lease.h).
void hall_took(struct hall *h, uint64_t shards);

size_t hall_count(const struct hall *h); // tables

// The account has another name now, or, when it is closed, none ("").
void hall_rename(struct hall *h, int64_t account, const char *name);

// --- What a table shows. For done() of wants, and for watchers, at once: a table may go later.

const char *table_id(const struct table *t);
const struct match *table_match(const struct table *t);
const struct store_match *table_row(const struct table *t);
const char *table_player(const struct table *t, unsigned seat); // NULL: nobody or a computer
json_t *table_json(const struct table *t, int64_t account, int64_t now_ms);
json_t *table_summary_json(const struct table *t); // as lists show it
void table_record(const struct table *t, int64_t account, struct buf *out);

bool table_is_over(const struct table *t);

// Who watches, as live.c keeps it: the hall only keeps the table while somebody does.
struct watch **table_watches(struct table *t);

#endif
