#include "server/play/hall.h"

#include "base/bug.h"
#include "server/cluster/follow.h"
#include "server/cluster/relay.h"
#include "server/live/watcher.h"
#include "server/ops/app.h"
#include "server/play/expiry.h"
#include "server/play/lease.h"
#include "server/play/rounds.h"
#include "server/play/table.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"

#include <stdlib.h>
#include <string.h>

enum {
    IDLE_MS = 60000,  // a table that nobody used for so long is forgotten
    SOON_MS = 120000, // unless its clock runs out within this
    LOOK_MS = 250,    // a table that came into memory looks once whether it missed something
    RETRY_MS = 1000,  // what the hall itself wanted and could not is tried again after this
    DOUBT_MS = 2000,  // the log is read again after this where a commit may still come
    COMINGS = 10,     // of one account to a match that waits
};

struct hall {
    struct app *app;
    struct map tables;
    unsigned busy; // loads, commits and looks into the store under way
    bool stopping;
    unsigned outages; // that tables were told of: see struct life
    struct follow *follow;
    struct rounds *rounds;
};

// For whatever is waited for: nobody sets this clock.
static int64_t now(void)
{
    return (int64_t)net_ticks_ms();
}

int64_t table_time(const struct table *t)
{
    int64_t time = (int64_t)net_now_ms();
    int64_t passed = t->timed == t->match.seq ? now() - t->since : 0;
    return time > t->match.last_ms + passed ? time : t->match.last_ms + passed;
}

static void note_time(struct table *t)
{
    if (t->timed == t->match.seq)
        return;
    t->timed = t->match.seq;
    t->since = now();
}

// --- Tables.

static void pump(struct table *t);
static void load_again(struct table *t);

static void want_answer(struct hall_want *w, enum hall_answer answer, struct table *t)
{
    static const enum metrics_action counted[] = {
        [HALL_DONE] = METRICS_APPLIED,     [HALL_REPEATED] = METRICS_REPEATED,
        [HALL_STALE] = METRICS_STALE,      [HALL_REFUSED] = METRICS_REFUSED,
        [HALL_SEATLESS] = METRICS_REFUSED, [HALL_NONE] = METRICS_REFUSED,
        [HALL_FAILED] = METRICS_REFUSED,
    };
    w->answer = answer;
    if (!w->looks)
        metrics_add(METRIC_ACTIONS, counted[answer], 1);
    w->done(w, t);
}

static struct hall_want *pop(struct table *t)
{
    struct hall_want *w = t->first;
    t->first = w->next;
    if (!t->first)
        t->last = NULL;
    w->next = NULL;
    return w;
}

static void push(struct table *t, struct hall_want *w)
{
    w->next = NULL;
    *(t->last ? &t->last->next : &t->first) = w;
    t->last = w;
}

static void push_back(struct table *t, struct hall_want *w)
{
    w->next = t->first;
    t->first = w;
    if (!t->last)
        t->last = w;
}

static void drop_table(struct table *t)
{
    BUG_UNLESS(!t->commit && !t->thought && !t->first && !t->watches);
    map_remove(&t->hall->tables, text_of(t->id));
    metrics_set(METRIC_MATCHES, 0, (int64_t)t->hall->tables.count);
    relay_hear_no_more(t->app->relay, t->sub);
    table_empty(t);
    free(t);
}

// Nobody needs it, and nothing that is under way will come back to it. A thought does: it is
// waited for, in table_tick().
static void drop_if_gone(struct table *t)
{
    if (t->phase == TABLE_GONE && !t->recalls && !t->first && !t->thought)
        drop_table(t);
}

// Where there is no memory even to ask the store, the table is gone already: NULL.
static struct table *start_loading(struct table *t)
{
    bool pumping = t->pumping;
    t->pumping = true; // it does not go while it is in use here
    load_again(t);
    t->pumping = pumping;
    if (t->phase != TABLE_GONE)
        return t;
    if (!pumping)
        drop_if_gone(t);
    return NULL;
}

