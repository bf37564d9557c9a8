// Pushes about matches: events and chat, to watchers and to subscribed players.
#include "base/bug.h"
#include "proto/json_text.h"
#include "server/live/live.h"
#include "server/live/subscriptions.h"
#include "server/live/watcher.h"

#include <stdlib.h>
#include <string.h>

enum { VIEWERS = VIEWER_ALL + 1 };

// Renderings of one event. Most viewers may see the same of it, so it is rendered once; only what a
// seat may do next is added for each. There is one instance, whose buffers are reused.
struct wording {
    struct buf lines; // what the viewer may see of it
    struct buf text;  // an object without its end
};

struct broadcast {
    struct table *table;
    const struct match_event *event;
    struct wording wording[VIEWERS + 1]; // no more than viewers, and one that is being made
    unsigned wordings;
    struct buf text[VIEWERS][2];   // whole, made when the first viewer of its kind comes
    struct buf *made[2 * VIEWERS]; // those of them that have been
    unsigned mades;
};

// The match is open to all viewers or to none, so equal lines mean equal reports.
static void word_event(struct broadcast *b, struct wording *w, unsigned viewer)
{
    struct json_out o = {.to = &w->text};
    json_out_open(&o, NULL, '{');
    json_out_string(&o, "op", access_push(PUSH_EVENT)->name);
    json_out_string(&o, "match", table_id(b->table));
    event_out(&o, table_match(b->table), b->event, viewer, buf_text(&w->lines));
    if (b->event->kind == EVENT_SIT && table_player(b->table, b->event->seat))
        json_out_string(&o, "player", table_player(b->table, b->event->seat));
}

// NULL: no memory.
static const struct wording *wording_for(struct broadcast *b, unsigned viewer)
{
    struct wording *w = &b->wording[b->wordings];
    match_event_for_viewer(table_match(b->table), b->event, viewer, &w->lines);
    for (unsigned i = 0; i < b->wordings && buf_ok(&w->lines); i++)
        if (text_equal(buf_text(&b->wording[i].lines), buf_text(&w->lines))) {
            buf_clear(&w->lines);
            return &b->wording[i];
        }
    if (buf_ok(&w->lines))
        word_event(b, w, viewer);
    if (buf_ok(&w->lines) && buf_ok(&w->text)) {
        b->wordings++;
        return w;
    }
    buf_clear(&w->lines);
    buf_clear(&w->text);
    return NULL;
}

static struct text render_event(struct broadcast *b, unsigned viewer, int seat)
{
    unsigned kind = seat >= 0 ? (unsigned)seat : viewer;
    struct buf *text = &b->text[kind][seat >= 0 && viewer == VIEWER_ALL];
    if (text->len == 0 && buf_ok(text)) {
        const struct wording *w = wording_for(b, viewer);
        b->made[b->mades++] = text;
        text->failed = !w;
        buf_add_text(text, w ? buf_text(&w->text) : TEXT(""));
        struct json_out o = {.to = text, .more = true};
        if (seat >= 0)
            may_out(&o, "may", table_match(b->table), (unsigned)seat, (int64_t)net_now_ms());
        view_out(&o, "state", table_match(b->table), viewer);
        json_out_close(&o, '}');
    }
    return buf_ok(text) ? buf_text(text) : TEXT("");
}

// Clears everything but keeps the memory.
static void broadcast_clear(struct broadcast *b)
{
    for (unsigned i = 0; i < b->wordings; i++) {
        buf_clear(&b->wording[i].lines);
        buf_clear(&b->wording[i].text);
    }
    for (unsigned i = 0; i < b->mades; i++)
        buf_clear(b->made[i]);
    b->wordings = b->mades = 0;
}

struct broadcast *broadcast_new(void)
{
    return calloc(1, sizeof(struct broadcast));
}

void broadcast_free(struct broadcast *b)
{
    if (!b)
        return;
    for (unsigned i = 0; i <= VIEWERS; i++) {
        buf_release(&b->wording[i].lines);
        buf_release(&b->wording[i].text);
    }
    for (unsigned i = 0; i < VIEWERS; i++) {
        buf_release(&b->text[i][0]);
        buf_release(&b->text[i][1]);
    }
    free(b);
}

