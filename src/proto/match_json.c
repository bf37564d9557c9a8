#include "proto/match_json.h"

#include "base/bug.h"

#include <string.h>

static const char *const verbs[EVENT_KINDS] = {
    [EVENT_SIT] = "join",
    [EVENT_LEAVE] = "leave",
    [EVENT_MOVE] = "move",
    [EVENT_OFFER_DRAW] = "offer-draw",
    [EVENT_DECLINE_DRAW] = "decline-draw",
    [EVENT_ACCEPT_DRAW] = "accept-draw",
    [EVENT_ASK_TAKEBACK] = "ask-takeback",
    [EVENT_DECLINE_TAKEBACK] = "decline-takeback",
    [EVENT_ACCEPT_TAKEBACK] = "accept-takeback",
    [EVENT_ABORT] = "abort",
};

static const char *const clock_kinds[CLOCK_KINDS] = {"none", "move", "fischer", "days"};

const char *match_verb(enum match_event_kind kind)
{
    BUG_UNLESS(kind < EVENT_KINDS);
    return verbs[kind];
}

static json_t *seat_json(unsigned seat)
{
    char letter[2] = {seat_letter(seat)};
    return json_string(letter);
}

json_t *match_seats_json(unsigned seats)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1)
            json_array_append_new(list, seat_json(i));
    return list;
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

json_t *match_result_json(const struct match_result *r, unsigned seats)
{
    if (r->end == MATCH_END_NONE)
        return json_null();
    return json_pack("{s:o,s:b,s:s}", "winners", match_seats_json(r->winners & ((1u << seats) - 1)),
                     "draw", r->draw, "reason", match_end_key(r));
}

json_t *match_may_json(const struct match *m, unsigned seat, int64_t now_ms)
{
    json_t *list = json_array();
    unsigned may = match_may(m, seat, now_ms);
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if ((may >> kind & 1) && verbs[kind])
            json_array_append_new(list, json_string(verbs[kind]));
    if (may & MATCH_MAY_RESIGN)
        json_array_append_new(list, json_string("resign"));
    return list;
}

static json_t *scores_json(const struct match *m)
{
    int32_t score[SEATS_MAX] = {0};
    const struct config *c = &m->terms.config;
    json_t *list = json_array();
    if (m->status != MATCH_WAITING && m->started_ms)
        c->rules->score(c, &m->record.state, score);
    for (unsigned i = 0; i < c->seats; i++)
        json_array_append_new(list, json_integer(score[i]));
    return list;
}

static json_t *clocks_json(const struct match *m, int64_t now_ms)
{
    json_t *list = json_array();
    if (m->terms.clock.kind == CLOCK_NONE) {
        json_decref(list);
        return json_null();
    }
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        json_array_append_new(list, json_integer(match_clock_left(m, i, now_ms)));
    return list;
}

static json_t *offers_json(const struct match *m)
{
    json_t *draw = m->draw.open ? seat_json(m->draw.by) : json_null();
    json_t *takeback = json_null();
    if (m->takeback.open)
        takeback = json_pack("{s:o,s:i}", "by", seat_json(m->takeback.by), "moves",
                             (int)m->takeback.count);
    return json_pack("{s:o,s:o}", "draw", draw, "takeback", takeback);
}

