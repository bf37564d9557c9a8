// Mail: what is written is a mail whatever goes into it, what is sent arrives at a small SMTP
// server of the test's own, and a relay that is not there or says no holds nobody up.
#include "base/file.h"
#include "server/runtime/mail.h"
#include "server/runtime/secret.h"
#include "test.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void addresses(void)
{
    static const char *const good[] = {
        "a@example.org",
        "first.last+tag@sub.example.co.uk",
        "x_y-z@xn--80akhbyknj4f.xn--p1ai",
        "o'brien@example.ie",
        "root@localhost",
        "1@2.example",
        "a!#$%&'*+/=?^_`{|}~-@b.cd",
    };
    static const char *const bad[] = {
        "",
        "a",
        "@",
        "a@",
        "@b.cd",
        "a@b",
        "a b@c.de",
        "a@b .cd",
        "a@b..cd",
        ".a@b.cd",
        "a.@b.cd",
        "a..b@c.de",
        "a@-b.cd",
        "a@b-.cd",
        "a@b.cd.",
        "a@.b.cd",
        "a@1.2.3.4",
        "a@[1.2.3.4]",
        "a@b@c.de",
        "\"a\"@b.cd",
        "a(x)@b.cd",
        "a,b@c.de",
        "<a@b.cd>",
        "Ann <a@b.cd>",
        "a@b.cd\r\nBcc: x@y.zz",
        "a@b.cd\n",
        "ж@example.org",
        "a@пример.рф",
        "a@b_c.de",
        "a\\@b.cd",
        "a:b@c.de",
        "a;b@c.de",
    };
    char longest[400];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!mail_address_ok(text_of(good[i])))
            test_fail(__FILE__, __LINE__, "%s is refused", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (mail_address_ok(text_of(bad[i])))
            test_fail(__FILE__, __LINE__, "%s is taken", bad[i]);
    CHECK(!mail_address_ok((struct text){"a\0b@c.de", 8}));
    snprintf(longest, sizeof longest, "%065d@example.org", 0);
    CHECK(!mail_address_ok(text_of(longest)));
    CHECK(mail_address_ok(text_of(longest + 1)));
    snprintf(longest, sizeof longest, "a@%064d.org", 0);
    CHECK(!mail_address_ok(text_of(longest)));
    snprintf(longest, sizeof longest, "a@%063d.%063d.%063d.%063d.example", 0, 0, 0, 0);
    CHECK(!mail_address_ok(text_of(longest)));
}

static void the_whole_of_a_mail(void)
{
    struct buf out = {0};
    struct mail m = {.to = TEXT("ann@example.org"),
                     .subject = TEXT("Your turn"),
                     .body = TEXT("Hello,\n\n.dot = sign \nend"),
                     .id = TEXT("turn-17")};
    CHECK(mail_write(&out, &m, "games@example.net", "Logomachy", 1769860800));
    CHECK_TEXT(buf_text(&out), "From: =?UTF-8?Q?Logomachy?=\r\n <games@example.net>\r\n"
                               "To: <ann@example.org>\r\n"
                               "Subject: Your turn\r\n"
                               "Date: Sat, 31 Jan 2026 12:00:00 +0000\r\n"
                               "Message-ID: <turn-17@example.net>\r\n"
                               "Auto-Submitted: auto-generated\r\n"
                               "MIME-Version: 1.0\r\n"
                               "Content-Type: text/plain; charset=utf-8\r\n"
                               "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
                               "Hello,\r\n\r\n=2Edot =3D sign=20\r\nend\r\n");
    buf_release(&out);
}

// The value of a header, folded lines joined, in the first `headers` bytes.
static struct text header(struct text mail, const char *name)
{
    size_t at = text_find_string(mail, name);
    struct text rest = text_from(mail, at < mail.len ? at + strlen(name) : at);
    size_t end = 0;
    while (end < rest.len &&
           !(rest.at[end] == '\r' && end + 2 < rest.len && rest.at[end + 2] != ' '))
        end++;
    return text_head(rest, end);
}