static struct table *table_get(struct hall *h, const char *id)
{
    struct table *t = map_find(&h->tables, text_of(id));
    // One that could not be read is still here while something of it is under way: it is read
    // again, or whoever waits at it would wait for ever.
    if (t)
        return t->phase == TABLE_GONE ? start_loading(t) : t;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->hall = h;
    t->app = h->app;
    snprintf(t->id, sizeof t->id, "%s", id);
    if (!map_add(&h->tables, text_of(t->id), t)) {
        free(t);
        return NULL;
    }
    metrics_set(METRIC_MATCHES, 0, (int64_t)h->tables.count);
    t->used = now();
    t->told = UINT64_MAX;
    t->said = -1;
    return start_loading(t);
}

// --- What the hall does by itself.

// Time that nobody could play in does not count: from when a process was last alive, until now.
// Only the first time that one sees the match after it: the event is not earlier than the end of
// the outage.
static bool hold_due(const struct table *t, struct match_event *e)
{
    const struct match *m = &t->match;
    struct outage o;
    if (m->status != MATCH_RUNNING || !match_deadline_ms(m, NULL) ||
        !away_since(&t->app->life.away, m->last_ms, (int64_t)net_now_ms(), &o))
        return false;
    e->at_ms = e->at_ms > o.to ? e->at_ms : o.to;
    e->number = e->at_ms - o.from;
    return e->number > 0;
}

// What has to happen now, whatever anybody wants.
static bool event_due(const struct table *t, int64_t at, struct match_event *e)
{
    unsigned seat;
    *e = (struct match_event){.seat = SEAT_NONE, .at_ms = at};
    if (hold_due(t, e)) {
        e->kind = EVENT_HOLD;
        return true;
    }
    if (match_flag_due(&t->match, at, &seat)) {
        e->kind = EVENT_FLAG;
        e->seat = seat;
        return true;
    }
    e->kind = EVENT_START;
    if (t->match.status == MATCH_WAITING && match_full(&t->match))
        return true;
    e->kind = EVENT_ABORT;
    return lease_holds(t->app->lease, t->id) && expiry_is_due(t);
}

// How long nobody could play is not known yet: till then no clock is touched.
static bool is_unsure(const struct table *t)
{
    return match_deadline_ms(&t->match, NULL) && !life_is_sure(&t->app->life);
}

// A match that is full and has not begun may be in the memory of nobody who looks after it: who
// seated the last player is gone. After a moment whoever has it begins it.
static bool is_overdue(const struct table *t)
{
    return t->match.status == MATCH_WAITING && match_full(&t->match) &&
           table_time(t) > t->match.last_ms + RETRY_MS;
}

// True where something is being written now. What happens by itself is for the process that looks
// after the match. What stands before something that somebody wants here, or follows from it, is
// not left to another: the log takes it from one of us.
static bool settle(struct table *t)
{
    struct match_event e;
    unsigned seat, level;
    int64_t at = table_time(t);
    if (t->hall->stopping || now() < t->retry)
        return false;
    t->retry = is_unsure(t) ? now() + RETRY_MS : 0;
    if (t->retry)
        return false;
    bool holds = lease_holds(t->app->lease, t->id);
    if ((holds || t->first || t->wanted || is_overdue(t)) && event_due(t, at, &e) &&
        match_check(&t->match, &e, NULL)) {
        t->hall->busy++;
        table_commit(t, &e, NULL);
        return true;
    }
    if (t->thought || !match_computer_to_act(&t->match, &seat, &level))
        return false;
    if (holds)
        table_think(t, seat, level);
    else if (t->wanted)
        lease_nudge(t->app->lease, t->id, t->match.seq - 1);
    t->wanted = false;
    return false;
}

// --- What other processes have done.

// True where the log is being read: it has more than the table knows.
static bool catch_up(struct table *t)
{
    if (t->heard < t->match.seq || now() < t->follow_at)
        return false;
    t->phase = TABLE_CATCHING_UP;
    t->sought = t->heard;
    t->hall->busy++;
    follow_read(t->hall->follow, t);
    return true;
}

