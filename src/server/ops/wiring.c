#include "server/ops/wiring.h"

#include "server/play/scheduler.h"
#include "server/sync/catchup.h"
#include "server/sync/fanout.h"

// --- play/

static void wire_event(void *context, struct table *t, const struct match_event *e)
{
    const struct wiring *w = context;
    live_event(w->live, t, e);
    fanout_event(w->fanout, t);
}

static void wire_remote_event(void *context, struct table *t, const struct match_event *e)
{
    const struct wiring *w = context;
    live_remote_event(w->live, t, e);
}

static void wire_opened(void *context, struct table *t)
{
    const struct wiring *w = context;
    fanout_table_opened(w->fanout, t);
}

static void wire_closed(void *context, struct table *t)
{
    const struct wiring *w = context;
    fanout_table_closed(w->fanout, t);
}

static void wire_gone(void *context, struct table *t)
{
    const struct wiring *w = context;
    live_table_gone(w->live, t);
}

static void wire_behind(void *context, struct table *t)
{
    const struct wiring *w = context;
    catchup_read(w->catchup, t);
}

static void wire_computer_due(void *context, const struct table *t)
{
    const struct wiring *w = context;
    fanout_computer_due(w->fanout, t);
}

static void wire_renamed(void *context, int64_t account, const char *name)
{
    const struct wiring *w = context;
    fanout_rename(w->fanout, account, name);
}

static bool wire_is_connected(void *context, int64_t account)
{
    const struct wiring *w = context;
    return live_is_connected(w->live, account);
}

static uint64_t wire_next_seq(void *context, const char *match)
{
    const struct wiring *w = context;
    return live_next_seq(w->live, match);
}

const struct play_listener play_wiring = {
    .event = wire_event,
    .remote_event = wire_remote_event,
    .opened = wire_opened,
    .closed = wire_closed,
    .gone = wire_gone,
    .behind = wire_behind,
    .computer_due = wire_computer_due,
    .renamed = wire_renamed,
    .is_connected = wire_is_connected,
    .next_seq = wire_next_seq,
};

// --- live/

static void wire_joined(void *context, struct connections *c)
{
    const struct wiring *w = context;
    fanout_joined(w->fanout, c);
}

static void wire_left(void *context, struct connections *c)
{
    const struct wiring *w = context;
    fanout_left(w->fanout, c);
}

static void wire_dropped(void *context, int64_t account)
{
    const struct wiring *w = context;
    fanout_drop(w->fanout, account);
}

static void wire_session_dropped(void *context, int64_t account, const char *session, bool others)
{
    const struct wiring *w = context;
    fanout_drop_session(w->fanout, account, session, others);
}

static void wire_chat(void *context, const struct table *t, struct text message,
                      const int64_t *muted_by, size_t mutes)
{
    const struct wiring *w = context;
    fanout_chat(w->fanout, t, message, muted_by, mutes);
}

static void wire_lobby(void *context, struct text message)
{
    const struct wiring *w = context;
    fanout_lobby(w->fanout, message);
}

static bool wire_is_elsewhere(void *context, int64_t account)
{
    const struct wiring *w = context;
    return fanout_is_elsewhere(w->fanout, account);
}

const struct live_listener live_wiring = {
    .joined = wire_joined,
    .left = wire_left,
    .dropped = wire_dropped,
    .session_dropped = wire_session_dropped,
    .chat = wire_chat,
    .lobby = wire_lobby,
    .is_elsewhere = wire_is_elsewhere,
};

// --- cluster/ and accounts/

void wiring_acquired(void *context, uint64_t shards)
{
    const struct wiring *w = context;
    tables_acquired(w->tables, shards);
    scheduler_acquired(w->scheduler, shards);
}

void wiring_forgotten(void *context, int64_t account, const char *hash)
{
    const struct wiring *w = context;
    if (account)
        fanout_forget(w->fanout, account);
    else
        fanout_forget_session(w->fanout, hash);
}
