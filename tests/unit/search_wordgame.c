// The computer's moves in the Word Game: legal at every level, the same every time, chosen without
// a look at what is hidden, and stopped when told to.
#include "engine/engine.h"
#include "games/wordgame/engine/endgame.h"
#include "games/wordgame/engine/endgame_cache.h"
#include "games/wordgame/engine/model.h"
#include "games/wordgame/engine/peg.h"
#include "games/wordgame/engine/simulate.h"
#include "games/wordgame/move.h"
#include "sample.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_game(struct sample *g, const char *preset, const char *seed)
{
    sample_open(g, preset, "en", sample_english);
    sample_begin(g);
    REQUIRE(rng_seed_hex(&g->chance, text_of(seed)));
}

// Draws what is due. Returns whose turn it is then, or -1: the game is over.
static int draw_due(struct sample *g)
{
    const struct rules *rules = g->c.rules;
    struct action a;
    unsigned acting;
    while ((acting = rules->to_act(&g->c, &g->s)) & ACTS_CHANCE) {
        rules->draw(&g->c, &g->s, &g->chance, &a);
        rules->apply(&g->c, &g->s, &a);
    }
    return acting ? acting == 2 : -1;
}

// The move of a level, which sees its seat's view only.
static struct engine_result think(const struct sample *g, unsigned seat, unsigned level,
                                  struct rng *r)
{
    struct engine_options options = {.level = level, .max_nodes = 100};
    struct engine_result result = {0};
    struct state view;
    g->c.rules->view(&g->c, &g->s, seat, &view);
    CHECK(engine_best_once(&g->c, &view, seat, &options, r, &result));
    CHECK(result.line_length > 0 && action_equal(&result.line[0], &result.move));
    return result;
}

static const char *const presets[] = {"wordgame", "classic"};

static bool any_placement(void *context, const struct action *a, const struct report *report)
{
    bool *any = context;
    (void)report;
    *any |= a->kind == WORDGAME_PLACE;
    return !*any;
}

// Every move is checked like a player's. In a game without exchanges the lower levels pass
// only where nothing can be placed.
static void play_levels(struct sample *g, struct rng *r)
{
    unsigned level = 1;
    for (int seat; (seat = draw_due(g)) >= 0; level = level % ENGINE_LEVELS + 1) {
        struct engine_result found = think(g, (unsigned)seat, level, r);
        struct report report;
        struct reason why;
        bool any = false;
        if (!g->c.rules->check(&g->c, &g->s, &found.move, &why)) {
            test_fail(__FILE__, __LINE__, "level %u: message %d", level, why.what);
            return;
        }
        g->c.rules->report(&g->c, &g->s, &found.move, &report);
        CHECK_NUMBER(found.points, report.points);
        struct move_sink sink = {.take = any_placement, .context = &any};
        g->c.rules->legal(&g->c, &g->s, (unsigned)seat, &sink);
        CHECK(level > 5 || found.move.kind != ACTION_PASS || !any);
        g->c.rules->apply(&g->c, &g->s, &found.move);
    }
}

static void levels_play_legal_moves(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1e9a1")));
    for (unsigned i = 0; i < 4; i++) {
        static const char *const seeds[] = {"1", "2", "3", "4"};
        struct sample g;
        open_game(&g, presets[i % 2], seeds[i]);
        play_levels(&g, &r);
        sample_close(&g);
    }
}

// A few moves into a game. Returns whose turn it is, -1: it was over before.
static int play_some(struct sample *g, unsigned moves, struct rng *r)
{
    int seat = draw_due(g);
    for (; seat >= 0 && moves > 0; moves--, seat = draw_due(g)) {
        struct engine_result found = think(g, (unsigned)seat, 4, r);
        g->c.rules->apply(&g->c, &g->s, &found.move);
    }
    return seat;
}

// The same in a game that does not end so soon.
static unsigned open_middle(struct sample *g, const char *preset, unsigned moves, struct rng *r)
{
    for (unsigned i = 1;; i++) {
        char seed[16];
        snprintf(seed, sizeof seed, "%x", i);
        open_game(g, preset, seed);
        int seat = play_some(g, moves, r);
        if (seat >= 0)
            return (unsigned)seat;
        sample_close(g);
    }
}

