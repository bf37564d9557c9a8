#include "server/api/export.h"

#include "server/api/api.h"
#include "server/api/export_page.h"

#include <stdlib.h>

enum { EXPORTS_MAX = 16, OWNED_MAX = 2, WAIT_MS = 10, STALL_MS = 60000 };

struct export
{
    struct store_job job; // first
    struct api *api;
    struct export *next;
    struct net_socket *socket; // NULL: closed
    struct net_timer *timer;   // NULL: does not wait for the client
    bool reading;              // a job is under way
    uint64_t owner;
    uint64_t sent; // the last page, by net_ticks_ms()
    struct export_page page;
};

static void read_next_page(struct export *e);

static void export_free(struct export *e)
{
    buf_release(&e->page.out);
    free(e);
}

bool export_closed(struct api *api, struct net_socket *s)
{
    struct export **at = &api->exports;
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

// Sends the next page only when the previous one has gone out. A slow client costs only its slot; a
// client that reads nothing for too long loses it.
static void export_resume(void *context)
{
    struct export *e = context;
    e->timer = NULL;
    if (net_queued(e->socket) == 0) {
        read_next_page(e);
        return;
    }
    bool stalled = net_ticks_ms() > e->sent + STALL_MS;
    if (!stalled)
        e->timer = net_timer(e->api->site->net, WAIT_MS, 0, export_resume, e);
    if (!e->timer)
        net_close(e->socket, 1013, TEXT(""));
}

// If a page cannot be read, the file ends in the middle, so that it is not valid JSON.
static void export_page_done(struct store_job *job)
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
    e->sent = net_ticks_ms();
    buf_clear(&e->page.out);
    if (ok && !finished)
        export_resume(e);
    else
        net_close(e->socket, 1000, TEXT(""));
}

static enum store_status export_run_export_page(struct store_tx *tx, struct store_job *job)
{
    struct export *e = (struct export *)job;
    return export_page_read(tx, &e->page);
}

static void read_next_page(struct export *e)
{
    e->reading = true;
    e->job =
        (struct store_job){.run = export_run_export_page, .done = export_page_done, .slow = true};
    store_read(e->api->site->store, &e->job);
}

static bool too_many(const struct api *api, uint64_t owner)
{
    unsigned count = 0, own = 0;
    for (const struct export *e = api->exports; e; e = e->next) {
        count++;
        own += e->owner == owner;
    }
    return count >= EXPORTS_MAX || own >= OWNED_MAX;
}

void export_begin(struct call *c)
{
    static const struct net_field fields[] = {
        {"Cache-Control", {"no-store", 8}},
        {"Content-Disposition", {"attachment; filename=\"logomachy.json\"", 37}}};
    struct api *api = c->api;
    int64_t account = c->caller.account;
    char key[24];
    snprintf(key, sizeof key, "%lld", (long long)account);
    uint64_t owner = call_owner(c);
    if (too_many(api, owner)) {
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
    e->api = api;
    e->owner = owner;
    e->page.account = account;
    e->socket = call_stream(
        c, &(struct net_reply){.type = "application/json", .fields = fields, .field_count = 2});
    if (!e->socket) {
        export_free(e);
        return;
    }
    e->next = api->exports;
    api->exports = e;
    read_next_page(e);
}
