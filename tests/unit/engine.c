// Code that all engines share: deadlines, workers, tables, candidate lists, instances, and the
// cache of instances.
#include "base/hash.h"
#include "engine/candidates.h"
#include "engine/deadline.h"
#include "engine/engine_cache.h"
#include "engine/hash_table.h"
#include "engine/tt.h"
#include "engine/workers.h"
#include "sample.h"
#include "test.h"
#include "toy/toy.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char *const words =
    "crown stone table an as at do ear eat era in it of oat on one or ore rat rate rot rote sea "
    "see set so ten tea toe ton tone to torn trot net note nose rose sore row own now won";

// ---- deadlines ----

// A clock that says stop after `patience` calls.
struct alarm {
    unsigned asked, patience;
};

static bool rings(void *context)
{
    struct alarm *a = context;
    return ++a->asked > a->patience;
}

static void limits_of_nodes_are_exact(void)
{
    for (uint64_t most = 1; most < 20; most++) {
        struct engine_options options = {.level = 6, .max_nodes = most};
        struct deadline d;
        deadline_init(&d, &options, 4);
        struct deadline_watch w = deadline_watch(&d, 0, deadline_nodes(&options, 7));
        while (!deadline_enter(&w))
            CHECK(w.nodes < most);
        CHECK_NUMBER(w.nodes, most);
        CHECK(w.over && !deadline_passed(&d)); // another limit may have nodes left
    }
}

// The caller's limit counts, then the clock, then the engine's own.
static void one_limit_applies(void)
{
    CHECK_NUMBER(deadline_nodes(&(struct engine_options){.max_nodes = 9, .stop = rings}, 7), 9);
    CHECK_NUMBER(deadline_nodes(&(struct engine_options){.max_nodes = 9}, 7), 9);
    CHECK_NUMBER(deadline_nodes(&(struct engine_options){.level = 6}, 7), 7);
    CHECK(deadline_nodes(&(struct engine_options){.stop = rings}, 7) == DEADLINE_NO_LIMIT);
}

static void the_clock_is_polled_at_a_stride(void)
{
    for (unsigned stride = 1; stride < 6; stride++) {
        struct alarm alarm = {.patience = 2};
        struct engine_options options = {.level = 6, .stop = rings, .context = &alarm};
        struct deadline d;
        deadline_init(&d, &options, stride);
        struct deadline_watch w = deadline_watch(&d, 0, DEADLINE_NO_LIMIT);
        while (!deadline_enter(&w))
            CHECK(w.nodes < 100);
        CHECK_NUMBER(w.nodes, 3 * stride);
        CHECK(deadline_poll(&w) && deadline_enter(&w) && deadline_passed(&d));
        CHECK_NUMBER(alarm.asked, 3); // not once more
    }
}

// A limit that is used up is not asked for the time again, and stays used up.
static void an_end_is_final(void)
{
    struct alarm alarm = {.patience = 100};
    struct engine_options options = {.level = 6, .stop = rings, .context = &alarm};
    struct deadline d;
    deadline_init(&d, &options, 1);
    struct deadline_watch w = deadline_watch(&d, 0, 5);
    CHECK(!deadline_reach(&w, 4) && deadline_reach(&w, 5) && deadline_reach(&w, 3));
    CHECK_NUMBER(alarm.asked, 2);
    CHECK(!deadline_passed(&d));
}

// Workers of one search: only the first one asks the clock.
struct team {
    struct deadline deadline;
    pthread_t caller;
    atomic_uint asked_elsewhere, left;
    unsigned asked;
};

static bool rings_for_caller(void *context)
{
    struct team *t = context;
    if (!pthread_equal(pthread_self(), t->caller))
        t->asked_elsewhere++;
    return ++t->asked > 50;
}

static void search_until_told(void *context, unsigned number)
{
    struct team *t = context;
    struct deadline_watch w = deadline_watch(&t->deadline, number, DEADLINE_NO_LIMIT);
    while (!deadline_enter(&w) && w.nodes < 20000)
        nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    t->left += w.over;
}

