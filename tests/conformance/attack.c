// Every game against tampered texts, on small lexicons.
#include "base/bug.h"
#include "conformance/hostile.h"
#include "games.gen.h" // the registry, src/games/games.txt
#include "lexicon/lexicon_build.h"
#include "test.h"
#include "toy/toy.h"

#include <stdio.h>
#include <string.h>

enum { TEXTS = 20000 }; // for each game, before test_share()

static struct word_list {
    const char *lang, *name;
    struct buf bytes;
    struct lexicon lexicon;
} lists[] = {{.lang = "en", .name = "../perft/wordgame-en.txt"},
             {.lang = "nl", .name = "../perft/wordgame-nl.txt"},
             {.lang = "fr", .name = "../perft/fr.txt"},
             {.lang = "de", .name = "../perft/de.txt"},
             {.lang = "ru", .name = "../perft/ru.txt"}};

static void build(struct word_list *l)
{
    struct alphabet a;
    struct buf list = test_sample(l->name);
    struct text rest = buf_text(&list), line;
    struct word w;
    BUG_UNLESS(alphabet_load(&a, text_of(l->lang), NULL));
    struct lexicon_builder *b = lexicon_builder_new(&a);
    BUG_UNLESS(b);
    while (text_next_line(&rest, &line))
        if (!text_starts(line, "#") &&
            alphabet_fold(&a, text_trim(text_cut(&line, '\t')), &w, NULL))
            BUG_UNLESS(lexicon_builder_add(b, &w, CLASS_NOUN, 1 + w.len % TIERS, NULL));
    BUG_UNLESS(lexicon_builder_write(b, &l->bytes, NULL));
    lexicon_builder_free(b);
    buf_release(&list);
    BUG_UNLESS(lexicon_open(&l->lexicon, buf_text(&l->bytes), l->lang, NULL));
}

static const struct lexicon *find(const char *lang)
{
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(lists[i].lang, lang) != 0)
            continue;
        if (!lists[i].bytes.len)
            build(&lists[i]);
        return &lists[i].lexicon;
    }
    BUG("there is no list for %s", lang);
}

static void attack(const struct config *c, uint64_t seed, unsigned parts)
{
    unsigned texts = test_share(TEXTS / parts);
    struct hostile_count n = hostile_run(&(struct hostile){c, texts, seed});
    printf("# %s, seeds from %llu: %u texts, %u positions and %u records accepted\n", c->preset,
           (unsigned long long)seed, texts, n.positions, n.records);
    // Or the tampering has become so coarse that it proves nothing.
    CHECK(n.positions > texts / 200 && n.records > texts / 400);
}

// A preset without a row is attacked as it is set up by itself.
static const struct row {
    const char *preset, *lang; // NULL: the preset's own
    const char *settings[6];   // name, value…; `seats` is how many there are
} rows[] = {
    {"balda", "en", {"size", "5"}},
    {"balda", "ru", {"size", "5", "diagonal", "on"}},
    {"bukva", "ru", {"size", "5", "unknown", "ask"}},
    {"bukva", "en", {"size", "5"}},
    {"bali", "fr", {"seats", "1"}},
    {"bali", "de", {"seats", "3", "challenge", "on"}},
    {"bali", "en", {"seats", "2", "bali_bonus", "x3"}},
    {"bali", "ru", {"seats", "4", "challenge", "on"}},
    {"wordgame", "en", {NULL}},
    {"wordgame", "nl", {"exchange", "on", "sweep", "move"}},
    {"classic", "en", {NULL}},
    {"classic", "fr", {"exchange", "off"}},
};

static void attack_row(const struct row *row, uint64_t seed, unsigned parts)
{
    struct config c;
    BUG_UNLESS(config_init(&c, text_of(row->preset), NULL) &&
               (!row->lang || config_set_lang(&c, text_of(row->lang), NULL)));
    for (unsigned i = 0; i < 6 && row->settings[i]; i += 2) {
        const char *name = row->settings[i], *value = row->settings[i + 1];
        if (strcmp(name, "seats") == 0)
            c.seats = (unsigned)(value[0] - '0');
        else
            BUG_UNLESS(config_set(&c, text_of(name), text_of(value), NULL));
    }
    c.lexicon = find(c.lang);
    attack(&c, seed, parts);
}

static void attack_game(const char *preset)
{
    unsigned parts = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        parts += strcmp(rows[i].preset, preset) == 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].preset, preset) == 0)
            attack_row(&rows[i], 1000000 * (i + 1), parts);
    if (!parts)
        attack_row(&(struct row){.preset = preset}, 1000000, 1);
}

static void toy(void)
{
    struct config c;
    toy_config(&c);
    c.lexicon = toy_lexicon("en", NULL);
    attack(&c, 1, 2);
    c.seats = 3;
    attack(&c, 500000, 2);
    toy_close();
}

// A test for each preset.
#define X(name)                            \
    static void attack_preset_##name(void) \
    {                                      \
        attack_game(#name);                \
    }
PRESETS(X)
#undef X

#define X(name) {#name, attack_preset_##name},
static const struct test tests[] = {TEST(toy), PRESETS(X)};
#undef X
TEST_MAIN(tests)
