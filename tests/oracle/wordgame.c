// The moves of the Word Game against a slow and obvious way to find them: take every word of the
// lexicon, lay it on every square of every line, with every choice of tiles from the rack, and see
// whether it keeps the rules; then score it by the rules' text. It looks words up in a sorted list
// and uses nothing of the game but its data. Moves are compared as texts with their points, on
// random positions of real lexicons, and on many more of small ones that are drawn from them.
#include "games/wordgame/state.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/search_path.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 15, TEXT_MAX = 48 };

// A word as it can lie on the board.
struct spelling {
    uint8_t len;
    uint8_t letter[SIDE];
    uint32_t letters; // as a set
};

struct spellings {
    struct spelling *at;
    size_t count, cap;
};

struct oracle {
    const struct config *c;
    const struct wordgame_state *w;
    const struct spellings *words;
    unsigned seat;
    const struct spelling *word; // the one that is being laid
    int row, column, down;
    uint8_t tile[SIDE]; // its tiles
    bool fresh[SIDE];   // the new ones among them
    struct buf found;   // of char[TEXT_MAX]
};

static int compare_spellings(const void *left, const void *right)
{
    const struct spelling *x = left, *y = right;
    size_t shared = x->len < y->len ? x->len : y->len;
    int order = memcmp(x->letter, y->letter, shared);
    return order ? order : x->len - y->len;
}

static void add_spelling(struct spellings *s, const uint8_t *letter, unsigned len)
{
    struct spelling one = {.len = (uint8_t)len};
    if (len > SIDE || len < 2) // IJ as one Y makes no run of two
        return;
    if (s->count == s->cap) {
        s->cap = s->cap ? 2 * s->cap : 4096;
        s->at = realloc(s->at, s->cap * sizeof *s->at);
    }
    memcpy(one.letter, letter, len);
    for (unsigned i = 0; i < len; i++)
        one.letters |= UINT32_C(1) << (letter[i] - 1);
    s->at[s->count++] = one;
}

// The word, and in Dutch also with any IJ of it as one Y.
static void add_word(struct spellings *s, const struct word *w, const struct wordgame_settings *set,
                     unsigned from, uint8_t *so_far, unsigned len)
{
    if (from == w->len) {
        add_spelling(s, so_far, len);
        return;
    }
    so_far[len] = w->letter[from];
    add_word(s, w, set, from + 1, so_far, len + 1);
    if (set->pair && from + 1 < w->len && w->letter[from] == set->pair_first &&
        w->letter[from + 1] == set->pair_second) {
        so_far[len] = set->pair;
        add_word(s, w, set, from + 2, so_far, len + 1);
    }
}

static void list_words(struct spellings *s, const struct config *c)
{
    struct wordgame_settings set;
    const struct graph *g = &c->lexicon->graph;
    REQUIRE(wordgame_settings_load(&set, c, NULL));
    s->count = 0;
    for (uint32_t i = 0; i < g->words; i++) {
        struct word w;
        uint8_t so_far[WORD_MAX];
        graph_nth(g, i, &w);
        add_word(s, &w, &set, 0, so_far, 0);
    }
    if (s->count)
        qsort(s->at, s->count, sizeof *s->at, compare_spellings);
    size_t kept = 0; // the same spelling may come from two words
    for (size_t i = 0; i < s->count; i++)
        if (i == 0 || compare_spellings(&s->at[i], &s->at[kept - 1]) != 0)
            s->at[kept++] = s->at[i];
    s->count = kept;
}

static uint8_t on_board(const struct oracle *o, int row, int column)
{
    if (row < 0 || column < 0 || row >= SIDE || column >= SIDE)
        return 0;
    return o->w->board[row * SIDE + column];
}

static int value(const struct oracle *o, uint8_t tile)
{
    return tile & TILE_BLANK ? 0 : o->w->set.value[tile];
}

// The points of one word, with letter and word bonuses gathered square by square.
struct sum {
    int letters, highest, product;
};

static void add_square(const struct oracle *o, struct sum *s, int square, uint8_t tile, bool fresh)
{
    const struct wordgame_settings *set = &o->w->set;
    s->letters += value(o, tile) * (fresh ? set->letter_factor[square] : 1);
    if (!fresh)
        return;
    s->product *= set->word_factor[square];
    if (set->word_factor[square] > s->highest)
        s->highest = set->word_factor[square];
}

static int sum_up(const struct oracle *o, const struct sum *s)
{
    bool product = config_fixed(o->c, "word_bonus", "product");
    return s->letters * (product ? s->product : s->highest);
}