// Q-encoded words back to text: what a reader shows.
static void decode_words(struct text t, struct buf *out)
{
    while (t.len) {
        size_t at = text_find_string(t, "=?UTF-8?Q?");
        t = text_from(t, at < t.len ? at + 10 : t.len);
        size_t end = text_find_string(t, "?=");
        struct text word = text_head(t, end);
        CHECK(word.len + 12 <= 75);
        t = text_from(t, end < t.len ? end + 2 : t.len);
        for (size_t i = 0; i < word.len; i++) {
            char digits[3] = {0};
            if (word.at[i] == '=' && i + 2 < word.len) {
                memcpy(digits, word.at + i + 1, 2);
                buf_add_byte(out, (unsigned char)strtoul(digits, NULL, 16));
                i += 2;
            } else {
                buf_add_byte(out, word.at[i] == '_' ? ' ' : (unsigned char)word.at[i]);
            }
        }
    }
}

static void subjects_in_any_language(void)
{
    static const char *const subjects[] = {
        "Ваш ход в партии с Анной: «эрудит» — и ещё одно длинное слово для проверки",
        "=?UTF-8?Q?forged?=",
        "a line that is longer than sixty characters and so is folded, however plain it is",
        "€",
    };
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        struct buf out = {0}, shown = {0};
        struct mail m = {TEXT("a@example.org"), text_of(subjects[i]), TEXT("x"), TEXT("1")};
        CHECK(mail_write(&out, &m, "b@example.org", NULL, 0));
        decode_words(header(buf_text(&out), "Subject: "), &shown);
        CHECK_TEXT(buf_text(&shown), subjects[i]);
        buf_release(&out);
        buf_release(&shown);
    }
}

static unsigned count_headers(struct text mail)
{
    struct text line;
    unsigned headers = 0;
    while (text_next_line(&mail, &line) && line.len) {
        CHECK(line.len <= 78);
        headers += line.at[0] != ' ';
    }
    return headers;
}

static void nothing_adds_a_header(void)
{
    static const char *const evil[] = {"x\r\nBcc: v@example.org",
                                       "x\nBcc: v",
                                       "x\rBcc: v",
                                       "x\r\n\r\nbody",
                                       "x\xC2\x85"
                                       "Bcc: v",
                                       "x\xE2\x80\xA8"
                                       "Bcc: v",
                                       "\xFF\xFE\r\n",
                                       ""};
    for (size_t i = 0; i < sizeof evil / sizeof *evil; i++) {
        struct buf out = {0};
        struct mail m = {TEXT("a@example.org"), text_of(evil[i]), TEXT("body"), text_of(evil[i])};
        CHECK(mail_write(&out, &m, "b@example.org", evil[i], 0));
        CHECK_NUMBER(count_headers(buf_text(&out)), 9);
        CHECK(text_ends(buf_text(&out), "\r\n\r\nbody\r\n"));
        buf_release(&out);
    }
    struct buf out = {0};
    struct mail m = {TEXT("a@example.org\r\nBcc: v@example.org"), TEXT("x"), TEXT("x"), TEXT("x")};
    CHECK(!mail_write(&out, &m, "b@example.org", "x", 0));
    m.to = TEXT("a@example.org");
    CHECK(!mail_write(&out, &m, "b@example.org>\r\nBcc: <v@example.org", "x", 0));
    CHECK_NUMBER(out.len, 0);
    buf_release(&out);
}

// Quoted-printable back to what it was, for lines that end in \n.
static void decode_body(struct text t, struct buf *out)
{
    struct text line;
    while (text_next_line(&t, &line)) {
        bool soft = text_ends(line, "=");
        CHECK(line.len <= 76);
        CHECK(!text_ends(line, " ") && !text_starts(line, "."));
        for (size_t i = 0; i < line.len; i++) {
            char digits[3] = {0};
            CHECK(line.at[i] >= ' ' && line.at[i] < 0x7F);
            if (line.at[i] != '=') {
                buf_add_byte(out, (unsigned char)line.at[i]);
            } else if (i + 2 < line.len) {
                memcpy(digits, line.at + i + 1, 2);
                buf_add_byte(out, (unsigned char)strtoul(digits, NULL, 16));
                i += 2;
            }
        }
        if (!soft)
            buf_add_byte(out, '\n');
    }
}

