// The move generator of Balda and Bukva against a slow and obvious one: try every letter on every
// empty square that touches a filled one, walk every path over the board whose letters begin some
// word, and see whether it is a word in play that passes through the new letter. Real lexicons,
// random positions, all sizes, with and without diagonals.
#include "games/balda/moves.h"
#include "games/balda/state.h"
#include "lexicon/search_path.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct oracle {
    const struct config *c;
    const struct balda_state *b;
    struct grid grid;
    const struct word *words; // in order
    size_t count;
    struct balda_move m;
    bool used[GRID_SQUARES];
    struct buf found; // of struct action
};

static int compare_words(const void *left, const void *right)
{
    const struct word *x = left, *y = right;
    size_t shared = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->letter, y->letter, shared);
    return order ? order : x->len - y->len;
}

// Does some word begin like this? The first word not before it tells.
static bool begins_a_word(const struct oracle *o, const struct word *w)
{
    size_t low = 0, high = o->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_words(&o->words[middle], w) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < o->count && o->words[low].len >= w->len &&
           memcmp(o->words[low].letter, w->letter, w->len) == 0;
}

static bool is_word(const struct oracle *o, const struct word *w)
{
    return bsearch(w, o->words, o->count, sizeof *w, compare_words) != NULL;
}

static void walk(struct oracle *o, unsigned square, unsigned length);

// The path so far, with a letter on the new square if it has come there.
static void look_and_go_on(struct oracle *o, unsigned length)
{
    o->m.length = (uint8_t)length;
    struct word w = balda_move_word(&o->m, o->b->board);
    if (!begins_a_word(o, &w))
        return;
    if (length > 1 && o->used[o->m.square] && is_word(o, &w) && balda_in_play(o->c, o->b, &w) &&
        balda_is_new(o->b, &w, o->m.path)) {
        struct action a = balda_move_encode(&o->m, o->b->turn);
        buf_add(&o->found, &a, sizeof a);
    }
    for (unsigned next = 0; next < o->grid.squares; next++)
        if (grid_touch(&o->grid, o->m.path[length - 1], next))
            walk(o, next, length);
}

static void walk(struct oracle *o, unsigned square, unsigned length)
{
    if (o->used[square] || (!o->b->board[square] && square != o->m.square) || length == WORD_MAX)
        return;
    o->used[square] = true;
    o->m.path[length] = (uint8_t)square;
    if (square != o->m.square)
        look_and_go_on(o, length + 1);
    else
        for (o->m.letter = 1; o->m.letter <= o->c->lexicon->alphabet.size; o->m.letter++)
            look_and_go_on(o, length + 1);
    o->m.path[length] = 0;
    o->used[square] = false;
}

static void ask_oracle(struct oracle *o)
{
    for (unsigned square = 0; square < o->grid.squares; square++) {
        if (!grid_open(&o->grid, o->b->board, square))
            continue;
        o->m = (struct balda_move){.square = (uint8_t)square};
        for (unsigned start = 0; start < o->grid.squares; start++)
            walk(o, start, 0);
    }
}

static bool take_move(void *context, const struct action *a, const struct report *report)
{
    if (a->kind == BALDA_PLACE && report->word.len > 1)
        buf_add(context, a, sizeof *a);
    return true;
}

static int compare_actions(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(struct action));
}

static size_t sort_actions(struct buf *b)
{
    size_t n = b->len / sizeof(struct action);
    if (n)
        qsort(b->at, n, sizeof(struct action), compare_actions);
    return n;
}

// The letter that a move places and its word, without the path.
struct spelled {
    uint8_t square, letter;
    struct word word;
};

static int compare_spelled(const void *left, const void *right)
{
    const struct spelled *x = left, *y = right;
    int order = x->square != y->square ? x->square - y->square : x->letter - y->letter;
    return order ? order : compare_words(&x->word, &y->word);
}

// Each (square, letter, word) of the full list, once.
static size_t distinct_words(const struct balda_state *b, const struct buf *moves)
{
    size_t n = moves->len / sizeof(struct action), distinct = 0;
    const struct action *a = (const void *)moves->at;
    struct spelled *all = calloc(n + 1, sizeof *all);
    for (size_t i = 0; i < n; i++) {
        struct balda_move m;
        REQUIRE(balda_move_decode(&a[i], &m));
        all[i] = (struct spelled){m.square, m.letter, balda_move_word(&m, b->board)};
    }
    qsort(all, n, sizeof *all, compare_spelled);
    for (size_t i = 0; i < n; i++)
        distinct += i == 0 || compare_spelled(&all[i - 1], &all[i]) != 0;
    free(all);
    return distinct;
}

