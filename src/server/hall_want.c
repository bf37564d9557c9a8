// Wants as clients write them, and what they hear when one is not done.
#include "server/hall.h"

#include "proto/match_json.h"

#include <string.h>

// The verb; "resign" is a move.
static bool read_verb(struct hall_want *w, json_t *from, struct reason *why)
{
    const char *verb = json_string_value(json_object_get(from, "verb"));
    if (verb && strcmp(verb, "resign") == 0) {
        w->verb = EVENT_MOVE;
        memcpy(w->move, "resign", 7);
        return true;
    }
    for (unsigned kind = 0; verb && kind < EVENT_KINDS; kind++)
        if (match_verb(kind) && strcmp(match_verb(kind), verb) == 0) {
            w->verb = kind;
            return true;
        }
    return refuse(why, MSG_API_NO_VERB, "%.40s", verb ? verb : "");
}

// A text without control characters, so that it is one line wherever it goes.
static bool read_text(json_t *from, const char *name, char *out, size_t size, struct reason *why)
{
    json_t *value = json_object_get(from, name);
    if (!value || json_is_null(value))
        return true;
    size_t len = json_string_length(value);
    if (!json_is_string(value) || len >= size)
        return refuse(why, MSG_API_WANTS_TEXT, "%s\t%zu", name, size - 1);
    for (size_t i = 0; i < len; i++)
        if ((unsigned char)json_string_value(value)[i] < ' ')
            return refuse(why, MSG_API_WANTS_LINE, "%s", name);
    memcpy(out, json_string_value(value), len + 1);
    return true;
}

static bool read_number(json_t *from, const char *name, int64_t low, int64_t high, int64_t *out,
                        struct reason *why)
{
    json_t *value = json_object_get(from, name);
    if (!value || json_is_null(value))
        return true;
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return refuse(why, MSG_API_WANTS_NUMBER, "%s\t%lld\t%lld", name, (long long)low,
                      (long long)high);
    *out = json_integer_value(value);
    return true;
}

static bool read_seat(struct hall_want *w, json_t *from, struct reason *why)
{
    char seat[2] = "";
    if (!read_text(from, "seat", seat, sizeof seat, why))
        return false;
    if (!seat[0])
        return true;
    if (seat[0] < 'A' || seat[0] >= 'A' + SEATS_MAX)
        return refuse(why, MSG_API_NO_SEAT, "%s", seat);
    w->seat = seat[0] - 'A';
    return true;
}

bool hall_want_read(struct hall_want *w, json_t *from, struct reason *why)
{
    w->seat = -1;
    w->seq = -1;
    w->number = 1;
    return read_verb(w, from, why) &&
           (w->move[0] || read_text(from, "move", w->move, sizeof w->move, why)) &&
           read_text(from, "request", w->request, sizeof w->request, why) &&
           read_number(from, "seq", 0, INT32_MAX, &w->seq, why) &&
           read_number(from, "moves", 1, 1000, &w->number, why) && read_seat(w, from, why);
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
        [HALL_FAILED] = {503, MSG_API_UNAVAILABLE},
    };
    if (w->answer == HALL_REFUSED) {
        *why = w->why;
        return 422;
    }
    bool full = w->answer == HALL_FAILED && w->status == STORE_FULL;
    reason_set(why, 0, full ? MSG_API_FULL : plain[w->answer].what, "%s", "");
    return full ? 507 : plain[w->answer].status;
}
