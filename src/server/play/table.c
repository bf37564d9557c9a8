#include "server/play/table.h"

#include "base/vec.h"
#include "bus/bus.h"
#include "server/net/net.h"
#include "server/play/daily.h"
#include "server/play/summary.h"
#include "server/runtime/metrics.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

// --- Time.

int64_t table_time(const struct table *t)
{
    int64_t time = (int64_t)net_now_ms();
    int64_t passed = t->timed == t->match.seq ? (int64_t)net_ticks_ms() - t->since : 0;
    return time > t->match.last_ms + passed ? time : t->match.last_ms + passed;
}

void table_note_time(struct table *t)
{
    if (t->timed == t->match.seq)
        return;
    t->timed = t->match.seq;
    t->since = (int64_t)net_ticks_ms();
}

// --- Earlier positions. Clients ask for recent events most: after a reconnect or a missed message.
// A long match keeps two positions, so that little has to be replayed.

enum { LONG = 256, APART = 128, TAIL = 32 };

static void drop_past(struct table *t, unsigned i)
{
    if (t->past[i])
        match_release(t->past[i]);
    free(t->past[i]);
    t->past[i] = NULL;
}

// Takes the match over, or releases it.
static void keep_past(struct table *t, struct match *m)
{
    struct match *kept = malloc(sizeof *kept);
    if (!kept) {
        match_release(m);
        return;
    }
    *kept = *m;
    drop_past(t, 1);
    t->past[1] = t->past[0];
    t->past[0] = kept;
}

void table_keep_present(struct table *t)
{
    struct match now;
    uint64_t last = t->past[0] ? t->past[0]->seq : 0;
    if (t->match.seq > LONG && t->match.seq >= last + APART && match_copy(&now, &t->match))
        keep_past(t, &now);
}

bool table_past(const struct table *t, uint64_t seq, struct match *out)
{
    const struct match *near = NULL;
    for (unsigned i = 0; i < 2 && !near; i++)
        if (t->past[i] && t->past[i]->seq <= seq)
            near = t->past[i];
    bool ok = near ? match_copy(out, near)
                   : match_init(out, &t->match.terms, t->match.seed, t->match.seed_hash, NULL);
    if (ok)
        out->sealed = t->match.sealed;
    return ok;
}

// --- Loading.

struct loading {
    struct store_job job;
    struct table *table;
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    char player[SEATS_MAX][41];
    size_t from;              // entries in memory already
    int64_t known[SEATS_MAX]; // the accounts whose names are
    int64_t chat_seq;         // the last line of chat; -1: not wanted
    bool failed;              // no memory
    size_t most;              // entries to replay on the store's thread; the loop does the rest
    struct match match;       // after `most` of them; owned
    bool replayed;            // there is such a match
};

// On a thread of the store, which owns the table's log while it loads.
static bool table_load_entry(void *context, const struct store_entry *e)
{
    struct loading *l = context;
    l->failed |= !table_keep(l->table, e);
    return !l->failed;
}

static enum store_status load_names(struct store_tx *tx, struct loading *l)
{
    for (unsigned i = 0; i < l->row.seats; i++) {
        struct store_account account;
        if (!l->seat[i].account || l->seat[i].account == l->known[i])
            continue;
        enum store_status status = store_account_get(tx, l->seat[i].account, &account);
        if (status != STORE_OK)
            return status;
        memcpy(l->player[i], account.name, sizeof l->player[i]);
    }
    return STORE_OK;
}

static void forget_replay(struct loading *l)
{
    if (l->replayed)
        match_release(&l->match);
    l->replayed = false;
}

