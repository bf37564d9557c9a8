// Commands as clients write them, and the answers to those that were not executed.
#include "server/play/command.h"

#include "proto/match_json.h"
#include "server/runtime/failure.h"

#include <string.h>

// The verb; "resign" is a move.
static bool read_verb(struct match_command *cmd, const struct json_in *from, struct reason *why)
{
    struct text verb = json_in_find(from, "verb").text;
    if (text_is(verb, "resign")) {
        cmd->verb = EVENT_MOVE;
        memcpy(cmd->move, "resign", 7);
        return true;
    }
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (match_verb(kind) && text_is(verb, match_verb(kind))) {
            cmd->verb = kind;
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

static bool read_seat(struct match_command *cmd, const struct json_in *from, struct reason *why)
{
    char seat[2] = "";
    if (!read_line(from, "seat", seat, sizeof seat, why))
        return false;
    if (!seat[0])
        return true;
    if (seat[0] < 'A' || seat[0] >= 'A' + SEATS_MAX)
        return refuse(why, MSG_API_NO_SEAT, "%s", seat);
    cmd->seat = seat[0] - 'A';
    return true;
}

bool command_read(struct match_command *cmd, const struct json_in *from, struct reason *why)
{
    cmd->seat = -1;
    cmd->seq = -1;
    cmd->number = 1;
    return read_verb(cmd, from, why) &&
           (cmd->move[0] || read_line(from, "move", cmd->move, sizeof cmd->move, why)) &&
           read_line(from, "request", cmd->request, sizeof cmd->request, why) &&
           json_in_number(from, "seq", 0, INT32_MAX, &cmd->seq, why) &&
           json_in_number(from, "moves", 1, 1000, &cmd->number, why) && read_seat(cmd, from, why);
}

bool command_takes_seat(const struct match_command *cmd)
{
    return !cmd->read_only && (cmd->verb == EVENT_SIT || cmd->verb == EVENT_LEAVE);
}

unsigned command_refusal(const struct match_command *cmd, struct reason *why)
{
    static const struct {
        unsigned status;
        enum message what;
    } plain[] = {
        [COMMAND_STALE] = {409, MSG_API_STALE},
        [COMMAND_SEATLESS] = {403, MSG_API_SEATLESS},
        [COMMAND_NONE] = {404, MSG_API_NOT_FOUND},
    };
    if (cmd->answer == COMMAND_REFUSED) {
        *why = cmd->why;
        return why->what == MSG_MATCH_LEXICON_CHANGED ? 409 : 422;
    }
    if (cmd->answer == COMMAND_FAILED)
        return failure_answer(cmd->status, why);
    reason_set(why, 0, plain[cmd->answer].what, "%s", "");
    return plain[cmd->answer].status;
}