static void bodies_of_any_kind(void)
{
    static char longest[1000];
    memset(longest, '.', sizeof longest - 1);
    longest[sizeof longest - 2] = '\n';
    const char *const bodies[] = {
        "Привет!\n\nВаш ход: https://example.org/m/abc?x=1&y=2\n.\n..\nхвост \n",
        longest,
        "=\n=\n==3D\n",
        "сорок одна буква, чтобы строка стала длинной и ломалась между байтами одной буквы\n",
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct buf out = {0}, back = {0};
        struct mail m = {TEXT("a@example.org"), TEXT("x"), text_of(bodies[i]), TEXT("1")};
        CHECK(mail_write(&out, &m, "b@example.org", "x", 0));
        struct text all = buf_text(&out);
        decode_body(text_from(all, text_find_string(all, "\r\n\r\n") + 4), &back);
        CHECK_TEXT(buf_text(&back), bodies[i]);
        buf_release(&out);
        buf_release(&back);
    }
}

static void bodies_are_bounded(void)
{
    struct buf out = {0}, body = {0};
    buf_add_zeros(&body, MAIL_BODY + 1);
    struct mail m = {TEXT("a@example.org"), buf_text(&body), buf_text(&body), TEXT("1")};
    CHECK(!mail_write(&out, &m, "b@example.org", "x", 0));
    m.body.len--;
    CHECK(mail_write(&out, &m, "b@example.org", "x", 0));
    buf_release(&out);
    buf_release(&body);
}

// The result of a job.
struct letter {
    struct mail_job job;
    int done;
    enum mail_result result;
};

static void letter_done(struct mail_job *job, enum mail_result result)
{
    struct letter *l = (struct letter *)job;
    l->done++;
    l->result = result;
}

static struct letter letter(const char *to, const char *id)
{
    return (struct letter){
        .job = {.mail = {text_of(to), TEXT("Ваш ход"), TEXT("one\n.two\n"), text_of(id)},
                .done = letter_done}};
}

// The loop: turns until a letter is through.
struct waiter {
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool pending;
};

#define WAITER                                                     \
    {                                                              \
        PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false \
    }

static void wake(void *context)
{
    struct waiter *w = context;
    pthread_mutex_lock(&w->lock);
    w->pending = true;
    pthread_cond_signal(&w->woken);
    pthread_mutex_unlock(&w->lock);
}

static void await(struct waiter *w, struct mailer *m, const struct letter *l)
{
    while (!l->done) {
        pthread_mutex_lock(&w->lock);
        while (!w->pending)
            pthread_cond_wait(&w->woken, &w->lock);
        w->pending = false;
        pthread_mutex_unlock(&w->lock);
        mailer_finish(m);
    }
}

// A relay that knows as much SMTP as is needed. Its answers to some words can be set.
struct relay {
    pthread_t thread;
    int listener;
    unsigned port;
    const char *greeting, *rcpt, *end; // answers; NULL: yes
    bool hang;                         // says nothing at all
    struct buf heard;
    atomic_bool reached;
};

static void say(int fd, const char *line)
{
    char whole[200];
    int n = snprintf(whole, sizeof whole, "%s\r\n", line);
    (void)!write(fd, whole, (size_t)n);
}

static const char *answer(const struct relay *r, const char *line)
{
    if (strncmp(line, "EHLO", 4) == 0 || strncmp(line, "HELO", 4) == 0)
        return "250 here";
    if (strncmp(line, "RCPT", 4) == 0)
        return r->rcpt ? r->rcpt : "250 yes";
    if (strncmp(line, "DATA", 4) == 0)
        return "354 go on";
    if (strncmp(line, "QUIT", 4) == 0)
        return "221 bye";
    return "250 yes";
}