static void workers_share_a_deadline(void)
{
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct team t = {.caller = pthread_self()};
        struct engine_options options = {.level = 6, .stop = rings_for_caller, .context = &t};
        deadline_init(&t.deadline, &options, 2);
        workers_run(threads, search_until_told, NULL, &t);
        CHECK_NUMBER(t.asked_elsewhere, 0);
        CHECK(t.left >= 1 && t.left <= threads && deadline_passed(&t.deadline));
    }
}

// The first worker with an answer ends the search for all.
static void an_answer_ends_the_search(void)
{
    struct engine_options options = {.level = 6};
    struct deadline d;
    deadline_init(&d, &options, 4);
    struct deadline_watch one = deadline_watch(&d, 0, 100), two = deadline_watch(&d, 1, 100);
    CHECK(!deadline_enter(&one) && !deadline_enter(&two));
    deadline_pass(&d);
    CHECK(!one.over && deadline_poll(&one) && deadline_poll(&two) && one.over && two.over);
}

// ---- workers ----

// A slot for each thread's number.
struct attendance {
    atomic_uint calls[WORKERS_MAX];
};

static void attend(void *context, unsigned number)
{
    struct attendance *a = context;
    atomic_fetch_add(&a->calls[number], 1);
}

// Work that ends only when it is told to. Only the calling thread asks a clock, and its own work
// is done at once.
struct endless {
    atomic_bool stopped;
    atomic_uint asked, left, gave_up;
};

static void work_on(void *context, unsigned number)
{
    struct endless *e = context;
    if (number == 0)
        return;
    for (unsigned i = 0; i < 20000 && !atomic_load(&e->stopped); i++)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    atomic_fetch_add(atomic_load(&e->stopped) ? &e->left : &e->gave_up, 1);
}

// A clock that says stop when it is asked for the third time.
static void ask_clock(void *context)
{
    struct endless *e = context;
    if (atomic_fetch_add(&e->asked, 1) >= 2)
        atomic_store(&e->stopped, true);
}

static void workers_are_watched_to_the_end(void)
{
    for (unsigned threads = 1; threads <= 5; threads++) {
        struct endless e = {0};
        workers_run(threads, work_on, ask_clock, &e);
        CHECK_NUMBER(atomic_load(&e.gave_up), 0);
        CHECK(atomic_load(&e.left) < threads);
        CHECK(atomic_load(&e.left) == 0 || atomic_load(&e.asked) >= 3);
    }
}

static void workers_work_once_each(void)
{
    for (unsigned threads = 0; threads <= 5; threads++) {
        struct attendance a = {0};
        workers_run(threads, attend, NULL, &a);
        CHECK_NUMBER(atomic_load(&a.calls[0]), 1);
        for (unsigned i = 1; i < WORKERS_MAX; i++)
            CHECK(atomic_load(&a.calls[i]) <= (i < threads));
    }
}

// ---- tables ----

static struct tt_entry entry_of(uint64_t n)
{
    return (struct tt_entry){.key = n * UINT64_C(0x9E3779B97F4A7C15),
                             .word = n % 7 ? (uint32_t)(n * 4099 % 16777215) : TT_WORD_NONE,
                             .value = (int16_t)(n * 77),
                             .square = (uint8_t)(n % 81),
                             .letter = (uint8_t)(1 + n % 32),
                             .depth = (uint8_t)(n % 9),
                             .bound = (uint8_t)(1 + n % 3)};
}

static bool entries_equal(const struct tt_entry *x, const struct tt_entry *y)
{
    return x->key == y->key && x->word == y->word && x->value == y->value &&
           x->square == y->square && x->letter == y->letter && x->depth == y->depth &&
           x->bound == y->bound;
}

