#include "server/play/tables.h"

#include "base/bug.h"
#include "base/map.h"
#include "bus/bus.h"
#include "server/net/net.h"
#include "server/play/abandon.h"
#include "server/play/expiry.h"
#include "server/runtime/journal.h"
#include "server/runtime/metrics.h"

#include <stdlib.h>
#include <string.h>

enum {
    IDLE_MS = 60000,     // a table that was not used for so long is evicted
    SOON_MS = 120000,    // unless its clock runs out within this
    CHECK_MS = 250,      // after a load: one check for events before the subscription
    RETRY_MS = 1000,     // the server's own event that failed is retried after this
    UNCERTAIN_MS = 2000, // the log is read again after this if a commit may still appear
    SITS_MAX = 10,       // of one account at a match that has not begun
    COLLISIONS_MAX = 20, // with other processes, before a command is stale
};

struct tables {
    const struct play *play;
    struct map by_id;
    unsigned busy; // loads, commits and lookups under way
    bool stopping;
    unsigned outages; // as counted by struct heartbeat when tables last checked
};

// The monotonic clock, for timeouts.
static int64_t now(void)
{
    return (int64_t)net_ticks_ms();
}

// --- Tables.

static void pump(struct table *t);
static void load_again(struct table *t);

static void answer_command(struct match_command *cmd, enum command_answer answer, struct table *t)
{
    static const enum metrics_action counted[] = {
        [COMMAND_DONE] = METRICS_APPLIED,     [COMMAND_REPEATED] = METRICS_REPEATED,
        [COMMAND_STALE] = METRICS_STALE,      [COMMAND_REFUSED] = METRICS_REFUSED,
        [COMMAND_SEATLESS] = METRICS_REFUSED, [COMMAND_NONE] = METRICS_REFUSED,
        [COMMAND_FAILED] = METRICS_REFUSED,
    };
    cmd->answer = answer;
    if (!cmd->read_only)
        metrics_add(METRIC_ACTIONS, counted[answer], 1);
    cmd->done(cmd, t);
}

static struct match_command *pop(struct table *t)
{
    struct match_command *cmd = t->first;
    t->first = cmd->next;
    if (!t->first)
        t->last = NULL;
    cmd->next = NULL;
    return cmd;
}

static void push(struct table *t, struct match_command *cmd)
{
    cmd->next = NULL;
    *(t->last ? &t->last->next : &t->first) = cmd;
    t->last = cmd;
}

static void push_front(struct table *t, struct match_command *cmd)
{
    cmd->next = t->first;
    t->first = cmd;
    if (!t->last)
        t->last = cmd;
}

static void drop_table(struct table *t)
{
    BUG_UNLESS(!t->commit && !t->thought && !t->first && !t->watches);
    map_remove(&t->tables->by_id, text_of(t->id));
    metrics_set(METRIC_MATCHES, 0, (int64_t)t->tables->by_id.count);
    t->play->listener->closed(t->play->context, t);
    table_empty(t);
    free(t);
}

// Frees an unreadable table once nothing under way refers to it. A thought does until
// table_tick_thought() drops it.
static void drop_if_gone(struct table *t)
{
    if (t->phase == TABLE_GONE && !t->recalls && !t->first && !t->thought)
        drop_table(t);
}

// NULL: there was no memory even to ask the store, and the table is gone.
static struct table *start_loading(struct table *t)
{
    bool pumping = t->pumping;
    t->pumping = true; // keeps the table from being freed here
    load_again(t);
    t->pumping = pumping;
    if (t->phase != TABLE_GONE)
        return t;
    if (!pumping)
        drop_if_gone(t);
    return NULL;
}

static void tables_step_loaded(struct table *t, enum store_status status, const struct reason *why);
static void tables_step_caught_up(struct table *t, enum store_status status);
static void tables_step_committed(struct table *t, enum store_status status,
                                  const struct match_event *e, struct match_command *cmd);
static void tables_step_thought(struct table *t, unsigned seat, const struct action *move);
static void tables_step_thought_dropped(struct table *t);

static const struct table_steps steps = {.loaded = tables_step_loaded,
                                         .caught_up = tables_step_caught_up,
                                         .committed = tables_step_committed,
                                         .thought = tables_step_thought,
                                         .thought_dropped = tables_step_thought_dropped};

