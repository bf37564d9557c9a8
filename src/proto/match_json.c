#include "proto/match_json.h"

static const char *const clock_kinds[CLOCK_KINDS] = {"none", "move", "fischer", "days"};

static json_t *seat_json(unsigned seat)
{
    char letter[2] = {seat_letter(seat)};
    return json_string(letter);
}

// The text of a buffer as a JSON string. Releases the buffer. NULL: no memory.
static json_t *written(struct buf *b)
{
    json_t *json =
        buf_ok(b) ? json_loadb(b->at, b->len, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL) : NULL;
    buf_release(b);
    return json;
}

json_t *match_seats_json(unsigned seats)
{
    struct buf text = {0};
    seats_out(&(struct json_out){.to = &text}, NULL, seats);
    return written(&text);
}

json_t *match_clock_json(const struct clock_terms *clock)
{
    json_t *json = json_pack("{s:s}", "kind", clock_kinds[clock->kind]);
    if (clock->kind == CLOCK_CORRESPONDENCE)
        json_object_set_new(json, "days", json_integer(clock->base_ms / CLOCK_DAY));
    else if (clock->kind != CLOCK_NONE)
        json_object_set_new(json, "base_ms", json_integer(clock->base_ms));
    if (clock->kind == CLOCK_FISCHER)
        json_object_set_new(json, "increment_ms", json_integer(clock->increment_ms));
    return json;
}

// A text that was put together in a buffer, which is released.
static json_t *take_text(struct buf *b)
{
    json_t *json = buf_ok(b) ? json_stringn(b->at ? b->at : "", b->len) : NULL;
    buf_release(b);
    return json;
}

json_t *match_settings_json(const struct config *c)
{
    json_t *json = json_object();
    for (unsigned i = 0; i < c->settings; i++) {
        struct buf value = {0};
        config_print_value(c, i, &value);
        json_object_set_new(json, c->setting[i].name, take_text(&value));
    }
    return json;
}

json_t *match_changed_json(const struct config *c)
{
    json_t *json = json_array();
    for (unsigned i = 0; i < c->settings; i++)
        if (config_is_notable(c, i))
            json_array_append_new(json, json_string(c->setting[i].name));
    return json;
}

json_t *match_result_json(const struct match_result *r, unsigned seats)
{
    struct buf text = {0};
    result_out(&(struct json_out){.to = &text}, NULL, r, seats);
    return written(&text);
}

static json_t *may_json(const struct match *m, unsigned seat, int64_t now_ms)
{
    struct buf text = {0};
    may_out(&(struct json_out){.to = &text}, NULL, m, seat, now_ms);
    return written(&text);
}

static void add_rating(json_t *seat, const char *name, double rating)
{
    if (rating > 0)
        json_object_set_new(seat, name, json_integer((json_int_t)(rating + 0.5)));
}

static json_t *players_json(const struct match *m, const struct match_names *names)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < m->terms.config.seats; i++) {
        json_t *seat =
            json_pack("{s:o,s:s?,s:i,s:b,s:b}", "seat", seat_json(i), "player", names->player[i],
                      "level", (int)m->terms.level[i], "out", (int)(m->out >> i & 1), "free",
                      !m->terms.level[i] && !m->account[i]);
        add_rating(seat, "rating_before", names->rating_before[i]);
        add_rating(seat, "rating_after", names->rating_after[i]);
        json_array_append_new(list, seat);
    }
    return list;
}

static json_t *state_json(const struct match *m, unsigned viewer)
{
    const struct config *c = &m->terms.config;
    struct state seen;
    struct buf text = {0};
    if (!m->started_ms)
        return json_null();
    match_view(m, viewer, &seen);
    c->rules->write(c, &seen, &text);
    return take_text(&text);
}

static json_t *record_json(const struct match *m, unsigned viewer, const struct match_names *names)
{
    struct buf text = {0};
    match_record(m, viewer, names->player, &text);
    return take_text(&text);
}