static void table_keeps_what_it_was_told(void)
{
    struct tt t = {0};
    struct tt_entry found;
    REQUIRE(tt_reset(&t, 12));
    CHECK(!tt_find(&t, 5, &found) && found.letter == 0 && found.bound == TT_NONE);
    for (uint64_t n = 1; n < 5000; n++) {
        struct tt_entry e = entry_of(n);
        tt_put(&t, &e);
        CHECK(tt_find(&t, e.key, &found) && entries_equal(&found, &e));
    }
    // A word whose number has no room: the value is kept, the move is not.
    struct tt_entry large = entry_of(8);
    large.word = 1 << 24;
    tt_put(&t, &large);
    CHECK(tt_find(&t, large.key, &found) && found.letter == 0 && found.value == large.value);
    tt_release(&t);
}

// Regardless of earlier searches, a table that has been reset answers and replaces as a
// new one does. More searches than there are eras, tables of several sizes.
static void tables_forget(void)
{
    static const unsigned sizes[] = {4, 6, 5, 4, 6, 6, 3};
    struct tt old = {0};
    for (unsigned search = 0; search < 500; search++) {
        unsigned bits = sizes[search % (sizeof sizes / sizeof *sizes)];
        struct tt new = {0};
        REQUIRE(tt_reset(&old, bits) && tt_reset(&new, bits));
        for (uint64_t n = 1; n < 200; n++) {
            struct tt_entry e = entry_of(n * n + search % 3), x, y;
            CHECK(tt_find(&old, e.key, &x) == tt_find(&new, e.key, &y) && entries_equal(&x, &y));
            tt_put(&old, &e);
            tt_put(&new, &e);
            uint64_t other = entry_of(n * 7 % 150).key;
            CHECK(tt_find(&old, other, &x) == tt_find(&new, other, &y) && entries_equal(&x, &y));
        }
        tt_release(&new);
    }
    tt_release(&old);
}

// Many threads in a table of a few slots: a found entry is whole, whichever thread wrote it.
struct crowd {
    struct tt tt;
    atomic_uint found, torn;
};

static void write_and_read(void *context, unsigned number)
{
    struct crowd *c = context;
    for (unsigned i = 0; i < 50000; i++) {
        struct tt_entry put = entry_of(1 + (i * 7 + number) % 64), found;
        struct tt_entry want = entry_of(1 + (i * 5 + number * 3) % 64);
        tt_put(&c->tt, &put);
        if (!tt_find(&c->tt, want.key, &found))
            continue;
        atomic_fetch_add(&c->found, 1);
        atomic_fetch_add(&c->torn, !entries_equal(&found, &want));
    }
}

static void threads_share_a_table(void)
{
    struct crowd c = {0};
    REQUIRE(tt_reset(&c.tt, 3));
    workers_run(4, write_and_read, NULL, &c);
    CHECK(atomic_load(&c.found) > 0);
    CHECK_NUMBER(atomic_load(&c.torn), 0);
    tt_release(&c.tt);
}

struct counted {
    uint64_t key;
    unsigned number;
};

// A table that has grown has all that was put into it, but for entries in one place.
static void hash_tables_grow(void)
{
    struct hash_table t;
    unsigned found = 0;
    REQUIRE(hash_table_init(&t, sizeof(struct counted), 4, 16));
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned i = 1; i <= 1000; i++) {
            uint64_t key = hash_mix(i);
            *(struct counted *)hash_table_put(&t, key) = (struct counted){key, i};
        }
        found = 0;
        for (unsigned i = 1; i <= 1000; i++) {
            const struct counted *c = hash_table_at(&t, hash_mix(i));
            CHECK(!c->key || hash_mix(c->number) == c->key); // or its place is empty
            found += c->number == i;
        }
        CHECK(t.bits > 10 && t.bits <= 16 && found > 700);
        hash_table_reset(&t, 4);
        CHECK(t.used == 0);
    }
    hash_table_release(&t);
}

// ---- candidates ----

