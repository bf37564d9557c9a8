// match_json: a match and its events as JSON, for the API and live messages alike, so that clients
// see one format. Also the one place to audit what leaves the server: everything is redacted for a
// *viewer* (match/match.h), and no function reads the seed before the end.
//
// All functions return new references; NULL only without memory.
//
//     const struct match *m = NULL;
//     struct match_names names = {.id = "k3Xf", .previous = ""};
//     json_t *json = match_json(m, &names, 0, 0);
//     json_decref(json);
#ifndef LOGOMACHY_PROTO_MATCH_JSON_H
#define LOGOMACHY_PROTO_MATCH_JSON_H

#include "proto/event_out.h"

#include <jansson.h>

// Names that the match itself does not contain. All borrowed.
struct match_names {
    const char *id;
    const char *player[SEATS_MAX];   // NULL: free, or a computer
    double rating_before[SEATS_MAX]; // 0: none
    double rating_after[SEATS_MAX];  // 0: none yet
    int64_t created;
    const char *previous; // match that this is a rematch of, or ""
};

// ["A","C"]
json_t *match_seats_json(unsigned seats);

// {"kind":"fischer","base_ms":300000,"increment_ms":5000}; {"kind":"none"}
json_t *match_clock_json(const struct clock_terms *clock);

// {"size":"7","diagonal":"on"}: every setting with its value.
json_t *match_settings_json(const struct config *c);
json_t *match_changed_json(const struct config *c); // ["size"]: those that are not at their default

// {"winners":["A"],"draw":false,"reason":"full"}; null before the end.
json_t *match_result_json(const struct match_result *r, unsigned seats);

// The whole match as the account (0: the public) may see it now.
json_t *match_json(const struct match *m, const struct match_names *names, int64_t account,
                   int64_t now_ms);

// Which events to list, by replaying a part of the log.
struct match_events {
    const struct match_entry *entry; // the entries that follow the given match
    size_t count;
    uint64_t from; // entries before this seq are replayed but not listed
    unsigned viewer;
    bool states;
    bool last;                   // the entries reach the present
    bool (*stop)(void *context); // may be NULL
    void *context;
};

// Replays the entries on `past`, which ends up as it was after the last listed one. An empty array
// if there is none.
json_t *match_events_json(struct match *past, const struct match_events *what);

#endif
