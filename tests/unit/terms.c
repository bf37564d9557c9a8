// The terms of a match as text: what is read, what is refused and at which line, and that terms
// written again are the same.
#include "match/terms.h"
#include "match/host.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void becomes(const char *text, const char *want)
{
    struct record_host host = match_host();
    struct match_terms t, again;
    struct reason why = {0};
    struct buf out = {0};
    if (!terms_read(&t, text_of(text), &host, &why)) {
        reason_word(&why, LANGUAGE_EN, &out);
        test_fail(__FILE__, __LINE__, "refused: %.*s, in: %s", TEXT_ARG(buf_text(&out)), text);
        buf_release(&out);
        return;
    }
    terms_write(&t, &out);
    CHECK_TEXT(buf_text(&out), want);
    CHECK(terms_read(&again, buf_text(&out), &host, &why));
    buf_clear(&out);
    terms_write(&again, &out);
    CHECK_TEXT(buf_text(&out), want);
    CHECK(again.clock.kind == t.clock.kind && again.clock.base_ms == t.clock.base_ms);
    CHECK(again.config.lexicon == t.config.lexicon && again.config.rules == t.config.rules);
    buf_release(&out);
}

static void refused(const char *text, uint32_t line, enum message what)
{
    struct record_host host = match_host();
    struct match_terms t;
    struct reason why = {0};
    if (terms_read(&t, text_of(text), &host, &why))
        test_fail(__FILE__, __LINE__, "read, but should not be: %s", text);
    else if (why.what != what || why.line != line)
        test_fail(__FILE__, __LINE__, "line %u, message %d; want line %u, message %d, in: %s",
                  (unsigned)why.line, (int)why.what, (unsigned)line, (int)what, text);
    CHECK(!terms_read(&t, text_of(text), &host, NULL));
}

#define REST "rated no\nlisted yes\ntakebacks no\n"

static void has_defaults(void)
{
    becomes("game balda", "game balda\nlang en\nlexicon en\nseats 2\nclock none\n" REST);
    becomes("game toy\nlang ru\n", "game toy\nlang ru\nlexicon ru\nseats 2\nclock none\n" REST);
    becomes("game bukva\nlang en\n", "game bukva\nlang en\nlexicon en\nseats 2\nclock none\n" REST);
}

static void takes_all(void)
{
    becomes("game toy\r\nlevel C 6\ntakebacks yes\nclock fischer 300000 5000\nseats 3\nset hand 2\n"
            "set pass on\nlisted no\nlexicon en\nlang en\nrated no\nlevel A 1",
            "game toy\nlang en\nlexicon en\nset hand 2\nseats 3\nclock fischer 300000 5000\n"
            "rated no\nlisted no\ntakebacks yes\nlevel A 1\nlevel C 6\n");
    becomes("game balda\nrated yes\nclock days 3\n",
            "game balda\nlang en\nlexicon en\nseats 2\nclock days 3\nrated yes\nlisted yes\n"
            "takebacks no\n");
    becomes("game balda\nclock move 1000\n",
            "game balda\nlang en\nlexicon en\nseats 2\nclock move 1000\n" REST);
}

// ---- settings that came later ----

// The toy game when it has got a setting more: whether to pass. It used to be possible.
static bool find_aged(void *context, struct config *c, struct text name, struct reason *why)
{
    struct record_host host = match_host();
    if (!host.preset(context, c, name, why))
        return false;
    for (unsigned i = 0; i < c->settings; i++)
        if (strcmp(c->setting[i].name, "pass") == 0)
            c->setting[i].standard = c->chosen[i] = 1;
    return true;
}

static struct record_host aged_host(void)
{
    struct record_host host = match_host();
    host.preset = find_aged;
    return host;
}

// R-REC-26
static void settings_that_came_later(void)
{
    static const char old[] = "game toy\nlang en\nlexicon en\n";
    static const char fresh[] = "game toy\nlang en\nlexicon en\nset pass off\n";
    struct record_host host = aged_host();
    struct match_terms t;
    struct record r;
    struct buf out = {0};
    REQUIRE(terms_read(&t, TEXT(old), &host, NULL));
    CHECK(config_is(&t.config, "pass", "on"));
    terms_write(&t, &out);
    CHECK(text_starts(buf_text(&out), "game toy\nlang en\nlexicon en\nseats"));
    buf_clear(&out);
    REQUIRE(terms_read(&t, TEXT(fresh), &host, NULL));
    CHECK(config_is(&t.config, "pass", "off"));
    REQUIRE(record_read(&r, TEXT(old), &host, NULL));
    CHECK(config_is(&r.config, "pass", "on"));
    record_write(&r, VIEWER_ALL, &out);
    CHECK_TEXT(buf_text(&out), old);
    record_release(&r);
    buf_clear(&out);
    REQUIRE(record_read_draft(&r, TEXT(old), &host, NULL)); // a new game
    CHECK(config_is(&r.config, "pass", "off"));
    record_write(&r, VIEWER_ALL, &out);
    CHECK_TEXT(buf_text(&out), fresh);
    record_release(&r);
    buf_release(&out);
}

