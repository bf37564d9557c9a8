// The value of moves of the last phase beyond their points: the games that follow different moves
// of the same position are played to their ends and compared.
#include "train.h"

enum {
    MOVES = 40,                // that are looked at
    CLOSE = 20 * EQUITY_POINT, // what is further behind is not tried
    COUNTS = RACK_MAX + 1,
    // Features: tiles that are kept, how many these are, how many the other has, both numbers
    // together, and what the other's are worth.
    KEPT = TILE_KINDS,
    OTHERS = KEPT + COUNTS,
    BOTH = OTHERS + COUNTS,
    OTHER_VALUE = BOTH + COUNTS * COUNTS,
    FEATURES,
};

// Moves that are tried: of those that use the same tiles the best.
struct trial {
    struct wordgame_gen_move move[MOVES];
    struct wordgame_gen_top top;
    unsigned count, which[FIT_ROWS];
    double gain[FIT_ROWS]; // what the mover gained till the end
};

static bool trial_begin(struct trial *r, struct trainer *t, const struct wordgame_state *w)
{
    bool seen[WORDGAME_GEN_CHOICES] = {false};
    *r = (struct trial){.top = {.room = MOVES}};
    r->top.move = r->move;
    wordgame_static_leave(t->player, w);
    if (!wordgame_generator_best(&t->player->generator, t->player->leave, &r->top))
        return false;
    for (unsigned i = 0; i < r->top.moves && r->count < FIT_ROWS; i++) {
        const struct wordgame_gen_move *move = &r->move[i];
        if (seen[move->used] || move->equity < r->move[0].equity - CLOSE)
            continue;
        seen[move->used] = true;
        r->which[r->count++] = i;
    }
    return true;
}

// Nothing is left to chance.
static bool finish_game(struct trainer *t, struct state *s)
{
    const struct rules *rules = t->fixture.config.rules;
    wordgame_static_load(t->second, wordgame_state(s));
    while (rules->to_act(&t->fixture.config, s)) {
        struct wordgame_static_choice choice;
        if (!wordgame_static_choose(t->second, wordgame_state(s), &choice))
            return false;
        wordgame_static_played(t->second, &choice.action);
        rules->apply(&t->fixture.config, s, &choice.action);
    }
    return true;
}

static int lead(const struct state *s, unsigned seat)
{
    const struct wordgame_state *w = wordgame_state(s);
    return w->score[seat] - w->score[1 - seat];
}

// Plays each move and the game that follows it.
static bool trial_play(struct trial *r, struct trainer *t, const struct state *s)
{
    unsigned seat = wordgame_state(s)->turn;
    for (unsigned i = 0; i < r->count; i++) {
        struct state after = *s;
        struct action a = wordgame_move_encode(&r->move[r->which[i]].placement, seat);
        t->fixture.config.rules->apply(&t->fixture.config, &after, &a);
        if (!finish_game(t, &after))
            return false;
        r->gain[i] = lead(&after, seat) - lead(s, seat);
    }
    return true;
}

// The gain of a move of the last phase, by the tiles it keeps. A move that keeps none has ended the
// game, and its gain is known.
static void add(struct trainer *t, const struct wordgame_state *w,
                const struct wordgame_gen_move *move, double gain)
{
    const struct wordgame_gen_rack *rack = &t->player->generator.rack;
    uint8_t others[TILE_KINDS];
    unsigned left = wordgame_gen_rack_all(rack) ^ move->used;
    wordgame_unseen(w, w->turn, others);
    int value = wordgame_rack_value(&t->fixture.set, others);
    double *row = fit_row(&t->fit, gain - (left ? 0 : (t->fixture.set.transfer ? 2 : 1) * value));
    if (!left)
        return;
    unsigned kept = (unsigned)__builtin_popcount(left), other = w->in_rack[1 - w->turn];
    row[KEPT + kept] = row[OTHERS + other] = row[BOTH + kept * COUNTS + other] = 1;
    row[OTHER_VALUE] = value;
    for (; left; left &= left - 1)
        row[rack->kind[__builtin_ctz(left)]]++;
}

static bool look(struct trainer *t, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct trial r;
    if (w->in_bag)
        return true;
    if (!trial_begin(&r, t, w) || !trial_play(&r, t, s))
        return false;
    for (unsigned i = 0; i < r.count; i++) {
        const struct wordgame_gen_move *move = &r.move[r.which[i]];
        add(t, w, move, r.gain[i] - move->points);
    }
    fit_group(&t->fit);
    return true;
}

// Gains vary by some 17 points, the worth of a tile and of numbers of tiles by 10, that of both
// numbers together by 2 beyond that.
static bool take(struct trainer *t)
{
    struct wordgame_leave *m = &t->model.leave;
    double ridge[FEATURES], weight[FEATURES];
    for (unsigned i = 0; i < FEATURES; i++)
        ridge[i] = 17.0 * 17 / (i < BOTH || i == OTHER_VALUE ? 10 * 10 : 2 * 2);
    if (!fit_solve(&t->fit, ridge, weight))
        return false;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        m->last[kind] = train_value(weight[kind]);
    for (unsigned kept = 1; kept <= RACK_MAX; kept++)
        for (unsigned others = 1; others <= RACK_MAX; others++)
            m->kept[kept][others] = train_value(weight[KEPT + kept] + weight[OTHERS + others] +
                                                weight[BOTH + kept * COUNTS + others]);
    m->other = train_value(weight[OTHER_VALUE]);
    m->ends = true;
    return true;
}

bool train_last(struct trainer *t, unsigned games)
{
    bool ok = fit_init(&t->fit, FEATURES) && train_look(t, games, look) && take(t);
    fit_release(&t->fit);
    return ok;
}
