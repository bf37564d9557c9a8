// Wants as clients write them, and what they hear when one is not done.
#include "server/play/hall.h"

#include "proto/match_json.h"
#include "server/runtime/failure.h"

#include <string.h>

// The verb; "resign" is a move.
static bool read_verb(struct hall_want *w, const struct json_in *from, struct reason *why)
{
    struct text verb = json_in_find(from, "verb").text;
    if (text_is(verb, "resign")) {
        w->verb = EVENT_MOVE;
        memcpy(w->move, "resign", 7);
        return true;
    }
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (match_verb(kind) && text_is(verb, match_verb(kind))) {
            w->verb = kind;
            return true;
        }
    return refuse(why, MSG_API_NO_VERB, "%.*s", TEXT_ARG(text_head(verb, 40)));
}

// A text without control characters, so that it is one line wherever it goes.
static bool read_line(const struct json_in *from, const char *name, char *out, size_t size,
                      struct reason *why)
{
    struct text text = {0};
    if (!json_in_text(from, name, size - 1, &text, why))
        return false;
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < ' ')
            return refuse(why, MSG_API_WANTS_LINE, "%s", name);
    if (text.at) {
        memcpy(out, text.at, text.len);
        out[text.len] = '\0';
    }
    return true;
}

static bool read_seat(struct hall_want *w, const struct json_in *from, struct reason *why)
{
    char seat[2] = "";
    if (!read_line(from, "seat", seat, sizeof seat, why))
        return false;
    if (!seat[0])
        return true;
    if (seat[0] < 'A' || seat[0] >= 'A' + SEATS_MAX)
        return refuse(why, MSG_API_NO_SEAT, "%s", seat);
    w->seat = seat[0] - 'A';
    return true;
}

bool hall_want_read(struct hall_want *w, const struct json_in *from, struct reason *why)
{
    w->seat = -1;
    w->seq = -1;
    w->number = 1;
    return read_verb(w, from, why) &&
           (w->move[0] || read_line(from, "move", w->move, sizeof w->move, why)) &&
           read_line(from, "request", w->request, sizeof w->request, why) &&
           json_in_number(from, "seq", 0, INT32_MAX, &w->seq, why) &&
           json_in_number(from, "moves", 1, 1000, &w->number, why) && read_seat(w, from, why);
}

bool hall_want_takes_seat(const struct hall_want *w)
{
    return !w->looks && (w->verb == EVENT_SIT || w->verb == EVENT_LEAVE);
}

unsigned hall_refusal(const struct hall_want *w, struct reason *why)
{
    static const struct {
        unsigned status;
        enum message what;
    } plain[] = {
        [HALL_STALE] = {409, MSG_API_STALE},
        [HALL_SEATLESS] = {403, MSG_API_SEATLESS},
        [HALL_NONE] = {404, MSG_API_NOT_FOUND},
    };
    if (w->answer == HALL_REFUSED) {
        *why = w->why;
        return 422;
    }
    if (w->answer == HALL_FAILED)
        return failure_answer(w->status, why);
    reason_set(why, 0, plain[w->answer].what, "%s", "");
    return plain[w->answer].status;
}
