#include "server/live/subscriptions.h"

#include "base/vec.h"
#include "bus/bus.h"
#include "server/live/watcher.h"
#include "store/matches.h"

#include <stdlib.h>
#include <string.h>

enum {
    POLL_MS = 2000,
    ACCOUNTS_MAX = 512,  // per poll; the next one continues after them
    ENDED_MAX = 512,     // ended matches per poll
    LOADS_MAX = 200,     // matches loaded per poll
    FOUND_MAX = 20000,   // results per poll
    MATCHES_MAX = 50000, // known; beyond that only the bus tells
};

// A match of a subscriber.
struct played {
    char id[STORE_MATCH_ID];
    uint64_t pushed;            // the last event that was pushed
    uint64_t round;             // the last in which it was found
    int64_t account[SEATS_MAX]; // whose it is
};

struct polled {
    char id[STORE_MATCH_ID];
    int64_t account; // 0: it was queried by its id
    int32_t last;
};

struct subscriptions {
    struct store_job job; // first
    struct live *live;
    struct map matches; // of struct played
    bool polling;
    uint64_t polled;
    size_t at;      // how far the round is, in the map of connected accounts
    uint64_t round; // number of complete rounds
    int64_t fresh[ACCOUNTS_MAX];
    size_t freshes;
    // The poll under way, and its results.
    int64_t account[ACCOUNTS_MAX];
    size_t accounts;
    char ended[ENDED_MAX][STORE_MATCH_ID];
    size_t endeds;
    struct polled *found;
    size_t count, cap;
};

// --- Subscribers.

static bool is_subscribed(const struct live *l, int64_t account)
{
    const struct connections *p = account ? connections_of(l, account) : NULL;
    const struct watcher *w = p ? p->first : NULL;
    while (w && !w->mine)
        w = w->next_here;
    return w;
}

static bool has_subscriber(const struct subscriptions *s, const struct played *p)
{
    bool any = false;
    for (unsigned i = 0; i < SEATS_MAX && !any; i++)
        any = is_subscribed(s->live, p->account[i]);
    return any;
}

void subscriptions_begin(struct subscriptions *s, int64_t account)
{
    struct connections *p = account ? connections_of(s->live, account) : NULL;
    if (!bus_is_shared(s->live->site->bus) || is_subscribed(s->live, account))
        return;
    if (p)
        p->followed = false;
    // An account that does not fit is found in the next round.
    if (account && s->freshes < ACCOUNTS_MAX)
        s->fresh[s->freshes++] = account;
}

void subscriptions_notice(const struct connections *c, const char *match, uint64_t seq)
{
    for (const struct watcher *w = c->first; w; w = w->next_here)
        if (w->mine && !watcher_find(w, match)) {
            tables_notice(c->live->tables, match, seq, true);
            return;
        }
}

// --- Known matches.

void subscriptions_published(struct subscriptions *s, const char *match, uint64_t seq)
{
    struct played *p = s->matches.count ? map_find(&s->matches, text_of(match)) : NULL;
    if (p && p->pushed < seq)
        p->pushed = seq;
}

uint64_t subscriptions_next_seq(const struct subscriptions *s, const char *match)
{
    const struct played *p = s->matches.count ? map_find(&s->matches, text_of(match)) : NULL;
    return p ? p->pushed + 1 : UINT64_MAX;
}

static void forget_match(struct subscriptions *s, struct played *p)
{
    map_remove(&s->matches, text_of(p->id));
    free(p);
}

// A match that was not known: all of its events are pushed, unless its player has just subscribed.
// NULL: there are too many, or no memory.
static struct played *add_match(struct subscriptions *s, const struct polled *f, bool all)
{
    struct played *p = s->matches.count < MATCHES_MAX ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    memcpy(p->id, f->id, sizeof p->id);
    if (!map_add(&s->matches, text_of(p->id), p)) {
        free(p);
        return NULL;
    }
    // A table in memory may have published more during the read.
    uint64_t pushed = tables_published_seq(s->live->tables, p->id),
             last = all ? 0 : (uint64_t)f->last;
    p->pushed = pushed > last ? pushed : last;
    return p;
}

static void note_account(struct played *p, int64_t account)
{
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (!p->account[i] || p->account[i] == account) {
            p->account[i] = account;
            return;
        }
    p->account[0] = account; // seats have changed hands
}

// --- Polling, on a thread of the store.

