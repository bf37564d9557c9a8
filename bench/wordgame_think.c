// How the Word Game's top level uses its time.
//
//     bench-wordgame-think FOLDER PRESET LANG end|before|clock|processor POSITIONS SECONDS
//
// FOLDER has the built lexicons. Positions come from games of static players. `end`: those where
// the bag has just become empty and both racks are full; how many of them are solved within SECONDS
// of the processor's time, and how deep the others were looked at. `before`: those with one or two
// tiles in the bag that are not decided; where level 6, which has a search for that, and look-ahead
// alone, with SECONDS each, choose different moves, both are played on, once with each unseen tile
// in the bag, and it is told how much more often the search's move wins, and by how many points.
// `clock`: positions of all stages, with one thread and with two; by how much SECONDS of the clock
// on the wall were exceeded. `processor`: the same with one thread by the processor's time, which
// says on a busy machine what is the program's own doing.
#include "engine/engine.h"
#include "games/wordgame/engine/endgame_search.h"
#include "games/wordgame/engine/peg.h"
#include "games/wordgame/engine/simulate.h"
#include "wordgame_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct think {
    struct wordgame_fixture fixture;
    struct engine *engine;
    struct wordgame_model model;
    struct wordgame_static *player;
    struct rng rng;
    unsigned positions;
    double seconds, until;
    clockid_t clock; // that counts
};

static double now(const struct think *t)
{
    struct timespec at;
    clock_gettime(t->clock, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}

static bool time_is_up(void *context)
{
    const struct think *t = context;
    return now(t) >= t->until;
}

static struct engine_options options_for(struct think *t, unsigned threads, double seconds)
{
    t->until = now(t) + seconds;
    return (struct engine_options){.level = ENGINE_LEVELS,
                                   .stop = time_is_up,
                                   .context = t,
                                   .seconds = seconds,
                                   .threads = threads};
}

static struct engine_options options_of(struct think *t, unsigned threads)
{
    return options_for(t, threads, t->seconds);
}

// Plays a game until `wanted` likes a position; false: it never did.
static bool play_until(struct think *t, struct state *s,
                       bool (*wanted)(struct think *t, const struct state *s))
{
    const struct rules *rules = t->fixture.config.rules;
    rules->setup(&t->fixture.config, s);
    wordgame_static_load(t->player, wordgame_state(s));
    for (unsigned acting; (acting = rules->to_act(&t->fixture.config, s));) {
        struct wordgame_static_choice choice;
        if (acting & ACTS_CHANCE) {
            rules->draw(&t->fixture.config, s, &t->rng, &choice.action);
        } else {
            if (wanted(t, s))
                return true;
            if (!wordgame_static_choose(t->player, wordgame_state(s), &choice))
                abort();
            wordgame_static_played(t->player, &choice.action);
        }
        rules->apply(&t->fixture.config, s, &choice.action);
    }
    return false;
}

static bool is_full_end(struct think *t, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    return w->in_bag == 0 && w->in_rack[0] == t->fixture.set.rack &&
           w->in_rack[1] == t->fixture.set.rack;
}

// One turn in 24: some position of every stage, once a game.
static bool is_any(struct think *t, const struct state *s)
{
    (void)s;
    return rng_below(&t->rng, 24) == 0;
}

static void bench_ends(struct think *t)
{
    unsigned solved = 0;
    double took = 0, depth = 0, nodes = 0, worst = 0;
    for (unsigned i = 0; i < t->positions;) {
        struct state s;
        struct wordgame_position at;
        struct wordgame_endgame_found found;
        if (!play_until(t, &s, is_full_end))
            continue;
        wordgame_position_init(&at, wordgame_instance(t->engine), &s, wordgame_state(&s)->turn);
        struct engine_options options = options_of(t, 1);
        if (!wordgame_endgame(&at, &options, &found))
            abort();
        solved += found.exact;
        double time = now(t) - (t->until - t->seconds);
        worst = time > worst ? time : worst;
        took += found.exact ? time : 0;
        depth += found.exact ? 0 : found.depth;
        nodes += (double)found.nodes;
        i++;
    }
    unsigned open = t->positions - solved;
    printf("%s %s, full racks and an empty bag, %.2f s: %u of %u solved, in %.3f s on average",
           t->fixture.config.preset, t->fixture.config.lang, t->seconds, solved, t->positions,
           solved ? took / solved : 0);
    printf("; the others %.1f moves deep; %.0f positions looked at for each; %.3f s at worst\n",
           open ? depth / open : 0, nodes / t->positions, worst);
}

static bool is_before_end(struct think *t, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    const int undecided = 30; // points
    (void)t;
    return w->in_bag > 0 && w->in_bag <= WORDGAME_PEG_BAG &&
           abs(w->score[0] - w->score[1]) <= undecided;
}

// The move of the seat to move, as level 6 plays it, with the search for the last moves, or by
// look-ahead alone.
static struct action think_before(struct think *t, const struct state *s, bool search)
{
    unsigned seat = wordgame_state(s)->turn;
    struct wordgame_position at;
    struct engine_result found;
    struct wordgame_simulated simulated;
    struct engine_options options = options_of(t, 1);
    if (search) {
        if (!engine_best(t->engine, s, seat, &options, &t->rng, &found))
            abort();
        return found.move;
    }
    wordgame_position_init(&at, wordgame_instance(t->engine), s, seat);
    if (!wordgame_simulate(&at, &options, &t->rng, &simulated))
        abort();
    return simulated.best.action;
}

// How a game ends for a seat once nothing is hidden, by the search for that. A quarter of the time
// is enough to compare by: most of the time goes here.
static int end_of(struct think *t, const struct state *s, unsigned seat)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_position at;
    struct wordgame_endgame_found end;
    int margin = w->score[seat] - w->score[1 - seat];
    if (w->end)
        return margin;
    wordgame_position_init(&at, wordgame_instance(t->engine), s, w->turn);
    struct engine_options options = options_for(t, 1, t->seconds / 4);
    if (!wordgame_endgame(&at, &options, &end))
        abort();
    return w->turn == seat ? margin + end.gain : margin - end.gain;
}

