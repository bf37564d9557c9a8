#include "server/app.h"

#include "base/bug.h"
#include "server/call.h"
#include "server/export.h"
#include "server/journal.h"
#include "server/metrics.h"
#include "server/orders.h"
#include "server/page.h"
#include "server/post.h"
#include "store/social.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TICK_MS = 50,
    ALIVE_MS = 2000,
    MAIL_MS = 3000,
    ORDERS_MS = 2000,
    SWEEP_MS = 3600000,
    STOP_TICKS = 100, // of 50 ms: how long commits under way are waited for
    STOP_GRACE_MS = 3000,
    POOL_QUEUE = 256,
    UPLOAD_BYTES = 1 << 20,
};

// --- Opening, part by part.

static void open_one(void *context, const char *name)
{
    struct app *app = context;
    struct reason why;
    const struct lexicon *lex = library_open(&app->library, name, &why);
    if (lex)
        lexicon_rest(lex);
    else
        journal_line(JOURNAL_WARNING, "lexicon.skipped", JOURNAL_STRING("lexicon", name),
                     JOURNAL_REASON("why", &why), JOURNAL_END);
}

// All are opened at once, so that a bad one is known from the start; their pages come back from the
// disk's cache as they are needed.
static bool open_lexicons(struct app *app, struct reason *why)
{
    shelf_init(&app->shelf, app->options->lexicons);
    app->library = (struct library){.shelf = &app->shelf};
    app->host = library_host(&app->library);
    return shelf_list(&app->shelf, open_one, app, why);
}

