// The computer's moves in Bali: legal with any number of seats, the same every time, stopped when
// told to; its light position goes the way of the rules, and the end of a game alone is as good as
// trying everything.
#include "engine/engine.h"
#include "games/bali/engine/beam.h"
#include "games/bali/engine/endgame_alone.h"
#include "games/bali/engine/endgame_two.h"
#include "games/bali/engine/greedy.h"
#include "games/bali/engine/lead.h"
#include "games/bali/engine/rollout.h"
#include "games/bali/state.h"
#include "sample.h"
#include "test.h"

#include <string.h>

static const char *const french =
    "eau air ane ami art bal bas bec bon cri cru dan dos duo eau eux feu fin gaz gel ici jeu jus "
    "kiwi lac lit lot mai mer mot mur nez nid nue oie ose pas pli pot que qui rat roi rue sac sel "
    "ski sol son tas tir tri une uni val vie vin vol yak zoo maison raison saison partie parti "
    "part "
    "pratique pratiquement image nuage plage page rage orage auto route roue jour joue jeune lune "
    "rose pose posera posons rosier panier dernier premier piano violon whisky taxi texte exact "
    "bijou caillou genou hibou joujou pou zero zebre onze douze quinze aile ailes aime aimer "
    "aimera aimerai aimeront donner donnera donnerait mange manger mangera mangeoire";

static void open_game(struct sample *g, unsigned seats, const char *challenge)
{
    struct reason why;
    sample_open(g, "bali", "fr", french);
    CHECK(config_set(&g->c, TEXT("challenge"), text_of(challenge), &why));
    g->c.seats = seats;
    g->c.rules->setup(&g->c, &g->s);
}

static struct rng seeded(unsigned n)
{
    struct rng r;
    uint8_t seed[RNG_SEED] = {(uint8_t)n, (uint8_t)(n >> 8), 7};
    rng_seed(&r, seed);
    return r;
}

static void do_action(struct sample *g, const struct action *a)
{
    CHECK(g->c.rules->check(&g->c, &g->s, a, NULL));
    g->c.rules->apply(&g->c, &g->s, a);
}

// Deals as long as it is chance's turn. Returns the seat that moves, or SEATS_MAX at the end.
static unsigned deal(struct sample *g, struct rng *r)
{
    unsigned acting;
    while ((acting = g->c.rules->to_act(&g->c, &g->s)) & ACTS_CHANCE) {
        struct action a;
        g->c.rules->draw(&g->c, &g->s, r, &a);
        do_action(g, &a);
    }
    return acting & ACTS_SEATS ? (unsigned)__builtin_ctz(acting & ACTS_SEATS) : SEATS_MAX;
}

// One legal move at random, not the end of the game.
struct lot {
    struct rng *r;
    struct action move;
    unsigned count;
};

static bool draw_lot(void *context, const struct action *move, const struct report *report)
{
    struct lot *l = context;
    (void)report;
    if (move->kind != BALI_DONE && move->kind != BALI_CHALLENGE && rng_below(l->r, ++l->count) == 0)
        l->move = *move;
    return true;
}

static struct action any_move(struct sample *g, unsigned seat, struct rng *r)
{
    struct lot lot = {.r = r};
    g->c.rules->legal(&g->c, &g->s, seat, &(struct move_sink){.take = draw_lot, .context = &lot});
    return lot.move;
}

// ---- whole games ----

static void play_levels(unsigned seats, const char *challenge, unsigned first)
{
    struct sample g;
    struct rng r = seeded(seats * 10 + first);
    unsigned moves = 0, seat;
    open_game(&g, seats, challenge);
    while ((seat = deal(&g, &r)) < SEATS_MAX && !test_failed() && moves++ < 500) {
        struct engine_options options = {.level = 1 + (first + seat) % ENGINE_LEVELS};
        struct engine_result result;
        options.max_nodes = 60;
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &result));
        CHECK(result.line_length >= 1 && action_equal(&result.line[0], &result.move));
        do_action(&g, &result.move);
    }
    CHECK(moves < 500);
    sample_close(&g);
}