// Plays a move, and then, as long as there are tiles in the bag, both by look-ahead. Returns by how
// much the seat that made it wins.
static int play_on(struct think *t, struct state s, struct action a, struct rng luck)
{
    const struct rules *rules = t->fixture.config.rules;
    const struct wordgame_state *w = wordgame_state(&s);
    unsigned seat = w->turn;
    rules->apply(&t->fixture.config, &s, &a);
    for (unsigned acting; (acting = rules->to_act(&t->fixture.config, &s));
         rules->apply(&t->fixture.config, &s, &a)) {
        if (acting & ACTS_CHANCE)
            rules->draw(&t->fixture.config, &s, &luck, &a);
        else if (w->in_bag == 0)
            break;
        else
            a = think_before(t, &s, false);
    }
    return end_of(t, &s, seat);
}

// The mean of some numbers, and half of its 95 % interval.
struct mean {
    double sum, squares, count;
};

static void mean_add(struct mean *m, double x)
{
    m->sum += x;
    m->squares += x * x;
    m->count++;
}

static double mean_of(const struct mean *m)
{
    return m->sum / m->count;
}

static double mean_error(const struct mean *m)
{
    return 1.96 * sqrt((m->squares / m->count - mean_of(m) * mean_of(m)) / m->count);
}

static double share(int margin)
{
    return margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
}

// A guess in which the unseen tile with that number is in the bag: so each of them is once.
static void guess_with(struct think *t, const struct state *s, unsigned number, struct state *out)
{
    struct wordgame_state *w = wordgame_state_of(out);
    unsigned seat = wordgame_state(s)->turn, kind = 0;
    uint8_t unseen[TILE_KINDS];
    struct state view;
    t->fixture.config.rules->view(&t->fixture.config, s, seat, &view);
    t->fixture.config.rules->guess(&t->fixture.config, &view, seat, &t->rng, out);
    wordgame_unseen(w, seat, unseen);
    while (number >= unseen[kind])
        number -= unseen[kind++];
    if (w->bag[kind])
        return;
    unsigned away = 0; // some tile of the bag that goes to the other for it
    while (!w->bag[away])
        away++;
    w->bag[away]--;
    w->rack[1 - seat][away]++;
    w->rack[1 - seat][kind]--;
    w->bag[kind]++;
}

// Two different moves in a position, with the same guesses of what is hidden, and the same luck.
static void compare(struct think *t, const struct state *s, const struct action move[2],
                    struct mean *won, struct mean *points)
{
    uint8_t unseen[TILE_KINDS];
    unsigned guesses = wordgame_unseen(wordgame_state(s), wordgame_state(s)->turn, unseen);
    double more_won = 0, more_points = 0;
    for (unsigned i = 0; i < guesses; i++) {
        struct state guess;
        guess_with(t, s, i, &guess);
        struct rng luck = t->rng;
        int one = play_on(t, guess, move[0], luck), two = play_on(t, guess, move[1], luck);
        more_won += share(one) - share(two);
        more_points += one - two;
    }
    mean_add(won, more_won / guesses);
    mean_add(points, more_points / guesses);
}

