#include "server/play/summary.h"

#include "match/match.h"
#include "proto/match_json.h"
#include "rules/rules.h"

#include <string.h>

static const char *const status_key[] = {"waiting", "running", "over", "aborted"};

// The clock's line of the terms, as it is written there: enough for a list.
static json_t *clock_json(const char *terms)
{
    struct text rest = text_of(terms), line;
    while (text_next_line(&rest, &line))
        if (text_starts(line, "clock "))
            return json_stringn(line.at + 6, line.len - 6);
    return json_string("none");
}

// Adds a setting of the terms' line `set NAME VALUE`, unless it has its default.
static void add_setting(json_t *json, struct config *config, struct text line)
{
    struct text name = text_cut(&line, ' ');
    if (!config_set_recorded(config, name, line, NULL))
        return;
    for (unsigned i = 0; i < config->settings; i++)
        if (text_is(name, config->setting[i].name) && config_is_standard(config, i))
            return;
    json_object_setn_new(json, name.at, name.len, json_stringn(line.at, line.len));
}

// The settings that the terms name and that are not at their default. Terms from before a setting
// was there do not name it; a list does not mention it then.
static json_t *settings_json(const char *terms)
{
    struct text rest = text_of(terms), line;
    struct config config;
    json_t *json = json_object();
    bool known = text_next_line(&rest, &line) && text_starts(line, "game ") &&
                 config_init(&config, text_from(line, strlen("game ")), NULL);
    while (text_next_line(&rest, &line))
        if (known && text_starts(line, "set "))
            add_setting(json, &config, text_from(line, strlen("set ")));
    return json;
}

static json_t *seat_json(const struct store_match *m, const struct store_seat *s,
                         const char *player)
{
    char letter[2] = {seat_letter(s->seat)};
    json_t *seat =
        json_pack("{s:s,s:s?,s:i,s:b}", "seat", letter, "player", player[0] ? player : NULL,
                  "level", (int)s->level, "free", !s->account && !s->level);
    if (m->status == MATCH_ROW_OVER)
        json_object_update_new(seat, json_pack("{s:i,s:b}", "score", (int)s->score, "won", s->won));
    if (s->rating_after > 0)
        json_object_update_new(seat, json_pack("{s:i,s:i}", "rating_before",
                                               (int)(s->rating_before + 0.5), "rating_after",
                                               (int)(s->rating_after + 0.5)));
    return seat;
}

void summary_add_deal(json_t *json, const struct store_match *m)
{
    json_object_set_new(json, "deal", m->deal[0] ? json_string(m->deal) : json_null());
    json_object_set_new(json, "unranked", m->unranked[0] ? json_string(m->unranked) : json_null());
}

json_t *summary_json(const struct store_match *m, const struct store_seat *seats,
                     char player[SEATS_MAX][41])
{
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:b,s:b,s:s}", "id", m->id, "game", m->game, "lang",
                             m->lang, "lexicon", m->lexicon, "rated", m->rated, "listed", m->listed,
                             "status", status_key[m->status]);
    json_object_set_new(json, "settings", settings_json(m->terms));
    json_object_set_new(json, "clock", clock_json(m->terms));
    json_object_set_new(json, "turn", match_seats_json(m->turn));
    json_object_set_new(json, "created", json_integer(m->created));
    json_object_set_new(json, "started", m->started ? json_integer(m->started) : json_null());
    json_object_set_new(json, "ended", m->ended ? json_integer(m->ended) : json_null());
    json_object_set_new(json, "deadline", m->deadline ? json_integer(m->deadline) : json_null());
    json_object_set_new(json, "result", m->result[0] ? json_string(m->result) : json_null());
    json_object_set_new(json, "reason", m->result[0] ? json_string(m->end_reason) : json_null());
    summary_add_deal(json, m);
    json_t *list = json_array();
    for (unsigned i = 0; i < m->seats; i++)
        json_array_append_new(list, seat_json(m, &seats[i], player[i]));
    json_object_set_new(json, "seats", list);
    return json;
}

static bool summary_add(void *context, const struct store_match *m, const struct store_seat *seats)
{
    struct summaries *s = context;
    char player[SEATS_MAX][41] = {{0}};
    for (unsigned i = 0; i < m->seats; i++) {
        struct store_account account;
        if (!seats[i].account)
            continue;
        s->status = store_account_get(s->tx, seats[i].account, &account);
        if (s->status != STORE_OK)
            return false;
        memcpy(player[i], account.name, sizeof player[i]);
    }
    json_array_append_new(s->list, summary_json(m, seats, player));
    memcpy(s->last, m->id, sizeof s->last);
    s->last_key = s->by_score ? seats[0].score : m->created;
    s->count++;
    return true;
}

enum store_status summaries_add(struct store_tx *tx, const struct store_match_query *q,
                                struct summaries *s)
{
    s->tx = tx;
    s->by_score = q->best;
    s->status = STORE_OK;
    enum store_status status = store_match_list(tx, q, summary_add, s);
    return status == STORE_OK ? s->status : status;
}
