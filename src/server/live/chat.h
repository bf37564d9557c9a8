// chat: what people say in a match, whichever way it comes: by a request or a message on a
// WebSocket. It is checked, written, and then told to those who watch.
//
// Who may say something, and who may read it, is in the table of access.h. Of that nobody is shown
// what somebody says whom they have muted themselves; and players, until their match is over, see
// only what players say. An onlooker may see further than they do, and a hint is a hint whether or
// not a game hides anything.
//
//     struct chat_line *l = ...zeroed...;
//     if (!chat_read(l, text, &why)) ...
//     l->app = app; l->who = *caller; l->done = answer; ...
//     chat_say(l);                       // answer(l) is called once, later or at once
#ifndef LOGOMACHY_SERVER_LIVE_CHAT_H
#define LOGOMACHY_SERVER_LIVE_CHAT_H

#include "server/accounts/session.h"
#include "server/play/hall.h"
#include "store/social.h"

enum { CHAT_CHARACTERS = 300, CHAT_BYTES = 4 * CHAT_CHARACTERS + 1 };

struct chat_line {
    struct store_job job; // first: the store hands it back
    struct app *app;
    struct caller who;
    char match[STORE_MATCH_ID];
    char text[CHAT_BYTES];
    char request[HALL_REQUEST];        // the client's name for this; "": none
    void (*done)(struct chat_line *l); // may free it

    // For done(): 201, or the status of HTTP that fits a refusal, and why.
    unsigned status;
    struct reason why;
    int64_t wait_ms; // with 429: until when
    int64_t id, at;
    bool repeated; // the same request had been done before

    // The chat's own.
    struct hall_want want;
    int64_t *deaf; // accounts that do not get it
    size_t deaf_count, deaf_cap;
    bool deaf_lost; // there was no memory for all of them: nobody is told
    bool hides;     // that it is hidden is all that is told of it
};

// The line's text.
bool chat_read(struct chat_line *l, struct text text, struct reason *why);

void chat_say(struct chat_line *l);

// A line that was said at another process, for who hears of it only now (see unheard.h). Of which
// there is a row: within a job. It has no text where it is not to be told.
enum store_status chat_recall(struct store_tx *tx, const struct store_chat *row,
                              struct chat_line *l) STORE_CHECKED;
// Tells it to those who watch here, and frees what it holds. `t` may be NULL: nobody does.
void chat_pass_on(struct chat_line *l, struct table *t);

// That a line is hidden, or shown again, as those who watch are told.
json_t *chat_hidden_json(const char *match, int64_t id, bool hidden);

// What somebody said, as clients see it; `seat` is -1 for who has none.
json_t *chat_json(int64_t id, int64_t at, const char *name, int seat, struct text text);

#endif
