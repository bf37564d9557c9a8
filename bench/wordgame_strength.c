// How strong the Word Game's players are, against each other.
//
//     bench-wordgame-strength FOLDER PRESET LANG GAMES A B [SECONDS [FIRST]]
//
// FOLDER has the built lexicons; PRESET may have settings behind it (tools/wordgame_fixture.h). A
// and B are levels, 1 to 6, or static players: `leaves` has leave values, `points` has none, `ends`
// has none but counts what is left on both racks once the bag is empty; the name of a file is one
// that has the leave values in it. SECONDS are what level 6 has for a move, of the processor's
// time, so that other work on the machine does not weaken it. Two games in a row have the same
// luck, with the seats swapped; FIRST is the number of the first pair.
#include "base/file.h"
#include "engine/engine.h"
#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/static.h"
#include "wordgame_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct player {
    unsigned level; // 0: static
    struct wordgame_static *still;
    struct wordgame_model model;
    struct rng rng;
    unsigned won;
    long points;
    double seconds; // that it thought
};

struct strength {
    struct wordgame_fixture fixture;
    struct engine *engine;
    struct player player[2];
    double seconds, until; // of level 6
};

static double spent(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool time_is_up(void *context)
{
    const struct strength *b = context;
    return spent() >= b->until;
}

static bool choose(struct strength *b, struct player *p, const struct state *s, struct action *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_static_choice choice;
    struct engine_result result;
    struct engine_options options = {.level = p->level};
    struct state view;
    if (!p->level) {
        bool ok = wordgame_static_choose(p->still, w, &choice);
        *out = choice.action;
        return ok;
    }
    if (p->level == ENGINE_LEVELS && b->seconds > 0) {
        b->until = spent() + b->seconds;
        options.stop = time_is_up;
        options.context = b;
        options.seconds = b->seconds;
    }
    b->fixture.config.rules->view(&b->fixture.config, s, w->turn, &view);
    bool ok = engine_best(b->engine, &view, w->turn, &options, &p->rng, &result);
    *out = result.move;
    return ok;
}

// The evaluation of the static player of that name.
static bool load_model(const struct strength *b, const char *name, struct wordgame_model *m)
{
    struct file_map file;
    struct reason why;
    if (strcmp(name, "ends") == 0)
        return true;
    if (strcmp(name, "leaves") == 0)
        return wordgame_model_load(m, &b->fixture.config);
    if (!file_map(&file, name, &why))
        return false;
    bool ok = wordgame_model_read(m, &b->fixture.lexicon.alphabet, file.content);
    file_unmap(&file);
    return ok;
}

static bool begin_player(struct strength *b, unsigned i, const char *name)
{
    struct player *p = &b->player[i];
    bool points = strcmp(name, "points") == 0;
    rng_seed_hex(&p->rng, i ? TEXT("b") : TEXT("a"));
    if (name[0] >= '1' && name[0] <= '9' && !name[1]) {
        p->level = (unsigned)(name[0] - '0');
        return p->level <= ENGINE_LEVELS;
    }
    p->still = malloc(sizeof *p->still);
    return p->still && (points || load_model(b, name, &p->model)) &&
           wordgame_static_init(p->still, &b->fixture.set, &b->fixture.lexicon.graph,
                                &b->fixture.map, points ? NULL : &p->model.leave, 0);
}

static bool begin(struct strength *b, char *const *argv, struct reason *why)
{
    return wordgame_fixture_open(&b->fixture, argv[1], argv[2], argv[3], why) &&
           (b->engine = engine_open(&b->fixture.config)) && begin_player(b, 0, argv[5]) &&
           begin_player(b, 1, argv[6]);
}

// The static players keep their boards up to date.
static void tell_static(struct strength *b, const struct wordgame_state *w, const struct action *a)
{
    for (unsigned i = 0; i < 2; i++) {
        struct wordgame_static *still = b->player[i].still;
        if (still && a)
            wordgame_static_played(still, a);
        else if (still)
            wordgame_static_load(still, w);
    }
}

static bool play(struct strength *b, unsigned game, struct rng chance)
{
    const struct rules *rules = b->fixture.config.rules;
    struct state s;
    const struct wordgame_state *w = wordgame_state(&s);
    rules->setup(&b->fixture.config, &s);
    tell_static(b, w, NULL);
    for (unsigned acting; (acting = rules->to_act(&b->fixture.config, &s));) {
        struct player *p = &b->player[(w->turn + game) & 1];
        struct action a;
        double before = spent();
        if (acting & ACTS_CHANCE)
            rules->draw(&b->fixture.config, &s, &chance, &a);
        else if (!choose(b, p, &s, &a))
            return false;
        p->seconds += acting & ACTS_CHANCE ? 0 : spent() - before;
        tell_static(b, w, &a);
        rules->apply(&b->fixture.config, &s, &a);
    }
    for (unsigned seat = 0; seat < 2; seat++) {
        struct player *p = &b->player[(seat + game) & 1];
        p->points += w->score[seat];
        p->won += w->score[seat] > w->score[1 - seat];
    }
    return true;
}

// The share of decided games with Wilson's 95 % interval.
static void tell(const struct strength *b, char *const *argv, unsigned games)
{
    const struct player *one = &b->player[0], *two = &b->player[1];
    double n = one->won + two->won, p = one->won / n, z = 1.96, scale = 1 + z * z / n;
    double middle = (p + z * z / (2 * n)) / scale;
    double half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
    printf("%s %s, %s : %s, %u games: %u : %u, %.1f %% (%.1f to %.1f)", b->fixture.config.preset,
           b->fixture.config.lang, argv[5], argv[6], games, one->won, two->won, 100 * p,
           100 * (middle - half), 100 * (middle + half));
    printf(", points %.1f : %.1f, seconds a game %.2f : %.2f\n", (double)one->points / games,
           (double)two->points / games, one->seconds / games, two->seconds / games);
}

int main(int argc, char **argv)
{
    static struct strength strength;
    struct strength *b = &strength;
    struct reason why = {0};
    struct rng r;
    unsigned games = argc > 6 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    unsigned first = argc > 8 ? (unsigned)strtoul(argv[8], NULL, 10) : 1;
    if (games < 2 || !begin(b, argv, &why)) {
        fprintf(stderr, "bench-wordgame-strength FOLDER PRESET LANG GAMES A B [SECONDS [FIRST]]\n");
        return 2;
    }
    b->seconds = argc > 7 ? strtod(argv[7], NULL) : 0;
    for (unsigned game = 0; game < games; game++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%08x", game / 2 + first);
        if (!rng_seed_hex(&r, text_of(seed)) || !play(b, game, r))
            return 1;
    }
    tell(b, argv, games);
    engine_close(b->engine);
    return 0;
}