// The word that a new tile makes across the line of play: its points, 0 where there is none, -1
// where it is no word. `length` is how long it is.
static int cross_points(const struct oracle *o, int i, int *length)
{
    int row = o->row + (o->down ? i : 0), column = o->column + (o->down ? 0 : i);
    int dr = !o->down, dc = o->down, back = 0;
    struct sum sum = {0, 1, 1};
    struct spelling made = {0};
    while (on_board(o, row - (back + 1) * dr, column - (back + 1) * dc))
        back++;
    for (int n = -back;; n++) {
        uint8_t tile = n ? on_board(o, row + n * dr, column + n * dc) : o->tile[i];
        if (!tile)
            break;
        made.letter[made.len++] = tile & TILE_LETTER;
        add_square(o, &sum, (row + n * dr) * SIDE + column + n * dc, tile, n == 0);
    }
    *length = made.len;
    if (made.len < 2)
        return 0;
    if (!bsearch(&made, o->words->at, o->words->count, sizeof made, compare_spellings))
        return -1;
    return sum_up(o, &sum);
}

static void put_letter(const struct alphabet *a, uint8_t tile, char *out)
{
    uint32_t c = tile & TILE_BLANK ? a->lower[tile & TILE_LETTER] : a->upper[tile];
    size_t n = strlen(out);
    if (c < 0x80)
        snprintf(out + n, TEXT_MAX - n, "%c", (int)c);
    else
        snprintf(out + n, TEXT_MAX - n, "%c%c", (int)(0xC0 | c >> 6), (int)(0x80 | (c & 0x3F)));
}

static void keep(struct oracle *o, int points)
{
    char text[TEXT_MAX + 16] = {0};
    if (o->down)
        snprintf(text, sizeof text, "%c%d:", 'A' + o->column, o->row + 1);
    else
        snprintf(text, sizeof text, "%d%c:", o->row + 1, 'A' + o->column);
    for (unsigned i = 0; i < o->word->len; i++)
        put_letter(&o->c->lexicon->alphabet, o->tile[i], text);
    snprintf(text + strlen(text), 16, " %d", points);
    buf_add(&o->found, text, TEXT_MAX);
}

// All tiles lie: does the placement keep the rules, and what is it worth?
static void judge(struct oracle *o)
{
    int cross = 0, fresh = 0, longest = 1;
    bool touches = false, centre = false;
    struct sum sum = {0, 1, 1};
    for (int i = 0; i < o->word->len; i++) {
        int square = (o->row + (o->down ? i : 0)) * SIDE + o->column + (o->down ? 0 : i);
        centre |= square == 7 * SIDE + 7;
        add_square(o, &sum, square, o->tile[i], o->fresh[i]);
        touches |= !o->fresh[i];
        if (!o->fresh[i])
            continue;
        int length, points = cross_points(o, i, &length);
        if (points < 0)
            return;
        fresh++;
        cross += points;
        touches |= length > 1;
        longest = length > longest ? length : longest;
    }
    if (o->w->filled == 0 ? !centre || o->word->len < config_fixed_number(o->c, "first_word")
                          : !touches)
        return;
    if (fresh == 1 && o->down && longest > 1)
        return; // it is listed across
    int main_word = sum_up(o, &sum), all = (int)config_fixed_number(o->c, "rack");
    int bonus = (int)config_fixed_number(o->c, "sweep_points");
    bool move = config_is(o->c, "sweep", "move");
    if (fresh == all)
        bonus = bonus ? bonus : main_word + (move ? cross : 0);
    keep(o, main_word + cross + (fresh == all ? bonus : 0));
}

// Lays the letters from the i-th on, each that is new as a tile of its own and as a blank.
static void lay(struct oracle *o, int i, uint8_t *rack)
{
    if (i == o->word->len) {
        judge(o);
        return;
    }
    uint8_t letter = o->word->letter[i];
    if (!o->fresh[i]) {
        lay(o, i + 1, rack);
        return;
    }
    for (int blank = 0; blank < 2; blank++) {
        uint8_t *left = &rack[blank ? KIND_BLANK : letter];
        if (!*left)
            continue;
        --*left;
        o->tile[i] = (uint8_t)(letter | (blank ? TILE_BLANK : 0));
        lay(o, i + 1, rack);
        ++*left;
    }
}