static void same_seed_same_move(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("5a3e")));
    for (unsigned i = 0; i < 2; i++) {
        struct sample g;
        unsigned seat = open_middle(&g, presets[i], 5, &r);
        for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
            struct rng first = r, second = r;
            struct engine_result one = think(&g, seat, level, &first);
            struct engine_result two = think(&g, seat, level, &second);
            CHECK(action_equal(&one.move, &two.move));
            CHECK(one.nodes == two.nodes && one.depth == two.depth);
        }
        sample_close(&g);
    }
}

// Hidden information changes nothing: the view of a state in which the hidden tiles lie
// otherwise is the same, and a whole state is played like its view.
static void hidden_tiles_are_not_looked_at(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("41dde")));
    for (unsigned i = 0; i < 2; i++) {
        struct sample g;
        unsigned seat = open_middle(&g, presets[i], 4, &r);
        for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
            struct engine_options options = {.level = level, .max_nodes = 100};
            struct rng first = r, second = r;
            struct engine_result one = think(&g, seat, level, &first), two;
            CHECK(engine_best_once(&g.c, &g.s, seat, &options, &second, &two));
            CHECK(action_equal(&one.move, &two.move));
        }
        sample_close(&g);
    }
}

// The end as the rules have it: every legal move, to the last. Returns what `seat`, who is to move,
// gains on the other.
struct tree {
    const struct config *c;
    const struct state *s;
    unsigned seat;
    int32_t best;
};

static int32_t lead(const struct state *s, unsigned seat)
{
    return wordgame_state(s)->score[seat] - wordgame_state(s)->score[1 - seat];
}

static int32_t minimax(const struct config *c, const struct state *s);

static bool try_move(void *context, const struct action *move, const struct report *report)
{
    struct tree *t = context;
    struct state next = *t->s;
    (void)report;
    t->c->rules->apply(t->c, &next, move);
    int32_t gain = lead(&next, t->seat) - lead(t->s, t->seat);
    if (t->c->rules->to_act(t->c, &next))
        gain -= minimax(t->c, &next);
    t->best = gain > t->best ? gain : t->best;
    return true;
}

static int32_t minimax(const struct config *c, const struct state *s)
{
    struct tree t = {c, s, wordgame_state(s)->turn, INT32_MIN};
    c->rules->legal(c, s, t.seat, &(struct move_sink){.take = try_move, .context = &t});
    return t.best;
}

// Gives each seat `each` tiles, with nothing in the bag: the set is what is left, so that the
// position is one of a game with fewer tiles.
static void empty_bag(struct sample *g, unsigned each)
{
    struct wordgame_state *w = wordgame_state_of(&g->s);
    for (unsigned seat = 0; seat < WORDGAME_SEATS; seat++)
        for (unsigned kind = TILE_KINDS; kind-- > 0 && w->in_rack[seat] > each;)
            for (; w->rack[seat][kind] && w->in_rack[seat] > each; w->in_rack[seat]--)
                w->rack[seat][kind]--;
    memset(w->bag, 0, sizeof w->bag);
    w->in_bag = 0;
    memset(w->set.tiles, 0, sizeof w->set.tiles);
    for (unsigned square = 0; square < BOARD_SQUARES; square++)
        if (w->board[square])
            w->set.tiles[wordgame_tile_kind(w->board[square])]++;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        w->set.tiles[kind] = (uint8_t)(w->set.tiles[kind] + w->rack[0][kind] + w->rack[1][kind]);
}

static void the_end_is_exact(void)
{
    struct rng r;
    unsigned gained = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("e4d")));
    for (unsigned i = 0; i < 12; i++) {
        struct engine_options options = {.level = ENGINE_LEVELS};
        struct engine_result found;
        struct sample g;
        unsigned seat = open_middle(&g, presets[i % 2], 3 + i % 4, &r);
        empty_bag(&g, 2 + i / 6);
        wordgame_state_of(&g.s)->scoreless = (uint8_t)(i % 2 ? 3 : 0); // fewer passes to look at
        int32_t want = minimax(&g.c, &g.s);
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &found));
        CHECK(found.exact);
        CHECK_NUMBER(found.margin - lead(&g.s, seat), want);
        gained += found.points > 0;
        sample_close(&g);
    }
    CHECK(gained > 4);
}

static bool count_move(void *context, const struct action *a, const struct report *report)
{
    unsigned *count = context;
    (void)report;
    *count += a->kind == WORDGAME_PLACE;
    return true;
}

