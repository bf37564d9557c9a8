#include "proto/event_out.h"

#include "base/bug.h"

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

const char *match_verb(enum match_event_kind kind)
{
    BUG_UNLESS(kind < EVENT_KINDS);
    return verbs[kind];
}

static void seat_out(struct json_out *o, const char *key, unsigned seat)
{
    char letter[2] = {seat_letter(seat)};
    json_out_string(o, key, letter);
}

void seats_out(struct json_out *o, const char *key, unsigned seats)
{
    json_out_open(o, key, '[');
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (seats >> i & 1)
            seat_out(o, NULL, i);
    json_out_close(o, ']');
}

void result_out(struct json_out *o, const char *key, const struct match_result *r, unsigned seats)
{
    if (r->end == MATCH_END_NONE) {
        json_out_null(o, key);
        return;
    }
    json_out_open(o, key, '{');
    seats_out(o, "winners", r->winners & ((1u << seats) - 1));
    json_out_bool(o, "draw", r->draw);
    json_out_string(o, "reason", match_end_key(r));
    json_out_close(o, '}');
}

void may_out(struct json_out *o, const char *key, const struct match *m, unsigned seat,
             int64_t now_ms)
{
    unsigned may = match_may(m, seat, now_ms);
    json_out_open(o, key, '[');
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if ((may >> kind & 1) && verbs[kind])
            json_out_string(o, NULL, verbs[kind]);
    if (may & MATCH_MAY_RESIGN)
        json_out_string(o, NULL, "resign");
    json_out_close(o, ']');
}

void view_out(struct json_out *o, const char *key, const struct match *m, unsigned viewer)
{
    const struct config *c = &m->terms.config;
    struct state view;
    struct buf seen = {0}, whole = {0};
    if (!m->started_ms)
        return;
    match_view(m, viewer, &view);
    c->rules->write(c, &view, &seen);
    c->rules->write(c, &m->record.state, &whole);
    if (!buf_ok(&seen) || !buf_ok(&whole))
        o->to->failed = true;
    else if (!text_equal(buf_text(&seen), buf_text(&whole)))
        json_out_text(o, key, buf_text(&seen));
    buf_release(&seen);
    buf_release(&whole);
}

static void scores_out(struct json_out *o, const struct match *m)
{
    int32_t score[SEATS_MAX] = {0};
    const struct config *c = &m->terms.config;
    if (m->status != MATCH_WAITING && m->started_ms)
        c->rules->score(c, &m->record.state, score);
    json_out_open(o, "scores", '[');
    for (unsigned i = 0; i < c->seats; i++)
        json_out_number(o, NULL, score[i]);
    json_out_close(o, ']');
}

static void clocks_out(struct json_out *o, const struct match *m, int64_t now_ms)
{
    if (m->terms.clock.kind == CLOCK_NONE) {
        json_out_null(o, "clocks");
        return;
    }
    json_out_open(o, "clocks", '[');
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        json_out_number(o, NULL, match_clock_left(m, i, now_ms));
    json_out_close(o, ']');
}

static void offers_out(struct json_out *o, const struct match *m)
{
    json_out_open(o, "offers", '{');
    if (m->draw.open)
        seat_out(o, "draw", m->draw.by);
    else
        json_out_null(o, "draw");
    if (m->takeback.open) {
        json_out_open(o, "takeback", '{');
        seat_out(o, "by", m->takeback.by);
        json_out_number(o, "moves", (int64_t)m->takeback.count);
        json_out_close(o, '}');
    } else {
        json_out_null(o, "takeback");
    }
    json_out_close(o, '}');
}

void situation_out(struct json_out *o, const struct match *m, int64_t now_ms)
{
    int64_t deadline = match_deadline_ms(m, NULL);
    json_out_string(o, "status", match_status_key(m->status));
    seats_out(o, "turn", match_to_act(m));
    scores_out(o, m);
    clocks_out(o, m, now_ms);
    if (deadline)
        json_out_number(o, "deadline", deadline);
    else
        json_out_null(o, "deadline");
    offers_out(o, m);
    result_out(o, "result", &m->result, m->terms.config.seats);
    json_out_string(o, "seed", match_is_open(m) ? m->seed : NULL);
}

static void word_out(struct json_out *o, const char *key, const struct config *c,
                     const struct word *w)
{
    struct buf letters = {0};
    if (w->len == 0)
        return;
    alphabet_print(&c->lexicon->alphabet, w, &letters);
    o->to->failed |= !buf_ok(&letters);
    json_out_text(o, key, buf_ok(&letters) ? buf_text(&letters) : TEXT(""));
    buf_release(&letters);
}

static void squares_out(struct json_out *o, const char *key, const struct report *report,
                        uint64_t which)
{
    json_out_open(o, key, '[');
    for (unsigned i = 0; i < report->square_count; i++)
        if (which >> i & 1)
            json_out_number(o, NULL, report->squares[i]);
    json_out_close(o, ']');
}

// The words that a move makes besides the one that it reports.
static void also_out(struct json_out *o, const struct match *m, const struct match_event *e)
{
    const struct config *c = &m->terms.config;
    struct word word[ALSO_MAX];
    unsigned count = c->rules->also(c, &m->before, &e->action, word);
    if (!count)
        return;
    json_out_open(o, "also", '[');
    for (unsigned i = 0; i < count; i++)
        word_out(o, NULL, c, &word[i]);
    json_out_close(o, ']');
}

// The report of a move, as far as the viewer may know it: a game reports the score, never the rack.
static void report_out(struct json_out *o, const struct match *m, const struct match_event *e,
                       unsigned viewer)
{
    const struct config *c = &m->terms.config;
    struct report report = {.placed = -1};
    c->rules->report(c, &m->before, &e->action, &report);
    if (viewer == VIEWER_ALL || !c->rules->forgets(c, &m->before)) {
        word_out(o, "word", c, &report.word);
        word_out(o, "run", c, &report.run);
        also_out(o, m, e);
    } else if (report.word.len) {
        json_out_number(o, "letters", report.word.len);
    }
    json_out_number(o, "points", report.points);
    squares_out(o, "squares", &report, UINT64_MAX);
    json_out_number(o, "placed", report.placed);
    if (report.fresh)
        squares_out(o, "fresh", &report, report.fresh);
    if (report.joins)
        json_out_number(o, "rests", report.rests);
}

// The first line is the event's, the others are draws.
static void lines_out(struct json_out *o, struct text lines)
{
    struct text line;
    if (text_next_line(&lines, &line))
        json_out_text(o, "text", line);
    json_out_open(o, "draws", '[');
    while (text_next_line(&lines, &line))
        json_out_text(o, NULL, line);
    json_out_close(o, ']');
}

void event_out(struct json_out *o, const struct match *m, const struct match_event *e,
               unsigned viewer, struct text lines)
{
    json_out_number(o, "seq", (int64_t)m->seq - 1);
    json_out_number(o, "at", e->at_ms);
    lines_out(o, lines);
    if (e->seat < SEATS_MAX)
        seat_out(o, "seat", e->seat);
    else
        json_out_null(o, "seat");
    if (e->kind == EVENT_MOVE)
        report_out(o, m, e, viewer);
    situation_out(o, m, e->at_ms);
}
