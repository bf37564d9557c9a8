// Revalidates the sessions of connected clients. A process that logs an account out tells the
// others over the bus. But a session may also expire, be removed in the database, or be logged out
// while the bus is down. So the store is asked: when a session expires; for every connection every
// now and then, more often while the bus is down, and once when it is back; some connections at a
// time.
#include "bus/bus.h"
#include "server/live/live.h"
#include "server/live/watcher.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 64, ROUND_MS = 30000, ROUND_WITHOUT_BUS_MS = 5000, EXPIRY_MS = 500 };

struct recheck {
    struct store_job job; // first
    struct live *live;
    unsigned count;
    struct {
        struct watcher *watcher;
        char session[SESSION_HASH];
        struct caller caller; // as the store has it now
        bool out;
    } one[AT_ONCE];
};

bool watcher_has_expired(const struct watcher *w, int64_t now_ms)
{
    return w->caller.session[0] && w->caller.expires <= now_ms;
}

static enum store_status recheck_run(struct store_tx *tx, struct store_job *job)
{
    struct recheck *r = (struct recheck *)job;
    for (unsigned i = 0; i < r->count; i++) {
        int64_t expires;
        enum store_status status =
            session_load(tx, r->one[i].session, (int64_t)net_now_ms(), &r->one[i].caller, &expires);
        r->one[i].out = status == STORE_NONE;
        if (status != STORE_OK && status != STORE_NONE)
            return status;
    }
    return STORE_OK;
}

// The session goes on, perhaps longer than was known; so do messages that waited for that.
static void renew(struct watcher *w, const struct caller *caller)
{
    w->caller = *caller;
    w->known = true;
    watcher_process_early(w);
}

static void recheck_done(struct store_job *job)
{
    struct recheck *r = (struct recheck *)job;
    r->live->rechecking = false;
    for (unsigned i = 0; i < r->count; i++) {
        struct watcher *w = r->one[i].watcher;
        if (job->status != STORE_OK)
            w->rechecked = 0; // next time
        else if (r->one[i].out && w->socket)
            net_close(w->socket, 4001, TEXT("logged out"));
        else if (w->socket)
            renew(w, &r->one[i].caller);
        live_let_go(w);
    }
    free(r);
}

// Those not checked in this round, and those whose session has expired since.
static void choose_watchers(struct recheck *r, struct live *l)
{
    int64_t now = (int64_t)net_now_ms();
    for (struct watcher *w = l->first; w && r->count < AT_ONCE; w = w->next) {
        if (!w->socket || !w->caller.session[0] ||
            (w->rechecked == l->recheck_round && !watcher_has_expired(w, now)))
            continue;
        w->rechecked = l->recheck_round;
        r->one[r->count].watcher = w;
        memcpy(r->one[r->count++].session, w->caller.session, sizeof w->caller.session);
        live_hold(w);
    }
}

static void start_recheck(struct live *l)
{
    struct recheck *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->live = l;
    choose_watchers(r, l);
    if (!r->count) {
        l->recheck_due = false;
        free(r);
        return;
    }
    l->rechecking = true;
    r->job = (struct store_job){.run = recheck_run, .done = recheck_done};
    store_read(l->site->store, &r->job);
}

static bool any_has_expired(struct live *l, uint64_t ticks)
{
    int64_t now = (int64_t)net_now_ms();
    if (ticks - l->expiry_checked < EXPIRY_MS)
        return false;
    l->expiry_checked = ticks;
    const struct watcher *w = l->first;
    while (w && !(w->socket && watcher_has_expired(w, now)))
        w = w->next;
    return w;
}

void live_recheck(struct live *l)
{
    bool up = bus_is_up(l->site->bus);
    uint64_t now = net_ticks_ms(), pause = up ? ROUND_MS : ROUND_WITHOUT_BUS_MS;
    // Messages sent while the bus was down are lost.
    if (now - l->recheck_began >= pause || (up && l->recheck_away)) {
        l->recheck_began = now;
        l->recheck_round++;
        l->recheck_due = true;
    }
    l->recheck_away = !up;
    l->recheck_due |= any_has_expired(l, now);
    if (l->recheck_due && !l->rechecking && !l->site->stopping)
        start_recheck(l);
}
