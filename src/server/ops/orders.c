#include "server/ops/orders.h"

#include "server/accounts/departure.h"
#include "server/ops/app.h"
#include "server/runtime/journal.h"
#include "store/accounts.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The orders are a note of the store, a line each: "leave 17".
static const char note[] = "orders";
static const char *const name[] = {[ORDER_DROP] = "drop", [ORDER_LEAVE] = "leave"};

struct orders {
    struct store_job job; // first
    struct app *app;
    struct departure departure;
    char line[64]; // the one that is being carried out
    struct store_account account;
};

enum store_status order_add(struct store_tx *tx, enum order what, int64_t account)
{
    struct buf lines = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    buf_printf(&lines, "%s %lld\n", name[what], (long long)account);
    if (status == STORE_OK || status == STORE_NONE)
        status = buf_ok(&lines) ? store_note_put(tx, note, buf_text(&lines)) : STORE_BROKEN;
    buf_release(&lines);
    return status;
}

static int64_t account_of(const struct orders *o)
{
    const char *number = strchr(o->line, ' ');
    return number ? strtoll(number, NULL, 10) : 0;
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct orders *o = (struct orders *)job;
    struct buf lines = {0};
    struct text rest, line = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    rest = buf_text(&lines);
    text_next_line(&rest, &line);
    snprintf(o->line, sizeof o->line, "%.*s", TEXT_ARG(text_head(line, sizeof o->line - 1)));
    buf_release(&lines);
    if (status == STORE_OK && o->line[0])
        status = store_account_get(tx, account_of(o), &o->account);
    return status == STORE_NONE ? STORE_OK : status;
}

// Takes the first line away, if it is still the one that was carried out.
static enum store_status run_strike(struct store_tx *tx, struct store_job *job)
{
    const struct orders *o = (struct orders *)job;
    struct buf lines = {0};
    struct text rest, line = {0};
    enum store_status status = store_note_get(tx, note, &lines);
    rest = buf_text(&lines);
    if (status == STORE_OK && text_next_line(&rest, &line) && text_is(line, o->line))
        status = store_note_put(tx, note, rest);
    buf_release(&lines);
    return status == STORE_NONE ? STORE_OK : status;
}

static void end(struct orders *o)
{
    o->app->orders = NULL;
    free(o);
}

static void struck(struct store_job *job)
{
    struct orders *o = (struct orders *)job;
    struct app *app = o->app;
    bool ok = job->status == STORE_OK;
    end(o);
    if (ok)
        orders_look(app); // there may be more
}

static void strike(struct orders *o)
{
    journal_line(JOURNAL_INFO, "order.done", JOURNAL_STRING("order", o->line), JOURNAL_END);
    o->job = (struct store_job){.run = run_strike, .done = struck};
    store_write(o->app->store, &o->job);
}

static void departed(struct departure *d, enum store_status status)
{
    struct orders *o = d->context;
    if (status == STORE_OK)
        strike(o);
    else
        end(o);
}

static void carry_out(struct store_job *job)
{
    struct orders *o = (struct orders *)job;
    int64_t account = account_of(o);
    if (job->status != STORE_OK || !o->line[0] || o->app->stopping) {
        end(o);
        return;
    }
    sessions_forget_account(&o->app->sessions, account);
    live_drop(o->app->live, account);
    if (o->account.id)
        hall_rename(o->app->hall, account, o->account.name);
    if (text_starts(text_of(o->line), name[ORDER_LEAVE]))
        departure_begin(&o->departure, o->app, account, departed, o);
    else
        strike(o);
}

void orders_look(struct app *app)
{
    struct orders *o = app->orders || app->stopping ? NULL : calloc(1, sizeof *o);
    if (!o)
        return;
    o->job = (struct store_job){.run = run_look, .done = carry_out};
    o->app = app;
    app->orders = o;
    store_read(app->store, &o->job);
}