// What has been heard may be anything: the log is believed. But what was heard only while it was
// read may have come too late for that: then it is read once more.
void hall_caught_up(struct table *t, enum store_status status)
{
    t->hall->busy--;
    if (status == STORE_REFUSED || status == STORE_DAMAGED) {
        load_again(t);
        return;
    }
    t->phase = TABLE_READY;
    // Nobody else tells of an event whose commit was given up and came about later.
    bool doubtful = status == STORE_OK && t->doubt == t->match.seq;
    if (doubtful)
        t->follow_at = now() + DOUBT_MS;
    else if (status == STORE_OK && t->heard == t->sought)
        t->heard = t->match.seq - 1;
    if (status != STORE_OK)
        t->follow_at = now() + RETRY_MS;
    pump(t);
}

// Nobody here has to know at once what others write: nobody watches or waits, no player is here,
// and clocks and computers are another process's. The log is read when somebody comes.
static bool is_unused(const struct table *t)
{
    bool used =
        t->watches || t->first || t->recalls || t->thought || lease_holds(t->app->lease, t->id);
    for (unsigned i = 0; i < SEATS_MAX && !used; i++)
        used = t->match.account[i] && presence_of(t->app->live, t->match.account[i]);
    return !used;
}

void hall_heard(struct hall *h, const char *match, uint64_t seq, bool load)
{
    struct table *t = map_find(&h->tables, text_of(match));
    if (!t && load && !h->stopping && (t = table_get(h, match)))
        t->told = seq ? seq : 1;
    if (!t)
        return;
    if (t->heard < seq)
        t->heard = seq;
    if (t->phase == TABLE_READY && (load || !is_unused(t)))
        pump(t);
}

// Before a want is turned down, or something is shown: has something happened at another process,
// of which we are still to hear? Who moved there and looks here sees the move. Then the want is
// looked at again.
static bool look_first(struct table *t, struct hall_want *w)
{
    if (w->looked || !relay_is_shared(t->app->relay))
        return false;
    w->looked = true;
    t->heard = t->heard < t->match.seq ? t->match.seq : t->heard;
    push_back(t, w);
    return true;
}

// --- What others want.

static int free_seat(const struct match *m, int wanted)
{
    for (int i = 0; i < (int)m->terms.config.seats; i++)
        if (!m->account[i] && !m->terms.level[i] && (wanted < 0 || wanted == i))
            return i;
    return -1;
}

static int seat_for(const struct match *m, const struct hall_want *w)
{
    if (w->verb != EVENT_SIT)
        return match_seat_of(m, w->account);
    int seat = free_seat(m, w->seat);
    // Somebody who sits already, or comes too late, hears from match_check() what is wrong.
    return seat >= 0 ? seat : w->seat >= 0 ? w->seat : 0;
}

static bool event_of(const struct match *m, const struct hall_want *w, unsigned seat,
                     struct match_event *e, struct reason *why)
{
    if (w->verb == EVENT_MOVE) {
        char line[HALL_MOVE + 3];
        int len = snprintf(line, sizeof line, "%c %s", seat_letter(seat), w->move);
        return match_event_parse(m, (struct text){line, (size_t)len}, e, why);
    }
    *e = (struct match_event){
        .kind = w->verb, .seat = seat, .number = w->number, .account = w->account};
    return true;
}

struct recall {
    struct store_job job;
    struct table *table;
    struct hall_want *want;
    enum hall_answer otherwise; // where it was not done before
    bool unknown;               // it may still be on its way into the log
    int32_t seq;
};

static enum store_status run_recall(struct store_tx *tx, struct store_job *job)
{
    struct recall *r = (struct recall *)job;
    struct store_entry entry;
    struct buf text = {0};
    enum store_status status =
        store_entry_by_request(tx, r->table->id, r->want->account, r->want->request, &entry, &text);
    r->seq = status == STORE_OK ? entry.seq : -1;
    buf_release(&text);
    return status;
}