static void plays_whole_games(void)
{
    for (unsigned seats = 1; seats <= SEATS_MAX; seats++)
        for (unsigned first = 0; first<ENGINE_LEVELS; first += seats> 1 ? 3 : 1)
            play_levels(seats, "off", first);
    play_levels(2, "on", 4);
}

static void plays_the_same_again(void)
{
    for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
        struct sample g;
        struct rng chance = seeded(level), a = seeded(77), b = seeded(77);
        struct engine_options options = {.level = level, .outlook = true};
        struct engine_result one, two;
        open_game(&g, 1 + level % 2, "off");
        unsigned seat = deal(&g, &chance);
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &a, &one));
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &b, &two));
        CHECK(action_equal(&one.move, &two.move));
        CHECK(one.margin == two.margin && one.nodes == two.nodes);
        CHECK(one.has_forecast && one.score == two.score && one.bonus == two.bonus);
        CHECK(one.score >= 0 && one.bonus >= 0 && one.bonus <= 1);
        sample_close(&g);
    }
}

// A deeper search scores more, and predicts it.
static void foresees_as_it_plays(void)
{
    double score[ENGINE_LEVELS + 1] = {0};
    for (unsigned deal_number = 0; deal_number < 4; deal_number++)
        for (unsigned level = 4; level <= 6; level += 2) {
            struct sample g;
            struct rng r = seeded(deal_number);
            struct engine_options options = {.level = level, .outlook = true};
            struct engine_result result;
            open_game(&g, 1, "off");
            unsigned seat = deal(&g, &r);
            CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &result) && result.has_forecast);
            score[level] += result.score;
            sample_close(&g);
        }
    CHECK(score[6] > 1.1 * score[4]);
}

static bool at_once(void *context)
{
    ++*(unsigned *)context;
    return true;
}

static void stops_when_told(void)
{
    struct sample g;
    struct rng r = seeded(5);
    unsigned asked = 0;
    struct engine_options options = {.level = 6, .stop = at_once, .context = &asked};
    struct engine_result result;
    open_game(&g, 4, "off");
    unsigned seat = deal(&g, &r);
    CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &result));
    CHECK(asked >= 1 && asked < 4);
    CHECK(g.c.rules->check(&g.c, &g.s, &result.move, NULL));
    options = (struct engine_options){.level = 6, .max_nodes = 10};
    CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &result));
    CHECK(result.nodes <= 11);
    sample_close(&g);
}

// ---- challenges ----

static void put(struct sample *g, unsigned place, const char *letters)
{
    struct bali_column *column = &bali_state_of(&g->s)->column[place];
    *column = (struct bali_column){.len = (uint8_t)strlen(letters)};
    for (unsigned i = 0; letters[i]; i++)
        column->card[i] = column->letter[i] = (uint8_t)(letters[i] - 'A' + 1);
}

static void join_two(struct sample *g, const char *top, const char *below)
{
    struct action a = action_of(BALI_JOIN, 0, (uint8_t[]){0, 0, 1, 0}, 4);
    struct rng r = seeded(3);
    open_game(g, 2, "on");
    CHECK_NUMBER(deal(g, &r), 0);
    put(g, 0, top);
    put(g, 1, below);
    do_action(g, &a);
    CHECK_NUMBER(deal(g, &r), 1);
}

static void challenges_what_is_wrong(void)
{
    struct sample g;
    struct rng r = seeded(4);
    struct engine_options options = {.level = 4};
    struct engine_result result;
    join_two(&g, "OV", "MB");
    CHECK(engine_best_once(&g.c, &g.s, 1, &options, &r, &result));
    CHECK_NUMBER(result.move.kind, BALI_CHALLENGE);
    sample_close(&g);
    join_two(&g, "AI", "SON");
    CHECK(engine_best_once(&g.c, &g.s, 1, &options, &r, &result));
    CHECK(result.move.kind != BALI_CHALLENGE);
    sample_close(&g);
}