static void push_to_watcher(struct broadcast *b, struct watcher *w)
{
    const struct match *m = table_match(b->table);
    int64_t account = w->caller.account;
    if (w->socket && watcher_may(w, PUSH_EVENT, b->table))
        watcher_send(w, PUSH_EVENT, b->table,
                     render_event(b, match_viewer(m, account), match_seat_of(m, account)));
}

// Players who subscribed to all of their matches and do not watch this one.
static void push_to_subscribers(struct live *l, struct broadcast *b)
{
    const struct match *m = table_match(b->table);
    for (unsigned i = 0; i < m->terms.config.seats; i++) {
        struct connections *p = m->account[i] ? connections_of(l, m->account[i]) : NULL;
        for (struct watcher *w = p ? p->first : NULL; w; w = w->next_here)
            if (w->mine && !watcher_find(w, table_id(b->table)))
                push_to_watcher(b, w);
    }
}

static bool concerns_lobby(const struct table *t, enum match_event_kind kind)
{
    return table_match(t)->terms.listed &&
           (kind == EVENT_SIT || kind == EVENT_LEAVE || kind == EVENT_START || kind == EVENT_ABORT);
}

void live_remote_event(struct live *l, struct table *t, const struct match_event *e)
{
    struct broadcast *b = l->broadcast;
    b->table = t;
    b->event = e;
    for (struct watch *v = *table_watches(t); v; v = v->next_at_table)
        push_to_watcher(b, v->watcher);
    push_to_subscribers(l, b);
    broadcast_clear(b);
    subscriptions_published(l->subscriptions, table_id(t), table_match(t)->seq - 1);
}

void live_event(struct live *l, struct table *t, const struct match_event *e)
{
    live_remote_event(l, t, e);
    if (concerns_lobby(t, e->kind))
        live_lobby(l, table_summary_json(t));
}

bool live_is_chat(const json_t *message, enum live_push *push)
{
    static const enum live_push kinds[] = {PUSH_CHAT, PUSH_CHAT_HIDDEN, PUSH_REMATCH};
    const char *op = json_string_value(json_object_get(message, "op"));
    for (size_t i = 0; op && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(op, access_push(kinds[i])->name) == 0) {
            *push = kinds[i];
            return true;
        }
    return false;
}

// Lines are deduplicated; hiding and showing may be repeated.
static bool is_new(struct table *t, enum live_push push, const json_t *message)
{
    return push != PUSH_CHAT ||
           table_chat_is_new(t, json_integer_value(json_object_get(message, "id")));
}

static void push_chat(struct table *t, enum live_push push, struct text text,
                      const int64_t *muted_by, size_t mutes)
{
    for (struct watch *v = *table_watches(t); v; v = v->next_at_table) {
        bool muted = false;
        for (size_t i = 0; i < mutes; i++)
            muted |= muted_by[i] == v->watcher->caller.account;
        if (!muted)
            watcher_send(v->watcher, push, t, text);
    }
}

static void pass_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
                      size_t mutes, bool is_ours)
{
    struct buf text = {0};
    enum live_push push;
    // The message may be NULL for lack of memory.
    bool pushed = live_is_chat(message, &push);
    if (pushed)
        json_write(message, &text);
    pushed = pushed && buf_ok(&text);
    if (pushed && is_ours)
        l->listener->chat(l->context, t, buf_text(&text), muted_by, mutes);
    if (pushed && is_new(t, push, message))
        push_chat(t, push, buf_text(&text), muted_by, mutes);
    buf_release(&text);
    json_decref(message);
}

void live_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
               size_t mutes)
{
    pass_chat(l, t, message, muted_by, mutes, true);
}

void live_remote_chat(struct live *l, struct table *t, json_t *message, const int64_t *muted_by,
                      size_t mutes)
{
    pass_chat(l, t, message, muted_by, mutes, false);
}
