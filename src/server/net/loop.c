#include "server/net/internal.h"

#include "server/net/frame.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>

enum {
    FILES_MAX = 65536,   // more connections than one thread can serve
    FILES_RESERVED = 64, // for the database, the log and so on
    LOG_AGAIN_MS = 10000,
};

static net_log_fn *log_fn;
static void *log_context;

void net_set_log(net_log_fn *log, void *context)
{
    log_fn = log;
    log_context = context;
}

static void log_line(bool is_error, struct text line)
{
    if (log_fn)
        log_fn(log_context, is_error, line);
    else
        fprintf(stderr, "net: %.*s\n", TEXT_ARG(line));
}

bool net_is_time_to_log(struct net *n, uint64_t *last)
{
    bool is = *last == 0 || n->now - *last > LOG_AGAIN_MS;
    *last = is ? n->now : *last;
    return is;
}

void net_log(bool is_error, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    log_line(is_error, text_of(line));
}

static void loop_on_library_log(int level, const char *line)
{
    log_line(level == LLL_ERR, text_trim(text_of(line)));
}

// --- Opening.

static void set_defaults(struct net_options *o)
{
    const struct {
        unsigned *option, otherwise;
    } numbers[] = {
        {&o->max_head, 8 * 1024}, {&o->max_message, 16 * 1024}, {&o->max_per_address, 256},
        {&o->head_ms, 10000},     {&o->idle_ms, 30000},         {&o->write_ms, 30000},
        {&o->ping_ms, 30000},     {&o->pong_ms, 20000},         {&o->max_buffered_mb, 128},
        {&o->max_transfers, 32},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!*numbers[i].option)
            *numbers[i].option = numbers[i].otherwise;
    if (!o->max_body)
        o->max_body = (size_t)64 * 1024;
    if (!o->max_queue)
        o->max_queue = (size_t)256 * 1024;
}

// As many files as the process may have; the connections leave some for others.
static void raise_file_limit(struct net_options *o)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        limit.rlim_cur = limit.rlim_max = 1024;
    rlim_t wanted = limit.rlim_max < FILES_MAX ? limit.rlim_max : FILES_MAX;
    if (limit.rlim_cur != wanted) {
        limit.rlim_cur = wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) < 0)
            getrlimit(RLIMIT_NOFILE, &limit);
    }
    rlim_t reserved = limit.rlim_cur / 4 < FILES_RESERVED ? limit.rlim_cur / 4 : FILES_RESERVED;
    unsigned possible = (unsigned)(limit.rlim_cur - reserved);
    if (!o->max_clients || o->max_clients > possible)
        o->max_clients = possible;
}

// One net at a time: while it is opened, the library hands over what it does TLS with.
static struct net *opening;

static int loop_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t len)
{
    if (reason == LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS && opening)
        opening->tls_context = user;
    return net_conn_event(wsi, reason, user, in, len);
}

static bool open_library(struct net *n, struct reason *why)
{
    static const struct lws_protocols protocols[] = {
        {.name = "net", .callback = loop_on_event, .tx_packet_size = NET_READ_SIZE},
        {0},
    };
    void *loops[] = {&n->loop};
    if (n->tls &&
        !net_certificate_ok(n->options.tls_cert, n->options.tls_key, &n->certificate_ends, why))
        return false;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .pt_serv_buf_size = NET_READ_SIZE + LWS_PRE,
        .alpn = "http/1.1",
        .ssl_cert_filepath = n->options.tls_cert,
        .ssl_private_key_filepath = n->options.tls_key,
        .ssl_cipher_list = net_tls_suites,
        .timeout_secs = n->options.head_ms / 1000 + 1,
    };
    if (n->tls)
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
    lws_set_log_level(LLL_ERR | LLL_WARN, loop_on_library_log);
    n->lws = lws_create_context(&info);
    if (!n->lws)
        return refuse(why, MSG_NET_NO_LIBRARY, "%s", "");
    opening = n;
    n->vhost = lws_create_vhost(n->lws, &info);
    opening = NULL;
    if (!n->vhost && n->tls)
        return refuse(why, MSG_NET_BAD_CERTIFICATE, "%s\t%s", n->options.tls_cert,
                      n->options.tls_key);
    return n->vhost || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static void loop_on_before_sleep(uv_prepare_t *handle);
static void loop_on_no_sleep(uv_idle_t *handle)
{
    (void)handle;
}

