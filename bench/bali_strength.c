// How well the computer plays Bali: each level alone, the same deals for all, and against the plain
// player (bali_greedy.h) and the level below.
//
//     bench-bali-strength FOLDER WHAT [LANG [GAMES [FIRST [SECOND [FROM]]]]]
//
// FOLDER has the built lexicons. WHAT is `alone` or a number of seats from 2 to 4; LANG is fr;
// GAMES 1000. `alone` plays level FIRST (0 is the plain player), or all. With several seats FIRST
// (6) plays against SECOND (0), which has all other seats; every deal is played once from each
// seat. FROM (0) is the first game, for deals that nothing was chosen by. Levels think as far as
// they do by themselves, so the same numbers come out every time.
#include "bali_greedy.h"
#include "engine/engine.h"
#include "lexicon/search_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GREEDY = 0, GAMES = 1000, SEED_DEAL = 1, SEED_THINK = 2 };

struct bench {
    struct lexicon lexicon;
    struct config config;
    struct engine *engine;
    struct bali_greedy *greedy;
    unsigned from, games;
};

static void fail(const char *what)
{
    fprintf(stderr, "bench-bali-strength: %s\n", what);
    exit(1);
}

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static struct rng stream(unsigned game, uint8_t which)
{
    struct rng r;
    uint8_t seed[RNG_SEED] = {which};
    memcpy(seed + 4, &game, sizeof game);
    rng_seed(&r, seed);
    return r;
}

static struct action choose(struct bench *b, const struct state *s, unsigned seat, unsigned level,
                            struct rng *r)
{
    struct engine_options options = {.level = level};
    struct engine_result result;
    if (level == GREEDY)
        return bali_greedy_choose(b->greedy, &b->config, s, seat);
    if (!engine_best(b->engine, s, seat, &options, r, &result))
        fail("no move");
    return result.move;
}

static void make(struct bench *b, struct state *s, const struct action *a)
{
    if (!b->config.rules->check(&b->config, s, a, NULL))
        fail("illegal move");
    b->config.rules->apply(&b->config, s, a);
}

// A game from its deal to the end, with the level of each seat.
static void play(struct bench *b, unsigned game, const unsigned level[SEATS_MAX], struct state *s)
{
    const struct rules *rules = b->config.rules;
    struct rng deal = stream(game, SEED_DEAL), think = stream(game, SEED_THINK);
    rules->setup(&b->config, s);
    for (unsigned acting; (acting = rules->to_act(&b->config, s));) {
        struct action a;
        unsigned seat = (unsigned)__builtin_ctz(acting & (ACTS_SEATS | ACTS_CHANCE));
        if (acting & ACTS_CHANCE)
            rules->draw(&b->config, s, &deal, &a);
        else
            a = choose(b, s, seat, level[seat], &think);
        make(b, s, &a);
    }
}

static double interval(double sum, double squares, double n)
{
    double mean = sum / n;
    return 1.96 * sqrt((squares / n - mean * mean) / n);
}

static void play_alone(struct bench *b, unsigned level)
{
    double sum = 0, squares = 0, start = spent();
    unsigned balis = 0, moves = 0;
    for (unsigned game = b->from; game < b->from + b->games; game++) {
        struct state s;
        int32_t score[SEATS_MAX];
        play(b, game, (unsigned[SEATS_MAX]){level}, &s);
        b->config.rules->score(&b->config, &s, score);
        sum += score[0];
        squares += (double)score[0] * score[0];
        balis += bali_state(&s)->end == END_OUT;
        moves += bali_state(&s)->words;
    }
    double n = b->games;
    printf("%-6s %s %8.1f ± %4.1f   balis %5.1f %%   words %4.1f   %8.3f s a game\n",
           level ? "level" : "greedy", level ? (char[2]){(char)('0' + level), 0} : " ", sum / n,
           interval(sum, squares, n), 100 * balis / n, moves / n, (spent() - start) / n);
    fflush(stdout);
}

static void play_against(struct bench *b, unsigned first, unsigned second)
{
    double won = 0, squares = 0, margin = 0, margins = 0, start = spent();
    unsigned shared = 0, seats = b->config.seats;
    for (unsigned game = b->from; game < b->from + b->games; game++) {
        unsigned seat = game % seats, level[SEATS_MAX];
        struct state s;
        struct outcome end;
        int32_t score[SEATS_MAX], other = INT32_MIN;
        for (unsigned i = 0; i < seats; i++)
            level[i] = i == seat ? first : second;
        play(b, game / seats, level, &s);
        b->config.rules->outcome(&b->config, &s, &end);
        b->config.rules->score(&b->config, &s, score);
        for (unsigned i = 0; i < seats; i++)
            if (i != seat && score[i] > other)
                other = score[i];
        double ahead = score[seat] - other;
        margin += ahead;
        margins += ahead * ahead;
        bool mine = end.winners >> seat & 1;
        double share = mine ? 1.0 / __builtin_popcount(end.winners) : 0;
        shared += mine && share < 1;
        won += share;
        squares += share * share;
    }
    double n = b->games;
    printf(
        "%u seats, level %u : %u  games %u  won %.1f %% ± %.1f (shared %u)  margin %+.1f ± %.1f  "
        "%.2f s a game\n",
        seats, first, second, b->games, 100 * won / n, 100 * interval(won, squares, n), shared,
        margin / n, interval(margin, margins, n), (spent() - start) / n);
}

static unsigned number(int argc, char **argv, int i, unsigned otherwise)
{
    uint32_t n;
    if (i >= argc)
        return otherwise;
    if (!text_to_u32(text_of(argv[i]), &n))
        fail("not a number");
    return n;
}

static void set_up(struct bench *b, const char *folder, const char *lang, unsigned seats)
{
    struct reason why;
    char path[SEARCH_PATH_BYTES];
    if (!config_init(&b->config, TEXT("bali"), &why) ||
        !config_set_lang(&b->config, text_of(lang), &why))
        fail("no such language");
    snprintf(path, sizeof path, "%s/%s.lex", folder, b->config.lexicon_name);
    if (!lexicon_map(&b->lexicon, path, &why))
        fail("no such lexicon");
    b->config.lexicon = &b->lexicon;
    b->config.seats = seats;
    b->engine = engine_open(&b->config);
    if (!b->engine)
        fail("no memory");
    b->greedy = bali_greedy_new(&b->lexicon);
}

int main(int argc, char **argv)
{
    struct bench b = {0};
    if (argc < 3)
        fail("FOLDER WHAT [LANG [GAMES [FIRST [SECOND [FROM]]]]]");
    bool alone = strcmp(argv[2], "alone") == 0;
    unsigned seats = alone ? 1 : number(argc, argv, 2, 2);
    if (seats < 1 || seats > SEATS_MAX)
        fail("one to four seats");
    set_up(&b, argv[1], argc > 3 ? argv[3] : "fr", seats);
    b.games = number(argc, argv, 4, GAMES);
    b.from = number(argc, argv, 7, 0);
    unsigned first = number(argc, argv, 5, ENGINE_LEVELS), second = number(argc, argv, 6, GREEDY);
    if (first > ENGINE_LEVELS || second > ENGINE_LEVELS)
        fail("no such level");
    if (!alone)
        play_against(&b, first, second);
    else if (argc > 5)
        play_alone(&b, first);
    for (unsigned level = GREEDY; alone && argc <= 5 && level <= ENGINE_LEVELS; level++)
        play_alone(&b, level);
    engine_close(b.engine);
    bali_greedy_free(b.greedy);
    lexicon_close(&b.lexicon);
    return 0;
}