static void names_a_word(void)
{
    struct sample g;
    struct rng r = seeded(4);
    struct engine_options options = {.level = 1};
    struct engine_result result;
    struct action challenge = {.kind = BALI_CHALLENGE, .seat = 1};
    join_two(&g, "AI", "SO");
    do_action(&g, &challenge);
    CHECK(engine_best_once(&g.c, &g.s, 0, &options, &r, &result));
    CHECK_NUMBER(result.move.kind, BALI_NAME);
    do_action(&g, &result.move);
    CHECK_NUMBER(bali_state(&g.s)->column[0].len, 4);
    sample_close(&g);
    join_two(&g, "OV", "MB");
    do_action(&g, &challenge);
    CHECK(engine_best_once(&g.c, &g.s, 0, &options, &r, &result));
    CHECK_NUMBER(result.move.kind, ACTION_PASS);
    sample_close(&g);
}

// ---- the light position ----

static void same_piles(const struct bali_position *a, const struct bali_position *b)
{
    CHECK(a->in_deck == b->in_deck && a->over == b->over && a->passed == b->passed);
    CHECK(a->over || a->turn == b->turn);
    CHECK(memcmp(a->score, b->score, sizeof a->score) == 0);
    CHECK(memcmp(a->left, b->left, sizeof a->left) == 0);
    for (unsigned i = 0; i < BALI_PLACES; i++) {
        const struct bali_pile *x = &a->pile[i], *y = &b->pile[i];
        CHECK(x->len == y->len && memcmp(x->letter, y->letter, x->len) == 0);
        CHECK(!x->len || (x->sum == y->sum && x->open == y->open));
    }
}

// The same move, and the same cards dealt after it.
static void follow(struct sample *g, struct rng *r, unsigned seat)
{
    struct bali_position light, heavy;
    struct action a = any_move(g, seat, r);
    struct bali_move move;
    CHECK(bali_move_decode(&a, &move));
    bali_position_init(&light, &g->c, bali_state(&g->s));
    bali_position_determinize(&light, r);
    do_action(g, &a);
    unsigned next = light.in_deck;
    while (g->c.rules->to_act(&g->c, &g->s) & ACTS_CHANCE) {
        int place = bali_place_to_deal(bali_state(&g->s));
        uint8_t dealt[] = {(uint8_t)place, light.deck[--next]};
        struct action card = action_of(BALI_DEAL, CHANCE, dealt, sizeof dealt);
        do_action(g, &card);
    }
    struct action back = bali_move_encode(&move, seat);
    CHECK(action_equal(&back, &a));
    bali_position_make(&light, &move);
    bali_position_init(&heavy, &g->c, bali_state(&g->s));
    // Only the rules see that a seat alone can do nothing any more.
    heavy.over = bali_state(&g->s)->end && bali_state(&g->s)->end != END_NOTHING;
    same_piles(&light, &heavy);
}

static void position_follows_the_rules(void)
{
    for (unsigned seats = 1; seats <= SEATS_MAX; seats++) {
        for (unsigned n = 0; n < 6; n++) {
            struct sample g;
            struct rng r = seeded(100 * seats + n);
            unsigned seat;
            open_game(&g, seats, "off");
            while ((seat = deal(&g, &r)) < SEATS_MAX && !test_failed())
                follow(&g, &r, seat);
            sample_close(&g);
        }
    }
}

// ---- greedy ----

struct most {
    struct sample *g;
    int32_t points;
};

// The column that a join makes, if it is a word.
static bool makes_word(const struct sample *g, const struct action *a, struct bali_column *out)
{
    const struct bali_state *b = bali_state(&g->s);
    struct bali_move m;
    return a->kind == BALI_JOIN && bali_move_decode(a, &m) && bali_move_column(b, &m, out) &&
           bali_takable(&g->c, b, out);
}

// The points of the move, or of the word that it makes; -1: neither.
static int32_t word_points(struct sample *g, const struct action *move, const struct report *report)
{
    struct bali_column column;
    if (report->word.len)
        return report->points;
    if (makes_word(g, move, &column))
        return bali_points(bali_state(&g->s), &column);
    return -1;
}

static bool take_most(void *context, const struct action *move, const struct report *report)
{
    struct most *m = context;
    int32_t points = word_points(m->g, move, report);
    m->points = points > m->points ? points : m->points;
    return true;
}