static void loop_on_before_sleep(uv_prepare_t *handle)
{
    struct net *n = handle->data;
    net_flush(n);
    if (n->dirty)
        uv_idle_start(&n->no_sleep, loop_on_no_sleep);
    else
        uv_idle_stop(&n->no_sleep);
}

static void loop_on_wake(uv_async_t *handle)
{
    struct net *n = handle->data;
    n->now = net_ticks_ms();
    if (n->handler.woken)
        n->handler.woken(n->context);
}

static void loop_on_signal(uv_signal_t *handle, int number)
{
    struct net *n = handle->data;
    if (number == SIGHUP && !isatty(STDIN_FILENO)) {
        if (n->handler.reload)
            n->handler.reload(n->context);
    } else if (n->handler.stopping) {
        n->handler.stopping(n->context);
    } else {
        net_stop(n, 0);
    }
}

static void loop_on_sweep(uv_timer_t *handle)
{
    net_sweep(handle->data);
}

static uint64_t sweep_period(const struct net_options *o)
{
    const unsigned times[] = {o->head_ms, o->idle_ms, o->write_ms, o->ping_ms, o->pong_ms};
    uint64_t shortest = 8000;
    for (size_t i = 0; i < sizeof times / sizeof *times; i++)
        if (times[i] < shortest)
            shortest = times[i];
    return shortest / 8 > 10 ? shortest / 8 : 10;
}

static void open_handles(struct net *n)
{
    static const int numbers[] = {SIGTERM, SIGINT, SIGHUP};
    uv_prepare_init(&n->loop, &n->before_sleep);
    uv_idle_init(&n->loop, &n->no_sleep);
    uv_async_init(&n->loop, &n->wake, loop_on_wake);
    uv_timer_init(&n->loop, &n->sweep);
    uv_timer_init(&n->loop, &n->grace);
    uv_timer_init(&n->loop, &n->accept_again);
    n->before_sleep.data = n->no_sleep.data = n->wake.data = n->sweep.data = n->grace.data = n;
    n->accept_again.data = n;
    uv_prepare_start(&n->before_sleep, loop_on_before_sleep);
    uv_timer_start(&n->sweep, loop_on_sweep, sweep_period(&n->options), sweep_period(&n->options));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        uv_signal_init(&n->loop, &n->signals[i]);
        n->signals[i].data = n;
        uv_signal_start(&n->signals[i], loop_on_signal, numbers[i]);
    }
}

struct net *net_open(const struct net_options *options, const struct net_handler *handler,
                     void *context, struct reason *why)
{
    struct net *n = calloc(1, sizeof *n);
    uint64_t secret = 0;
    if (!n) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    n->options = *options;
    n->handler = *handler;
    n->context = context;
    n->spare = -1;
    n->dirty_end = &n->dirty;
    n->tls = options->tls_cert || options->tls_key;
    n->now = net_ticks_ms();
    (void)!getrandom(&secret, sizeof secret, 0);
    map_init(&n->peers, secret);
    signal(SIGPIPE, SIG_IGN);
    set_defaults(&n->options);
    // options.c has refused a malformed list, so it counts as empty here.
    if (!options->proxies || !net_proxies_read(&n->proxies, text_of(options->proxies)))
        n->proxies.count = 0;
    raise_file_limit(&n->options);
    n->loop_is_open = uv_loop_init(&n->loop) == 0;
    if (!n->loop_is_open)
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    else
        open_handles(n);
    if (!n->loop_is_open || !open_library(n, why) || !net_listen(n, why)) {
        net_free(n);
        return NULL;
    }
    n->options.address = n->options.tls_cert = n->options.tls_key = n->options.proxies = NULL;
    return n;
}

void net_set_limits(struct net *n, unsigned max_clients, unsigned max_per_address)
{
    n->options.max_clients = max_clients;
    n->options.max_per_address = max_per_address;
    set_defaults(&n->options);
    raise_file_limit(&n->options);
}

unsigned net_port(const struct net *n)
{
    return n->port;
}

// --- Running and stopping.

void net_run(struct net *n)
{
    while (!n->stopped)
        uv_run(&n->loop, UV_RUN_DEFAULT);
}

static void finish(struct net *n)
{
    n->stopped = true;
    uv_stop(&n->loop);
}

void net_finish_if_done(struct net *n)
{
    if (n->stopping && !n->conns)
        finish(n);
}