// All moves of the seat to move, as the rules have them. `some` gets one of them, any.
static void check_moves(const struct sample *g, struct wordgame_endgame_cache *e, struct rng *r,
                        uint32_t *some)
{
    unsigned seat = e->now.turn, want = 0, count = 0;
    CHECK_NUMBER(seat, wordgame_state(&g->s)->turn);
    CHECK(wordgame_endgame_cache_find(e, seat));
    g->c.rules->legal(&g->c, &g->s, seat,
                      &(struct move_sink){.take = count_move, .context = &want});
    for (unsigned line = 0; line < WORDGAME_GEN_LINES; line++) {
        const struct wordgame_endgame_list *list = &e->now.list[seat][line];
        for (uint32_t i = list->first; i < list->end; i++) {
            const struct wordgame_endgame_move *m = &e->move[i];
            struct action a = wordgame_move_encode(&e->placement[i], seat);
            struct report report;
            if (!wordgame_endgame_cache_can_play(e, seat, m))
                continue;
            CHECK(g->c.rules->check(&g->c, &g->s, &a, NULL));
            g->c.rules->report(&g->c, &g->s, &a, &report);
            CHECK_NUMBER(m->points, report.points);
            if (rng_below(r, ++count) == 0)
                *some = i;
        }
    }
    CHECK_NUMBER(count, want);
}

// Moves are made and taken back in any order; all that is kept of them is right at every step.
static void wander(struct sample *g, struct wordgame_endgame_cache *e, struct rng *r,
                   unsigned plies)
{
    struct state before = g->s;
    unsigned seat = wordgame_state(&g->s)->turn;
    for (unsigned i = 0; plies && i < 3; i++, g->s = before) {
        uint32_t some = WORDGAME_ENDGAME_PASS;
        int32_t gain;
        check_moves(g, e, r, &some);
        struct wordgame_endgame_move m = e->move[some];
        struct action a = wordgame_move_encode(&e->placement[some], seat);
        if (!m.tiles)
            a = (struct action){.kind = ACTION_PASS, .seat = (uint8_t)seat};
        uint64_t key = wordgame_endgame_cache_key(e);
        g->c.rules->apply(&g->c, &g->s, &a);
        wordgame_endgame_cache_make(e, some);
        bool over = wordgame_endgame_cache_over(e, &gain);
        CHECK(over == !g->c.rules->to_act(&g->c, &g->s));
        if (over)
            CHECK_NUMBER(lead(&g->s, 1 - seat) - lead(&before, 1 - seat), gain - m.points);
        else
            wander(g, e, r, plies - 1);
        wordgame_endgame_cache_undo(e);
        CHECK(wordgame_endgame_cache_key(e) == key);
    }
}

static void moves_of_an_end_are_kept(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1157")));
    for (unsigned i = 0; i < 4; i++) {
        struct sample g;
        open_middle(&g, presets[i % 2], 4 + i, &r);
        empty_bag(&g, RACK_MAX);
        struct wordgame_endgame_cache *e = malloc(sizeof *e);
        CHECK(e && wordgame_endgame_cache_init(e, &wordgame_state(&g.s)->set, &g.lex.graph));
        wordgame_endgame_cache_load(e, wordgame_state(&g.s));
        wander(&g, e, &r, 5);
        wordgame_endgame_cache_release(e);
        free(e);
        sample_close(&g);
    }
}

// Told to stop at every question but the first few, it stops, and has a move.
static bool stop_soon(void *context)
{
    unsigned *asked = context;
    return ++*asked > 20;
}

// A game with `each` tiles on a rack and `bag` in the bag, in which nobody is ahead.
static void nearly_empty_bag(struct sample *g, unsigned each, unsigned bag)
{
    struct wordgame_state *w = wordgame_state_of(&g->s);
    uint8_t keep[TILE_KINDS] = {0};
    for (unsigned i = 0, kind = 1; i < bag; kind = kind % (TILE_KINDS - 1) + 1)
        if (w->bag[kind] && rng_below(&g->chance, 4) == 0) {
            w->bag[kind]--;
            keep[kind]++;
            i++;
        }
    empty_bag(g, each);
    w->set.rack = (uint8_t)each;
    w->in_bag = (uint8_t)bag;
    memcpy(w->bag, keep, sizeof keep);
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        w->set.tiles[kind] = (uint8_t)(w->set.tiles[kind] + keep[kind]);
    w->score[0] = w->score[1];
    w->scoreless = w->set.end_scoreless ? (uint8_t)(w->set.end_scoreless - 2) : 0;
}

