// Hundreds of matches with random terms and random events, most of them nonsense. Invariants:
// a match replayed from its log is the same in every byte, what is refused changes nothing, no
// viewer is shown what is hidden from it, and the record that is given out at the end proves the
// draws.
#include "base/bug.h"
#include "match/host.h"
#include "test.h"
#include "toy/toy.h"
#include "toy/toy_state.h"

#include <stdio.h>
#include <string.h>

enum { MATCHES = 600, EVENTS = 120, LOG = EVENTS };

struct play {
    struct rng rng;
    char seed[MATCH_SEED + 1];
    struct match match;
    int64_t now_ms;
    struct match_entry log[LOG];
    struct buf line[LOG]; // what the log points to
    size_t logged;
    struct match_event last;
    unsigned applied[EVENT_KINDS], refused[EVENT_KINDS];
};

static unsigned below(struct play *p, unsigned limit)
{
    return rng_below(&p->rng, limit);
}

// ---- random terms ----

static void random_terms(struct play *p, struct buf *out)
{
    static const char *const games[] = {"toy",
                                        "toy",
                                        "toy\nseats 3",
                                        "toy\nseats 3",
                                        "toy\nset hand 2\nseats 3",
                                        "rush\nseats 3",
                                        "dogged\nseats 3",
                                        "balda",
                                        "bukva\nlang en\nset unknown ask"};
    static const char *const clocks[] = {"none", "move 5000", "fischer 20000 1000",
                                         "fischer 60000 0", "days 1"};
    buf_printf(out, "game %s\nclock %s\n", games[below(p, sizeof games / sizeof *games)],
               clocks[below(p, sizeof clocks / sizeof *clocks)]);
    if (below(p, 4) == 0)
        buf_add_string(out, "rated yes\n");
    else if (below(p, 3))
        buf_add_string(out, "takebacks yes\n");
    if (below(p, 4) == 0 && !memmem(out->at, out->len, "rated", 5))
        buf_printf(out, "level %c %u\n", 'A' + below(p, 2), 1 + below(p, MATCH_LEVELS));
}

static void create(struct play *p, uint32_t number)
{
    struct record_host host = match_host();
    struct match_terms terms;
    struct reason why = {0};
    struct buf text = {0};
    snprintf(p->seed, sizeof p->seed, "%08x%056x", (unsigned)number * 2654435761u, 0x10c0);
    BUG_UNLESS(rng_seed_hex(&p->rng, text_of(p->seed)));
    random_terms(p, &text);
    BUG_UNLESS(terms_read(&terms, buf_text(&text), &host, &why));
    BUG_UNLESS(match_init(&p->match, &terms, p->seed, MATCH_TEST_HASH, &why));
    buf_release(&text);
    p->now_ms = 1000;
    p->logged = 0;
}

// ---- random events ----

struct pick {
    struct play *play;
    struct action action;
    unsigned seen;
};

static bool pick_move(void *context, const struct action *move, const struct report *report)
{
    struct pick *k = context;
    (void)report;
    if (below(k->play, ++k->seen) == 0)
        k->action = *move;
    return k->seen < 50;
}

// A legal move of the seat, or giving up where there is none; now and then of one that is not to
// act.
static struct action random_move(struct play *p, unsigned seat)
{
    const struct config *c = &p->match.terms.config;
    struct pick k = {.play = p};
    struct move_sink sink = {.take = pick_move, .context = &k};
    unsigned acting = match_to_act(&p->match);
    if (acting >> seat & 1 && below(p, 30))
        c->rules->legal(c, &p->match.record.state, seat, &sink);
    if (!k.seen)
        k.action = (struct action){.kind = below(p, 3) ? ACTION_PASS : ACTION_RESIGN};
    k.action.seat = (uint8_t)seat;
    return k.action;
}

static unsigned likely_seat(struct play *p)
{
    unsigned acting = match_to_act(&p->match), seats = p->match.terms.config.seats;
    unsigned seat = below(p, seats);
    for (unsigned i = 0; i < seats && below(p, 8); i++)
        if (acting >> ((seat + i) % seats) & 1)
            return (seat + i) % seats;
    return seat;
}

