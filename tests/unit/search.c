// The computer's moves in Balda and Bukva: legal, the same every time, stopped when told to, and at
// the end of a game as good as a plain minimax over the rules finds them.
#include "games/balda/engine/search.h"
#include "games/balda/engine/endgame.h"
#include "games/balda/moves.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/search_path.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const english =
    "crown stone table plane rates hotel lemon pearl trace horse printer kitchen teacher husband "
    "sculpture crocodile an as at be do ear eat eon era ere in it of oat on one or ore rat rate "
    "rot rote sea see set so ten tea toe ton tone to torn trot net note nose rose sore store eel "
    "tree tern rent noon level eve ewe cat car care race acre cart crate ace can cane horn hen "
    "host shot hot nest sent tens rest lone pen open pole lope slope alp lap pal pale leap plea "
    "pan nap plan lane lean lent tile lit bit bat tab stab able bale";
static const char *const russian =
    "слово волос слива весна осень место город дорога кол лов ров вол ол ос во сова ворс рост "
    "сорт торс кот ток рот тор сор рос нос сон лоно окно кон лес сел вес сев сено весло тесто "
    "стол столб тост рол лор орел роса коса оса сок лоск воск вор ворона корова рок ил лис сила "
    "лиса вилы слон лов";

struct game {
    struct buf bytes;
    struct lexicon lex;
    struct config c;
    struct state s;
};

static void add_words(struct lexicon_builder *b, const struct alphabet *a, struct text words)
{
    while (words.len) {
        struct word w;
        CHECK(alphabet_fold(a, text_cut(&words, ' '), &w, NULL));
        REQUIRE(lexicon_builder_add(b, &w, CLASS_NOUN, 1 + w.len % TIERS, NULL));
    }
}

static void sample_lexicon(struct game *g)
{
    struct alphabet a;
    struct reason why;
    REQUIRE(alphabet_load(&a, text_of(g->c.lang), &why));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    add_words(b, &a, text_of(strcmp(g->c.lang, "en") == 0 ? english : russian));
    REQUIRE(lexicon_builder_write(b, &g->bytes, &why));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&g->lex, buf_text(&g->bytes), "sample", &why));
}

static void open_game(struct game *g, const char *preset, const char *size, bool diagonal)
{
    struct reason why;
    *g = (struct game){0};
    CHECK(config_init(&g->c, text_of(preset), &why));
    CHECK(config_set(&g->c, TEXT("size"), text_of(size), &why));
    CHECK(!diagonal || config_set(&g->c, TEXT("diagonal"), TEXT("on"), &why));
    g->c.lexicon = &g->lex;
}

static void close_game(struct game *g)
{
    lexicon_close(&g->lex);
    buf_release(&g->bytes);
}

static void start(struct game *g, struct rng *r)
{
    struct action a;
    g->c.rules->setup(&g->c, &g->s);
    g->c.rules->draw(&g->c, &g->s, r, &a);
    g->c.rules->apply(&g->c, &g->s, &a);
}

// One of the legal moves at random; words rather than single letters, hardly ever a pass.
struct lot {
    struct rng *r;
    struct action move;
    int32_t points;
    unsigned count;
};

static bool draw_lot(void *context, const struct action *move, const struct report *report)
{
    struct lot *l = context;
    int32_t points = report->points > 2 ? 2 : report->points;
    if (l->count == 0 || points > l->points) {
        l->points = points;
        l->count = 0;
    }
    if (points == l->points && rng_below(l->r, ++l->count) == 0)
        l->move = *move;
    return true;
}

static void play_any(struct game *g, struct rng *r)
{
    struct lot lot = {.r = r};
    unsigned seat = g->c.rules->to_act(&g->c, &g->s) == 2;
    g->c.rules->legal(&g->c, &g->s, seat, &(struct move_sink){.take = draw_lot, .context = &lot});
    g->c.rules->apply(&g->c, &g->s, &lot.move);
}