static struct table *table_get(struct tables *ts, const char *id)
{
    struct table *t = map_find(&ts->by_id, text_of(id));
    // An unreadable table stays while something under way refers to it. Load it again, or its
    // commands would wait for ever.
    if (t)
        return t->phase == TABLE_GONE ? start_loading(t) : t;
    t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->tables = ts;
    t->steps = &steps;
    t->play = ts->play;
    snprintf(t->id, sizeof t->id, "%s", id);
    if (!map_add(&ts->by_id, text_of(t->id), t)) {
        free(t);
        return NULL;
    }
    metrics_set(METRIC_MATCHES, 0, (int64_t)ts->by_id.count);
    t->used = now();
    t->sync.unpublished_seq = UINT64_MAX;
    t->sync.chat_seq = -1;
    return start_loading(t);
}

// --- The server's own events.

// Clock credit after an outage: from the last heartbeat until now. It is given once per match,
// since the event is not earlier than the end of the outage.
static bool hold_due(const struct table *t, struct match_event *e)
{
    const struct match *m = &t->match;
    struct outage o;
    if (m->status != MATCH_RUNNING || !match_deadline_ms(m, NULL) ||
        !downtime_since(&t->play->heartbeat->downtime, m->last_ms, (int64_t)net_now_ms(), &o))
        return false;
    e->at_ms = e->at_ms > o.to ? e->at_ms : o.to;
    e->number = e->at_ms - o.from;
    return e->number > 0;
}

// The event that has to precede any command.
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
    if (t->match.status == MATCH_WAITING && match_full(&t->match)) {
        *e = match_start(&t->match, at);
        return true;
    }
    e->kind = EVENT_ABORT;
    return lease_holds(t->play->lease, t->id) && expiry_is_due(t);
}

// Outage length not confirmed yet: do not flag or credit clocks.
static bool is_unsure(const struct table *t)
{
    return match_deadline_ms(&t->match, NULL) && !heartbeat_is_fresh(t->play->heartbeat);
}

// A full match that has not started: the process that seated the last player may be gone. After a
// second any process that has it in memory starts it.
static bool is_overdue(const struct table *t)
{
    return t->match.status == MATCH_WAITING && match_full(&t->match) &&
           table_time(t) > t->match.last_ms + RETRY_MS;
}

// Issues the server's own event if one is due; true while it is being written. That is up to the
// holder of the lease, except for events that precede a command here or follow from one: any
// process may append those, and the log accepts one.
static bool settle(struct table *t)
{
    struct match_event e;
    unsigned seat, level;
    int64_t at = table_time(t);
    if (t->tables->stopping || now() < t->retry)
        return false;
    t->retry = is_unsure(t) ? now() + RETRY_MS : 0;
    if (t->retry)
        return false;
    bool holds = lease_holds(t->play->lease, t->id);
    if ((holds || t->first || t->wanted || is_overdue(t)) && event_due(t, at, &e) &&
        match_check(&t->match, &e, NULL)) {
        t->tables->busy++;
        table_commit(t, &e, NULL);
        return true;
    }
    if (t->thought || !match_computer_to_act(&t->match, &seat, &level))
        return false;
    if (holds)
        table_think(t, seat, level);
    else if (t->wanted)
        t->play->listener->computer_due(t->play->context, t);
    t->wanted = false;
    return false;
}

// --- Catching up with other processes.

// True while the log, which has more events than the table, is being read.
static bool catch_up(struct table *t)
{
    if (t->sync.last_seen_seq < t->match.seq || now() < t->sync.read_at)
        return false;
    t->phase = TABLE_CATCHING_UP;
    t->sync.requested_seq = t->sync.last_seen_seq;
    t->tables->busy++;
    t->play->listener->behind(t->play->context, t);
    return true;
}

// A notice may be wrong; the log is right. But a notice that came during the read may be about an
// event after it: then the log is read again.
static void tables_step_caught_up(struct table *t, enum store_status status)
{
    t->tables->busy--;
    if (status == STORE_REFUSED || status == STORE_DAMAGED) {
        load_again(t);
        return;
    }
    t->phase = TABLE_READY;
    // No notice comes for an event of ours whose commit was reported lost and succeeded later.
    bool uncertain = status == STORE_OK && t->sync.uncertain_seq == t->match.seq;
    if (uncertain)
        t->sync.read_at = now() + UNCERTAIN_MS;
    else if (status == STORE_OK && t->sync.last_seen_seq == t->sync.requested_seq)
        t->sync.last_seen_seq = t->match.seq - 1;
    if (status != STORE_OK)
        t->sync.read_at = now() + RETRY_MS;
    pump(t);
}

