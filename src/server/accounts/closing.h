// closing: leaves the matches of an account that is being closed or banned, so that no opponent
// waits. It leaves tables that have not begun, aborts matches that may still be aborted, and
// resigns the rest; a table with no other player is withdrawn.
//
// Matches that the account joins meanwhile are not covered: lock it first, or run this again.
//
//     static struct closing c; /* site, tables, account and done() filled in */
//     closing_begin(&c);       /* done() is called once, later */
#ifndef LOGOMACHY_SERVER_ACCOUNTS_CLOSING_H
#define LOGOMACHY_SERVER_ACCOUNTS_CLOSING_H

#include "server/play/tables.h"

// Owned by the caller, and left alone until done() is called.
struct closing {
    struct store_job job; // first
    struct site *site;
    struct tables *tables;
    int64_t account;
    void (*done)(struct closing *c, enum store_status status);
    void *context;

    // Private: a page of matches, and the one that is being left.
    struct match_command command;
    char match[STORE_LIST_MAX][STORE_MATCH_ID];
    unsigned matches, at, tries;
    int64_t created; // of the last one
};

void closing_begin(struct closing *c);

#endif
