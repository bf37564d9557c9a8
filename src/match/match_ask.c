// Queries on a match: who is to act, deadlines, and visibility.
#include "match/match.h"

#include "base/bug.h"
#include "base/utf8.h"

#include <string.h>

static bool has_ended(const struct match *m)
{
    return m->status == MATCH_OVER || m->status == MATCH_ABORTED;
}

int match_seat_of(const struct match *m, int64_t account)
{
    for (unsigned i = 0; account > 0 && i < m->terms.config.seats; i++)
        if (m->account[i] == account)
            return (int)i;
    return -1;
}

bool match_full(const struct match *m)
{
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if (!m->account[i] && !m->terms.level[i])
            return false;
    return true;
}

bool match_cuts(const struct match *m)
{
    struct cut_pack pack;
    m->terms.config.rules->cut(&m->terms.config, &pack);
    return pack.kinds > 0;
}

unsigned match_to_act(const struct match *m)
{
    const struct config *c = &m->terms.config;
    return m->status == MATCH_RUNNING ? c->rules->to_act(c, &m->record.state) & ACTS_SEATS : 0;
}

bool match_computer_to_act(const struct match *m, unsigned *seat, unsigned *level)
{
    unsigned acting = match_to_act(m);
    for (unsigned i = 0; i < m->terms.config.seats; i++) {
        if (!(acting >> i & 1) || !m->terms.level[i])
            continue;
        *seat = i;
        *level = m->terms.level[i];
        return true;
    }
    return false;
}

// ---- time ----

int64_t match_time(const struct match *m, int64_t now_ms)
{
    return now_ms > m->last_ms ? now_ms : m->last_ms;
}

int64_t match_deadline_ms(const struct match *m, unsigned *seat)
{
    unsigned whose;
    return clocks_deadline(&m->clocks, seat ? seat : &whose);
}

bool match_flag_due(const struct match *m, int64_t now_ms, unsigned *seat)
{
    int64_t deadline = match_deadline_ms(m, seat);
    return deadline && now_ms >= deadline;
}

int64_t match_clock_left(const struct match *m, unsigned seat, int64_t now_ms)
{
    return clocks_left(&m->clocks, seat, now_ms);
}

// ---- what may be done ----

unsigned match_may(const struct match *m, unsigned seat, int64_t now_ms)
{
    static const enum match_event_kind asked[] = {
        EVENT_LEAVE,        EVENT_OFFER_DRAW,       EVENT_DECLINE_DRAW,    EVENT_ACCEPT_DRAW,
        EVENT_ASK_TAKEBACK, EVENT_DECLINE_TAKEBACK, EVENT_ACCEPT_TAKEBACK, EVENT_ABORT,
    };
    struct match_event e = {.seat = seat, .at_ms = match_time(m, now_ms), .number = 1};
    unsigned may = 0, late;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        e.kind = asked[i];
        may |= match_check(m, &e, NULL) && match_admits(m, &e, NULL) ? 1u << e.kind : 0;
    }
    if (match_to_act(m) >> seat & 1 && !match_flag_due(m, e.at_ms, &late))
        may |= 1u << EVENT_MOVE;
    e.kind = EVENT_MOVE;
    e.action = (struct action){.kind = ACTION_RESIGN, .seat = (uint8_t)seat};
    return match_check(m, &e, NULL) ? may | MATCH_MAY_RESIGN : may;
}

// ---- results ----

// How a seat came in: compared as a whole, more is better.
struct standing {
    int group; // 2 won or drew, 1 stayed, 0 is out
    int32_t points;
};

static struct standing standing(const struct match *m, unsigned seat,
                                const int32_t score[SEATS_MAX])
{
    for (unsigned i = 0; i < (unsigned)__builtin_popcount(m->out); i++)
        if (m->left[i] == seat)
            return (struct standing){0, (int32_t)i};
    if (m->result.draw || m->result.winners >> seat & 1)
        return (struct standing){2, 0};
    return (struct standing){1, score[seat]};
}

