#include "conformance/hostile.h"
#include "conformance/host.h"

#include "base/bug.h"
#include "conformance/tamper.h"
#include "engine/engine.h"
#include "test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 6,    // that texts are taken of
    STATES = 240, // texts of positions and views
    STEPS = 6,    // that an accepted position is played on
    NODES = 6,    // of a search
    CHANGES = 12, // tries to find a move that is not listed
};

static const char *using; // what goes on, for failures

#define MUST(condition)                                                              \
    do {                                                                             \
        if (!(condition))                                                            \
            test_fail(__FILE__, __LINE__, "%s: %s", using ? using : "", #condition); \
    } while (0)

static struct rng rng_of(uint64_t seed)
{
    char hex[17];
    struct rng r;
    snprintf(hex, sizeof hex, "%" PRIx64, seed);
    BUG_UNLESS(rng_seed_hex(&r, text_of(hex)));
    return r;
}

// ---- moves ----

// One of the legal moves, each as likely as the others.
struct choice {
    struct action move;
    unsigned seen;
    struct rng *r;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct choice *c = context;
    (void)report;
    if (rng_below(c->r, ++c->seen) == 0)
        c->move = *a;
    return true;
}

// Some games let people play more than is listed, such as words to ask others about.
static void change(const struct config *c, const struct state *s, struct rng *r, struct action *a)
{
    for (unsigned i = 0; i < CHANGES && a->len; i++) {
        struct action other = *a;
        action_change(&other, rng_below(r, a->len), rng_below(r, 34));
        if (!c->rules->check(c, s, &other, NULL))
            continue;
        *a = other;
        return;
    }
}

static bool next_action(const struct config *c, const struct state *s, struct rng *r,
                        struct action *a)
{
    unsigned acting = c->rules->to_act(c, s), all = acting | acting / ACTS_MAY(0), seat;
    struct choice choice = {.r = r};
    *a = (struct action){0};
    if (!acting)
        return false;
    if (acting == ACTS_CHANCE) {
        c->rules->draw(c, s, r, a);
        return true;
    }
    do
        seat = rng_below(r, c->seats);
    while (!(all >> seat & 1));
    MUST(c->rules->legal(
        c, s, seat,
        &(struct move_sink){.take = choose, .context = &choice, .paths = rng_below(r, 2)}));
    MUST(choice.seen > 0);
    *a = choice.move;
    if (rng_below(r, 3) == 0)
        change(c, s, r, a);
    return choice.seen;
}

// ---- what an accepted state must stand ----

static void use_text(const struct config *c, const struct state *s)
{
    struct buf once = {0}, twice = {0};
    struct state back;
    c->rules->write(c, s, &once);
    bool read = c->rules->read(c, buf_text(&once), &back, NULL);
    MUST(read && memcmp(s, &back, sizeof back) == 0);
    if (read)
        c->rules->write(c, &back, &twice);
    MUST(text_equal(buf_text(&once), buf_text(&twice)));
    buf_release(&once);
    buf_release(&twice);
}

static void use_outcome(const struct config *c, const struct state *s)
{
    struct outcome o;
    int32_t score[SEATS_MAX];
    c->rules->outcome(c, s, &o);
    c->rules->score(c, s, score);
    MUST(o.over == (c->rules->to_act(c, s) == 0));
    MUST(!(o.winners >> c->seats) && o.over == (o.draw || o.winners));
    MUST((o.reason == END_NONE) == !o.over && (!o.over || end_reason_key(o.reason)));
}

static void use_also(const struct config *c, const struct state *s, const struct action *a)
{
    struct word word[ALSO_MAX];
    unsigned count = c->rules->also(c, s, a, word);
    MUST(count <= ALSO_MAX);
    for (unsigned i = 0; i < count; i++)
        MUST(word[i].len > 0 && word[i].len <= WORD_MAX);
}

static void use_action(const struct config *c, const struct state *s, const struct action *a)
{
    struct report report;
    for (unsigned viewer = 0; viewer <= VIEWER_ALL; viewer++) {
        struct buf text = {0};
        struct action back = {0};
        if (viewer < SEATS_MAX && viewer >= c->seats)
            continue;
        c->rules->format(c, s, a, viewer, &text);
        bool read = c->rules->parse(c, s, a->seat, buf_text(&text), &back, NULL);
        MUST(viewer != VIEWER_ALL || (read && action_equal(a, &back)));
        buf_release(&text);
    }
    if (a->seat == CHANCE)
        return;
    c->rules->report(c, s, a, &report);
    MUST(report.placed < (int)WORD_MAX && report.placed >= -1 && report.square_count <= WORD_MAX);
    MUST(report.scorer < c->seats && report.word.len <= WORD_MAX);
    MUST(!(report.fresh >> report.square_count));
    use_also(c, s, a);
}

static bool stop_at_once(void *context, const struct action *a, const struct report *report)
{
    unsigned *seen = context;
    (void)a;
    (void)report;
    ++*seen;
    return false;
}

// A list of moves ends where its sink says so.
static void use_list(const struct config *c, const struct state *s, unsigned seat)
{
    unsigned seen = 0;
    bool all =
        c->rules->legal(c, s, seat, &(struct move_sink){.take = stop_at_once, .context = &seen});
    MUST(seen <= 1 && all == !seen);
}

static void search(const struct config *c, const struct state *view, unsigned seat, unsigned level,
                   struct rng *r)
{
    struct engine_options options = {.level = level, .max_nodes = NODES};
    struct engine_result found;
    if (!engine_best_once(c, view, seat, &options, r, &found))
        return;
    MUST(found.line_length && found.line_length <= ENGINE_LINE);
    MUST(found.move.seat == seat && action_equal(&found.move, &found.line[0]));
    MUST(c->rules->check(c, view, &found.move, NULL));
    MUST(found.margin > -1e9 && found.margin < 1e9);
}

static void use_search(const struct config *c, const struct state *s, struct rng *r)
{
    unsigned acting = c->rules->to_act(c, s);
    for (unsigned seat = 0; seat < c->seats; seat++) {
        struct state view;
        use_list(c, s, seat);
        if (!(acting >> seat & 1))
            continue;
        c->rules->view(c, s, seat, &view);
        for (unsigned level = 1; level <= ENGINE_LEVELS; level++)
            search(c, &view, seat, level, r);
    }
}

// Plays on from a whole state.
static void play_on(const struct config *c, struct state *s, struct rng *r)
{
    struct action a;
    for (unsigned i = 0; i < STEPS && next_action(c, s, r, &a); i++) {
        bool good = c->rules->check(c, s, &a, NULL);
        MUST(good);
        if (!good)
            return;
        use_action(c, s, &a);
        c->rules->apply(c, s, &a);
        MUST(c->rules->valid(c, s, NULL));
    }
    use_text(c, s);
    use_outcome(c, s);
}

// Everybody's view is a valid state too; what is hidden in it can be guessed.
static void use_views(const struct config *c, const struct state *s, struct rng *r)
{
    for (unsigned viewer = 0; viewer <= VIEWER_ALL; viewer++) {
        struct state view, whole;
        if (viewer < SEATS_MAX && viewer >= c->seats)
            continue;
        c->rules->view(c, s, viewer, &view);
        MUST(c->rules->valid(c, &view, NULL));
        use_text(c, &view);
        c->rules->guess(c, &view, viewer < c->seats ? viewer : 0, r, &whole);
        MUST(c->rules->valid(c, &whole, NULL));
    }
}

void hostile_use(const struct config *c, const struct state *s, struct rng *r)
{
    struct state whole;
    MUST(c->rules->valid(c, s, NULL));
    use_text(c, s);
    use_outcome(c, s);
    use_views(c, s, r);
    use_search(c, s, r);
    c->rules->guess(c, s, 0, r, &whole);
    play_on(c, &whole, r);
}

// ---- texts to tamper with ----

struct texts {
    struct buf state[STATES], record[GAMES];
    unsigned states, seen, records;
};

static void keep_state(struct texts *t, const struct config *c, const struct state *s,
                       struct rng *r)
{
    unsigned at = t->seen < STATES ? t->seen : rng_below(r, t->seen + 1);
    t->seen++;
    if (at >= STATES)
        return;
    buf_clear(&t->state[at]);
    c->rules->write(c, s, &t->state[at]);
    t->states = t->seen < STATES ? t->seen : STATES;
}

static void play_game(struct texts *t, const struct config *c, struct rng *r)
{
    static struct record g;
    struct action a;
    struct reason why = {0};
    struct buf *text = &t->record[t->records++];
    if (!record_begin(&g, c, NULL, &why)) {
        test_fail(__FILE__, __LINE__, "%s cannot begin", c->preset);
        return;
    }
    while (g.actions < 300 && next_action(c, &g.state, r, &a) && record_add(&g, &a, NULL)) {
        struct state view;
        unsigned viewer = rng_below(r, VIEWER_ALL + 1);
        MUST(c->rules->valid(c, &g.state, NULL));
        c->rules->view(c, &g.state, viewer, &view);
        keep_state(t, c, &view, r);
        if (g.actions < 100 && rng_below(r, 8)) {
            buf_clear(text);
            record_write(&g, VIEWER_ALL, text);
        }
    }
    record_release(&g);
}

// ---- tampering ----

struct attack {
    const struct config *c;
    struct texts *texts;
    struct hostile_count count;
};

static void tell(const struct attack *k, uint64_t seed, struct text text)
{
    struct text row;
    test_fail(__FILE__, __LINE__, "%s, seed %" PRIu64, k->c->preset, seed);
    while (text_next_line(&text, &row))
        printf("#     %.*s\n", TEXT_ARG(row));
}

// The text is printed before anything is done with it that could end the program.
static void show(const struct attack *k, const char *what, uint64_t seed, struct text text)
{
    static char line[80];
    snprintf(line, sizeof line, "%s, seed %" PRIu64, k->c->preset, seed);
    using = line;
    if (getenv("HOSTILE_SHOW"))
        printf("# %s, seed %" PRIu64 ":\n%.*s\n", what, seed, TEXT_ARG(text)), fflush(stdout);
}

static void attack_state(struct attack *k, uint64_t seed)
{
    struct rng r = rng_of(seed);
    struct buf text = {0};
    struct state s;
    struct reason why = {0};
    const struct texts *t = k->texts;
    buf_add_text(&text, buf_text(&t->state[rng_below(&r, t->states)]));
    tamper(&text, buf_text(&t->state[rng_below(&r, t->states)]), &r);
    show(k, "position", seed, buf_text(&text));
    bool failed = test_failed();
    if (k->c->rules->read(k->c, buf_text(&text), &s, &why)) {
        k->count.positions++;
        hostile_use(k->c, &s, &r);
    } else {
        MUST(why.what);
    }
    if (!failed && test_failed())
        tell(k, seed, buf_text(&text));
    buf_release(&text);
}

static void attack_record(struct attack *k, uint64_t seed)
{
    static struct record g;
    struct rng r = rng_of(seed);
    struct buf text = {0};
    struct reason why = {0};
    struct record_host host = conformance_host(&k->c);
    const struct texts *t = k->texts;
    buf_add_text(&text, buf_text(&t->record[rng_below(&r, t->records)]));
    tamper(&text, buf_text(&t->record[rng_below(&r, t->records)]), &r);
    show(k, "record", seed, buf_text(&text));
    bool failed = test_failed();
    if (record_read(&g, buf_text(&text), &host, &why)) {
        k->count.records++;
        hostile_use(&g.config, &g.state, &r);
        record_release(&g);
    } else {
        MUST(why.what);
    }
    if (!failed && test_failed())
        tell(k, seed, buf_text(&text));
    buf_release(&text);
}

struct hostile_count hostile_run(const struct hostile *what)
{
    struct texts *t = calloc(1, sizeof *t);
    struct attack k = {.c = what->config, .texts = t};
    struct rng r = rng_of(7);
    BUG_UNLESS(t);
    for (unsigned i = 0; i < GAMES; i++)
        play_game(t, what->config, &r);
    for (unsigned i = 0; i < what->texts && !test_failed(); i++) {
        attack_state(&k, what->first_seed + i);
        if (i % 5 == 0)
            attack_record(&k, what->first_seed + i);
    }
    using = NULL;
    for (unsigned i = 0; i < STATES; i++)
        buf_release(&t->state[i]);
    for (unsigned i = 0; i < GAMES; i++)
        buf_release(&t->record[i]);
    free(t);
    return k.count;
}
