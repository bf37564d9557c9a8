// Teaches the Word Game player what tiles are worth: plays games against itself and prints a file
// of data/leaves (search/wordgame_model.h).
//
//     train-wordgame LEXICONS PRESET LANG GAMES SEED > data/leaves/PRESET-LANG.txt
//
// What a leave is worth is how much better than usual the best move is that it leads to. At each
// turn of a game some racks are drawn from the tiles that are not on the board, and the best move
// with each is looked for; its equity is explained by some of the rack's tiles, chosen at random:
// those could have been the leave, the others what was drawn to it. The equity has the values in it
// that were learnt so far, so this is done in rounds.
#include "lexicon/shelf.h"
#include "search/wordgame_model.h"
#include "search/wordgame_static.h"
#include "train_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUNDS = 4,
    RACKS = 4, // that are drawn at each turn
    PARTS = 3, // of each, that are taken for the leave
    COPIES = 4,
    BALANCES = (RACK_MAX + 1) * (RACK_MAX + 1),
    FEATURES = TILE_KINDS * COPIES + TILE_KINDS * TILE_KINDS + BALANCES + 1,
    FULL_BAG = 15, // with fewer tiles in the bag the end is near
    BAG_STEP = 8,
    MOVES_MAX = 200,
};

static const struct {
    const char *lang, *vowels;
} vowels_of[] = {
    {"en", "AEIOU"}, {"de", "AEIOUÄÖÜ"}, {"fr", "AEIOUY"}, {"nl", "AEIOUY"}, {"ru", "АЕИОУЫЭЮЯ"},
};

// Sums for the line that explains y by x.
struct slope {
    double n, x, y, xx, xy;
};

struct trainer {
    struct config config;
    struct lexicon lexicon;
    struct wordgame_set set;
    struct wordmap map;
    struct wordgame_model model;
    struct wordgame_static *player;
    struct fit fit;
    struct slope slope[LEAVE_BAG / BAG_STEP + 1]; // of equity by leave value, by tiles in the bag
    struct slope
        spread[MODEL_TILES + 1]; // what the mover gained till the end, by tiles left: n, x, xx
    struct rng rng;
};

static void slope_add(struct slope *s, double x, double y)
{
    s->n++;
    s->x += x;
    s->y += y;
    s->xx += x * x;
    s->xy += x * y;
}

static double slope_of(const struct slope *s)
{
    double varies = s->xx - s->x * s->x / s->n;
    return s->n > 1 && varies > 0 ? (s->xy - s->x * s->y / s->n) / varies : 0;
}

static unsigned pair_feature(unsigned one, unsigned two)
{
    return TILE_KINDS * COPIES + (one < two ? one * TILE_KINDS + two : two * TILE_KINDS + one);
}

static unsigned balance_feature(unsigned vowels, unsigned others)
{
    return TILE_KINDS * COPIES + TILE_KINDS * TILE_KINDS + vowels * (RACK_MAX + 1) + others;
}

// The features of a leave, in rising order; the last one is always there.
static unsigned features_of(const struct trainer *t, const uint8_t leave[TILE_KINDS],
                            unsigned *present)
{
    unsigned count = 0, vowels = 0, others = 0;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++) {
        for (unsigned i = 0; i < leave[kind] && i < COPIES; i++)
            present[count++] = kind * COPIES + i;
        if (t->model.leave.vowel[kind])
            vowels += leave[kind];
        else if (kind != KIND_BLANK)
            others += leave[kind];
    }
    for (unsigned one = 0; one < TILE_KINDS; one++)
        for (unsigned two = one + 1; leave[one] && two < TILE_KINDS; two++)
            if (leave[two])
                present[count++] = pair_feature(one, two);
    present[count++] = balance_feature(vowels, others);
    present[count++] = FEATURES - 1;
    return count;
}

// What the model so far makes of a leave with a full bag.
static double value_of(const struct trainer *t, const uint8_t leave[TILE_KINDS])
{
    struct gen_rack rack;
    int32_t table[GEN_CHOICES];
    struct wordgame_leave full = t->model.leave;
    full.weight[LEAVE_BAG] = LEAVE_WHOLE;
    gen_rack_init(&rack, &t->set, leave, NULL);
    wordgame_leave_table(&full, &rack, LEAVE_BAG, table);
    return (double)table[gen_rack_all(&rack)] / EQUITY_POINT;
}

