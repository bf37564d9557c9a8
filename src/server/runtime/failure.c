#include "server/runtime/failure.h"

unsigned failure_answer(enum store_status status, struct reason *why)
{
    static const struct {
        unsigned status;
        enum message what;
    } answers[] = {
        [STORE_FULL] = {507, MSG_API_FULL},
        [STORE_BUSY] = {503, MSG_API_UNAVAILABLE},
        [STORE_BROKEN] = {503, MSG_API_UNAVAILABLE},
        [STORE_DAMAGED] = {500, MSG_API_DAMAGED},
        [STORE_UNKNOWN] = {503, MSG_API_UNKNOWN_OUTCOME},
    };
    if (status < STORE_FULL)
        status = STORE_BROKEN;
    reason_set(why, 0, answers[status].what, "%s", "");
    return answers[status].status;
}

json_t *failure_json(const struct reason *why, enum language language)
{
    struct buf text = {0};
    reason_word(why, language, &text);
    json_t *json = json_pack("{s:{s:s,s:s%}}", "error", "code", message_key(why->what), "text",
                             text.at ? text.at : "", text.len);
    buf_release(&text);
    return json;
}
