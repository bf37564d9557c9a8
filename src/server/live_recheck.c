// Are those who are connected still welcome? A process that logs an account out tells the others
// over the bus. While there is no bus, and once when it is back, the store is asked instead, for a
// few connections at a time.
#include "server/app.h"
#include "server/watcher.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 64, ROUND_MS = 5000 };

struct recheck {
    struct store_job job; // first
    struct live *live;
    unsigned count;
    struct {
        struct watcher *watcher;
        char session[SESSION_HASH];
        bool out;
    } one[AT_ONCE];
};

static enum store_status run_recheck(struct store_tx *tx, struct store_job *job)
{
    struct recheck *r = (struct recheck *)job;
    for (unsigned i = 0; i < r->count; i++) {
        struct caller who;
        int64_t expires;
        enum store_status status =
            session_load(tx, r->one[i].session, (int64_t)net_now_ms(), &who, &expires);
        r->one[i].out = status == STORE_NONE;
        if (status != STORE_OK && status != STORE_NONE)
            return status;
    }
    return STORE_OK;
}

static void rechecked(struct store_job *job)
{
    struct recheck *r = (struct recheck *)job;
    r->live->rechecking = false;
    for (unsigned i = 0; i < r->count; i++) {
        struct watcher *w = r->one[i].watcher;
        if (job->status != STORE_OK)
            w->rechecked = 0; // next time
        else if (r->one[i].out && w->socket)
            net_close(w->socket, 4001, TEXT("logged out"));
        live_let_go(w);
    }
    free(r);
}

// Those that have not been looked at in this round.
static void choose(struct recheck *r, struct live *l)
{
    for (struct watcher *w = l->first; w && r->count < AT_ONCE; w = w->next) {
        if (!w->socket || !w->who.session[0] || w->rechecked == l->recheck_round)
            continue;
        w->rechecked = l->recheck_round;
        r->one[r->count].watcher = w;
        memcpy(r->one[r->count++].session, w->who.session, sizeof w->who.session);
        live_hold(w);
    }
}

static void look(struct live *l)
{
    struct recheck *r = calloc(1, sizeof *r);
    if (!r)
        return;
    r->live = l;
    choose(r, l);
    if (!r->count) {
        l->recheck_due = false;
        free(r);
        return;
    }
    l->rechecking = true;
    r->job = (struct store_job){.run = run_recheck, .done = rechecked};
    store_read(l->app->store, &r->job);
}

void live_recheck(struct live *l)
{
    bool up = bus_is_up(l->app->bus);
    uint64_t now = net_ticks_ms();
    // A round begins while the bus is away, and when it has come back: what was said before that is
    // lost.
    if ((!up && now - l->recheck_began >= ROUND_MS) || (up && l->recheck_away)) {
        l->recheck_began = now;
        l->recheck_round++;
        l->recheck_due = true;
    }
    l->recheck_away = !up;
    if (l->recheck_due && !l->rechecking && !l->app->stopping)
        look(l);
}