static void learn_rack(struct trainer *t, const struct wordgame_state *w, const uint8_t *tiles,
                       double equity)
{
    for (unsigned part = 0; part < PARTS; part++) {
        uint8_t leave[TILE_KINDS] = {0};
        unsigned present[FEATURES], size = 1 + rng_below(&t->rng, t->set.rack - 1u);
        for (unsigned i = 0; i < size; i++)
            leave[tiles[(i + part) % t->set.rack]]++;
        unsigned count = features_of(t, leave, present);
        if (w->in_bag >= FULL_BAG)
            fit_add(&t->fit, present, count, equity);
        unsigned bag = w->in_bag < LEAVE_BAG ? w->in_bag : LEAVE_BAG;
        slope_add(&t->slope[bag / BAG_STEP], value_of(t, leave), equity);
    }
}

// The tiles that are not on the board, in random order.
static unsigned shuffle(struct trainer *t, const struct wordgame_state *w, uint8_t *tiles)
{
    uint8_t unseen[TILE_KINDS];
    unsigned count = 0;
    wordgame_unseen(w, w->turn, unseen);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        for (unsigned i = 0; i < (unsigned)unseen[kind] + w->rack[w->turn][kind]; i++)
            tiles[count++] = (uint8_t)kind;
    for (unsigned i = count; i > 1; i--) {
        unsigned k = rng_below(&t->rng, i);
        uint8_t kept = tiles[k];
        tiles[k] = tiles[i - 1];
        tiles[i - 1] = kept;
    }
    return count;
}

static bool learn(struct trainer *t, const struct state *s)
{
    struct state other = *s;
    struct wordgame_state *w = wordgame_state_of(&other);
    struct static_choice choice;
    uint8_t tiles[256];
    if (w->in_bag == 0)
        return true;
    unsigned count = shuffle(t, wordgame_state(s), tiles);
    for (unsigned i = 0; i < RACKS && (i + 1) * t->set.rack <= count; i++) {
        memset(w->rack[w->turn], 0, TILE_KINDS);
        for (unsigned k = 0; k < t->set.rack; k++)
            w->rack[w->turn][tiles[i * t->set.rack + k]]++;
        if (!wordgame_static_choose(t->player, w, &choice))
            return false;
        learn_rack(t, w, tiles + i * t->set.rack, (double)choice.move.equity / EQUITY_POINT);
    }
    return true;
}

// Positions of a game, for what a lead was worth in them.
struct passed {
    unsigned count;
    struct {
        unsigned left, seat;
        int32_t lead;
    } at[MOVES_MAX];
};

static void note(struct passed *p, const struct wordgame_state *w)
{
    if (p->count == MOVES_MAX)
        return;
    p->at[p->count].left = (unsigned)w->in_bag + w->in_rack[0] + w->in_rack[1];
    p->at[p->count].seat = w->turn;
    p->at[p->count++].lead = w->score[w->turn] - w->score[1 - w->turn];
}

static void learn_spread(struct trainer *t, const struct passed *p, const struct wordgame_state *w)
{
    for (unsigned i = 0; i < p->count; i++) {
        unsigned seat = p->at[i].seat;
        int32_t end = w->score[seat] - w->score[1 - seat];
        if (p->at[i].left <= MODEL_TILES)
            slope_add(&t->spread[p->at[i].left], end - p->at[i].lead, 0);
    }
}

static bool play(struct trainer *t)
{
    const struct rules *rules = t->config.rules;
    struct passed passed = {0};
    struct state s;
    rules->setup(&t->config, &s);
    wordgame_static_load(t->player, wordgame_state(&s));
    for (unsigned who; (who = rules->to_act(&t->config, &s));) {
        struct static_choice choice;
        if (who & ACTS_CHANCE) {
            rules->draw(&t->config, &s, &t->rng, &choice.action);
        } else {
            note(&passed, wordgame_state(&s));
            if (!learn(t, &s) || !wordgame_static_choose(t->player, wordgame_state(&s), &choice))
                return false;
            wordgame_static_played(t->player, &choice.action);
        }
        rules->apply(&t->config, &s, &choice.action);
    }
    learn_spread(t, &passed, wordgame_state(&s));
    return true;
}