// The result of a move if the bag holds these tiles, once it is made and they are drawn: a win,
// half of one, or none; -1 if it does not empty the bag.
static double share_of(const struct sample *g, unsigned seat, const struct action *move,
                       const uint8_t unseen[TILE_KINDS], const uint8_t bag[TILE_KINDS])
{
    struct state s = g->s;
    struct wordgame_state *w = wordgame_state_of(&s);
    struct rng any = g->chance;
    struct action a;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        w->rack[1 - seat][kind] = (uint8_t)(unseen[kind] - bag[kind]);
    memcpy(w->bag, bag, sizeof w->bag);
    g->c.rules->apply(&g->c, &s, move);
    while (g->c.rules->to_act(&g->c, &s) == ACTS_CHANCE) {
        g->c.rules->draw(&g->c, &s, &any, &a);
        g->c.rules->apply(&g->c, &s, &a);
    }
    if (w->in_bag)
        return -1;
    int32_t margin = lead(&s, seat) - (w->end ? 0 : minimax(&g->c, &s));
    return margin > 0 ? 1 : margin == 0 ? 0.5 : 0;
}

// The chance to win by a move, over all that the bag may hold, one tile or two.
static double chance_of(const struct sample *g, unsigned seat, const struct action *move)
{
    uint8_t unseen[TILE_KINDS], bag[TILE_KINDS] = {0};
    unsigned two = wordgame_state(&g->s)->in_bag == 2;
    double sum = 0, all = 0;
    wordgame_unseen(wordgame_state(&g->s), seat, unseen);
    for (unsigned one = 0; one < TILE_KINDS; one++)
        for (unsigned other = 0; unseen[one] && other < (two ? TILE_KINDS : 1u); other++) {
            unsigned times = two ? unseen[other] - (unsigned)(one == other) : 1;
            if ((two && !unseen[other]) || !times)
                continue;
            memset(bag, 0, sizeof bag);
            bag[one]++;
            bag[other] = (uint8_t)(bag[other] + two);
            double share = share_of(g, seat, move, unseen, bag);
            if (share < 0)
                return -1;
            sum += unseen[one] * times * share;
            all += unseen[one] * times;
        }
    return sum / all;
}

struct best_chance {
    const struct sample *g;
    unsigned seat;
    double best;
};

static bool best_chance_of(void *context, const struct action *a, const struct report *report)
{
    struct best_chance *b = context;
    (void)report;
    if (a->kind == WORDGAME_PLACE) {
        double chance = chance_of(b->g, b->seat, a);
        b->best = chance > b->best ? chance : b->best;
    }
    return true;
}

// An engine for a state whose settings the test has changed.
static struct engine *open_engine(const struct sample *g)
{
    struct engine *engine = engine_open(&g->c);
    REQUIRE(engine);
    wordgame_instance(engine)->set = wordgame_state(&g->s)->set;
    return engine;
}

// Where the move empties the bag, the chance to win is what trying everything says, and no other
// such move has a better one. Returns whether that was so.
static bool check_before_end(const struct sample *g, unsigned seat, struct rng *r)
{
    struct engine_options options = {.level = ENGINE_LEVELS};
    struct wordgame_position at;
    struct wordgame_candidate choice[WORDGAME_PEG_MOVES];
    struct wordgame_peg_found found;
    struct best_chance b = {g, seat, -1};
    struct engine *engine = open_engine(g);
    wordgame_position_init(&at, wordgame_instance(engine), &g->s, seat);
    unsigned moves = wordgame_candidates(&at, choice, WORDGAME_PEG_MOVES);
    CHECK(wordgame_peg(&at, choice, moves, &options, r, &found));
    engine_close(engine);
    CHECK(g->c.rules->check(&g->c, &g->s, &found.best.action, NULL));
    if (!found.exact)
        return false;
    double chance = chance_of(g, seat, &found.best.action);
    g->c.rules->legal(&g->c, &g->s, seat,
                      &(struct move_sink){.take = best_chance_of, .context = &b});
    CHECK(found.win > chance - 1e-9 && found.win < chance + 1e-9);
    CHECK(chance > b.best - 1e-9);
    return true;
}