// No watcher, no command, no player connected here, no lease: the log is read when one comes.
static bool is_unused(const struct table *t)
{
    bool used =
        t->watches || t->first || t->recalls || t->thought || lease_holds(t->play->lease, t->id);
    for (unsigned i = 0; i < SEATS_MAX && !used; i++)
        used = t->match.account[i] &&
               t->play->listener->is_connected(t->play->context, t->match.account[i]);
    return !used;
}

void tables_notice(struct tables *ts, const char *match, uint64_t seq, bool load)
{
    struct table *t = map_find(&ts->by_id, text_of(match));
    if (!t && load && !ts->stopping && (t = table_get(ts, match)))
        t->sync.unpublished_seq = seq ? seq : 1;
    if (!t)
        return;
    if (t->sync.last_seen_seq < seq)
        t->sync.last_seen_seq = seq;
    if (t->phase == TABLE_READY && (load || !is_unused(t)))
        pump(t);
}

// Read-your-writes across processes: before a command is refused or a read answered, the log is
// checked once for events of other processes. Then the command is served again.
static bool check_log_first(struct table *t, struct match_command *cmd)
{
    if (cmd->log_checked || !bus_is_shared(t->play->site->bus))
        return false;
    cmd->log_checked = true;
    t->sync.last_seen_seq =
        t->sync.last_seen_seq < t->match.seq ? t->match.seq : t->sync.last_seen_seq;
    push_front(t, cmd);
    return true;
}

// --- Commands.

static int free_seat(const struct match *m, int wanted)
{
    for (int i = 0; i < (int)m->terms.config.seats; i++)
        if (!m->account[i] && !m->terms.level[i] && (wanted < 0 || wanted == i))
            return i;
    return -1;
}

static int seat_for(const struct match *m, const struct match_command *cmd)
{
    if (cmd->verb != EVENT_SIT)
        return match_seat_of(m, cmd->account);
    int seat = free_seat(m, cmd->seat);
    // match_check() refuses an account that is seated already, or a match that is full.
    return seat >= 0 ? seat : cmd->seat >= 0 ? cmd->seat : 0;
}

static bool event_of(const struct match *m, const struct match_command *cmd, unsigned seat,
                     struct match_event *e, struct reason *why)
{
    if (cmd->verb == EVENT_MOVE) {
        char line[COMMAND_MOVE + 3];
        int len = snprintf(line, sizeof line, "%c %s", seat_letter(seat), cmd->move);
        return match_event_parse(m, (struct text){line, (size_t)len}, e, why);
    }
    *e = (struct match_event){
        .kind = cmd->verb, .seat = seat, .number = cmd->number, .account = cmd->account};
    return true;
}

struct recall {
    struct store_job job;
    struct table *table;
    struct match_command *command;
    enum command_answer otherwise; // if it was not executed before
    bool unknown;                  // it may still appear in the log
    int32_t seq;
};

static enum store_status tables_run_recall(struct store_tx *tx, struct store_job *job)
{
    struct recall *r = (struct recall *)job;
    struct store_entry entry;
    struct buf text = {0};
    enum store_status status = store_entry_by_request(tx, r->table->id, r->command->account,
                                                      r->command->request, &entry, &text);
    r->seq = status == STORE_OK ? entry.seq : -1;
    buf_release(&text);
    return status;
}

static void tables_recalled(struct store_job *job)
{
    struct recall *r = (struct recall *)job;
    struct table *t = r->table;
    t->recalls--;
    t->tables->busy--;
    r->command->status = job->status != STORE_OK && r->unknown ? STORE_UNKNOWN : job->status;
    r->command->result_seq = r->seq > 0 ? (uint64_t)r->seq : 0;
    struct table *shown = t->phase == TABLE_READY && !t->commit ? t : NULL;
    if (job->status == STORE_OK)
        answer_command(r->command, COMMAND_REPEATED, shown);
    else
        answer_command(r->command, job->status == STORE_NONE ? r->otherwise : COMMAND_FAILED,
                       shown);
    free(r);
    pump(t);
}

