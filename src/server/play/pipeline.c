// The command pipeline: an event that was validated is applied, and appended to the log in one
// transaction with the match's row, its seats, ratings and turn mails. store.h batches such
// transactions (group commit). Only after the commit is the event published.
#include "server/play/table.h"

#include "base/bug.h"
#include "match/rating.h"
#include "server/net/net.h"
#include "server/play/daily.h"
#include "server/play/turn_mail.h"
#include "server/runtime/metrics.h"
#include "store/ratings.h"
#include "store/social.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct commit {
    struct store_job job;
    struct table *table;
    struct match_event event;
    struct match_command *command;
    struct lease_fence fence; // of the server's own events
    bool fenced_off;
    struct store_entry entry;
    bool only_turn;         // of the row only the turn changes, which the entry has,
    bool deadline_moved;    // and perhaps the deadline
    unsigned seats_changed; // bits
    bool rates;             // the result counts for ratings
    unsigned rank[SEATS_MAX];
    unsigned to_mail; // seats that get a turn mail: bits
    bool suggests;    // a word that the lexicon lacks was accepted
    int64_t accepter; // the account that did
    uint64_t began;
    // Long from here on, and not zeroed.
    char line[EVENT_BYTES];
    struct store_suggestion suggestion;
    char suggested_in[64]; // the suggestion's note
    struct store_match row;
    struct store_seat seat[SEATS_MAX];
    char player[SEATS_MAX][41];
};

static void print_result(const struct match_result *r, unsigned seats, char out[16])
{
    unsigned at = 0;
    for (unsigned i = 0; i < seats && !r->draw; i++)
        if (r->winners >> i & 1)
            out[at++] = seat_letter(i);
    out[at] = '\0';
    if (r->draw)
        memcpy(out, "draw", 5);
    else if (at == 0 && r->end != MATCH_END_NONE)
        memcpy(out, "none", 5);
}

// The terms have room for two thousand bytes, and are one or two hundred.
static void copy_row(struct store_match *to, const struct store_match *from)
{
    memcpy(to, from, offsetof(struct store_match, terms));
    memcpy(to->terms, from->terms, strlen(from->terms) + 1);
    memcpy(to->previous, from->previous, sizeof to->previous);
    memcpy(to->deal, from->deal, sizeof to->deal);
    memcpy(to->unranked, from->unranked, sizeof to->unranked);
}

// Why a solo game is in no list of the best: a takeback shows the next draw, and the day's deal is
// no contest once its seed is public.
static const char *why_unranked(const struct match *m, const struct store_match *row)
{
    if (m->terms.config.seats != 1)
        return "";
    if (m->taken_back)
        return "takeback";
    return row->deal[0] && daily_is_revealed(row->deal, m->ended_ms) ? "late" : "";
}

void table_fill_row(const struct match *m, struct store_match *row)
{
    static const enum store_match_status status[] = {
        [MATCH_WAITING] = MATCH_ROW_OPEN,
        [MATCH_RUNNING] = MATCH_ROW_RUNNING,
        [MATCH_OVER] = MATCH_ROW_OVER,
        [MATCH_ABORTED] = MATCH_ROW_ABORTED,
    };
    const char *reason = match_end_key(&m->result);
    row->status = status[m->status];
    row->started = m->started_ms;
    row->ended = m->ended_ms;
    row->deadline = match_deadline_ms(m, NULL);
    row->turn = match_to_act(m);
    print_result(&m->result, m->terms.config.seats, row->result);
    snprintf(row->end_reason, sizeof row->end_reason, "%s", reason ? reason : "");
    if (m->status == MATCH_OVER)
        snprintf(row->unranked, sizeof row->unranked, "%s", why_unranked(m, row));
}

// Most events change only the turn, which is written with the entry.
static void note_changes(struct commit *c, const struct store_match *before)
{
    const struct store_match *row = &c->row;
    c->deadline_moved = row->deadline != before->deadline;
    c->only_turn = row->status == before->status && row->started == before->started &&
                   row->ended == before->ended && strcmp(row->result, before->result) == 0 &&
                   strcmp(row->end_reason, before->end_reason) == 0;
}

// The players have cut for the lead. Their names are read with the seats.
static void move_seats(struct commit *c, const struct match *m)
{
    for (unsigned i = 0; i < m->terms.config.seats; i++) {
        c->seat[i].account = m->account[i];
        c->seat[i].level = m->terms.level[i];
        c->player[i][0] = '\0';
        c->seats_changed |= 1u << i;
    }
}

