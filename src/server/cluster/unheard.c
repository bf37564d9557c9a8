#include "server/cluster/unheard.h"

#include "server/cluster/relay.h"
#include "server/live/chat.h"
#include "server/ops/app.h"
#include "server/play/table.h"

#include <stdlib.h>
#include <string.h>

// What a look does not take is there for the next. With the bus there only what it has dropped, or
// what was said at a process that is cut off from it, is to be found.
enum { LOOK_MS = 2000, LOOK_WITH_BUS_MS = 10000, LINES_MAX = 128 };

struct unheard {
    struct store_job job; // first
    struct app *app;
    bool looking;
    bool away; // the bus was, since the last look
    bool back; // and is there again
    uint64_t looked;
    struct store_talk *talk; // what is looked for
    size_t talks, limit;
    size_t place;                      // among the tables, where the next look goes on
    size_t round;                      // tables that no look has come to since the bus was away
    struct chat_line *line[LINES_MAX]; // what is found
    size_t lines;
    struct store_tx *tx;
    enum store_status status;
    bool more; // than there was room for
};

struct unheard *unheard_open(struct app *app)
{
    struct unheard *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->app = app;
    u->limit = UNHEARD_TABLES;
    return u;
}

// Tells them, or with `told` false only forgets them. A line that is not for telling counts as
// told.
static void forget_lines(struct unheard *u, bool told)
{
    for (size_t i = 0; i < u->lines; i++) {
        struct chat_line *l = u->line[i];
        chat_pass_on(l, told ? hall_find(u->app->hall, l->match) : NULL);
        free(l);
    }
    u->lines = 0;
}

void unheard_free(struct unheard *u)
{
    if (!u)
        return;
    forget_lines(u, false);
    free(u->talk);
    free(u);
}

// --- Looking, on a thread of the store.

// NULL: there are enough, or there is no memory.
static struct chat_line *add_line(struct unheard *u)
{
    struct chat_line *l = u->lines < LINES_MAX ? calloc(1, sizeof *l) : NULL;
    if (l) {
        l->app = u->app;
        u->line[u->lines++] = l;
    }
    return l;
}

static bool take_line(void *context, const struct store_chat *row)
{
    struct unheard *u = context;
    struct chat_line *l = add_line(u);
    u->more = !l;
    u->status = l ? chat_recall(u->tx, row, l) : STORE_OK;
    return l && u->status == STORE_OK;
}

// Those for which there is no room are told of by nobody: there are never so many.
static bool take_hidden(void *context, const struct store_chat *row)
{
    struct chat_line *l = add_line(context);
    if (!l)
        return false;
    memcpy(l->match, row->match, sizeof l->match);
    l->id = row->id;
    l->hides = true;
    return true;
}

static enum store_status run_look(struct store_tx *tx, struct store_job *job)
{
    struct unheard *u = (struct unheard *)job;
    forget_lines(u, false); // a job may run again
    u->tx = tx;
    u->status = STORE_OK;
    u->more = false;
    enum store_status status = store_chat_behind(tx, u->talk, u->talks, take_line, u);
    if (status == STORE_OK)
        status = u->status;
    if (status == STORE_OK && u->back)
        status = store_chat_hidden(tx, u->talk, u->talks, take_hidden, u);
    return status;
}

static void looked(struct store_job *job)
{
    struct unheard *u = (struct unheard *)job;
    u->looking = false;
    if (u->more || job->status != STORE_OK) { // then the next is soon, and leaves none out
        u->away = true;
        u->round = hall_count(u->app->hall);
    }
    forget_lines(u, job->status == STORE_OK);
}

// --- What is looked for.

// Where nobody watches messages say what is not new to who comes; but not while the bus is away.
static void add_talk(struct unheard *u, const struct table *t)
{
    if (t->phase != TABLE_READY || !(t->watches || u->away))
        return;
    struct store_talk *one = &u->talk[u->talks++];
    memcpy(one->match, t->id, sizeof one->match);
    one->after = t->said;
}

// Where there are more tables than a look takes, the next one goes on behind them.
static void choose(struct unheard *u)
{
    size_t all = hall_count(u->app->hall), most = all < u->limit ? all : u->limit, seen = 0;
    free(u->talk);
    u->talks = 0;
    u->talk = calloc(most ? most : 1, sizeof *u->talk);
    for (; u->talk && seen < all && u->talks < most; seen++) {
        const struct table *t = hall_next(u->app->hall, &u->place);
        if (!t) {
            u->place = 0;
            t = hall_next(u->app->hall, &u->place);
        }
        if (t)
            add_talk(u, t);
    }
    u->round -= u->round < seen ? u->round : seen;
}

void unheard_set_limit(struct unheard *u, size_t tables)
{
    u->limit = tables;
}

void unheard_tick(struct unheard *u)
{
    uint64_t now = net_ticks_ms();
    bool up = bus_is_up(u->app->bus);
    u->away = u->away || !up;
    if (!up)
        u->round = hall_count(u->app->hall);
    uint64_t pause = u->away ? LOOK_MS : LOOK_WITH_BUS_MS;
    if (!relay_is_shared(u->app->relay) || u->looking || now - u->looked < pause)
        return;
    u->looked = now;
    choose(u);
    u->back = u->away && up;
    u->away = !up || u->round;
    if (!u->talks)
        return;
    u->looking = true;
    u->job = (struct store_job){.run = run_look, .done = looked};
    store_read(u->app->store, &u->job);
}
