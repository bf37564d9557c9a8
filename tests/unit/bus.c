// The same tests for a bus within the process and for one by NATS, with a real nats-server that
// this program starts and ends.
#include "bus/bus.h"
#include "test.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 30000, HEARD = 64 };

// --- A server.

static pid_t server;
static unsigned port;
static char url[100];

static unsigned free_port(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    bool ok = fd >= 0 && bind(fd, (struct sockaddr *)&a, sizeof a) == 0 &&
              getsockname(fd, (struct sockaddr *)&a, &len) == 0;
    close(fd);
    return ok ? ntohs(a.sin_port) : 0;
}

static void stop_server(void)
{
    if (server > 0) {
        kill(server, SIGKILL);
        waitpid(server, NULL, 0);
    }
    server = 0;
}

// On the same port as before. False where there is no nats-server.
static bool start_server(const char *more, const char *value)
{
    char at[12];
    port = port ? port : free_port();
    snprintf(at, sizeof at, "%u", port);
    snprintf(url, sizeof url, "nats://127.0.0.1:%u", port);
    if (access("/usr/sbin/nats-server", X_OK) != 0 && access("/usr/bin/nats-server", X_OK) != 0) {
        test_skip("there is no nats-server");
        return false;
    }
    server = fork();
    if (server == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        int null = open("/dev/null", O_RDWR);
        dup2(null, 1);
        dup2(null, 2);
        setenv("PATH", "/usr/sbin:/usr/bin:/bin", 1);
        execlp("nats-server", "nats-server", "-a", "127.0.0.1", "-p", at, more, value,
               (char *)NULL);
        _exit(127);
    }
    CHECK(server > 0);
    return server > 0;
}

// --- A subscriber.

struct ear {
    struct bus *bus;
    unsigned count;
    char heard[HEARD][64];
    bool answers;
};