// Looks the idempotency key up in the store. False: there is no key, or no memory.
static bool recall(struct table *t, struct match_command *cmd, enum command_answer otherwise,
                   bool unknown)
{
    struct recall *r = cmd->request[0] ? calloc(1, sizeof *r) : NULL;
    if (!r)
        return false;
    *r = (struct recall){.job = {.run = tables_run_recall, .done = tables_recalled},
                         .table = t,
                         .command = cmd,
                         .otherwise = otherwise,
                         .unknown = unknown};
    t->recalls++;
    t->tables->busy++;
    store_read(t->play->site->store, &r->job);
    return true;
}

// Refuses a command, unless the same request was executed before and its answer was lost. That may
// be why it is illegal now: a seat moves once, and a match is left once.
static void turn_down(struct table *t, struct match_command *cmd, enum command_answer answer)
{
    if (t->phase == TABLE_READY && !t->commit && check_log_first(t, cmd))
        return;
    if (!recall(t, cmd, answer, false))
        answer_command(cmd, answer, t->phase == TABLE_READY && !t->commit ? t : NULL);
}

// Limits sitting down and leaving again, which keeps seats from others.
static bool sits_too_often(const struct table *t, const struct match_command *cmd)
{
    char tail[24];
    unsigned sits = 0;
    int len = snprintf(tail, sizeof tail, " %lld", (long long)cmd->account);
    if (cmd->verb != EVENT_SIT)
        return false;
    for (size_t i = 0; i < t->entries; i++) {
        struct text line = t->entry[i].line;
        sits += text_starts(line, "sit ") && line.len > (size_t)len &&
                text_is(text_from(line, line.len - (size_t)len), tail);
    }
    return sits >= SITS_MAX;
}

static void execute(struct table *t, struct match_command *cmd)
{
    struct match_event e;
    const struct match *m = &t->match;
    int seat = seat_for(m, cmd);
    if (seat < 0) {
        turn_down(t, cmd, COMMAND_SEATLESS);
        return;
    }
    if ((cmd->seq >= 0 && (uint64_t)cmd->seq != m->seq) ||
        table_knows_request(t, cmd->account, cmd->request)) {
        turn_down(t, cmd, COMMAND_STALE);
        return;
    }
    if (sits_too_often(t, cmd)) {
        reason_set(&cmd->why, 0, MSG_MATCH_COMINGS, "%s", "");
        turn_down(t, cmd, COMMAND_REFUSED);
        return;
    }
    bool ok = event_of(m, cmd, (unsigned)seat, &e, &cmd->why);
    e.at_ms = table_time(t);
    if (!ok || !match_check(m, &e, &cmd->why) || !match_admits(m, &e, &cmd->why)) {
        turn_down(t, cmd, COMMAND_REFUSED);
        return;
    }
    t->tables->busy++;
    table_commit(t, &e, cmd);
}

// An event that has to come first could not be written. A move before it would be charged the
// outage, or be accepted after its clock ran out.
static bool is_held_up(const struct table *t)
{
    struct match_event e;
    return now() < t->retry && (is_unsure(t) || event_due(t, table_time(t), &e));
}

static void serve(struct table *t, struct match_command *cmd)
{
    t->used = now();
    if (cmd->read_only && check_log_first(t, cmd))
        return;
    if (cmd->read_only)
        answer_command(cmd, COMMAND_DONE, t);
    else if (t->tables->stopping || is_held_up(t)) {
        cmd->status = STORE_BUSY;
        answer_command(cmd, COMMAND_FAILED, t);
    } else {
        execute(t, cmd);
    }
}

// When a clock runs out, or a retry is due.
static void set_due(struct table *t)
{
    if (t->retry <= now())
        t->retry = 0;
    int64_t deadline = t->phase == TABLE_READY ? match_deadline_ms(&t->match, NULL) : 0;
    int64_t left = deadline - table_time(t);
    t->due = deadline ? now() + (left > 0 ? left : 0) : 0;
    if (t->phase == TABLE_READY && t->match.status == MATCH_WAITING && match_full(&t->match))
        t->due = now() + RETRY_MS + 1;
    // Another process holds the lease: check again later, it may become ours.
    if (t->due && t->due <= now() && !lease_holds(t->play->lease, t->id))
        t->due = now() + RETRY_MS;
    if (t->retry)
        t->due = t->retry;
    if (t->phase == TABLE_READY && t->sync.last_seen_seq >= t->match.seq)
        t->due = t->sync.read_at;
}

