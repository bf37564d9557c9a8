#include "server/export.h"

#include "server/app.h"
#include "server/export_page.h"

#include <stdlib.h>

enum { EXPORTS_MAX = 16, WAIT_MS = 10 };

struct export
{
    struct store_job job; // first
    struct app *app;
    struct export *next;
    struct net_socket *socket; // NULL: closed
    struct net_timer *timer;   // NULL: does not wait for the client
    bool reading;              // a job is under way
    struct export_page page;
};

static void step(struct export *e);

static void export_free(struct export *e)
{
    buf_release(&e->page.out);
    free(e);
}

bool export_closed(struct app *app, struct net_socket *s)
{
    struct export **at = &app->exports;
    while (*at && (*at)->socket != s)
        at = &(*at)->next;
    struct export *e = *at;
    if (!e)
        return false;
    *at = e->next;
    e->socket = NULL;
    net_cancel(e->timer);
    if (!e->reading)
        export_free(e);
    return true;
}

// The next page only when the one before has gone out: a client that is slow waits, it costs
// nothing.
static void resume(void *context)
{
    struct export *e = context;
    e->timer = NULL;
    if (net_queued(e->socket) == 0) {
        step(e);
        return;
    }
    e->timer = net_timer(e->app->net, WAIT_MS, 0, resume, e);
    if (!e->timer)
        net_close(e->socket, 1013, TEXT(""));
}

// What cannot be read on ends the file in the middle, where it is no JSON yet.
static void page_read(struct store_job *job)
{
    struct export *e = (struct export *)job;
    e->reading = false;
    if (!e->socket) {
        export_free(e);
        return;
    }
    bool ok = job->status == STORE_OK && buf_ok(&e->page.out) &&
              net_send(e->socket, buf_text(&e->page.out));
    bool finished = export_page_is_last(&e->page);
    buf_clear(&e->page.out);
    if (ok && !finished)
        resume(e);
    else
        net_close(e->socket, 1000, TEXT(""));
}

static enum store_status run_page(struct store_tx *tx, struct store_job *job)
{
    struct export *e = (struct export *)job;
    return export_page_read(tx, &e->page);
}

static void step(struct export *e)
{
    e->reading = true;
    e->job = (struct store_job){.run = run_page, .done = page_read};
    store_read(e->app->store, &e->job);
}

static bool too_many(const struct app *app)
{
    unsigned count = 0;
    for (const struct export *e = app->exports; e; e = e->next)
        count++;
    return count >= EXPORTS_MAX;
}

void export_begin(struct call *c)
{
    static const struct net_field fields[] = {
        {"Cache-Control", {"no-store", 8}},
        {"Content-Disposition", {"attachment; filename=\"logomachy.json\"", 37}}};
    struct app *app = c->app;
    int64_t account = c->who.account;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)account);
    if (too_many(app)) {
        call_refuse_with(c, 503, MSG_ME_EXPORT_BUSY, "%s", "");
        return;
    }
    if (!call_limit(c, LIMIT_EXPORT, text_of(key)))
        return;
    struct export *e = calloc(1, sizeof *e);
    if (!e) {
        call_answer_failure(c, STORE_BROKEN);
        return;
    }
    e->app = app;
    e->page.account = account;
    e->socket = call_stream(
        c, &(struct net_reply){.type = "application/json", .fields = fields, .field_count = 2});
    if (!e->socket) {
        export_free(e);
        return;
    }
    e->next = app->exports;
    app->exports = e;
    step(e);
}