static void look_at(struct sample *g, unsigned seat)
{
    struct most most = {g, -1};
    struct bali_position p;
    struct bali_move move;
    g->c.rules->legal(&g->c, &g->s, seat, &(struct move_sink){.take = take_most, .context = &most});
    bali_position_init(&p, &g->c, bali_state(&g->s));
    CHECK(bali_greedy_move(&p, &move) == (most.points >= 0));
    if (most.points < 0)
        return;
    struct action a = bali_move_encode(&move, seat);
    struct report report;
    CHECK(g->c.rules->check(&g->c, &g->s, &a, NULL));
    g->c.rules->report(&g->c, &g->s, &a, &report);
    CHECK_NUMBER(word_points(g, &a, &report), most.points);
}

static void greedy_finds_the_best_word(void)
{
    for (unsigned seats = 1; seats <= SEATS_MAX; seats++) {
        for (unsigned n = 0; n < 4; n++) {
            struct sample g;
            struct rng r = seeded(700 + 10 * seats + n);
            unsigned seat;
            open_game(&g, seats, "off");
            while ((seat = deal(&g, &r)) < SEATS_MAX && !test_failed()) {
                look_at(&g, seat);
                struct action a = any_move(&g, seat, &r);
                do_action(&g, &a);
            }
            sample_close(&g);
        }
    }
}

// ---- the end of a game alone ----

struct trying {
    struct sample *g;
    const uint8_t *deck; // kinds of cards; the next is the last
    int32_t best;
};

static int32_t try_all(struct sample *g, const struct state *s, const uint8_t *deck);

static bool try_move(void *context, const struct action *move, const struct report *report)
{
    struct trying *t = context;
    struct state s = t->g->s;
    (void)report;
    if (move->kind == BALI_DONE)
        return true;
    t->g->c.rules->apply(&t->g->c, &s, move);
    while (t->g->c.rules->to_act(&t->g->c, &s) & ACTS_CHANCE) {
        const struct bali_state *b = bali_state(&s);
        uint8_t place = (uint8_t)bali_place_to_deal(b);
        uint8_t dealt[] = {place, t->deck[b->in_deck - 1]};
        struct action card = action_of(BALI_DEAL, CHANCE, dealt, sizeof dealt);
        t->g->c.rules->apply(&t->g->c, &s, &card);
    }
    int32_t score = try_all(t->g, &s, t->deck);
    t->best = score > t->best ? score : t->best;
    return true;
}

// The most points that can be reached, by the rules alone.
static int32_t try_all(struct sample *g, const struct state *s, const uint8_t *deck)
{
    int32_t score[SEATS_MAX];
    struct state before = g->s;
    g->c.rules->score(&g->c, s, score);
    struct trying t = {g, deck, score[0]};
    g->s = *s;
    if (g->c.rules->to_act(&g->c, s))
        g->c.rules->legal(&g->c, s, 0, &(struct move_sink){.take = try_move, .context = &t});
    g->s = before;
    return t.best;
}

static void solves_the_end_alone(void)
{
    static const char *const tables[][5] = {
        {"MAI", "S", "ON", "", ""},          {"P", "ART", "IE", "ROI", ""},
        {"PART", "IE", "R", "OI", "S"},      {"ROSE", "POS", "ONS", "E", "RA"},
        {"MANGE", "R", "A", "UNE", "ONZE"},  {"EAU", "X", "Q", "UE", ""},
        {"AIME", "RA", "RAI", "RONT", "RA"}, {"J", "K", "", "", ""},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct sample g;
        struct bali_position p;
        struct bali_completions h = {0};
        struct bali_endgame_alone plan;
        open_game(&g, 1, "off");
        struct bali_state *b = bali_state_of(&g.s);
        memset(b->deck, 0, sizeof b->deck);
        b->in_deck = 0;
        b->started = true;
        b->score[0] = 10;
        for (unsigned k = 0; k < 5; k++)
            put(&g, k, tables[i][k]);
        CHECK(bali_completions_open(&h, &g.c, bali_state(&g.s), &(struct humanlike){0}));
        bali_position_init(&p, &g.c, b);
        bali_endgame_alone_solve(&p, &h, &plan);
        CHECK_NUMBER(plan.total, try_all(&g, &g.s, NULL));
        for (unsigned k = 0; k < plan.count && !test_failed(); k++) {
            struct action a = bali_move_encode(&plan.move[k], 0);
            do_action(&g, &a);
        }
        int32_t score[SEATS_MAX];
        g.c.rules->score(&g.c, &g.s, score);
        CHECK_NUMBER(score[0], plan.total);
        CHECK_NUMBER(plan.bali, b->end == END_OUT);
        bali_completions_release(&h);
        sample_close(&g);
    }
}