static void recalled(struct store_job *job)
{
    struct recall *r = (struct recall *)job;
    struct table *t = r->table;
    t->recalls--;
    t->hall->busy--;
    r->want->status = job->status != STORE_OK && r->unknown ? STORE_UNKNOWN : job->status;
    r->want->number_given = r->seq > 0 ? (uint64_t)r->seq : 0;
    struct table *shown = t->phase == TABLE_READY && !t->commit ? t : NULL;
    if (job->status == STORE_OK)
        want_answer(r->want, HALL_REPEATED, shown);
    else
        want_answer(r->want, job->status == STORE_NONE ? r->otherwise : HALL_FAILED, shown);
    free(r);
    pump(t);
}

// False: it has no id to be found by, or there is no memory.
static bool recall(struct table *t, struct hall_want *w, enum hall_answer otherwise, bool unknown)
{
    struct recall *r = w->request[0] ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return false;
    *r = (struct recall){.job = {.run = run_recall, .done = recalled},
                         .table = t,
                         .want = w,
                         .otherwise = otherwise,
                         .unknown = unknown};
    t->recalls++;
    t->hall->busy++;
    store_read(t->app->store, &r->job);
    return true;
}

// It cannot be done, unless this very request has been done before and its answer was lost. That
// may well be why it cannot be done again: a seat moves once, and a match is left once.
static void turn_down(struct table *t, struct hall_want *w, enum hall_answer answer)
{
    if (t->phase == TABLE_READY && !t->commit && look_first(t, w))
        return;
    if (!recall(t, w, answer, false))
        want_answer(w, answer, t->phase == TABLE_READY && !t->commit ? t : NULL);
}

// Nobody takes the places of others by coming and going.
static bool comes_too_often(const struct table *t, const struct hall_want *w)
{
    char tail[24];
    unsigned comings = 0;
    int len = snprintf(tail, sizeof tail, " %lld", (long long)w->account);
    if (w->verb != EVENT_SIT)
        return false;
    for (size_t i = 0; i < t->entries; i++) {
        struct text line = t->entry[i].line;
        comings += text_starts(line, "sit ") && line.len > (size_t)len &&
                   text_is(text_from(line, line.len - (size_t)len), tail);
    }
    return comings >= COMINGS;
}

static void act(struct table *t, struct hall_want *w)
{
    struct match_event e;
    const struct match *m = &t->match;
    int seat = seat_for(m, w);
    if (seat < 0) {
        turn_down(t, w, HALL_SEATLESS);
        return;
    }
    if ((w->seq >= 0 && (uint64_t)w->seq != m->seq) ||
        table_knows_request(t, w->account, w->request)) {
        turn_down(t, w, HALL_STALE);
        return;
    }
    if (comes_too_often(t, w)) {
        reason_set(&w->why, 0, MSG_MATCH_COMINGS, "%s", "");
        turn_down(t, w, HALL_REFUSED);
        return;
    }
    bool ok = event_of(m, w, (unsigned)seat, &e, &w->why);
    e.at_ms = table_time(t);
    if (!ok || !match_check(m, &e, &w->why) || !match_admits(m, &e, &w->why)) {
        turn_down(t, w, HALL_REFUSED);
        return;
    }
    t->hall->busy++;
    table_commit(t, &e, w);
}

// What has to happen first could not be written just now. Who moved before it would pay for the
// time that the server was down, or come in after his clock had run out.
static bool is_held_up(const struct table *t)
{
    struct match_event e;
    return now() < t->retry && (is_unsure(t) || event_due(t, table_time(t), &e));
}

static void serve(struct table *t, struct hall_want *w)
{
    t->used = now();
    if (w->looks && look_first(t, w))
        return;
    if (w->looks)
        want_answer(w, HALL_DONE, t);
    else if (t->hall->stopping || is_held_up(t)) {
        w->status = STORE_BUSY;
        want_answer(w, HALL_FAILED, t);
    } else {
        act(t, w);
    }
}

