// How fast the joins of Bali are found: positions of random games, solitaire (7 columns) and four
// seats (16 columns), one thread. The baseline, in the same run on the same positions, is the
// obvious way: set each column below those that are there and look the whole run up.
//
//     ninja -C build/obj bench/bench-bali && build/obj/bench/bench-bali build/lexicons fr
#include "games/bali/moves.h"
#include "lexicon/search_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POSITIONS = 400, ROUNDS = 5 };

struct sample {
    struct bali_state state[POSITIONS];
    unsigned count;
};

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

// ---- the obvious way ----

struct plain {
    const struct graph *graph;
    const struct bali_part *part;
    unsigned count;
    uint32_t own;
    struct word run;
    uint64_t found;
};

static void set_below(struct plain *p, uint32_t used, unsigned columns);

static void set_part(struct plain *p, unsigned i, unsigned letter, uint32_t used, unsigned columns)
{
    const struct bali_part *part = &p->part[i];
    if (p->run.len + part->len > WORD_MAX)
        return;
    memcpy(p->run.letter + p->run.len, part->letter, part->len);
    if (letter)
        p->run.letter[p->run.len] = (uint8_t)letter;
    p->run.len = (uint8_t)(p->run.len + part->len);
    used |= UINT32_C(1) << i;
    if (graph_has_run(p->graph, &p->run)) {
        p->found += columns > 0 && used & p->own;
        set_below(p, used, columns + 1);
    }
    p->run.len = (uint8_t)(p->run.len - part->len);
}

static void set_below(struct plain *p, uint32_t used, unsigned columns)
{
    for (unsigned i = 0; i < p->count; i++) {
        if (used >> i & 1)
            continue;
        if (!p->part[i].open)
            set_part(p, i, 0, used, columns);
        for (uint32_t left = p->part[i].open; left; left &= left - 1)
            set_part(p, i, (unsigned)__builtin_ctz(left) + 1, used, columns);
    }
}

// ---- measuring ----

static bool count_join(void *context, const struct bali_join *join)
{
    uint64_t *found = context;
    *found += join->count > 1;
    return true;
}

static uint64_t count_plain(const struct graph *g, const struct bali_part *part, unsigned count,
                            uint32_t own)
{
    struct plain p = {.graph = g, .part = part, .count = count, .own = own};
    set_below(&p, 0, 0);
    return p.found;
}

static uint64_t count_joins(const struct graph *g, const struct bali_part *part, unsigned count,
                            uint32_t own)
{
    uint64_t found = 0;
    bali_joins(g, part, count, own, count_join, &found);
    return found;
}

typedef uint64_t count_fn(const struct graph *g, const struct bali_part *part, unsigned count,
                          uint32_t own);

struct figures {
    double mean_ms, most_ms;
    uint64_t found;
};

static struct figures measure(const struct sample *s, const struct graph *g, count_fn *count)
{
    struct figures f = {0};
    for (unsigned i = 0; i < s->count; i++) {
        struct bali_part part[BALI_PARTS];
        uint8_t place[BALI_PARTS];
        uint32_t own;
        const struct bali_state *b = &s->state[i];
        unsigned parts = bali_parts(b, b->turn, part, place, &own);
        double best = 1e9;
        for (unsigned round = 0; round < ROUNDS; round++) {
            double start = now_ms();
            uint64_t found = count(g, part, parts, own);
            double took = now_ms() - start;
            best = took < best ? took : best;
            f.found += round ? 0 : found;
        }
        f.mean_ms += best / s->count;
        f.most_ms = best > f.most_ms ? best : f.most_ms;
    }
    return f;
}

// ---- positions ----

struct drawn_move {
    struct rng *r;
    unsigned seen;
    struct action move;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct drawn_move *c = context;
    (void)report;
    // Columns grow in steps, and words are taken when they are there.
    if (a->kind == BALI_DONE || (a->kind == BALI_JOIN && a->len > 6))
        return true;
    if (rng_below(c->r, ++c->seen) == 0 || a->kind == BALI_TAKE)
        c->move = *a;
    return a->kind != BALI_TAKE;
}

static bool step(const struct config *c, struct state *s, struct rng *r)
{
    struct drawn_move drawn = {.r = r, .move = {.kind = BALI_DONE}};
    if (c->rules->to_act(c, s) == ACTS_CHANCE)
        c->rules->draw(c, s, r, &drawn.move);
    else
        c->rules->legal(c, s, bali_state(s)->turn,
                        &(struct move_sink){.take = choose, .context = &drawn, .paths = true});
    if (drawn.move.kind == BALI_DONE)
        return false;
    c->rules->apply(c, s, &drawn.move);
    return c->rules->to_act(c, s) != 0;
}

// Positions with a full table, such as a seat has before it most of the time.
static void gather(struct sample *sample, const struct config *c)
{
    struct rng r;
    struct state s;
    if (!rng_seed_hex(&r, TEXT("ba11be")))
        return;
    for (sample->count = 0; sample->count < POSITIONS;) {
        c->rules->setup(c, &s);
        do {
            const struct bali_state *b = bali_state(&s);
            if (b->started && b->in_deck && sample->count < POSITIONS &&
                c->rules->to_act(c, &s) != ACTS_CHANCE)
                sample->state[sample->count++] = *b;
        } while (step(c, &s, &r));
    }
}

static void report(struct config *c, unsigned seats)
{
    struct sample *s = calloc(1, sizeof *s);
    if (!s)
        return;
    c->seats = seats;
    gather(s, c);
    struct figures fast = measure(s, &c->lexicon->graph, count_joins);
    struct figures plain = measure(s, &c->lexicon->graph, count_plain);
    printf("%u seats, %u columns: %.4f ms a position, %.3f at most; %.0f joins a position; "
           "baseline %.4f ms, %.1f times as long%s\n",
           seats, seats * s->state[0].set.row, fast.mean_ms, fast.most_ms,
           (double)fast.found / s->count, plain.mean_ms, plain.mean_ms / fast.mean_ms,
           fast.found == plain.found ? "" : " AND OTHER JOINS");
    free(s);
}

int main(int argc, char **argv)
{
    struct search_path search_path;
    struct lexicon lexicon;
    struct config c;
    if (argc != 3) {
        fprintf(stderr, "usage: bench-bali LEXICONS LANG\n");
        return 2;
    }
    search_path_init(&search_path, argv[1]);
    if (!config_init(&c, TEXT("bali"), NULL) || !config_set_lang(&c, text_of(argv[2]), NULL) ||
        !search_path_open(&search_path, c.lexicon_name, &lexicon, NULL)) {
        fprintf(stderr, "bench-bali: there is no such lexicon\n");
        return 1;
    }
    c.lexicon = &lexicon;
    report(&c, 1);
    report(&c, 4);
    lexicon_close(&lexicon);
    return 0;
}