static json_t *deadline_json(const struct match *m)
{
    int64_t deadline = match_deadline_ms(m, NULL);
    return deadline ? json_integer(deadline) : json_null();
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

// What changes with every event.
static void add_situation(json_t *json, const struct match *m, int64_t now_ms)
{
    json_object_set_new(json, "status", json_string(match_status_key(m->status)));
    json_object_set_new(json, "turn", match_seats_json(match_to_act(m)));
    json_object_set_new(json, "scores", scores_json(m));
    json_object_set_new(json, "clocks", clocks_json(m, now_ms));
    json_object_set_new(json, "deadline", deadline_json(m));
    json_object_set_new(json, "offers", offers_json(m));
    json_object_set_new(json, "result", match_result_json(&m->result, m->terms.config.seats));
    bool ended = m->status == MATCH_OVER || m->status == MATCH_ABORTED;
    json_object_set_new(json, "seed", ended ? json_string(m->seed) : json_null());
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
    json_object_set_new(json, "seats", players_json(m, names));
    json_object_set_new(json, "seq", json_integer((json_int_t)m->seq));
    json_object_set_new(json, "you", own >= 0 ? seat_json((unsigned)own) : json_null());
    json_object_set_new(json, "may",
                        own >= 0 ? match_may_json(m, (unsigned)own, now_ms) : json_array());
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

// What a move came to; nothing where the viewer may not know it: a game tells what it scored, never
// what is left in the hand.
static void add_report(json_t *json, const struct match *m, const struct match_event *e)
{
    const struct config *c = &m->terms.config;
    struct report report = {.placed = -1};
    struct buf word = {0}, run = {0};
    c->rules->report(c, &m->before, &e->action, &report);
    if (report.word.len) {
        alphabet_print(&c->lexicon->alphabet, &report.word, &word);
        json_object_set_new(json, "word", take_text(&word));
    }
    if (report.run.len) {
        alphabet_print(&c->lexicon->alphabet, &report.run, &run);
        json_object_set_new(json, "run", take_text(&run));
    }
    json_object_set_new(json, "points", json_integer(report.points));
    json_t *squares = json_array();
    for (unsigned i = 0; i < report.square_count; i++)
        json_array_append_new(squares, json_integer(report.squares[i]));
    json_object_set_new(json, "squares", squares);
    json_object_set_new(json, "placed", json_integer(report.placed));
}

// The first line is the event's, the others are draws.
static void add_lines(json_t *json, struct text lines)
{
    struct text line;
    json_t *draws = json_array();
    for (bool first = true; text_next_line(&lines, &line); first = false) {
        json_t *text = json_stringn(line.at, line.len);
        if (first)
            json_object_set_new(json, "text", text);
        else
            json_array_append_new(draws, text);
    }
    json_object_set_new(json, "draws", draws);
}

json_t *match_lines_json(const struct match *m, const struct match_event *e, struct text lines)
{
    json_t *json =
        json_pack("{s:I,s:I}", "seq", (json_int_t)(m->seq - 1), "at", (json_int_t)e->at_ms);
    add_lines(json, lines);
    json_object_set_new(json, "seat", e->seat < SEATS_MAX ? seat_json(e->seat) : json_null());
    if (e->kind == EVENT_MOVE)
        add_report(json, m, e);
    add_situation(json, m, e->at_ms);
    return json;
}

json_t *match_event_json(const struct match *m, const struct match_event *e, unsigned viewer,
                         bool state)
{
    struct buf lines = {0};
    match_event_for_viewer(m, e, viewer, &lines);
    json_t *json = buf_ok(&lines) ? match_lines_json(m, e, buf_text(&lines)) : NULL;
    buf_release(&lines);
    if (state && json)
        json_object_set_new(json, "state", state_json(m, viewer));
    return json;
}

json_t *match_events_json(const struct match *m, const struct match_entry *entries, size_t count,
                          uint64_t from, unsigned viewer, bool states)
{
    struct match past;
    json_t *list = json_array();
    if (from > count || !match_init(&past, &m->terms, m->seed, m->seed_hash, NULL))
        return list;
    for (size_t i = 0; i < count; i++) {
        struct match_event e;
        if (!match_event_parse(&past, entries[i].line, &e, NULL))
            break;
        e.at_ms = entries[i].at_ms;
        if (!match_apply(&past, &e))
            break;
        if (past.seq > from)
            json_array_append_new(list, match_event_json(&past, &e, viewer, states));
    }
    match_release(&past);
    return list;
}