// Replays a long log on the store's thread, except its tail, whose events may have to be published.
// An error is left to the loop, which reports it.
static void replay_most(struct loading *l)
{
    const struct table *t = l->table;
    struct match_terms terms;
    size_t count = t->entries > TAIL ? t->entries - TAIL : 0;
    count = count < l->most ? count : l->most;
    if (!count || !t->play->site->thread_host.context)
        return;
    struct record_host host = t->play->site->thread_host;
    l->replayed =
        terms_read(&terms, text_of(l->row.terms), &host, NULL) &&
        match_replay(&l->match, &terms, l->row.seed, l->row.seed_hash, t->entry, count, NULL);
    metrics_add(METRIC_REPLAYED, METRICS_ON_THREAD, l->replayed ? count : 0);
}

static enum store_status table_run_load(struct store_tx *tx, struct store_job *job)
{
    struct loading *l = (struct loading *)job;
    const char *id = l->table->id;
    forget_replay(l); // the store may run a job again
    l->table->entries = l->from;
    enum store_status status = store_entries(tx, id, (int32_t)l->from + 1, 0, table_load_entry, l);
    if (status == STORE_OK && l->failed)
        status = STORE_BROKEN;
    if (status == STORE_OK)
        status = store_match_get(tx, id, &l->row, l->seat);
    if (status == STORE_OK && l->chat_seq >= 0)
        status = store_chat_last(tx, id, &l->chat_seq);
    if (status == STORE_OK)
        status = load_names(tx, l);
    if (status == STORE_OK)
        replay_most(l);
    return status;
}

// Replays the rest of the log and publishes each event as if it had been committed here.
static bool advance(struct table *t, struct reason *why)
{
    while (t->match.seq <= t->entries) {
        struct match_event e;
        if (!match_replay_one(&t->match, &t->entry[t->match.seq - 1], &e, why))
            return false;
        t->play->listener->remote_event(t->play->context, t, &e);
        t->sync.unpublished_seq = t->match.seq; // even if the next one cannot be read
    }
    t->sync.unpublished_seq = t->match.seq;
    return true;
}

// How many entries all clients here know already.
static size_t known_entries(const struct table *t)
{
    uint64_t next = t->play->listener->next_seq(t->play->context, t->id);
    next = t->sync.unpublished_seq < next ? t->sync.unpublished_seq : next;
    return next - 1 < t->entries ? (size_t)next - 1 : t->entries;
}

// Replays on from where the store's thread stopped, up to what all clients know.
static bool replay_rest(struct table *t, struct loading *l, struct reason *why)
{
    struct match past;
    struct match_event e;
    size_t known = known_entries(t);
    t->match = l->match;
    l->replayed = false;
    if (t->match.seq > LONG && match_copy(&past, &t->match))
        keep_past(t, &past);
    while (t->match.seq <= known)
        if (!match_replay_one(&t->match, &t->entry[t->match.seq - 1], &e, why)) {
            match_release(&t->match);
            return false;
        }
    return true;
}

static bool replay_all(struct table *t, const struct match_terms *terms, struct reason *why)
{
    return match_replay(&t->match, terms, t->row.seed, t->row.seed_hash, t->entry, known_entries(t),
                        why);
}

// STORE_REFUSED: something that the match needs, such as its lexicon, is missing here or has changed.
static enum store_status replay(struct table *t, struct loading *l, struct reason *why)
{
    struct match_terms terms;
    size_t begun = l->replayed ? (size_t)l->match.seq - 1 : 0;
    if (!l->replayed && !terms_read(&terms, text_of(t->row.terms), &t->play->site->host, why))
        return STORE_REFUSED;
    metrics_add(METRIC_REPLAYED, METRICS_ON_LOOP, t->entries - begun);
    bool replayed = l->replayed ? replay_rest(t, l, why) : replay_all(t, &terms, why);
    t->match.sealed = t->row.deal[0] && !daily_is_revealed(t->row.deal, (int64_t)net_now_ms());
    if (replayed && advance(t, why))
        return STORE_OK;
    if (replayed)
        match_release(&t->match);
    if (why->what != MSG_MATCH_LEXICON_CHANGED)
        return why->what == MSG_OUT_OF_MEMORY ? STORE_BROKEN : STORE_DAMAGED;
    why->line = 0; // players do not know the log
    return STORE_REFUSED;
}

