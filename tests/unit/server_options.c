// Options: what goes before what, what is refused and how it is told, and that passwords are not.
#include "server/net/url.h"
#include "server/runtime/journal.h"
#include "server/runtime/options.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The options under test: pairs that end with NULL.
static const char *const *flags, *const *variables;

static const char *find(const char *const *pairs, const char *name)
{
    for (; pairs && pairs[0]; pairs += 2)
        if (strcmp(pairs[0], name) == 0)
            return pairs[1];
    return NULL;
}

static const char *flag(const void *context, const char *name)
{
    CHECK(context == &flags);
    return find(flags, name);
}

static char *variable(const char *name)
{
    static char copy[2048];
    const char *value = find(variables, name);
    snprintf(copy, sizeof copy, "%s", value ? value : "");
    return value ? copy : NULL;
}

static const struct options_source source = {flag, &flags, variable};

// Loads and words what is refused.
static bool load(struct options *o, struct buf *said)
{
    struct reason why;
    bool ok = options_load(o, &source, &why);
    buf_clear(said);
    if (!ok)
        reason_word(&why, LANGUAGE_EN, said);
    return ok;
}

static void write_file(char path[TEST_PATH], const char *content)
{
    int fd = test_file(path);
    CHECK(write(fd, content, strlen(content)) == (ssize_t)strlen(content));
    close(fd);
}

static void defaults(void)
{
    struct options o;
    struct buf said = {0};
    flags = variables = NULL;
    REQUIRE(load(&o, &said));
    CHECK_TEXT(text_of(o.address), "127.0.0.1");
    CHECK_NUMBER(o.port, 8080);
    CHECK_TEXT(text_of(o.db), "logomachy.db");
    CHECK(!o.config && !o.tls_cert && !o.smtp && !o.smtp_password && !o.public_url);
    CHECK_NUMBER(o.log_level, JOURNAL_INFO);
    CHECK_NUMBER(o.registration, OPTIONS_OPEN);
    CHECK_NUMBER(o.guests, 1);
    CHECK(strcmp(o.trust_proxy, "off") == 0);
    CHECK_NUMBER(o.max_connections, 12000);
    CHECK_NUMBER(o.max_per_address, 256);
    CHECK(o.web && o.web[0] == '/' && o.news && o.news[0] == '/');
    options_release(&o);
    buf_release(&said);
}

// The numbers of levels and their order in the option's list are the same.
static void levels_agree_with_the_journal(void)
{
    static const char *const names[] = {"debug", "info", "warning", "error"};
    struct options o;
    struct buf said = {0};
    variables = NULL;
    for (int i = 0; i < JOURNAL_LEVELS; i++) {
        enum journal_level level = JOURNAL_LEVELS;
        flags = (const char *const[]){"log-level", names[i], NULL};
        REQUIRE(load(&o, &said));
        CHECK(journal_level_find(text_of(names[i]), &level) && o.log_level == level);
        options_release(&o);
    }
    buf_release(&said);
}

static void flag_before_variable_before_file(void)
{
    char path[TEST_PATH];
    struct options o;
    struct buf said = {0};
    write_file(path, "# a comment\n\n  port=1\r\nthreads = 1\nguests = off\n"
                     "max-connections=\t100  \ndb = a b = c.db\n");
    flags = (const char *const[]){"config", path, "port", "3", NULL};
    variables = (const char *const[]){
        "LOGOMACHY_PORT", "2", "LOGOMACHY_THREADS", "2", "LOGOMACHY_ADDRESS", "", NULL};
    REQUIRE(load(&o, &said));
    CHECK_NUMBER(o.port, 3);
    CHECK_NUMBER(o.threads, 2);
    CHECK_NUMBER(o.guests, 0);
    CHECK_NUMBER(o.max_connections, 100);
    CHECK_TEXT(text_of(o.db), "a b = c.db");
    CHECK_TEXT(text_of(o.address), "127.0.0.1"); // an empty variable says nothing
    options_release(&o);

    flags = NULL;
    variables = (const char *const[]){"LOGOMACHY_CONFIG", path, NULL};
    REQUIRE(load(&o, &said));
    CHECK_NUMBER(o.port, 1);
    options_release(&o);
    unlink(path);
    buf_release(&said);
}

struct bad {
    const char *name, *value, *said;
};

