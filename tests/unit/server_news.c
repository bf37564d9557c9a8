// News: names, pages that cannot do harm, languages, order, and a folder that changes.
#include "base/file.h"
#include "server/api/news.h"
#include "server/runtime/journal.h"
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void names(void)
{
    struct news_name n;
    CHECK(news_name_read(&n, TEXT("2026-02-28-first-of-all.ru.md"), NULL));
    CHECK_TEXT(text_of(n.date), "2026-02-28");
    CHECK_TEXT(text_of(n.slug), "first-of-all");
    CHECK_NUMBER(n.language, LANGUAGE_RU);
    static const char *const bad[] = {
        "",
        ".md",
        "2026-02-28.en.md",
        "2026-02-28-.en.md",
        "2026-02-28-a.md",
        "2026-02-28-a.xx.md",
        "2026-02-28-a.en_GB.md",
        "2026-02-28-a.en.txt",
        "2026-02-28-a.en.md.md",
        "2026-13-01-a.en.md",
        "2026-02-30-a.en.md",
        "2026-00-01-a.en.md",
        "2026-1-001-a.en.md",
        "26-02-28-a.en.md",
        "2026-02-28_a.en.md",
        "2026-02-28-A.en.md",
        "2026-02-28-a b.en.md",
        "2026-02-28-../a.en.md",
        "2026-02-28-ж.en.md",
        "../../2026-02-28-a.en.md",
        "2026-02-28-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.en.md",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (news_name_read(&n, text_of(bad[i]), NULL))
            test_fail(__FILE__, __LINE__, "%s is taken", bad[i]);
}

static bool has(const struct buf *b, const char *needle)
{
    return text_find_string(buf_text(b), needle) < b->len;
}

static void pages(void)
{
    struct buf html = {0};
    char title[NEWS_TITLE];
    CHECK(news_render(
        TEXT(
            "\xEF\xBB\xBF# A <b>title</b> & more \r\n\r\nHello *you*.\r\n\r\n- a\r\n- [b](/b)\r\n"),
        title, &html, NULL));
    CHECK_TEXT(text_of(title), "A <b>title</b> & more"); // text: the page escapes it
    CHECK_TEXT(buf_text(&html), "<p>Hello <em>you</em>.</p>\n<ul>\n<li>a</li>\n"
                                "<li><a href=\"/b\">b</a></li>\n</ul>\n");
    buf_clear(&html);
    CHECK(news_render(TEXT("# Only a title"), title, &html, NULL));
    CHECK_NUMBER(html.len, 0);
    buf_release(&html);
}

static void pages_do_no_harm(void)
{
    struct buf html = {0};
    char title[NEWS_TITLE];
    CHECK(
        news_render(TEXT("# t\n<script>alert(1)</script>\n\na <img src=x onerror=y> b\n\n"
                         "[x](javascript:alert(1)) [y](JaVaScRiPt:alert(2)) <javascript:alert(3)>\n"
                         "![z](data:text/html,x) [q](vbscript:x) [r](<java\nscript:x>)\n\n"
                         "[s]: javascript:alert(4)\n[s]\n\n[t](/a\"onclick=\"b)\n"),
                    title, &html, NULL));
    CHECK(!has(&html, "<script") && !has(&html, "<img src=x") && !has(&html, "href=\"j") &&
          !has(&html, "href=\"J") && !has(&html, "vbscript") && !has(&html, "data:text") &&
          !has(&html, "\"onclick"));
    buf_release(&html);
}

static void wrong_files(void)
{
    static char longest[NEWS_FILE + 2], wide[NEWS_FILE + 1];
    struct buf html = {0};
    struct reason why;
    char title[NEWS_TITLE];
    CHECK(!news_render(TEXT(""), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    CHECK(!news_render(TEXT("Title\n"), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    CHECK(!news_render(TEXT("#  \n"), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    CHECK(!news_render(TEXT("## a\n"), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    CHECK(!news_render(TEXT("# a\tb\n"), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    CHECK(!news_render(TEXT("# a\n\xFF\n"), title, &html, &why) && why.what == MSG_NEWS_NOT_TEXT);
    CHECK(!news_render((struct text){"# a\n\0", 5}, title, &html, &why));
    memset(longest, 'x', sizeof longest - 1);
    memcpy(longest, "# ", 2);
    CHECK(!news_render(text_of(longest), title, &html, &why) && why.what == MSG_NEWS_TOO_LONG);
    longest[NEWS_TITLE + 2] = '\0';
    CHECK(!news_render(text_of(longest), title, &html, &why) && why.what == MSG_NEWS_NO_TITLE);
    longest[NEWS_TITLE + 1] = '\0';
    CHECK(news_render(text_of(longest), title, &html, &why) && strlen(title) == NEWS_TITLE - 1);
    // A short file that makes a long page: quotations inside one another.
    snprintf(wide, sizeof wide, "# t\n%0*d", NEWS_FILE - 4, 0);
    memset(wide + 4, '>', NEWS_FILE - 4);
    buf_clear(&html);
    CHECK(!news_render(text_of(wide), title, &html, &why) && why.what == MSG_NEWS_TOO_LONG);
    CHECK_NUMBER(html.len, 0);
    buf_release(&html);
}

static char folder[TEST_PATH];

static void put(const char *name, const char *content)
{
    char path[512];
    struct reason why;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(file_write(path, text_of(content), &why));
}

static void take(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    CHECK(unlink(path) == 0);
}

static void newest_first_in_the_readers_language(void)
{
    struct news *n = news_open(folder);
    put("2026-01-01-old.en.md", "# Old\n");
    put("2026-03-01-new.de.md", "# Neu\n\nText\n");
    put("2026-03-01-new.en.md", "# New\n");
    put("2026-03-01-new-too.fr.md", "# Aussi\n");
    put("2026-03-01-new-too.ru.md", "# Тоже\n");
    put("notes.md", "# left out\n");
    put("2026-03-02-bad.en.md", "no title\n");
    put("2026-03-03-half.en.md", "no title\n");
    put("2026-03-03-half.nl.md", "# Half\n");
    CHECK(news_refresh(n, 0));
    CHECK_NUMBER(news_count(n), 4);
    CHECK_TEXT(text_of(news_at(n, 0)->slug), "half");
    CHECK_TEXT(text_of(news_at(n, 1)->slug), "new");
    CHECK_TEXT(text_of(news_at(n, 2)->slug), "new-too");
    CHECK_TEXT(text_of(news_at(n, 3)->date), "2026-01-01");
    CHECK(!news_at(n, 4));
    const struct news_item *item = news_find(n, TEXT("2026-03-01"), TEXT("new"));
    CHECK(item == news_at(n, 1));
    CHECK_TEXT(text_of(news_page(item, LANGUAGE_DE)->title), "Neu");
    CHECK_TEXT(news_page(item, LANGUAGE_DE)->html, "<p>Text</p>\n");
    CHECK_TEXT(text_of(news_page(item, LANGUAGE_RU)->title), "New"); // English where it is missing
    CHECK_NUMBER(news_page(item, LANGUAGE_RU)->language, LANGUAGE_EN);
    CHECK_TEXT(text_of(news_page(news_at(n, 2), LANGUAGE_NL)->title), "Aussi"); // else any
    CHECK_TEXT(text_of(news_page(news_at(n, 0), LANGUAGE_EN)->title), "Half");
    CHECK(!news_find(n, TEXT("2026-03-01"), TEXT("ne")));
    news_free(n);
}

static void changes_are_seen_in_time(void)
{
    struct news *n = news_open(folder);
    CHECK(news_refresh(n, 1000));
    CHECK(!news_refresh(n, 1000 + NEWS_EVERY_MS)); // nothing has changed
    size_t before = news_count(n);
    put("2026-04-01-x.en.md", "# X\n");
    CHECK(!news_refresh(n, 1001 + NEWS_EVERY_MS)); // it looked just now
    CHECK_NUMBER(news_count(n), before);
    CHECK(news_refresh(n, 1000 + 2 * NEWS_EVERY_MS));
    CHECK_NUMBER(news_count(n), before + 1);
    put("2026-04-01-x.en.md", "# Y\n"); // the same length
    CHECK(news_refresh(n, 1000 + 3 * NEWS_EVERY_MS));
    CHECK_TEXT(text_of(news_page(news_at(n, 0), LANGUAGE_EN)->title), "Y");
    take("2026-04-01-x.en.md");
    CHECK(news_refresh(n, 500)); // the clock was set back
    CHECK_NUMBER(news_count(n), before);
    news_free(n);
}

static void what_is_no_file_is_left_alone(void)
{
    char path[512];
    struct news *n = news_open(folder);
    news_refresh(n, 0);
    size_t before = news_count(n);
    snprintf(path, sizeof path, "%s/2026-05-01-pipe.en.md", folder);
    CHECK(mkfifo(path, 0600) == 0); // reading it would wait for ever
    news_refresh(n, NEWS_EVERY_MS);
    CHECK_NUMBER(news_count(n), before);
    unlink(path);
    CHECK(mkdir(path, 0700) == 0);
    news_refresh(n, 2 * NEWS_EVERY_MS);
    CHECK_NUMBER(news_count(n), before);
    rmdir(path);
    news_free(n);
}

static void no_folder_no_news(void)
{
    struct news *n = news_open("/nowhere/at/all"), *none = news_open(NULL);
    CHECK(!news_refresh(n, 0) && !news_refresh(none, 0));
    CHECK_NUMBER(news_count(n) + news_count(none), 0);
    news_free(n);
    news_free(none);
    news_free(NULL);
}

static void posting(void)
{
    struct reason why;
    struct news *n = news_open(folder);
    CHECK(!news_post(folder, "../2026-06-01-x.en.md", TEXT("# X\n"), &why));
    CHECK_NUMBER(why.what, MSG_NEWS_BAD_NAME);
    CHECK(!news_post(folder, "2026-06-01-x.en.md", TEXT("X\n"), &why));
    CHECK_NUMBER(why.what, MSG_NEWS_NO_TITLE);
    CHECK(news_post(folder, "2026-06-01-x.en.md", TEXT("# Posted\n"), &why));
    CHECK(news_refresh(n, 0));
    CHECK_TEXT(text_of(news_page(news_at(n, 0), LANGUAGE_EN)->title), "Posted");
    news_free(n);
    take("2026-06-01-x.en.md");
}

static void too_many_are_left_out(void)
{
    char name[64];
    struct news *n = news_open(folder);
    for (int i = 0; i < NEWS_ITEMS + 5; i++) {
        snprintf(name, sizeof name, "2030-01-01-n%03d.en.md", i);
        put(name, "# N\n");
    }
    CHECK(news_refresh(n, 0));
    CHECK_NUMBER(news_count(n), NEWS_ITEMS);
    CHECK_TEXT(text_of(news_at(n, 0)->slug), "n204");
    CHECK_TEXT(text_of(news_at(n, NEWS_ITEMS - 1)->slug), "n005");
    news_free(n);
    for (int i = 0; i < NEWS_ITEMS + 5; i++) {
        snprintf(name, sizeof name, "2030-01-01-n%03d.en.md", i);
        take(name);
    }
}

static void remove_all(void *context, const char *name)
{
    (void)context;
    take(name);
}

// The files of data/news can be shown in every language.
static void our_own_news(void)
{
    const char *samples = getenv("LOGOMACHY_SAMPLES");
    char path[512];
    snprintf(path, sizeof path, "%s/../../data/news", samples ? samples : "tests/samples");
    struct news *n = news_open(path);
    CHECK(news_refresh(n, 0));
    CHECK(news_count(n) >= 1);
    for (size_t i = 0; i < news_count(n); i++)
        for (int k = 0; k < LANGUAGES; k++)
            CHECK(news_at(n, i)->has[k]);
    news_free(n);
}

static const struct test tests[] = {
    TEST(names),
    TEST(pages),
    TEST(pages_do_no_harm),
    TEST(wrong_files),
    TEST(newest_first_in_the_readers_language),
    TEST(changes_are_seen_in_time),
    TEST(what_is_no_file_is_left_alone),
    TEST(no_folder_no_news),
    TEST(posting),
    TEST(too_many_are_left_out),
    TEST(our_own_news),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    journal_open(open("/dev/null", O_WRONLY | O_CLOEXEC), JOURNAL_INFO);
    test_folder(folder);
    int status = test_run(__FILE__, tests, sizeof tests / sizeof *tests);
    file_list(folder, ".md", remove_all, NULL);
    rmdir(folder);
    return status;
}
