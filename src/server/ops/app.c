#include "server/ops/app.h"

#include "base/bug.h"
#include "engine/engine_cache.h"
#include "proto/json_load.h"
#include "server/accounts/name_store.h"
#include "server/api/call.h"
#include "server/api/export.h"
#include "server/api/packs.h"
#include "server/api/page.h"
#include "server/api/policy.h"
#include "server/cluster/remote.h"
#include "server/ops/admin_queue.h"
#include "server/ops/db_wait.h"
#include "server/ops/mail_queue.h"
#include "server/play/expiry_scan.h"
#include "server/play/scheduler.h"
#include "server/runtime/journal.h"
#include "server/runtime/mail.h"
#include "server/runtime/metrics.h"
#include "server/sync/catchup.h"
#include "server/sync/chat_catchup.h"
#include "server/sync/fanout.h"
#include "store/buckets.h"
#include "store/social.h"

#include <malloc.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    TICK_MS = 50,
    MAIL_MS = 3000,
    ADMIN_QUEUE_MS = 2000,
    EXPIRY_MS = 1000,
    SWEEP_MS = 3600000,
    DAY_MS = 24 * 3600000,
    STOP_TICKS = 100, // of 50 ms: how long commits under way are waited for
    STOP_GRACE_MS = 3000,
    POOL_QUEUE = 256,
    ENGINES_IDLE = 8, // engine instances that are kept for the next search
    POOL_OWNED = 32,  // of those, per owner
};

// Wakes the loop, from any thread: something is done.
static void app_wake(void *context)
{
    struct app *app = context;
    if (app->site.net)
        net_wake(app->site.net);
}

// --- Opening, part by part.

static struct net_options net_options_of(const struct app *app)
{
    const struct options *o = app->site.options;
    return (struct net_options){.address = o->address,
                                .port = o->port,
                                .tls_cert = o->tls_cert,
                                .tls_key = o->tls_key,
                                .proxies = o->trust_proxy,
                                .max_clients = o->max_connections,
                                .max_per_address = o->max_per_address,
                                .max_buffered_mb = o->max_buffered};
}

static void app_open_one(void *context, const char *name)
{
    struct app *app = context;
    struct reason why;
    const struct lexicon *lex = lexicon_cache_open(&app->lexicons, name, &why);
    if (lex)
        lexicon_rest(lex);
    else
        journal_line(JOURNAL_WARNING, "lexicon.skipped", JOURNAL_STRING("lexicon", name),
                     JOURNAL_REASON("why", &why), JOURNAL_END);
}

// All are opened at once, so that a damaged one is noticed at the start; their pages are read from
// the page cache as they are needed.
static bool open_lexicons(struct app *app, struct reason *why)
{
    search_path_init(&app->search_path, site_options(&app->site)->lexicons);
    app->lexicons = (struct lexicon_cache){.search_path = &app->search_path};
    app->site.host = lexicon_cache_host(&app->lexicons);
    return search_path_list(&app->search_path, app_open_one, app, why);
}

static bool open_catalogue(struct app *app, struct reason *why)
{
    app->api.catalogue = catalogue_open(&app->search_path, &app->site.host);
    if (!app->api.catalogue)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    app->site.thread_host = catalogue_host(app->api.catalogue);
    return true;
}