static void before_the_end_all_is_tried(void)
{
    struct rng r;
    unsigned exact = 0, positions = test_share(16);
    REQUIRE(rng_seed_hex(&r, TEXT("be4")));
    for (unsigned i = 0; i < positions; i++) {
        struct sample g;
        unsigned seat = open_middle(&g, presets[i % 2], 3 + i % 5, &r);
        nearly_empty_bag(&g, 2, 1 + i / 2 % 2);
        exact += check_before_end(&g, seat, &r);
        sample_close(&g);
    }
    CHECK(exact >= positions / 4);
}

static void put_kinds(uint8_t tiles[TILE_KINDS], const char *letters)
{
    memset(tiles, 0, TILE_KINDS);
    for (; *letters; letters++)
        tiles[*letters - 'A' + 1]++;
}

// A is 9 points ahead, has CEI, and has not seen A, A, D, I: one of them is in the bag. 10J:IN
// scores most, but then B can go out, or keep A from it, with three of the four. After 10K:NE A
// wins whatever it draws. (The numbers are those of trying everything.)
static void set_known_position(struct sample *g)
{
    static const char *const rows[] = {"........NA.....", ".......GODS....", "..........E....",
                                       "..........N....", "..........T...."};
    struct wordgame_state *w = wordgame_state_of(&g->s);
    open_game(g, "classic", "1");
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned at = 0; at < BOARD_SIDE; at++)
            if (rows[i][at] != '.') {
                w->board[(6 + i) * BOARD_SIDE + at] = (uint8_t)(rows[i][at] - 'A' + 1);
                w->filled++;
            }
    put_kinds(w->rack[0], "CEI");
    put_kinds(w->rack[1], "ADI");
    put_kinds(w->bag, "A");
    put_kinds(w->set.tiles, "NAGODSENTCEIADIA");
    w->set.rack = w->in_rack[0] = w->in_rack[1] = 3;
    w->in_bag = 1;
    w->scoreless = 4;
    w->turns = 4;
    w->score[0] = 31;
    w->score[1] = 22;
}

static void before_the_end_it_sees_more_than_look_ahead(void)
{
    struct engine_options options = {.level = ENGINE_LEVELS};
    struct wordgame_position at;
    struct wordgame_candidate still;
    struct wordgame_peg_found found;
    struct wordgame_simulated simulated;
    struct engine_result played;
    struct sample g;
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("be4")));
    set_known_position(&g);
    struct engine *engine = open_engine(&g);
    wordgame_position_init(&at, wordgame_instance(engine), &g.s, 0);
    CHECK(wordgame_candidates(&at, &still, 1) == 1);
    CHECK(wordgame_simulate(&at, &options, &r, &simulated));
    CHECK(simulated.ranks > 1 && action_equal(&simulated.ranked[0].action, &simulated.best.action));
    CHECK(wordgame_peg(&at, simulated.ranked, simulated.ranks, &options, &r, &found));
    CHECK(found.exact && found.win == 1);
    const struct action *moves[] = {&found.best.action, &simulated.best.action, &still.action};
    bool whole = test_share(2) == 2; // trying everything takes a minute with sanitizers
    for (unsigned i = 0; whole && i < 3; i++)
        CHECK((chance_of(&g, 0, moves[i]) == 1) == action_equal(moves[i], moves[0]));
    CHECK(engine_best_once(&g.c, &g.s, 0, &options, &r, &played)); // and so the top level plays
    CHECK(action_equal(&played.move, &found.best.action) && played.worth.win == 1);
    engine_close(engine);
    sample_close(&g);
}

// The last moves of a game with an instance that is kept, each compared with a new instance's.
static void finish_with(struct engine *kept, struct sample *g, struct rng *r, unsigned threads)
{
    struct engine_options options = {.level = ENGINE_LEVELS, .max_nodes = 500, .threads = threads};
    for (int seat; (seat = draw_due(g)) >= 0;) {
        struct engine_result one, two;
        struct rng same = *r;
        struct wordgame_endgame *const *solver = wordgame_instance(kept)->endgame;
        struct wordgame_endgame *before = solver[0];
        CHECK(engine_best(kept, &g->s, (unsigned)seat, &options, r, &one));
        if (wordgame_state(&g->s)->in_bag == 0)
            CHECK(solver[0] && (!before || solver[0] == before));
        struct engine *once = open_engine(g);
        CHECK(engine_best(once, &g->s, (unsigned)seat, &options, &same, &two));
        engine_close(once);
        CHECK(one.margin == two.margin && one.exact == two.exact);
        CHECK(threads > 1 || one.nodes == two.nodes); // threads race for the last playouts
        CHECK(one.line_length == two.line_length && rng_next(r) == rng_next(&same));
        for (unsigned i = 0; i < one.line_length && i < two.line_length; i++)
            CHECK(action_equal(&one.line[i], &two.line[i]));
        g->c.rules->apply(&g->c, &g->s, &one.move);
    }
}