static void talk(struct relay *r, FILE *in, int fd)
{
    char line[2000];
    bool data = false;
    while (fgets(line, sizeof line, in)) {
        buf_add_string(&r->heard, line);
        if (data) {
            data = strcmp(line, ".\r\n") != 0;
            if (!data)
                say(fd, r->end ? r->end : "250 taken");
            continue;
        }
        say(fd, answer(r, line));
        data = strncmp(line, "DATA", 4) == 0;
        if (strncmp(line, "QUIT", 4) == 0)
            break;
    }
}

static void *serve(void *context)
{
    struct relay *r = context;
    char byte;
    int fd = accept(r->listener, NULL, NULL);
    if (fd < 0)
        return NULL;
    atomic_store(&r->reached, true);
    if (r->hang) {
        while (read(fd, &byte, 1) > 0) // until the other side goes
            ;
        close(fd);
        return NULL;
    }
    FILE *in = fdopen(fd, "r");
    say(fd, r->greeting ? r->greeting : "220 here");
    talk(r, in, fd);
    fclose(in);
    return NULL;
}

static void relay_start(struct relay *r)
{
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof at;
    r->listener = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(bind(r->listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(r->listener, 4) == 0);
    getsockname(r->listener, (struct sockaddr *)&at, &size);
    r->port = ntohs(at.sin_port);
    CHECK(pthread_create(&r->thread, NULL, serve, r) == 0);
}

static void relay_stop(struct relay *r)
{
    shutdown(r->listener, SHUT_RDWR); // ends an accept() that nobody came to
    pthread_join(r->thread, NULL);
    close(r->listener);
    buf_release(&r->heard);
}

static struct mailer *open_mailer(const struct relay *r, struct waiter *w)
{
    char url[64];
    struct reason why;
    snprintf(url, sizeof url, "smtp://127.0.0.1:%u", r->port);
    struct mailer *m = mailer_open(&(struct mailer_options){.relay = url,
                                                            .from = "games@example.net",
                                                            .name = "Logomachy",
                                                            .wake = wake,
                                                            .context = w},
                                   &why);
    CHECK(m);
    return m;
}

static void a_relay_gets_the_mail(void)
{
    struct relay r = {0};
    struct waiter w = WAITER;
    struct letter l = letter("ann@example.org", "n1");
    relay_start(&r);
    struct mailer *m = open_mailer(&r, &w);
    CHECK(mailer_send(m, &l.job));
    await(&w, m, &l);
    CHECK_NUMBER(l.result, MAIL_SENT);
    mailer_close(m);
    pthread_join(r.thread, NULL);
    struct text heard = buf_text(&r.heard);
    static const char *const want[] = {
        "MAIL FROM:<games@example.net>", "RCPT TO:<ann@example.org>\r\n", "DATA\r\n",
        "\r\nMessage-ID: <n1@example.net>\r\n", "\r\n\r\none\r\n=2Etwo\r\n.\r\n"};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        if (text_find_string(heard, want[i]) == heard.len)
            test_fail(__FILE__, __LINE__, "“%s” is missing in “%.*s”", want[i], TEXT_ARG(heard));
    close(r.listener);
    buf_release(&r.heard);
}

static void refusals_are_told_apart(void)
{
    static const struct {
        const char *greeting, *rcpt, *end;
        enum mail_result result;
    } cases[] = {
        {NULL, "550 no such user", NULL, MAIL_NEVER}, {NULL, "450 try later", NULL, MAIL_LATER},
        {NULL, "530 log in first", NULL, MAIL_LATER}, {NULL, NULL, "554 this is spam", MAIL_NEVER},
        {NULL, NULL, "452 no room", MAIL_LATER},      {"421 busy", NULL, NULL, MAIL_LATER},
        {"554 not you", NULL, NULL, MAIL_LATER}, // about ourselves, not about the mail
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct relay r = {
            .greeting = cases[i].greeting, .rcpt = cases[i].rcpt, .end = cases[i].end};
        struct waiter w = WAITER;
        struct letter l = letter("ann@example.org", "n1");
        relay_start(&r);
        struct mailer *m = open_mailer(&r, &w);
        CHECK(mailer_send(m, &l.job));
        await(&w, m, &l);
        if (l.result != cases[i].result)
            test_fail(__FILE__, __LINE__, "case %zu gives %d: %s", i, (int)l.result, l.job.detail);
        CHECK(l.job.detail[0] && !strstr(l.job.detail, "ann@"));
        mailer_close(m);
        relay_stop(&r);
    }
}

static void nobody_there_is_a_matter_of_time(void)
{
    struct relay r = {0};
    struct waiter w = WAITER;
    struct letter l = letter("ann@example.org", "n1");
    relay_start(&r);
    relay_stop(&r); // so the port was free a moment ago
    struct mailer *m = open_mailer(&r, &w);
    CHECK(mailer_send(m, &l.job));
    await(&w, m, &l);
    CHECK_NUMBER(l.result, MAIL_LATER);
    mailer_close(m);
}

// Closing does not wait for a relay that says nothing, and what was queued comes back. Sending
// never waits either: the queue says no.
static void a_silent_relay_is_left(void)
{
    enum { MANY = MAIL_QUEUE + MAIL_THREADS + 10 };
    static struct letter letters[MANY];
    struct relay r = {.hang = true};
    struct waiter w = WAITER;
    unsigned taken = 0, later = 0, untried = 0;
    relay_start(&r);
    struct mailer *m = open_mailer(&r, &w);
    for (int i = 0; i < MANY; i++) {
        letters[i] = letter("ann@example.org", "n1");
        taken += mailer_send(m, &letters[i].job);
    }
    CHECK(taken >= MAIL_QUEUE && taken < MANY);
    while (!atomic_load(&r.reached))
        sched_yield();
    mailer_close(m);
    for (int i = 0; i < MANY; i++) {
        later += letters[i].done == 1 && letters[i].result == MAIL_LATER;
        untried += letters[i].done == 1 && letters[i].result == MAIL_UNTRIED;
    }
    CHECK_NUMBER(later + untried, taken);
    CHECK(later >= 1 && later <= MAIL_THREADS);
    relay_stop(&r);
}

// A claim on it may have run out: then another process sends it.
static void a_mail_that_is_late_is_not_begun(void)
{
    struct relay r = {0};
    struct waiter w = WAITER;
    struct letter l = letter("ann@example.org", "n1");
    relay_start(&r);
    struct mailer *m = open_mailer(&r, &w);
    l.job.begin_by = 1;
    CHECK(mailer_send(m, &l.job));
    await(&w, m, &l);
    CHECK_NUMBER(l.result, MAIL_UNTRIED);
    mailer_close(m);
    CHECK(!atomic_load(&r.reached));
    relay_stop(&r);
}

static void wrong_settings_are_refused(void)
{
    struct reason why;
    struct mailer_options o = {.from = "a@example.org", .relay = "http://example.org"};
    CHECK(!mailer_open(&o, &why));
    CHECK_NUMBER(why.what, MSG_MAIL_BAD_RELAY);
    o.relay = "smtp://user:hunter2@example.org";
    CHECK(!mailer_open(&o, &why));
    CHECK(!strstr(why.args, "hunter2"));
    o = (struct mailer_options){.from = "nobody", .relay = "smtp://localhost"};
    CHECK(!mailer_open(&o, &why));
    CHECK_NUMBER(why.what, MSG_MAIL_BAD_ADDRESS);
}

// The relay offers no TLS, and nothing is sent to it: by smtps://, or by smtp:// under an address
// that is not known to be this machine's (on Linux it is).
static void no_tls_no_mail(void)
{
    static const char *const relays[] = {"smtps://127.0.0.1", "smtp://0.0.0.0"};
    for (size_t i = 0; i < sizeof relays / sizeof *relays; i++) {
        char url[64];
        struct reason why;
        struct relay r = {0};
        struct waiter w = WAITER;
        struct letter l = letter("ann@example.org", "n1");
        relay_start(&r);
        snprintf(url, sizeof url, "%s:%u", relays[i], r.port);
        struct mailer_options o = {
            .relay = url, .from = "a@example.net", .wake = wake, .context = &w};
        struct mailer *m = mailer_open(&o, &why);
        CHECK(m && mailer_send(m, &l.job));
        await(&w, m, &l);
        CHECK_NUMBER(l.result, MAIL_LATER);
        mailer_close(m);
        shutdown(r.listener, SHUT_RDWR);
        pthread_join(r.thread, NULL);
        struct text heard = buf_text(&r.heard);
        CHECK(atomic_load(&r.reached));
        CHECK(text_find_string(heard, "RCPT") == heard.len);
        close(r.listener);
        buf_release(&r.heard);
    }
}

static void mails_that_are_none(void)
{
    char folder[TEST_PATH];
    struct waiter w = WAITER;
    struct reason why;
    struct letter l = letter("not an address", "n1");
    test_folder(folder);
    struct mailer *m = mailer_open(
        &(struct mailer_options){
            .from = "a@example.net", .outbox = folder, .wake = wake, .context = &w},
        &why);
    CHECK(m && mailer_send(m, &l.job));
    await(&w, m, &l);
    CHECK_NUMBER(l.result, MAIL_NEVER);
    mailer_close(m);
    CHECK(rmdir(folder) == 0); // nothing was left there
}

// Reads and removes the one file in the folder.
static struct buf take_only_file(const char *folder)
{
    struct buf content = {0};
    struct reason why;
    struct stat info;
    char path[512] = "";
    int files = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            files++;
        }
    if (dir)
        closedir(dir);
    CHECK_NUMBER(files, 1);
    CHECK(text_ends(text_of(path), ".eml"));
    CHECK(stat(path, &info) == 0 && (info.st_mode & 077) == 0); // for nobody else
    CHECK(file_read(path, 1 << 20, &content, &why));
    unlink(path);
    return content;
}

