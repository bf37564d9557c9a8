// Every game, in every way it can be set up, against what must hold for all games.
#include "conformance/conformance.h"
#include "games.gen.h" // the registry, src/games/games.txt
#include "lexicon/search_path.h"
#include "test.h"
#include "toy/toy.h"

#include <stdlib.h>
#include <string.h>

static void set(struct config *c, const char *name, const char *value)
{
    CHECK(config_set(c, text_of(name), text_of(value), NULL));
}

static void toy_of_two(void)
{
    struct config c;
    toy_config(&c);
    c.lexicon = toy_lexicon("en", NULL);
    conformance_run(&c, 100, 1);
    set(&c, "hand", "4");
    set(&c, "double", "vowels");
    set(&c, "pass", "off");
    conformance_run(&c, 100, 1001);
    toy_close();
}

static void toy_of_three(void)
{
    struct config c;
    toy_config(&c);
    c.lexicon = toy_lexicon("en", NULL);
    c.seats = 3;
    conformance_run(&c, test_share(300), 2001);
    set(&c, "hand", "2");
    set(&c, "double", "vowels,consonants");
    conformance_run(&c, 100, 3001);
    toy_close();
}

// The games of the registry, on the lexicons that have been built. A preset without a row is played
// as it is set up by itself, with the fewest seats and with the most.
static const struct row {
    const char *preset, *lang, *lexicon; // NULL: the preset's own
    const char *settings[8];             // name, value…; `seats` is how many there are
    unsigned games, thin;
    bool unlisted;
} rows[] = {
    {"balda", "en", "en", {"size", "5"}, 200, 4, false},
    {"balda", "en", "en", {"size", "5", "diagonal", "on"}, 60, 8, false},
    {"balda", "de", "de", {"size", "5", "classes", "verbs,adjectives,adverbs"}, 50, 6, false},
    {"balda", "fr", "fr", {"size", "5", "classes", "verbs"}, 60, 6, false},
    {"balda", "nl", "nl", {"size", "7"}, 20, 12, false},
    {"balda", "en", "en", {"size", "7", "diagonal", "on"}, 6, 40, false},
    {"balda", "en", "en", {"size", "9"}, 12, 20, false},
    {"balda", "en", "en", {"size", "9", "diagonal", "on"}, 3, 100, false},
    {"bukva", "ru", "ru", {"size", "5"}, 200, 4, false},
    {"bukva", "ru", "ru", {"size", "7"}, 25, 12, false},
    {"bukva", "ru", "ru", {"size", "9"}, 12, 20, false},
    {"bukva", "ru", "ru", {"size", "5", "unknown", "ask"}, 200, 3, true},
    {"bukva", "ru", "ru", {"size", "9", "unknown", "ask"}, 12, 20, true},
    {"bali", "fr", "fr", {"seats", "1"}, 30, 12, false},
    {"bali", "de", "de", {"seats", "1", "bali_bonus", "x3"}, 15, 16, false},
    {"bali", "en", "en-international", {"seats", "1", "min_word", "5"}, 15, 16, false},
    {"bali", "fr", "fr", {"seats", "2"}, 12, 24, false},
    {"bali", "fr", "fr", {"seats", "2", "challenge", "on"}, 12, 24, true},
    {"bali", "de", "de", {"seats", "3", "challenge", "on", "bali_bonus", "60"}, 8, 32, true},
    {"bali", "en", "en-international", {"seats", "3", "bali_bonus", "x2"}, 8, 32, false},
    {"bali", "fr", "fr", {"seats", "4", "min_word", "5"}, 8, 32, false},
    {"bali", "en", "en", {"seats", "4", "challenge", "on", "min_word", "4"}, 8, 32, true},
    {"bali", "nl", "nl", {"seats", "2", "challenge", "on", "bali_bonus", "x3"}, 6, 24, true},
    {"bali", "ru", "ru", {"seats", "1"}, 15, 16, false},
    {"bali", "ru", "ru", {"seats", "4"}, 8, 32, false},
    {"bali", "fr", "fr", {"recall", "off"}, 20, 20, false},
    {"bali", "de", "de", {"seats", "2", "recall", "off"}, 6, 60, false},
    {"bali", "fr", "fr", {"seats", "3", "recall", "off", "challenge", "on"}, 6, 60, true},
    {"wordgame", "en", "en-international", {NULL}, 10, 12, false},
    {"wordgame", "en", "en-american", {"exchange", "on", "sweep", "move"}, 5, 16, false},
    {"wordgame", "nl", "nl", {"board", "classic"}, 5, 16, false},
    {"wordgame", "fr", "fr", {NULL}, 5, 16, false},
    {"wordgame", "de", "de", {"exchange", "on"}, 5, 16, false},
    {"wordgame", "ru", "ru", {NULL}, 5, 16, false},
    {"classic", "en", "en-international", {NULL}, 10, 12, false},
    {"classic", "nl", "nl", {"exchange", "off"}, 5, 16, false},
    {"classic", "fr", "fr", {"board", "wordgame"}, 5, 16, false},
    {"classic", "de", "de", {NULL}, 5, 16, false},
    {"classic", "ru", "ru", {NULL}, 5, 16, false},
};