// An instance makes an endgame solver once and keeps it. Earlier searches, by any number of
// threads, make no difference to later ones.
static void solvers_are_kept(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("50b")));
    struct sample g;
    open_middle(&g, "classic", 3, &r);
    nearly_empty_bag(&g, 5, 2);
    struct engine *kept = open_engine(&g);
    const struct state begin = g.s;
    CHECK(!wordgame_instance(kept)->endgame[0]);
    for (unsigned threads = 1; threads <= 3; threads++) {
        finish_with(kept, &g, &r, threads);
        CHECK(wordgame_instance(kept)->endgame[0]);
        g.s = begin;
    }
    engine_close(kept);
    sample_close(&g);
}

// A solver that has grown large is freed after its search.
static void large_solvers_are_freed(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1d1e")));
    struct engine_options options = {.level = ENGINE_LEVELS, .max_nodes = 1000};
    struct engine_result before, after;
    struct sample g;
    unsigned seat = open_middle(&g, "wordgame", 6, &r);
    empty_bag(&g, 7);
    struct engine *engine = open_engine(&g);
    struct wordgame_instance *i = wordgame_instance(engine);
    CHECK(engine_best(engine, &g.s, seat, &options, &r, &before));
    REQUIRE(i->endgame[0]);
    size_t bytes = wordgame_endgame_bytes(i->endgame[0]);
    CHECK(bytes > 100000 && bytes <= WORDGAME_IDLE_BYTES);
    wordgame_instance_trim(i, bytes);
    CHECK(i->endgame[0]);
    wordgame_instance_trim(i, bytes - 1);
    CHECK(!i->endgame[0]);
    CHECK(engine_best(engine, &g.s, seat, &options, &r, &after) && i->endgame[0]);
    CHECK(before.nodes == after.nodes && before.margin == after.margin);
    engine_close(engine);
    sample_close(&g);
}

// With any number of threads it is the same, and it stops when it is told to.
static void before_the_end_threads_change_nothing(void)
{
    for (unsigned bag = 1; bag <= WORDGAME_PEG_BAG; bag++) {
        struct rng r;
        REQUIRE(rng_seed_hex(&r, TEXT("74c")));
        struct sample g;
        unsigned seat = open_middle(&g, "classic", 3, &r), asked = 0;
        nearly_empty_bag(&g, 5, bag);
        struct engine_options one = {.level = ENGINE_LEVELS, .max_nodes = 30000}, three = one;
        struct engine_options soon = {.level = ENGINE_LEVELS, .stop = stop_soon, .context = &asked};
        struct wordgame_position at;
        struct wordgame_candidate choice[WORDGAME_PEG_MOVES];
        struct wordgame_peg_found alone, together, stopped;
        struct rng first = r, second = r;
        three.threads = 3;
        struct engine *engine = open_engine(&g);
        REQUIRE(engine);
        wordgame_position_init(&at, wordgame_instance(engine), &g.s, seat);
        unsigned moves = wordgame_candidates(&at, choice, SIMULATED_BEST);
        CHECK(wordgame_peg(&at, choice, moves, &one, &first, &alone));
        CHECK(wordgame_peg(&at, choice, moves, &three, &second, &together));
        CHECK(action_equal(&alone.best.action, &together.best.action));
        CHECK(alone.nodes == together.nodes && alone.nodes <= 30000);
        CHECK(alone.win == together.win && alone.margin == together.margin && alone.rounds > 1);
        CHECK(wordgame_peg(&at, choice, moves, &soon, &r, &stopped));
        CHECK(asked < 30 && g.c.rules->check(&g.c, &g.s, &stopped.best.action, NULL));
        CHECK(alone.compared == moves && stopped.compared < moves);
        soon.threads = 4;
        asked = 0;
        CHECK(wordgame_peg(&at, choice, moves, &soon, &r, &stopped));
        CHECK(asked > 20 && stopped.nodes < alone.nodes + 4 * 400);
        CHECK(g.c.rules->check(&g.c, &g.s, &stopped.best.action, NULL));
        engine_close(engine);
        sample_close(&g);
    }
}

