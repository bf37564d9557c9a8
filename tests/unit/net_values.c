// Values of HTTP headers: entity tags that a client knows (RFC 9110, 13.1.2), and dates.
#include "server/net/imf_date.h"
#include "server/net/static_files.h"
#include "test.h"

#include <locale.h>
#include <stdlib.h>
#include <time.h>

static void entity_tags(void)
{
    static const struct {
        const char *header;
        bool matches; // "a1"
    } rows[] = {
        {"\"a1\"", true},
        {"W/\"a1\"", true}, // weak comparison
        {"*", true},
        {"\"b2\", \"a1\"", true},
        {"\"b2\",W/\"a1\"", true},
        {" \t\"a1\"\t ", true},
        {",, \"a1\"", true}, // empty elements of a list are skipped
        {"", false},
        {",", false},
        {"\"b2\"", false},
        {"\"b2\", \"c3\"", false},
        {"a1", false}, // a tag has quotes
        {"\"a1", false},
        {"\"A1\"", false}, // and is compared by its bytes
        {"\"a1-gzip\"", false},
        {"\"a\"", false},
        {"w/\"a1\"", false},
        {"W/ \"a1\"", false},
        {"W/", false},
        {"\"*\"", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (etag_matches(text_of(rows[i].header), TEXT("\"a1\"")) != rows[i].matches)
            test_fail(__FILE__, __LINE__, "%s", rows[i].header);
}

static void check_date(int64_t seconds, const char *zone, const char *wanted)
{
    char date[IMF_DATE];
    imf_date(seconds, zone, date);
    CHECK_TEXT(text_of(date), wanted);
}

static void dates(void)
{
    check_date(0, "GMT", "Thu, 01 Jan 1970 00:00:00 GMT");
    check_date(784111777, "GMT", "Sun, 06 Nov 1994 08:49:37 GMT"); // the example of RFC 9110
    check_date(951782400, "+0000", "Tue, 29 Feb 2000 00:00:00 +0000");
    check_date(1709251199, "GMT", "Thu, 29 Feb 2024 23:59:59 GMT");
    check_date(4102444800, "GMT", "Fri, 01 Jan 2100 00:00:00 GMT");
    check_date(-1, "GMT", "Wed, 31 Dec 1969 23:59:59 GMT");
}

// Every day of the week and every month, against the C library in its own locale.
static void names(void)
{
    static const int64_t day = 86400;
    for (int64_t seconds = 0; seconds < 366 * day; seconds += day) {
        char wanted[IMF_DATE];
        struct tm t;
        gmtime_r(&(time_t){(time_t)seconds}, &t);
        strftime(wanted, sizeof wanted, "%a, %d %b %Y %H:%M:%S GMT", &t);
        check_date(seconds, "GMT", wanted);
    }
}

// Neither the time zone nor the language of the process shows.
static void dates_are_the_same_everywhere(void)
{
    setenv("TZ", "Asia/Tokyo", 1);
    tzset();
    (void)setlocale(LC_ALL, "de_DE.UTF-8"); // where it is installed
    check_date(784111777, "GMT", "Sun, 06 Nov 1994 08:49:37 GMT");
    (void)setlocale(LC_ALL, "C");
    unsetenv("TZ");
    tzset();
}

static const struct test tests[] = {
    TEST(entity_tags),
    TEST(dates),
    TEST(names),
    TEST(dates_are_the_same_everywhere),
};
TEST_MAIN(tests)