static void tell_before(const struct think *t, const struct mean *won, const struct mean *points,
                        unsigned differ)
{
    printf("%s %s, one or two tiles in the bag, %.2f s: %.0f positions, in %u of them search and "
           "look-ahead differ; search wins %.2f %% +- %.2f more games, %.2f +- %.2f more points\n",
           t->fixture.config.preset, t->fixture.config.lang, t->seconds, won->count, differ,
           100 * mean_of(won), 100 * mean_error(won), mean_of(points), mean_error(points));
    fflush(stdout);
}

static void bench_before(struct think *t)
{
    struct mean won = {0}, points = {0};
    unsigned differ = 0;
    for (unsigned i = 0; i < t->positions;) {
        struct state s;
        if (!play_until(t, &s, is_before_end))
            continue;
        struct action move[2] = {think_before(t, &s, true), think_before(t, &s, false)};
        if (action_equal(&move[0], &move[1])) {
            mean_add(&won, 0);
            mean_add(&points, 0);
        } else {
            compare(t, &s, move, &won, &points);
            differ++;
        }
        if (++i % 20 == 0 || i == t->positions)
            tell_before(t, &won, &points, differ);
    }
}

static void bench_clock(struct think *t, unsigned threads)
{
    double worst = 0, sum = 0;
    unsigned late = 0;
    for (unsigned i = 0; i < t->positions;) {
        struct state s, view;
        struct engine_result result;
        if (!play_until(t, &s, is_any))
            continue;
        unsigned seat = wordgame_state(&s)->turn;
        t->fixture.config.rules->view(&t->fixture.config, &s, seat, &view);
        struct engine_options options = options_of(t, threads);
        if (!engine_best(t->engine, &view, seat, &options, &t->rng, &result))
            abort();
        double took = now(t) - (t->until - t->seconds);
        late += took > 1.1 * t->seconds;
        worst = took > worst ? took : worst;
        sum += took;
        i++;
    }
    printf("%s %s, %.2f s of %s a move, %u thread%s: %.3f s on average, %.3f s at worst, %u of %u "
           "more "
           "than 10 %% late\n",
           t->fixture.config.preset, t->fixture.config.lang, t->seconds,
           t->clock == CLOCK_MONOTONIC ? "the clock" : "the processor", threads,
           threads == 1 ? "" : "s", sum / t->positions, worst, late, t->positions);
}

static bool begin(struct think *t, char *const *argv, struct reason *why)
{
    if (!wordgame_fixture_open(&t->fixture, argv[1], argv[2], argv[3], why))
        return false;
    t->player = malloc(sizeof *t->player);
    t->engine = engine_open(&t->fixture.config);
    return t->player && t->engine && rng_seed_hex(&t->rng, TEXT("e4d")) &&
           wordgame_model_load(&t->model, &t->fixture.config) &&
           wordgame_static_init(t->player, &t->fixture.set, &t->fixture.lexicon.graph,
                                &t->fixture.map, &t->model.leave, 0);
}

int main(int argc, char **argv)
{
    static struct think think;
    struct think *t = &think;
    struct reason why = {0};
    const char *mode = argc == 7 ? argv[4] : "";
    bool ends = strcmp(mode, "end") == 0, by_clock = strcmp(mode, "clock") == 0;
    bool before = strcmp(mode, "before") == 0;
    if (ends || before || by_clock || strcmp(mode, "processor") == 0) {
        t->positions = (unsigned)strtoul(argv[5], NULL, 10);
        t->seconds = strtod(argv[6], NULL);
    }
    if (!t->positions || !(t->seconds > 0) || !begin(t, argv, &why)) {
        fprintf(stderr,
                "bench-wordgame-think FOLDER PRESET LANG end|before|clock|processor POSITIONS "
                "SECONDS\n");
        return 2;
    }
    t->clock = by_clock ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    for (unsigned threads = 1; !ends && !before && threads <= (by_clock ? 2 : 1); threads++)
        bench_clock(t, threads);
    if (ends)
        bench_ends(t);
    if (before)
        bench_before(t);
    engine_close(t->engine);
    wordgame_static_release(t->player);
    free(t->player);
    wordgame_wordmap_release(&t->fixture.map);
    lexicon_close(&t->fixture.lexicon);
    return 0;
}
