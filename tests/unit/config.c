// Presets and settings.
#include "rules/config.h"
#include "base/data.h"
#include "games/bali/state.h"
#include "rules/rules.h"
#include "sample.h"
#include "test.h"
#include "toy/toy.h"

#include <stdio.h>
#include <string.h>

static void refuses(struct config *c, const char *name, const char *value, enum message what,
                    const char *args)
{
    struct reason why = {0};
    CHECK(!config_set(c, text_of(name), text_of(value), &why));
    CHECK_NUMBER(why.what, what);
    CHECK_TEXT(text_of(why.args), args);
}

// `want`: as it is written, if not as it was said.
static void sets(struct config *c, const char *name, const char *value, const char *want)
{
    struct reason why = {0};
    CHECK(config_set(c, text_of(name), text_of(value), &why));
    for (unsigned i = 0; i < c->settings; i++) {
        struct buf written = {0};
        if (strcmp(c->setting[i].name, name) != 0)
            continue;
        config_print_value(c, i, &written);
        CHECK_TEXT(buf_text(&written), want ? want : value);
        buf_release(&written);
    }
}

// People have a word for it.
static void check_named(const char *preset)
{
    char key[64];
    enum message name;
    snprintf(key, sizeof key, "named.game_%s", preset);
    CHECK(message_find(key, &name));
}

static void every_preset_is_whole(void)
{
    struct config c;
    struct reason why = {0};
    unsigned n = 0;
    for (const char *name; (name = config_preset(n)); n++) {
        if (!config_init(&c, text_of(name), &why)) {
            test_fail(__FILE__, __LINE__, "%s is no preset", name);
            continue;
        }
        CHECK(strcmp(c.preset, name) == 0);
        CHECK(c.rules == rules_find(text_of(c.rules->name)));
        CHECK(c.rules->state_size <= STATE_BYTES);
        CHECK(c.min_seats >= 1 && c.min_seats <= c.max_seats && c.max_seats <= SEATS_MAX);
        CHECK(c.seats == c.min_seats);
        CHECK(config_set_lang(&c, text_of(c.lang), &why));
        for (unsigned i = 0; i < c.settings; i++)
            CHECK(config_is_standard(&c, i));
        check_named(name);
    }
    CHECK(n >= 2);
    CHECK(!config_init(&c, TEXT("chess"), &why));
    CHECK_NUMBER(why.what, MSG_CONFIG_NO_PRESET);
    CHECK(!config_init(&c, TEXT(""), &why));
    CHECK(!rules_find(TEXT("chess")));
}

// R-BALDA-1, R-BALDA-2, R-BUKVA-1, R-BUKVA-2, R-BUKVA-3, R-BUKVA-23
static void the_sisters_differ(void)
{
    struct config balda, bukva;
    CHECK(config_init(&balda, TEXT("balda"), NULL));
    CHECK(config_init(&bukva, TEXT("bukva"), NULL));
    CHECK_TEXT(text_of(balda.lang), "en");
    CHECK_TEXT(text_of(bukva.lang), "ru");
    CHECK_TEXT(text_of(bukva.lexicon_name), "ru");
    CHECK(balda.max_seats == 2 && bukva.max_seats == 2);
    sets(&balda, "size", "9", NULL);
    sets(&balda, "diagonal", "on", NULL);
    sets(&bukva, "unknown", "ask", NULL);
    refuses(&bukva, "diagonal", "on", MSG_CONFIG_NO_SETTING, "bukva\tdiagonal");
    refuses(&balda, "unknown", "ask", MSG_CONFIG_NO_SETTING, "balda\tunknown");
    refuses(&bukva, "classes", "none", MSG_CONFIG_NO_SETTING, "bukva\tclasses");
    refuses(&balda, "size", "6", MSG_CONFIG_BAD_VALUE, "size\t5, 7, 9\t6");
    CHECK(config_fixed(&balda, "single", "on") && !config_fixed(&bukva, "single", "on"));
    CHECK(config_is(&balda, "diagonal", "on") && !config_is(&bukva, "diagonal", "on"));
}

// Old records name settings that are gone; nobody else may. R-BUKVA-26
static void retired_settings(void)
{
    struct config c;
    struct reason why = {0};
    struct buf header = {0};
    CHECK(config_init(&c, TEXT("bukva"), NULL));
    config_init_unnamed(&c);
    CHECK(config_set_recorded(&c, TEXT("classes"), TEXT("verbs,adverbs"), &why));
    CHECK(config_set_recorded(&c, TEXT("size"), TEXT("7"), &why));
    CHECK(!config_set_recorded(&c, TEXT("diagonal"), TEXT("on"), &why));
    CHECK(!config_set_recorded(&c, TEXT(""), TEXT(""), &why));
    config_write(&c, &header);
    CHECK_TEXT(buf_text(&header), "game bukva\nlang ru\nlexicon ru\nset size 7\n");
    buf_release(&header);
}

