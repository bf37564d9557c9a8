// A server for tests/server/net.py: the transport (src/server/net/net.h) with a route for
// everything that it can do. Options are those of struct net_options, as --name=value. Prints its
// port.
#include "server/net/net.h"
#include "server/net/static_files.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOGS_MAX = 100000, BIG_MAX = 8 * 1024 * 1024 };

struct echo {
    struct net *net;
    struct static_files *files;
    struct net_request *sleeper; // waits for another thread
    int hog[HOGS_MAX];
    unsigned hogs, grace_ms;
    unsigned opened, closed, streams, streams_closed, gone, heads, wanted, abandoned;
    char *big;
};

struct late {
    struct echo *echo;
    struct net_request *request;
};

// A stream that is fed by a timer.
struct feed {
    struct net_socket *socket;
    struct net_timer *timer;
    struct text part;
    uint32_t left;
};

static void reply_text(struct net_request *r, unsigned status, struct text body)
{
    net_respond(r, status, &(struct net_reply){.type = "text/plain", .body = body});
}

static uint32_t number(struct net_request *r, const char *name)
{
    struct text value;
    uint32_t n = 0;
    return net_query(r, name, &value) && text_to_u32(value, &n) ? n : 0;
}

static void hello(struct echo *e, struct net_request *r)
{
    (void)e;
    reply_text(r, 200, TEXT("hello\n"));
}

static void add_value(struct buf *out, const char *name, struct text value)
{
    buf_printf(out, "%s=%.*s\n", name, TEXT_ARG(value));
}

static void echo_request(struct echo *e, struct net_request *r)
{
    struct buf out = {0};
    struct text value = {"-", 1};
    (void)e;
    buf_printf(&out, "method=%d\n", (int)net_method(r));
    add_value(&out, "path", net_path(r));
    add_value(&out, "query", net_query_string(r));
    if (net_query(r, "a", &value))
        add_value(&out, "a", value);
    if (net_cookie(r, "sid", &value))
        add_value(&out, "sid", value);
    add_value(&out, "x-test", net_header(r, "x-test"));
    add_value(&out, "client", net_client(r));
    buf_printf(&out, "secure=%d\nbody=", net_is_secure(r));
    buf_add_text(&out, net_body(r));
    const struct net_field fields[] = {{"Set-Cookie", TEXT("a=1; HttpOnly")},
                                       {"Set-Cookie", TEXT("b=2")},
                                       {"X-Frame-Options", TEXT("SAMEORIGIN")},
                                       {"Permissions-Policy", TEXT("")}};
    net_respond(r, 200,
                &(struct net_reply){.type = "text/plain",
                                    .body = buf_text(&out),
                                    .fields = fields,
                                    .field_count = sizeof fields / sizeof *fields});
    buf_release(&out);
}

static void answer_late(void *context)
{
    struct late *l = context;
    l->echo->gone += net_is_gone(l->request);
    reply_text(l->request, 200, TEXT("late\n"));
    free(l);
}

static void late(struct echo *e, struct net_request *r)
{
    struct late *l = calloc(1, sizeof *l);
    if (!l)
        abort();
    *l = (struct late){e, r};
    if (!net_timer(e->net, number(r, "ms"), 0, answer_late, l))
        abort();
}

static void never(struct echo *e, struct net_request *r)
{
    (void)e;
    (void)r; // net_free() sees to it
}

static void big(struct echo *e, struct net_request *r)
{
    uint32_t size = number(r, "size");
    net_respond(r, 200,
                &(struct net_reply){.type = "text/plain",
                                    .body = {e->big, size < BIG_MAX ? size : BIG_MAX},
                                    .body_stays = number(r, "stays")});
}

static void feed(void *context)
{
    struct feed *f = context;
    if (!net_send(f->socket, f->part)) {
        net_cancel(f->timer); // closed() frees it
        f->timer = NULL;
    } else if (--f->left == 0) {
        net_close(f->socket, 0, TEXT(""));
        net_cancel(f->timer);
        f->timer = NULL;
    }
}

static void stream(struct echo *e, struct net_request *r)
{
    struct feed *f = calloc(1, sizeof *f);
    uint32_t size = number(r, "size"), count = number(r, "count"), ms = number(r, "ms");
    if (!f)
        abort();
    f->part = size ? (struct text){e->big, size} : TEXT("{\"tick\":1}\n");
    f->left = count ? count : UINT32_MAX;
    f->socket = net_stream(
        r, 200, &(struct net_reply){.type = "application/x-ndjson", .body = TEXT("{}\n")});
    if (!f->socket) {
        free(f);
        return;
    }
    e->streams++;
    net_socket_set_user(f->socket, f);
    f->timer = net_timer(e->net, ms, ms ? ms : 1, feed, f);
    if (!f->timer)
        abort();
}