static bool subscriptions_add_polled(void *context, int64_t account, const char *match,
                                     int32_t last)
{
    struct subscriptions *s = context;
    if (s->count == FOUND_MAX || !vec_reserve(&s->found, &s->cap, s->count + 1))
        return false;
    struct polled *f = &s->found[s->count++];
    *f = (struct polled){.account = account, .last = last > 0 ? last : 0};
    snprintf(f->id, sizeof f->id, "%s", match);
    return true;
}

static bool subscriptions_add_ended(void *context, const char *match, int32_t last)
{
    return subscriptions_add_polled(context, 0, match, last);
}

static enum store_status subscriptions_run_poll(struct store_tx *tx, struct store_job *job)
{
    struct subscriptions *s = (struct subscriptions *)job;
    enum store_status status = store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])s->ended,
                                                   s->endeds, subscriptions_add_ended, s);
    if (status == STORE_OK)
        status = store_match_played(tx, s->account, s->accounts, subscriptions_add_polled, s);
    return status;
}

// --- Results.

// True if the match has to be loaded.
static bool take_found(struct subscriptions *s, const struct polled *f, bool followed)
{
    struct played *p = map_find(&s->matches, text_of(f->id));
    if (!p && f->account)
        p = add_match(s, f, followed && s->count < FOUND_MAX);
    if (!p)
        return false;
    bool behind = p->pushed < (uint64_t)f->last;
    if (f->account) {
        p->round = s->round;
        note_account(p, f->account);
    } else if (!behind) {
        forget_match(s, p);
    }
    return behind;
}

static bool is_followed(const struct subscriptions *s, int64_t account)
{
    const struct connections *p = account ? connections_of(s->live, account) : NULL;
    return p && p->followed;
}

static void take_all(struct subscriptions *s, bool followed)
{
    unsigned loads = 0;
    for (size_t i = 0; i < s->count; i++) {
        const struct polled *f = &s->found[i];
        if (is_followed(s, f->account) == followed && take_found(s, f, followed) &&
            loads++ < LOADS_MAX)
            tables_notice(s->live->tables, f->id, (uint64_t)f->last, true);
    }
}

// Of two players of a match, one may have subscribed before it began, and gets all of it.
static void subscriptions_poll_done(struct store_job *job)
{
    struct subscriptions *s = (struct subscriptions *)job;
    s->polling = false;
    if (job->status != STORE_OK)
        return;
    take_all(s, true);
    take_all(s, false);
    for (size_t i = 0; i < s->accounts && s->count < FOUND_MAX; i++) {
        struct connections *p = connections_of(s->live, s->account[i]);
        if (p)
            p->followed = true;
    }
}

// --- Choosing what to poll.

static void choose_accounts(struct subscriptions *s)
{
    const struct live *l = s->live;
    const struct connections *p = NULL;
    while (s->accounts < ACCOUNTS_MAX && (p = map_next(&l->connections, &s->at)))
        if (is_subscribed(l, p->account))
            s->account[s->accounts++] = p->account;
    if (s->accounts < ACCOUNTS_MAX) {
        s->at = 0;
        s->round++;
    }
}

// A match that the last whole round did not find has ended; its end may not have been pushed yet.
static void choose_ended(struct subscriptions *s)
{
    size_t at = 0;
    struct played *p;
    while (s->endeds < ENDED_MAX && (p = map_next(&s->matches, &at))) {
        if (p->round + 1 >= s->round)
            continue;
        if (has_subscriber(s, p))
            memcpy(s->ended[s->endeds++], p->id, sizeof p->id);
        else
            forget_match(s, p);
    }
}

void subscriptions_tick(struct subscriptions *s)
{
    uint64_t now = net_ticks_ms();
    bool due = now - s->polled >= POLL_MS;
    if (!bus_is_shared(s->live->site->bus) || s->polling || (!due && !s->freshes))
        return;
    memcpy(s->account, s->fresh, s->freshes * sizeof *s->fresh);
    s->accounts = s->freshes;
    s->freshes = s->endeds = s->count = 0;
    if (due) {
        s->polled = now;
        choose_accounts(s);
        choose_ended(s);
    }
    if (!s->accounts && !s->endeds)
        return;
    s->polling = true;
    s->job = (struct store_job){.run = subscriptions_run_poll, .done = subscriptions_poll_done};
    store_read(s->live->site->store, &s->job);
}

struct subscriptions *subscriptions_open(struct live *live)
{
    struct subscriptions *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->live = live;
    map_init(&s->matches, live->site->map_secret);
    return s;
}

void subscriptions_free(struct subscriptions *s)
{
    size_t at = 0;
    struct played *p;
    if (!s)
        return;
    while ((p = map_next(&s->matches, &at)))
        free(p);
    map_release(&s->matches);
    free(s->found);
    free(s);
}