// How far weights are expected to be from 0, as ridge regression wants it: an equity varies by some
// 20 points, parts of one rack not independently, a tile's worth by 10, that of a pair by 1.5, of a
// balance by 2.
static void fill_ridge(double *ridge)
{
    const double noise = 30 * 30;
    for (unsigned i = 0; i < FEATURES; i++)
        ridge[i] = i < TILE_KINDS * COPIES     ? noise / (10 * 10)
                   : i < balance_feature(0, 0) ? noise / (1.5 * 1.5)
                                               : noise / (2 * 2);
    ridge[FEATURES - 1] = 1e-6;
}

static int32_t thousandths(double points)
{
    return (int32_t)lround(points * 100) * 10; // as they are written
}

// The third of a kind is no better than the second, and so on; of some there is too little to see.
static void take_tile(struct trainer *t, unsigned kind, const double *weight)
{
    int32_t *tile = t->model.leave.tile[kind];
    for (unsigned i = 0; i < RACK_MAX; i++) {
        tile[i] = thousandths(weight[kind * COPIES + (i < COPIES ? i : COPIES - 1)]);
        if (i > 1 && tile[i] > tile[i - 1])
            tile[i] = tile[i - 1];
    }
}

static bool take_weights(struct trainer *t)
{
    struct wordgame_leave *m = &t->model.leave;
    static double ridge[FEATURES], weight[FEATURES];
    fill_ridge(ridge);
    if (!fit_solve(&t->fit, ridge, weight))
        return false;
    for (unsigned one = 0; one < TILE_KINDS; one++) {
        take_tile(t, one, weight);
        for (unsigned two = 0; two < TILE_KINDS; two++)
            m->pair[one][two] = one == two ? 0 : thousandths(weight[pair_feature(one, two)]);
    }
    for (unsigned vowels = 0; vowels <= RACK_MAX; vowels++)
        for (unsigned others = 0; others <= RACK_MAX; others++)
            m->balance[vowels][others] = thousandths(weight[balance_feature(vowels, others)]);
    return true;
}

static bool play_round(struct trainer *t, unsigned games)
{
    if (!fit_init(&t->fit, FEATURES))
        return false;
    memset(t->slope, 0, sizeof t->slope);
    memset(t->spread, 0, sizeof t->spread);
    bool ok = true;
    for (unsigned i = 0; ok && i < games; i++)
        ok = play(t);
    ok = ok && take_weights(t);
    fit_release(&t->fit);
    return ok;
}

static void print_kind(const struct trainer *t, unsigned kind, struct buf *out)
{
    if (kind == KIND_BLANK)
        buf_add_byte(out, '?');
    else
        alphabet_print(&t->lexicon.alphabet, &(struct word){1, {(uint8_t)kind}}, out);
}

static void print_tiles(const struct trainer *t, struct buf *out)
{
    for (unsigned kind = 0; kind <= t->set.letters; kind++) {
        unsigned copies = t->set.tiles[kind] < COPIES ? t->set.tiles[kind] : COPIES;
        if (!copies)
            continue;
        buf_add_string(out, "tile ");
        print_kind(t, kind, out);
        for (unsigned i = 0; i < copies; i++)
            buf_printf(out, " %d", t->model.leave.tile[kind][i] / 10);
        buf_add_byte(out, '\n');
    }
}

// What is less than a fifth of a point is noise.
static void print_pairs(const struct trainer *t, struct buf *out)
{
    for (unsigned one = 0; one <= t->set.letters; one++)
        for (unsigned two = one + 1; two <= t->set.letters; two++) {
            if (abs(t->model.leave.pair[one][two]) < EQUITY_POINT / 5)
                continue;
            buf_add_string(out, "pair ");
            print_kind(t, one, out);
            buf_add_byte(out, ' ');
            print_kind(t, two, out);
            buf_printf(out, " %d\n", t->model.leave.pair[one][two] / 10);
        }
}

static void print_balance(const struct trainer *t, struct buf *out)
{
    for (unsigned vowels = 0; vowels <= t->set.rack; vowels++)
        for (unsigned others = 0; vowels + others <= t->set.rack; others++)
            if (t->model.leave.balance[vowels][others])
                buf_printf(out, "balance %u %u %d\n", vowels, others,
                           t->model.leave.balance[vowels][others] / 10);
}