static void wrong_values_are_told(void)
{
    static const struct bad bad[] = {
        {"port", "65536", "--port is a whole number from 0 to 65535, not “65536”"},
        {"port", "-1", "--port is a whole number from 0 to 65535, not “-1”"},
        {"port", "80x", "--port is a whole number from 0 to 65535, not “80x”"},
        {"max-connections", "1", "--max-connections is a whole number from 16 to 1000000, not “1”"},
        {"guests", "maybe", "--guests is one of off|on, not “maybe”"},
        {"guests", "o", "--guests is one of off|on, not “o”"},
        {"log-level", "", "--log-level has no value"},
        {"address", "example.org", "--address is an IP address or localhost, not “example.org”"},
        {"trust-proxy", "yes",
         "--trust-proxy is off, on, or a list of addresses and networks such as"
         " 127.0.0.1,10.1.0.0/16, not “yes”"},
        {"trust-proxy", "10.0.0.0/33",
         "--trust-proxy is off, on, or a list of addresses and networks such as"
         " 127.0.0.1,10.1.0.0/16, not “10.0.0.0/33”"},
        {"public-url", "https://a/b",
         "--public-url is http://… or https://… without a path, not “https://a/b”"},
        {"public-url", "ftp://a",
         "--public-url is http://… or https://… without a path, not “ftp://a”"},
        {"smtp", "smtp://u:hunter2@a",
         "--smtp is smtp://host:port or smtps://host:port, without a name or a password"},
        {"bus", "http://a",
         "--bus must be addresses of NATS servers such as nats://127.0.0.1:4222, with commas "
         "between them"},
        {"bus", "nats://u:hunter2@a,b",
         "--bus must be addresses of NATS servers such as nats://127.0.0.1:4222, with commas "
         "between them"},
        {"smtp", "http://a",
         "--smtp is smtp://host:port or smtps://host:port, without a name or a password"},
        {"mail-from", "nobody", "--mail-from is a mail address, not “nobody”"},
        {"mail-from", "a@b.c\nBcc: x@y.z",
         "--mail-from has a character that does not belong there"},
        {"tls-cert", "a.pem", "tls-cert and tls-key go together: both or neither"},
        {"smtp-user", "ann", "smtp-user and smtp-password go together: both or neither"},
        {"smtp-password-file", "/nowhere/at/all",
         "cannot read /nowhere/at/all: No such file or directory"},
        {"config", "/nowhere/at/all", "cannot read /nowhere/at/all: No such file or directory"},
    };
    struct options o;
    struct buf said = {0};
    variables = NULL;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        flags = (const char *const[]){bad[i].name, bad[i].value, NULL};
        CHECK(!load(&o, &said));
        CHECK_TEXT(buf_text(&said), bad[i].said);
    }
    flags = NULL;
    variables = (const char *const[]){"LOGOMACHY_MAX_CONNECTIONS", "many", NULL};
    CHECK(!load(&o, &said));
    CHECK_TEXT(buf_text(&said),
               "LOGOMACHY_MAX_CONNECTIONS is a whole number from 16 to 1000000, not “many”");
    buf_release(&said);
}

static void right_values_are_taken(void)
{
    static const struct bad good[] = {
        {"address", "::", ""},
        {"address", "0.0.0.0", ""},
        {"address", "localhost", ""},
        {"public-url", "http://[::1]:8080", ""},
        {"smtp", "smtp://a.b:25", ""},
        {"smtp", "smtps://a.b", ""},
        {"port", "0", ""},
        {"mail-from", "a+b@example.org", ""},
    };
    struct options o;
    struct buf said = {0};
    variables = NULL;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        flags = (const char *const[]){good[i].name, good[i].value, NULL};
        REQUIRE(load(&o, &said));
        CHECK_TEXT(buf_text(&said), "");
        options_release(&o);
    }
    flags = (const char *const[]){"public-url", "https://example.org/", NULL};
    REQUIRE(load(&o, &said));
    CHECK_TEXT(text_of(o.public_url), "https://example.org");
    options_release(&o);
    buf_release(&said);
}