static unsigned empty_squares(const struct game *g)
{
    unsigned size = config_number(&g->c, "size");
    return size * size - balda_state(&g->s)->filled;
}

// A random game as far as this many empty squares; false: it ended before.
static bool play_to(struct game *g, unsigned empty, struct rng *r)
{
    start(g, r);
    while (g->c.rules->to_act(&g->c, &g->s) && empty_squares(g) > empty)
        play_any(g, r);
    return g->c.rules->to_act(&g->c, &g->s);
}

// The levels play a game, each in turn; every move is checked like a player's.
static void play_levels(struct game *g, struct rng *r, uint64_t nodes)
{
    start(g, r);
    for (unsigned acting, level = 1; (acting = g->c.rules->to_act(&g->c, &g->s));
         level = level % 6 + 1) {
        struct engine_options options = {.level = level, .max_nodes = nodes};
        struct engine_result result;
        struct reason why;
        struct lot lot = {.r = r};
        unsigned seat = acting == 2;
        g->c.rules->legal(&g->c, &g->s, seat,
                          &(struct move_sink){.take = draw_lot, .context = &lot});
        CHECK(engine_best_once(&g->c, &g->s, seat, &options, r, &result));
        CHECK(result.line_length > 0 && action_equal(&result.line[0], &result.move));
        // A player that knows a word does not play a single letter, and does not pass.
        CHECK(level == 6 || lot.points < 2 || result.points >= 2);
        if (!g->c.rules->check(&g->c, &g->s, &result.move, &why)) {
            test_fail(__FILE__, __LINE__, "level %u: message %d", level, why.what);
            return;
        }
        g->c.rules->apply(&g->c, &g->s, &result.move);
    }
}

static const struct {
    const char *preset, *size;
    bool diagonal;
} boards[] = {
    {"balda", "5", false}, {"balda", "5", true}, {"balda", "7", false}, {"balda", "7", true},
    {"balda", "9", false}, {"balda", "9", true}, {"bukva", "5", false},
};

static void levels_play_legal_moves(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1e9a1")));
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct game g;
        open_game(&g, boards[i].preset, boards[i].size, boards[i].diagonal);
        sample_lexicon(&g);
        for (unsigned games = 0; games < test_share(3); games++)
            play_levels(&g, &r, 500);
        close_game(&g);
    }
}

static void play_real(const char *lang)
{
    struct search_path search_path;
    struct rng r;
    struct reason why;
    static const char *const sizes[] = {"5", "7", "9"};
    if (!test_lexicons())
        return;
    REQUIRE(rng_seed_hex(&r, TEXT("4ea1")));
    search_path_init(&search_path, NULL);
    for (unsigned i = 0; i < 9; i += 9 / test_share(9)) {
        struct game g;
        bool bukva = i >= 6;
        open_game(&g, bukva ? "bukva" : "balda", sizes[i % 3], !bukva && i >= 3);
        CHECK(config_set_lang(&g.c, text_of(lang), &why));
        if (!search_path_open(&search_path, lang, &g.lex, &why)) {
            test_fail(__FILE__, __LINE__, "there is no lexicon %s", lang);
            return;
        }
        play_levels(&g, &r, 500);
        close_game(&g);
    }
}

static void levels_play_english(void)
{
    play_real("en");
}

static void levels_play_russian(void)
{
    play_real("ru");
}

static void same_seed_same_move(void)
{
    struct game g;
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("5a3e")));
    open_game(&g, "balda", "5", false);
    sample_lexicon(&g);
    CHECK(play_to(&g, 12, &r));
    for (unsigned level = 1; level <= ENGINE_LEVELS; level++) {
        struct engine_options options = {.level = level, .max_nodes = 3000};
        struct engine_result one, two;
        struct rng first = r, second = r;
        CHECK(engine_best_once(&g.c, &g.s, balda_state(&g.s)->turn, &options, &first, &one));
        CHECK(engine_best_once(&g.c, &g.s, balda_state(&g.s)->turn, &options, &second, &two));
        CHECK(action_equal(&one.move, &two.move));
        CHECK(one.nodes == two.nodes && one.depth == two.depth);
        CHECK(!engine_best_once(&g.c, &g.s, !balda_state(&g.s)->turn, &options, &first, &one));
    }
    close_game(&g);
}