static json_t *time_json(int64_t ms)
{
    return ms ? json_integer(ms) : json_null();
}

// The members that change with every event.
static void add_situation(json_t *json, const struct match *m, int64_t now_ms)
{
    struct buf text = {0};
    struct json_out o = {.to = &text};
    json_out_open(&o, NULL, '{');
    situation_out(&o, m, now_ms);
    json_out_close(&o, '}');
    json_t *situation = written(&text);
    json_object_update(json, situation);
    json_decref(situation);
}

json_t *match_json(const struct match *m, const struct match_names *names, int64_t account,
                   int64_t now_ms)
{
    const struct config *c = &m->terms.config;
    int own = match_seat_of(m, account);
    unsigned viewer = match_viewer(m, account);
    json_t *json =
        json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:b,s:b,s:b}", "id", names->id, "game", c->preset,
                  "lang", c->lang, "lexicon", c->lexicon_name, "settings", match_settings_json(c),
                  "clock", match_clock_json(&m->terms.clock), "rated", m->terms.rated, "listed",
                  m->terms.listed, "takebacks", m->terms.takebacks);
    if (!json)
        return NULL;
    json_object_set_new(json, "changed", match_changed_json(c));
    json_object_set_new(json, "seats", players_json(m, names));
    json_object_set_new(json, "seq", json_integer((json_int_t)m->seq));
    json_object_set_new(json, "you", own >= 0 ? seat_json((unsigned)own) : json_null());
    json_object_set_new(json, "may", own >= 0 ? may_json(m, (unsigned)own, now_ms) : json_array());
    json_object_set_new(json, "seed_hash", json_string(m->seed_hash));
    json_object_set_new(json, "created", time_json(names->created));
    json_object_set_new(json, "started", time_json(m->started_ms));
    json_object_set_new(json, "ended", time_json(m->ended_ms));
    json_object_set_new(json, "previous",
                        names->previous[0] ? json_string(names->previous) : json_null());
    json_object_set_new(json, "now", json_integer(now_ms));
    add_situation(json, m, now_ms);
    json_object_set_new(json, "state", state_json(m, viewer));
    json_object_set_new(json, "record", record_json(m, viewer, names));
    return json;
}

// The event that was applied last, as the viewer may see it, and the position after it if wanted.
static json_t *event_json(const struct match *m, const struct match_event *e, unsigned viewer,
                          bool state)
{
    struct buf lines = {0}, text = {0};
    struct json_out o = {.to = &text};
    match_event_for_viewer(m, e, viewer, &lines);
    json_out_open(&o, NULL, '{');
    if (buf_ok(&lines))
        event_out(&o, m, e, viewer, buf_text(&lines));
    json_out_close(&o, '}');
    text.failed |= !buf_ok(&lines);
    buf_release(&lines);
    json_t *json = written(&text);
    if (state && json)
        json_object_set_new(json, "state", state_json(m, viewer));
    return json;
}

// Where nobody may look back, only the position of today is shown.
static bool may_look_back(const struct match *past, const struct match_events *what, size_t entry)
{
    const struct config *c = &past->terms.config;
    return what->viewer == VIEWER_ALL || !past->started_ms ||
           !c->rules->forgets(c, &past->record.state) || (what->last && entry + 1 == what->count);
}

json_t *match_events_json(struct match *past, const struct match_events *what)
{
    json_t *list = json_array();
    for (size_t i = 0; i < what->count && !(what->stop && what->stop(what->context)); i++) {
        struct match_event e;
        if (!match_event_parse(past, what->entry[i].line, &e, NULL))
            break;
        e.at_ms = what->entry[i].at_ms;
        if (!match_apply(past, &e))
            break;
        if (past->seq > what->from)
            json_array_append_new(list, event_json(past, &e, what->viewer,
                                                   what->states && may_look_back(past, what, i)));
    }
    return list;
}