static void refuses_lines(void)
{
    refused("", 1, MSG_TERMS_NO_GAME);
    refused("lang en\ngame toy", 1, MSG_TERMS_NO_GAME);
    refused("\ngame toy", 1, MSG_TERMS_NO_GAME);
    refused("game toy\n\n", 2, MSG_TERMS_UNKNOWN_LINE);
    refused("game chess", 1, MSG_CONFIG_NO_PRESET);
    refused("game", 1, MSG_RECORD_NO_VALUE);
    refused("game toy\ncolour red", 2, MSG_TERMS_UNKNOWN_LINE);
    refused("game toy\ngame toy", 2, MSG_RECORD_TWICE);
    refused("game toy\nrated no\nrated no", 3, MSG_RECORD_TWICE);
    refused("game toy\nset hand 2\nset hand 2", 3, MSG_RECORD_TWICE);
    refused("game toy\nlevel A 2\nlevel A 2", 3, MSG_RECORD_TWICE);
    refused("game toy\nset hand 9", 2, MSG_CONFIG_BAD_VALUE);
    refused("game toy\nset", 2, MSG_RECORD_NO_VALUE);
    refused("game toy\nset what 9", 2, MSG_CONFIG_NO_SETTING);
    refused("game toy\nlang xx", 2, MSG_ALPHABET_UNKNOWN);
    refused("game toy\nrated maybe", 2, MSG_TERMS_YES_NO);
    refused("game toy\nlisted", 2, MSG_RECORD_NO_VALUE);
    refused("game toy\nrated \xff", 2, MSG_RECORD_NOT_UTF8);
    refused("game toy\nrated\tno", 2, MSG_RECORD_CONTROL);
}

static void refuses_clocks(void)
{
    static const char *const bad[] = {"5",
                                      "sand",
                                      "none 1",
                                      "move",
                                      "move x",
                                      "move -1",
                                      "move 10000 1",
                                      "days",
                                      "fischer 300000",
                                      "days 1.5",
                                      "fischer 300000 1 1",
                                      "move 99999999999"};
    static const char *const far[] = {"move 0",
                                      "move 999",
                                      "move 86400001",
                                      "fischer 999 0",
                                      "fischer 86400001 0",
                                      "fischer 60000 3600001",
                                      "days 0",
                                      "days 31",
                                      "days 4294967295"};
    char text[80];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "game toy\nclock %s\n", bad[i]);
        refused(text, 2, MSG_TERMS_CLOCK);
    }
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        snprintf(text, sizeof text, "game toy\nclock %s\n", far[i]);
        refused(text, 2, MSG_TERMS_CLOCK_RANGE);
    }
}

static void refuses_what_does_not_go_together(void)
{
    refused("game balda\nseats 3", 2, MSG_TERMS_SEATS);
    refused("game toy\nseats 1", 2, MSG_TERMS_SEATS);
    refused("game toy\nseats two", 2, MSG_TERMS_SEATS);
    refused("game toy\nlevel C 1", 0, MSG_TERMS_LEVEL);
    refused("game toy\nlevel E 1", 2, MSG_TERMS_LEVEL);
    refused("game toy\nlevel A 0", 2, MSG_TERMS_LEVEL);
    refused("game toy\nlevel A 7", 2, MSG_TERMS_LEVEL);
    refused("game toy\nlevel A", 2, MSG_TERMS_LEVEL);
    refused("game toy\nlevel A 1\nlevel B 1", 0, MSG_TERMS_NOBODY);
    refused("game toy\nrated yes\nlevel B 1", 0, MSG_TERMS_RATED);
    refused("game toy\nrated yes\ntakebacks yes", 0, MSG_TERMS_RATED);
    refused("game toy\nseats 3\nset hand 4", 0, MSG_CONFIG_BAD_VALUE); // the rules say so
    refused("game toy\nlang de", 0, MSG_SHELF_NO_LEXICON);
    refused("game toy\nlexicon ru", 0, MSG_RECORD_LEXICON_LANG);
    refused("game balda\nset size 7", 0, MSG_BALDA_NO_START);
}

static void has_limits(void)
{
    struct record_host host = match_host();
    struct match_terms t;
    struct reason why = {0};
    struct buf text = {0};
    buf_add_string(&text, "game toy\nlang ");
    while (text.len <= TERMS_BYTES)
        buf_add_byte(&text, 'x');
    CHECK(!terms_read(&t, buf_text(&text), &host, &why));
    CHECK_NUMBER(why.what, MSG_TERMS_LONG);
    CHECK(!terms_read(&t, text_head(buf_text(&text), TERMS_BYTES), &host, &why));
    CHECK_NUMBER(why.what, MSG_ALPHABET_UNKNOWN);
    buf_release(&text);
}

// Terms that were put together by hand.
static void checks_by_hand(void)
{
    struct record_host host = match_host();
    struct match_terms good, t;
    struct reason why = {0};
    CHECK(terms_read(&good, TEXT("game toy\nclock days 2\n"), &host, &why));
    t = good;
    t.clock.base_ms++;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_CLOCK);
    t = good;
    t.clock.kind = CLOCK_NONE;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_CLOCK);
    t = good;
    t.clock.kind = (enum clock_kind)99;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_CLOCK);
    t = good;
    t.clock.increment_ms = 1;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_CLOCK);
    t.clock = (struct clock_terms){CLOCK_PER_MOVE, 5000, 1};
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_CLOCK);
    t = good;
    t.config.seats = 4;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_SEATS);
    t = good;
    t.config.min_seats = t.config.seats = 1; // alone is not rated
    CHECK(terms_check(&t, &why));
    t.rated = true;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_RATED);
    t = good;
    t.level[3] = 1;
    CHECK(!terms_check(&t, &why) && why.what == MSG_TERMS_LEVEL);
}

static const struct test tests[] = {
    TEST(has_defaults),  TEST(takes_all),      TEST(settings_that_came_later),
    TEST(refuses_lines), TEST(refuses_clocks), TEST(refuses_what_does_not_go_together),
    TEST(has_limits),    TEST(checks_by_hand),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    int failures = test_run(__FILE__, tests, sizeof tests / sizeof *tests);
    match_host_close();
    return failures;
}
