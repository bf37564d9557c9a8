// The legal moves of Bali against a slow and obvious list: set every column below every other, try
// every letter that a card may be, and see in a sorted list of all ends of all words whether some
// word has the letters inside. From the top down, where the real one goes from the bottom up, and
// without the word graph. Words of the real lexicons (a part of them, so that the list is made in
// time), games of one to four seats from the first move to the last.
#include "base/bug.h"
#include "games/bali/state.h"
#include "lexicon/lexicon_build.h"
#include "lexicon/search_path.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 20000 }; // of a lexicon, about

// A language's words: their letters, each ended by 0, and all their ends in order.
struct words {
    struct buf text;
    const char **word, **end;
    size_t words, ends;
    struct buf bytes;
    struct lexicon lexicon;
};

struct oracle {
    const struct words *w;
    const struct config *c;
    const struct bali_state *b;
    unsigned seat, min_word;
    bool closing;
    char run[WORD_MAX + 1];
    struct action join;
    struct buf found; // of struct action
};

static int by_letters(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

// The first text of the list that is not before this one.
static const char *not_before(const char *const *list, size_t count, const char *text)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(list[middle], text) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count ? list[low] : "";
}

static bool inside_a_word(const struct words *w, const char *run)
{
    return strncmp(not_before(w->end, w->ends, run), run, strlen(run)) == 0;
}

static bool is_a_word(const struct words *w, const char *run)
{
    return *run && strcmp(not_before(w->word, w->words, run), run) == 0;
}

static void keep(struct oracle *o, const struct action *a)
{
    buf_add(&o->found, a, sizeof *a);
}

// R-BALI-61
static void keep_as_take(struct oracle *o)
{
    struct action take = o->join;
    take.kind = BALI_TAKE;
    keep(o, &take);
}

// ---- what can be joined, and taken ----

static void set_below(struct oracle *o, unsigned length, uint32_t used);

// One more column below those that are there, with the letters that it has.
static void set_column(struct oracle *o, unsigned place, unsigned settle, unsigned length,
                       uint32_t used)
{
    const struct bali_column *column = &o->b->column[place];
    if (length + column->len > WORD_MAX)
        return;
    memcpy(o->run + length, column->letter, column->len);
    if (settle)
        o->run[length] = (char)settle;
    o->run[length += column->len] = '\0';
    if (!inside_a_word(o->w, o->run))
        return;
    BUG_UNLESS(action_put(&o->join, place) && action_put(&o->join, settle));
    used |= UINT32_C(1) << place;
    bool own = used >> o->seat * BALI_ROW & ((1u << BALI_ROW) - 1);
    bool finishes = length >= o->min_word && is_a_word(o->w, o->run);
    if (o->join.len > 2 && own && (!o->closing || finishes))
        keep(o, &o->join);
    if (o->join.len > 2 && finishes && o->c->seats == 1)
        keep_as_take(o);
    set_below(o, length, used);
    action_cut(&o->join, o->join.len - 2u);
}

static void set_below(struct oracle *o, unsigned length, uint32_t used)
{
    for (unsigned place = 0; place < BALI_PLACES; place++) {
        const struct bali_column *column = &o->b->column[place];
        if (!column->len || used >> place & 1)
            continue;
        if (column->letter[0]) {
            set_column(o, place, 0, length, used);
            continue;
        }
        for (unsigned letter = 1; letter <= o->w->lexicon.alphabet.size; letter++)
            if (o->b->pack.plays[column->card[0]] >> (letter - 1) & 1)
                set_column(o, place, letter, length, used);
    }
}

static void find_takes(struct oracle *o)
{
    for (unsigned i = 0; i < BALI_ROW; i++) {
        const struct bali_column *column = &o->b->column[o->seat * BALI_ROW + i];
        memcpy(o->run, column->letter, column->len);
        o->run[column->len] = '\0';
        uint8_t place = (uint8_t)(o->seat * BALI_ROW + i);
        struct action take = action_of(BALI_TAKE, o->seat, &place, 1);
        if (column->len >= o->min_word && is_a_word(o->w, o->run))
            keep(o, &take);
    }
}

static void find_all(struct oracle *o)
{
    o->join = (struct action){.kind = BALI_JOIN, .seat = (uint8_t)o->seat};
    o->closing = o->c->seats > 1 && o->b->in_deck == 0;
    o->min_word = config_number(o->c, "min_word");
    set_below(o, 0, 0);
    find_takes(o);
    uint8_t seat = (uint8_t)o->seat;
    if (o->c->seats == 1)
        keep(o, &(struct action){.kind = BALI_DONE, .seat = seat});
    else if (!o->found.len)
        keep(o, &(struct action){.kind = ACTION_PASS, .seat = seat});
}

// ---- comparing ----

static bool take(void *context, const struct action *a, const struct report *report)
{
    (void)report;
    buf_add(context, a, sizeof *a);
    return true;
}

static int by_bytes(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(struct action));
}

static size_t sort_actions(struct buf *b)
{
    size_t count = b->len / sizeof(struct action);
    if (count)
        qsort(b->at, count, sizeof(struct action), by_bytes);
    return count;
}

static void tell(const struct config *c, const struct state *s)
{
    struct buf text = {0};
    struct text rest, line;
    c->rules->write(c, s, &text);
    for (rest = buf_text(&text); text_next_line(&rest, &line);)
        printf("#     %.*s\n", TEXT_ARG(line));
    buf_release(&text);
}