// All that a seat could score, as text, sorted: to compare two ways to it.
static int by_bytes(const void *x, const void *y)
{
    return memcmp(x, y, sizeof(struct balda_option));
}

static unsigned list_options(const struct balda_position *p, struct balda_option *out,
                             unsigned most)
{
    struct balda_cursor at = balda_options(p);
    unsigned count = 0;
    for (const struct balda_option *o; count < most && (o = balda_option_next(p, &at)); count++) {
        memset(&out[count], 0, sizeof *out);
        out[count].squares = o->squares;
        out[count].word = o->word;
        out[count].square = o->square;
        out[count].letter = o->letter;
        out[count].length = o->length;
    }
    qsort(out, count, sizeof *out, by_bytes);
    return count;
}

// The move that was played last in a game, for the position of a search.
static struct balda_option last_move(struct balda_position *p, const struct balda_state *b)
{
    const struct scored *s = &b->scored[b->words - 1];
    struct balda_option o = balda_single(s->square, b->board[s->square]);
    struct word w = {.len = s->length};
    for (unsigned i = 0; i < s->length; i++) {
        o.squares |= square_bit(b->path[s->start + i]);
        w.letter[i] = b->board[b->path[s->start + i]];
    }
    o.length = s->length;
    if (s->length > 1)
        o.word = balda_vocabulary_word(&p->vocabulary, &w);
    return o;
}

static void compare_options(const struct game *g, const struct balda_position *p)
{
    enum { MOST = 20000 };
    struct balda_option *one = calloc(MOST, sizeof *one), *two = calloc(MOST, sizeof *two);
    struct balda_position fresh = {0};
    CHECK(balda_position_load(&fresh, &g->c, balda_state(&g->s)));
    unsigned count = list_options(p, one, MOST);
    CHECK_NUMBER(list_options(&fresh, two, MOST), count);
    CHECK(memcmp(one, two, count * sizeof *one) == 0);
    CHECK(p->key == fresh.key && p->empty == fresh.empty);
    balda_position_release(&fresh);
    free(one);
    free(two);
}

// Incremental updates of the options equal a new search, forwards and back.
static void layers_know_every_word(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("1a7e4")));
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        static struct balda_option made[BALDA_WORDS];
        unsigned moves = 0;
        struct game g;
        struct balda_position p = {0};
        open_game(&g, boards[i].preset, boards[i].size, boards[i].diagonal);
        sample_lexicon(&g);
        start(&g, &r);
        struct state first = g.s;
        CHECK(balda_position_load(&p, &g.c, balda_state(&g.s)));
        while (g.c.rules->to_act(&g.c, &g.s)) {
            compare_options(&g, &p);
            play_any(&g, &r);
            made[moves] = last_move(&p, balda_state(&g.s));
            balda_position_make(&p, &made[moves++]);
        }
        while (moves > 0)
            balda_position_unmake(&p, &made[--moves]);
        g.s = first;
        compare_options(&g, &p);
        balda_position_release(&p);
        close_game(&g);
    }
}

static bool count_found(void *context, const struct balda_found *f)
{
    unsigned *sum = context;
    sum[0]++;
    const struct balda_move *m = &f->move;
    for (unsigned i = 0; i < m->length; i++)
        sum[1] += m->path[i] * 31u * (i + 1) + f->word[i] * 7u * (i + 2) + m->square * m->letter;
    return true;
}