// ---- the end of a game between two ----

struct outcome_of {
    struct sample *g;
    unsigned seat;
    int32_t best; // lead of the seat
};

static int32_t lead_of(struct sample *g, const struct state *s, unsigned seat);

static bool try_for_lead(void *context, const struct action *move, const struct report *report)
{
    struct outcome_of *o = context;
    struct state s = o->g->s;
    (void)report;
    if (move->kind == ACTION_RESIGN)
        return true;
    o->g->c.rules->apply(&o->g->c, &s, move);
    int32_t lead = lead_of(o->g, &s, o->seat);
    o->best = lead > o->best ? lead : o->best;
    return true;
}

// The best lead that the seat can make sure of, by the rules alone.
static int32_t lead_of(struct sample *g, const struct state *s, unsigned seat)
{
    int32_t score[SEATS_MAX];
    struct state before = g->s;
    unsigned acting = g->c.rules->to_act(&g->c, s) & ACTS_SEATS;
    g->c.rules->score(&g->c, s, score);
    if (!acting)
        return score[seat] - score[!seat];
    unsigned turn = (unsigned)__builtin_ctz(acting);
    struct outcome_of o = {g, turn, INT32_MIN};
    g->s = *s;
    g->c.rules->legal(&g->c, s, turn, &(struct move_sink){.take = try_for_lead, .context = &o});
    g->s = before;
    return turn == seat ? o.best : -o.best;
}

static void set_end(struct sample *g, const char *const column[6])
{
    open_game(g, 2, "off");
    struct bali_state *b = bali_state_of(&g->s);
    memset(b->deck, 0, sizeof b->deck);
    b->in_deck = 0;
    b->started = true;
    b->score[0] = 10;
    b->score[1] = 17;
    for (unsigned k = 0; k < 6; k++)
        put(g, k / 3 * BALI_ROW + k % 3, column[k]);
}

// With each seat's turn: as good as trying everything, and it plays what it promises.
static void solves_the_end_of_two(void)
{
    static const char *const tables[][6] = {
        {"MAI", "S", "ON", "RAI", "S", ""},         {"P", "ART", "I", "E", "ROI", "PART"},
        {"PART", "IE", "", "R", "OI", "S"},         {"ROSE", "POS", "ONS", "ROS", "IER", "E"},
        {"MANGE", "R", "A", "UNE", "ONZE", "R"},    {"J", "K", "", "AIL", "E", "S"},
        {"AIME", "RA", "RAI", "AIME", "RONT", "E"}, {"J", "K", "X", "W", "Q", "H"},
    };
    unsigned solved = 0;
    for (size_t i = 0; i < 2 * sizeof tables / sizeof *tables; i++) {
        struct sample g;
        struct bali_position p;
        struct bali_endgame_two end;
        set_end(&g, tables[i / 2]);
        unsigned seat = i % 2;
        bali_state_of(&g.s)->turn = (uint8_t)seat;
        bali_position_init(&p, &g.c, bali_state(&g.s));
        bool can_move = bali_can_move(&g.c, bali_state(&g.s), seat);
        int32_t best = lead_of(&g, &g.s, seat);
        CHECK(bali_endgame_two_solve(&p, &end) == can_move);
        if (can_move) {
            struct action a = bali_move_encode(&end.move, seat);
            CHECK_NUMBER(end.lead, best);
            do_action(&g, &a);
            CHECK_NUMBER(lead_of(&g, &g.s, seat), best);
            solved++;
        }
        p.in_deck = 1;
        CHECK(!bali_endgame_two_solve(&p, &end));
        sample_close(&g);
    }
    CHECK(solved >= 10);
}

