#include "server/live/watcher.h"

#include "proto/json_text.h"
#include "server/runtime/failure.h"

#include <stdlib.h>
#include <string.h>

enum { WATCHES_MAX = 64 }; // tables per watcher

// --- Sending.

static void send_text(struct watcher *w, struct text message)
{
    if (w->socket)
        net_send(w->socket, message);
}

bool watcher_may(const struct watcher *w, enum live_push push, const struct table *t)
{
    return access_may(access_push(push)->action, &w->caller, t, NULL);
}

// Streams are lines.
void watcher_send(struct watcher *w, enum live_push push, const struct table *t,
                  struct text message)
{
    if (!w->socket || message.len == 0 || !watcher_may(w, push, t))
        return;
    send_text(w, message);
    if (net_socket_is_stream(w->socket))
        send_text(w, TEXT("\n"));
}

void watcher_send_json(struct watcher *w, enum live_push push, const struct table *t, json_t *json)
{
    struct buf text = {0};
    json_object_set_new(json, "op", json_string(access_push(push)->name));
    json_write(json, &text);
    if (buf_ok(&text))
        watcher_send(w, push, t, buf_text(&text));
    buf_release(&text);
    json_decref(json);
}

void watcher_refuse(struct watcher *w, const char *request, unsigned status,
                    const struct reason *why)
{
    json_t *json = failure_json(why, w->caller.language);
    json_object_set_new(json, "request", json_string(request));
    json_object_set_new(json, "status", json_integer(status));
    watcher_send_json(w, PUSH_REFUSED, NULL, json);
}

void watcher_refuse_with(struct watcher *w, const char *request, unsigned status, enum message what,
                         const char *arg)
{
    struct reason why;
    reason_set(&why, 0, what, "%s", arg);
    watcher_refuse(w, request, status, &why);
}

// --- Watching.

void watcher_unwatch(struct watch *v)
{
    struct watch **at = table_watches(v->table), **own = &v->watcher->watches;
    while (*at != v)
        at = &(*at)->next_at_table;
    *at = v->next_at_table;
    while (*own != v)
        own = &(*own)->next_of_watcher;
    *own = v->next_of_watcher;
    v->watcher->watch_count--;
    free(v);
}

struct watch *watcher_find(const struct watcher *w, const char *match)
{
    struct watch *v = w->watches;
    while (v && strcmp(table_id(v->table), match) != 0)
        v = v->next_of_watcher;
    return v;
}

bool watcher_watch(struct watcher *w, struct table *t)
{
    struct watch **at = table_watches(t);
    if (watcher_find(w, table_id(t)))
        return true;
    struct watch *v = w->watch_count < WATCHES_MAX ? calloc(1, sizeof *v) : NULL;
    if (!v)
        return false;
    *v = (struct watch){
        .watcher = w, .table = t, .next_at_table = *at, .next_of_watcher = w->watches};
    *at = w->watches = v;
    w->watch_count++;
    return true;
}

void watcher_settle(struct watcher *w)
{
    if (w->socket || w->under_way)
        return;
    *w->link = w->next;
    if (w->next)
        w->next->link = w->link;
    free(w);
}