// All words at once, and letter by letter on each square, are the same words.
static void both_generators_agree(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("b074")));
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct game g;
        struct grid grid;
        open_game(&g, boards[i].preset, boards[i].size, boards[i].diagonal);
        sample_lexicon(&g);
        start(&g, &r);
        balda_grid(&balda_state(&g.s)->set, &grid);
        while (g.c.rules->to_act(&g.c, &g.s)) {
            const uint8_t *board = balda_state(&g.s)->board;
            unsigned all[2] = {0}, each[2] = {0};
            CHECK(balda_find_words(&grid, &g.lex.graph, board, count_found, all));
            for (unsigned square = 0; square < grid.squares; square++)
                for (unsigned letter = 1; letter <= g.lex.alphabet.size; letter++)
                    balda_find_at(&grid, &g.lex.graph, board, square, letter, count_found, each);
            CHECK_NUMBER(all[0], each[0]);
            CHECK_NUMBER(all[1], each[1]);
            play_any(&g, &r);
        }
        close_game(&g);
    }
}

// The plain way: every legal move with every path, to the end. `left` is how many positions it may
// still look at.
enum { MINIMAX_POSITIONS = 110000 };

struct minimax {
    const struct config *c;
    unsigned left;
};

struct minimax_moves {
    struct action *move;
    unsigned count, cap;
};

static bool keep_move(void *context, const struct action *move, const struct report *report)
{
    struct minimax_moves *m = context;
    (void)report;
    if (m->count == m->cap) {
        m->cap = m->cap * 2 + 64;
        m->move = realloc(m->move, m->cap * sizeof *m->move);
    }
    m->move[m->count++] = *move;
    return true;
}

static int minimax(struct minimax *m, const struct state *s, unsigned seat)
{
    const struct balda_state *b = balda_state(s);
    struct minimax_moves moves = {0};
    struct outcome end;
    int best = -BALDA_INFINITE;
    m->c->rules->outcome(m->c, s, &end);
    if (end.over)
        return end.reason == END_PASSES ? 0 : b->score[seat] - b->score[1 - seat];
    m->c->rules->legal(m->c, s, seat,
                       &(struct move_sink){.take = keep_move, .context = &moves, .paths = true});
    for (unsigned i = 0; i < moves.count && m->left > 0; i++) {
        struct state after = *s;
        m->left--;
        m->c->rules->apply(m->c, &after, &moves.move[i]);
        int value = -minimax(m, &after, 1 - seat);
        best = value > best ? value : best;
    }
    free(moves.move);
    return best;
}

static bool minimax_value(const struct game *g, const struct state *s, unsigned seat, int *value)
{
    struct minimax m = {&g->c, MINIMAX_POSITIONS};
    *value = minimax(&m, s, seat);
    return m.left > 0;
}

// The top level's margin is the minimax value, and its move keeps it.
static bool agrees(const struct game *g, struct rng *r)
{
    struct engine_options options = {.level = 6, .max_nodes = 100000000};
    struct engine_result result;
    unsigned seat = balda_state(&g->s)->turn;
    int want, kept;
    if (!minimax_value(g, &g->s, seat, &want))
        return false;
    CHECK(engine_best_once(&g->c, &g->s, seat, &options, r, &result));
    CHECK(result.exact);
    CHECK_NUMBER(result.margin, want);
    struct state after = g->s;
    g->c.rules->apply(&g->c, &after, &result.move);
    if (minimax_value(g, &after, 1 - seat, &kept))
        CHECK_NUMBER(-kept, want);
    return true;
}

static void agree_on(const char *preset, bool diagonal, unsigned empty, unsigned positions)
{
    struct game g;
    struct rng r;
    unsigned compared = 0;
    positions = test_share(positions);
    REQUIRE(rng_seed_hex(&r, TEXT("04ac1e")));
    open_game(&g, preset, "5", diagonal);
    sample_lexicon(&g);
    for (unsigned tries = 0; tries < 20 * positions && compared < positions; tries++)
        if (play_to(&g, empty, &r))
            compared += agrees(&g, &r);
    CHECK_NUMBER(compared, positions);
    close_game(&g);
}