static bool better(struct standing a, struct standing b)
{
    return a.group != b.group ? a.group > b.group : a.points > b.points;
}

void match_ranks(const struct match *m, unsigned rank[SEATS_MAX])
{
    const struct config *c = &m->terms.config;
    int32_t score[SEATS_MAX] = {0};
    BUG_UNLESS(m->status == MATCH_OVER);
    c->rules->score(c, &m->record.state, score);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        rank[i] = 0;
    for (unsigned i = 0; i < c->seats; i++)
        for (unsigned j = 0; j < c->seats; j++)
            rank[i] += better(standing(m, j, score), standing(m, i, score));
}

const char *match_status_key(enum match_status status)
{
    static const char *const keys[] = {
        [MATCH_WAITING] = "waiting",
        [MATCH_RUNNING] = "running",
        [MATCH_OVER] = "over",
        [MATCH_ABORTED] = "aborted",
    };
    return keys[status];
}

const char *match_end_key(const struct match_result *r)
{
    static const char *const ends[] = {
        [MATCH_END_NONE] = NULL,
        [MATCH_END_GAME] = NULL,
        [MATCH_END_RESIGNATION] = "resignation",
        [MATCH_END_CLOCK] = "clock",
        [MATCH_END_AGREEMENT] = "agreement",
        [MATCH_END_ABORT] = "abort",
        [MATCH_END_EXPIRED] = "expired",
    };
    return r->end == MATCH_END_GAME ? end_reason_key(r->game) : ends[r->end];
}

// ---- what may be seen ----

bool match_is_open(const struct match *m)
{
    return has_ended(m) && !m->sealed;
}

unsigned match_viewer(const struct match *m, int64_t account)
{
    int seat = match_seat_of(m, account);
    if (match_is_open(m))
        return VIEWER_ALL;
    return seat >= 0 ? (unsigned)seat : VIEWER_PUBLIC;
}

// VIEWER_ALL is granted to no viewer before the end, and to all after it.
static unsigned allowed(const struct match *m, unsigned viewer)
{
    if (match_is_open(m))
        return VIEWER_ALL;
    return viewer < m->terms.config.seats ? viewer : VIEWER_PUBLIC;
}

void match_view(const struct match *m, unsigned viewer, struct state *out)
{
    const struct config *c = &m->terms.config;
    c->rules->view(c, &m->record.state, allowed(m, viewer), out);
}

// A name as a record can hold it: `#` would begin a comment.
static void put_name(char out[RECORD_NAME], const char *name)
{
    struct text rest = text_trim(text_of(name));
    size_t len = 0;
    rest = text_head(rest, utf8_whole(text_head(rest, RECORD_NAME - 1)));
    for (size_t i = 0; i < rest.len; i++)
        if ((unsigned char)rest.at[i] >= ' ' && rest.at[i] != 0x7f && rest.at[i] != '#')
            out[len++] = rest.at[i];
    out[len] = '\0';
}

static void write_result(const struct match *m, struct buf *out)
{
    const char *how = match_end_key(&m->result);
    buf_add_string(out, "# result ");
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if (m->result.winners >> i & 1)
            buf_add_byte(out, (unsigned char)seat_letter(i));
    if (!m->result.winners)
        buf_add_string(out, m->result.draw ? "draw" : "none");
    buf_printf(out, " %s\n", how ? how : "none");
}

void match_record(const struct match *m, unsigned viewer, const char *const player[SEATS_MAX],
                  struct buf *out)
{
    struct record r = m->record; // its actions are borrowed
    r.seeded = true;
    memcpy(r.seed, m->seed, sizeof r.seed);
    for (unsigned i = 0; player && i < m->terms.config.seats; i++)
        if (player[i])
            put_name(r.player[i], player[i]);
    record_write(&r, allowed(m, viewer), out);
    if (m->seed_hash[0])
        buf_printf(out, "# seed-hash %s\n", m->seed_hash);
    if (has_ended(m))
        write_result(m, out);
}