// Mostly what makes sense in the status that the match is in.
static enum match_event_kind random_kind(struct play *p)
{
    const struct match *m = &p->match;
    if (m->status == MATCH_WAITING && below(p, 4))
        return (enum match_event_kind)below(p, EVENT_START + 1);
    if (m->takeback.open && below(p, 3))
        return below(p, 3) ? EVENT_ACCEPT_TAKEBACK : EVENT_DECLINE_TAKEBACK;
    if (m->draw.open && below(p, 3) == 0)
        return below(p, 3) ? EVENT_ACCEPT_DRAW : EVENT_DECLINE_DRAW;
    if (m->terms.takebacks && below(p, 8) == 0)
        return EVENT_ASK_TAKEBACK;
    if (m->status == MATCH_RUNNING && below(p, 3))
        return EVENT_MOVE;
    enum match_event_kind any = (enum match_event_kind)below(p, EVENT_KINDS);
    // Too many would be broken off.
    return any == EVENT_ABORT && below(p, 8) ? EVENT_OFFER_DRAW : any;
}

static struct match_event random_event(struct play *p)
{
    struct match_event e = {.seat = below(p, p->match.terms.config.seats), .kind = random_kind(p)};
    unsigned late;
    p->now_ms += below(p, 100) ? below(p, 1500) : below(p, 200000000);
    if (match_flag_due(&p->match, p->now_ms, &late) && below(p, 4)) {
        e.kind = EVENT_FLAG;
        e.seat = late;
    }
    e.at_ms = p->now_ms - (below(p, 20) ? 0 : below(p, 2000));
    e.number = 1 + (e.kind == EVENT_HOLD ? below(p, 5000) : below(p, 4) / 3 + below(p, 4) / 3);
    e.account = 1 + below(p, 5);
    if (e.kind == EVENT_MOVE) {
        e.seat = likely_seat(p);
        e.action = random_move(p, e.seat);
    }
    if (e.kind == EVENT_START || e.kind == EVENT_HOLD ||
        (e.kind == EVENT_ABORT && below(p, 10) == 0))
        e.seat = SEAT_NONE;
    return e;
}

// ---- what must hold ----

static struct buf dump(const struct match *m)
{
    struct buf out = {0};
    match_dump(m, &out);
    return out;
}

static bool same(const struct match *a, const struct match *b)
{
    struct buf one = dump(a), two = dump(b);
    bool equal = text_equal(buf_text(&one), buf_text(&two));
    buf_release(&one);
    buf_release(&two);
    return equal;
}

static void clocks_are_sound(const struct play *p)
{
    const struct match *m = &p->match;
    unsigned seat = 9;
    int64_t deadline = match_deadline_ms(m, &seat);
    CHECK(m->clocks.running == match_to_act(m));
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        CHECK(match_clock_left(m, i, p->now_ms) >= 0);
    CHECK(!deadline || match_to_act(m) >> seat & 1);
    CHECK((deadline != 0) == (m->status == MATCH_RUNNING && m->terms.clock.kind != CLOCK_NONE));
    CHECK((m->ended_ms != 0) == (m->status == MATCH_OVER || m->status == MATCH_ABORTED));
    CHECK((m->result.end != MATCH_END_NONE) == (m->ended_ms != 0));
    CHECK(!(m->result.draw && m->result.winners));
}

// Deals to other seats are question marks, deals to one's own are not.
static void check_lines(struct text text, unsigned viewer)
{
    struct text line;
    while (text_next_line(&text, &line)) {
        if (!text_starts(line, "deal "))
            continue;
        bool own = viewer == VIEWER_ALL || line.at[5] - 'A' == (int)viewer;
        for (size_t i = 7; i < line.len; i++)
            CHECK((line.at[i] == '?') == !own);
    }
}

static void check_view(const struct match *m, unsigned viewer)
{
    static const uint8_t none[TOY_KINDS];
    struct state view;
    match_view(m, viewer, &view);
    if (m->terms.config.rules->write != toy_rules.write || match_viewer(m, 0) == VIEWER_ALL)
        return;
    CHECK(memcmp(toy(&view)->bag, none, sizeof none) == 0);
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if (i != viewer)
            CHECK(memcmp(toy(&view)->hand[i], none, sizeof none) == 0);
}

static void nothing_leaks(const struct play *p)
{
    const struct match *m = &p->match;
    for (unsigned i = 0; i <= VIEWER_ALL; i++) {
        unsigned viewer = i < m->terms.config.seats ? i : VIEWER_PUBLIC;
        struct buf out = {0};
        if (i == VIEWER_ALL || m->ended_ms)
            viewer = match_viewer(m, 0); // all, where that is allowed
        if (p->last.at_ms)
            match_event_for_viewer(m, &p->last, viewer, &out);
        match_record(m, i, NULL, &out);
        check_lines(buf_text(&out), viewer);
        CHECK((text_find_string(buf_text(&out), p->seed) < out.len) == (m->ended_ms != 0));
        buf_release(&out);
        check_view(m, i);
    }
}

