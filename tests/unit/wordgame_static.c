// The Word Game's static player and playouts by it: leave values against a slow sum, choices
// against all legal moves, whole games that the rules accept move by move, and playouts against the
// same played with a new board at every move.
#include "games/wordgame/engine/playout.h"
#include "lexicon/lexicon_build.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

struct fixture {
    struct buf bytes;
    struct lexicon lex;
    struct config c;
    struct wordgame_settings set;
    struct wordgame_wordmap map;
    struct wordgame_leave model;
    struct rng r;
};

static int32_t some_value(struct rng *r)
{
    return (int32_t)rng_below(r, 20000) - 10000;
}

static void random_model(struct wordgame_leave *m, struct rng *r)
{
    wordgame_leave_clear(m);
    for (unsigned a = 0; a < TILE_KINDS; a++) {
        m->tile[a] = some_value(r);
        m->last[a] = some_value(r);
        for (unsigned b = 0; b <= a; b++)
            m->pair[a][b] = m->pair[b][a] = some_value(r) / 10;
    }
    for (unsigned a = 1; a <= RACK_MAX; a++)
        for (unsigned b = 1; b <= RACK_MAX; b++)
            m->kept[a][b] = some_value(r);
    m->other = some_value(r) / 10;
    m->ends = true;
}

