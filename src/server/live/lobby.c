// Lobby pushes, batched: a lobby watcher gets each match at most once per round, and a bounded
// number of matches. The first change after a quiet time is sent at once.
#include "proto/json_text.h"
#include "server/live/live.h"
#include "server/live/watcher.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND_MS = 1000, ROUND_MATCHES = 20 };

// The last state of a match that changed.
struct lobby_change {
    struct lobby_change *next;
    char id[STORE_MATCH_ID];
    bool is_ours; // other processes have to be notified
    struct buf text;
};

static void forget_first(struct live *l)
{
    struct lobby_change *n = l->lobby_first;
    l->lobby_first = n->next;
    l->lobby_count--;
    buf_release(&n->text);
    free(n);
}

void live_lobby_free(struct live *l)
{
    while (l->lobby_first)
        forget_first(l);
}

static void lobby_push_batch(void *context)
{
    struct live *l = context;
    l->lobby_timer = NULL;
    l->lobby_pushed = net_ticks_ms();
    for (struct lobby_change *n = l->lobby_first; n; n = n->next)
        if (n->is_ours)
            l->listener->lobby(l->context, buf_text(&n->text));
    for (struct watcher *w = l->first; w; w = w->next)
        for (struct lobby_change *n = w->lobby ? l->lobby_first : NULL; n && w->socket; n = n->next)
            watcher_send(w, PUSH_LOBBY, NULL, buf_text(&n->text));
    live_lobby_free(l);
}

static struct lobby_change *find_change(const struct live *l, const char *id)
{
    struct lobby_change *n = l->lobby_first;
    while (n && strcmp(n->id, id) != 0)
        n = n->next;
    return n;
}

// Appends an entry. If there are too many the oldest is dropped: lobby pushes are hints, and GET
// /api/matches has everything.
static struct lobby_change *append(struct live *l, const char *id)
{
    if (l->lobby_first && l->lobby_count >= ROUND_MATCHES)
        forget_first(l);
    struct lobby_change **end = &l->lobby_first;
    while (*end)
        end = &(*end)->next;
    struct lobby_change *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    snprintf(n->id, sizeof n->id, "%s", id);
    l->lobby_count++;
    *end = n;
    return n;
}

static void gather(struct live *l, json_t *summary, bool is_ours)
{
    const char *id = json_string_value(json_object_get(summary, "id"));
    struct lobby_change *n = id ? find_change(l, id) : NULL;
    if (id && !n)
        n = append(l, id);
    if (n) {
        json_t *json =
            json_pack("{s:s,s:O}", "op", access_push(PUSH_LOBBY)->name, "match", summary);
        buf_clear(&n->text);
        json_write(json, &n->text);
        n->is_ours |= is_ours;
        json_decref(json);
        if (!buf_ok(&n->text))
            buf_release(&n->text); // no memory: the change is not pushed
    }
    json_decref(summary);
}

static void schedule_round(struct live *l)
{
    uint64_t since = net_ticks_ms() - l->lobby_pushed;
    if (l->lobby_timer)
        return;
    if (since >= ROUND_MS)
        lobby_push_batch(l);
    else
        l->lobby_timer = net_timer(l->site->net, ROUND_MS - since, 0, lobby_push_batch, l);
}

void live_lobby(struct live *l, json_t *summary)
{
    gather(l, summary, true);
    schedule_round(l);
}

void live_remote_lobby(struct live *l, json_t *summary)
{
    gather(l, summary, false);
    schedule_round(l);
}