static void stops_when_told(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("5709")));
    for (unsigned i = 0; i < 4; i++) {
        struct sample g;
        unsigned asked = i < 2 ? 0 : 100;
        struct engine_options options = {
            .level = ENGINE_LEVELS, .stop = stop_soon, .context = &asked};
        struct engine_result found;
        unsigned seat = open_middle(&g, presets[i % 2], 4, &r), before = asked;
        if (i % 4 < 2)
            empty_bag(&g, RACK_MAX);
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &found));
        CHECK(g.c.rules->check(&g.c, &g.s, &found.move, NULL));
        CHECK(!found.exact);
        CHECK(asked - before < 100);
        sample_close(&g);
    }
}

// Two threads play the same guesses as one, so they come to the same.
static void threads_change_nothing(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("74ead")));
    struct sample g;
    unsigned seat = open_middle(&g, "wordgame", 2, &r);
    struct engine_options one = {.level = ENGINE_LEVELS},
                          two = {.level = ENGINE_LEVELS, .threads = 3};
    struct engine_result alone, together;
    struct rng first = r, second = r;
    CHECK(engine_best_once(&g.c, &g.s, seat, &one, &first, &alone));
    CHECK(engine_best_once(&g.c, &g.s, seat, &two, &second, &together));
    CHECK(action_equal(&alone.move, &together.move));
    CHECK(alone.nodes == together.nodes && alone.worth.win == together.worth.win);
    sample_close(&g);
}

// With much time a word map is made first; that makes it faster, not different.
static void a_map_changes_nothing(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("3a9")));
    for (unsigned moves = 2; moves < 30; moves += 9) {
        struct sample g;
        unsigned seat = open_middle(&g, "classic", moves, &r);
        struct engine_options plain = {.level = ENGINE_LEVELS, .max_nodes = 400}, mapped = plain;
        struct engine_result without, with;
        struct rng first = r, second = r;
        mapped.seconds = 100;
        CHECK(engine_best_once(&g.c, &g.s, seat, &plain, &first, &without));
        CHECK(engine_best_once(&g.c, &g.s, seat, &mapped, &second, &with));
        CHECK(action_equal(&without.move, &with.move));
        CHECK(without.nodes == with.nodes && without.worth.win == with.worth.win);
        sample_close(&g);
    }
}

// It is made to be used: by every move that is played on.
static void look_ahead_uses_its_map(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("3ab")));
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct sample g;
        unsigned seat = open_middle(&g, "classic", 2, &r);
        struct engine_options plain = {.level = ENGINE_LEVELS, .threads = threads}, mapped = plain;
        struct wordgame_simulated without, with;
        struct wordgame_position at;
        mapped.seconds = 100;
        struct engine *engine = engine_open(&g.c);
        REQUIRE(engine);
        wordgame_position_init(&at, wordgame_instance(engine), &g.s, seat);
        CHECK(wordgame_simulate(&at, &plain, &r, &without));
        CHECK(wordgame_simulate(&at, &mapped, &r, &with));
        CHECK(with.playouts > 0 && with.mapped >= with.playouts);
        CHECK(without.playouts > 0 && without.mapped == 0);
        engine_close(engine);
        sample_close(&g);
    }
}

// What `moves --equity` shows is what the static level plays by.
struct weighing {
    struct action move[4096];
    size_t count;
};

static bool note_move(void *context, const struct action *a, const struct report *report)
{
    struct weighing *w = context;
    (void)report;
    if (a->kind == WORDGAME_PLACE && w->count < sizeof w->move / sizeof *w->move)
        w->move[w->count++] = *a;
    return true;
}