static void fill_seats(struct commit *c, const struct match *m)
{
    const struct config *config = &m->terms.config;
    if (c->event.kind == EVENT_SIT || c->event.kind == EVENT_LEAVE) {
        c->seat[c->event.seat].account = m->account[c->event.seat];
        c->player[c->event.seat][0] = '\0';
        c->seats_changed |= 1u << c->event.seat;
    }
    if (c->event.kind == EVENT_START && c->event.cut)
        move_seats(c, m);
    if (m->status != MATCH_OVER)
        return;
    int32_t score[SEATS_MAX] = {0};
    config->rules->score(config, &m->record.state, score);
    match_ranks(m, c->rank);
    for (unsigned i = 0; i < config->seats; i++) {
        c->seat[i].score = score[i];
        c->seat[i].won = !m->result.draw && (m->result.winners >> i & 1);
        c->seats_changed |= 1u << i;
    }
    c->rates = m->terms.rated;
}

static double days_since(int64_t then, int64_t now)
{
    return now > then ? (double)(now - then) / (double)CLOCK_DAY : 0;
}

static enum store_status rate(struct store_tx *tx, struct commit *c)
{
    struct store_rating stored[SEATS_MAX];
    struct rating player[SEATS_MAX];
    for (unsigned i = 0; i < c->row.seats; i++) {
        enum store_status status =
            store_rating_get(tx, c->seat[i].account, c->row.game, &stored[i]);
        if (status == STORE_NONE) {
            struct rating fresh = RATING_NEW;
            stored[i] = (struct store_rating){.account = c->seat[i].account,
                                              .rating = fresh.rating,
                                              .deviation = fresh.deviation,
                                              .volatility = fresh.volatility,
                                              .at = c->event.at_ms};
            memcpy(stored[i].game, c->row.game, sizeof stored[i].game);
        } else if (status != STORE_OK) {
            return status;
        }
        player[i] = (struct rating){stored[i].rating, stored[i].deviation, stored[i].volatility};
        rating_rest(&player[i], days_since(stored[i].at, c->event.at_ms));
        c->seat[i].rating_before = stored[i].rating;
    }
    rating_match(player, c->rank, c->row.seats);
    for (unsigned i = 0; i < c->row.seats; i++) {
        stored[i].rating = c->seat[i].rating_after = player[i].rating;
        stored[i].deviation = player[i].deviation;
        stored[i].volatility = player[i].volatility;
        stored[i].games++;
        stored[i].at = c->event.at_ms;
        enum store_status status = store_rating_put(tx, &stored[i], c->row.id);
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

static enum store_status write_seats(struct store_tx *tx, struct commit *c)
{
    for (unsigned i = 0; i < c->row.seats; i++) {
        struct store_account account;
        if (!(c->seats_changed >> i & 1))
            continue;
        enum store_status status = store_seat_save(tx, c->row.id, &c->seat[i]);
        if (status == STORE_OK && c->seat[i].account && !c->player[i][0]) {
            status = store_account_get(tx, c->seat[i].account, &account);
            if (status == STORE_OK)
                memcpy(c->player[i], account.name, sizeof c->player[i]);
        }
        if (status != STORE_OK)
            return status;
    }
    return STORE_OK;
}

// A word that one seat has played and the other has accepted is one for the administrators to think
// about. The move's report says that it agrees to an earlier move; the match has not changed yet.
static void note_suggestion(struct commit *c, const struct table *t, const struct match_event *e)
{
    const struct config *config = &t->match.terms.config;
    struct report report;
    struct buf word = {0};
    uint32_t index;
    if (e->kind != EVENT_MOVE || !config->lexicon)
        return;
    config->rules->report(config, &t->match.record.state, &e->action, &report);
    if (!report.amends || !report.word.len || lexicon_find(config->lexicon, &report.word, &index))
        return;
    struct store_suggestion *s = &c->suggestion;
    alphabet_print(&config->lexicon->alphabet, &report.word, &word);
    int len = snprintf(c->suggested_in, sizeof c->suggested_in, "add: /match/%s", t->row.id);
    *s = (struct store_suggestion){.author = t->match.account[report.scorer],
                                   .at = e->at_ms,
                                   .note = {c->suggested_in, (size_t)len}};
    snprintf(s->lexicon, sizeof s->lexicon, "%s", config->lexicon_name);
    snprintf(s->word, sizeof s->word, "%.*s", TEXT_ARG(buf_text(&word)));
    c->accepter = t->match.account[e->seat];
    c->suggests = buf_ok(&word);
    buf_release(&word);
}

static enum store_status pipeline_run_commit(struct store_tx *tx, struct store_job *job)
{
    struct commit *c = (struct commit *)job;
    enum store_status status = lease_check(tx, &c->fence);
    c->fenced_off = status == STORE_TAKEN;
    if (status == STORE_OK)
        status = store_entry_add(tx, c->row.id, &c->entry);
    if (status == STORE_OK && !c->only_turn)
        status = store_match_save(tx, &c->row);
    else if (status == STORE_OK && c->deadline_moved)
        status = store_match_deadline(tx, c->row.id, c->row.deadline);
    if (status == STORE_OK && c->rates)
        status = rate(tx, c);
    if (status == STORE_OK && c->seats_changed)
        status = write_seats(tx, c);
    if (status == STORE_OK && c->suggests)
        status = store_suggestion_add_once(tx, &c->suggestion, c->accepter);
    for (unsigned i = 0; i < c->row.seats && status == STORE_OK; i++)
        if (c->to_mail >> i & 1)
            status = turn_mail_add(tx, c->seat[i].account, &c->row, c->table->play->site->url,
                                   c->event.at_ms);
    return status;
}

static void pipeline_commit_done(struct store_job *job)
{
    struct commit *c = (struct commit *)job;
    struct table *t = c->table;
    struct match_event event = c->event;
    struct match_command *cmd = c->command;
    enum store_status status = job->status;
    if (status == STORE_OK) {
        copy_row(&t->row, &c->row);
        memcpy(t->seat, c->seat, sizeof t->seat);
        memcpy(t->player, c->player, sizeof t->player);
        // It is in the log: without memory for it here, it is read from there again.
        if (!table_keep(t, &c->entry))
            status = STORE_UNKNOWN;
        metrics_observe(METRIC_ACTION_SECONDS, (int64_t)(net_ticks_ms() - c->began) * 1000);
        if (event.kind == EVENT_START)
            metrics_add(METRIC_MATCHES_TOTAL, 0, 1);
    }
    if (status != STORE_OK && c->fenced_off)
        lease_lost(t->play->lease, &c->fence);
    t->commit = NULL;
    t->spare = c;
    t->steps->committed(t, status, &event, cmd);
}

// In a correspondence game each turn is announced by mail, once.
static unsigned seats_to_mail(const struct match *m, unsigned before)
{
    unsigned seats = 0;
    if (m->terms.clock.kind != CLOCK_CORRESPONDENCE)
        return 0;
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if ((match_to_act(m) & ~before) >> i & 1 && m->account[i])
            seats |= 1u << i;
    return seats;
}

// The event's line is made before the match changes. NULL: no memory.
static struct commit *commit_new(struct table *t, const struct match_event *e,
                                 struct match_command *cmd)
{
    struct commit *c = t->spare ? t->spare : malloc(sizeof *c);
    struct buf line = {0};
    t->spare = c;
    match_event_format(&t->match, e, &line);
    if (!c || !buf_ok(&line) || line.len > sizeof c->line) {
        buf_release(&line);
        return NULL;
    }
    memset(c, 0, offsetof(struct commit, line));
    c->job = (struct store_job){.run = pipeline_run_commit, .done = pipeline_commit_done};
    c->table = t;
    c->event = *e;
    c->command = cmd;
    if (!cmd)
        c->fence = lease_fence(t->play->lease, t->id);
    c->began = net_ticks_ms();
    memcpy(c->line, line.at, line.len);
    c->entry = (struct store_entry){.seq = (int32_t)t->match.seq,
                                    .at = e->at_ms,
                                    .account = cmd ? cmd->account : 0,
                                    .text = {c->line, line.len}};
    if (cmd)
        memcpy(c->entry.request, cmd->request, sizeof c->entry.request);
    buf_release(&line);
    return c;
}

void table_commit(struct table *t, const struct match_event *e, struct match_command *cmd)
{
    struct commit *c = commit_new(t, e, cmd);
    unsigned before = match_to_act(&t->match);
    if (c)
        note_suggestion(c, t, e);
    if (!c || !match_apply(&t->match, e)) {
        t->steps->committed(t, STORE_BROKEN, e, cmd);
        return;
    }
    copy_row(&c->row, &t->row);
    memcpy(c->seat, t->seat, sizeof c->seat);
    memcpy(c->player, t->player, sizeof c->player);
    table_fill_row(&t->match, &c->row);
    c->entry.turn = c->row.turn;
    note_changes(c, &t->row);
    fill_seats(c, &t->match);
    c->to_mail = seats_to_mail(&t->match, before);
    c->job.repeatable = !c->rates && !c->seats_changed && !c->to_mail && !c->suggests;
    t->commit = c;
    t->spare = NULL;
    store_write(t->play->site->store, &c->job);
}