static bool open_catalogue(struct app *app, struct reason *why)
{
    app->catalogue = catalogue_open(&app->shelf, &app->host);
    return app->catalogue || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool open_mailer(struct app *app, struct reason *why)
{
    const struct options *o = app->options;
    struct mailer_options options = {.relay = o->smtp,
                                     .user = o->smtp_user,
                                     .password = o->smtp_password,
                                     .from = o->mail_from,
                                     .name = "Logomachy",
                                     .outbox = o->outbox,
                                     .wake = app_wake,
                                     .context = app};
    app->mailer = mailer_open(&options, why);
    return app->mailer != NULL;
}

static enum store_status read_key(struct store_tx *tx, void *context)
{
    struct app *app = context;
    struct buf hex = {0};
    char fresh[SECRET_HEX];
    enum store_status status = store_note_get(tx, "key", &hex);
    if (status == STORE_NONE) {
        secret_key_make(&app->key);
        secret_key_write(&app->key, fresh);
        status = store_note_put(tx, "key", text_of(fresh));
    } else if (status == STORE_OK && !secret_key_read(&app->key, buf_text(&hex))) {
        status = STORE_BROKEN;
    }
    buf_release(&hex);
    return status;
}

static enum store_status read_alive(struct store_tx *tx, void *context)
{
    struct app *app = context;
    struct buf text = {0};
    enum store_status status = store_note_get(tx, "alive", &text);
    buf_add_byte(&text, 0);
    app->alive = status == STORE_OK && buf_ok(&text) ? strtoll(text.at, NULL, 10) : 0;
    buf_release(&text);
    return status == STORE_NONE ? STORE_OK : status;
}

static bool open_store(struct app *app, struct reason *why)
{
    struct store_options options = {.where = app->options->db, .wake = app_wake, .context = app};
    app->store = store_open(&options, why);
    if (!app->store)
        return false;
    enum store_status status = store_do(app->store, true, read_key, app);
    if (status == STORE_OK)
        status = store_do(app->store, false, read_alive, app);
    return status == STORE_OK ||
           refuse(why, MSG_API_STORE, "%s\t%s", app->options->db, store_status_name(status));
}

static bool open_pool(struct app *app, struct reason *why)
{
    struct pool_options options = {.threads = app->options->threads,
                                   .queue_limit = POOL_QUEUE,
                                   .wake = app_wake,
                                   .context = app};
    app->pool = pool_open(&options, why);
    return app->pool != NULL;
}

// There may be no client: then there is a plain page, and the API.
static void open_web(struct app *app)
{
    struct reason why;
    if (access(app->options->web, R_OK) != 0)
        return;
    app->web = static_files_open(app->options->web, &why);
    if (!app->web)
        journal_line(JOURNAL_WARNING, "web.skipped", JOURNAL_REASON("why", &why), JOURNAL_END);
}

static bool open_memory(struct app *app, struct reason *why)
{
    char random[SECRET_HEX];
    secret_seed(random);
    memcpy(&app->map_secret, random, sizeof app->map_secret);
    sessions_init(&app->sessions, app->map_secret);
    app->limits = limits_open(LIMITS_ENTRIES);
    app->news = news_open(app->options->news);
    app->hall = hall_open(app);
    app->live = live_open(app);
    return (app->limits && app->news && app->hall && app->live) ||
           refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// --- Requests.

static void metrics_answer(struct app *app, struct net_request *r)
{
    struct buf out = {0};
    counts_all(&app->counts, app->net, app->store, app->pool);
    metrics_print(&out);
    net_respond(r, 200, &(struct net_reply){.type = METRICS_CONTENT_TYPE, .body = buf_text(&out)});
    buf_release(&out);
}

static void request(void *context, struct net_request *r)
{
    struct app *app = context;
    struct text path = net_path(r);
    if (text_is(path, "/healthz"))
        net_respond(r, app->stopping ? 503 : 200,
                    &(struct net_reply){.type = "text/plain", .body = TEXT("ok\n")});
    else if (text_is(path, "/metrics"))
        metrics_answer(app, r);
    else if (text_is(path, "/api") || text_starts(path, "/api/"))
        call_begin(app, r);
    else
        page_answer(app, r);
}

static size_t body_limit(void *context, const struct net_request *r)
{
    (void)context;
    return text_starts(net_path(r), "/api/analysis") ? UPLOAD_BYTES : 0;
}

static bool accept_socket(void *context, struct net_request *r)
{
    struct app *app = context;
    return !app->stopping && live_accept(app->live, r);
}

static void opened(void *context, struct net_socket *s, struct net_request *r)
{
    live_opened(((struct app *)context)->live, s, r);
}

static void message(void *context, struct net_socket *s, struct text text)
{
    live_message(((struct app *)context)->live, s, text);
}

static void closed(void *context, struct net_socket *s)
{
    struct app *app = context;
    if (!export_closed(app, s))
        live_closed(app->live, s);
}

// --- The loop.

void app_wake(void *context)
{
    struct app *app = context;
    if (app->net)
        net_wake(app->net);
}

static void woken(void *context)
{
    struct app *app = context;
    store_finish(app->store);
    counts_commits(&app->counts, app->store);
    pool_finish(app->pool);
    mailer_finish(app->mailer);
}

static void tick(void *context)
{
    struct app *app = context;
    hall_tick(app->hall);
    if (app->stopping && !app->stopped &&
        (hall_is_quiet(app->hall) || ++app->stop_ticks > STOP_TICKS)) {
        app->stopped = true;
        net_stop(app->net, STOP_GRACE_MS);
    }
}

static void stopping(void *context)
{
    struct app *app = context;
    if (app->stopping)
        return;
    app->stopping = true;
    journal_line(JOURNAL_INFO, "server.stopping", JOURNAL_END);
    hall_stop(app->hall);
}

// What has to be known after a crash: how long nobody could play. One at a time.
static enum store_status run_alive(struct store_tx *tx, struct store_job *job)
{
    char text[24];
    (void)job;
    snprintf(text, sizeof text, "%llu", (unsigned long long)net_now_ms());
    return store_note_put(tx, "alive", text_of(text));
}

static void alive_done(struct store_job *job)
{
    job->next = NULL;
    job->run = NULL;
}

static void beat(void *context)
{
    struct app *app = context;
    if (app->beat.run)
        return;
    app->beat = (struct store_job){.run = run_alive, .done = alive_done};
    store_write(app->store, &app->beat);
}

static enum store_status run_sweep(struct store_tx *tx, struct store_job *job)
{
    (void)job;
    return store_session_drop_expired(tx, (int64_t)net_now_ms());
}

static void sweep(void *context)
{
    struct app *app = context;
    if (app->sweep.run)
        return;
    app->sweep = (struct store_job){.run = run_sweep, .done = alive_done};
    store_write(app->store, &app->sweep);
}

static void send_mails(void *context)
{
    post_send(context);
}

static void look_for_orders(void *context)
{
    orders_look(context);
}

static bool start_timers(struct app *app, struct reason *why)
{
    static const struct {
        unsigned ms;
        void (*fn)(void *context);
    } timers[] = {{TICK_MS, tick},
                  {ALIVE_MS, beat},
                  {MAIL_MS, send_mails},
                  {SWEEP_MS, sweep},
                  {ORDERS_MS, look_for_orders}};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        if (!net_timer(app->net, timers[i].ms, timers[i].ms, timers[i].fn, app))
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return true;
}

static void set_url(struct app *app)
{
    const struct options *o = app->options;
    bool v6 = strchr(o->address, ':');
    if (o->public_url)
        snprintf(app->url, sizeof app->url, "%s", o->public_url);
    else
        snprintf(app->url, sizeof app->url, "%s://%s%s%s:%u", o->tls_cert ? "https" : "http",
                 v6 ? "[" : "", o->address, v6 ? "]" : "", net_port(app->net));
}

static void net_log(void *context, bool is_error, struct text line)
{
    (void)context;
    journal_line(is_error ? JOURNAL_ERROR : JOURNAL_WARNING, "net", JOURNAL_TEXT("text", line),
                 JOURNAL_END);
}

static bool open_net(struct app *app, struct reason *why)
{
    static const struct net_handler handler = {.request = request,
                                               .body_limit = body_limit,
                                               .accept = accept_socket,
                                               .opened = opened,
                                               .message = message,
                                               .closed = closed,
                                               .woken = woken,
                                               .stopping = stopping};
    const struct options *o = app->options;
    struct net_options options = {.address = o->address,
                                  .port = o->port,
                                  .tls_cert = o->tls_cert,
                                  .tls_key = o->tls_key,
                                  .trust_proxy = o->trust_proxy,
                                  .max_clients = o->max_connections,
                                  .max_per_address = o->max_connections};
    net_set_log(net_log, app);
    app->net = net_open(&options, &handler, app, why);
    if (!app->net)
        return false;
    set_url(app);
    return start_timers(app, why);
}

struct app *app_open(const struct options *options, const struct record_host *host,
                     struct reason *why)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    app->options = options;
    // A file that may not grow is an error of who writes to it, not the end of the process.
    signal(SIGXFSZ, SIG_IGN);
    journal_open(2, (enum journal_level)options->log_level);
    bool ok = secret_init(why) && open_lexicons(app, why) && open_mailer(app, why) &&
              open_store(app, why) && open_pool(app, why) && open_memory(app, why);
    if (ok && host)
        app->host = *host;
    ok = ok && open_catalogue(app, why);
    if (ok)
        open_web(app);
    app->booted = (int64_t)net_now_ms();
    metrics_set(METRIC_START_SECONDS, 0, app->booted / 1000);
    ok = ok && open_net(app, why);
    malloc_trim(0);
    if (ok)
        return app;
    app_close(app);
    return NULL;
}

void app_run(struct app *app)
{
    beat(app);
    hall_tick(app->hall);
    journal_line(JOURNAL_INFO, "server.started", JOURNAL_STRING("url", app->url), JOURNAL_END);
    net_run(app->net);
    journal_line(JOURNAL_INFO, "server.stopped", JOURNAL_END);
}

// What is under way is brought to its end first: what the pool still answers may write to the
// store, and what the store still answers finds no pool and says so.
void app_close(struct app *app)
{
    struct pool *pool = app->pool;
    if (app->hall)
        hall_stop(app->hall);
    if (pool)
        pool_close(pool, POOL_CANCEL);
    app->pool = NULL;
    if (app->mailer)
        mailer_close(app->mailer);
    store_close(app->store);
    hall_free(app->hall);
    if (app->net)
        net_free(app->net);
    live_free(app->live);
    static_files_free(app->web);
    news_free(app->news);
    limits_free(app->limits);
    sessions_release(&app->sessions);
    catalogue_free(app->catalogue);
    library_close(&app->library);
    free(app);
}