static void equity_is_what_level_five_plays_by(void)
{
    static struct weighing w;
    static struct engine_worth worth[4096];
    struct rng r;
    struct sample g;
    REQUIRE(rng_seed_hex(&r, TEXT("e91")));
    unsigned seat = open_middle(&g, "wordgame", 4, &r);
    struct engine_result found = think(&g, seat, 5, &r);
    w.count = 0;
    g.c.rules->legal(&g.c, &g.s, seat, &(struct move_sink){.take = note_move, .context = &w});
    CHECK(w.count > 0 && engine_weigh_once(&g.c, &g.s, seat, w.move, w.count, worth));
    for (size_t i = 0; i < w.count; i++) {
        CHECK(worth[i].known && worth[i].win >= 0 && worth[i].win <= 1);
        CHECK(worth[i].equity <= found.worth.equity);
        if (action_equal(&w.move[i], &found.move))
            CHECK(worth[i].equity == found.worth.equity && worth[i].win == found.worth.win);
    }
    sample_close(&g);
}

static void models_are_there(void)
{
    static const char *const langs[] = {"en", "de", "fr", "nl", "ru"};
    for (unsigned i = 0; i < 10; i++) {
        struct config c;
        struct reason why;
        struct lexicon lex = {0};
        struct wordgame_model m;
        CHECK(config_init(&c, text_of(presets[i % 2]), &why));
        CHECK(config_set_lang(&c, text_of(langs[i / 2]), &why));
        REQUIRE(alphabet_load(&lex.alphabet, text_of(langs[i / 2]), &why));
        c.lexicon = &lex;
        REQUIRE(wordgame_model_load(&m, &c));
        // In every language: no move wastes a blank, and the endgame is solved.
        CHECK(m.leave.tile[KIND_BLANK] > 5000 + m.leave.tile[1]);
        CHECK(m.leave.ends && m.leave.kept[1][1] < 0);
        // A lead is worth more the fewer tiles are left, and one of nothing nearly nothing.
        CHECK(wordgame_model_win(&m, 40, 20) > wordgame_model_win(&m, 40, 80));
        CHECK(wordgame_model_win(&m, 500, 50) > 0.99 && wordgame_model_win(&m, -500, 50) < 0.01);
    }
}

static void models_that_cannot_be_read(void)
{
    static const char *const wrong[] = {
        "tile",         "tile A",    "tile AB 3",    "tile A x",       "tile A 1 2",
        "pair A 3",     "pair A B",  "last A",       "kept 0 1 5",     "kept 1 9 5",
        "kept 1 2",     "other",     "other 1001",   "other 1 2",      "spread 200 1 1",
        "spread 5 1 0", "nothing 1", "spread 0 1 1", "tile A 9999999", "spread 5 1 1\nspread 4 1 1",
    };
    struct alphabet a;
    struct wordgame_model m;
    REQUIRE(alphabet_load(&a, TEXT("en"), NULL));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        if (wordgame_model_read(&m, &a, text_of(wrong[i])))
            test_fail(__FILE__, __LINE__, "read: %s", wrong[i]);
    CHECK(wordgame_model_read(&m, &a,
                              TEXT("tile B 100\npair A B -50\n"
                                   "spread 10 100 1000\nspread 20 200 2000\n")));
    CHECK(m.leave.tile[2] == 1000 && m.leave.pair[1][2] == -500 && m.leave.pair[2][1] == -500);
    CHECK(m.spread[15].mean == 1.5 && m.spread[15].deviation == 15 && m.spread[99].mean == 2);
    CHECK(!m.leave.ends);
    CHECK(wordgame_model_read(&m, &a, TEXT("last ? 5\nkept 2 7 -3\nother -17\n")));
    CHECK(m.leave.ends && m.leave.last[KIND_BLANK] == 50 && m.leave.kept[2][7] == -30);
    CHECK_NUMBER(m.leave.other, -170);
}

static const struct test tests[] = {
    TEST(models_are_there),
    TEST(models_that_cannot_be_read),
    TEST(threads_change_nothing),
    TEST(a_map_changes_nothing),
    TEST(look_ahead_uses_its_map),
    TEST(equity_is_what_level_five_plays_by),
    TEST(the_end_is_exact),
    TEST(moves_of_an_end_are_kept),
    TEST(before_the_end_all_is_tried),
    TEST(before_the_end_it_sees_more_than_look_ahead),
    TEST(before_the_end_threads_change_nothing),
    TEST(solvers_are_kept),
    TEST(large_solvers_are_freed),
    TEST(stops_when_told),
    TEST(levels_play_legal_moves),
    TEST(same_seed_same_move),
    TEST(hidden_tiles_are_not_looked_at),
};
TEST_MAIN(tests)