// Serves the queue while the table is free. A done() may submit another command, which queues too.
static void pump(struct table *t)
{
    if (t->pumping)
        return;
    t->pumping = true;
    if (t->phase == TABLE_READY)
        table_note_time(t);
    while (t->phase == TABLE_READY && !t->commit && !catch_up(t) && !settle(t) && t->first)
        serve(t, pop(t));
    t->pumping = false;
    if (t->phase == TABLE_READY && !t->commit)
        t->wanted = false;
    set_due(t);
    drop_if_gone(t);
}

void tables_submit(struct tables *ts, const char *match, struct match_command *cmd)
{
    struct table *t = strlen(match) < STORE_MATCH_ID ? table_get(ts, match) : NULL;
    if (!t) {
        cmd->status = STORE_BROKEN;
        answer_command(cmd, strlen(match) < STORE_MATCH_ID ? COMMAND_FAILED : COMMAND_NONE, NULL);
        return;
    }
    push(t, cmd);
    pump(t);
}

void tables_wake(struct tables *ts, const char *match)
{
    struct table *t = table_get(ts, match);
    if (!t)
        return;
    t->wanted = true;
    pump(t);
}

// --- Answers of the store and the pool.

// Fails the whole queue: there is no such match, or it cannot be read.
static void turn_away(struct table *t, enum command_answer answer, enum store_status status,
                      const struct reason *why)
{
    struct match_command *list = t->first;
    t->first = t->last = NULL;
    t->phase = TABLE_GONE;
    t->play->listener->gone(t->play->context, t);
    // A done() may submit to the match again: then it is loaded again, and stays.
    bool pumping = t->pumping;
    t->pumping = true;
    for (struct match_command *cmd = list; cmd; cmd = list) {
        list = cmd->next;
        cmd->next = NULL;
        cmd->status = status;
        if (why)
            cmd->why = *why;
        answer_command(cmd, answer, NULL);
    }
    t->pumping = pumping;
    pump(t);
}

// Retrying will not help; only the operator can.
static void note_unreadable(const struct table *t, enum store_status status,
                            const struct reason *why)
{
    journal_line(JOURNAL_ERROR, "match.unreadable", JOURNAL_STRING("match", t->id),
                 JOURNAL_STRING("status", store_status_name(status)), JOURNAL_REASON("why", why),
                 JOURNAL_END);
    metrics_add(METRIC_UNREADABLE, 0, 1);
}

// --- Matches that do not replay any more.

static void tables_abandoned(void *context, void *command, enum store_status status, uint64_t seq)
{
    struct tables *ts = context;
    struct match_command *cmd = command;
    ts->busy--;
    if (!cmd)
        return;
    cmd->status = status;
    cmd->result_seq = seq;
    answer_command(cmd,
                   status == STORE_OK      ? COMMAND_DONE
                   : status == STORE_TAKEN ? COMMAND_STALE
                                           : COMMAND_FAILED,
                   NULL);
}

static bool abandon(struct table *t, struct match_command *cmd)
{
    struct abandon_done done = {tables_abandoned, t->tables, cmd};
    int64_t at = (int64_t)net_now_ms() > t->last_at ? (int64_t)net_now_ms() : t->last_at;
    bool begun =
        !t->tables->stopping && abandon_match(t->play->site->store, &t->row, t->unreplayed + 1, at,
                                              cmd ? cmd->account : 0, done);
    t->tables->busy += begun;
    return begun;
}

static bool wants_abort(const struct table *t, const struct match_command *cmd)
{
    bool seated = false;
    for (unsigned i = 0; i < t->row.seats; i++)
        seated |= cmd->account && t->seat[i].account == cmd->account;
    return seated && !cmd->read_only && cmd->verb == EVENT_ABORT;
}