// A word that lies there counts, more for its owner when the others cannot make more of it.
static void expects_a_lead(void)
{
    static const char *const plain[6] = {"J", "K", "X", "W", "Q", "H"},
                             *const word[6] = {"ROSE", "K", "X", "W", "Q", "H"},
                             *const theft[6] = {"AIME", "K", "X", "RA", "Q", "H"},
                             *const over[6] = {"", "", "", "W", "Q", "H"};
    const char *const *const tables[] = {plain, word, theft, over};
    double lead[4];
    for (size_t i = 0; i < 4; i++) {
        struct sample g;
        struct bali_position p;
        set_end(&g, tables[i]);
        bali_state_of(&g.s)->turn = 1;
        bali_position_init(&p, &g.c, bali_state(&g.s));
        p.over = tables[i] == over;
        lead[i] = bali_expected_lead(&p, 0);
        CHECK(lead[i] == -bali_expected_lead(&p, 1));
        CHECK(bali_lead_value(&p, 20) > bali_lead_value(&p, 10) || p.over);
        CHECK(bali_lead_value(&p, 20) <= 1 && bali_lead_value(&p, -2000) == -1);
        sample_close(&g);
    }
    CHECK(lead[1] > lead[0]);
    CHECK(lead[2] < lead[1]);
    CHECK(lead[3] == 10 + 50 - 17);
}

// ---- a known deck ----

static void search_deck(struct sample *g, const struct bali_position *p, struct bali_completions *h)
{
    struct engine_options options = {.level = 6};
    struct deadline deadline;
    deadline_init(&deadline, &options, 1);
    struct deadline_watch watch = deadline_watch(&deadline, 0, DEADLINE_NO_LIMIT);
    struct bali_beam beam = {.how = {h, &bali_weights_alone, 300, BEAM_MOVES, &watch}};
    struct bali_beam_end end, less;
    int32_t best = try_all(g, &g->s, p->deck);
    CHECK(bali_beam_reserve(&beam));
    CHECK(bali_beam_run(&beam, p, BALI_PACK, &end));
    CHECK_NUMBER((int)end.total, best);
    CHECK(watch.nodes > 0);
    beam.how.width = beam.how.moves = 1;
    CHECK(bali_beam_run(&beam, p, BALI_PACK, &less));
    CHECK(less.total <= end.total);
    uint64_t nodes = watch.nodes;
    deadline_pass(&deadline);
    CHECK(!bali_beam_run(&beam, p, BALI_PACK, &less));
    CHECK_NUMBER(watch.nodes, nodes);
    bali_beam_release(&beam);
}

// A beam that is wide enough finds what trying everything finds.
static void searches_a_known_deck(void)
{
    static const struct {
        const char *column[BALI_ROW], *deck;
    } tables[] = {
        {{"MAI", "S", "ON", "K", "W", "H", "Y"}, "ERA"},
        {{"P", "ART", "X", "K", "W", "H", "Q"}, "IES"},
        {{"ROSE", "POS", "K", "E", "W", "H", "X"}, "RAN"},
        {{"MANGE", "R", "A", "UN", "ONZ", "W", "K"}, "ES"},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct sample g;
        struct bali_position p;
        struct bali_completions h = {0};
        struct rng r = seeded(40 + (unsigned)i);
        open_game(&g, 1, "off");
        struct bali_state *b = bali_state_of(&g.s);
        memset(b->deck, 0, sizeof b->deck);
        b->in_deck = (uint8_t)strlen(tables[i].deck);
        b->started = true;
        for (unsigned k = 0; k < b->in_deck; k++)
            b->deck[tables[i].deck[k] - 'A' + 1] = 1;
        for (unsigned k = 0; k < BALI_ROW; k++)
            put(&g, k, tables[i].column[k]);
        CHECK(bali_completions_open(&h, &g.c, bali_state(&g.s), &(struct humanlike){0}));
        bali_position_init(&p, &g.c, b);
        bali_position_determinize(&p, &r);
        search_deck(&g, &p, &h);
        bali_completions_release(&h);
        sample_close(&g);
    }
}

// ---- completions ----