// Leaves the moves in `moves`; returns how many there are.
static size_t compare(const struct words *w, const struct config *c, const struct state *s,
                      struct buf *moves)
{
    struct oracle o = {.w = w, .c = c, .b = bali_state(s), .seat = bali_state(s)->turn};
    struct move_sink sink = {.take = take, .context = moves, .paths = true};
    find_all(&o);
    buf_clear(moves);
    CHECK(c->rules->legal(c, s, o.seat, &sink));
    size_t want = sort_actions(&o.found), got = sort_actions(moves);
    bool same = got == want && memcmp(moves->at, o.found.at, moves->len) == 0;
    if (!same) {
        test_fail(__FILE__, __LINE__, "%zu moves, want %zu", got, want);
        tell(c, s);
    }
    buf_release(&o.found);
    return got;
}

// Mostly joins of few columns, so that games are long, and a take now and then.
static struct action choose(const struct buf *moves, size_t count, struct rng *r)
{
    const struct action *all = (const struct action *)(const void *)moves->at;
    struct action chosen = all[0];
    for (unsigned tries = 0; tries < 4; tries++) {
        struct action a = all[rng_below(r, (uint32_t)count)];
        if (tries == 0 || (chosen.kind == BALI_DONE || (a.kind == BALI_JOIN && a.len < chosen.len)))
            chosen = a;
    }
    for (size_t i = 0; i < count && rng_below(r, 2); i++)
        if (all[i].kind == BALI_TAKE)
            return all[i];
    return chosen;
}

// Returns how many positions were compared.
static unsigned play(const struct words *w, const struct config *c, struct rng *r)
{
    struct state s;
    struct buf moves = {0};
    unsigned positions = 0;
    c->rules->setup(c, &s);
    for (unsigned acting; (acting = c->rules->to_act(c, &s)) && !test_failed();) {
        struct action a = {0};
        if (acting == ACTS_CHANCE) {
            c->rules->draw(c, &s, r, &a);
        } else {
            size_t count = compare(w, c, &s, &moves);
            a = choose(&moves, count, r);
            positions++;
        }
        c->rules->apply(c, &s, &a);
    }
    buf_release(&moves);
    return positions;
}

// ---- words ----

static void list_ends(struct words *w, uint32_t words)
{
    size_t letters = w->text.len - words;
    w->word = calloc(words + 1, sizeof *w->word);
    w->end = calloc(letters + 1, sizeof *w->end);
    const char *at = w->text.at, *stop = at + w->text.len;
    for (; at < stop; at++) {
        if (*at && (at == w->text.at || !at[-1]))
            w->word[w->words++] = at;
        if (*at)
            w->end[w->ends++] = at;
    }
    qsort(w->word, w->words, sizeof *w->word, by_letters);
    qsort(w->end, w->ends, sizeof *w->end, by_letters);
}

// Every `step`-th word of a lexicon.
static void choose_words(struct words *w, const struct lexicon *from)
{
    uint32_t all = from->graph.words, step = all / WORDS + 1, count = 0;
    struct lexicon_builder *b = lexicon_builder_new(&from->alphabet);
    struct word word;
    for (uint32_t i = 0; i < all; i += step, count++) {
        graph_nth(&from->graph, i, &word);
        REQUIRE(lexicon_builder_add(b, &word, CLASS_NOUN, 1, NULL));
        buf_add(&w->text, word.letter, word.len);
        buf_add_byte(&w->text, '\0');
    }
    REQUIRE(lexicon_builder_write(b, &w->bytes, NULL));
    lexicon_builder_free(b);
    REQUIRE(lexicon_open(&w->lexicon, buf_text(&w->bytes), "some", NULL));
    list_ends(w, count);
}

static void words_release(struct words *w)
{
    lexicon_close(&w->lexicon);
    buf_release(&w->bytes);
    buf_release(&w->text);
    free(w->word);
    free(w->end);
}

// ---- the tests ----

static void play_with(const struct words *w, const char *lang)
{
    static const unsigned games[SEATS_MAX + 1] = {0, 40, 4, 2, 2};
    static const char *const least[] = {"3", "5", "4", "3", "6"};
    struct config c;
    struct rng r;
    unsigned positions = 0;
    REQUIRE(rng_seed_hex(&r, TEXT("ba11")));
    for (unsigned seats = 1; seats <= SEATS_MAX; seats++)
        for (unsigned i = 0; i < test_share(games[seats]); i++) {
            CHECK(config_init(&c, TEXT("bali"), NULL));
            CHECK(config_set_lang(&c, text_of(lang), NULL));
            CHECK(config_set(&c, TEXT("min_word"), text_of(least[i % 5]), NULL));
            c.lexicon = &w->lexicon;
            c.seats = seats;
            positions += play(w, &c, &r);
        }
    printf("# %s: %u positions\n", lang, positions);
    CHECK(test_failed() || positions > test_share(600));
}

static void compare_lexicon(const char *lang, const char *name)
{
    struct search_path search_path;
    struct lexicon whole;
    struct words w = {0};
    if (!test_lexicons())
        return;
    search_path_init(&search_path, NULL);
    if (!search_path_open(&search_path, name, &whole, NULL)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", name);
        return;
    }
    choose_words(&w, &whole);
    lexicon_close(&whole);
    play_with(&w, lang);
    words_release(&w);
}

static void french(void)
{
    compare_lexicon("fr", "fr");
}

static void german(void)
{
    compare_lexicon("de", "de");
}

static void english(void)
{
    compare_lexicon("en", "en-international");
}

static void dutch(void)
{
    compare_lexicon("nl", "nl");
}

static void russian(void)
{
    compare_lexicon("ru", "ru");
}

static const struct test tests[] = {
    TEST(french), TEST(german), TEST(english), TEST(dutch), TEST(russian),
};
TEST_MAIN(tests)