// Words of random letters, common ones more often, so that there is much to play.
static void random_lexicon(struct fixture *d)
{
    static const char common[] = "aaeeeiioourstlnnddmgpbhfvkwyczjxq";
    struct alphabet a;
    REQUIRE(alphabet_load(&a, TEXT("en"), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (unsigned i = 0; i < 4000; i++) {
        struct word w = {.len = (uint8_t)(2 + rng_below(&d->r, i < 100 ? 1 : 7))};
        for (unsigned k = 0; k < w.len; k++)
            w.letter[k] = (uint8_t)(common[rng_below(&d->r, sizeof common - 1)] - 'a' + 1);
        REQUIRE(lexicon_builder_add(b, &w, 0, 1, NULL));
    }
    REQUIRE(lexicon_builder_write(b, &d->bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&d->lex, buf_text(&d->bytes), "random", NULL));
}

static void open_fixture(struct fixture *d, const char *preset, const char *seed)
{
    *d = (struct fixture){0};
    REQUIRE(rng_seed_hex(&d->r, text_of(seed)));
    random_lexicon(d);
    CHECK(config_init(&d->c, text_of(preset), NULL));
    d->c.lexicon = &d->lex;
    REQUIRE(wordgame_settings_load(&d->set, &d->c, NULL));
    REQUIRE(wordgame_wordmap_build(&d->map, &d->set, &d->lex.graph));
    random_model(&d->model, &d->r);
}

static void close_fixture(struct fixture *d)
{
    wordgame_wordmap_release(&d->map);
    lexicon_close(&d->lex);
    buf_release(&d->bytes);
}

static struct wordgame_static *new_player(const struct fixture *d, bool map)
{
    struct wordgame_static *p = malloc(sizeof *p);
    if (!p || !wordgame_static_init(p, &d->set, &d->lex.graph, map ? &d->map : NULL, &d->model, 0))
        abort();
    return p;
}

static void free_player(struct wordgame_static *p)
{
    wordgame_static_release(p);
    free(p);
}

// A rack of the tiles of a choice, and of those of some that could be drawn.
struct hand {
    uint8_t tile[2 * RACK_MAX];
    unsigned tiles;
};

static void hold(struct hand *h, const uint8_t *tile, unsigned mask)
{
    for (; mask; mask &= mask - 1)
        h->tile[h->tiles++] = tile[__builtin_ctz(mask)];
}

static double hand_worth(const struct wordgame_leave *m, const struct hand *h)
{
    double sum = 0;
    for (unsigned i = 0; i < h->tiles; i++) {
        sum += m->tile[h->tile[i]];
        for (unsigned k = 0; k < i; k++)
            sum += m->pair[h->tile[i]][h->tile[k]];
    }
    return sum;
}

// The value of kept tiles with those that can be drawn: the mean over all draws.
static double slow_leave(const struct wordgame_leave *m, const struct wordgame_gen_rack *rack,
                         unsigned mask, const struct hand *unseen, unsigned in_bag)
{
    unsigned kept = (unsigned)__builtin_popcount(mask), ways = 0;
    unsigned draws = RACK_MAX - kept < in_bag ? RACK_MAX - kept : in_bag;
    double sum = 0;
    for (unsigned drawn = 0; drawn < 1u << unseen->tiles; drawn++) {
        struct hand h = {.tiles = 0};
        if ((unsigned)__builtin_popcount(drawn) != draws)
            continue;
        hold(&h, rack->kind, mask);
        hold(&h, unseen->tile, drawn);
        sum += hand_worth(m, &h);
        ways++;
    }
    return sum / ways;
}

static void check_leaves(const struct fixture *d, const struct wordgame_gen_rack *rack,
                         const struct hand *unseen, unsigned in_bag)
{
    uint8_t count[TILE_KINDS] = {0};
    int32_t leave[WORDGAME_GEN_CHOICES];
    for (unsigned i = 0; i < unseen->tiles; i++)
        count[unseen->tile[i]]++;
    wordgame_leave_table(
        &d->model, rack,
        &(struct wordgame_leave_bag){.unseen = count, .in_bag = in_bag, .rack = RACK_MAX}, leave);
    double empty = slow_leave(&d->model, rack, 0, unseen, in_bag);
    for (unsigned mask = 0; mask <= wordgame_gen_rack_all(rack); mask++) {
        double slow = slow_leave(&d->model, rack, mask, unseen, in_bag) - empty;
        // Means of up to 8 x 8 pairs of what is kept and drawn are rounded one by one.
        CHECK(leave[mask] > slow - 100 && leave[mask] < slow + 100);
    }
}

static void leave_values(void)
{
    struct fixture d;
    struct wordgame_gen_rack rack;
    open_fixture(&d, "wordgame", "1ea5e");
    for (unsigned round = 0; round < 40; round++) {
        uint8_t tiles[TILE_KINDS] = {0};
        struct hand unseen = {.tiles = 1 + rng_below(&d.r, RACK_MAX)};
        for (unsigned n = rng_below(&d.r, RACK_MAX + 1); n > 0; n--)
            tiles[rng_below(&d.r, round % 2 ? 4 : 27)]++;
        for (unsigned i = 0; i < unseen.tiles; i++)
            unseen.tile[i] = (uint8_t)rng_below(&d.r, round % 2 ? 4 : 27);
        wordgame_gen_rack_init(&rack, &d.set, tiles, NULL);
        check_leaves(&d, &rack, &unseen, 1 + rng_below(&d.r, unseen.tiles));
    }
    close_fixture(&d);
}

static void leave_values_of_the_end(void)
{
    struct fixture d;
    struct wordgame_gen_rack rack;
    int32_t leave[WORDGAME_GEN_CHOICES];
    uint8_t tiles[TILE_KINDS] = {[KIND_BLANK] = 1, [1] = 2, [17] = 1};
    struct wordgame_leave_other other = {.tiles = 3, .value = 11};
    open_fixture(&d, "classic", "1ea60");
    wordgame_gen_rack_init(&rack, &d.set, tiles, NULL);
    wordgame_leave_end(&d.model, &d.set, &rack, &other, leave);
    const struct wordgame_leave *m = &d.model;
    CHECK_NUMBER(leave[0], 22000); // who goes out gets them twice
    for (unsigned mask = 1; mask <= wordgame_gen_rack_all(&rack); mask++) {
        int32_t sum = m->kept[__builtin_popcount(mask)][3] + 11 * m->other;
        for (unsigned i = 0; i < rack.tiles; i++)
            sum += mask >> i & 1 ? m->last[rack.kind[i]] : 0;
        CHECK_NUMBER(leave[mask], sum);
    }
    close_fixture(&d);
}

// The most equity that any legal move has.
struct judge {
    const struct fixture *d;
    const struct wordgame_static *player;
    const struct wordgame_state *w;
    int64_t best;
    bool placements;
};

static int64_t equity_of(const struct judge *j, const struct action *a, int32_t points)
{
    const struct wordgame_gen_rack *rack = &j->player->generator.rack;
    uint8_t gone[TILE_KINDS] = {0};
    struct wordgame_placement p;
    unsigned kept = wordgame_gen_rack_all(rack);
    for (unsigned i = 0; a->kind == WORDGAME_EXCHANGE && i < a->len; i++)
        gone[a->data[i]]++;
    if (a->kind == WORDGAME_PLACE && wordgame_placement(&j->d->set, a, &p))
        for (unsigned left = wordgame_new_squares(j->w->board, &p); left; left &= left - 1)
            gone[wordgame_tile_kind(p.tile[__builtin_ctz(left)])]++;
    for (unsigned i = 0; i < rack->tiles; i++)
        if (gone[rack->kind[i]] && gone[rack->kind[i]]--)
            kept &= ~(1u << i);
    return (int64_t)points * EQUITY_POINT + j->player->leave[kept];
}

static bool take(void *context, const struct action *a, const struct report *report)
{
    struct judge *j = context;
    int64_t equity = equity_of(j, a, report->points);
    if (a->kind == ACTION_PASS)
        return true;
    j->placements = true;
    j->best = equity > j->best ? equity : j->best;
    return true;
}

static void check_choice(const struct fixture *d, const struct wordgame_static *player,
                         const struct state *s, const struct wordgame_static_choice *choice)
{
    struct judge j = {d, player, wordgame_state(s), INT64_MIN, false};
    struct move_sink sink = {.take = take, .context = &j};
    int32_t points = choice->move.points;
    CHECK(d->c.rules->check(&d->c, s, &choice->action, NULL));
    CHECK(d->c.rules->legal(&d->c, s, j.w->turn, &sink));
    CHECK(j.placements == (choice->action.kind != ACTION_PASS));
    if (j.placements)
        CHECK_NUMBER(choice->move.equity, j.best);
    CHECK_NUMBER(choice->move.equity, equity_of(&j, &choice->action, points));
    CHECK_NUMBER(choice->leave, choice->move.equity - (int64_t)points * EQUITY_POINT);
    CHECK(player->model || choice->leave == 0);
}

// A game by a player with a map; one without a map, which sees only its own view and looks at the
// board again each time, has to agree.
static unsigned play(struct fixture *d, struct wordgame_static *player,
                     struct wordgame_static *other)
{
    struct state s, view;
    const struct wordgame_state *w = wordgame_state(&s);
    unsigned acting, turns = 0;
    d->c.rules->setup(&d->c, &s);
    wordgame_static_load(player, w);
    while ((acting = d->c.rules->to_act(&d->c, &s)) && !test_failed()) {
        struct wordgame_static_choice choice, same;
        if (acting == ACTS_CHANCE) {
            d->c.rules->draw(&d->c, &s, &d->r, &choice.action);
        } else {
            d->c.rules->view(&d->c, &s, w->turn, &view);
            wordgame_static_load(other, wordgame_state(&view));
            CHECK(wordgame_static_choose(player, w, &choice));
            CHECK(wordgame_static_choose(other, wordgame_state(&view), &same));
            CHECK(action_equal(&choice.action, &same.action));
            check_choice(d, player, &s, &choice);
            wordgame_static_played(player, &choice.action);
            turns++;
        }
        d->c.rules->apply(&d->c, &s, &choice.action);
    }
    return turns;
}

static void plays_games(void)
{
    static const char *const presets[] = {"classic", "wordgame"};
    for (unsigned i = 0; i < 2; i++) {
        struct fixture d;
        unsigned turns = 0;
        open_fixture(&d, presets[i], "5e1f");
        struct wordgame_static *player = new_player(&d, true), *other = new_player(&d, false);
        for (unsigned game = 0; game < 6; game++)
            turns += play(&d, player, other);
        CHECK(turns > 60);
        free_player(player);
        free_player(other);
        close_fixture(&d);
    }
}

// To the very end: what is left on the racks is worth nothing then, either.
static void without_a_model_points_decide(void)
{
    struct fixture d;
    open_fixture(&d, "classic", "90f");
    struct wordgame_static *player = new_player(&d, true), *other = new_player(&d, false);
    player->model = other->model = NULL;
    CHECK(play(&d, player, other) > 10);
    free_player(player);
    free_player(other);
    close_fixture(&d);
}

// The same playout with nothing kept from move to move.
static void slow_playout(struct fixture *d, struct wordgame_static *player, struct state *s,
                         const struct action *candidate, struct rng r, unsigned plies,
                         struct wordgame_playout_result *out)
{
    const struct wordgame_state *w = wordgame_state(s);
    int32_t kept[2] = {0}, before = w->score[w->turn] - w->score[1 - w->turn];
    unsigned seat = w->turn, acting;
    struct judge j = {d, player, w, 0, false};
    *out = (struct wordgame_playout_result){0};
    wordgame_static_leave(player, w);
    kept[seat] = (int32_t)equity_of(&j, candidate, 0);
    d->c.rules->apply(&d->c, s, candidate);
    while ((acting = d->c.rules->to_act(&d->c, s)) &&
           (acting == ACTS_CHANCE || out->plies < plies)) {
        struct wordgame_static_choice choice;
        if (acting == ACTS_CHANCE) {
            if (out->plies == plies) // what is drawn after the last move is nobody's
                break;
            d->c.rules->draw(&d->c, s, &r, &choice.action);
        } else {
            wordgame_static_load(player, w);
            CHECK(wordgame_static_choose(player, w, &choice));
            kept[w->turn] = choice.leave;
            out->plies++;
        }
        d->c.rules->apply(&d->c, s, &choice.action);
    }
    out->over = w->end;
    out->spread = w->score[seat] - w->score[1 - seat] - before;
    out->leave = w->end ? 0 : kept[seat] - kept[1 - seat];
}

static void check_playouts(struct fixture *d, struct wordgame_playout *p,
                           struct wordgame_static *slow, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct wordgame_gen_move best[6];
    struct wordgame_gen_top top = {.move = best, .room = 6};
    struct state guess;
    wordgame_playout_load(p, w);
    wordgame_static_leave(&p->player, w);
    CHECK(wordgame_generator_best(&p->player.generator, p->player.leave, &top));
    for (unsigned i = 0; i <= top.moves; i++) {
        struct action a = {.kind = ACTION_PASS, .seat = w->turn};
        if (i < top.moves)
            a = wordgame_move_encode(&best[i].placement, w->turn);
        wordgame_playout_begin(p, &a);
        for (unsigned plies = 0; plies <= 4; plies++) {
            struct wordgame_playout_result fast, same;
            d->c.rules->guess(&d->c, s, w->turn, &d->r, &guess);
            struct rng r = d->r;
            CHECK(wordgame_playout_run(p, wordgame_state(&guess), &r, plies, &fast));
            slow_playout(d, slow, &guess, &a, d->r, plies, &same);
            CHECK_NUMBER(fast.spread, same.spread);
            CHECK_NUMBER(fast.leave, same.leave);
            CHECK_NUMBER(fast.over, same.over);
            CHECK_NUMBER(fast.plies, same.plies);
        }
        wordgame_playout_end(p);
        CHECK(memcmp(p->player.generator.board.tile, w->board, sizeof w->board) == 0);
    }
}

static void plays_out(void)
{
    struct fixture d;
    struct state s, view;
    unsigned acting;
    open_fixture(&d, "classic", "b1a7");
    struct wordgame_static *player = new_player(&d, true), *slow = new_player(&d, false);
    struct wordgame_playout *p = malloc(sizeof *p);
    CHECK(p && wordgame_playout_init(p, &d.c, &d.set, &d.map, &d.model, 4));
    d.c.rules->setup(&d.c, &s);
    wordgame_static_load(player, wordgame_state(&s));
    while ((acting = d.c.rules->to_act(&d.c, &s)) && !test_failed()) {
        struct wordgame_static_choice choice;
        if (acting == ACTS_CHANCE) {
            d.c.rules->draw(&d.c, &s, &d.r, &choice.action);
        } else {
            d.c.rules->view(&d.c, &s, wordgame_state(&s)->turn, &view);
            check_playouts(&d, p, slow, &view);
            CHECK(wordgame_static_choose(player, wordgame_state(&s), &choice));
            wordgame_static_played(player, &choice.action);
        }
        d.c.rules->apply(&d.c, &s, &choice.action);
    }
    wordgame_playout_release(p);
    free(p);
    free_player(player);
    free_player(slow);
    close_fixture(&d);
}

static const struct test tests[] = {
    TEST(leave_values), TEST(leave_values_of_the_end),
    TEST(plays_games),  TEST(without_a_model_points_decide),
    TEST(plays_out),
};
TEST_MAIN(tests)
