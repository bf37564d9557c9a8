#include "conformance/conformance.h"
#include "conformance/host.h"

#include "base/bug.h"
#include "conformance/moves.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    LOOKS = 60,    // moves, and changed moves, that are tried in a position
    RESIGNS = 150, // one move in this many is a resignation
    RECORDS = 25,  // one position in this many is written as a record and read again
    BOUND = RECORD_ACTIONS - 100,
};

// One game as it is played.
struct trial {
    const struct conformance *what;
    const struct config *config;
    const struct rules *rules;
    uint64_t seed;
    bool failed;
    struct rng rng;
    struct record record;
    struct moves moves, others; // of the seat that acts; and what they are compared with
    struct action unlisted;     // a move that check() let through but legal() did not list
};

static void tell(struct trial *t, int line, const char *what)
{
    struct buf out = {0};
    struct text text, row;
    t->failed = true;
    test_fail(__FILE__, line, "%s, seed %" PRIu64 ", after %zu actions: %s", t->config->preset,
              t->seed, t->record.actions, what);
    record_write(&t->record, VIEWER_ALL, &out);
    for (text = buf_text(&out); text_next_line(&text, &row);)
        printf("#     %.*s\n", TEXT_ARG(row));
    buf_release(&out);
}

// Only the first failure of a game is told: the others mostly follow from it.
#define MUST(condition)                    \
    do {                                   \
        if (!t->failed && !(condition))    \
            tell(t, __LINE__, #condition); \
    } while (0)

static bool one_in(struct trial *t, unsigned n)
{
    return n <= 1 || rng_below(&t->rng, n) == 0;
}

static bool same(const struct state *a, const struct state *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

static bool unused_are_zero(const struct rules *rules, const struct state *s)
{
    for (size_t i = rules->state_size; i < STATE_BYTES; i++)
        if (s->bytes[i])
            return false;
    return true;
}

static struct rng rng_of(uint64_t seed)
{
    char hex[17];
    struct rng r;
    snprintf(hex, sizeof hex, "%016" PRIx64, seed);
    BUG_UNLESS(rng_seed_hex(&r, text_of(hex)));
    return r;
}

// ---- records ----

static void tell_reason(const struct reason *why)
{
    struct buf out = {0};
    reason_word(why, LANGUAGE_EN, &out);
    printf("# %.*s\n", TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

static bool same_game(const struct record *a, const struct record *b)
{
    if (a->actions != b->actions || !same(&a->state, &b->state))
        return false;
    for (size_t i = 0; i < a->actions; i++)
        if (!action_equal(&a->action[i], &b->action[i]))
            return false;
    return true;
}

static void check_written(struct trial *t)
{
    struct buf once = {0}, twice = {0};
    struct record again;
    struct reason why = {0};
    struct record_host host = conformance_host(&t->config);
    record_write(&t->record, VIEWER_ALL, &once);
    bool read = record_read(&again, buf_text(&once), &host, &why);
    if (!read)
        tell_reason(&why);
    MUST(read);
    if (read) {
        record_write(&again, VIEWER_ALL, &twice);
        MUST(same_game(&t->record, &again));
        MUST(text_equal(buf_text(&once), buf_text(&twice)));
        record_release(&again);
    }
    buf_release(&once);
    buf_release(&twice);
}

// The record as it is, and with its draws instead of a seed.
static void check_record(struct trial *t)
{
    bool seeded = t->record.seeded;
    check_written(t);
    if (!seeded)
        return;
    t->record.seeded = false;
    check_written(t);
    t->record.seeded = true;
}

static bool count_actions(void *context, const struct state *before, const struct action *a,
                          const struct report *report)
{
    size_t *left = context;
    (void)before;
    (void)a;
    (void)report;
    return --*left > 0;
}

// Some actions back and on again.
static void check_replay(struct trial *t)
{
    struct record *r = &t->record;
    struct state end = r->state, s;
    bool seeded = r->seeded;
    size_t all = r->actions, left = all + 1;
    record_walk(r, count_actions, &left);
    MUST(left == 1);
    r->seeded = false;
    MUST(record_undo(r, rng_below(&t->rng, (uint32_t)all + 1), NULL));
    t->rules->setup(t->config, &s);
    for (size_t i = 0; i < r->actions; i++)
        t->rules->apply(t->config, &s, &r->action[i]);
    MUST(same(&s, &r->state));
    while (r->actions < all) {
        struct action a = r->action[r->actions]; // still there
        if (!record_add(r, &a, NULL))
            break;
    }
    MUST(r->actions == all && same(&end, &r->state));
    r->seeded = seeded;
}

// ---- one position ----

static void check_text(struct trial *t, const struct state *s)
{
    struct buf once = {0}, twice = {0};
    struct state back;
    t->rules->write(t->config, s, &once);
    MUST(t->rules->valid(t->config, s, NULL));
    bool read = t->rules->read(t->config, buf_text(&once), &back, NULL);
    MUST(read && same(s, &back));
    if (read)
        t->rules->write(t->config, &back, &twice);
    MUST(text_equal(buf_text(&once), buf_text(&twice)));
    buf_release(&once);
    buf_release(&twice);
}

static void check_outcome(struct trial *t, const struct state *s)
{
    struct outcome o;
    unsigned seats = (1u << t->config->seats) - 1, acting = t->rules->to_act(t->config, s);
    int32_t score[SEATS_MAX] = {0};
    t->rules->outcome(t->config, s, &o);
    MUST(o.over == (acting == 0));
    // A seat is to move; the seats that may interrupt are others.
    unsigned besides = acting / ACTS_MAY(0);
    MUST(acting == 0 || acting == ACTS_CHANCE || (acting & seats && !(acting & ACTS_CHANCE)));
    MUST(!((acting & ACTS_SEATS) & ~seats) && !(besides & ~seats) && !(besides & acting));
    MUST(o.over == (o.reason != END_NONE));
    MUST(!(o.winners & ~seats));
    MUST((o.draw || o.winners) == o.over && !(o.draw && o.winners));
    t->rules->score(t->config, s, score);
    for (unsigned i = t->config->seats; i < SEATS_MAX; i++)
        MUST(score[i] == 0);
}

static void check_parse(struct trial *t, const struct state *s, const struct action *a)
{
    struct buf text = {0};
    struct action back = {0};
    struct reason why = {0};
    t->rules->format(t->config, s, a, VIEWER_ALL, &text);
    MUST(text.len > 0 && text_find(buf_text(&text), '\n') == text.len &&
         text_find(buf_text(&text), '#') == text.len);
    bool read = t->rules->parse(t->config, s, a->seat, buf_text(&text), &back, &why);
    if (!read)
        tell_reason(&why);
    MUST(read && action_equal(a, &back));
    buf_release(&text);
}

static bool same_word(const struct word *a, const struct word *b)
{
    return a->len == b->len && memcmp(a->letter, b->letter, a->len) == 0;
}

static bool same_report(const struct report *a, const struct report *b)
{
    return same_word(&a->word, &b->word) && same_word(&a->run, &b->run) && a->points == b->points &&
           a->square_count == b->square_count &&
           memcmp(a->squares, b->squares, a->square_count) == 0 && a->placed == b->placed &&
           a->fresh == b->fresh && a->amends == b->amends && a->scorer == b->scorer;
}

static void check_move(struct trial *t, const struct state *s, const struct move *m)
{
    struct report report = {.placed = -1};
    struct reason why = {0};
    bool good = t->rules->check(t->config, s, &m->action, &why);
    if (!good)
        tell_reason(&why);
    MUST(good);
    t->rules->report(t->config, s, &m->action, &report);
    MUST(same_report(&report, &m->report));
    check_parse(t, s, &m->action);
}

static uint8_t some_byte(struct trial *t)
{
    return (uint8_t)rng_below(&t->rng, one_in(t, 4) ? 256 : 34);
}

// A move with one thing about it changed. Bytes that are not used stay 0.
static void change(struct trial *t, struct action *a)
{
    unsigned at = a->len ? rng_below(&t->rng, a->len) : 0;
    switch (rng_below(&t->rng, 8)) {
    case 0:
        a->kind = (uint8_t)rng_below(&t->rng, ACTION_OWN + 6);
        break;
    case 1:
        a->seat = (uint8_t)rng_below(&t->rng, SEATS_MAX + 2);
        break;
    case 2:
        if (a->len)
            action_cut(a, a->len - 1u);
        break;
    case 3:
        MUST(action_put(a, some_byte(t)) || a->len == ACTION_BYTES);
        break;
    case 4:
        if (a->len) {
            uint8_t last = a->data[a->len - 1];
            action_change(a, a->len - 1u, a->data[at]);
            action_change(a, at, last);
        }
        break;
    case 5:
        if (a->len)
            action_change(a, at, (uint8_t)(a->data[at] + 1));
        break;
    default:
        if (a->len)
            action_change(a, at, some_byte(t));
    }
}

// A changed move is legal only if it is listed.
static void check_changed(struct trial *t, const struct state *s, unsigned seat)
{
    struct action a = t->moves.move[rng_below(&t->rng, (uint32_t)t->moves.count)].action;
    unsigned acting = t->rules->to_act(t->config, s);
    do
        change(t, &a);
    while (one_in(t, 3));
    if (!t->rules->check(t->config, s, &a, NULL) || a.kind == ACTION_RESIGN)
        return;
    MUST(a.seat < t->config->seats && rules_may_act(acting, a.seat));
    if (a.seat != seat || moves_have(&t->moves, &a))
        return;
    MUST(t->what->unlisted);
    t->unlisted = a;
    check_parse(t, s, &a);
}

static void check_moves(struct trial *t, const struct state *s, unsigned seat)
{
    struct state before = *s;
    moves_list(&t->others, t->config, s, seat, false);
    MUST(!t->moves.twice && !t->others.twice);
    MUST(moves_have_all(&t->moves, &t->others));
    for (size_t i = 0; i < LOOKS && !t->failed; i++) {
        size_t n = t->moves.count <= LOOKS ? i : rng_below(&t->rng, (uint32_t)t->moves.count);
        if (n < t->moves.count)
            check_move(t, s, &t->moves.move[n]);
        check_changed(t, s, seat);
    }
    MUST(same(s, &before));
}

// ---- what is hidden ----

static bool same_text(struct trial *t, const struct state *s1, const struct action *a1,
                      const struct state *s2, const struct action *a2, unsigned viewer)
{
    struct buf one = {0}, two = {0};
    t->rules->format(t->config, s1, a1, viewer, &one);
    t->rules->format(t->config, s2, a2, viewer, &two);
    bool equal = text_equal(buf_text(&one), buf_text(&two));
    buf_release(&one);
    buf_release(&two);
    return equal;
}

// A position that fits the seat's view is like the real one for all that the seat can tell.
static void check_guess(struct trial *t, const struct state *s, const struct state *seen,
                        unsigned seat, const struct action *next)
{
    struct state guess, view;
    unsigned acting = t->rules->to_act(t->config, s);
    t->rules->guess(t->config, seen, seat, &t->rng, &guess);
    t->rules->view(t->config, &guess, seat, &view);
    MUST(unused_are_zero(t->rules, &guess));
    MUST(t->rules->valid(t->config, &guess, NULL));
    MUST(same(seen, &view));
    MUST(t->rules->to_act(t->config, &guess) == acting);
    MUST(!next || same_text(t, s, next, &guess, next, seat));
    if (t->failed || !next || next->seat != seat)
        return;
    moves_list(&t->others, t->config, &guess, seat, true);
    MUST(moves_equal(&t->moves, &t->others));
}

static void check_views(struct trial *t, const struct state *s, const struct action *next)
{
    struct state seen, again;
    for (unsigned seat = 0; seat < t->config->seats && !t->failed; seat++) {
        t->rules->view(t->config, s, seat, &seen);
        t->rules->view(t->config, &seen, seat, &again);
        MUST(same(&seen, &again));
        check_text(t, &seen);
        MUST(unused_are_zero(t->rules, &seen));
        check_guess(t, s, &seen, seat, next);
        check_guess(t, s, &seen, seat, next);
    }
    t->rules->view(t->config, s, VIEWER_ALL, &seen);
    MUST(same(&seen, s));
    t->rules->view(t->config, s, VIEWER_PUBLIC, &seen);
    check_text(t, &seen);
}

// Two things that could happen by chance and leave a viewer with the same view are formatted in
// the same words.
static void check_chance(struct trial *t, const struct state *s)
{
    struct action one = {0}, two = {0};
    struct state after_one = *s, after_two = *s, view_one, view_two;
    t->rules->draw(t->config, s, &t->rng, &one);
    t->rules->draw(t->config, s, &t->rng, &two);
    MUST(one.seat == CHANCE && t->rules->check(t->config, s, &one, NULL));
    MUST(two.seat == CHANCE && t->rules->check(t->config, s, &two, NULL));
    check_parse(t, s, &one);
    if (t->failed)
        return;
    t->rules->apply(t->config, &after_one, &one);
    t->rules->apply(t->config, &after_two, &two);
    for (unsigned viewer = 0; viewer <= VIEWER_PUBLIC; viewer++) {
        if (viewer >= t->config->seats && viewer != VIEWER_PUBLIC)
            continue;
        t->rules->view(t->config, &after_one, viewer, &view_one);
        t->rules->view(t->config, &after_two, viewer, &view_two);
        MUST(!same(&view_one, &view_two) || same_text(t, s, &one, s, &two, viewer));
    }
}

// ---- playing ----

// Points are what the report says; what a game adds when it ends is its own affair.
static void check_points(struct trial *t, const struct state *before, const struct action *a,
                         const struct state *after)
{
    struct report report = {.placed = -1};
    struct outcome o;
    int32_t then[SEATS_MAX] = {0}, now[SEATS_MAX] = {0};
    t->rules->outcome(t->config, after, &o);
    if (o.over)
        return;
    if (a->seat != CHANCE)
        t->rules->report(t->config, before, a, &report);
    t->rules->score(t->config, before, then);
    t->rules->score(t->config, after, now);
    for (unsigned i = 0; i < t->config->seats; i++)
        MUST(now[i] - then[i] == (i == report.scorer ? report.points : 0));
}

static unsigned some_seat(struct trial *t, unsigned acting)
{
    unsigned seat;
    do
        seat = rng_below(&t->rng, t->config->seats);
    while (!(acting >> seat & 1));
    return seat;
}

// Chooses what happens next; looks at the moves closely on the way, if asked to.
static void choose(struct trial *t, const struct state *s, bool closely, struct action *a)
{
    unsigned acting = t->rules->to_act(t->config, s);
    if (acting == ACTS_CHANCE) {
        if (closely)
            check_chance(t, s);
        t->rules->draw(t->config, s, &t->rng, a);
        return;
    }
    unsigned seat = some_seat(t, acting | acting / ACTS_MAY(0));
    t->unlisted = (struct action){0};
    moves_list(&t->moves, t->config, s, seat, closely);
    MUST(t->moves.count > 0);
    if (closely && !t->failed)
        check_moves(t, s, seat);
    if (t->failed)
        return;
    *a = t->moves.move[rng_below(&t->rng, (uint32_t)t->moves.count)].action;
    if (t->unlisted.kind && one_in(t, 3))
        *a = t->unlisted;
    struct action resign = {.kind = ACTION_RESIGN, .seat = (uint8_t)seat};
    if (one_in(t, RESIGNS) && t->rules->check(t->config, s, &resign, NULL)) {
        check_parse(t, s, &resign);
        *a = resign;
    }
}

static void step(struct trial *t)
{
    struct state before = t->record.state, after = before;
    bool closely = one_in(t, t->what->thin);
    struct action a = {0};
    struct reason why = {0};
    MUST(unused_are_zero(t->rules, &before));
    MUST(t->rules->valid(t->config, &before, NULL));
    check_outcome(t, &before);
    choose(t, &before, closely, &a);
    if (closely && !t->failed) {
        check_text(t, &before);
        check_views(t, &before, &a);
    }
    if (t->failed)
        return;
    bool added = record_add(&t->record, &a, &why);
    if (!added)
        tell_reason(&why);
    MUST(added);
    if (t->failed)
        return;
    t->rules->apply(t->config, &after, &a);
    check_points(t, &before, &a, &after);
    MUST(t->record.seeded || same(&after, &t->record.state));
    if (one_in(t, RECORDS))
        check_record(t);
}

// Nothing can be done any more.
static void check_end(struct trial *t)
{
    const struct record *r = &t->record;
    check_outcome(t, &r->state);
    check_text(t, &r->state);
    check_views(t, &r->state, NULL);
    for (size_t i = 0; i < r->actions; i++)
        MUST(!t->rules->check(t->config, &r->state, &r->action[i], NULL));
    for (unsigned seat = 0; seat < t->config->seats; seat++)
        for (unsigned kind = ACTION_RESIGN; kind <= ACTION_PASS; kind++) {
            struct action a = {.kind = (uint8_t)kind, .seat = (uint8_t)seat};
            MUST(!t->rules->check(t->config, &r->state, &a, NULL));
        }
    check_replay(t);
    check_record(t);
}

// Every other game has its chance events from a seed.
static void play(struct trial *t)
{
    char hex[17];
    struct reason why = {0};
    snprintf(hex, sizeof hex, "%" PRIx64, t->seed);
    t->rng = rng_of(t->seed);
    bool begun = record_begin(&t->record, t->config, t->seed % 2 ? hex : NULL, &why);
    if (!begun)
        tell_reason(&why);
    MUST(begun);
    while (!t->failed && t->rules->to_act(t->config, &t->record.state)) {
        MUST(t->record.actions < BOUND);
        if (!t->failed)
            step(t);
    }
    if (!t->failed)
        check_end(t);
    record_release(&t->record);
}

void conformance_run_all(const struct conformance *what)
{
    struct trial t = {.what = what, .config = what->config, .rules = what->config->rules};
    for (unsigned i = 0; i < what->games && !t.failed; i++) {
        t.seed = what->first_seed + i;
        play(&t);
    }
    moves_release(&t.moves);
    moves_release(&t.others);
}

void conformance_run(const struct config *config, unsigned games, uint64_t first_seed)
{
    conformance_run_all(
        &(struct conformance){.config = config, .games = games, .first_seed = first_seed});
}