// When a clock runs out, or something is to be tried again.
static void set_due(struct table *t)
{
    if (t->retry <= now())
        t->retry = 0;
    int64_t deadline = t->phase == TABLE_READY ? match_deadline_ms(&t->match, NULL) : 0;
    int64_t left = deadline - table_time(t);
    t->due = deadline ? now() + (left > 0 ? left : 0) : 0;
    if (t->phase == TABLE_READY && t->match.status == MATCH_WAITING && match_full(&t->match))
        t->due = now() + RETRY_MS + 1;
    // One that another process looks after is looked at now and then: it may become ours.
    if (t->due && t->due <= now() && !lease_holds(t->app->lease, t->id))
        t->due = now() + RETRY_MS;
    if (t->retry)
        t->due = t->retry;
    if (t->phase == TABLE_READY && t->heard >= t->match.seq)
        t->due = t->follow_at;
}

// Serves those who wait, as far as the table is free. A done() may want something more: it waits
// its turn too.
static void pump(struct table *t)
{
    if (t->pumping)
        return;
    t->pumping = true;
    if (t->phase == TABLE_READY)
        note_time(t);
    while (t->phase == TABLE_READY && !t->commit && !catch_up(t) && !settle(t) && t->first)
        serve(t, pop(t));
    t->pumping = false;
    if (t->phase == TABLE_READY && !t->commit)
        t->wanted = false;
    set_due(t);
    drop_if_gone(t);
}

void hall_do(struct hall *h, const char *match, struct hall_want *w)
{
    struct table *t = strlen(match) < STORE_MATCH_ID ? table_get(h, match) : NULL;
    if (!t) {
        w->status = STORE_BROKEN;
        want_answer(w, strlen(match) < STORE_MATCH_ID ? HALL_FAILED : HALL_NONE, NULL);
        return;
    }
    push(t, w);
    pump(t);
}

void hall_wake(struct hall *h, const char *match)
{
    struct table *t = table_get(h, match);
    if (!t)
        return;
    t->wanted = true;
    pump(t);
}

// --- Answers of the store and the pool.

// Nobody can be served: there is no such match, or it cannot be read.
static void turn_away(struct table *t, enum hall_answer answer, enum store_status status,
                      const struct reason *why)
{
    struct hall_want *list = t->first;
    t->first = t->last = NULL;
    t->phase = TABLE_GONE;
    live_table_gone(t->app->live, t);
    // Whoever is answered may ask for the match again: then it is being read, and stays.
    bool pumping = t->pumping;
    t->pumping = true;
    for (struct hall_want *w = list; w; w = list) {
        list = w->next;
        w->next = NULL;
        w->status = status;
        if (why)
            w->why = *why;
        want_answer(w, answer, NULL);
    }
    t->pumping = pumping;
    pump(t);
}

// Trying again will not help, and nobody but the operator can do anything about it.
static void note_unreadable(const struct table *t, enum store_status status,
                            const struct reason *why)
{
    journal_line(JOURNAL_ERROR, "match.unreadable", JOURNAL_STRING("match", t->id),
                 JOURNAL_STRING("status", store_status_name(status)), JOURNAL_REASON("why", why),
                 JOURNAL_END);
    metrics_add(METRIC_UNREADABLE, 0, 1);
}

void hall_loaded(struct table *t, enum store_status status, const struct reason *why)
{
    t->hall->busy--;
    if (status == STORE_DAMAGED || status == STORE_REFUSED)
        note_unreadable(t, status, why);
    if (status == STORE_OK) {
        t->phase = TABLE_READY;
        t->look_at = t->sub ? 0 : now() + LOOK_MS;
        if (!t->sub)
            t->sub = relay_hear_table(t->app->relay, t);
        pump(t);
    } else if (status == STORE_NONE) {
        turn_away(t, HALL_NONE, status, NULL);
    } else if (status == STORE_REFUSED) {
        turn_away(t, HALL_REFUSED, status, why);
    } else {
        turn_away(t, HALL_FAILED, status, NULL);
    }
}