// A setting that came later: new games have the default, records from before mean the other value.
static void settings_that_came_later(void)
{
    static const char preset[] =
        "game toy\nseats 2\nlang en\nlexicon en\n"
        "setting hand number 2 3 4 = 3 else 2\n"
        "setting pass choice on off = on\n"
        "setting double set vowels consonants = none else vowels,consonants\n";
    struct config c;
    struct buf out = {0};
    config_init_from(&c, "toy", TEXT(preset), &toy_rules);
    config_write(&c, &out);
    CHECK_TEXT(buf_text(&out), "game toy\nlang en\nlexicon en\nset hand 3\nset double none\n");
    for (unsigned i = 0; i < c.settings; i++)
        CHECK(config_is_standard(&c, i));
    buf_clear(&out);
    config_init_unnamed(&c);
    config_write(&c, &out);
    CHECK_TEXT(buf_text(&out), "game toy\nlang en\nlexicon en\n");
    CHECK_NUMBER(config_number(&c, "hand"), 2);
    CHECK(config_is(&c, "double", "vowels") && config_is(&c, "double", "consonants"));
    CHECK(config_is(&c, "pass", "on"));
    CHECK(!config_is_standard(&c, 0) && config_is_standard(&c, 1) && !config_is_standard(&c, 2));
    buf_release(&out);
}

// A language has the lexicon that is called like it, unless the preset or the caller names another.
static void lexicons_of_languages(void)
{
    static const char preset[] = "game toy\nseats 2 3\nlang en\nlexicon en\n"
                                 "lexicon fr fr-large\nlexicon nl nl-small\n";
    struct config c;
    config_init_from(&c, "toy", TEXT(preset), &toy_rules);
    CHECK_TEXT(text_of(c.lexicon_name), "en");
    CHECK(config_set_lang(&c, TEXT("nl"), NULL));
    CHECK_TEXT(text_of(c.lexicon_name), "nl-small");
    CHECK(config_set_lang(&c, TEXT("de"), NULL));
    CHECK_TEXT(text_of(c.lexicon_name), "de");
    CHECK(config_set_lang(&c, TEXT("fr"), NULL));
    CHECK_TEXT(text_of(c.lexicon_name), "fr-large");
    CHECK(config_set_lexicon(&c, TEXT("mine"), NULL) && config_set_lang(&c, TEXT("nl"), NULL));
    CHECK_TEXT(text_of(c.lexicon_name), "mine");
}

static void values_of_each_kind(void)
{
    struct config c;
    toy_config(&c);
    CHECK(c.min_seats == 2 && c.max_seats == 3 && c.settings == 3);
    CHECK(config_fixed(&c, "tie", "draw") && !config_fixed(&c, "tie", "shared"));
    CHECK_NUMBER(config_number(&c, "hand"), 3);
    sets(&c, "hand", "4", NULL);
    sets(&c, "pass", "off", NULL);
    sets(&c, "double", "vowels", NULL);
    sets(&c, "double", "consonants,vowels", "vowels,consonants");
    sets(&c, "double", "none", NULL);
    refuses(&c, "hand", "5", MSG_CONFIG_BAD_VALUE, "hand\t2, 3, 4\t5");
    CHECK_NUMBER(config_number(&c, "hand"), 4); // as it was
    refuses(&c, "hand", "04", MSG_CONFIG_BAD_VALUE, "hand\t2, 3, 4\t04");
    refuses(&c, "hand", "", MSG_CONFIG_BAD_VALUE, "hand\t2, 3, 4\t");
    refuses(&c, "pass", "Off", MSG_CONFIG_BAD_VALUE, "pass\ton, off\tOff");
    refuses(&c, "double", "", MSG_CONFIG_BAD_VALUE, "double\tvowels, consonants\t");
    refuses(&c, "double", "vowels,", MSG_CONFIG_BAD_VALUE, "double\tvowels, consonants\tvowels,");
    refuses(&c, "double", ",vowels", MSG_CONFIG_BAD_VALUE, "double\tvowels, consonants\t,vowels");
    refuses(&c, "double", "vowels,none", MSG_CONFIG_BAD_VALUE,
            "double\tvowels, consonants\tvowels,none");
    refuses(&c, "double", "vowels,vowels", MSG_CONFIG_BAD_VALUE,
            "double\tvowels, consonants\tvowels,vowels");
    refuses(&c, "colour", "red", MSG_CONFIG_NO_SETTING, "toy\tcolour");
    refuses(&c, "", "", MSG_CONFIG_NO_SETTING, "toy\t");
}

