// The Word Game's move generator: the same moves as the rules list, by the word map and by the word
// graph, on boards that were kept up to date move by move; and the best of them without looking at
// all. On random games of every language and preset, with random layouts and many blanks too.
#include "games/wordgame/generator/generator.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/search_path.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// Two generators that follow one game, and the moves that were found.
struct table {
    struct config c;
    struct wordgame_settings set;
    struct wordgame_wordmap map;
    struct wordgame_generator *by_map, *by_graph, *fresh;
    struct buf legal, found; // of struct wordgame_gen_move
    struct rng r;
    size_t positions, moves;
};

static struct wordgame_generator *new_generator(const struct table *t,
                                                const struct wordgame_wordmap *map)
{
    struct wordgame_generator *g = malloc(sizeof *g);
    CHECK(g && wordgame_generator_init(g, &t->set, &t->c.lexicon->graph, map, 2));
    return g;
}

static void free_generator(struct wordgame_generator *g)
{
    wordgame_generator_release(g);
    free(g);
}

// A layout as a setting, with many bonuses.
static void random_layout(struct rng *r, struct buf *out)
{
    for (unsigned row = 0; row < BOARD_SIDE; row++) {
        for (unsigned i = 0; i < BOARD_SIDE; i++)
            buf_add_byte(out, (unsigned char)"..23dt"[rng_below(r, 6)]);
        if (row + 1 < BOARD_SIDE)
            buf_add_byte(out, '/');
    }
}

static void open_table(struct table *t, const char *preset, const struct lexicon *lex, bool odd)
{
    struct buf layout = {0};
    CHECK(config_init(&t->c, text_of(preset), NULL));
    CHECK(config_set_lang(&t->c, text_of(lex->alphabet.lang), NULL));
    t->c.lexicon = lex;
    if (odd) {
        random_layout(&t->r, &layout);
        CHECK(config_set(&t->c, TEXT("board"), buf_text(&layout), NULL));
        CHECK(strcmp(preset, "wordgame") != 0 ||
              config_set(&t->c, TEXT("sweep"), TEXT("move"), NULL));
        buf_release(&layout);
    }
    REQUIRE(wordgame_settings_load(&t->set, &t->c, NULL));
    REQUIRE(wordgame_wordmap_build(&t->map, &t->set, &lex->graph));
    t->by_map = new_generator(t, &t->map);
    t->by_graph = new_generator(t, NULL);
    t->fresh = new_generator(t, &t->map);
}

static void close_table(struct table *t)
{
    free_generator(t->by_map);
    free_generator(t->by_graph);
    free_generator(t->fresh);
    wordgame_wordmap_release(&t->map);
    buf_release(&t->legal);
    buf_release(&t->found);
}

// As the rules list it. The tiles used of the rack are filled in.
static bool take_legal(void *context, const struct action *a, const struct report *report)
{
    struct table *t = context;
    struct wordgame_gen_move move = {.points = report->points};
    if (a->kind != WORDGAME_PLACE)
        return true;
    CHECK(wordgame_placement(&t->set, a, &move.placement));
    move.equity = (int64_t)move.points * EQUITY_POINT;
    buf_add(&t->legal, &move, sizeof move);
    return true;
}

static bool take_found(void *context, const struct wordgame_gen_move *move)
{
    buf_add(context, move, sizeof *move);
    return true;
}

static int compare_moves(const void *a, const void *b)
{
    return wordgame_gen_move_better(a, b) ? -1 : wordgame_gen_move_better(b, a);
}

static size_t sort_moves(struct buf *b)
{
    size_t count = b->len / sizeof(struct wordgame_gen_move);
    if (count)
        qsort(b->at, count, sizeof(struct wordgame_gen_move), compare_moves);
    return count;
}

static struct wordgame_gen_move *moves_of(const struct buf *b)
{
    return (struct wordgame_gen_move *)(void *)b->at;
}