static void compare(const struct config *c, const struct state *s, const struct word *words,
                    size_t count)
{
    struct oracle o = {.c = c, .b = balda_state(s), .words = words, .count = count};
    struct buf moves = {0}, firsts = {0};
    struct move_sink all = {.take = take_move, .context = &moves, .paths = true},
                     once = {.take = take_move, .context = &firsts};
    unsigned seat = balda_state(s)->turn;
    balda_grid(&o.b->set, &o.grid);
    ask_oracle(&o);
    c->rules->legal(c, s, seat, &all);
    c->rules->legal(c, s, seat, &once);
    size_t want = sort_actions(&o.found), got = sort_actions(&moves);
    CHECK_NUMBER(got, want);
    CHECK(got == want && (got == 0 || memcmp(moves.at, o.found.at, moves.len) == 0));
    CHECK_NUMBER(firsts.len / sizeof(struct action), distinct_words(balda_state(s), &moves));
    buf_release(&o.found);
    buf_release(&moves);
    buf_release(&firsts);
}

struct choice {
    struct rng *r;
    unsigned seen;
    struct action move;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct choice *c = context;
    // A word rather than a single letter or a pass, most of the time.
    if (report->word.len < 2 && rng_below(c->r, 400))
        return true;
    if (rng_below(c->r, ++c->seen) == 0)
        c->move = *a;
    return true;
}

static void play_on(const struct config *c, struct state *s, struct rng *r)
{
    struct choice choice = {.r = r};
    struct move_sink sink = {.take = choose, .context = &choice, .paths = true};
    c->rules->legal(c, s, balda_state(s)->turn, &sink);
    if (choice.seen)
        c->rules->apply(c, s, &choice.move);
}

// `every`: how many moves lie between two positions that are compared.
static void play_games(struct config *c, unsigned games, unsigned every, struct rng *r)
{
    const struct lexicon *lex = c->lexicon;
    struct word *words = calloc(lex->graph.words, sizeof *words);
    for (uint32_t i = 0; i < lex->graph.words; i++)
        graph_nth(&lex->graph, i, &words[i]);
    for (unsigned game = 0; game < games; game++) {
        struct state s;
        struct action start;
        c->rules->setup(c, &s);
        c->rules->draw(c, &s, r, &start);
        c->rules->apply(c, &s, &start);
        for (unsigned move = 0; move < 80 && c->rules->to_act(c, &s); move++) {
            if ((move + game) % every == 0)
                compare(c, &s, words, lex->graph.words);
            play_on(c, &s, r);
        }
    }
    free(words);
}

static void compare_preset(const char *preset, const char *name, bool diagonal)
{
    static const struct {
        const char *size;
        unsigned games, every;
    } plan[] = {{"5", 30, 1}, {"7", 4, 4}, {"9", 1, 12}};
    struct search_path search_path;
    struct lexicon lex;
    struct reason why;
    struct rng r;
    if (!test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    REQUIRE(rng_seed_hex(&r, TEXT("0bac1e")));
    if (!search_path_open(&search_path, name, &lex, &why)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", name);
        return;
    }
    for (size_t i = 0; i < sizeof plan / sizeof *plan; i++) {
        struct config c;
        CHECK(config_init(&c, text_of(preset), &why));
        CHECK(config_set(&c, TEXT("size"), text_of(plan[i].size), &why));
        CHECK(!diagonal || config_set(&c, TEXT("diagonal"), TEXT("on"), &why));
        CHECK(strcmp(preset, "bukva") == 0 ||
              config_set(&c, TEXT("classes"), TEXT("verbs,adverbs"), &why));
        c.lexicon = &lex;
        play_games(&c, test_share(plan[i].games), plan[i].every, &r);
    }
    lexicon_close(&lex);
}

// R-BALDA-2, R-BALDA-11, R-BALDA-19
static void english(void)
{
    compare_preset("balda", "en", false);
}

// R-BALDA-19
static void english_with_diagonals(void)
{
    compare_preset("balda", "en", true);
}

static void russian(void)
{
    compare_preset("balda", "ru", false);
}

static void russian_with_diagonals(void)
{
    compare_preset("balda", "ru", true);
}

static void bukva(void)
{
    compare_preset("bukva", "ru", false);
}

static const struct test tests[] = {
    TEST(english), TEST(english_with_diagonals), TEST(russian), TEST(russian_with_diagonals),
    TEST(bukva),
};
TEST_MAIN(tests)