static void prints_what_was_chosen(void)
{
    struct config c;
    struct buf out = {0};
    toy_config(&c);
    sets(&c, "double", "consonants,vowels", "vowels,consonants");
    sets(&c, "hand", "2", NULL);
    for (unsigned i = 0; i < c.settings; i++) {
        buf_printf(&out, "%s%s=", config_is_standard(&c, i) ? "" : "*", c.setting[i].name);
        config_print_value(&c, i, &out);
        buf_add_byte(&out, ' ');
    }
    CHECK_TEXT(buf_text(&out), "*hand=2 pass=on *double=vowels,consonants ");
    buf_clear(&out);
    sets(&c, "double", "none", NULL);
    config_print_value(&c, 2, &out);
    CHECK_TEXT(buf_text(&out), "none");
    buf_release(&out);
}

static void languages_and_lexicons(void)
{
    struct config c;
    struct reason why = {0};
    toy_config(&c);
    CHECK(config_set_lang(&c, TEXT("de"), &why) && strcmp(c.lang, "de") == 0);
    CHECK(strcmp(c.lexicon_name, "de") == 0); // the language's own
    CHECK(!config_set_lang(&c, TEXT("xx"), &why) && strcmp(c.lang, "de") == 0);
    CHECK(!config_set_lang(&c, TEXT(""), &why));
    CHECK(config_set_lexicon(&c, TEXT("en-large"), &why));
    CHECK(config_set_lang(&c, TEXT("en"), &why));
    CHECK(strcmp(c.lexicon_name, "en-large") == 0); // one that was named stays
    CHECK(config_set_lexicon(&c, TEXT("0123456789012345678901234567890123456789"), &why));
    CHECK(!config_set_lexicon(&c, TEXT("01234567890123456789012345678901234567890"), &why));
    CHECK_NUMBER(why.what, MSG_SHELF_BAD_NAME);
    CHECK(!config_set_lexicon(&c, TEXT(""), &why));
}

// A choice that may also be a text of one's own.
static void texts_of_ones_own(void)
{
    static const char preset[] = "game toy\nseats 2\nlang en\nlexicon en\n"
                                 "setting board text small large = small\nfixed rack 7\n";
    char long_text[CONFIG_OWN + 1] = {0};
    struct config c;
    struct buf out = {0};
    config_init_from(&c, "toy", TEXT(preset), &toy_rules);
    CHECK_TEXT(config_text(&c, "board"), "small");
    CHECK(config_is_standard(&c, 0));
    sets(&c, "board", "large", NULL);
    CHECK_TEXT(config_text(&c, "board"), "large");
    sets(&c, "board", "../23", NULL);
    CHECK_TEXT(config_text(&c, "board"), "../23");
    CHECK(!config_is_standard(&c, 0));
    config_print_value(&c, 0, &out);
    CHECK_TEXT(buf_text(&out), "../23");
    refuses(&c, "board", "a b", MSG_CONFIG_BAD_VALUE, "board\tsmall, large\ta b");
    refuses(&c, "board", "a#b", MSG_CONFIG_BAD_VALUE, "board\tsmall, large\ta#b");
    refuses(&c, "board", "", MSG_CONFIG_BAD_VALUE, "board\tsmall, large\t");
    memset(long_text, 'x', CONFIG_OWN);
    CHECK(!config_set(&c, TEXT("board"), text_of(long_text), NULL));
    CHECK_TEXT(config_text(&c, "board"), "../23");
    long_text[CONFIG_OWN - 1] = '\0';
    CHECK(config_set(&c, TEXT("board"), text_of(long_text), NULL));
    CHECK_NUMBER(config_fixed_number(&c, "rack"), 7);
    buf_release(&out);
}

// ---- the order of values in a preset's file ----

// A setting's line with its values in the opposite order.
static void put_reversed(struct text line, struct buf *out)
{
    struct text value[SETTING_VALUES], rest = line, head;
    unsigned values = 0;
    for (unsigned i = 0; i < 3; i++)
        text_cut(&rest, ' ');
    head = text_head(line, line.len - rest.len);
    for (size_t end = text_find(rest, '='); rest.len && rest.at[0] != '=' && end;)
        value[values++] = text_cut(&rest, ' ');
    buf_add_text(out, head);
    while (values) {
        buf_add_text(out, value[--values]);
        buf_add_byte(out, ' ');
    }
    buf_add_text(out, rest);
    buf_add_byte(out, '\n');
}