static void lines_of_the_file_are_told(void)
{
    static const struct bad bad[] = {
        {"", "port = 1\nprot = 2\n", "line 2: site: there is no option “prot”"},
        {"", "port = 1\n\n# x\nport = 2\n", "line 4: site: port is there twice"},
        {"", "port 1\n", "line 1: site: expected `name = value`"},
        {"", "port = 1\nguests = \n", "line 2: site: guests has no value"},
        {"", "port = one\n", "line 1: site: port is a whole number from 0 to 65535, not “one”"},
        {"", "config = other\n", "line 1: site: there is no option “config”"},
        {"", "= 5\n", "line 1: site: there is no option “”"},
        {"", "db = a\tb\n", "line 1: site: db has a character that does not belong there"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct options o = {0};
        struct reason why;
        struct buf said = {0};
        CHECK(!options_read_file(&o, "site", text_of(bad[i].value), &why));
        reason_word(&why, LANGUAGE_EN, &said);
        CHECK_TEXT(buf_text(&said), bad[i].said);
        buf_release(&said);
        options_release(&o);
    }
}

static void long_values_are_refused(void)
{
    static char value[3000];
    struct options o;
    struct buf said = {0};
    memset(value, 'x', sizeof value - 1);
    flags = (const char *const[]){"db", value, NULL};
    variables = NULL;
    CHECK(!load(&o, &said));
    CHECK_TEXT(buf_text(&said), "--db is longer than 1024 bytes");
    buf_release(&said);
}

// From a flag, from a file of its own, never from both, and in no message.
static void passwords(void)
{
    char path[TEST_PATH];
    struct options o;
    struct buf said = {0};
    variables = NULL;
    write_file(path, "hunter2 \nmore\n");
    flags = (const char *const[]){"smtp-user", "ann", "smtp-password-file", path, NULL};
    REQUIRE(load(&o, &said));
    CHECK_TEXT(text_of(o.smtp_password), "hunter2 ");
    options_release(&o);
    CHECK(!o.smtp_password);

    flags = (const char *const[]){
        "smtp-user", "ann", "smtp-password", "hunter2", "smtp-password-file", path, NULL};
    CHECK(!load(&o, &said));
    CHECK_TEXT(buf_text(&said),
               "smtp-password and smtp-password-file say the same: only one of them");

    flags = (const char *const[]){"smtp-user", "ann", "smtp-password", "hunter2\x01", NULL};
    CHECK(!load(&o, &said));
    CHECK_TEXT(buf_text(&said), "--smtp-password has a character that does not belong there");
    unlink(path);
    buf_release(&said);
}

static void urls(void)
{
    struct url u;
    CHECK(url_read(&u, TEXT("https://example.org:8443/")));
    CHECK_TEXT(u.scheme, "https");
    CHECK_TEXT(u.host, "example.org");
    CHECK_NUMBER(u.port, 8443);
    CHECK(url_read(&u, TEXT("smtp://[2001:db8::1]")));
    CHECK_TEXT(u.host, "2001:db8::1");
    CHECK(!url_is_local(&u));
    static const char *const local[] = {"smtp://localhost", "smtp://127.0.0.1:25",
                                        "smtp://127.9.9.9", "smtp://[::1]:25"};
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        CHECK(url_read(&u, text_of(local[i])) && url_is_local(&u));
    static const char *const far[] = {"smtp://127.example.org", "smtp://localhost.example.org",
                                      "smtp://1.127.0.0", "smtp://a"};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        CHECK(url_read(&u, text_of(far[i])) && !url_is_local(&u));
    static const char *const bad[] = {
        "",           "http",        "http://",        "://a",         "http://a/b",  "http://a?b",
        "http://a:",  "http://a:0",  "http://a:65536", "http://a:1x",  "http://u@a",  "http://a b",
        "http://[a",  "http://[zz]", "http://[::1]x",  "http://a:1:2", "http://.a",   "http://-a",
        "http://a//", "http://[]",   "http://a\\b",    "http://a#b",   "http://а.рф",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (url_read(&u, text_of(bad[i])))
            test_fail(__FILE__, __LINE__, "%s is taken", bad[i]);
}

// The rows as the command line makes them (see options.h).
static void the_table_serves_the_command_line(void)
{
    struct row {
        const char *name, *value;
        enum message help;
    };
#define OWN(field, name, value, type, low, high, fallback, help) {name, value, help},
#define SHARED(...)
    static const struct row rows[] = {OPTIONS_TABLE(OWN, SHARED){0}};
    enum { ROWS = sizeof rows / sizeof *rows - 1 };
    CHECK_TEXT(text_of(rows[0].name), "config");
    for (int i = 0; i < ROWS; i++) {
        CHECK(strlen(message_text(rows[i].help, LANGUAGE_RU)) > 0);
        CHECK(strcmp(rows[i].name, "lexicons") != 0);
        for (int k = 0; k < i; k++)
            CHECK(strcmp(rows[i].name, rows[k].name) != 0 && rows[i].help != rows[k].help);
    }
}

static const struct test tests[] = {
    TEST(defaults),
    TEST(levels_agree_with_the_journal),
    TEST(flag_before_variable_before_file),
    TEST(wrong_values_are_told),
    TEST(right_values_are_taken),
    TEST(lines_of_the_file_are_told),
    TEST(long_values_are_refused),
    TEST(passwords),
    TEST(urls),
    TEST(the_table_serves_the_command_line),
};

TEST_MAIN(tests)
