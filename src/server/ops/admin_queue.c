#include "server/ops/admin_queue.h"

#include "server/accounts/closing.h"
#include "server/runtime/journal.h"
#include "store/accounts.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The queue is a note of the store, a line per command: "leave 17".
static const char note[] = "orders";
static const char *const name[] = {[ADMIN_DROP] = "drop", [ADMIN_LEAVE] = "leave"};

struct admin_queue {
    struct store_job job; // first
    struct admin_queue_options with;
    bool running;
    struct closing closing;
    char line[64]; // the one that is being executed
    struct store_account account;
};

enum store_status admin_queue_add(struct store_tx *tx, enum admin_command what, int64_t account)
{
    struct buf lines = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    buf_printf(&lines, "%s %lld\n", name[what], (long long)account);
    if (status == STORE_OK || status == STORE_NONE)
        status = buf_ok(&lines) ? store_note_put(tx, note, buf_text(&lines)) : STORE_BROKEN;
    buf_release(&lines);
    return status;
}

static int64_t account_of(const struct admin_queue *q)
{
    const char *number = strchr(q->line, ' ');
    return number ? strtoll(number, NULL, 10) : 0;
}

static enum store_status admin_queue_run_poll(struct store_tx *tx, struct store_job *job)
{
    struct admin_queue *q = (struct admin_queue *)job;
    struct buf lines = {0};
    struct text rest, line = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    rest = buf_text(&lines);
    text_next_line(&rest, &line);
    snprintf(q->line, sizeof q->line, "%.*s", TEXT_ARG(text_head(line, sizeof q->line - 1)));
    buf_release(&lines);
    if (status == STORE_OK && q->line[0])
        status = store_account_get(tx, account_of(q), &q->account);
    return status == STORE_NONE ? STORE_OK : status;
}

// Removes the first line, if it is still the one that was executed.
static enum store_status admin_queue_run_remove(struct store_tx *tx, struct store_job *job)
{
    const struct admin_queue *q = (struct admin_queue *)job;
    struct buf lines = {0};
    struct text rest, line = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    rest = buf_text(&lines);
    if (status == STORE_OK && text_next_line(&rest, &line) && text_is(line, q->line))
        status = store_note_put(tx, note, rest);
    buf_release(&lines);
    return status == STORE_NONE ? STORE_OK : status;
}

static void admin_queue_command_removed(struct store_job *job)
{
    struct admin_queue *q = (struct admin_queue *)job;
    q->running = false;
    if (job->status == STORE_OK)
        admin_queue_run(q); // there may be more
}

static void remove_command(struct admin_queue *q)
{
    journal_line(JOURNAL_INFO, "order.done", JOURNAL_STRING("order", q->line), JOURNAL_END);
    q->job = (struct store_job){.run = admin_queue_run_remove, .done = admin_queue_command_removed};
    store_write(q->with.site->store, &q->job);
}

static void admin_queue_matches_left(struct closing *c, enum store_status status)
{
    struct admin_queue *q = c->context;
    if (status == STORE_OK)
        remove_command(q);
    else
        q->running = false;
}

static void leave_matches(struct admin_queue *q)
{
    q->closing = (struct closing){.site = q->with.site,
                                  .tables = q->with.tables,
                                  .account = account_of(q),
                                  .done = admin_queue_matches_left,
                                  .context = q};
    closing_begin(&q->closing);
}

static void admin_queue_execute(struct store_job *job)
{
    struct admin_queue *q = (struct admin_queue *)job;
    int64_t account = account_of(q);
    if (job->status != STORE_OK || !q->line[0] || q->with.site->stopping) {
        q->running = false;
        return;
    }
    sessions_forget_account(q->with.sessions, account);
    live_drop(q->with.live, account);
    if (q->account.id)
        tables_rename(q->with.tables, account, q->account.name);
    if (text_starts(text_of(q->line), name[ADMIN_LEAVE]))
        leave_matches(q);
    else
        remove_command(q);
}

void admin_queue_run(struct admin_queue *q)
{
    if (q->running || q->with.site->stopping)
        return;
    q->running = true;
    q->account = (struct store_account){0};
    q->line[0] = '\0';
    q->job = (struct store_job){.run = admin_queue_run_poll, .done = admin_queue_execute};
    store_read(q->with.site->store, &q->job);
}

struct admin_queue *admin_queue_open(const struct admin_queue_options *options)
{
    struct admin_queue *q = calloc(1, sizeof *q);
    if (q)
        q->with = *options;
    return q;
}

void admin_queue_free(struct admin_queue *q)
{
    free(q);
}