bool table_undo(struct table *t)
{
    struct match before;
    struct match_event e;
    bool ok = table_past(t, t->entries + 1, &before);
    if (!ok)
        return false;
    metrics_add(METRIC_REPLAYED, METRICS_ON_LOOP, t->entries + 1 - before.seq);
    while (ok && before.seq <= t->entries)
        ok = match_replay_one(&before, &t->entry[before.seq - 1], &e, NULL);
    if (!ok) {
        match_release(&before);
        return false;
    }
    match_release(&t->match);
    t->match = before;
    return true;
}

static void take_over(struct table *t, const struct loading *l)
{
    t->row = l->row;
    memcpy(t->seat, l->seat, sizeof t->seat);
    for (unsigned i = 0; i < SEATS_MAX; i++)
        if (!l->known[i] || l->known[i] != l->seat[i].account)
            memcpy(t->player[i], l->player[i], sizeof t->player[i]);
}

static void table_catch_up_done(struct store_job *job)
{
    struct loading *l = (struct loading *)job;
    struct table *t = l->table;
    enum store_status status = job->status;
    struct reason why;
    if (status == STORE_OK)
        take_over(t, l);
    else
        t->entries = l->from;
    if (status == STORE_OK && !advance(t, &why))
        status = STORE_REFUSED;
    free(l);
    t->steps->caught_up(t, status);
}

void table_catch_up(struct table *t)
{
    struct loading *l = calloc(1, sizeof *l);
    if (!l) {
        t->steps->caught_up(t, STORE_BROKEN);
        return;
    }
    l->job = (struct store_job){.run = table_run_load, .done = table_catch_up_done};
    l->table = t;
    l->from = t->entries;
    l->chat_seq = -1;
    for (unsigned i = 0; i < SEATS_MAX; i++)
        l->known[i] = t->player[i][0] ? t->seat[i].account : 0;
    store_read(t->play->site->store, &l->job);
}

void table_catch_up_moves(struct table *t)
{
    struct reason why;
    bool was_over = table_is_over(t);
    if (!advance(t, &why)) {
        t->steps->caught_up(t, STORE_REFUSED);
        return;
    }
    table_fill_row(&t->match, &t->row);
    // Scores and ratings come with the end.
    if (!was_over && table_is_over(t))
        table_catch_up(t);
    else
        t->steps->caught_up(t, STORE_OK);
}

static void table_load_done(struct store_job *job)
{
    struct loading *l = (struct loading *)job;
    struct table *t = l->table;
    enum store_status status = job->status;
    struct reason why;
    size_t known = known_entries(t);
    if (status == STORE_OK && l->replayed && known < l->match.seq - 1) {
        l->most = known; // events that were replayed have to be published
        store_read(t->play->site->store, &l->job);
        return;
    }
    reason_set(&why, 0, MSG_API_DAMAGED, "%s", "");
    take_over(t, l);
    if (l->chat_seq >= 0)
        t->sync.chat_seq = l->chat_seq;
    if (status == STORE_OK)
        status = replay(t, l, &why);
    forget_replay(l);
    free(l);
    t->unreplayed = (int32_t)t->entries;
    t->last_at = t->entries ? t->entry[t->entries - 1].at_ms : t->row.created;
    if (status != STORE_OK)
        table_empty(t);
    t->steps->loaded(t, status, &why);
}

void table_load(struct table *t)
{
    struct loading *l = calloc(1, sizeof *l);
    if (!l) {
        t->steps->loaded(t, STORE_BROKEN, NULL);
        return;
    }
    l->job = (struct store_job){.run = table_run_load, .done = table_load_done};
    l->table = t;
    l->most = SIZE_MAX;
    l->chat_seq = t->sync.chat_seq < 0 && bus_is_shared(t->play->site->bus) ? 0 : -1;
    store_read(t->play->site->store, &l->job);
}

