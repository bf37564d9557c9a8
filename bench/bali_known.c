// What a seat alone could reach in Bali if it knew the order of the deck: a beam search that
// cheats, to see how much of that the computer, which only guesses, makes of the same pack.
//
//     bench-bali-known FOLDER [LANG [GAMES [WIDTH [MOVES]]]]
//
// FOLDER has the built lexicons; LANG is fr, GAMES 20. Of all positions with the same number of
// cards in the deck the best WIDTH (60) are kept, and of each the MOVES (16) that promise most are
// tried. It is no bound: a wider beam finds more.
#include "lexicon/shelf.h"
#include "search/bali_plan.h"
#include "search/bali_worth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVES_MAX = 64, WIDTH_MAX = 20000 };

struct node {
    struct bali_position p;
    float worth;
};

struct layer {
    struct node *node;
    unsigned count, least; // which of them is worth least, once there are as many as are kept
};

struct beam {
    struct lexicon lexicon;
    struct config config;
    struct bali_hopes hopes;
    unsigned games, width, moves;
    struct layer layer[BALI_PACK + 1]; // by the cards in the deck
    int best;
    bool bali;
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
static void deal(struct beam *b, unsigned game, struct state *s, struct bali_position *p)
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
    bali_position_guess(p, &r);
}

static void end_with(struct beam *b, int total, bool bali)
{
    if (total <= b->best)
        return;
    b->best = total;
    b->bali = bali;
}

// The same cards in another order of places are worth the same to the last bit, or nearly so.
static bool has(const struct layer *l, float worth)
{
    for (unsigned i = 0; i < l->count; i++)
        if (fabsf(l->node[i].worth - worth) < 1e-3F)
            return true;
    return false;
}

static void keep(struct beam *b, const struct bali_position *p)
{
    struct layer *l = &b->layer[p->in_deck];
    float worth[SEATS_MAX];
    bali_worth(p, &b->hopes, &bali_alone, worth);
    if ((l->count == b->width && worth[0] <= l->node[l->least].worth) || has(l, worth[0]))
        return;
    unsigned at = l->count < b->width ? l->count++ : l->least;
    l->node[at] = (struct node){*p, worth[0]};
    for (unsigned i = l->least = 0; i < l->count; i++)
        if (l->node[i].worth < l->node[l->least].worth)
            l->least = i;
}

static void expand(struct beam *b, const struct bali_position *p)
{
    struct bali_choice choice[MOVES_MAX];
    unsigned count = bali_choices(p, &b->hopes, &bali_alone, choice, b->moves);
    end_with(b, p->score[0], false);
    for (unsigned i = 0; i < count; i++) {
        struct bali_position next = *p;
        struct bali_plan plan;
        bali_position_make(&next, &choice[i].step);
        if (next.in_deck) {
            keep(b, &next);
            continue;
        }
        bali_plan_end(&next, &b->hopes, &plan);
        end_with(b, plan.total, plan.bali);
    }
}

static void play(struct beam *b, unsigned game)
{
    struct state s;
    struct bali_position p;
    deal(b, game, &s, &p);
    for (unsigned i = 0; i <= BALI_PACK; i++)
        b->layer[i].count = 0;
    b->best = -1;
    b->bali = false;
    keep(b, &p);
    for (unsigned cards = p.in_deck; cards > 0; cards--)
        for (unsigned i = 0; i < b->layer[cards].count; i++)
            expand(b, &b->layer[cards].node[i].p);
}

static void play_all(struct beam *b)
{
    double sum = 0, squares = 0, start = spent(), n = b->games;
    unsigned balis = 0;
    for (unsigned game = 0; game < b->games; game++) {
        play(b, game);
        sum += b->best;
        squares += (double)b->best * b->best;
        balis += b->bali;
    }
    printf("known deck, width %u: %u deals  mean %.1f ± %.1f  balis %.0f %%  %.2f s a game\n",
           b->width, b->games, sum / n, 1.96 * sqrt((squares / n - sum / n * (sum / n)) / n),
           100 * balis / n, (spent() - start) / n);
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

static void set_up(struct beam *b, const char *folder, const char *lang)
{
    char path[SHELF_PATH];
    if (!config_init(&b->config, TEXT("bali"), NULL) ||
        !config_set_lang(&b->config, text_of(lang), NULL))
        fail("no such language");
    snprintf(path, sizeof path, "%s/%s.lex", folder, b->config.lexicon_name);
    if (!lexicon_map(&b->lexicon, path, NULL))
        fail("no such lexicon");
    b->config.lexicon = &b->lexicon;
    b->config.seats = 1;
    if (!bali_hopes_init(&b->hopes, &b->lexicon, config_value(&b->config, "min_word"),
                         &(struct bali_mind){0}))
        fail("no memory");
    for (unsigned i = 0; i <= BALI_PACK; i++)
        if (!(b->layer[i].node = malloc(b->width * sizeof *b->layer[i].node)))
            fail("no memory");
}

int main(int argc, char **argv)
{
    static struct beam b;
    if (argc < 2)
        fail("FOLDER [LANG [GAMES [WIDTH [MOVES]]]]");
    b.games = number(argc, argv, 3, 20, UINT16_MAX);
    b.width = number(argc, argv, 4, 60, WIDTH_MAX);
    b.moves = number(argc, argv, 5, 16, MOVES_MAX);
    set_up(&b, argv[1], argc > 2 ? argv[2] : "fr");
    play_all(&b);
    for (unsigned i = 0; i <= BALI_PACK; i++)
        free(b.layer[i].node);
    bali_hopes_release(&b.hopes);
    lexicon_close(&b.lexicon);
    return 0;
}