static void completes_words(void)
{
    struct sample g;
    struct bali_completions h = {0};
    struct word run;
    open_game(&g, 1, "off");
    CHECK(bali_completions_open(&h, &g.c, bali_state(&g.s), &(struct humanlike){0}));
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("aiso"), &run, NULL));
    const struct bali_run *found = bali_completions_find(&h, run.letter, run.len);
    CHECK(found->known && !found->word);
    CHECK_NUMBER(found->count, 3); // maison, raison, saison
    CHECK_NUMBER(found->next, graph_bit('M' - 'A' + 1) | graph_bit('R' - 'A' + 1) |
                                  graph_bit('S' - 'A' + 1) | graph_bit('N' - 'A' + 1));
    for (unsigned i = 0; i < found->count; i++)
        CHECK_NUMBER(h.pool[found->first + i].count, 2);
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("part"), &run, NULL));
    found = bali_completions_find(&h, run.letter, run.len);
    CHECK(found->word);
    CHECK_NUMBER(found->count, 2); // parti, partie
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("ovmb"), &run, NULL));
    found = bali_completions_find(&h, run.letter, run.len);
    CHECK(!found->known && !found->word && found->count == 0 && found->next == 0);
    bali_completions_release(&h);
    sample_close(&g);
}

// Words of three letters are in tier 4 here, of six in tier 7.
static void knows_familiar_words_only(void)
{
    struct sample g;
    struct bali_completions h = {0};
    struct word word, run;
    open_game(&g, 1, "off");
    CHECK(bali_completions_open(&h, &g.c, bali_state(&g.s), &(struct humanlike){.tier = 5}));
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("mai"), &word, NULL));
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("aison"), &run, NULL));
    const struct bali_run *found = bali_completions_find(&h, word.letter, word.len);
    CHECK(found->word && found->count == 0);
    CHECK(!bali_completions_find(&h, run.letter, run.len)->known);
    bali_completions_release(&h);
    sample_close(&g);
}

// Results stay while nothing changes that they depend on: not for a player who knows all
// words, whatever the seed; but for one who knows fewer, or another pack.
static void answers_last_while_they_hold(void)
{
    struct sample g;
    struct bali_completions h = {0};
    struct word run;
    open_game(&g, 1, "off");
    struct bali_state *b = bali_state_of(&g.s);
    CHECK(alphabet_fold(&g.lex.alphabet, TEXT("aison"), &run, NULL));
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){0}));
    CHECK(bali_completions_find(&h, run.letter, run.len)->known);
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){.seed = 5}));
    CHECK_NUMBER(h.runs, 1);
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){.tier = 5, .seed = 5}));
    CHECK_NUMBER(h.runs, 0);
    CHECK(!bali_completions_find(&h, run.letter, run.len)->known);
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){.tier = 5, .seed = 6}));
    CHECK_NUMBER(h.runs, 0);
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){0}));
    const struct bali_run *found = bali_completions_find(&h, run.letter, run.len);
    unsigned value = h.pool[found->first].value;
    b->pack.value['M' - 'A' + 1]++;
    b->pack.value['R' - 'A' + 1]++;
    b->pack.value['S' - 'A' + 1]++;
    CHECK(bali_completions_open(&h, &g.c, b, &(struct humanlike){0}));
    found = bali_completions_find(&h, run.letter, run.len);
    CHECK(found->known && h.pool[found->first].value == value + 1);
    bali_completions_release(&h);
    sample_close(&g);
}

// Every run is cached as itself, however many there are.
static void caches_runs_apart(void)
{
    struct sample g;
    struct bali_completions h = {0};
    open_game(&g, 1, "off");
    CHECK(bali_completions_open(&h, &g.c, bali_state(&g.s), &(struct humanlike){0}));
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned n = 0; n < 26 * 26 * 26 * 3 && !test_failed(); n++) {
            uint8_t letter[4] = {(uint8_t)(n % 26 + 1), (uint8_t)(n / 26 % 26 + 1),
                                 (uint8_t)(n / 676 % 26 + 1), (uint8_t)(n / 17576 + 1)};
            unsigned len = 1 + n % 4;
            struct word w = {.len = (uint8_t)len};
            memcpy(w.letter, letter, len);
            bool word = len >= 3 && graph_has(&g.lex.graph, &w);
            CHECK(bali_completions_find(&h, letter, len)->word == word);
        }
    }
    bali_completions_release(&h);
    sample_close(&g);
}