static void reverse_preset(const char *name, struct buf *out)
{
    char path[64];
    struct text file, line;
    snprintf(path, sizeof path, "presets/%s.txt", name);
    CHECK(data_find(path, &file));
    while (text_next_line(&file, &line)) {
        if (text_starts(line, "setting ")) {
            put_reversed(line, out);
            continue;
        }
        buf_add_text(out, line);
        buf_add_byte(out, '\n');
    }
}

struct choice {
    struct action move;
    unsigned seen;
    struct rng *r;
};

static bool choose(void *context, const struct action *a, const struct report *report)
{
    struct choice *c = context;
    (void)report;
    if (rng_below(c->r, ++c->seen) == 0)
        c->move = *a;
    return true;
}

// The same moves in both: every state and every score is the same.
static void play_both(const struct config *one, const struct config *other)
{
    struct state s, t;
    struct rng r;
    int32_t score[2][SEATS_MAX];
    CHECK(rng_seed_hex(&r, TEXT("7")));
    bool accepted = one->rules->accept(one, NULL);
    CHECK(accepted == other->rules->accept(other, NULL));
    if (!accepted)
        return;
    one->rules->setup(one, &s);
    other->rules->setup(other, &t);
    for (unsigned i = 0, acting; i < 200 && (acting = one->rules->to_act(one, &s)); i++) {
        struct choice choice = {.r = &r};
        if (acting == ACTS_CHANCE)
            one->rules->draw(one, &s, &r, &choice.move);
        else
            one->rules->legal(
                one, &s, (unsigned)__builtin_ctz(acting),
                &(struct move_sink){.take = choose, .context = &choice, .paths = true});
        CHECK(other->rules->check(other, &t, &choice.move, NULL));
        one->rules->apply(one, &s, &choice.move);
        other->rules->apply(other, &t, &choice.move);
        if (memcmp(&s, &t, sizeof s) != 0) {
            test_fail(__FILE__, __LINE__, "%s: another state", one->preset);
            return;
        }
    }
    one->rules->score(one, &s, score[0]);
    other->rules->score(other, &t, score[1]);
    CHECK(memcmp(score[0], score[1], sizeof score[0]) == 0);
}

static void the_order_of_values_means_nothing(void)
{
    static const char words[] = "crown rows rot/v tor/va rote/r torn crow worn toro noon on no "
                                "trains rain nose stone tones onset notes";
    for (unsigned n = 0; config_preset(n); n++) {
        struct sample g;
        struct buf file = {0};
        struct config other;
        sample_open(&g, config_preset(n), "en", words);
        reverse_preset(config_preset(n), &file);
        config_init_from(&other, config_preset(n), buf_text(&file), g.c.rules);
        CHECK(config_set_lang(&other, TEXT("en"), NULL));
        other.lexicon = g.c.lexicon;
        for (unsigned i = 0; i < g.c.settings; i++)
            for (unsigned v = 0; v < g.c.setting[i].values; v++) {
                struct config a = g.c, b = other;
                a.seats = b.seats = g.c.max_seats < 2 ? 1 : 2;
                struct text name = text_of(a.setting[i].name),
                            value = text_of(a.setting[i].value[v]);
                CHECK(config_set(&a, name, value, NULL) && config_set(&b, name, value, NULL));
                play_both(&a, &b);
            }
        buf_release(&file);
        sample_close(&g);
    }
}

// Bali's bonus is part of the score only at the end, with the rows empty.
// R-BALI-56
static void a_bonus_is_what_its_name_says(void)
{
    static const struct {
        const char *value;
        struct bali_bonus want;
    } rows[] = {{"50", {1, 50}}, {"60", {1, 60}}, {"x2", {2, 0}}, {"x3", {3, 0}}};
    struct buf file = {0};
    struct config c;
    reverse_preset("bali", &file);
    config_init_from(&c, "bali", buf_text(&file), rules_find(TEXT("bali")));
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        CHECK(config_set(&c, TEXT("bali_bonus"), text_of(rows[i].value), NULL));
        struct bali_settings set;
        CHECK(bali_settings_load(&set, &c, NULL) && set.bonus.factor == rows[i].want.factor &&
              set.bonus.points == rows[i].want.points);
    }
    buf_release(&file);
}

static const struct test tests[] = {
    TEST(the_order_of_values_means_nothing),
    TEST(a_bonus_is_what_its_name_says),
    TEST(texts_of_ones_own),
    TEST(every_preset_is_whole),
    TEST(the_sisters_differ),
    TEST(values_of_each_kind),
    TEST(retired_settings),
    TEST(settings_that_came_later),
    TEST(lexicons_of_languages),
    TEST(prints_what_was_chosen),
    TEST(languages_and_lexicons),
};
TEST_MAIN(tests)
