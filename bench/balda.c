// Balda's figures, all of one run: how fast moves are found, how fast the end of a game is solved,
// how long each level thinks, and how strong it is against the one below.
//
//     bench-balda FOLDER [GAMES [MILLISECONDS [THREADS]]]
//
// FOLDER has the built lexicons. GAMES (1000) are played between fast levels, a tenth of that where
// the top level plays, which thinks MILLISECONDS (100) a move. Every start word is played twice,
// with the seats swapped. With THREADS (1) the top level also plays against itself, that many
// threads against one; that means something only where nothing else runs on the machine.
#include "balda_baseline.h"
#include "engine/engine.h"
#include "games/balda/moves.h"
#include "games/balda/state.h"
#include "lexicon/search_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The options of the command line.
struct how {
    unsigned games, threads;
    double seconds;
};

enum { POSITIONS = 60, ROUNDS = 5, GREEDY = 0 };

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

// For what work costs: time in which the machine did something else does not count.
static double spent(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static bool time_is_up(void *context)
{
    return now() >= *(double *)context;
}

// A player: a level, or GREEDY: the longest word, at random among equals.
struct player {
    unsigned level;
    double seconds; // a move; 0: as the level does by itself
    unsigned threads;
};

struct longest {
    struct rng *r;
    struct action move;
    int32_t points;
    unsigned count;
};

static bool take_longest(void *context, const struct action *move, const struct report *report)
{
    struct longest *l = context;
    if (report->points > l->points || l->count == 0) {
        l->points = report->points;
        l->count = 0;
    }
    if (report->points == l->points && rng_below(l->r, ++l->count) == 0)
        l->move = *move;
    return true;
}

static struct action choose(const struct config *c, const struct state *s, unsigned seat,
                            const struct player *p, struct rng *r)
{
    struct longest longest = {.r = r};
    struct engine_result result;
    double end = now() + p->seconds;
    struct engine_options options = {.level = p->level, .context = &end, .threads = p->threads};
    if (p->level == GREEDY) {
        c->rules->legal(c, s, seat, &(struct move_sink){.take = take_longest, .context = &longest});
        return longest.move;
    }
    if (p->seconds > 0)
        options.stop = time_is_up;
    if (!engine_best_once(c, s, seat, &options, r, &result))
        fprintf(stderr, "no move\n"), exit(1);
    return result.move;
}

static void make_move(const struct config *c, struct state *s, const struct action *a)
{
    struct reason why;
    struct buf text = {0};
    if (!c->rules->check(c, s, a, &why)) {
        reason_word(&why, LANGUAGE_EN, &text);
        fprintf(stderr, "illegal move: %.*s\n", TEXT_ARG(buf_text(&text)));
        exit(1);
    }
    c->rules->apply(c, s, a);
}

static void begin(const struct config *c, struct state *s, struct rng *r)
{
    struct action start;
    c->rules->setup(c, s);
    c->rules->draw(c, s, r, &start);
    c->rules->apply(c, s, &start);
}

struct tally {
    unsigned wins, draws, losses, first_wins, games;
    double margin;
};

static void play(const struct config *c, const struct state *start, const struct player *player[2],
                 unsigned seat_of_first, struct rng *r, struct tally *t)
{
    struct state s = *start;
    struct outcome end;
    int32_t score[SEATS_MAX];
    for (unsigned acting; (acting = c->rules->to_act(c, &s));) {
        unsigned seat = acting == 2;
        struct action a = choose(c, &s, seat, player[seat ^ seat_of_first], r);
        make_move(c, &s, &a);
    }
    c->rules->outcome(c, &s, &end);
    c->rules->score(c, &s, score);
    t->games++;
    t->margin += score[seat_of_first] - score[1 - seat_of_first];
    if (end.draw || end.winners == 3)
        t->draws++;
    else if (end.winners >> seat_of_first & 1)
        t->wins++;
    else
        t->losses++;
    t->first_wins += !end.draw && end.winners == 1;
}

static void match(const struct config *c, const char *title, struct player a, struct player b,
                  unsigned games)
{
    const struct player *player[2] = {&a, &b};
    struct tally t = {0};
    struct rng r;
    double start = now();
    rng_seed_hex(&r, TEXT("ba1da"));
    for (unsigned i = 0; i < games / 2; i++) {
        struct state s;
        begin(c, &s, &r);
        play(c, &s, player, 0, &r, &t);
        play(c, &s, player, 1, &r, &t);
    }
    double n = t.games, decided = t.wins + t.losses, rate = decided > 0 ? t.wins / decided : 0;
    double error = decided > 0 ? 1.96 * sqrt(rate * (1 - rate) / decided) : 0;
    printf("%-5s %s %-26s %4u games: %5.1f : %4.1f %%, %4.1f drawn; of decided %5.1f %% ± %.1f; "
           "margin %+.1f; first seat %.0f %% (%.0f s)\n",
           c->preset, c->lang, title, t.games, 100 * t.wins / n, 100 * t.losses / n,
           100 * t.draws / n, 100 * rate, 100 * error, t.margin / n,
           decided > 0 ? 100 * t.first_wins / decided : 0, now() - start);
    fflush(stdout);
}

// A position of a greedy game with that many squares empty; false: the game ended before.
static bool position_with(const struct config *c, unsigned empty, struct rng *r, struct state *s)
{
    struct player greedy = {.level = GREEDY};
    unsigned size = config_number(c, "size");
    begin(c, s, r);
    while (size * size - balda_state(s)->filled > empty) {
        unsigned acting = c->rules->to_act(c, s);
        if (!acting)
            return false;
        struct action a = choose(c, s, acting == 2, &greedy, r);
        c->rules->apply(c, s, &a);
    }
    return c->rules->to_act(c, s);
}

static void bench_endgame(const struct config *c, unsigned empty)
{
    struct rng r;
    double sum = 0, worst = 0;
    unsigned solved = 0, count = 0;
    uint64_t nodes = 0;
    rng_seed_hex(&r, TEXT("e2d"));
    while (count < POSITIONS) {
        struct state s;
        struct engine_result result;
        struct engine_options options = {.level = 6, .max_nodes = UINT64_MAX};
        if (!position_with(c, empty, &r, &s))
            continue;
        double start = spent();
        engine_best_once(c, &s, balda_state(&s)->turn, &options, &r, &result);
        double took = spent() - start;
        sum += took;
        worst = took > worst ? took : worst;
        solved += result.exact;
        nodes += result.nodes;
        count++;
    }
    printf("%-5s %s endgame, %u empty: %u of %u solved, mean %.3f s, worst %.3f s, %.0f nodes\n",
           c->preset, c->lang, empty, solved, count, sum / count, worst, (double)nodes / count);
    fflush(stdout);
}

static bool count_word(void *context, const struct balda_found *f)
{
    (void)f;
    ++*(unsigned *)context;
    return true;
}

static void bench_generation(const struct config *c, unsigned empty)
{
    struct grid grid;
    struct baseline *baseline = baseline_new(c->lexicon);
    static struct state s[POSITIONS];
    struct rng r;
    double ours = 1e9, theirs = 1e9;
    unsigned found = 0, by_baseline = 0;
    rng_seed_hex(&r, TEXT("9e2"));
    for (unsigned i = 0; i < POSITIONS; i++)
        while (!position_with(c, empty, &r, &s[i])) {
        }
    balda_grid(&balda_state(&s[0])->set, &grid);
    for (unsigned round = 0; round < ROUNDS; round++) {
        double start = spent();
        found = by_baseline = 0;
        for (unsigned i = 0; i < POSITIONS; i++)
            balda_find_words(&grid, &c->lexicon->graph, balda_state(&s[i])->board, count_word,
                             &found);
        double middle = spent();
        for (unsigned i = 0; i < POSITIONS; i++)
            baseline_find_words(baseline, &grid, balda_state(&s[i])->board, count_word,
                                &by_baseline);
        double end = spent();
        ours = middle - start < ours ? middle - start : ours;
        theirs = end - middle < theirs ? end - middle : theirs;
    }
    printf("%-5s %s generation %ux%u, %u empty: %.4f ms, plain trie %.4f ms: %.2f times as fast "
           "(%u words a position)%s\n",
           c->preset, c->lang, grid.width, grid.width, empty, ours / POSITIONS * 1e3,
           theirs / POSITIONS * 1e3, theirs / ours, found / POSITIONS,
           found == by_baseline ? "" : "  DISAGREE");
    fflush(stdout);
    baseline_free(baseline);
}

// How long a player thinks, on positions of all stages of a game; `limit` is how long it may.
static void bench_thinking(const struct config *c, struct player p, double limit)
{
    struct rng r;
    struct state s;
    unsigned moves = 0, late = 0;
    double sum = 0, worst = 0;
    rng_seed_hex(&r, TEXT("71e"));
    begin(c, &s, &r);
    for (unsigned acting; (acting = c->rules->to_act(c, &s)); moves++) {
        double start = p.seconds > 0 ? now() : spent();
        struct action a = choose(c, &s, acting == 2, &p, &r);
        double took = (p.seconds > 0 ? now() : spent()) - start;
        make_move(c, &s, &a);
        sum += took;
        worst = took > worst ? took : worst;
        late += took > limit;
    }
    printf("%-5s %s thinking %ux%u%s, level %u, %u thread%s: mean %.3f s, worst %.3f s, "
           "%u of %u moves over %.2f s\n",
           c->preset, c->lang, (unsigned)config_number(c, "size"),
           (unsigned)config_number(c, "size"), config_is(c, "diagonal", "on") ? " diagonal" : "",
           p.level, p.threads, p.threads == 1 ? "" : "s", sum / moves, worst, late, moves, limit);
    fflush(stdout);
}

static void set(struct config *c, const char *name, const char *value)
{
    if (!config_set(c, text_of(name), text_of(value), NULL))
        exit(2);
}

static void bench_speed(const struct config *c)
{
    struct config wide = *c;
    bench_generation(c, 10);
    set(&wide, "size", "9");
    bench_generation(&wide, 40);
    set(&wide, "diagonal", "on");
    bench_generation(&wide, 40);
    for (unsigned empty = 4; empty <= 6; empty++)
        bench_endgame(c, empty);
}

// The board on which everything takes longest.
static void bench_patience(const struct config *c, double seconds, unsigned threads)
{
    struct config wide = *c;
    set(&wide, "size", "9");
    set(&wide, "diagonal", "on");
    for (unsigned level = 1; level < ENGINE_LEVELS; level++)
        bench_thinking(&wide, (struct player){level, 0, 1}, 0.3);
    for (unsigned t = 1; t <= threads; t += threads > 1 ? threads - 1 : 1)
        bench_thinking(&wide, (struct player){ENGINE_LEVELS, seconds, t}, seconds * 1.1);
    bench_thinking(c, (struct player){ENGINE_LEVELS, seconds, threads}, seconds * 1.1);
}

static void bench_strength(const struct config *c, const struct how *how)
{
    struct player two_ply = {5, 0, 1}, greedy = {GREEDY, 0, 1}, top = {6, how->seconds, 1};
    struct player crew = {6, how->seconds, how->threads};
    char title[80];
    match(c, "2-ply : greedy", two_ply, greedy, how->games);
    for (unsigned level = 2; level <= 5; level++) {
        snprintf(title, sizeof title, "level %u : level %u", level, level - 1);
        match(c, title, (struct player){level, 0, 1}, (struct player){level - 1, 0, 1}, how->games);
    }
    snprintf(title, sizeof title, "level 6, %.0f ms : 2-ply", how->seconds * 1e3);
    match(c, title, top, two_ply, how->games / 10);
    snprintf(title, sizeof title, "level 6, %u threads : 1", how->threads);
    if (how->threads > 1)
        match(c, title, crew, top, how->games / 10);
}

static void bench_preset(const struct search_path *search_path, const char *preset,
                         const char *lang, const struct how *how)
{
    struct config c;
    struct lexicon lexicon;
    struct reason why;
    if (!config_init(&c, text_of(preset), &why) || !config_set_lang(&c, text_of(lang), &why) ||
        !search_path_open(search_path, lang, &lexicon, &why)) {
        fprintf(stderr, "%s, %s: cannot be opened\n", preset, lang);
        return;
    }
    c.seats = 2;
    c.lexicon = &lexicon;
    if (strcmp(lang, "de") == 0) {
        bench_patience(&c, how->seconds, how->threads);
    } else {
        if (strcmp(preset, "balda") == 0)
            bench_speed(&c);
        else
            bench_endgame(&c, 6);
        bench_strength(&c, how);
    }
    lexicon_close(&lexicon);
}

int main(int argc, char **argv)
{
    static struct search_path search_path;
    uint32_t number[] = {1000, 100, 1}; // games, milliseconds, threads
    bool ok = argc >= 2 && argc <= 5;
    for (int i = 2; ok && i < argc; i++)
        ok = text_to_u32(text_of(argv[i]), &number[i - 2]);
    if (!ok || number[2] < 1) {
        fprintf(stderr, "usage: bench-balda FOLDER [GAMES [MILLISECONDS [THREADS]]]\n");
        return 2;
    }
    struct how how = {number[0], number[2], number[1] / 1e3};
    snprintf(search_path.folder[0], SEARCH_PATH_BYTES, "%s", argv[1]);
    search_path.folders = 1;
    bench_preset(&search_path, "balda", "ru", &how);
    bench_preset(&search_path, "balda", "en", &how);
    bench_preset(&search_path, "bukva", "ru", &how);
    bench_preset(&search_path, "balda", "de", &how);
    return 0;
}