static void hear(void *context, const struct bus_message *m)
{
    struct ear *e = context;
    if (e->count < HEARD)
        snprintf(e->heard[e->count], sizeof *e->heard, "%s=%.*s", m->subject, TEXT_ARG(m->body));
    e->count++;
    if (e->answers && *m->reply)
        CHECK(bus_publish(e->bus, m->reply, m->body));
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

// Pumps until the number is reached.
static bool wait_for(struct bus **buses, size_t count, const unsigned *number, unsigned wanted)
{
    for (int ms = 0; ms < PATIENCE_MS; ms++) {
        for (size_t i = 0; i < count; i++)
            bus_pump(buses[i]);
        if (*number >= wanted)
            return true;
        nap();
    }
    return false;
}

static bool wait_up(const struct bus *b, bool up)
{
    for (int ms = 0; ms < PATIENCE_MS && bus_is_up(b) != up; ms++)
        nap();
    return bus_is_up(b) == up;
}

static struct bus *open_bus(const char *where)
{
    struct reason why;
    struct bus *b = bus_open(&(struct bus_options){.url = where}, &why);
    CHECK(b);
    return b;
}

// A subscription takes effect some time after it was made: messages to oneself by another subject
// show that all that was ordered before has been seen to.
static bool settle(struct bus *b)
{
    struct ear e = {.bus = b};
    char subject[64];
    snprintf(subject, sizeof subject, "settle.%s", bus_name(b));
    struct bus_sub *s = bus_subscribe(b, subject, NULL, hear, &e);
    bool ok = false;
    for (int i = 0; i < PATIENCE_MS && !ok; i++) {
        bus_publish(b, subject, TEXT("."));
        nap();
        bus_pump(b);
        ok = e.count > 0;
    }
    bus_unsubscribe(b, s);
    return ok;
}

// --- What holds for both. `other` may be the same bus.

static void speaks(struct bus *b, struct bus *other)
{
    struct ear one = {.bus = other}, star = {.bus = other}, rest = {.bus = other};
    struct bus *both[] = {b, other};
    struct bus_sub *s = bus_subscribe(other, "match.a1", NULL, hear, &one);
    struct bus_sub *stars = bus_subscribe(other, "match.*", NULL, hear, &star);
    struct bus_sub *rests = bus_subscribe(other, "match.>", NULL, hear, &rest);
    CHECK(s && stars && rests);
    CHECK(settle(other));
    CHECK(bus_publish(b, "match.a1", TEXT("first")));
    CHECK(bus_publish(b, "match.a2", TEXT("")));
    CHECK(bus_publish(b, "match.a1.x", TEXT("deep")));
    CHECK(bus_publish(b, "match", TEXT("none")));
    CHECK(bus_publish(b, "match.a1", TEXT("last")));
    // A message to several subscriptions does not reach them at the same moment.
    CHECK(wait_for(both, 2, &rest.count, 4) && wait_for(both, 2, &star.count, 3));
    CHECK(wait_for(both, 2, &one.count, 2));
    CHECK_NUMBER(one.count, 2);
    CHECK_TEXT(text_of(one.heard[0]), "match.a1=first");
    CHECK_TEXT(text_of(one.heard[1]), "match.a1=last");
    CHECK_NUMBER(star.count, 3);
    CHECK_NUMBER(rest.count, 4);
    CHECK_TEXT(text_of(rest.heard[2]), "match.a1.x=deep");
    bus_unsubscribe(other, s);
    CHECK(bus_publish(b, "match.a1", TEXT("after")));
    CHECK(wait_for(both, 2, &rest.count, 5));
    CHECK_NUMBER(one.count, 2);
    bus_unsubscribe(other, stars);
    bus_unsubscribe(other, rests);
}

static void refuses(struct bus *b)
{
    static const char *const wrong[] = {"",    ".",   "a..b", ".a",      "a.",
                                        "a b", "a.*", "a.>",  "\xc3\xa4"};
    char longer[BUS_SUBJECT + 1];
    memset(longer, 'x', BUS_SUBJECT);
    longer[BUS_SUBJECT] = '\0';
    char *huge = calloc(1, BUS_BODY + 1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        CHECK(!bus_publish(b, wrong[i], TEXT("x")));
    CHECK(!bus_publish(b, longer, TEXT("x")));
    CHECK(huge && !bus_publish(b, "x", (struct text){huge, BUS_BODY + 1}));
    CHECK(!bus_subscribe(b, "a*", NULL, hear, NULL));
    CHECK(!bus_subscribe(b, "a.>.b", NULL, hear, NULL));
    CHECK(!bus_subscribe(b, longer, NULL, hear, NULL));
    free(huge);
}

// A message goes to one of a queue, and not always to the same.
static void shares(struct bus *b, struct bus *other)
{
    struct ear one = {.bus = b}, two = {.bus = other}, all = {.bus = b};
    struct bus *both[] = {b, other};
    CHECK(bus_subscribe(b, "work", "workers", hear, &one));
    CHECK(bus_subscribe(other, "work", "workers", hear, &two));
    CHECK(bus_subscribe(b, "work", NULL, hear, &all));
    CHECK(settle(b) && settle(other));
    for (unsigned i = 0; i < 60; i++)
        CHECK(bus_publish(b, "work", TEXT("x")));
    CHECK(wait_for(both, 2, &all.count, 60));
    for (int ms = 0; ms < PATIENCE_MS && one.count + two.count < 60; ms++)
        wait_for(both, 2, &two.count, 0), nap();
    CHECK_NUMBER(one.count + two.count, 60);
    CHECK(one.count > 0 && two.count > 0);
}

struct asked {
    unsigned count;
    enum bus_answer how;
    char body[32];
};

static void answered(void *context, enum bus_answer how, struct text body)
{
    struct asked *a = context;
    a->count++;
    a->how = how;
    snprintf(a->body, sizeof a->body, "%.*s", TEXT_ARG(body));
}

static void asks(struct bus *b, struct bus *other)
{
    struct ear clever = {.bus = other, .answers = true}, dumb = {.bus = other};
    struct asked a = {0}, late = {0}, nobody = {0}, cancelled = {0};
    struct bus *both[] = {b, other};
    CHECK(bus_subscribe(other, "ask.clever", NULL, hear, &clever));
    CHECK(bus_subscribe(other, "ask.dumb", NULL, hear, &dumb));
    CHECK(settle(b) && settle(other));
    CHECK(bus_request(b, "ask.clever", TEXT("why"), PATIENCE_MS, answered, &a));
    CHECK(bus_request(b, "ask.dumb", TEXT("why"), 50, answered, &late));
    CHECK(bus_request(b, "ask.nobody", TEXT("why"), PATIENCE_MS, answered, &nobody));
    uint64_t gone = bus_request(b, "ask.clever", TEXT("never"), 50, answered, &cancelled);
    CHECK(gone);
    bus_cancel(b, gone);
    bus_cancel(b, gone);
    CHECK(wait_for(both, 2, &a.count, 1) && a.how == BUS_ANSWERED);
    CHECK_TEXT(text_of(a.body), "why");
    CHECK(wait_for(both, 2, &late.count, 1) && late.how == BUS_TIMED_OUT);
    CHECK(wait_for(both, 2, &nobody.count, 1) && nobody.how == BUS_NO_RESPONDERS);
    CHECK(wait_for(both, 2, &clever.count, 2) && wait_for(both, 2, &dumb.count, 1));
    CHECK_NUMBER(a.count + late.count + nobody.count, 3);
    CHECK_NUMBER(cancelled.count, 0);
}

// Answers that nobody waits for, and subjects like an answer's that are none.
static void bears_nonsense(struct bus *b)
{
    struct ear e = {.bus = b};
    char subject[64];
    CHECK(bus_subscribe(b, "last", NULL, hear, &e));
    snprintf(subject, sizeof subject, "_INBOX.%s.77", bus_name(b));
    CHECK(settle(b) && bus_publish(b, subject, TEXT("late")));
    snprintf(subject, sizeof subject, "_INBOX.%s.what", bus_name(b));
    CHECK(bus_publish(b, subject, TEXT("\xff\0\n")));
    CHECK(bus_publish(b, "last", TEXT("")));
    CHECK(wait_for(&b, 1, &e.count, 1));
}

static void holds(struct bus *b, struct bus *other)
{
    speaks(b, other);
    refuses(b);
    shares(b, other);
    asks(b, other);
    bears_nonsense(b);
}

static void within_the_process(void)
{
    struct asked a = {0};
    struct ear e = {0};
    struct bus *b = open_bus(NULL);
    CHECK(bus_is_up(b) && !bus_is_shared(b));
    holds(b, b);
    CHECK(bus_subscribe(b, "ask.dumb2", NULL, hear, &e));
    CHECK(bus_request(b, "ask.dumb2", TEXT(""), PATIENCE_MS, answered, &a));
    bus_close(b);
    CHECK(a.count == 1 && a.how == BUS_CLOSED);
}

static void by_nats(void)
{
    if (!start_server(NULL, NULL))
        return;
    struct bus *b = open_bus(url), *other = open_bus(url);
    CHECK(bus_is_shared(b) && strcmp(bus_name(b), bus_name(other)) != 0);
    CHECK(wait_up(b, true) && wait_up(other, true));
    holds(b, other);
    bus_close(b);
    bus_close(other);
    stop_server();
}

// A process does not hear its own messages: the first is the other's, sent later.
static void by_nats_to_others_only(void)
{
    struct reason why;
    struct ear mine = {0}, theirs = {0};
    if (!start_server(NULL, NULL))
        return;
    struct bus *b = bus_open(&(struct bus_options){.url = url, .others_only = true}, &why);
    struct bus *other = open_bus(url), *both[] = {b, other};
    CHECK(b && wait_up(b, true) && wait_up(other, true));
    CHECK(bus_subscribe(b, "to.all", NULL, hear, &mine));
    CHECK(bus_subscribe(other, "to.all", NULL, hear, &theirs));
    CHECK(settle(other));
    CHECK(bus_publish(b, "to.all", TEXT("from b")));
    CHECK(wait_for(both, 2, &theirs.count, 1));
    CHECK(bus_publish(other, "to.all", TEXT("from the other")));
    CHECK(wait_for(both, 2, &mine.count, 1));
    CHECK_TEXT(text_of(mine.heard[0]), "to.all=from the other");
    CHECK_TEXT(text_of(theirs.heard[0]), "to.all=from b");
    bus_close(b);
    bus_close(other);
    stop_server();
}

// Opened without a server, used without one, and with one that goes and comes.
static void outlives_the_server(void)
{
    struct ear e = {0};
    struct reason why;
    struct bus *b = open_bus("nats://127.0.0.1:1");
    CHECK(!bus_is_up(b) && !bus_publish(b, "x", TEXT("")));
    CHECK(bus_request(b, "x", TEXT(""), 10, answered, NULL) == 0);
    bus_close(b);
    CHECK(!bus_open(&(struct bus_options){.url = "http://x"}, &why) && why.what == MSG_BUS_URL);
    CHECK(!bus_open(&(struct bus_options){.url = ""}, &why) && why.what == MSG_BUS_URL);
    if (!start_server(NULL, NULL))
        return;
    stop_server();
    b = open_bus(url);
    e.bus = b;
    CHECK(bus_subscribe(b, "later", NULL, hear, &e));
    for (int i = 0; i < 3; i++) {
        CHECK(!bus_is_up(b) && start_server(NULL, NULL));
        CHECK(wait_up(b, true) && settle(b));
        CHECK(bus_publish(b, "later", TEXT("x")));
        CHECK(wait_for(&b, 1, &e.count, (unsigned)i + 1));
        stop_server();
        CHECK(wait_up(b, false));
    }
    CHECK_NUMBER(e.count, 3);
    bus_close(b);
}

// The library gives up on a server that says no; the bus does not.
static void outlives_a_refusal(void)
{
    struct ear e = {0};
    if (!start_server("--auth", "secret"))
        return;
    struct bus *b = open_bus(url);
    e.bus = b;
    CHECK(bus_subscribe(b, "later", NULL, hear, &e));
    for (int i = 0; i < 2500; i++)
        nap();
    CHECK(!bus_is_up(b));
    stop_server();
    CHECK(start_server(NULL, NULL));
    CHECK(wait_up(b, true) && settle(b));
    CHECK(bus_publish(b, "later", TEXT("x")) && wait_for(&b, 1, &e.count, 1));
    bus_close(b);
    stop_server();
}

// A stalled server must not block publish, subscribe or close.
static void does_not_wait(void)
{
    static char body[BUS_BODY];
    struct timespec from, to;
    struct ear e = {0};
    if (!start_server(NULL, NULL))
        return;
    struct bus *b = open_bus(url);
    CHECK(wait_up(b, true));
    kill(server, SIGSTOP);
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (unsigned i = 0; i < 200; i++)
        bus_publish(b, "big", (struct text){body, sizeof body});
    for (unsigned i = 0; i < 100; i++)
        bus_unsubscribe(b, bus_subscribe(b, "some", NULL, hear, &e));
    bus_pump(b);
    clock_gettime(CLOCK_MONOTONIC, &to);
    CHECK(to.tv_sec - from.tv_sec < 20);
    CHECK(bus_counts(b).dropped > 0);
    CHECK(wait_up(b, false));
    kill(server, SIGCONT);
    CHECK(wait_up(b, true) && settle(b));
    bus_close(b);
    stop_server();
}

static void *chatter(void *context)
{
    for (unsigned i = 0; i < 1000; i++)
        bus_publish(context, "many.x", TEXT("x"));
    return NULL;
}

// Many subscriptions that come and go while other threads speak.
static void crowd(const char *where)
{
    enum { SUBS = 500 };
    struct ear e = {0};
    struct bus_sub *sub[SUBS];
    struct bus *b = open_bus(where);
    pthread_t thread[2];
    CHECK(wait_up(b, true));
    for (unsigned i = 0; i < 2; i++)
        CHECK(pthread_create(&thread[i], NULL, chatter, b) == 0);
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < SUBS; i++)
            CHECK((sub[i] = bus_subscribe(b, i % 5 ? "many.y" : "many.x", NULL, hear, &e)));
        bus_pump(b);
        for (unsigned i = 0; i < SUBS; i++)
            bus_unsubscribe(b, sub[i]);
    }
    for (unsigned i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    CHECK(settle(b));
    bus_close(b);
}

static void crowds(void)
{
    crowd(NULL);
    if (!start_server(NULL, NULL))
        return;
    crowd(url);
    stop_server();
}

static const struct test tests[] = {TEST(within_the_process),
                                    TEST(by_nats),
                                    TEST(by_nats_to_others_only),
                                    TEST(outlives_the_server),
                                    TEST(outlives_a_refusal),
                                    TEST(does_not_wait),
                                    TEST(crowds)};
TEST_MAIN(tests)
