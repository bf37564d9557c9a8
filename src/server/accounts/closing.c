#include "server/accounts/closing.h"

#include "server/net/net.h"

#include <string.h>

enum { TRIES = 4 }; // if the match keeps changing

static void read_match(struct closing *c);
static void read_page(struct closing *c);

static void leave_next(struct closing *c)
{
    if (++c->at < c->matches) {
        c->tries = 0;
        read_match(c);
    } else if (c->matches == STORE_LIST_MAX) {
        read_page(c);
    } else {
        c->done(c, STORE_OK);
    }
}

static struct closing *closing_of(struct match_command *cmd)
{
    return (struct closing *)((char *)cmd - offsetof(struct closing, command));
}

static void closing_match_left(struct match_command *cmd, struct table *t)
{
    struct closing *c = closing_of(cmd);
    (void)t;
    if (cmd->answer == COMMAND_FAILED)
        c->done(c, cmd->status);
    else if (cmd->answer == COMMAND_REFUSED && ++c->tries < TRIES)
        read_match(c); // the match has changed since match_read()
    else
        leave_next(c);
}

static bool is_alone(const struct match *m, int64_t account)
{
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if (m->account[i] && m->account[i] != account)
            return false;
    return true;
}

// The command that leaves the match; false: there is nothing to leave.
static bool choose_exit(const struct match *m, int64_t account, struct match_command *cmd)
{
    int seat = match_seat_of(m, account);
    unsigned may = seat < 0 ? 0 : match_may(m, (unsigned)seat, (int64_t)net_now_ms());
    bool waits_with_others = m->status == MATCH_WAITING && !is_alone(m, account);
    if (may & 1u << EVENT_LEAVE && waits_with_others) {
        cmd->verb = EVENT_LEAVE;
    } else if (may & 1u << EVENT_ABORT) {
        cmd->verb = EVENT_ABORT;
    } else if (may & MATCH_MAY_RESIGN) {
        cmd->verb = EVENT_MOVE;
        memcpy(cmd->move, "resign", 7);
    } else {
        return false;
    }
    return true;
}

static void closing_match_read(struct match_command *cmd, struct table *t)
{
    struct closing *c = closing_of(cmd);
    enum command_answer answer = cmd->answer;
    enum store_status status = cmd->status;
    *cmd = (struct match_command){
        .account = c->account, .seat = -1, .seq = -1, .done = closing_match_left};
    if (answer == COMMAND_DONE && choose_exit(table_match(t), c->account, cmd))
        tables_submit(c->tables, c->match[c->at], cmd);
    else if (answer == COMMAND_FAILED)
        c->done(c, status);
    else
        leave_next(c);
}

static void read_match(struct closing *c)
{
    c->command = (struct match_command){
        .read_only = true, .account = c->account, .done = closing_match_read};
    tables_submit(c->tables, c->match[c->at], &c->command);
}

static bool closing_add_match(void *context, const struct store_match *m,
                              const struct store_seat *seats)
{
    struct closing *c = context;
    (void)seats;
    memcpy(c->match[c->matches++], m->id, sizeof *c->match);
    c->created = m->created;
    return c->matches < STORE_LIST_MAX;
}

static enum store_status closing_run_match_page(struct store_tx *tx, struct store_job *job)
{
    struct closing *c = (struct closing *)job;
    char last[STORE_MATCH_ID] = "";
    if (c->matches)
        memcpy(last, c->match[c->matches - 1], sizeof last);
    c->matches = 0;
    struct store_match_query q = {.statuses = 1u << MATCH_ROW_OPEN | 1u << MATCH_ROW_RUNNING,
                                  .account = c->account,
                                  .before_id = last,
                                  .before = c->created};
    return store_match_list(tx, &q, closing_add_match, c);
}

static void closing_match_page_read(struct store_job *job)
{
    struct closing *c = (struct closing *)job;
    if (job->status != STORE_OK || c->matches == 0) {
        c->done(c, job->status);
        return;
    }
    c->at = c->tries = 0;
    read_match(c);
}

static void read_page(struct closing *c)
{
    c->job = (struct store_job){.run = closing_run_match_page, .done = closing_match_page_read};
    store_read(c->site->store, &c->job);
}

void closing_begin(struct closing *c)
{
    read_page(c);
}