// ---- jokers among many columns ----

static bool is_joker(const struct bali_pile *pile)
{
    return pile->len == 1 && !pile->letter[0];
}

// Returns how many of the choices have a joker in them. All of those are whole words.
static unsigned jokers_chosen(struct sample *g, unsigned seat)
{
    struct bali_position p;
    struct bali_completions h = {0};
    struct bali_candidate list[24];
    unsigned found = 0;
    bali_position_init(&p, &g->c, bali_state(&g->s));
    CHECK(bali_completions_open(&h, &g->c, bali_state(&g->s), &(struct humanlike){0}));
    unsigned count = bali_candidates(&p, &h, &bali_weights_versus, list, 24);
    for (unsigned i = 0; i < count; i++) {
        const struct bali_move *move = &list[i].move;
        bool joker = false;
        for (unsigned k = 0; move->kind == BALI_JOIN && k < move->count; k++)
            joker |= is_joker(&p.pile[move->place[k]]);
        struct action a = bali_move_encode(move, seat);
        struct bali_column column;
        CHECK(!joker || makes_word(g, &a, &column));
        found += joker;
    }
    bali_completions_release(&h);
    return found;
}

static void keeps_jokers_for_words(void)
{
    unsigned found = 0;
    for (unsigned n = 0; n < 6; n++) {
        struct sample g;
        struct rng r = seeded(900 + n);
        unsigned seat;
        open_game(&g, 4, "off");
        while ((seat = deal(&g, &r)) < SEATS_MAX && !test_failed()) {
            const struct bali_state *b = bali_state(&g.s);
            unsigned columns = 0;
            for (unsigned i = 0; i < BALI_PLACES; i++)
                columns += b->column[i].len > 0;
            if (columns > 8)
                found += jokers_chosen(&g, seat);
            struct action a = any_move(&g, seat, &r);
            do_action(&g, &a);
        }
        sample_close(&g);
    }
    CHECK(found > 0);
}

// A seat whose only joins use the joker and make no word makes one of them.
static void plays_a_joker_for_want_of_better(void)
{
    static const char *const columns[] = {"X", "W", "M",  "V", "KY", "J", "D", "D",
                                          "R", "C", "NG", "J", "B",  "H", "X", "M"};
    struct sample g;
    struct bali_pack pack;
    struct rng r = seeded(6);
    struct engine_result result;
    open_game(&g, 4, "off");
    CHECK_NUMBER(deal(&g, &r), 0);
    REQUIRE(bali_pack_load(&pack, &g.lex.alphabet));
    for (unsigned i = 0; i < BALI_PARTS; i++)
        put(&g, i / 4 * BALI_ROW + i % 4, columns[i]);
    struct bali_state *b = bali_state_of(&g.s);
    b->column[0] =
        (struct bali_column){.len = 1, .card = {(uint8_t)bali_pack_find(&pack, TEXT("*"))}};
    b->turn = 1;
    for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
        struct engine_options options = {.level = level, .max_nodes = 60};
        CHECK(engine_best_once(&g.c, &g.s, 1, &options, &r, &result));
        CHECK_NUMBER(result.move.kind, BALI_JOIN);
        CHECK(g.c.rules->check(&g.c, &g.s, &result.move, NULL));
    }
    sample_close(&g);
}

static const struct test tests[] = {
    TEST(plays_whole_games),
    TEST(plays_the_same_again),
    TEST(foresees_as_it_plays),
    TEST(stops_when_told),
    TEST(challenges_what_is_wrong),
    TEST(names_a_word),
    TEST(position_follows_the_rules),
    TEST(greedy_finds_the_best_word),
    TEST(solves_the_end_alone),
    TEST(solves_the_end_of_two),
    TEST(expects_a_lead),
    TEST(searches_a_known_deck),
    TEST(completes_words),
    TEST(knows_familiar_words_only),
    TEST(answers_last_while_they_hold),
    TEST(caches_runs_apart),
    TEST(keeps_jokers_for_words),
    TEST(plays_a_joker_for_want_of_better),
};
TEST_MAIN(tests)
