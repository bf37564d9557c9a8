// match_json: a match and its events as JSON, the way the API and the live messages show them. One
// place for both, so that a client meets each thing in one form only, and one place to look at for
// what leaves the server: everything here is as a *viewer* may see it (match/match.h), and none of
// these functions looks at a seed before the end.
//
// All return new references; NULL only where memory is out.
#ifndef LOGOMACHY_PROTO_MATCH_JSON_H
#define LOGOMACHY_PROTO_MATCH_JSON_H

#include "proto/event_out.h"

#include <jansson.h>

// What the match itself does not know.
struct match_names {
    const char *id;
    const char *player[SEATS_MAX];   // NULL: nobody, or a computer
    double rating_before[SEATS_MAX]; // 0: none
    double rating_after[SEATS_MAX];  // 0: none yet
    int64_t created;
    const char *previous; // the match that this is a rematch of, or ""
};

// ["A","C"]
json_t *match_seats_json(unsigned seats);

// {"kind":"fischer","base_ms":300000,"increment_ms":5000}; {"kind":"none"}
json_t *match_clock_json(const struct clock_terms *clock);

// {"size":"7","diagonal":"on"}: every setting with its value.
json_t *match_settings_json(const struct config *c);

// {"winners":["A"],"draw":false,"reason":"full"}; null before the end.
json_t *match_result_json(const struct match_result *r, unsigned seats);

// The whole match as the account (0: anybody) may see it now.
json_t *match_json(const struct match *m, const struct match_names *names, int64_t account,
                   int64_t now_ms);

// Events by replaying a part of the log.
struct match_events {
    const struct match_entry *entry; // those that follow the match that is given
    size_t count;
    uint64_t from; // those before this number are replayed, but not listed
    unsigned viewer;
    bool states;
    bool (*stop)(void *context); // may be NULL
    void *context;
};

// The match goes on by the entries, and is then what it was after the last that is listed. An empty
// array where there is none.
json_t *match_events_json(struct match *past, const struct match_events *what);

#endif
