// departure: an account goes, because its owner closes it or because it is banned, and leaves no
// opponent waiting. It leaves the tables that have not begun, breaks off what may still be broken
// off, and gives up the rest; a table where nobody else waits is taken away.
//
//     departure_begin(&d, app, 17, gone, context);    // gone() is called once, later
//
// What the account begins meanwhile is not looked at: see to it that it cannot, or call it again.
#ifndef LOGOMACHY_SERVER_ACCOUNTS_DEPARTURE_H
#define LOGOMACHY_SERVER_ACCOUNTS_DEPARTURE_H

#include "server/api/call.h"
#include "server/play/hall.h"

// The caller's, and left alone until done() is called.
struct departure {
    struct store_job job; // first
    struct app *app;
    int64_t account;
    void (*done)(struct departure *d, enum store_status status);
    void *context;

    // Its own: a page of matches, and the one that is being left.
    struct hall_want want;
    char match[STORE_LIST_MAX][STORE_MATCH_ID];
    unsigned matches, at, tries;
    int64_t created; // of the last one
};

void departure_begin(struct departure *d, struct app *app, int64_t account,
                     void (*done)(struct departure *d, enum store_status status), void *context);

// The same for a call: then(), or an error as the answer.
void call_depart(struct call *c, int64_t account, call_then_fn *then);

#endif