// Does the word fit in with the tiles that lie there, with something to lay?
static bool fits(struct oracle *o)
{
    int dr = o->down, dc = !o->down, len = o->word->len, fresh = 0;
    if (o->row + dr * (len - 1) >= SIDE || o->column + dc * (len - 1) >= SIDE ||
        on_board(o, o->row - dr, o->column - dc) ||
        on_board(o, o->row + dr * len, o->column + dc * len))
        return false;
    for (int i = 0; i < len; i++) {
        uint8_t there = on_board(o, o->row + dr * i, o->column + dc * i);
        if (there && (there & TILE_LETTER) != o->word->letter[i])
            return false;
        o->fresh[i] = !there;
        o->tile[i] = there;
        fresh += !there;
    }
    return fresh > 0 && fresh <= o->w->in_rack[o->seat];
}

// The letters on a line that can be used there, with those of the rack.
static uint32_t letters_of_line(const struct oracle *o, int line, int down)
{
    uint32_t letters = 0;
    for (int i = 0; i < SIDE; i++) {
        uint8_t tile = down ? on_board(o, i, line) : on_board(o, line, i);
        if (tile)
            letters |= UINT32_C(1) << ((tile & TILE_LETTER) - 1);
    }
    for (unsigned kind = 1; kind < TILE_KINDS; kind++)
        if (o->w->rack[o->seat][kind])
            letters |= UINT32_C(1) << (kind - 1);
    return letters;
}

static void try_line(struct oracle *o, int line)
{
    uint32_t have = letters_of_line(o, line, o->down);
    int blanks = o->w->rack[o->seat][KIND_BLANK];
    for (size_t i = 0; i < o->words->count; i++) {
        o->word = &o->words->at[i];
        if (__builtin_popcount(o->word->letters & ~have) > blanks)
            continue;
        for (int at = 0; at < SIDE; at++) {
            uint8_t rack[TILE_KINDS];
            o->row = o->down ? at : line;
            o->column = o->down ? line : at;
            memcpy(rack, o->w->rack[o->seat], sizeof rack);
            if (fits(o))
                lay(o, 0, rack);
        }
    }
}

struct taker {
    const struct config *c;
    const struct state *s;
    struct buf found;
};

static bool take_move(void *context, const struct action *a, const struct report *report)
{
    struct taker *t = context;
    char text[TEXT_MAX + 16] = {0};
    struct buf out = {0};
    if (a->kind != WORDGAME_PLACE)
        return true;
    t->c->rules->format(t->c, t->s, a, VIEWER_ALL, &out);
    snprintf(text, sizeof text, "%.*s %d", TEXT_ARG(buf_text(&out)), (int)report->points);
    buf_add(&t->found, text, TEXT_MAX);
    buf_release(&out);
    return true;
}

static int compare_texts(const void *left, const void *right)
{
    return strncmp(left, right, TEXT_MAX);
}

static size_t sort_texts(struct buf *b)
{
    size_t n = b->len / TEXT_MAX;
    if (n)
        qsort(b->at, n, TEXT_MAX, compare_texts);
    return n;
}

