// event_out: serializes an event of a match for its followers, as members of a JSON object that is
// being written. It runs for every event and viewer, so it writes text directly; the whole match,
// which is sent seldom, is in match_json.h and uses these functions for the shared parts.
//
//     const struct match *m = NULL; /* after the event */
//     struct json_out o = {.to = &out};
//     json_out_open(&o, NULL, '{');
//     situation_out(&o, m, 0);
//     json_out_close(&o, '}');
#ifndef LOGOMACHY_PROTO_EVENT_OUT_H
#define LOGOMACHY_PROTO_EVENT_OUT_H

#include "match/match.h"
#include "proto/json_out.h"

// The event that was applied last, with seq m->seq - 1: "seq", "at", "text", "draws", "seat", the
// report of a move, and the situation after it. `lines` comes from match_event_for_viewer().
// Besides them only the letters of the report depend on the viewer, where a game forgets them.
void event_out(struct json_out *o, const struct match *m, const struct match_event *e,
               unsigned viewer, struct text lines);

// "status", "turn", "scores", "clocks", "deadline", "offers", "result", "seed".
void situation_out(struct json_out *o, const struct match *m, int64_t now_ms);

// The verbs of a seat's legal actions: ["move","resign","offer-draw"].
void may_out(struct json_out *o, const char *key, const struct match *m, unsigned seat,
             int64_t now_ms);

// The position as the viewer may see it, if that is not all of it: such a viewer cannot replay the
// record. Otherwise, and before the start, nothing is written.
void view_out(struct json_out *o, const char *key, const struct match *m, unsigned viewer);

// ["A","C"]
void seats_out(struct json_out *o, const char *key, unsigned seats);

// {"winners":["A"],"draw":false,"reason":"full"}; null before the end.
void result_out(struct json_out *o, const char *key, const struct match_result *r, unsigned seats);

// The verb of an event in requests: "move", "offer-draw"...; NULL for events of the server.
const char *match_verb(enum match_event_kind kind);

#endif