// How much of a leave counts, against a bag that is more than half full.
static void print_weights(const struct trainer *t, struct buf *out)
{
    struct slope full = {0};
    for (unsigned i = 5; i <= LEAVE_BAG / BAG_STEP; i++) {
        const struct slope *s = &t->slope[i];
        full = (struct slope){full.n + s->n, full.x + s->x, full.y + s->y, full.xx + s->xx,
                              full.xy + s->xy};
    }
    for (unsigned i = 0; i < 5; i++) {
        double part = slope_of(&t->slope[i]) / slope_of(&full);
        part = part < 0 ? 0 : part > 1.5 ? 1.5 : part;
        buf_printf(out, "weight %u %.0f\n", i * BAG_STEP + BAG_STEP / 2, 100 * part);
    }
    buf_printf(out, "weight %u 100\n", 5 * BAG_STEP + BAG_STEP / 2);
}

// In steps, each with what is known of numbers close to it.
static void print_spread(const struct trainer *t, struct buf *out)
{
    for (unsigned left = 1; left <= t->set.total; left += left < 20 ? 3 : 8) {
        unsigned reach = left < 20 ? 1 : 4;
        struct slope sum = {0};
        for (unsigned i = left - reach; i <= left + reach && i <= MODEL_TILES; i++) {
            sum.n += t->spread[i].n;
            sum.x += t->spread[i].x;
            sum.xx += t->spread[i].xx;
        }
        if (sum.n < 10)
            continue;
        double mean = sum.x / sum.n, varies = sum.xx / sum.n - mean * mean;
        buf_printf(out, "spread %u %.0f %.0f\n", left, 100 * mean,
                   100 * (varies > 1 ? sqrt(varies) : 1));
    }
}

static const char *vowels(const char *lang)
{
    for (size_t i = 0; i < sizeof vowels_of / sizeof *vowels_of; i++)
        if (strcmp(vowels_of[i].lang, lang) == 0)
            return vowels_of[i].vowels;
    return "";
}

static bool begin(struct trainer *t, char *const *argv, struct reason *why)
{
    struct shelf shelf;
    struct buf first = {0};
    shelf_init(&shelf, argv[1]);
    if (!config_init(&t->config, text_of(argv[2]), why) ||
        !config_set_lang(&t->config, text_of(argv[3]), why) ||
        !shelf_open(&shelf, t->config.lexicon_name, &t->lexicon, why) ||
        !rng_seed_hex(&t->rng, text_of(argv[5])))
        return false;
    t->config.lexicon = &t->lexicon;
    t->config.seats = WORDGAME_SEATS;
    buf_printf(&first, "vowels %s\n", vowels(argv[3]));
    t->player = malloc(sizeof *t->player);
    bool ok =
        t->player && t->config.rules->accept(&t->config, why) &&
        wordgame_set_load(&t->set, &t->config, why) &&
        wordgame_model_read(&t->model, &t->lexicon.alphabet, buf_text(&first)) &&
        wordmap_build(&t->map, &t->set, &t->lexicon.graph) &&
        wordgame_static_init(t->player, &t->set, &t->lexicon.graph, &t->map, &t->model.leave, 0);
    buf_release(&first);
    return ok;
}

static void print_model(const struct trainer *t, unsigned games, struct buf *out)
{
    buf_printf(out, "# Made by tools/train_wordgame.c: %u games with the lexicon %s. See\n", games,
               t->config.lexicon_name);
    buf_printf(out, "# src/search/wordgame_model.h for the form of this file.\nvowels %s\n",
               vowels(t->config.lang));
    print_tiles(t, out);
    print_pairs(t, out);
    print_balance(t, out);
    print_weights(t, out);
    print_spread(t, out);
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
    for (unsigned round = ROUNDS; round-- > 0;) // half of the games are of the last round
        if (!play_round(t, games >> (round + 1))) {
            fprintf(stderr, "train-wordgame: no memory\n");
            return 1;
        }
    print_model(t, games, &out);
    bool ok = buf_ok(&out) && fwrite(out.at, 1, out.len, stdout) == out.len && fflush(stdout) == 0;
    buf_release(&out);
    wordgame_static_release(t->player);
    free(t->player);
    wordmap_release(&t->map);
    lexicon_close(&t->lexicon);
    return ok ? 0 : 1;
}
