// The score that a seat alone could reach in Bali if it knew the order of the deck: a beam search
// that cheats, to see how much of that the computer, which only guesses, makes of the same pack.
//
//     bench-bali-known FOLDER [LANG [GAMES [WIDTH [MOVES]]]]
//
// FOLDER has the built lexicons; LANG is fr, GAMES 20. Of all positions with the same number of
// cards in the deck the best WIDTH (60) are kept, and of each the MOVES (16) that promise most are
// tried. It is no bound: a wider beam finds more.
#include "games/bali/engine/beam.h"
#include "lexicon/search_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WIDTH_MAX = 20000 };

struct bench {
    struct lexicon lexicon;
    struct config config;
    struct bali_completions completions;
    struct bali_beam beam;
    struct deadline deadline; // never passes
    struct deadline_watch watch;
    unsigned games;
};

static void fail(const char *what)
{
    fprintf(stderr, "bench-bali-known: %s\n", what);
    exit(1);
}

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

// The first rows are those of bench-bali-strength; the deck's order is drawn at once.
static void deal(struct bench *b, unsigned game, struct state *s, struct bali_position *p)
{
    const struct rules *rules = b->config.rules;
    struct rng r;
    uint8_t seed[RNG_SEED] = {1};
    memcpy(seed + 4, &game, sizeof game);
    rng_seed(&r, seed);
    rules->setup(&b->config, s);
    while (rules->to_act(&b->config, s) & ACTS_CHANCE) {
        struct action a;
        rules->draw(&b->config, s, &r, &a);
        rules->apply(&b->config, s, &a);
    }
    bali_position_init(p, &b->config, bali_state(s));
    bali_position_determinize(p, &r);
}

static void play_all(struct bench *b)
{
    double sum = 0, squares = 0, start = spent(), n = b->games;
    unsigned balis = 0;
    for (unsigned game = 0; game < b->games; game++) {
        struct state s;
        struct bali_position p;
        struct bali_beam_end end;
        deal(b, game, &s, &p);
        bali_beam_run(&b->beam, &p, BALI_PACK, &end);
        sum += (double)end.total;
        squares += (double)end.total * (double)end.total;
        balis += end.bali;
    }
    printf("known deck, width %u: %u deals  mean %.1f ± %.1f  balis %.0f %%  %.2f s a game\n",
           b->beam.how.width, b->games, sum / n,
           1.96 * sqrt((squares / n - sum / n * (sum / n)) / n), 100 * balis / n,
           (spent() - start) / n);
}

static unsigned number(int argc, char **argv, int i, unsigned otherwise, unsigned most)
{
    uint32_t n = otherwise;
    if (i < argc && !text_to_u32(text_of(argv[i]), &n))
        fail("not a number");
    if (n < 1 || n > most)
        fail("too many, or none");
    return n;
}

static void set_up(struct bench *b, const char *folder, const char *lang)
{
    char path[SEARCH_PATH_BYTES];
    if (!config_init(&b->config, TEXT("bali"), NULL) ||
        !config_set_lang(&b->config, text_of(lang), NULL))
        fail("no such language");
    snprintf(path, sizeof path, "%s/%s.lex", folder, b->config.lexicon_name);
    if (!lexicon_map(&b->lexicon, path, NULL))
        fail("no such lexicon");
    b->config.lexicon = &b->lexicon;
    b->config.seats = 1;
    struct state s;
    b->config.rules->setup(&b->config, &s);
    if (!bali_completions_open(&b->completions, &b->config, bali_state(&s), &(struct humanlike){0}))
        fail("no memory");
    b->beam.how.completions = &b->completions;
    b->beam.how.weights = &bali_weights_alone;
    deadline_init(&b->deadline, &(struct engine_options){.level = ENGINE_LEVELS}, 1);
    b->watch = deadline_watch(&b->deadline, 0, DEADLINE_NO_LIMIT);
    b->beam.how.watch = &b->watch;
    if (!bali_beam_reserve(&b->beam))
        fail("no memory");
}

int main(int argc, char **argv)
{
    static struct bench b;
    if (argc < 2)
        fail("FOLDER [LANG [GAMES [WIDTH [MOVES]]]]");
    b.games = number(argc, argv, 3, 20, UINT16_MAX);
    b.beam.how.width = number(argc, argv, 4, 60, WIDTH_MAX);
    b.beam.how.moves = number(argc, argv, 5, 16, BEAM_MOVES);
    set_up(&b, argv[1], argc > 2 ? argv[2] : "fr");
    play_all(&b);
    bali_beam_release(&b.beam);
    bali_completions_release(&b.completions);
    lexicon_close(&b.lexicon);
    return 0;
}
