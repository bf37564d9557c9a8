// table: the inside of a match in memory, for the files of the hall only.
#ifndef LOGOMACHY_SERVER_PLAY_TABLE_H
#define LOGOMACHY_SERVER_PLAY_TABLE_H

#include "base/arena.h"
#include "server/play/hall.h"
#include "server/runtime/pool.h"
#include "store/accounts.h"

// Catching up: it is all there, but others have written more, which is being read.
enum table_phase { TABLE_LOADING, TABLE_READY, TABLE_CATCHING_UP, TABLE_GONE };

struct table {
    struct hall *hall;
    struct app *app;
    char id[STORE_MATCH_ID];
    enum table_phase phase;
    struct match match; // valid while TABLE_READY and TABLE_CATCHING_UP
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    char player[SEATS_MAX][41];
    // The log, as in the store; the lines are in `memory`.
    struct match_entry *entry;
    uint64_t *asked; // by whom, with which id, each entry was asked for: a hash; 0: by nobody
    size_t entries, entries_cap;
    struct arena memory;
    struct match *past[2]; // earlier positions of a long match, the later one first; NULL: none

    struct hall_want *first, *last; // wait in line
    struct commit *commit;          // being written
    struct commit *spare;           // the last one, for the next
    struct thought *thought;        // a computer thinks, or waits to be seen doing so
    struct watch *watches;
    unsigned recalls; // looks into the store for requests that were done before
    bool pumping;
    bool wanted; // somebody wanted something here: what follows from it is done here
    // These, and those below, are by the monotonic clock.
    int64_t used;   // when somebody last asked for it
    int64_t retry;  // the hall itself wants nothing before this
    uint64_t timed; // the match's seq when
    int64_t since;  // this was: its last event is known since then
    // Where the site has several processes. An event's number is its seq.
    struct bus_sub *sub;
    uint64_t told;        // the first event that those who watch have not been told of
    uint64_t heard;       // the last that is known to be in the log
    uint64_t sought;      // the same when it was last begun to be read
    int64_t follow_at;    // the log is not read before this
    uint64_t doubt;       // this event may still come into the log: how its commit ended is unknown
    struct table *behind; // the next that the log is to be read on for
    int64_t said;         // lines of chat up to this number were told here, or before it was loaded
    uint64_t said_ahead;  // and of those behind it these: the lowest bit is the next
    int64_t look_at;      // when it is, whether or not there was news; 0: not by itself
    int64_t due;          // when the hall has to look at it again; 0: when somebody wants something
};

// What time it is in the match: that of the site, but not earlier than the last event and the time
// that has passed since it was known. Where the site's clock was set back, those of the match run
// on all the same.
int64_t table_time(const struct table *t);

// What the row says of the match as it is now.
void table_fill_row(const struct match *m, struct store_match *row);

// Loads it from the store; then hall_loaded().
void table_load(struct table *t);

// Reads what the log has more, with the match's row, its seats and names, and tells those who
// watch; then hall_caught_up().
void table_catch_up(struct table *t);

// The same where nothing but moves was read into the log already (see follow.h).
void table_catch_up_moves(struct table *t);

// Appends an event that match_check() let through: applies it, and writes it with all that follows
// from it in one transaction; then hall_committed(). `want` may be NULL.
void table_commit(struct table *t, const struct match_event *e, struct hall_want *want);

// Takes back an event that was applied and not committed: the match is what its log in memory says.
// Those who watch stay. False: there is no memory for it, and the match has to be loaded again.
bool table_undo(struct table *t);

// The computer's seat begins to think about the move that is to be made.
void table_think(struct table *t, unsigned seat, unsigned level);

// Back to the hall, on the loop's thread.
void hall_loaded(struct table *t, enum store_status status, const struct reason *why);
void hall_caught_up(struct table *t, enum store_status status);
void hall_committed(struct table *t, enum store_status status, const struct match_event *e,
                    struct hall_want *want);
void hall_thought(struct table *t, unsigned seat, const struct action *move);
void hall_thought_forgotten(struct table *t); // the table may be gone after it

// A thought that is ready and has taken its time is played. One that has come back to a match that
// could not be read is forgotten, and the match with it.
void table_tick(struct table *t, int64_t now_ms);

// Is the line of chat to be told? It may come by the bus and from the store: true the first time.
// One that is too far ahead of what was told is left to the store.
bool table_hears(struct table *t, int64_t line);

// The one of a match, whatever it waits for; NULL where there is none that could be shown.
struct table *hall_find(const struct hall *h, const char *match);

struct follow *hall_follow(const struct hall *h);

// The tables one by one, as map_next() does it.
struct table *hall_next(const struct hall *h, size_t *at);

// Keeps a line of the log. False: no memory.
bool table_keep(struct table *t, const struct store_entry *e);

// Has the account's request, which has an id, been done already? The store knows for certain.
bool table_knows_request(const struct table *t, int64_t account, const char *request);

// The match before an event or earlier: the last position before it that was kept, or the
// beginning. False: no memory.
bool table_past(const struct table *t, uint64_t seq, struct match *out);

// The position of a long match is kept now and then; only while nothing is being written.
void table_keep_present(struct table *t);
void table_empty(struct table *t); // of the match and its log, to be loaded again or freed

#endif
