#include "server/accounts/departure.h"

#include "server/ops/app.h"

#include <string.h>

enum { TRIES = 4 }; // where something else keeps happening in a match

static void look(struct departure *d);
static void read_page(struct departure *d);

static void leave_next(struct departure *d)
{
    if (++d->at < d->matches) {
        d->tries = 0;
        look(d);
    } else if (d->matches == STORE_LIST_MAX) {
        read_page(d);
    } else {
        d->done(d, STORE_OK);
    }
}

static struct departure *departure_of(struct hall_want *w)
{
    return (struct departure *)((char *)w - offsetof(struct departure, want));
}

static void left(struct hall_want *w, struct table *t)
{
    struct departure *d = departure_of(w);
    (void)t;
    if (w->answer == HALL_FAILED)
        d->done(d, w->status);
    else if (w->answer == HALL_REFUSED && ++d->tries < TRIES)
        look(d); // it was true when it was looked at
    else
        leave_next(d);
}

static bool is_alone(const struct match *m, int64_t account)
{
    for (unsigned i = 0; i < m->terms.config.seats; i++)
        if (m->account[i] && m->account[i] != account)
            return false;
    return true;
}

// How to go, as a want; false where there is nothing to leave.
static bool choose(const struct match *m, int64_t account, struct hall_want *w)
{
    int seat = match_seat_of(m, account);
    unsigned may = seat < 0 ? 0 : match_may(m, (unsigned)seat, (int64_t)net_now_ms());
    bool waits_with_others = m->status == MATCH_WAITING && !is_alone(m, account);
    if (may & 1u << EVENT_LEAVE && waits_with_others) {
        w->verb = EVENT_LEAVE;
    } else if (may & 1u << EVENT_ABORT) {
        w->verb = EVENT_ABORT;
    } else if (may & MATCH_MAY_RESIGN) {
        w->verb = EVENT_MOVE;
        memcpy(w->move, "resign", 7);
    } else {
        return false;
    }
    return true;
}

static void looked(struct hall_want *w, struct table *t)
{
    struct departure *d = departure_of(w);
    enum hall_answer answer = w->answer;
    enum store_status status = w->status;
    *w = (struct hall_want){.account = d->account, .seat = -1, .seq = -1, .done = left};
    if (answer == HALL_DONE && choose(table_match(t), d->account, w))
        hall_do(d->app->hall, d->match[d->at], w);
    else if (answer == HALL_FAILED)
        d->done(d, status);
    else
        leave_next(d);
}

static void look(struct departure *d)
{
    d->want = (struct hall_want){.looks = true, .account = d->account, .done = looked};
    hall_do(d->app->hall, d->match[d->at], &d->want);
}

static bool take_match(void *context, const struct store_match *m, const struct store_seat *seats)
{
    struct departure *d = context;
    (void)seats;
    memcpy(d->match[d->matches++], m->id, sizeof *d->match);
    d->created = m->created;
    return d->matches < STORE_LIST_MAX;
}

static enum store_status run_page(struct store_tx *tx, struct store_job *job)
{
    struct departure *d = (struct departure *)job;
    char last[STORE_MATCH_ID] = "";
    if (d->matches)
        memcpy(last, d->match[d->matches - 1], sizeof last);
    d->matches = 0;
    struct store_match_query q = {.statuses = 1u << MATCH_ROW_OPEN | 1u << MATCH_ROW_RUNNING,
                                  .account = d->account,
                                  .before_id = last,
                                  .before = d->created};
    return store_match_list(tx, &q, take_match, d);
}

static void page_read(struct store_job *job)
{
    struct departure *d = (struct departure *)job;
    if (job->status != STORE_OK || d->matches == 0) {
        d->done(d, job->status);
        return;
    }
    d->at = d->tries = 0;
    look(d);
}

static void read_page(struct departure *d)
{
    d->job = (struct store_job){.run = run_page, .done = page_read};
    store_read(d->app->store, &d->job);
}

void departure_begin(struct departure *d, struct app *app, int64_t account,
                     void (*done)(struct departure *d, enum store_status status), void *context)
{
    *d = (struct departure){.app = app, .account = account, .done = done, .context = context};
    read_page(d);
}

struct call_departure {
    struct departure departure; // first
    call_then_fn *then;
};

static void call_departed(struct departure *d, enum store_status status)
{
    struct call *c = d->context;
    if (status == STORE_OK)
        ((struct call_departure *)d)->then(c);
    else
        call_answer_failure(c, status >= STORE_FULL ? status : STORE_BUSY);
}

void call_depart(struct call *c, int64_t account, call_then_fn *then)
{
    struct call_departure *cd = call_alloc(c, sizeof *cd);
    cd->then = then;
    departure_begin(&cd->departure, c->app, account, call_departed, c);
}