// The table has gone ahead of the log: back to what is written.
static void load_again(struct table *t)
{
    table_empty(t);
    t->phase = TABLE_LOADING;
    t->hall->busy++;
    table_load(t);
}

// Back to what is written, of which the table has all but what others wrote. Where there may be
// more, the log is read on.
static void not_committed(struct table *t, enum store_status status)
{
    bool more = status == STORE_TAKEN || status == STORE_UNKNOWN;
    journal_line(status == STORE_TAKEN ? JOURNAL_INFO : JOURNAL_ERROR, "match.not_committed",
                 JOURNAL_STRING("match", t->id),
                 JOURNAL_STRING("status", store_status_name(status)), JOURNAL_END);
    t->retry = status == STORE_TAKEN ? 0 : now() + RETRY_MS;
    if (!table_undo(t)) {
        load_again(t);
        return;
    }
    if (more && t->heard < t->match.seq)
        t->heard = t->match.seq;
    if (more)
        t->follow_at = 0;
    if (status == STORE_UNKNOWN)
        t->doubt = t->match.seq;
}

// Whoever waits in line to do something would wait as long for the same answer.
static void refuse_waiting(struct table *t)
{
    struct hall_want *list = t->first, *next;
    t->first = t->last = NULL;
    bool pumping = t->pumping;
    t->pumping = true;
    for (struct hall_want *w = list; w; w = next) {
        next = w->next;
        w->status = STORE_BUSY;
        if (w->looks)
            push(t, w);
        else
            want_answer(w, HALL_FAILED, NULL);
    }
    t->pumping = pumping;
}

static void answer_not_committed(struct table *t, enum store_status status, struct hall_want *want)
{
    enum { COLLISIONS_MAX = 20 };
    want->status = status;
    if (t->phase == TABLE_GONE) { // there was no memory to read it again
        want->status = status == STORE_UNKNOWN ? status : STORE_BROKEN;
        want_answer(want, HALL_FAILED, NULL);
        return;
    }
    // Another process was first. Who said what he knew of the match learns that; for the others it
    // is as if both had happened here, one after the other.
    if (status == STORE_TAKEN && want->seq < 0 && want->collisions++ < COLLISIONS_MAX)
        push_back(t, want);
    else if (status == STORE_TAKEN)
        turn_down(t, want, HALL_STALE);
    else if (status != STORE_UNKNOWN || !recall(t, want, HALL_FAILED, true))
        want_answer(want, HALL_FAILED, NULL);
}

void hall_committed(struct table *t, enum store_status status, const struct match_event *e,
                    struct hall_want *want)
{
    t->hall->busy--;
    if (status == STORE_OK) {
        t->used = now();
        t->retry = 0;
        t->wanted = true;
        t->told = t->match.seq;
        live_event(t->app->live, t, e);
        relay_event(t->app->relay, t);
        if (want) {
            want->number_given = t->match.seq - 1;
            want_answer(want, HALL_DONE, t);
        }
        pump(t);
        return;
    }
    bool pumping = t->pumping;
    t->pumping = true; // it does not go while it is in use here
    not_committed(t, status);
    if (status == STORE_BUSY || status == STORE_UNKNOWN)
        refuse_waiting(t);
    if (want)
        answer_not_committed(t, status, want);
    t->pumping = pumping;
    pump(t);
}

void hall_thought(struct table *t, unsigned seat, const struct action *move)
{
    struct match_event e = {.kind = EVENT_MOVE, .seat = seat, .action = *move};
    e.at_ms = table_time(t);
    if (t->phase == TABLE_READY && !t->commit && !t->hall->stopping &&
        lease_holds(t->app->lease, t->id) && !match_flag_due(&t->match, e.at_ms, &(unsigned){0}) &&
        match_check(&t->match, &e, NULL)) {
        t->hall->busy++;
        table_commit(t, &e, NULL);
    } else {
        pump(t);
    }
}