static void endgames_of_balda_are_exact(void)
{
    agree_on("balda", false, 1, 10);
    agree_on("balda", false, 2, 40);
    agree_on("balda", false, 3, 6);
    agree_on("balda", true, 2, 20);
}

static void endgames_of_bukva_are_exact(void)
{
    for (unsigned empty = 2; empty <= 6; empty++)
        agree_on("bukva", false, empty, 8);
}

static void passing_is_settled(void)
{
    CHECK_NUMBER(balda_pass_value(3, 5, 6), 3);   // moving is good for both
    CHECK_NUMBER(balda_pass_value(-2, -3, 1), 0); // the last pass makes the draw
    CHECK_NUMBER(balda_pass_value(2, -6, 6), 2);
    CHECK_NUMBER(balda_pass_value(-4, 1, 6), -1); // the other would rather move than pass
}

// Where the longest word loses and another move wins, the top level wins.
struct longest {
    struct action move;
    int32_t points;
};

static bool keep_longest(void *context, const struct action *move, const struct report *report)
{
    struct longest *l = context;
    if (report->points > l->points) {
        l->points = report->points;
        l->move = *move;
    }
    return true;
}

static void greed_loses(void)
{
    struct game g;
    struct rng r;
    unsigned found = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("94eed")));
    open_game(&g, "bukva", "5", false);
    sample_lexicon(&g);
    for (unsigned tries = 0; tries < 4000 && found < 3; tries++) {
        struct longest longest = {.points = -1};
        int best, greedy;
        if (!play_to(&g, 3, &r))
            continue;
        unsigned seat = balda_state(&g.s)->turn;
        g.c.rules->legal(&g.c, &g.s, seat,
                         &(struct move_sink){.take = keep_longest, .context = &longest});
        struct state after = g.s;
        g.c.rules->apply(&g.c, &after, &longest.move);
        if (!minimax_value(&g, &g.s, seat, &best) || best <= 0 ||
            !minimax_value(&g, &after, 1 - seat, &greedy) || greedy <= 0)
            continue;
        struct engine_options options = {.level = 6};
        struct engine_result result;
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &result));
        CHECK(result.margin > 0 && result.exact);
        CHECK(!action_equal(&result.move, &longest.move));
        found++;
    }
    CHECK_NUMBER(found, 3);
    close_game(&g);
}

static bool after_some(void *context)
{
    unsigned *left = context;
    return *left == 0 || --*left == 0;
}

// A search with a clock has a table of 16 MB, and one with threads has their memory, too. Neither
// stays when it is over. Memory that a level needs on every move does.
static void large_memory_is_given_up(void)
{
    static struct balda_search s;
    struct game g;
    struct rng r;
    struct balda_result found;
    REQUIRE(rng_seed_hex(&r, TEXT("1a46e")));
    open_game(&g, "balda", "5", false);
    sample_lexicon(&g);
    CHECK(play_to(&g, 12, &r));
    struct balda_root root = {&g.c, balda_state(&g.s), 0};
    struct engine_options quiet = {.level = 6, .max_nodes = 500};
    REQUIRE(balda_search_begin(&s, &root, &quiet) && balda_search_run(&s, &found));
    balda_search_end(&s);
    const void *table = s.shared.tt.slot, *words = s.worker[0].position.vocabulary.slot;
    CHECK(table && words);
    REQUIRE(balda_search_begin(&s, &root, &quiet));
    CHECK(s.shared.tt.slot == table && s.worker[0].position.vocabulary.slot == words);
    balda_search_end(&s);
    unsigned left = 20;
    struct engine_options timed = {.level = 6, .stop = after_some, .context = &left, .threads = 3};
    REQUIRE(balda_search_begin(&s, &root, &timed) && balda_search_run(&s, &found));
    CHECK(s.shared.tt.slot && balda_search_nodes(&s) > 0);
    balda_search_end(&s);
    CHECK(!s.shared.tt.slot && !s.worker[1].move && !s.worker[2].move && s.worker[0].move);
    balda_search_release(&s);
    CHECK(!s.worker && !s.shared.tt.slot);
    close_game(&g);
}