struct valued {
    unsigned number;
    char ballast[90]; // larger than what is moved at a time
    double value;
};

static double value_of(const void *item)
{
    return ((const struct valued *)item)->value;
}

// By value, best first, then by number: what a list of everything would be.
static int by_value(const void *left, const void *right)
{
    const struct valued *x = left, *y = right;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static struct valued draw_valued(struct rng *r, unsigned number)
{
    struct valued v = {.number = number, .value = rng_below(r, 12)};
    memset(v.ballast, (int)number, sizeof v.ballast);
    return v;
}

static bool lists_equal(const struct valued *x, const struct valued *y, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (x[i].number != y[i].number || x[i].value != y[i].value ||
            memcmp(x[i].ballast, y[i].ballast, sizeof x[i].ballast) != 0)
            return false;
    return true;
}

static void lists_have_the_best(void)
{
    enum { SOME = 40 };
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("ca4d")));
    for (unsigned room = 0; room <= SOME + 1; room++) {
        struct valued all[SOME], best[SOME + 1];
        struct candidates c = {.item = best, .size = sizeof *best, .room = room, .value = value_of};
        for (unsigned i = 0; i < SOME; i++) {
            all[i] = draw_valued(&r, i);
            bool better = room && (c.count < room || all[i].value > best[room - 1].value);
            CHECK(candidates_takes(&c, all[i].value) == better);
            candidates_offer(&c, &all[i]);
        }
        qsort(all, SOME, sizeof *all, by_value);
        CHECK_NUMBER(c.count, room < SOME ? room : SOME);
        CHECK(lists_equal(all, best, c.count));
        // New values: numbers say what the order was.
        for (unsigned i = 0; i < c.count; i++) {
            best[i] = draw_valued(&r, i);
            all[i] = best[i];
        }
        qsort(all, c.count, sizeof *all, by_value);
        candidates_sort(&c);
        CHECK(lists_equal(all, best, c.count));
    }
}

enum { ALL = 60, ROOM = 7 };

// Offers all, and keeps each where the pool says.
static void fill_pool(struct candidate_pool *p, const struct valued all[ALL],
                      struct valued kept[ROOM])
{
    for (unsigned i = 0; i < ALL; i++) {
        if (!candidate_pool_takes(p, (float)all[i].value))
            continue;
        unsigned at = candidate_pool_put(p, (float)all[i].value);
        REQUIRE(at < p->room);
        kept[at] = all[i];
    }
}

// The values that are left are the best, and none of them has moved.
static void pools_have_the_best(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("b001")));
    for (unsigned round = 0; round < 50; round++) {
        struct valued all[ALL], kept[ROOM];
        float value[ROOM];
        struct candidate_pool p = {.value = value, .room = 1 + round % ROOM};
        for (unsigned i = 0; i < ALL; i++)
            all[i] = draw_valued(&r, i);
        fill_pool(&p, all, kept);
        qsort(all, ALL, sizeof *all, by_value);
        CHECK_NUMBER(p.count, p.room);
        for (unsigned i = 0; i < p.count; i++)
            CHECK(value[i] == (float)kept[i].value);
        qsort(kept, p.count, sizeof *kept, by_value);
        for (unsigned i = 0; i < p.count; i++)
            CHECK(kept[i].value == all[i].value);
    }
}

// ---- instances ----

static void open_sample(struct sample *g)
{
    sample_open(g, "balda", "en", words);
    sample_begin(g);
    struct reason why;
    REQUIRE(sample_try(g, CHANCE, "start STONE", NULL, &why));
}

static bool same_result(const struct engine_result *x, const struct engine_result *y)
{
    return action_equal(&x->move, &y->move) && x->points == y->points && x->margin == y->margin &&
           x->nodes == y->nodes && x->line_length == y->line_length;
}

