// The gain of keeping an engine instance: whole games at each level, once with an instance that is
// kept and once with a new one for every move, in turns, one thread and no clock. Both have to
// answer alike, and the digest of all answers has to be the same before and after a change that is
// not meant to change play.
//
//     bench-engine FOLDER [GAMES [LEVEL [PRESET]]]
//
// FOLDER has the built lexicons. GAMES (2) of each kind are played at LEVEL (0: every level), all
// of the presets or one. Time is CPU time per move. Memory is what the process gives back when the
// instance is closed after a game.
#include "engine/engine.h"
#include "base/hash.h"
#include "lexicon/search_path.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOVES_MAX = 400 };

// A kind of game. The top level's own limits are for one move of one game; here it gets fewer
// nodes.
static const struct kind {
    const char *title, *preset, *lang, *setting, *value;
    unsigned seats;
    uint64_t top_nodes;
} kinds[] = {
    {"balda 5x5", "balda", "en", NULL, NULL, 2, 20000},
    {"balda 7x7", "balda", "ru", "size", "7", 2, 4000},
    {"bukva", "bukva", "ru", NULL, NULL, 2, 4000},
    {"bali, alone", "bali", "fr", NULL, NULL, 1, 400},
    {"bali, 2 seats", "bali", "fr", NULL, NULL, 2, 2000},
    {"bali, 4 seats", "bali", "en", NULL, NULL, 4, 400},
    {"wordgame", "wordgame", "en", NULL, NULL, 2, 200},
    {"classic", "classic", "de", NULL, NULL, 2, 200},
};

struct run {
    double seconds;
    uint64_t digest;
    unsigned moves;
    long kept; // bytes that the instance held after the game
};

static void fail(const char *what)
{
    fprintf(stderr, "bench-engine: %s\n", what);
    exit(1);
}

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static long resident(void)
{
    char line[200] = "";
    malloc_trim(0);
    FILE *f = fopen("/proc/self/statm", "r"); // the second number: resident pages
    if (!f || !fgets(line, sizeof line, f))
        fail("no /proc");
    fclose(f);
    return strtol(line + strcspn(line, " "), NULL, 10) * sysconf(_SC_PAGESIZE);
}

static void digest(struct run *run, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        run->digest = hash_mix(run->digest ^ at[i]);
}

static void note(struct run *run, const struct engine_result *found)
{
    for (unsigned i = 0; i < found->line_length; i++) {
        digest(run, &found->line[i].kind, sizeof found->line[i].kind);
        digest(run, found->line[i].data, found->line[i].len);
    }
    digest(run, &found->margin, sizeof found->margin);
    digest(run, &found->nodes, sizeof found->nodes);
    digest(run, &found->score, sizeof found->score);
    digest(run, &found->worth.win, sizeof found->worth.win);
    run->moves++;
}

static struct rng seeded(unsigned game, unsigned stream)
{
    struct rng r;
    uint8_t seed[RNG_SEED] = {(uint8_t)game, (uint8_t)stream, 9};
    rng_seed(&r, seed);
    return r;
}

// One game; with an instance of its own, or NULL: a new one for every move.
static void play(const struct config *c, struct engine *e, const struct engine_options *options,
                 unsigned game, struct run *run)
{
    struct state s, view;
    struct rng chance = seeded(game, 1), own = seeded(game, 2);
    c->rules->setup(c, &s);
    for (unsigned acting, moves = 0; (acting = c->rules->to_act(c, &s)) && moves < MOVES_MAX;) {
        struct engine_result found;
        struct action a;
        if (acting & ACTS_CHANCE) {
            c->rules->draw(c, &s, &chance, &a);
            c->rules->apply(c, &s, &a);
            continue;
        }
        unsigned seat = (unsigned)__builtin_ctz(acting);
        c->rules->view(c, &s, seat, &view);
        double start = spent();
        if (!(e ? engine_best(e, &view, seat, options, &own, &found)
                : engine_best_once(c, &view, seat, options, &own, &found)))
            fail("no move");
        run->seconds += spent() - start;
        note(run, &found);
        moves++;
        c->rules->apply(c, &s, &found.move);
    }
}

static void play_kept(const struct config *c, const struct engine_options *options, unsigned game,
                      struct run *run)
{
    struct engine *e = engine_open(c);
    if (!e)
        fail("no memory");
    play(c, e, options, game, run);
    long before = resident();
    engine_close(e);
    long kept = before - resident();
    run->kept = kept > run->kept ? kept : run->kept;
}

static void compare(const struct kind *k, const struct config *c, unsigned level, unsigned games)
{
    struct run once = {0}, kept = {0};
    struct engine_options options = {.level = level};
    if (level == ENGINE_LEVELS)
        options.max_nodes = k->top_nodes;
    for (unsigned game = 0; game < games; game++) {
        play(c, NULL, &options, game, &once);
        play_kept(c, &options, game, &kept);
    }
    if (once.digest != kept.digest)
        fail("the instance has answered differently");
    printf("%-14s level %u  %4u moves  new %8.3f ms  kept %8.3f ms  ratio %.2f  %6ld kB  %016llx\n",
           k->title, level, kept.moves, once.seconds * 1e3 / once.moves,
           kept.seconds * 1e3 / kept.moves, kept.seconds / once.seconds, kept.kept / 1024,
           (unsigned long long)kept.digest);
    fflush(stdout);
}

static void measure(const struct kind *k, const char *folder, unsigned level, unsigned games)
{
    char path[SEARCH_PATH_BYTES];
    struct lexicon lexicon;
    struct config c;
    if (!config_init(&c, text_of(k->preset), NULL) ||
        !config_set_lang(&c, text_of(k->lang), NULL) ||
        (k->setting && !config_set(&c, text_of(k->setting), text_of(k->value), NULL)))
        fail("no such game");
    snprintf(path, sizeof path, "%s/%s.lex", folder, c.lexicon_name);
    if (!lexicon_map(&lexicon, path, NULL))
        fail("no such lexicon");
    c.lexicon = &lexicon;
    c.seats = k->seats;
    for (unsigned i = 1; i <= ENGINE_LEVELS; i++)
        if (!level || i == level)
            compare(k, &c, i, games);
    lexicon_close(&lexicon);
}

static unsigned number(int argc, char **argv, int i, unsigned otherwise, unsigned most)
{
    uint32_t n = otherwise;
    if (i < argc && (!text_to_u32(text_of(argv[i]), &n) || n > most))
        fail("not a number, or too many");
    return n;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        fail("FOLDER [GAMES [LEVEL [PRESET]]]");
    unsigned games = number(argc, argv, 2, 2, UINT8_MAX);
    unsigned level = number(argc, argv, 3, 0, ENGINE_LEVELS);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (argc < 5 || strcmp(argv[4], kinds[i].preset) == 0)
            measure(&kinds[i], argv[1], level, games);
    return 0;
}