// The first text in which two lists differ.
static void tell_difference(const struct config *c, const struct state *s, const struct buf *want,
                            const struct buf *got)
{
    struct buf out = {0};
    size_t at = 0;
    while (at < want->len && at < got->len && strcmp(want->at + at, got->at + at) == 0)
        at += TEXT_MAX;
    c->rules->write(c, s, &out);
    test_fail(__FILE__, __LINE__, "%s %s: want %s, got %s\n%.*s", c->preset, c->lang,
              at < want->len ? want->at + at : "no more", at < got->len ? got->at + at : "no more",
              TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

static size_t compare(const struct config *c, const struct state *s, const struct spellings *words)
{
    const struct wordgame_state *w = wordgame_state(s);
    struct oracle o = {.c = c, .w = w, .words = words, .seat = w->turn};
    struct taker t = {.c = c, .s = s};
    struct move_sink sink = {.take = take_move, .context = &t};
    for (o.down = 0; o.down < 2; o.down++)
        for (int line = 0; line < SIDE; line++)
            try_line(&o, line);
    CHECK(c->rules->legal(c, s, w->turn, &sink));
    size_t want = sort_texts(&o.found), got = sort_texts(&t.found);
    if (want != got || (want && memcmp(o.found.at, t.found.at, o.found.len) != 0))
        tell_difference(c, s, &o.found, &t.found);
    buf_release(&o.found);
    buf_release(&t.found);
    return want;
}

// Chooses a move at random, mostly a placement and rather a long one, so that boards fill.
struct choice {
    struct rng *r;
    uint32_t weight;
    struct action move;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct choice *c = context;
    uint32_t weight = a->kind == WORDGAME_PLACE ? 50u * report->word.len : 1;
    c->weight += weight;
    if (rng_below(c->r, c->weight) < weight)
        c->move = *a;
    return true;
}

struct plan {
    unsigned games, every; // how many moves lie between two positions that are compared
};

static void play_on(const struct config *c, struct state *s, struct rng *r)
{
    struct choice choice = {.r = r};
    struct move_sink sink = {.take = choose, .context = &choice};
    if (c->rules->to_act(c, s) & ACTS_CHANCE)
        c->rules->draw(c, s, r, &choice.move);
    else
        CHECK(c->rules->legal(c, s, wordgame_state(s)->turn, &sink));
    c->rules->apply(c, s, &choice.move);
}

static void play_games(const struct config *c, const struct plan *plan,
                       const struct spellings *words, struct rng *r, size_t *positions)
{
    for (unsigned game = 0; game < test_share(plan->games); game++) {
        struct state s;
        unsigned acting;
        c->rules->setup(c, &s);
        while ((acting = c->rules->to_act(c, &s)) && !test_failed()) {
            if (acting != ACTS_CHANCE && (wordgame_state(&s)->turns + game) % plan->every == 0) {
                compare(c, &s, words);
                ++*positions;
            }
            play_on(c, &s, r);
        }
    }
}

static void set_up(struct config *c, const char *preset, const struct lexicon *lex, bool exchange)
{
    struct text lang = text_of(lex->alphabet.lang);
    CHECK(config_init(c, text_of(preset), NULL));
    CHECK(config_set_lang(c, lang, NULL));
    CHECK(config_set(c, TEXT("exchange"), exchange ? TEXT("on") : TEXT("off"), NULL));
    CHECK(!exchange || strcmp(preset, "wordgame") != 0 ||
          config_set(c, TEXT("sweep"), TEXT("move"), NULL));
    c->lexicon = lex;
}

// A lexicon of some of the words of another, rather short ones, so that boards are dense.
static void draw_lexicon(struct lexicon *out, struct buf *bytes, const struct lexicon *from,
                         unsigned words, struct rng *r)
{
    struct lexicon_builder *b = lexicon_builder_new(&from->alphabet);
    for (unsigned added = 0; added < words;) {
        uint32_t index = rng_below(r, from->graph.words);
        struct word w;
        graph_nth(&from->graph, index, &w);
        if (w.len > 3 && rng_below(r, w.len > 9 ? 40 : w.len))
            continue;
        REQUIRE(lexicon_builder_add(b, &w, 0, 1, NULL));
        added++;
    }
    REQUIRE(lexicon_builder_write(b, bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(out, buf_text(bytes), "drawn", NULL));
}

static void compare_small(const char *preset, const struct lexicon *lex, struct spellings *words,
                          struct rng *r, size_t *positions)
{
    for (unsigned n = 0; n < 3 && !test_failed(); n++) {
        struct lexicon small;
        struct buf bytes = {0};
        struct config c;
        draw_lexicon(&small, &bytes, lex, n ? 2500 : 400, r);
        set_up(&c, preset, &small, n & 1);
        list_words(words, &c);
        play_games(&c, &(struct plan){6, 1}, words, r, positions);
        lexicon_close(&small);
        buf_release(&bytes);
    }
}

static void compare_preset(const char *preset, const char *name, struct rng *r, size_t *positions)
{
    struct search_path search_path;
    struct lexicon lex;
    struct config c;
    struct reason why;
    struct spellings words = {0};
    search_path_init(&search_path, NULL);
    if (!search_path_open(&search_path, name, &lex, &why)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", name);
        return;
    }
    set_up(&c, preset, &lex, false);
    list_words(&words, &c);
    play_games(&c, &(struct plan){2, 6}, &words, r, positions);
    compare_small(preset, &lex, &words, r, positions);
    free(words.at);
    lexicon_close(&lex);
}

static void compare_all(const char *preset)
{
    static const char *const names[] = {"en-international", "de", "fr", "nl", "ru"};
    size_t positions = 0;
    struct rng r;
    if (!test_lexicons())
        return;
    REQUIRE(rng_seed_hex(&r, TEXT("80ac1e")));
    for (size_t i = 0; i < sizeof names / sizeof *names && !test_failed(); i++)
        compare_preset(preset, names[i], &r, &positions);
    printf("# %s: %zu positions\n", preset, positions);
    CHECK(test_failed() || positions > test_share(1000));
}

// R-WG-10, R-WG-11, R-WG-18, R-WG-23
static void wordgame(void)
{
    compare_all("wordgame");
}

// R-WG-43, R-WG-44
static void classic(void)
{
    compare_all("classic");
}

static const struct test tests[] = {TEST(wordgame), TEST(classic)};
TEST_MAIN(tests)