// The lexicon has changed, and the match does not replay. Its players may abort it at any time. The
// server does when its clock has run out, or nobody has moved for the days that a match may rest.
static void abandon_if_wanted(struct table *t)
{
    int64_t time = (int64_t)net_now_ms();
    int64_t days = expiry_days(t->play->site->options, true);
    bool idle = (t->row.deadline && time > t->row.deadline) ||
                (days && !t->row.deadline && time - t->last_at > days * CLOCK_DAY);
    if (t->row.status != MATCH_ROW_RUNNING && t->row.status != MATCH_ROW_OPEN)
        return;
    for (struct match_command **at = &t->first; *at; at = &(*at)->next) {
        struct match_command *cmd = *at;
        if (!wants_abort(t, cmd) || !abandon(t, cmd))
            continue;
        *at = cmd->next;
        return; // any other command is refused
    }
    if (idle && lease_holds(t->play->lease, t->id))
        (void)abandon(t, NULL);
}

static void tables_step_loaded(struct table *t, enum store_status status, const struct reason *why)
{
    t->tables->busy--;
    if (status == STORE_REFUSED && why->what == MSG_MATCH_LEXICON_CHANGED)
        abandon_if_wanted(t);
    if (status == STORE_DAMAGED || status == STORE_REFUSED)
        note_unreadable(t, status, why);
    if (status == STORE_OK) {
        t->phase = TABLE_READY;
        t->sync.check_at = t->feed ? 0 : now() + CHECK_MS;
        if (!t->feed)
            t->play->listener->opened(t->play->context, t);
        pump(t);
    } else if (status == STORE_NONE) {
        turn_away(t, COMMAND_NONE, status, NULL);
    } else if (status == STORE_REFUSED) {
        turn_away(t, COMMAND_REFUSED, status, why);
    } else {
        turn_away(t, COMMAND_FAILED, status, NULL);
    }
}

// The table is ahead of the log: back to what is written.
static void load_again(struct table *t)
{
    table_empty(t);
    t->phase = TABLE_LOADING;
    t->tables->busy++;
    table_load(t);
}

// Rolls the event back. If another process appended, or the outcome is unknown, the log is read
// on.
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
    if (more && t->sync.last_seen_seq < t->match.seq)
        t->sync.last_seen_seq = t->match.seq;
    if (more)
        t->sync.read_at = 0;
    if (status == STORE_UNKNOWN)
        t->sync.uncertain_seq = t->match.seq;
}

// The store is away: queued writes fail now instead of waiting for the same answer.
static void refuse_waiting(struct table *t)
{
    struct match_command *list = t->first, *next;
    t->first = t->last = NULL;
    bool pumping = t->pumping;
    t->pumping = true;
    for (struct match_command *cmd = list; cmd; cmd = next) {
        next = cmd->next;
        cmd->status = STORE_BUSY;
        if (cmd->read_only)
            push(t, cmd);
        else
            answer_command(cmd, COMMAND_FAILED, NULL);
    }
    t->pumping = pumping;
}

static void answer_not_committed(struct table *t, enum store_status status,
                                 struct match_command *cmd)
{
    cmd->status = status;
    if (t->phase == TABLE_GONE) { // there was no memory to read it again
        cmd->status = status == STORE_UNKNOWN ? status : STORE_BROKEN;
        answer_command(cmd, COMMAND_FAILED, NULL);
        return;
    }
    // Another process appended first. A command with a seq is stale; one without is retried, as if
    // both had come to this process.
    if (status == STORE_TAKEN && cmd->seq < 0 && cmd->collisions++ < COLLISIONS_MAX)
        push_front(t, cmd);
    else if (status == STORE_TAKEN)
        turn_down(t, cmd, COMMAND_STALE);
    else if (status != STORE_UNKNOWN || !recall(t, cmd, COMMAND_FAILED, true))
        answer_command(cmd, COMMAND_FAILED, NULL);
}

static void tables_step_committed(struct table *t, enum store_status status,
                                  const struct match_event *e, struct match_command *cmd)
{
    t->tables->busy--;
    if (status == STORE_OK) {
        t->used = now();
        t->retry = 0;
        t->wanted = true;
        t->sync.unpublished_seq = t->match.seq;
        t->play->listener->event(t->play->context, t, e);
        if (cmd) {
            cmd->result_seq = t->match.seq - 1;
            answer_command(cmd, COMMAND_DONE, t);
        }
        pump(t);
        return;
    }
    bool pumping = t->pumping;
    t->pumping = true; // keeps the table from being freed here
    not_committed(t, status);
    if (status == STORE_BUSY || status == STORE_UNKNOWN)
        refuse_waiting(t);
    if (cmd)
        answer_not_committed(t, status, cmd);
    t->pumping = pumping;
    pump(t);
}