static void loop_on_grace_over(uv_timer_t *handle)
{
    struct net *n = handle->data;
    for (struct net_conn *c = n->conns; c; c = c->next)
        net_conn_doom(c);
}

static void stop_conn(struct net_conn *c)
{
    switch (c->phase) {
    case NET_PHASE_HEAD:
        // Idle between two requests: close at once, nothing is lost.
        if (net_conn_queued(c) == 0) {
            net_conn_doom(c);
        } else {
            net_conn_phase(c, NET_PHASE_CLOSING);
            net_conn_dirty(c);
        }
        break;
    case NET_PHASE_SOCKET:
    case NET_PHASE_STREAM:
        net_socket_close(c, NET_CLOSE_RESTART, TEXT("restart"));
        break;
    case NET_PHASE_ASKED:
    case NET_PHASE_BODY:
    case NET_PHASE_BUSY:
        c->keep = false;
        break;
    case NET_PHASE_CLOSING:
    case NET_PHASE_LINGER:
        break;
    }
}

void net_stop(struct net *n, unsigned grace_ms)
{
    if (n->stopping)
        return;
    n->stopping = true;
    n->now = net_ticks_ms();
    net_unlisten(n);
    for (struct net_conn *c = n->conns; c; c = c->next)
        stop_conn(c);
    uv_update_time(&n->loop);
    uv_timer_start(&n->grace, loop_on_grace_over, grace_ms ? grace_ms : 1, 0);
    net_finish_if_done(n);
}

static void close_handles(struct net *n)
{
    uv_handle_t *const handles[] = {
        (uv_handle_t *)&n->before_sleep, (uv_handle_t *)&n->no_sleep,
        (uv_handle_t *)&n->wake,         (uv_handle_t *)&n->sweep,
        (uv_handle_t *)&n->grace,        (uv_handle_t *)&n->accept_again,
        (uv_handle_t *)&n->signals[0],   (uv_handle_t *)&n->signals[1],
        (uv_handle_t *)&n->signals[2],
    };
    net_timers_free(n);
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++)
        uv_close(handles[i], NULL);
    for (unsigned i = 0; i < n->listeners; i++)
        uv_close((uv_handle_t *)&n->listener[i].poll, NULL);
}

// The library closes its handles on the loop, so that has to turn until all are closed; only then
// what holds them may be freed, and the code of their callbacks unloaded.
static void close_loop(struct net *n)
{
    close_handles(n);
    if (n->lws)
        lws_context_destroy(n->lws);
    while (uv_run(&n->loop, UV_RUN_NOWAIT))
        ;
    if (n->lws)
        lws_context_destroy(n->lws);
    uv_loop_close(&n->loop);
}

void net_free(struct net *n)
{
    if (!n)
        return;
    n->stopping = true;
    if (n->loop_is_open) {
        net_unlisten(n);
        close_loop(n);
    }
    while (n->requests)
        net_request_free(n->requests);
    map_release(&n->peers);
    net_tls_free(n);
    free(n);
}

// --- Other threads, and watching.

void net_wake(struct net *n)
{
    uv_async_send(&n->wake);
}

struct net_counts net_counts(const struct net *n)
{
    struct net_counts counts = n->counts;
    counts.buffered = n->buffered;
    for (const struct net_request *r = n->requests; r; r = r->next)
        counts.open_requests++;
    return counts;
}

const char *net_drop_name(enum net_drop why)
{
    static const char *const names[NET_DROPS] = {
        [NET_DROP_HEAD_SIZE] = "head_size",
        [NET_DROP_BODY_SIZE] = "body_size",
        [NET_DROP_BAD] = "bad",
        [NET_DROP_SLOW_IN] = "slow_in",
        [NET_DROP_SLOW_OUT] = "slow_out",
        [NET_DROP_IDLE] = "idle",
        [NET_DROP_SILENT] = "silent",
        [NET_DROP_MESSAGE] = "message",
        [NET_DROP_REFUSED] = "refused",
        [NET_DROP_ADDRESS] = "address",
        [NET_DROP_CONNECTS] = "connects",
        [NET_DROP_FULL] = "full",
        [NET_DROP_FILES] = "files",
        [NET_DROP_TRANSFERS] = "transfers",
        [NET_DROP_MEMORY] = "memory",
    };
    return names[why];
}
