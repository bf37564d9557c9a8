// table: one match in memory. It is built from the store's append-only event log and may be thrown
// away at any time: the log is the source of truth. tables.h keeps the registry and serializes
// commands; the functions here load a table, replay its log, append to it (pipeline.c), let its
// computers think (computer.c) and render it.
//
// Loading and committing are asynchronous: each ends with a call through `steps`, on the loop's
// thread. A table pointer is valid only until control returns to the loop.
//
//     struct table *t = NULL;
//     ok = t && table_is_over(t);
#ifndef LOGOMACHY_SERVER_PLAY_TABLE_H
#define LOGOMACHY_SERVER_PLAY_TABLE_H

#include "base/arena.h"
#include "proto/match_json.h"
#include "server/play/command.h"
#include "server/play/play.h"
#include "store/accounts.h"
#include "store/matches.h"

struct table;
struct tables;

// Catching up: the match is complete in memory, but other processes have appended to its log and
// that is being read.
enum table_phase { TABLE_LOADING, TABLE_READY, TABLE_CATCHING_UP, TABLE_GONE };

// Continuations of a table's asynchronous steps; tables.c implements them.
struct table_steps {
    void (*loaded)(struct table *t, enum store_status status, const struct reason *why);
    void (*caught_up)(struct table *t, enum store_status status);
    void (*committed)(struct table *t, enum store_status status, const struct match_event *e,
                      struct match_command *cmd);
    void (*thought)(struct table *t, unsigned seat, const struct action *move);
    void (*thought_dropped)(struct table *t); // the table may be freed after it
};

// How far this process is with the log that it shares with other processes. A seq is an event's
// number.
struct sync {
    uint64_t last_seen_seq;    // the last event known to be in the log
    uint64_t requested_seq;    // last_seen_seq when the read under way began
    uint64_t unpublished_seq;  // the first event that watchers were not told of
    uint64_t uncertain_seq;    // may still appear in the log: its commit's outcome is unknown
    int64_t read_at;           // the log is not read before this
    int64_t check_at;          // the log is checked once at this time; 0: not by itself
    struct table *next_behind; // catch-up queue
    int64_t chat_seq;          // chat lines up to this were published, or predate the load
    uint64_t chat_ahead;       // bitmap of the lines after it that were; bit 0 is the next
};

struct table {
    struct tables *tables;
    const struct table_steps *steps;
    const struct play *play;
    char id[STORE_MATCH_ID];
    enum table_phase phase;
    struct match match; // valid while TABLE_READY and TABLE_CATCHING_UP
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    char player[SEATS_MAX][41];
    // The log, as in the store; the lines are in `memory`.
    struct match_entry *entry;
    uint64_t *request_hash; // of each entry's account and idempotency key; 0: no key
    size_t entries, entries_cap, hashes_cap;
    struct arena memory;
    struct match *past[2]; // earlier positions of a long match, the later one first; NULL: none

    struct match_command *first, *last; // queue
    struct commit *commit;              // being written
    struct commit *spare;               // the last one, kept for the next
    struct thought *thought;            // a computer's search, or its move waiting for its time
    struct watch *watches;              // live/watcher.h
    struct table_feed *feed; // subscription to other processes, sync/fanout.h; NULL: none
    unsigned recalls;        // idempotency lookups in the store under way
    bool pumping;
    bool wanted; // a command was executed here: this process issues its consequences
    // Monotonic clock, as in `sync`.
    int64_t used;   // last command
    int64_t retry;  // the server's own events wait until this
    uint64_t timed; // the match's seq when
    int64_t since;  // `since` was taken: the last event is known since then
    int64_t due;    // when the table has to be pumped again; 0: when a command comes
    struct sync sync;
    // Of a match that could not be replayed, so that it can still be ended (abandon.h):
    int32_t unreplayed; // entries in its log
    int64_t last_at;    // the time of the last one
};

// --- Time.

// The match's time in ms: the site's clock, but never earlier than the last event plus the time
// that passed since it was known. If the site's clock is set back, the match's clocks still run on.
int64_t table_time(const struct table *t);
void table_note_time(struct table *t); // the last event is known now

// --- Loading and catching up.

// Loads it from the store; then steps->loaded().
void table_load(struct table *t);

// Reads the rest of the log, the match's row, seats and names, and publishes the events; then
// steps->caught_up().
void table_catch_up(struct table *t);

// The same where only moves were appended, and were read into the log already (sync/catchup.h).
void table_catch_up_moves(struct table *t);

// Appends a line to the log in memory. False: no memory.
bool table_keep(struct table *t, const struct store_entry *e);

// Drops the match and its log, to be loaded again or freed.
void table_empty(struct table *t);

// --- Appending (pipeline.c).

// Appends an event that match_check() accepted: applies it, and writes it with all that follows
// from it in one transaction; then steps->committed(). `cmd` is NULL for the server's own events.
void table_commit(struct table *t, const struct match_event *e, struct match_command *cmd);

// Rolls back an event that was applied but not committed, by replaying the log in memory. Watchers
// stay. False: no memory, and the match has to be loaded again.
bool table_undo(struct table *t);

// Sets the row's status, turn, deadline and result from the match.
void table_fill_row(const struct match *m, struct store_match *row);

// May the idempotency key have been used already? The store knows for certain.
bool table_knows_request(const struct table *t, int64_t account, const char *request);

// --- Computers (computer.c).

// The computer's seat begins to think about its move.
void table_think(struct table *t, unsigned seat, unsigned level);

// Plays a thought that is ready and has taken its time. A thought that the match has overtaken is
// dropped.
void table_tick_thought(struct table *t);

// --- Earlier positions.

// The last position kept before the event, or the beginning. False: no memory.
bool table_past(const struct table *t, uint64_t seq, struct match *out);

// Keeps the current position of a long match now and then; only while nothing is being written.
void table_keep_present(struct table *t);

// --- Chat.

// Deduplicates chat lines, which may come by the bus and from the store: true the first time. A
// line too far ahead of the others is left to the store.
bool table_chat_is_new(struct table *t, int64_t line);

// --- Showing. For done() of commands and for watchers, at once.

const char *table_id(const struct table *t);
const struct match *table_match(const struct table *t);
const struct store_match *table_row(const struct table *t);
const char *table_player(const struct table *t, unsigned seat); // NULL: empty, or a computer
json_t *table_json(const struct table *t, int64_t account, int64_t now_ms);
json_t *table_summary_json(const struct table *t); // as lists show it
void table_record(const struct table *t, int64_t account, struct buf *out);
bool table_is_over(const struct table *t);

// The head of the list of watchers, which live/ keeps. A table with watchers stays in memory.
struct watch **table_watches(struct table *t);

#endif