static void set_up(struct config *c, const char *name, const char *value)
{
    if (strcmp(name, "seats") == 0)
        c->seats = (unsigned)(value[0] - '0');
    else
        set(c, name, value);
}

static void run_config(struct config *c, const struct row *row, uint64_t seed)
{
    struct search_path search_path;
    struct lexicon lexicon;
    struct reason why = {0};
    search_path_init(&search_path, getenv("LOGOMACHY_LEXICONS"));
    if (!search_path_open(&search_path, c->lexicon_name, &lexicon, &why)) {
        test_fail(__FILE__, __LINE__, "there is no lexicon %s", c->lexicon_name);
        return;
    }
    c->lexicon = &lexicon;
    conformance_run_all(&(struct conformance){c, test_share(row->games), seed,
                                              .unlisted = row->unlisted, .thin = row->thin});
    lexicon_close(&lexicon);
}

static void run_row(const struct row *row, uint64_t seed)
{
    struct config c;
    CHECK(config_init(&c, text_of(row->preset), NULL));
    CHECK(!row->lang || config_set_lang(&c, text_of(row->lang), NULL));
    CHECK(!row->lexicon || config_set_lexicon(&c, text_of(row->lexicon), NULL));
    for (unsigned i = 0; row->settings[i]; i += 2)
        set_up(&c, row->settings[i], row->settings[i + 1]);
    run_config(&c, row, seed);
}

static void run_preset(const char *preset, uint64_t seed)
{
    const struct row row = {.preset = preset, .games = 20, .thin = 8};
    struct config c;
    CHECK(config_init(&c, text_of(preset), NULL));
    c.seats = c.min_seats;
    run_config(&c, &row, seed);
    if (c.max_seats > c.min_seats) {
        c.seats = c.max_seats;
        run_config(&c, &row, seed + 1000);
    }
}

static void run_rows_of(const char *preset)
{
    unsigned count = 0;
    if (!test_lexicons())
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].preset, preset) != 0)
            continue;
        run_row(&rows[i], 10000 * (i + 1));
        count++;
    }
    if (!count)
        run_preset(preset, 10000000);
}

// Callers ask for no function whether it is there. All members from the first one on are functions.
static void has_every_function(const struct rules *rules)
{
    typedef void any_fn(void);
    any_fn *function;
    for (size_t at = offsetof(struct rules, accept); at < sizeof *rules; at += sizeof function) {
        memcpy(&function, (const char *)rules + at, sizeof function);
        if (!function)
            test_fail(__FILE__, __LINE__, "%s: function %zu of struct rules is NULL", rules->name,
                      (at - offsetof(struct rules, accept)) / sizeof function);
    }
}

static void rules_are_complete(void)
{
    has_every_function(&toy_rules);
    for (unsigned n = 0; config_preset(n); n++) {
        struct config c;
        REQUIRE(config_init(&c, text_of(config_preset(n)), NULL));
        CHECK(c.rules->name && c.rules->state_size && c.rules->state_size <= STATE_BYTES);
        has_every_function(c.rules);
    }
}

// A test for each preset.
#define X(name)                         \
    static void run_preset_##name(void) \
    {                                   \
        run_rows_of(#name);             \
    }
PRESETS(X)
#undef X

#define X(name) {#name, run_preset_##name},
static const struct test tests[] = {TEST(rules_are_complete), TEST(toy_of_two), TEST(toy_of_three),
                                    PRESETS(X)};
#undef X
TEST_MAIN(tests)