// Do the places that a move says it uses hold just its new tiles?
static void check_used(const struct table *t, const struct wordgame_gen_rack *rack,
                       const struct wordgame_gen_move *move)
{
    uint8_t count[TILE_KINDS] = {0};
    unsigned fresh = wordgame_new_squares(t->by_map->board.tile, &move->placement);
    for (unsigned left = fresh; left; left &= left - 1)
        count[wordgame_tile_kind(move->placement.tile[__builtin_ctz(left)])]++;
    for (unsigned i = 0; i < rack->tiles; i++)
        if (move->used >> i & 1)
            count[rack->kind[i]]--;
    for (unsigned kind = 0; kind < TILE_KINDS; kind++)
        CHECK_NUMBER(count[kind], 0);
    CHECK(wordgame_gen_rack_is_choice(rack, move->used));
    CHECK_NUMBER(move->tiles, __builtin_popcount(fresh));
}

static void check_all(struct table *t, struct wordgame_generator *g)
{
    buf_clear(&t->found);
    CHECK(wordgame_generator_all(g, take_found, &t->found));
    size_t want = sort_moves(&t->legal), got = sort_moves(&t->found);
    CHECK_NUMBER(got, want);
    for (size_t i = 0; i < want && i < got && !test_failed(); i++) {
        const struct wordgame_gen_move *a = &moves_of(&t->legal)[i], *b = &moves_of(&t->found)[i];
        CHECK_NUMBER(b->points, a->points);
        CHECK(memcmp(&a->placement, &b->placement, sizeof a->placement) == 0);
        check_used(t, &g->rack, b);
    }
}

// The best by random leave values are the first of all moves in their order.
static void check_best(struct table *t, struct wordgame_generator *g, unsigned room)
{
    int32_t leave[WORDGAME_GEN_CHOICES];
    struct wordgame_gen_move best[8];
    struct wordgame_gen_top top = {.move = best, .room = room};
    bool none = rng_below(&t->r, 4) == 0;
    for (unsigned i = 0; i < WORDGAME_GEN_CHOICES; i++)
        leave[i] = (int32_t)rng_below(&t->r, 40000) - 20000;
    for (size_t i = 0; i < t->found.len / sizeof *best; i++) {
        struct wordgame_gen_move *move = &moves_of(&t->found)[i];
        move->equity = (int64_t)move->points * EQUITY_POINT;
        move->equity += none ? 0 : leave[wordgame_gen_rack_all(&g->rack) ^ move->used];
    }
    size_t all = sort_moves(&t->found);
    CHECK(wordgame_generator_best(g, none ? NULL : leave, &top));
    CHECK_NUMBER(top.moves, all < room ? all : room);
    for (unsigned i = 0; i < top.moves && i < all; i++) {
        CHECK(compare_moves(&best[i], &moves_of(&t->found)[i]) == 0);
        CHECK_NUMBER(best[i].points, moves_of(&t->found)[i].points);
    }
}

static bool same_line(const struct wordgame_gen_line *a, const struct wordgame_gen_line *b)
{
    return memcmp(a, b, offsetof(struct wordgame_gen_line, slots)) == 0 && a->slots == b->slots &&
           memcmp(a->slot_at, b->slot_at, sizeof a->slot_at) == 0 &&
           memcmp(a->slot, b->slot, a->slots * sizeof *a->slot) == 0 &&
           memcmp(a->base, b->base, a->slots * sizeof *a->base) == 0 &&
           memcmp(a->sorted, b->sorted, a->slots * sizeof *a->sorted) == 0;
}

// Is a board that has been kept up to date the same as one that is loaded?
static void check_board(struct table *t)
{
    wordgame_gen_board_load(&t->fresh->board, t->by_map->board.tile);
    CHECK_NUMBER(t->fresh->board.filled, t->by_map->board.filled);
    for (unsigned i = 0; i < WORDGAME_GEN_LINES; i++)
        CHECK(same_line(t->fresh->board.line[i], t->by_map->board.line[i]));
}