// Passing is the one answer without an engine: legal on the seat's own turn only, and the whole
// line.
static void without_an_engine_it_passes(void)
{
    struct config c;
    struct engine_result out;
    struct engine_options options = {.level = 6};
    struct rng rng;
    REQUIRE(rng_seed_hex(&rng, TEXT("70a55")));
    toy_config(&c);
    c.lexicon = toy_lexicon("en", NULL);
    c.seats = 2;
    struct state s;
    c.rules->setup(&c, &s);
    CHECK(!engine_pass(&c, &s, 0, &out)); // chance is to act
    while (c.rules->to_act(&c, &s) & ACTS_CHANCE) {
        struct action a;
        c.rules->draw(&c, &s, &rng, &a);
        c.rules->apply(&c, &s, &a);
    }
    struct engine *e = engine_open(&c);
    REQUIRE(e);
    CHECK(!e->type);
    for (unsigned seat = 0; seat < 2; seat++) {
        bool turn = c.rules->to_act(&c, &s) >> seat & 1;
        memset(&out, 0xAA, sizeof out); // what was there before does not shine through
        CHECK(engine_pass(&c, &s, seat, &out) == turn);
        CHECK(out.move.kind == ACTION_PASS && out.move.seat == seat && out.line_length == 1);
        CHECK(action_equal(&out.line[0], &out.move));
        CHECK(out.points == 0 && out.nodes == 0 && !out.exact && !out.worth.known);
        CHECK(engine_best(e, &s, seat, &options, &rng, &out) == turn);
        CHECK(!engine_weigh(e, &s, seat, &out.move, 1, &out.worth));
    }
    engine_close(e);
    toy_close();
}

static void passes_only_where_that_is_legal(void)
{
    struct sample g;
    struct engine_result out;
    open_sample(&g);
    unsigned turn = g.c.rules->to_act(&g.c, &g.s) == 2;
    struct action pass = {.kind = ACTION_PASS, .seat = (uint8_t)turn};
    CHECK(engine_pass(&g.c, &g.s, turn, &out) == g.c.rules->check(&g.c, &g.s, &pass, NULL));
    CHECK(!engine_pass(&g.c, &g.s, !turn, &out));
    sample_close(&g);
}

// The answer is that of an instance of its own, and the instance comes back.
static void the_cache_lends_for_a_move(void)
{
    struct sample g;
    open_sample(&g);
    unsigned turn = g.c.rules->to_act(&g.c, &g.s) == 2;
    struct engine_cache *cache = engine_cache_open(1);
    REQUIRE(cache);
    struct engine *idle = engine_cache_take(cache, &g.c);
    REQUIRE(idle);
    engine_cache_give(cache, idle);
    for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
        struct engine_options options = {.level = level, .max_nodes = 200};
        struct engine_result once, lent;
        struct rng r, s;
        REQUIRE(rng_seed_hex(&r, TEXT("1e4d")) && rng_seed_hex(&s, TEXT("1e4d")));
        CHECK(engine_best_once(&g.c, &g.s, turn, &options, &r, &once));
        CHECK(engine_cache_best(cache, &g.c, &g.s, turn, &options, &s, &lent));
        CHECK(same_result(&once, &lent) && rng_next(&r) == rng_next(&s));
        CHECK(!engine_cache_best(cache, &g.c, &g.s, !turn, &options, &s, &lent));
        struct engine *same = engine_cache_take(cache, &g.c);
        CHECK(same == idle);
        engine_cache_give(cache, same);
    }
    engine_cache_close(cache);
    sample_close(&g);
}

// Draws what is due; the seat to move, or -1: the game is over.
static int deal(struct sample *g, struct rng *r)
{
    unsigned acting;
    while ((acting = g->c.rules->to_act(&g->c, &g->s)) & ACTS_CHANCE) {
        struct action a;
        g->c.rules->draw(&g->c, &g->s, r, &a);
        g->c.rules->apply(&g->c, &g->s, &a);
    }
    return acting ? __builtin_ctz(acting) : -1;
}