static void tables_step_thought(struct table *t, unsigned seat, const struct action *move)
{
    struct match_event e = {.kind = EVENT_MOVE, .seat = seat, .action = *move};
    e.at_ms = table_time(t);
    if (t->phase == TABLE_READY && !t->commit && !t->tables->stopping &&
        lease_holds(t->play->lease, t->id) && !match_flag_due(&t->match, e.at_ms, &(unsigned){0}) &&
        match_check(&t->match, &e, NULL)) {
        t->tables->busy++;
        table_commit(t, &e, NULL);
    } else {
        pump(t);
    }
}

static void tables_step_thought_dropped(struct table *t)
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
    return deadline && deadline - table_time(t) < SOON_MS && lease_holds(t->play->lease, t->id);
}

// Events between the load and the subscription were not announced to this process.
static void check_missed(struct table *t)
{
    t->sync.check_at = 0;
    if (t->feed && t->watches)
        tables_notice(t->tables, t->id, t->match.seq, false);
}

// After an outage all tables with a deadline are pumped: clocks have to be credited.
static void pump_after_outage(struct tables *ts)
{
    size_t at = 0;
    struct table *t;
    if (ts->outages == ts->play->heartbeat->outages)
        return;
    ts->outages = ts->play->heartbeat->outages;
    while ((t = map_next(&ts->by_id, &at)))
        if (t->phase == TABLE_READY && t->due)
            t->due = 1;
}

void tables_tick(struct tables *ts)
{
    size_t at = 0;
    struct table *t;
    int64_t time = now();
    pump_after_outage(ts);
    // One action per table and tick: the table may be freed by it.
    while ((t = map_next(&ts->by_id, &at))) {
        if (time - t->used >= IDLE_MS && !needed(t))
            drop_table(t);
        else if (t->sync.check_at && t->sync.check_at <= time)
            check_missed(t);
        else if (t->due && t->due <= time)
            pump(t);
        else if (t->thought)
            table_tick_thought(t);
    }
}

struct tables *tables_open(const struct play *play)
{
    struct tables *ts = calloc(1, sizeof *ts);
    if (!ts)
        return NULL;
    ts->play = play;
    map_init(&ts->by_id, play->site->map_secret);
    return ts;
}

void tables_stop(struct tables *ts)
{
    ts->stopping = true;
}

bool tables_are_idle(const struct tables *ts)
{
    return ts->busy == 0;
}

void tables_free(struct tables *ts)
{
    size_t at = 0;
    struct table *t;
    if (!ts)
        return;
    while ((t = map_next(&ts->by_id, &at))) {
        BUG_UNLESS(!t->commit && !t->first);
        free(t->thought); // the pool is closed: it thinks no more
        t->play->listener->gone(t->play->context, t);
        t->play->listener->closed(t->play->context, t);
        table_empty(t);
        free(t);
    }
    map_release(&ts->by_id);
    free(ts);
}

void tables_rename(struct tables *ts, int64_t account, const char *name)
{
    size_t at = 0;
    struct table *t;
    ts->play->listener->renamed(ts->play->context, account, name);
    while ((t = map_next(&ts->by_id, &at)))
        for (unsigned i = 0; i < SEATS_MAX; i++)
            if (t->seat[i].account == account)
                snprintf(t->player[i], sizeof t->player[i], "%s", name);
}

void tables_acquired(struct tables *ts, uint64_t shards)
{
    size_t at = 0;
    struct table *t;
    while ((t = map_next(&ts->by_id, &at)))
        if (shards >> store_lease_shard(t->id) & 1)
            t->due = 1;
}

uint64_t tables_published_seq(const struct tables *ts, const char *match)
{
    const struct table *t = tables_find(ts, match);
    return t ? t->sync.unpublished_seq - 1 : 0;
}

struct table *tables_find(const struct tables *ts, const char *match)
{
    struct table *t = map_find(&ts->by_id, text_of(match));
    return t && (t->phase == TABLE_READY || t->phase == TABLE_CATCHING_UP) ? t : NULL;
}

struct table *tables_next(const struct tables *ts, size_t *at)
{
    return map_next(&ts->by_id, at);
}

size_t tables_count(const struct tables *ts)
{
    return ts->by_id.count;
}