static void check_position(struct table *t, const struct state *s)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct move_sink sink = {.take = take_legal, .context = t};
    buf_clear(&t->legal);
    CHECK(t->c.rules->legal(&t->c, s, w->turn, &sink));
    check_board(t);
    struct wordgame_generator *const both[] = {t->by_map, t->by_graph};
    for (unsigned i = 0; i < 2; i++) {
        wordgame_generator_rack(both[i], w->rack[w->turn]);
        check_all(t, both[i]);
        check_best(t, both[i], 1);
        check_best(t, both[i], 2 + rng_below(&t->r, 7));
    }
    t->positions++;
    t->moves += t->legal.len / sizeof(struct wordgame_gen_move);
}

// One of the listed moves, a good one every other time; false: there is none.
static bool choose(struct table *t, struct wordgame_placement *p)
{
    size_t count = t->legal.len / sizeof(struct wordgame_gen_move);
    if (count == 0)
        return false;
    sort_moves(&t->legal);
    size_t n = rng_below(&t->r, 2) ? 0 : rng_below(&t->r, (uint32_t)count);
    *p = moves_of(&t->legal)[n].placement;
    return true;
}

static void place(struct table *t, const struct wordgame_placement *p)
{
    wordgame_gen_board_try(&t->by_map->board, p);
    wordgame_gen_board_back(&t->by_map->board);
    check_board(t);
    wordgame_gen_board_place(&t->by_map->board, p);
    wordgame_gen_board_try(&t->by_graph->board, p);
    wordgame_gen_board_back(&t->by_graph->board);
    wordgame_gen_board_place(&t->by_graph->board, p);
}

static void play_game(struct table *t)
{
    struct state s;
    unsigned acting;
    t->c.rules->setup(&t->c, &s);
    wordgame_gen_board_load(&t->by_map->board, wordgame_state(&s)->board);
    wordgame_gen_board_load(&t->by_graph->board, wordgame_state(&s)->board);
    while ((acting = t->c.rules->to_act(&t->c, &s)) && !test_failed()) {
        struct wordgame_placement p;
        struct action a = {.kind = ACTION_PASS, .seat = wordgame_state(&s)->turn};
        if (acting == ACTS_CHANCE) {
            t->c.rules->draw(&t->c, &s, &t->r, &a);
        } else {
            check_position(t, &s);
            if (choose(t, &p)) {
                a = wordgame_move_encode(&p, a.seat);
                place(t, &p);
            }
        }
        t->c.rules->apply(&t->c, &s, &a);
    }
}

static void play_games(const char *preset, const struct lexicon *lex, unsigned games, bool odd)
{
    struct table t = {.positions = 0};
    REQUIRE(rng_seed_hex(&t.r, text_of(odd ? "5eed" : "5eed2")));
    open_table(&t, preset, lex, odd);
    for (unsigned i = 0; i < games && !test_failed(); i++)
        play_game(&t);
    CHECK(t.positions > games * 10 && t.moves > t.positions * 5);
    close_table(&t);
}

static const char *const names[] = {"en-international", "de", "fr", "nl", "ru"};
enum { LEXICONS = sizeof names / sizeof *names };

static bool open_lexicon(const char *name, struct lexicon *lex)
{
    struct search_path search_path;
    if (!test_lexicons())
        return false;
    search_path_init(&search_path, NULL);
    bool ok = search_path_open(&search_path, name, lex, NULL);
    CHECK(ok);
    return ok;
}

static void finds_all_moves(const char *preset, bool odd)
{
    for (unsigned i = 0; i < LEXICONS && !test_failed(); i++) {
        struct lexicon lex;
        if (!open_lexicon(names[i], &lex))
            return;
        play_games(preset, &lex, 3, odd);
        lexicon_close(&lex);
    }
}

static void wordgame_moves(void)
{
    finds_all_moves("wordgame", false);
}

static void classic_moves(void)
{
    finds_all_moves("classic", false);
}

static void wordgame_odd_layouts(void)
{
    finds_all_moves("wordgame", true);
}

