#include "server/live/mine.h"

#include "server/cluster/relay.h"
#include "server/live/watcher.h"
#include "server/ops/app.h"
#include "store/matches.h"

#include <stdlib.h>
#include <string.h>

enum {
    LOOK_MS = 2000,
    ACCOUNTS_MAX = 512,  // that a look asks for; the next one goes on behind them
    ENDED_MAX = 512,     // matches that one looks after which are played no longer
    LOADS_MAX = 200,     // matches that one brings into memory
    FOUND_MAX = 20000,   // that one finds
    MATCHES_MAX = 50000, // that are known; of more than that, messages tell or nothing
};

// A match that somebody here plays.
struct played {
    char id[STORE_MATCH_ID];
    uint64_t told;              // its last event that was told
    uint64_t round;             // the last in which it was found
    int64_t account[SEATS_MAX]; // whose it is
};

struct found {
    char id[STORE_MATCH_ID];
    int64_t account; // 0: it was asked for by its id
    int32_t last;
};

struct mine {
    struct store_job job; // first
    struct app *app;
    struct map matches; // of struct played
    bool looking;
    uint64_t looked;
    size_t at;      // how far the round is, in the map of those who are here
    uint64_t round; // how often all were asked for
    int64_t fresh[ACCOUNTS_MAX];
    size_t freshes;
    // The look that is under way, and what it has found.
    int64_t account[ACCOUNTS_MAX];
    size_t accounts;
    char ended[ENDED_MAX][STORE_MATCH_ID];
    size_t endeds;
    struct found *found;
    size_t count, cap;
};

// --- Who listens.

static bool listens(const struct live *l, int64_t account)
{
    const struct presence *p = account ? presence_of(l, account) : NULL;
    const struct watcher *w = p ? p->first : NULL;
    while (w && !w->mine)
        w = w->next_here;
    return w;
}

static bool somebody_listens(const struct mine *m, const struct played *p)
{
    bool any = false;
    for (unsigned i = 0; i < SEATS_MAX && !any; i++)
        any = listens(m->app->live, p->account[i]);
    return any;
}

void mine_begin(struct mine *m, int64_t account)
{
    struct presence *p = account ? presence_of(m->app->live, account) : NULL;
    if (!relay_is_shared(m->app->relay) || listens(m->app->live, account))
        return;
    if (p)
        p->followed = false;
    // Who does not fit is found in the next round.
    if (account && m->freshes < ACCOUNTS_MAX)
        m->fresh[m->freshes++] = account;
}

// --- What is known.

void mine_told(struct mine *m, const char *match, uint64_t seq)
{
    struct played *p = m->matches.count ? map_find(&m->matches, text_of(match)) : NULL;
    if (p && p->told < seq)
        p->told = seq;
}

uint64_t mine_next(const struct mine *m, const char *match)
{
    const struct played *p = m->matches.count ? map_find(&m->matches, text_of(match)) : NULL;
    return p ? p->told + 1 : UINT64_MAX;
}

static void forget(struct mine *m, struct played *p)
{
    map_remove(&m->matches, text_of(p->id));
    free(p);
}