static void may_is_what_may_happen(const struct play *p)
{
    const struct match *m = &p->match;
    for (unsigned seat = 0; seat < m->terms.config.seats; seat++) {
        unsigned may = match_may(m, seat, p->now_ms);
        struct match_event e = {.seat = seat, .at_ms = match_time(m, p->now_ms), .number = 1};
        for (unsigned kind = EVENT_OFFER_DRAW; kind <= EVENT_ACCEPT_TAKEBACK; kind++) {
            e.kind = (enum match_event_kind)kind;
            bool can = match_check(m, &e, NULL) && match_admits(m, &e, NULL);
            CHECK((may >> kind & 1) == can);
        }
        CHECK(!(may >> EVENT_MOVE & 1) || match_to_act(m) >> seat & 1);
    }
}

// The record that a player downloads at the end reads as the same game, with the same draws.
static void record_proves_it(const struct play *p)
{
    const struct match *m = &p->match;
    struct record_host host = match_host();
    struct record r;
    struct reason why = {0};
    struct buf out = {0};
    if (!m->ended_ms || !m->started_ms)
        return;
    match_record(m, VIEWER_PUBLIC, NULL, &out);
    bool read = record_read(&r, buf_text(&out), &host, &why);
    CHECK(read);
    buf_release(&out);
    if (!read)
        return;
    CHECK(r.actions == m->record.actions);
    CHECK(memcmp(&r.state, &m->record.state, sizeof r.state) == 0);
    record_release(&r);
}

static void replay_is_the_same(const struct play *p)
{
    struct match again;
    struct reason why = {0};
    bool ok =
        match_replay(&again, &p->match.terms, p->seed, MATCH_TEST_HASH, p->log, p->logged, &why);
    CHECK(ok);
    if (!ok)
        return;
    CHECK(same(&again, &p->match));
    match_release(&again);
}

// ---- playing ----

static void log_event(struct play *p, const struct match_event *e)
{
    struct buf line = {0};
    struct match_event again;
    struct reason why = {0};
    match_event_format(&p->match, e, &line);
    CHECK(match_event_parse(&p->match, buf_text(&line), &again, &why));
    CHECK(again.kind == e->kind && again.seat == e->seat);
    CHECK(e->kind != EVENT_MOVE || action_equal(&again.action, &e->action));
    p->line[p->logged] = line;
    p->log[p->logged++] = (struct match_entry){e->at_ms, buf_text(&line)};
}

static void step(struct play *p)
{
    struct match_event e = random_event(p);
    struct reason why = {0};
    struct match before = p->match;
    if (!match_check(&p->match, &e, &why)) {
        CHECK(same(&before, &p->match));
        p->refused[e.kind]++;
        return;
    }
    log_event(p, &e);
    CHECK(match_apply(&p->match, &e));
    p->applied[e.kind]++;
    p->last = e;
    clocks_are_sound(p);
    nothing_leaks(p);
    may_is_what_may_happen(p);
}

static void finish(struct play *p)
{
    replay_is_the_same(p);
    record_proves_it(p);
    for (size_t i = 0; i < p->logged; i++)
        buf_release(&p->line[i]);
    match_release(&p->match);
    p->last = (struct match_event){0};
}

static void anything_may_happen(void)
{
    static struct play p;
    unsigned ends[MATCH_END_EXPIRED + 1] = {0};
    for (uint32_t n = 0; n < MATCHES; n++) {
        create(&p, n);
        for (unsigned i = 0; i < EVENTS && p.match.status <= MATCH_RUNNING; i++)
            step(&p);
        ends[p.match.result.end]++;
        finish(&p);
    }
    // It was worth something only if all of it happened, and all of it was refused too.
    for (unsigned kind = 0; kind < EVENT_KINDS; kind++)
        if (p.applied[kind] < 20 || p.refused[kind] < 20)
            test_fail(__FILE__, __LINE__, "event %u: %u applied, %u refused", kind, p.applied[kind],
                      p.refused[kind]);
    for (unsigned end = 0; end <= MATCH_END_EXPIRED; end++)
        if (ends[end] < 5)
            test_fail(__FILE__, __LINE__, "end %u: %u times", end, ends[end]);
}

static const struct test tests[] = {TEST(anything_may_happen)};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    int failures = test_run(__FILE__, tests, sizeof tests / sizeof *tests);
    match_host_close();
    return failures;
}