static void classic_odd_layouts(void)
{
    finds_all_moves("classic", true);
}

// A rack with more blanks than lists are made for; the rules take as long as there are moves, so
// the lexicon is a small one.
static void many_blanks(void)
{
    struct alphabet a;
    struct buf bytes = {0};
    struct lexicon lex;
    struct rng r;
    REQUIRE(alphabet_load(&a, TEXT("nl"), NULL) && rng_seed_hex(&r, TEXT("b1a")));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    for (unsigned i = 0; i < 300; i++) {
        struct word w = {.len = (uint8_t)(2 + rng_below(&r, 7))};
        for (unsigned k = 0; k < w.len; k++) // I, J and Y: every reading of a pair
            w.letter[k] = (uint8_t) "\x9\xA\x19\x1\x5"[rng_below(&r, 5)];
        REQUIRE(lexicon_builder_add(b, &w, 0, 1, NULL));
    }
    REQUIRE(lexicon_builder_write(b, &bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&lex, buf_text(&bytes), "small", NULL));
    struct table t = {.positions = 0, .r = r};
    open_table(&t, "wordgame", &lex, true);
    for (unsigned blanks = 0; blanks < 4 && !test_failed(); blanks++) {
        struct state s;
        t.c.rules->setup(&t.c, &s);
        struct wordgame_state *w = wordgame_state_of(&s);
        w->in_bag = 0;
        w->in_rack[0] = w->in_rack[1] = t.set.rack;
        w->rack[0][KIND_BLANK] = w->rack[1][KIND_BLANK] = (uint8_t)blanks;
        w->rack[0][0x19] = w->rack[1][0x19] = 2;
        w->rack[0][0x9] = w->rack[1][0x9] = (uint8_t)(t.set.rack - 2 - blanks);
        wordgame_gen_board_load(&t.by_map->board, w->board);
        wordgame_gen_board_load(&t.by_graph->board, w->board);
        for (struct wordgame_placement p; t.c.rules->to_act(&t.c, &s) && !test_failed();) {
            check_position(&t, &s);
            if (!choose(&t, &p))
                break;
            struct action move = wordgame_move_encode(&p, w->turn);
            place(&t, &p);
            t.c.rules->apply(&t.c, &s, &move);
        }
    }
    CHECK(t.positions >= 8 && t.moves > 100);
    close_table(&t);
    lexicon_close(&lex);
    buf_release(&bytes);
}

// Every word of a lexicon is in its map once, under the key of its letters, and nothing else is.
static void maps_every_word(void)
{
    struct lexicon lex;
    struct config c;
    struct wordgame_settings set;
    struct wordgame_wordmap map;
    uint32_t found = 0, fitting = 0;
    if (!open_lexicon("en-international", &lex))
        return;
    CHECK(config_init(&c, TEXT("classic"), NULL) && wordgame_settings_load(&set, &c, NULL));
    REQUIRE(wordgame_wordmap_build(&map, &set, &lex.graph));
    for (uint32_t i = 0; i < lex.graph.words; i++) {
        struct word w;
        uint64_t key = 0;
        graph_nth(&lex.graph, i, &w);
        if (w.len > BOARD_SIDE)
            continue;
        fitting++;
        for (unsigned k = 0; k < w.len; k++)
            key += map.key[w.letter[k]];
        const struct wordgame_wordmap_group *group = wordgame_wordmap_find(&map, key);
        for (unsigned k = 0; group && k < group->words; k++)
            found += memcmp(group->letter + k * group->length, w.letter, w.len) == 0;
    }
    CHECK_NUMBER(found, fitting);
    CHECK_NUMBER(map.words, fitting);
    wordgame_wordmap_release(&map);
    lexicon_close(&lex);
}

static const struct test tests[] = {TEST(many_blanks),          TEST(maps_every_word),
                                    TEST(wordgame_moves),       TEST(classic_moves),
                                    TEST(wordgame_odd_layouts), TEST(classic_odd_layouts)};
TEST_MAIN(tests)
