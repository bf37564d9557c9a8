// command: what a client asks of a match: an event to append to its log (a move, a seat, a draw
// offer), or a read of its state. Commands of one match are serialized by tables.h: validate,
// append, commit, publish.
//
// A command carries two safeguards. `seq` is optimistic concurrency: the number that the client
// believes the next event will have; if another event came first the command is stale. `request` is
// an idempotency key: a command that is sent again under the same key is executed once, and the
// second answer says so.
//
// The caller owns the command and must keep it until done() is called, once.
//
//     static struct match_command read = {.read_only = true, .account = 17, .seq = -1};
//     ok = !command_takes_seat(&read);
#ifndef LOGOMACHY_SERVER_PLAY_COMMAND_H
#define LOGOMACHY_SERVER_PLAY_COMMAND_H

#include "match/match.h"
#include "proto/json_in.h"
#include "store/store.h"

struct table;

enum command_answer {
    COMMAND_DONE,     // committed; a read: the table is there
    COMMAND_REPEATED, // the same request was executed before: `result_seq` is its event
    COMMAND_STALE,    // another event came first: read the match again
    COMMAND_REFUSED,  // by the rules: see `why`
    COMMAND_SEATLESS, // the account has no seat here
    COMMAND_NONE,     // no such match
    COMMAND_FAILED,   // the store failed: see `status`
};

enum { COMMAND_REQUEST = 41, COMMAND_MOVE = 320 };

struct match_command {
    bool read_only; // no verb: done() gets the table when nothing is being written
    enum match_event_kind verb;
    int64_t account;
    int seat;                      // EVENT_SIT: which, or -1 for any
    int64_t number;                // EVENT_ASK_TAKEBACK
    char move[COMMAND_MOVE];       // EVENT_MOVE, in the notation of the rules
    int64_t seq;                   // the next event's number, as the client knows it; -1: any
    char request[COMMAND_REQUEST]; // idempotency key; "": none

    // Called once, on the loop's thread. `table` is NULL unless it can be shown. May free the
    // command.
    void (*done)(struct match_command *cmd, struct table *table);
    void *context;
    enum command_answer answer;
    uint64_t result_seq; // COMMAND_DONE, COMMAND_REPEATED: the event's number in the log
    enum store_status status;
    struct reason why;

    // Private to tables.c.
    struct match_command *next;
    bool log_checked;    // the log was read once more before refusing
    unsigned collisions; // how often another process appended first
};

// Parses the members verb, move, moves, seat, seq and request of a client's JSON object.
bool command_read(struct match_command *cmd, const struct json_in *from, struct reason *why);

// Sits down or leaves: watchers of the table and the lobby are notified.
bool command_takes_seat(const struct match_command *cmd);

// The HTTP status and the reason for a command that was not executed.
unsigned command_refusal(const struct match_command *cmd, struct reason *why);

#endif
