// event_list: a page of a match's events as JSON. To render an event, the match has to be as it was
// then, so a list is made by replaying the log from a kept position (table.h). All input is copied
// from the table at once; a long list can then be made on a thread of the pool.
//
//     static struct event_list list;
//     struct table *t = NULL;
//     struct event_query query = {.from = 17, .limit = 100};
//     if (table_list_events(t, &query, &list)) {
//         event_list_make(&list, event_list_is_short(&list));
//         event_list_release(&list);
//     }
#ifndef LOGOMACHY_SERVER_PLAY_EVENT_LIST_H
#define LOGOMACHY_SERVER_PLAY_EVENT_LIST_H

#include "base/arena.h"
#include "proto/match_json.h"

struct table;

struct event_query {
    uint64_t from;  // the number of the first
    unsigned limit; // of events
    int64_t account;
    bool states;                 // each with the position after it
    bool (*stop)(void *context); // polled: true ends the list early; may be NULL
    void *context;
};

struct event_list {
    struct event_query query;
    struct match past;         // before the first of `entry`; owned
    struct match_entry *entry; // to be replayed
    size_t entries;
    uint64_t end; // the seq of the match's next event
    unsigned viewer;
    struct arena memory;

    json_t *events; // made; owned
    uint64_t next;  // seq at which the next page begins
    bool more;      // there are events from there on
};

// Copies what the list needs. False, with nothing to release, if there is no memory.
bool table_list_events(struct table *t, const struct event_query *q, struct event_list *out);

// Few enough events have to be replayed that the loop can do it.
bool event_list_is_short(const struct event_list *l);

void event_list_make(struct event_list *l, bool on_loop);
void event_list_release(struct event_list *l);

#endif