static bool open_mailer(struct app *app, struct reason *why)
{
    const struct options *o = app->site.options;
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

static enum store_status app_find_key(struct store_tx *tx, void *context)
{
    struct app *app = context;
    struct buf hex = {0};
    enum store_status status = store_note_get(tx, "key", &hex);
    if (status == STORE_OK && !secret_key_read(&app->site.key, buf_text(&hex)))
        status = STORE_DAMAGED;
    buf_release(&hex);
    return status;
}

static enum store_status app_make_key(struct store_tx *tx, void *context)
{
    struct app *app = context;
    char fresh[SECRET_HEX];
    enum store_status status = app_find_key(tx, context); // another process may have been first
    if (status != STORE_NONE)
        return status;
    secret_key_make(&app->site.key);
    secret_key_write(&app->site.key, fresh);
    status = store_note_put(tx, "key", text_of(fresh));
    daily_date((int64_t)net_now_ms(), app->api.daily.since);
    return status == STORE_OK ? store_note_put(tx, "daily", text_of(app->api.daily.since)) : status;
}

static enum store_status app_find_daily(struct store_tx *tx, void *context)
{
    struct app *app = context;
    struct buf since = {0};
    enum store_status status = store_note_get(tx, "daily", &since);
    if (status == STORE_OK)
        snprintf(app->api.daily.since, DAILY_DATE, "%.*s", TEXT_ARG(buf_text(&since)));
    buf_release(&since);
    return status;
}

// The site is older than secret deals: they begin tomorrow, since today's was dealt already.
static enum store_status app_begin_daily(struct store_tx *tx, void *context)
{
    struct app *app = context;
    enum store_status status = app_find_daily(tx, context); // another process may have been first
    if (status != STORE_NONE)
        return status;
    daily_date((int64_t)net_now_ms() + DAILY_DAY_MS, app->api.daily.since);
    return store_note_put(tx, "daily", text_of(app->api.daily.since));
}

static enum store_status open_daily(struct app *app)
{
    app->api.daily.key = app->site.key;
    enum store_status status = store_do(app->site.store, false, app_find_daily, app);
    if (status == STORE_NONE)
        status = store_do(app->site.store, true, app_begin_daily, app);
    // If nothing can be written now, the next start will.
    return app->api.daily.since[0] ? STORE_OK : status;
}

static bool refuse_store(const struct app *app, enum store_status status, struct reason *why)
{
    struct buf place = {0};
    store_print_place(site_options(&app->site)->db, &place);
    reason_set(why, 0,
               status == STORE_FULL   ? MSG_STORE_FULL
               : status == STORE_BUSY ? MSG_STORE_LOCKED
                                      : MSG_API_STORE,
               "%.*s\t%s", TEXT_ARG(buf_text(&place)), store_status_name(status));
    buf_release(&place);
    return false;
}

// Everything that the server needs to start. Writes only if necessary: a read-only site is better
// than none.
static bool app_try_store(void *context, struct reason *why)
{
    struct app *app = context;
    struct store_options options = {
        .where = site_options(&app->site)->db, .wake = app_wake, .context = app};
    app->site.store = store_open(&options, why);
    if (!app->site.store)
        return false;
    enum store_status status = store_do(app->site.store, false, app_find_key, app);
    if (status == STORE_NONE)
        status = store_do(app->site.store, true, app_make_key, app);
    if (status == STORE_OK)
        status = open_daily(app);
    if (status == STORE_OK)
        return true;
    store_close(app->site.store);
    app->site.store = NULL;
    return refuse_store(app, status, why);
}

// A database of ours always has its -wal file beside it. Without that the database may lack
// acknowledged writes, or even be empty, and SQLite does not notice. A restored backup has none
// either.
static bool lacks_wal(const char *db)
{
    struct stat file;
    struct buf wal = {0};
    bool lacks = false;
    buf_add_string(&wal, db);
    buf_add_string(&wal, "-wal");
    buf_add(&wal, "", 1);
    if (buf_ok(&wal) && stat(db, &file) == 0 && S_ISREG(file.st_mode) && file.st_size > 0)
        lacks = access(buf_text(&wal).at, F_OK) != 0;
    buf_release(&wal);
    return lacks;
}

// The server starts even if nothing can be written now: clocks stand still until it can.
static bool open_store(struct app *app, struct reason *why)
{
    struct net_options options = net_options_of(app);
    bool lacks = lacks_wal(site_options(&app->site)->db);
    bool open = app_try_store(app, why);
    if (!open && store_is_passing(why))
        open = db_wait_run(&options, app_try_store, app, why);
    if (!open)
        return false;
    if (lacks)
        journal_line(JOURNAL_WARNING, "database.no_wal", JOURNAL_END);
    // Retried at the next start.
    if (name_skeletons_fill(app->site.store) != STORE_OK)
        journal_line(JOURNAL_WARNING, "names.not_filled", JOURNAL_END);
    enum store_status status =
        heartbeat_begin(&app->heartbeat, app->site.store, !site_options(&app->site)->bus);
    health_begin(&app->health, app->site.store, &app->heartbeat);
    return status == STORE_OK || status >= STORE_FULL || refuse_store(app, status, why);
}

// Is every server of the bus on this machine?
static bool is_near(const char *urls)
{
    static const char *const near[] = {"127.0.0.1", "localhost", "[::1]"};
    struct text rest = text_of(urls);
    bool all = true;
    while (rest.len && all) {
        struct text host = text_cut(&rest, ',');
        host = text_from(host, text_find_string(host, "://") + 3);
        if (text_find(host, '@') < host.len)
            host = text_from(host, text_find(host, '@') + 1);
        all = false;
        for (size_t i = 0; i < sizeof near / sizeof *near; i++)
            all |= text_starts(host, near[i]) &&
                   (host.len == strlen(near[i]) || host.at[strlen(near[i])] == ':');
    }
    return all;
}

// Processes on several machines cannot share a file: SQLite is refused unless the bus is known to
// be on this machine only.
static bool open_bus(struct app *app, struct reason *why)
{
    const struct options *o = app->site.options;
    if (o->bus && !store_is_shared(app->site.store) && !is_near(o->bus))
        return refuse(why, MSG_BUS_FILE, "%s", o->db);
    struct bus_options options = {
        .url = o->bus, .others_only = true, .wake = app_wake, .context = app};
    app->site.bus = bus_open(&options, why);
    return app->site.bus;
}

static bool open_remote(struct app *app, struct reason *why)
{
    if (bus_is_shared(app->site.bus))
        app->remote = remote_open(app->site.bus, why);
    return app->remote || !bus_is_shared(app->site.bus);
}

static bool open_pool(struct app *app, struct reason *why)
{
    struct pool_options options = {.threads = site_options(&app->site)->threads,
                                   .queue_limit = POOL_QUEUE,
                                   .owner_limit = POOL_OWNED,
                                   .wake = app_wake,
                                   .context = app};
    app->site.pool = pool_open(&options, why);
    if (!app->site.pool)
        return false;
    app->site.engines = engine_cache_open(ENGINES_IDLE);
    return app->site.engines || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// The web client is optional: without it there is a plain page, and the API.
static void open_web(struct app *app)
{
    struct reason why;
    if (access(site_options(&app->site)->web, R_OK) != 0)
        return;
    app->api.web = static_files_open(site_options(&app->site)->web, &why);
    if (app->api.web)
        policy_print(static_files_content(app->api.web, TEXT("index.html")), &app->api.policy);
    if (!app->api.web)
        journal_line(JOURNAL_WARNING, "web.skipped", JOURNAL_REASON("why", &why), JOURNAL_END);
}

static void open_play(struct app *app)
{
    app->lease = lease_open(&app->site, wiring_acquired, &app->wiring);
    app->play = (struct play){.site = &app->site,
                              .lease = app->lease,
                              .remote = app->remote,
                              .heartbeat = &app->heartbeat,
                              .listener = &play_wiring,
                              .context = &app->wiring};
    app->tables = app->lease ? tables_open(&app->play) : NULL;
    app->scheduler = app->tables ? scheduler_open(&app->play, app->tables) : NULL;
    app->expiry = app->tables ? expiry_scan_open(&app->play, app->tables) : NULL;
}

static void open_live(struct app *app)
{
    app->live = live_open(&(struct live_options){.site = &app->site,
                                                 .tables = app->tables,
                                                 .sessions = &app->sessions,
                                                 .listener = &live_wiring,
                                                 .context = &app->wiring});
}

static void open_sync(struct app *app, struct reason *why)
{
    struct fanout_options options = {.site = &app->site,
                                     .sessions = &app->sessions,
                                     .lease = app->lease,
                                     .tables = app->tables,
                                     .live = app->live};
    app->catchup = catchup_open(&app->site, app->tables);
    app->chat_catchup = chat_catchup_open(app->live);
    app->fanout = fanout_open(&options, why);
    app->wiring = (struct wiring){.tables = app->tables,
                                  .scheduler = app->scheduler,
                                  .live = app->live,
                                  .catchup = app->catchup,
                                  .fanout = app->fanout};
    app->sessions.on_forgotten = wiring_forgotten;
    app->sessions.context = &app->wiring;
}

static void open_queues(struct app *app)
{
    struct admin_queue_options options = {
        .site = &app->site, .sessions = &app->sessions, .tables = app->tables, .live = app->live};
    app->mail_queue = mail_queue_open(&app->site, app->mailer);
    app->admin_queue = admin_queue_open(&options);
}

static bool open_memory(struct app *app, struct reason *why)
{
    char random[SECRET_HEX];
    secret_seed(random);
    memcpy(&app->site.map_secret, random, sizeof app->site.map_secret);
    sessions_init(&app->sessions, app->site.map_secret);
    app->site.limits = limits_open(LIMITS_ENTRIES);
    app->api.news = news_open(site_options(&app->site)->news);
    open_play(app);
    open_live(app);
    open_sync(app, why);
    open_queues(app);
    app->reload = (struct reload){.site = &app->site, .mailer = app->mailer, .news = app->api.news};
    app->api.site = &app->site;
    app->api.sessions = &app->sessions;
    app->api.tables = app->tables;
    app->api.live = app->live;
    app->api.remote = app->remote;
    return (app->site.limits && app->api.news && app->tables && app->scheduler && app->expiry &&
            app->live && app->catchup && app->chat_catchup && app->fanout && app->mail_queue &&
            app->admin_queue) ||
           refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// --- Requests.

// A proxy on this machine connects from here too, but sets a forwarding header.
static bool is_from_here(const struct net_request *r)
{
    static const char *const by_proxies[] = {"forwarded",         "via",
                                             "x-forwarded-for",   "x-real-ip",
                                             "x-forwarded-proto", "x-forwarded-host"};
    for (size_t i = 0; i < sizeof by_proxies / sizeof *by_proxies; i++)
        if (net_header(r, by_proxies[i]).len)
            return false;
    return text_starts(net_client(r), "127.") || text_is(net_client(r), "::1");
}

// Load figures are for the operator only.
static bool may_read_metrics(const struct app *app, const struct net_request *r)
{
    uint32_t caller = site_options(&app->site)->metrics;
    return caller == OPTIONS_METRICS_ON || (caller == OPTIONS_METRICS_LOCAL && is_from_here(r));
}

static void metrics_answer(struct app *app, struct net_request *r)
{
    struct buf out = {0};
    counts_all(&app->counts, app->site.net, app->site.store, app->site.pool);
    counts_bus(&app->counts, app->site.bus);
    metrics_print(&out);
    net_respond(r, 200, &(struct net_reply){.type = METRICS_CONTENT_TYPE, .body = buf_text(&out)});
    buf_release(&out);
}

// Ready for visitors: the database works. Without a bus the site goes on, more slowly: the process
// still counts as healthy.
static void health_answer(struct app *app, struct net_request *r)
{
    struct buf wrong = {0}, body = {0};
    bool well = health_json(&app->health, &wrong) && !app->site.stopping;
    buf_add_string(&body, app->site.stopping ? "stopping\n" : well ? "ok\n" : "unavailable\n");
    buf_add_text(&body, buf_text(&wrong));
    if (bus_is_shared(app->site.bus))
        buf_printf(&body, "bus %s\nworkers %s\n", bus_is_up(app->site.bus) ? "up" : "down",
                   remote_state_key(remote_state(app->remote)));
    net_respond(r, well ? 200 : 503,
                &(struct net_reply){.type = "text/plain", .body = buf_text(&body)});
    buf_release(&wrong);
    buf_release(&body);
}

// The loop runs, whatever else is wrong: restarting the process would not help.
static void alive_answer(struct net_request *r)
{
    net_respond(r, 200, &(struct net_reply){.type = "text/plain", .body = TEXT("alive\n")});
}

static bool takes(struct app *app, enum limit_kind kind, struct text address, uint32_t tokens)
{
    if (!site_options(&app->site)->limits ||
        limit_take_many(app->site.limits, kind, address, tokens, (int64_t)net_now_ms(), NULL))
        return true;
    metrics_add(METRIC_LIMITED, kind, 1);
    return false;
}

static void answer_too_often(struct net_request *r)
{
    static const struct net_field later[] = {{"Retry-After", {"5", 1}}};
    net_respond(r, 429, &(struct net_reply){.fields = later, .field_count = 1});
}

// The head of a request whose body is still to come, or a whole request.
static void app_request(void *context, struct net_request *r)
{
    struct app *app = context;
    struct text path = net_path(r);
    if (net_user(r)) // its body has arrived
        call_go_on(net_user(r));
    else if (text_is(path, "/api") || text_starts(path, "/api/"))
        call_begin(&app->api, r);
    else if (!takes(app, LIMIT_FILE, net_client(r), 1))
        answer_too_often(r);
    else if (text_is(path, "/healthz"))
        health_answer(app, r);
    else if (text_is(path, "/livez"))
        alive_answer(r);
    else if (text_is(path, "/metrics") && may_read_metrics(app, r))
        metrics_answer(app, r);
    else
        page_answer(&app->api, r);
}

static void app_abandoned(void *context, struct net_request *r)
{
    (void)context;
    call_abandon(net_user(r));
}

static bool app_connects(void *context, struct text address)
{
    return takes(context, LIMIT_CONNECT, address, 1);
}

static bool app_sends(void *context, const struct net_request *r, size_t bytes)
{
    uint32_t tokens = (uint32_t)(bytes / LIMIT_DOWNLOAD_BYTES + 1);
    return takes(context, LIMIT_DOWNLOAD, net_client(r), tokens);
}

static bool app_accept_socket(void *context, struct net_request *r)
{
    struct app *app = context;
    return !app->site.stopping && takes(app, LIMIT_REQUEST, net_client(r), 1) &&
           live_accept(app->live, r);
}

static void app_opened(void *context, struct net_socket *s, struct net_request *r)
{
    live_opened(((struct app *)context)->live, s, r);
}

static void app_message(void *context, struct net_socket *s, struct text text)
{
    live_message(((struct app *)context)->live, s, text);
}

static void app_closed(void *context, struct net_socket *s)
{
    struct app *app = context;
    if (!export_closed(&app->api, s))
        live_closed(app->live, s);
}

// --- The loop.

static void app_woken(void *context)
{
    struct app *app = context;
    catchup_gather(app->catchup, true);
    store_finish(app->site.store);
    counts_commits(&app->counts, app->site.store);
    pool_finish(app->site.pool);
    mailer_finish(app->mailer);
    bus_pump(app->site.bus);
    catchup_gather(app->catchup, false);
}

static void watch_bus(struct app *app)
{
    bool up = bus_is_up(app->site.bus);
    bus_pump(app->site.bus);
    fanout_tick(app->fanout);
    live_tick(app->live);
    if (!app->site.stopping)
        chat_catchup_tick(app->chat_catchup);
    if (up != app->bus_was_up)
        journal_line(up ? JOURNAL_INFO : JOURNAL_WARNING, up ? "bus.up" : "bus.down", JOURNAL_END);
    app->bus_was_up = up;
}

static void app_tick(void *context)
{
    struct app *app = context;
    if (!app->site.stopping) {
        scheduler_tick(app->scheduler);
        catchup_tick(app->catchup);
    }
    tables_tick(app->tables);
    watch_bus(app);
    remote_tick(app->remote);
    calls_tick(&app->api);
    if (app->site.stopping && !app->stopped &&
        (tables_are_idle(app->tables) || ++app->stop_ticks > STOP_TICKS)) {
        app->stopped = true;
        fanout_leave(app->fanout);
        net_stop(app->site.net, STOP_GRACE_MS);
    }
}

static void app_stopping(void *context)
{
    struct app *app = context;
    if (app->site.stopping)
        return;
    app->site.stopping = true;
    journal_line(JOURNAL_INFO, "server.stopping", JOURNAL_END);
    // Jobs of workers come back to the pool and end at once: searches see that they are to stop.
    remote_close(app->remote);
    app->remote = app->play.remote = app->api.remote = NULL;
    tables_stop(app->tables);
    lease_release(app->lease);
}

static void app_reload(void *context)
{
    reload_run(&((struct app *)context)->reload);
}

static void app_check_certificate(void *context)
{
    reload_check_certificate(&((struct app *)context)->reload);
}

static void app_sweep_done(struct store_job *job)
{
    job->next = NULL;
    job->run = NULL;
}

// After a crash the last heartbeat shows how long the site was down.
static void app_send_heartbeat(void *context)
{
    struct app *app = context;
    heartbeat_send(&app->heartbeat, app->site.store);
}

static void app_probe(void *context)
{
    health_probe(&((struct app *)context)->health);
}

static enum store_status app_run_sweep(struct store_tx *tx, struct store_job *job)
{
    (void)job;
    enum store_status status = store_session_drop_expired(tx, (int64_t)net_now_ms());
    return status == STORE_OK ? store_bucket_drop_full(tx, (int64_t)net_now_ms()) : status;
}

static void app_sweep(void *context)
{
    struct app *app = context;
    if (app->sweep.run)
        return;
    app->sweep = (struct store_job){.run = app_run_sweep, .done = app_sweep_done};
    store_write(app->site.store, &app->sweep);
}

static void app_send_mails(void *context)
{
    mail_queue_send(((struct app *)context)->mail_queue);
}

static void app_expire(void *context)
{
    expiry_scan_tick(((struct app *)context)->expiry);
}

static void app_renew_leases(void *context)
{
    lease_renew(((struct app *)context)->lease);
}

static void app_run_admin_queue(void *context)
{
    admin_queue_run(((struct app *)context)->admin_queue);
}

static bool start_timers(struct app *app, struct reason *why)
{
    static const struct {
        unsigned ms;
        void (*fn)(void *context);
    } timers[] = {{TICK_MS, app_tick},
                  {HEARTBEAT_MS, app_send_heartbeat},
                  {LEASE_RENEW_MS, app_renew_leases},
                  {MAIL_MS, app_send_mails},
                  {SWEEP_MS, app_sweep},
                  {ADMIN_QUEUE_MS, app_run_admin_queue},
                  {EXPIRY_MS, app_expire},
                  {HEALTH_PROBE_MS, app_probe},
                  {DAY_MS, app_check_certificate}};
    for (size_t i = 0; i < sizeof timers / sizeof *timers; i++)
        if (!net_timer(app->site.net, timers[i].ms, timers[i].ms, timers[i].fn, app))
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return true;
}

static void set_url(struct app *app)
{
    const struct options *o = app->site.options;
    bool v6 = strchr(o->address, ':');
    if (o->public_url)
        snprintf(app->site.url, sizeof app->site.url, "%s", o->public_url);
    else
        snprintf(app->site.url, sizeof app->site.url, "%s://%s%s%s:%u",
                 o->tls_cert ? "https" : "http", v6 ? "[" : "", o->address, v6 ? "]" : "",
                 net_port(app->site.net));
}

static void app_net_log(void *context, bool is_error, struct text line)
{
    (void)context;
    journal_line(is_error ? JOURNAL_ERROR : JOURNAL_WARNING, "net", JOURNAL_TEXT("text", line),
                 JOURNAL_END);
}

static bool open_net(struct app *app, struct reason *why)
{
    static const struct net_handler handler = {.request = app_request,
                                               .head = app_request,
                                               .abandoned = app_abandoned,
                                               .connects = app_connects,
                                               .sends = app_sends,
                                               .accept = app_accept_socket,
                                               .opened = app_opened,
                                               .message = app_message,
                                               .closed = app_closed,
                                               .woken = app_woken,
                                               .stopping = app_stopping,
                                               .reload = app_reload};
    struct net_options options = net_options_of(app);
    net_set_log(app_net_log, app);
    app->site.net = net_open(&options, &handler, app, why);
    if (!app->site.net)
        return false;
    set_url(app);
    return start_timers(app, why);
}

// A reload signal during startup is handled when the server is up; but closing the terminal ends
// it.
static void hold_reload(bool hold)
{
    sigset_t reload;
    sigemptyset(&reload);
    if (!isatty(STDIN_FILENO))
        sigaddset(&reload, SIGHUP);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &reload, NULL);
}

struct app *app_open(const struct options *options, const struct record_host *host,
                     struct reason *why)
{
    struct app *app = calloc(1, sizeof *app);
    if (!app) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    app->site.options = options;
    // Exceeding the file size limit is a write error, not the end of the process.
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, SIG_IGN);
    hold_reload(true);
    json_load_init();
    journal_open(2, (enum journal_level)options->log_level);
    bool ok = secret_init(why) && open_lexicons(app, why) && open_mailer(app, why) &&
              open_store(app, why) && open_bus(app, why) && open_remote(app, why) &&
              open_pool(app, why) && open_memory(app, why);
    if (ok && host)
        app->site.host = *host;
    ok = ok && open_catalogue(app, why);
    if (ok)
        open_web(app);
    metrics_set(METRIC_START_SECONDS, 0, (int64_t)net_now_ms() / 1000);
    ok = ok && open_net(app, why);
    malloc_trim(0);
    hold_reload(!ok);
    if (ok)
        return app;
    app_close(app);
    return NULL;
}

void app_run(struct app *app)
{
    app_send_heartbeat(app);
    lease_renew(app->lease);
    scheduler_tick(app->scheduler);
    catchup_tick(app->catchup);
    tables_tick(app->tables);
    app->bus_was_up = !bus_is_shared(app->site.bus);
    journal_line(JOURNAL_INFO, "server.started", JOURNAL_STRING("url", app->site.url), JOURNAL_END);
    reload_check_certificate(&app->reload);
    net_run(app->site.net);
    journal_line(JOURNAL_INFO, "server.stopped", JOURNAL_END);
}

// Work under way is finished first: the pool's results may still write to the store; the store's
// results find no pool and are answered accordingly.
void app_close(struct app *app)
{
    struct pool *pool = app->site.pool;
    app->site.stopping = true;
    if (app->tables)
        tables_stop(app->tables);
    remote_close(app->remote);
    if (pool)
        pool_close(pool, POOL_CANCEL);
    app->site.pool = NULL;
    engine_cache_close(app->site.engines);
    if (app->mailer)
        mailer_close(app->mailer);
    mail_queue_stop(app->mail_queue);
    store_close(app->site.store);
    mail_queue_free(app->mail_queue);
    admin_queue_free(app->admin_queue);
    expiry_scan_free(app->expiry);
    scheduler_free(app->scheduler);
    tables_free(app->tables);
    catchup_free(app->catchup);
    chat_catchup_free(app->chat_catchup);
    lease_free(app->lease);
    bus_stop_waking(app->site.bus);
    if (app->site.net)
        net_free(app->site.net);
    live_free(app->live);
    fanout_close(app->fanout);
    bus_close(app->site.bus);
    static_files_free(app->api.web);
    buf_release(&app->api.policy);
    packs_free(app->api.packs);
    news_free(app->api.news);
    limits_free(app->site.limits);
    sessions_release(&app->sessions);
    catalogue_free(app->api.catalogue);
    lexicon_cache_close(&app->lexicons);
    reload_free(&app->reload);
    free(app);
}
