// event_out: what is told of every event of a match, to everybody who follows it, as members of an
// object that is being written. The rest of a match, which is told seldom, is in match_json.h;
// where that one shows the same, it has it from here.
#ifndef LOGOMACHY_PROTO_EVENT_OUT_H
#define LOGOMACHY_PROTO_EVENT_OUT_H

#include "match/match.h"
#include "proto/json_out.h"

// The event that was applied last, which has the number m->seq - 1: "seq", "at", "text", "draws",
// "seat", what a move came to, and the situation after it. `lines` is what match_event_for_viewer()
// says of it: nothing else depends on the viewer.
void event_out(struct json_out *o, const struct match *m, const struct match_event *e,
               struct text lines);

// "status", "turn", "scores", "clocks", "deadline", "offers", "result", "seed".
void situation_out(struct json_out *o, const struct match *m, int64_t now_ms);

// What a seat may do, as words: ["move","resign","offer-draw"].
void may_out(struct json_out *o, const char *key, const struct match *m, unsigned seat,
             int64_t now_ms);

// ["A","C"]
void seats_out(struct json_out *o, const char *key, unsigned seats);

// {"winners":["A"],"draw":false,"reason":"full"}; null before the end.
void result_out(struct json_out *o, const char *key, const struct match_result *r, unsigned seats);

// The verb for each kind of event that a seat can cause, as in requests: "move", "offer-draw"...;
// NULL for those that only the server causes.
const char *match_verb(enum match_event_kind kind);

#endif