// Keys are short and accounts are small numbers, and they must not collide: the account cannot be
// the hash's seed.
static uint64_t hash_request(int64_t account, const char *request)
{
    uint64_t name = XXH3_64bits(request, strlen(request));
    return *request ? name ^ (uint64_t)account * 0x9e3779b97f4a7c15u : 0;
}

bool table_keep(struct table *t, const struct store_entry *e)
{
    struct text copy;
    if (!vec_reserve(&t->entry, &t->entries_cap, t->entries + 1) ||
        !vec_reserve(&t->request_hash, &t->hashes_cap, t->entries + 1))
        return false;
    if (!arena_copy(&t->memory, e->text, &copy))
        return false;
    t->request_hash[t->entries] = hash_request(e->account, e->request);
    t->entry[t->entries++] = (struct match_entry){e->at, copy};
    return true;
}

bool table_knows_request(const struct table *t, int64_t account, const char *request)
{
    uint64_t hash = hash_request(account, request);
    for (size_t i = 0; i < t->entries && hash; i++)
        if (t->request_hash[i] == hash)
            return true;
    return false;
}

bool table_chat_is_new(struct table *t, int64_t line)
{
    if (!bus_is_shared(t->play->site->bus))
        return true; // lines come one way only
    int64_t place = line > t->sync.chat_seq ? line - t->sync.chat_seq - 1 : -1;
    if (place < 0 || place > 63 || t->sync.chat_ahead >> place & 1)
        return false;
    t->sync.chat_ahead |= (uint64_t)1 << place;
    for (; t->sync.chat_ahead & 1; t->sync.chat_ahead >>= 1)
        t->sync.chat_seq++;
    return true;
}

void table_empty(struct table *t)
{
    if (t->phase == TABLE_READY || t->phase == TABLE_CATCHING_UP)
        match_release(&t->match);
    drop_past(t, 0);
    drop_past(t, 1);
    free(t->entry);
    free(t->request_hash);
    free(t->spare);
    t->entry = NULL;
    t->request_hash = NULL;
    t->spare = NULL;
    t->entries = t->entries_cap = t->hashes_cap = 0;
    arena_release(&t->memory);
    memset(&t->memory, 0, sizeof t->memory);
}

// --- Rendering.

const char *table_id(const struct table *t)
{
    return t->id;
}

const struct match *table_match(const struct table *t)
{
    return &t->match;
}

const struct store_match *table_row(const struct table *t)
{
    return &t->row;
}

const char *table_player(const struct table *t, unsigned seat)
{
    return t->player[seat][0] ? t->player[seat] : NULL;
}

bool table_is_over(const struct table *t)
{
    return t->match.status == MATCH_OVER || t->match.status == MATCH_ABORTED;
}

struct watch **table_watches(struct table *t)
{
    return &t->watches;
}

json_t *table_json(const struct table *t, int64_t account, int64_t now_ms)
{
    struct match_names names = {
        .id = t->id, .created = t->row.created, .previous = t->row.previous};
    for (unsigned i = 0; i < SEATS_MAX; i++) {
        names.player[i] = table_player(t, i);
        names.rating_before[i] = t->seat[i].rating_before;
        names.rating_after[i] = t->seat[i].rating_after;
    }
    json_t *json =
        match_json(&t->match, &names, account, now_ms > table_time(t) ? now_ms : table_time(t));
    if (json)
        summary_add_deal(json, &t->row);
    return json;
}

void table_record(const struct table *t, int64_t account, struct buf *out)
{
    const char *player[SEATS_MAX];
    for (unsigned i = 0; i < SEATS_MAX; i++)
        player[i] = table_player(t, i);
    match_record(&t->match, match_viewer(&t->match, account), player, out);
}

json_t *table_summary_json(const struct table *t)
{
    char player[SEATS_MAX][41];
    memcpy(player, t->player, sizeof player);
    return summary_json(&t->row, t->seat, player);
}