// A match that was not known: what has happened in it is told, unless its player has only begun to
// listen. NULL: there are too many, or no memory.
static struct played *add(struct mine *m, const struct found *f, bool all)
{
    struct played *p = m->matches.count < MATCHES_MAX ? calloc(1, sizeof *p) : NULL;
    if (!p)
        return NULL;
    memcpy(p->id, f->id, sizeof p->id);
    if (!map_add(&m->matches, text_of(p->id), p)) {
        free(p);
        return NULL;
    }
    // What is in memory may have told of more while this was being read.
    uint64_t told = hall_told(m->app->hall, p->id), last = all ? 0 : (uint64_t)f->last;
    p->told = told > last ? told : last;
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

// --- Looking, on a thread of the store.

static bool add_found(void *context, int64_t account, const char *match, int32_t last)
{
    struct mine *m = context;
    if (m->count == FOUND_MAX)
        return false;
    if (m->count == m->cap) {
        size_t cap = m->cap ? 2 * m->cap : 64;
        void *more = realloc(m->found, cap * sizeof *m->found);
        if (!more)
            return false;
        m->found = more;
        m->cap = cap;
    }
    struct found *f = &m->found[m->count++];
    *f = (struct found){.account = account, .last = last > 0 ? last : 0};
    snprintf(f->id, sizeof f->id, "%s", match);
    return true;
}

static bool add_ended(void *context, const char *match, int32_t last)
{
    return add_found(context, 0, match, last);
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct mine *m = (struct mine *)job;
    enum store_status status =
        store_entry_last_of(tx, (const char(*)[STORE_MATCH_ID])m->ended, m->endeds, add_ended, m);
    if (status == STORE_OK)
        status = store_match_played(tx, m->account, m->accounts, add_found, m);
    return status;
}

// --- What comes of it.

// True where the match has to be brought into memory.
static bool take_found(struct mine *m, const struct found *f, bool followed)
{
    struct played *p = map_find(&m->matches, text_of(f->id));
    if (!p && f->account)
        p = add(m, f, followed && m->count < FOUND_MAX);
    if (!p)
        return false;
    bool behind = p->told < (uint64_t)f->last;
    if (f->account) {
        p->round = m->round;
        note_account(p, f->account);
    } else if (!behind) {
        forget(m, p);
    }
    return behind;
}

static bool is_followed(const struct mine *m, int64_t account)
{
    const struct presence *p = account ? presence_of(m->app->live, account) : NULL;
    return p && p->followed;
}

static void take_all(struct mine *m, bool followed)
{
    unsigned loads = 0;
    for (size_t i = 0; i < m->count; i++) {
        const struct found *f = &m->found[i];
        if (is_followed(m, f->account) == followed && take_found(m, f, followed) &&
            loads++ < LOADS_MAX)
            hall_heard(m->app->hall, f->id, (uint64_t)f->last, true);
    }
}

// Of two players of a match, one may have listened before it began, and hears all of it.
static void looked(struct store_job *job)
{
    struct mine *m = (struct mine *)job;
    m->looking = false;
    if (job->status != STORE_OK)
        return;
    take_all(m, true);
    take_all(m, false);
    for (size_t i = 0; i < m->accounts && m->count < FOUND_MAX; i++) {
        struct presence *p = presence_of(m->app->live, m->account[i]);
        if (p)
            p->followed = true;
    }
}

// --- What is looked for.

static void choose_accounts(struct mine *m)
{
    const struct live *l = m->app->live;
    const struct presence *p = NULL;
    while (m->accounts < ACCOUNTS_MAX && (p = map_next(&l->present, &m->at)))
        if (listens(l, p->account))
            m->account[m->accounts++] = p->account;
    if (m->accounts < ACCOUNTS_MAX) {
        m->at = 0;
        m->round++;
    }
}

// What was not found in the last whole round has ended, and that may have been told to nobody here.
static void choose_ended(struct mine *m)
{
    size_t at = 0;
    struct played *p;
    while (m->endeds < ENDED_MAX && (p = map_next(&m->matches, &at))) {
        if (p->round + 1 >= m->round)
            continue;
        if (somebody_listens(m, p))
            memcpy(m->ended[m->endeds++], p->id, sizeof p->id);
        else
            forget(m, p);
    }
}

void mine_tick(struct mine *m)
{
    uint64_t now = net_ticks_ms();
    bool due = now - m->looked >= LOOK_MS;
    if (!relay_is_shared(m->app->relay) || m->looking || (!due && !m->freshes))
        return;
    memcpy(m->account, m->fresh, m->freshes * sizeof *m->fresh);
    m->accounts = m->freshes;
    m->freshes = m->endeds = m->count = 0;
    if (due) {
        m->looked = now;
        choose_accounts(m);
        choose_ended(m);
    }
    if (!m->accounts && !m->endeds)
        return;
    m->looking = true;
    m->job = (struct store_job){.run = run_look, .done = looked};
    store_read(m->app->store, &m->job);
}

struct mine *mine_open(struct app *app)
{
    struct mine *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->app = app;
    map_init(&m->matches, app->map_secret);
    return m;
}

void mine_free(struct mine *m)
{
    size_t at = 0;
    struct played *p;
    if (!m)
        return;
    while ((p = map_next(&m->matches, &at)))
        free(p);
    map_release(&m->matches);
    free(m->found);
    free(m);
}