static void counts(struct echo *e, struct net_request *r)
{
    struct net_counts c = net_counts(e->net);
    struct buf out = {0};
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"connections", c.connections},
        {"requests", c.requests},
        {"upgrades", c.upgrades},
        {"messages_in", c.messages_in},
        {"messages_out", c.messages_out},
        {"bytes_in", c.bytes_in},
        {"bytes_out", c.bytes_out},
        {"open_connections", c.open_connections},
        {"open_sockets", c.open_sockets},
        {"open_streams", c.open_streams},
        {"open_requests", c.open_requests},
        {"opened", e->opened},
        {"closed", e->closed},
        {"streams", e->streams},
        {"streams_closed", e->streams_closed},
        {"gone", e->gone},
        {"heads", e->heads},
        {"wanted", e->wanted},
        {"abandoned", e->abandoned},
        {"buffered", c.buffered},
        {"ticks", net_ticks_ms()},
        {"now", net_now_ms()},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        buf_printf(&out, "%s %llu\n", rows[i].name, (unsigned long long)rows[i].value);
    for (int i = 0; i < NET_DROPS; i++)
        buf_printf(&out, "drop_%s %llu\n", net_drop_name((enum net_drop)i),
                   (unsigned long long)c.drops[i]);
    reply_text(r, 200, buf_text(&out));
    buf_release(&out);
}

static void hog(struct echo *e, struct net_request *r)
{
    int fd;
    while (e->hogs < HOGS_MAX && (fd = open("/dev/null", O_RDONLY)) >= 0)
        e->hog[e->hogs++] = fd;
    for (uint32_t leave = number(r, "leave"); leave && e->hogs; leave--)
        close(e->hog[--e->hogs]);
    reply_text(r, 200, TEXT("hogged\n"));
}

static void unhog(struct echo *e, struct net_request *r)
{
    while (e->hogs)
        close(e->hog[--e->hogs]);
    reply_text(r, 200, TEXT("free\n"));
}

static void *wake_from_thread(void *context)
{
    struct echo *e = context;
    usleep(20000);
    for (int i = 0; i < 1000; i++)
        net_wake(e->net);
    return NULL;
}

static void wake(struct echo *e, struct net_request *r)
{
    pthread_t thread;
    if (e->sleeper || pthread_create(&thread, NULL, wake_from_thread, e) != 0) {
        reply_text(r, 503, TEXT("no thread\n"));
        return;
    }
    pthread_detach(thread);
    e->sleeper = r;
}

static void stop(struct echo *e, struct net_request *r)
{
    reply_text(r, 200, TEXT("stopping\n"));
    net_stop(e->net, e->grace_ms);
}

static const struct {
    const char *path;
    void (*serve)(struct echo *e, struct net_request *r);
} routes[] = {
    {"/", hello},
    {"/echo", echo_request},
    {"/upload", echo_request},
    {"/late", late},
    {"/never", never},
    {"/big", big},
    {"/stream", stream},
    {"/counts", counts},
    {"/hog", hog},
    {"/unhog", unhog},
    {"/wake", wake},
    {"/stop", stop},
    {"/ponder", echo_request},
};

static void on_request(void *context, struct net_request *r)
{
    struct echo *e = context;
    struct text path = net_path(r);
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        if (text_is(path, routes[i].path)) {
            routes[i].serve(e, r);
            return;
        }
    }
    const struct net_field policy = {"Content-Security-Policy", TEXT("default-src 'none'")};
    bool html = text_ends(path, ".html");
    if (e->files && text_starts(path, "/files/") &&
        static_files_serve(e->files, r, text_from(path, 7), &policy, html ? 1 : 0))
        return;
    if (text_starts(path, "/path/")) // shows how a path is understood
        reply_text(r, 200, path);
    else
        reply_text(r, 404, TEXT("not found\n"));
}

static void refuse_body(void *context)
{
    struct late *l = context;
    reply_text(l->request, 401, TEXT("who?\n"));
    free(l);
}

static void want_body(void *context)
{
    struct late *l = context;
    l->echo->wanted += net_want_body(l->request, 1024);
    free(l);
}

// "/refuse" takes no body, and "/ponder" one that it has thought about; `ms` is for how long.
static void on_head(void *context, struct net_request *r)
{
    struct echo *e = context;
    struct text path = net_path(r);
    bool refuses = text_is(path, "/refuse");
    e->heads++;
    if (text_is(path, "/never"))
        return;
    struct late *l = refuses || text_is(path, "/ponder") ? calloc(1, sizeof *l) : NULL;
    if (!l) {
        e->wanted += net_want_body(r, text_is(path, "/upload") ? 1024 * 1024 : 64 * 1024);
        return;
    }
    *l = (struct late){e, r};
    if (!number(r, "ms"))
        (refuses ? refuse_body : want_body)(l);
    else if (!net_timer(e->net, number(r, "ms"), 0, refuses ? refuse_body : want_body, l))
        abort();
}

static void on_abandoned(void *context, struct net_request *r)
{
    (void)r;
    ((struct echo *)context)->abandoned++;
}

static bool on_accept(void *context, struct net_request *r)
{
    (void)context;
    net_set_user(r, context);
    return text_is(net_path(r), "/ws");
}

