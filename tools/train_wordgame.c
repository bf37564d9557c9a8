// Teaches the Word Game player what tiles are worth: plays games against itself and prints a file
// of data/leaves (games/wordgame/engine/model.h).
//
//     train-wordgame LEXICONS PRESET LANG GAMES SEED > data/leaves/PRESET-LANG.txt
//
// PRESET may have settings behind it (wordgame_fixture.h).
// First what racks are worth, in rounds, each with twice the games of the one before; then what
// counts once the bag is empty; then how a lead develops (train.h).
#include "train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 4, MOVES_MAX = 200, HUNDREDTH = EQUITY_POINT / 100 };

int32_t train_value(double points)
{
    return (int32_t)lround(points * 100) * HUNDREDTH;
}

bool train_play(struct trainer *t, train_fn *look, struct state *s)
{
    const struct rules *rules = t->fixture.config.rules;
    rules->setup(&t->fixture.config, s);
    wordgame_static_load(t->player, wordgame_state(s));
    for (unsigned acting; (acting = rules->to_act(&t->fixture.config, s));) {
        struct wordgame_static_choice choice;
        if (acting & ACTS_CHANCE) {
            rules->draw(&t->fixture.config, s, &t->rng, &choice.action);
        } else {
            if (!look(t, s) || !wordgame_static_choose(t->player, wordgame_state(s), &choice))
                return false;
            wordgame_static_played(t->player, &choice.action);
        }
        rules->apply(&t->fixture.config, s, &choice.action);
    }
    return true;
}

bool train_look(struct trainer *t, unsigned games, train_fn *look)
{
    struct state end;
    bool ok = true;
    for (unsigned i = 0; ok && i < games; i++)
        ok = train_play(t, look, &end);
    return ok;
}

// Positions of a game, for what a lead was worth in them.
static struct passed {
    unsigned count;
    struct {
        unsigned left, seat;
        int32_t lead;
    } at[MOVES_MAX];
} passed;

// The mover's gain until the end, by tiles left.
struct gains {
    double n, sum, squares;
};

static bool note(struct trainer *t, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    (void)t;
    if (passed.count == MOVES_MAX)
        return true;
    passed.at[passed.count].left = (unsigned)w->in_bag + w->in_rack[0] + w->in_rack[1];
    passed.at[passed.count].seat = w->turn;
    passed.at[passed.count++].lead = w->score[w->turn] - w->score[1 - w->turn];
    return true;
}

static void add_gains(struct gains gains[MODEL_TILES + 1], const struct wordgame_state *w)
{
    for (unsigned i = 0; i < passed.count; i++) {
        unsigned seat = passed.at[i].seat, left = passed.at[i].left;
        double gain = w->score[seat] - w->score[1 - seat] - passed.at[i].lead;
        if (left > MODEL_TILES)
            continue;
        gains[left].n++;
        gains[left].sum += gain;
        gains[left].squares += gain * gain;
    }
}

// From what is known of numbers close to it.
static struct wordgame_spread spread_of(const struct gains *gains, unsigned left)
{
    unsigned reach = left < 20 ? 1 : 4;
    struct gains all = {0};
    for (unsigned i = left > reach ? left - reach : 0; i <= left + reach && i <= MODEL_TILES; i++) {
        all.n += gains[i].n;
        all.sum += gains[i].sum;
        all.squares += gains[i].squares;
    }
    double mean = all.n > 0 ? all.sum / all.n : 0;
    double varies = all.n > 1 ? all.squares / all.n - mean * mean : 0;
    return (struct wordgame_spread){mean, varies > 1 ? sqrt(varies) : 1};
}

static bool train_spread(struct trainer *t, unsigned games)
{
    static struct gains gains[MODEL_TILES + 1];
    struct state end;
    for (unsigned i = 0; i < games; i++) {
        passed.count = 0;
        if (!train_play(t, note, &end))
            return false;
        add_gains(gains, wordgame_state(&end));
    }
    for (unsigned left = 0; left <= MODEL_TILES; left++)
        t->model.spread[left] = spread_of(gains, left);
    return true;
}

static struct wordgame_static *new_player(const struct trainer *t)
{
    struct wordgame_static *p = malloc(sizeof *p);
    if (p && !wordgame_static_init(p, &t->fixture.set, &t->fixture.lexicon.graph, &t->fixture.map,
                                   &t->model.leave, 0)) {
        free(p);
        return NULL;
    }
    return p;
}

static bool begin(struct trainer *t, char *const *argv, struct reason *why)
{
    if (!wordgame_fixture_open(&t->fixture, argv[1], argv[2], argv[3], why) ||
        !rng_seed_hex(&t->rng, text_of(argv[5])))
        return false;
    wordgame_leave_clear(&t->model.leave);
    t->player = new_player(t);
    t->second = new_player(t);
    return t->player && t->second;
}

static bool train(struct trainer *t, unsigned games)
{
    for (unsigned round = ROUNDS; round-- > 0;) // half of the games are of the last round
        if (!train_racks(t, games >> (round + 1)))
            return false;
    return train_last(t, games / 4) && train_last(t, games / 2) && train_spread(t, games / 2);
}

static void end(struct trainer *t)
{
    wordgame_static_release(t->player);
    wordgame_static_release(t->second);
    free(t->player);
    free(t->second);
    wordgame_fixture_close(&t->fixture);
}

int main(int argc, char **argv)
{
    static struct trainer trainer;
    struct trainer *t = &trainer;
    struct reason why = {0};
    struct buf out = {0};
    unsigned games = argc == 6 ? (unsigned)strtoul(argv[4], NULL, 10) : 0;
    if (games >> ROUNDS == 0 || !begin(t, argv, &why)) {
        fprintf(stderr, "train-wordgame LEXICONS PRESET LANG GAMES SEED\n");
        return 2;
    }
    if (!train(t, games)) {
        fprintf(stderr, "train-wordgame: no memory\n");
        return 1;
    }
    train_print(t, games, &out);
    bool ok = buf_ok(&out) && fwrite(out.at, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
    buf_release(&out);
    end(t);
    return ok ? 0 : 1;
}
