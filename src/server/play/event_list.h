// event_list: some events of a match as JSON. To word an event the match has to be as it was then,
// so a list is made by replaying the log from some earlier position of the match (table.h keeps
// some). What a list needs is taken from the table at once; making it can then be left to another
// thread where it is long.
//
//     struct event_list *l = ...zeroed...;
//     if (!table_list_events(t, &(struct event_query){.from = 17, .limit = 100}, l)) ...no
//     memory... event_list_make(l, on_the_loop);      // at once if event_list_is_short(l), else in
//     the pool
//     ...l->events, l->next, l->more...
//     event_list_release(l);
#ifndef LOGOMACHY_SERVER_PLAY_EVENT_LIST_H
#define LOGOMACHY_SERVER_PLAY_EVENT_LIST_H

#include "base/arena.h"
#include "proto/match_json.h"

struct table;

struct event_query {
    uint64_t from;  // the number of the first
    unsigned limit; // at most so many
    int64_t account;
    bool states;                 // each with the position after it
    bool (*stop)(void *context); // asked now and then: true ends the list early; may be NULL
    void *context;
};

struct event_list {
    struct event_query query;
    struct match past;         // before the first of `entry`; owned
    struct match_entry *entry; // that are to be replayed
    size_t entries;
    uint64_t end; // the number that the match's next event will have
    unsigned viewer;
    struct arena memory;

    json_t *events; // made; owned
    uint64_t next;  // where the next list begins
    bool more;      // there are events from there on
};

// Takes what the list needs. False, with nothing to release, where there is no memory.
bool table_list_events(struct table *t, const struct event_query *q, struct event_list *out);

// So few events have to be replayed that the loop can do it.
bool event_list_is_short(const struct event_list *l);

void event_list_make(struct event_list *l, bool on_loop);
void event_list_release(struct event_list *l);

#endif
