// chat: lines that people write in a match, sent by a request or over a WebSocket. A line is
// checked, written to the store, and then pushed to watchers.
//
// access.h decides who may write and read. In addition accounts do not get lines of accounts that
// they muted, and players, until their match is over, get only lines of players: a spectator may
// see more than they do.
//
//     static struct chat_line line; /* live, who, match and done() filled in */
//     if (chat_read(&line, TEXT("hello"), &why))
//         chat_post(&line); /* done() is called once, later or at once */
#ifndef LOGOMACHY_SERVER_LIVE_CHAT_H
#define LOGOMACHY_SERVER_LIVE_CHAT_H

#include "server/accounts/session.h"
#include "server/live/live.h"
#include "server/play/tables.h"
#include "store/social.h"

enum { CHAT_CHARACTERS = 300, CHAT_BYTES = 4 * CHAT_CHARACTERS + 1 };

struct chat_line {
    struct store_job job; // first: the store hands it back
    struct live *live;
    struct caller caller;
    char match[STORE_MATCH_ID];
    char text[CHAT_BYTES];
    char request[COMMAND_REQUEST];     // idempotency key; "": none
    void (*done)(struct chat_line *l); // may free it

    // For done(): 201, or the HTTP status of a refusal, and the reason.
    unsigned status;
    struct reason why;
    int64_t wait_ms; // with 429: when to retry
    int64_t id, at;
    bool repeated; // the same request was executed before

    // The chat's own.
    struct match_command command;
    int64_t *muted_by; // accounts that muted the author
    size_t muted_by_count, muted_by_cap;
    bool muted_by_lost; // no memory for all of them: the line is not pushed
    bool hides;         // push only that the line is hidden
};

// The line's text.
bool chat_read(struct chat_line *l, struct text text, struct reason *why);

void chat_post(struct chat_line *l);

// Builds a line of another process from its row, within a job (see sync/chat_catchup.h). It has no
// text if it is not to be pushed.
enum store_status chat_recall(struct store_tx *tx, const struct store_chat *row,
                              struct chat_line *l) STORE_CHECKED;
// Pushes it to watchers here, and frees its memory. `t` may be NULL: no watchers.
void chat_pass_on(struct chat_line *l, struct table *t);

// The push that a line is hidden, or shown again.
json_t *chat_hidden_json(const char *match, int64_t id, bool hidden);

// A line as clients see it; `seat` is -1 for a spectator.
json_t *chat_json(int64_t id, int64_t at, const char *name, int seat, struct text text);

#endif