void hall_thought_forgotten(struct table *t)
{
    t->wanted = true;
    pump(t);
}

// --- Time.

static bool needed(const struct table *t)
{
    if (t->phase != TABLE_READY || t->commit || t->thought || t->first || t->watches || t->recalls)
        return true;
    int64_t deadline = match_deadline_ms(&t->match, NULL);
    return deadline && deadline - table_time(t) < SOON_MS && lease_holds(t->app->lease, t->id);
}

// What happened between the reading of the log and the subscription was told to nobody here.
static void look(struct table *t)
{
    t->look_at = 0;
    if (t->sub && t->watches)
        hall_heard(t->hall, t->id, t->match.seq, false);
}

// There was an outage: tables have something to give back, and clocks run out later or sooner.
static void look_at_all(struct hall *h)
{
    size_t at = 0;
    struct table *t;
    if (h->outages == h->app->life.outages)
        return;
    h->outages = h->app->life.outages;
    while ((t = map_next(&h->tables, &at)))
        if (t->phase == TABLE_READY && t->due)
            t->due = 1;
}

void hall_tick(struct hall *h)
{
    size_t at = 0;
    struct table *t;
    int64_t time = now();
    look_at_all(h);
    if (!h->stopping) {
        rounds_tick(h->rounds, time);
        follow_tick(h->follow, time);
    }
    // One thing each time: whatever it is, the table may be gone after it.
    while ((t = map_next(&h->tables, &at))) {
        if (time - t->used >= IDLE_MS && !needed(t))
            drop_table(t);
        else if (t->look_at && t->look_at <= time)
            look(t);
        else if (t->due && t->due <= time)
            pump(t);
        else if (t->thought)
            table_tick(t, time);
    }
}

struct hall *hall_open(struct app *app)
{
    struct hall *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->app = app;
    map_init(&h->tables, app->map_secret);
    h->follow = follow_open(app);
    h->rounds = rounds_open(app);
    if (h->follow && h->rounds)
        return h;
    hall_free(h);
    return NULL;
}

void hall_stop(struct hall *h)
{
    h->stopping = true;
}

bool hall_is_quiet(const struct hall *h)
{
    return h->busy == 0;
}

void hall_free(struct hall *h)
{
    size_t at = 0;
    struct table *t;
    if (!h)
        return;
    while ((t = map_next(&h->tables, &at))) {
        BUG_UNLESS(!t->commit && !t->first);
        free(t->thought); // the pool is closed: it thinks no more
        live_table_gone(h->app->live, t);
        table_empty(t);
        free(t);
    }
    map_release(&h->tables);
    follow_free(h->follow);
    rounds_free(h->rounds);
    free(h);
}

void hall_rename(struct hall *h, int64_t account, const char *name)
{
    size_t at = 0;
    struct table *t;
    relay_rename(h->app->relay, account, name);
    while ((t = map_next(&h->tables, &at)))
        for (unsigned i = 0; i < SEATS_MAX; i++)
            if (t->seat[i].account == account)
                snprintf(t->player[i], sizeof t->player[i], "%s", name);
}

void hall_took(struct hall *h, uint64_t shards)
{
    rounds_took(h->rounds, shards);
}

void hall_gather(struct hall *h, bool gathers)
{
    follow_gather(h->follow, gathers);
}

uint64_t hall_told(const struct hall *h, const char *match)
{
    const struct table *t = hall_find(h, match);
    return t ? t->told - 1 : 0;
}

struct table *hall_find(const struct hall *h, const char *match)
{
    struct table *t = map_find(&h->tables, text_of(match));
    return t && (t->phase == TABLE_READY || t->phase == TABLE_CATCHING_UP) ? t : NULL;
}

struct follow *hall_follow(const struct hall *h)
{
    return h->follow;
}

struct table *hall_next(const struct hall *h, size_t *at)
{
    return map_next(&h->tables, at);
}

size_t hall_count(const struct hall *h)
{
    return h->tables.count;
}