static void stop_is_obeyed(void)
{
    struct game g;
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("5709")));
    open_game(&g, "balda", "7", false);
    sample_lexicon(&g);
    CHECK(play_to(&g, 24, &r));
    for (unsigned polls = 0; polls < 8; polls++) {
        unsigned left = polls;
        struct engine_options options = {.level = 6, .stop = after_some, .context = &left};
        struct engine_result result;
        CHECK(engine_best_once(&g.c, &g.s, balda_state(&g.s)->turn, &options, &r, &result));
        CHECK(g.c.rules->check(&g.c, &g.s, &result.move, NULL));
        CHECK(result.nodes <= 1000 * (polls + 1));
    }
    close_game(&g);
}

// With threads the top level's moves are legal, and the end of a game has the same value.
static void threads_agree_on(const char *preset, unsigned empty, unsigned positions)
{
    struct game g;
    struct rng r;
    unsigned compared = 0;
    positions = test_share(positions);
    REQUIRE(rng_seed_hex(&r, TEXT("74ead")));
    open_game(&g, preset, "5", false);
    sample_lexicon(&g);
    for (unsigned tries = 0; tries < 20 * positions && compared < positions; tries++) {
        struct engine_options options = {.level = 6, .max_nodes = 100000000};
        struct engine_result alone, together;
        if (!play_to(&g, empty, &r))
            continue;
        unsigned seat = balda_state(&g.s)->turn;
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &alone));
        options.threads = 3;
        CHECK(engine_best_once(&g.c, &g.s, seat, &options, &r, &together));
        CHECK(alone.exact && together.exact && alone.margin == together.margin);
        CHECK(g.c.rules->check(&g.c, &g.s, &together.move, NULL));
        compared++;
    }
    CHECK_NUMBER(compared, positions);
    close_game(&g);
}

static void threads_agree_on_the_end(void)
{
    threads_agree_on("balda", 5, 5);
    threads_agree_on("bukva", 6, 20);
}

static void threads_play_legal_moves(void)
{
    struct rng r;
    REQUIRE(rng_seed_hex(&r, TEXT("74e9a1")));
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        struct game g;
        open_game(&g, boards[i].preset, boards[i].size, boards[i].diagonal);
        sample_lexicon(&g);
        start(&g, &r);
        for (unsigned acting; (acting = g.c.rules->to_act(&g.c, &g.s));) {
            struct engine_options options = {.level = 6, .max_nodes = 300, .threads = 4};
            struct engine_result result;
            CHECK(engine_best_once(&g.c, &g.s, acting == 2, &options, &r, &result));
            CHECK(g.c.rules->check(&g.c, &g.s, &result.move, NULL));
            g.c.rules->apply(&g.c, &g.s, &result.move);
        }
        close_game(&g);
    }
}

static const struct test tests[] = {
    TEST(levels_play_legal_moves),     TEST(levels_play_english),
    TEST(levels_play_russian),         TEST(same_seed_same_move),
    TEST(layers_know_every_word),      TEST(both_generators_agree),
    TEST(passing_is_settled),          TEST(endgames_of_balda_are_exact),
    TEST(endgames_of_bukva_are_exact), TEST(greed_loses),
    TEST(large_memory_is_given_up),    TEST(stop_is_obeyed),
    TEST(threads_agree_on_the_end),    TEST(threads_play_legal_moves),
};
TEST_MAIN(tests)