static void on_opened(void *context, struct net_socket *s, struct net_request *r)
{
    struct echo *e = context;
    struct text value;
    if (net_user(r) != e)
        abort();
    e->opened++;
    if (net_query(r, "greet", &value))
        net_send(s, value);
}

// "close 4001 why", "many 3 text", or anything else to be sent back.
static void on_message(void *context, struct net_socket *s, struct text message)
{
    struct text rest = message, verb = text_cut(&rest, ' ');
    uint32_t n;
    (void)context;
    if (text_is(verb, "close") && text_to_u32(text_cut(&rest, ' '), &n)) {
        net_close(s, n, rest);
        net_send(s, TEXT("too late"));
    } else if (text_is(verb, "many") && text_to_u32(text_cut(&rest, ' '), &n)) {
        while (n-- && net_send(s, rest))
            ;
    } else {
        net_send(s, message);
    }
}

static void on_closed(void *context, struct net_socket *s)
{
    struct echo *e = context;
    struct feed *f = net_socket_user(s);
    if (!net_socket_is_stream(s)) {
        e->closed++;
        return;
    }
    e->streams_closed++;
    net_cancel(f->timer);
    free(f);
}

static void on_woken(void *context)
{
    struct echo *e = context;
    struct net_request *r = e->sleeper;
    e->sleeper = NULL;
    if (r)
        reply_text(r, 200, TEXT("woken\n"));
}

static void on_stopping(void *context)
{
    struct echo *e = context;
    puts("stopping");
    fflush(stdout);
    net_stop(e->net, e->grace_ms);
}

static bool set_option(struct echo *e, struct net_options *o, const char *folder[1], char *argument)
{
    char *value = strchr(argument, '=');
    const struct {
        const char *name;
        unsigned *number;
        const char **string;
    } table[] = {
        {"--address", NULL, &o->address},
        {"--proxies", NULL, &o->proxies},
        {"--cert", NULL, &o->tls_cert},
        {"--key", NULL, &o->tls_key},
        {"--files", NULL, folder},
        {"--port", &o->port, NULL},
        {"--max-head", &o->max_head, NULL},
        {"--max-message", &o->max_message, NULL},
        {"--max-clients", &o->max_clients, NULL},
        {"--max-per-address", &o->max_per_address, NULL},
        {"--max-buffered-mb", &o->max_buffered_mb, NULL},
        {"--max-transfers", &o->max_transfers, NULL},
        {"--head-ms", &o->head_ms, NULL},
        {"--idle-ms", &o->idle_ms, NULL},
        {"--write-ms", &o->write_ms, NULL},
        {"--ping-ms", &o->ping_ms, NULL},
        {"--pong-ms", &o->pong_ms, NULL},
        {"--grace-ms", &e->grace_ms, NULL},
    };
    if (!value) {
        bool trusts = strcmp(argument, "--trust-proxy") == 0;
        if (trusts)
            o->proxies = "on";
        return trusts;
    }
    *value++ = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(argument, table[i].name) != 0)
            continue;
        if (table[i].string)
            *table[i].string = value;
        else
            *table[i].number = (unsigned)strtoul(value, NULL, 10);
        return true;
    }
    return false;
}

static int fail(const struct reason *why)
{
    struct buf line = {0};
    reason_word(why, LANGUAGE_EN, &line);
    fprintf(stderr, "net_echo: %.*s\n", TEXT_ARG(buf_text(&line)));
    buf_release(&line);
    return 1;
}

static int serve(struct echo *e, const struct net_options *options)
{
    const struct net_handler handler = {
        .request = on_request,
        .head = on_head,
        .abandoned = on_abandoned,
        .accept = on_accept,
        .opened = on_opened,
        .message = on_message,
        .closed = on_closed,
        .woken = on_woken,
        .stopping = on_stopping,
    };
    struct reason why;
    e->net = net_open(options, &handler, e, &why);
    if (!e->net)
        return fail(&why);
    printf("port %u\n", net_port(e->net));
    fflush(stdout);
    net_run(e->net);
    net_free(e->net);
    // Every opened connection has been closed by now.
    printf("opened %u closed %u streams %u closed %u\n", e->opened, e->closed, e->streams,
           e->streams_closed);
    return 0;
}

int main(int count, char **arguments)
{
    static struct echo e = {.grace_ms = 2000};
    struct net_options options = {0};
    const char *folder = NULL;
    struct reason why;
    for (int i = 1; i < count; i++) {
        if (!set_option(&e, &options, &folder, arguments[i])) {
            fprintf(stderr, "net_echo: no option %s\n", arguments[i]);
            return 2;
        }
    }
    e.big = malloc(BIG_MAX);
    if (!e.big)
        return 1;
    for (size_t i = 0; i < BIG_MAX; i++)
        e.big[i] = (char)('a' + i % 26);
    if (folder && !(e.files = static_files_open(folder, &why)))
        return fail(&why);
    int status = serve(&e, &options);
    static_files_free(e.files);
    free(e.big);
    return status;
}