static void without_a_relay_mails_go_to_the_outbox(void)
{
    char base[TEST_PATH], folder[TEST_PATH + 8];
    struct waiter w = WAITER;
    struct reason why;
    struct letter l = letter("ann@example.org", "n7"), again = letter("ann@example.org", "n8");
    test_folder(base);
    snprintf(folder, sizeof folder, "%s/in/out", base); // made where it is missing
    struct mailer *m = mailer_open(
        &(struct mailer_options){
            .from = "a@example.net", .outbox = folder, .wake = wake, .context = &w},
        &why);
    CHECK(m && mailer_send(m, &l.job));
    await(&w, m, &l);
    CHECK_NUMBER(l.result, MAIL_SENT);
    struct buf got = take_only_file(folder);
    CHECK(text_find_string(buf_text(&got), "To: <ann@example.org>\r\n") < got.len);
    CHECK(text_ends(buf_text(&got), "\r\n\r\none\r\n=2Etwo\r\n"));
    buf_release(&got);
    // The folder goes: not now, but perhaps later.
    CHECK(rmdir(folder) == 0);
    CHECK(mailer_send(m, &again.job));
    await(&w, m, &again);
    CHECK_NUMBER(again.result, MAIL_LATER);
    mailer_close(m);
    snprintf(folder, sizeof folder, "%s/in", base);
    CHECK(rmdir(folder) == 0 && rmdir(base) == 0);
}

static const struct test tests[] = {
    TEST(addresses),
    TEST(the_whole_of_a_mail),
    TEST(subjects_in_any_language),
    TEST(nothing_adds_a_header),
    TEST(bodies_of_any_kind),
    TEST(bodies_are_bounded),
    TEST(a_relay_gets_the_mail),
    TEST(refusals_are_told_apart),
    TEST(nobody_there_is_a_matter_of_time),
    TEST(a_silent_relay_is_left),
    TEST(a_mail_that_is_late_is_not_begun),
    TEST(wrong_settings_are_refused),
    TEST(no_tls_no_mail),
    TEST(mails_that_are_none),
    TEST(without_a_relay_mails_go_to_the_outbox),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    struct reason why;
    if (!secret_init(&why))
        return 1;
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