// A game in which the levels take turns: whatever an instance has been asked before, it answers as
// a new one does.
static void play_with(struct engine *kept, struct sample *g, unsigned game)
{
    struct rng r;
    uint8_t seed[RNG_SEED] = {(uint8_t)game, 7};
    rng_seed(&r, seed);
    g->c.rules->setup(&g->c, &g->s);
    for (unsigned moves = 0; moves < 60; moves++) {
        int seat = deal(g, &r);
        if (seat < 0)
            break;
        struct engine_options options = {.level = 1 + (moves + game) % ENGINE_LEVELS,
                                         .max_nodes = 100 + 300 * (moves % 3),
                                         .outlook = moves % 2};
        struct engine_result one, two;
        struct state view;
        struct rng same = r;
        g->c.rules->view(&g->c, &g->s, (unsigned)seat, &view);
        REQUIRE(engine_best(kept, &view, (unsigned)seat, &options, &r, &one));
        REQUIRE(engine_best_once(&g->c, &view, (unsigned)seat, &options, &same, &two));
        CHECK(same_result(&one, &two) && one.score == two.score && one.exact == two.exact);
        for (unsigned i = 0; i < one.line_length && i < two.line_length; i++)
            CHECK(action_equal(&one.line[i], &two.line[i]));
        CHECK(rng_next(&r) == rng_next(&same));
        g->c.rules->apply(&g->c, &g->s, &one.move);
    }
}

static void searches_leave_no_trace(void)
{
    static const struct {
        const char *preset;
        unsigned seats;
    } kinds[] = {{"balda", 2}, {"bukva", 2}, {"bali", 1}, {"bali", 3}, {"wordgame", 2}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct sample g;
        sample_open(&g, kinds[i].preset, "en", words);
        g.c.seats = kinds[i].seats;
        struct engine *kept = engine_open(&g.c);
        REQUIRE(kept);
        for (unsigned game = 0; game < test_share(16); game++)
            play_with(kept, &g, game);
        engine_close(kept);
        sample_close(&g);
    }
}

// The same instance comes back for an equal config; the least recently used one goes.
static void instances_are_kept(void)
{
    struct sample g;
    struct config other;
    open_sample(&g);
    other = g.c;
    REQUIRE(config_set(&other, TEXT("diagonal"), TEXT("on"), NULL));
    struct engine_cache *cache = engine_cache_open(2);
    REQUIRE(cache);
    struct engine *a = engine_cache_take(cache, &g.c), *b = engine_cache_take(cache, &g.c);
    REQUIRE(a && b && a != b);
    engine_cache_give(cache, a);
    engine_cache_give(cache, b);
    struct engine *c = engine_cache_take(cache, &other);
    REQUIRE(c && c != a && c != b);
    engine_cache_give(cache, c); // `a` is closed
    CHECK(engine_cache_take(cache, &g.c) == b);
    CHECK(engine_cache_take(cache, &other) == c);
    engine_cache_give(cache, b);
    engine_cache_give(cache, c);
    engine_cache_close(cache);
    sample_close(&g);
}

static const struct test tests[] = {
    TEST(limits_of_nodes_are_exact),
    TEST(one_limit_applies),
    TEST(the_clock_is_polled_at_a_stride),
    TEST(an_end_is_final),
    TEST(workers_share_a_deadline),
    TEST(an_answer_ends_the_search),
    TEST(workers_are_watched_to_the_end),
    TEST(workers_work_once_each),
    TEST(table_keeps_what_it_was_told),
    TEST(tables_forget),
    TEST(threads_share_a_table),
    TEST(hash_tables_grow),
    TEST(lists_have_the_best),
    TEST(pools_have_the_best),
    TEST(without_an_engine_it_passes),
    TEST(passes_only_where_that_is_legal),
    TEST(the_cache_lends_for_a_move),
    TEST(searches_leave_no_trace),
    TEST(instances_are_kept),
};
TEST_MAIN(tests)
