#include "server/sync/chat_catchup.h"

#include "bus/bus.h"
#include "server/live/chat.h"
#include "server/live/watcher.h"
#include "server/net/net.h"

#include <stdlib.h>
#include <string.h>

// Lines that do not fit are left for the next poll. With the bus up a poll finds only lines that
// the bus has dropped, or of a process that is cut off from it.
enum { POLL_MS = 2000, POLL_WITH_BUS_MS = 10000, LINES_MAX = 128 };

struct chat_catchup {
    struct store_job job; // first
    struct live *live;
    bool polling;
    bool away; // the bus was down since the last poll
    bool back; // and is up again
    uint64_t polled;
    struct store_talk *talk; // the matches to poll
    size_t talks, limit;
    size_t place;                      // among the tables, where the next poll continues
    size_t round;                      // tables not polled since the bus was down
    struct chat_line *line[LINES_MAX]; // lines found
    size_t lines;
    struct store_tx *tx;
    enum store_status status;
    bool more; // than there was room for
};

struct chat_catchup *chat_catchup_open(struct live *live)
{
    struct chat_catchup *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->live = live;
    c->limit = CHAT_CATCHUP_TABLES;
    return c;
}

// Pushes and frees the lines; with `pushed` false only frees them. A line without text counts as
// pushed.
static void forget_lines(struct chat_catchup *c, bool pushed)
{
    for (size_t i = 0; i < c->lines; i++) {
        struct chat_line *l = c->line[i];
        chat_pass_on(l, pushed ? tables_find(c->live->tables, l->match) : NULL);
        free(l);
    }
    c->lines = 0;
}

void chat_catchup_free(struct chat_catchup *c)
{
    if (!c)
        return;
    forget_lines(c, false);
    free(c->talk);
    free(c);
}

// --- Polling, on a thread of the store.

// NULL: there are enough, or there is no memory.
static struct chat_line *add_missed_line(struct chat_catchup *c)
{
    struct chat_line *l = c->lines < LINES_MAX ? calloc(1, sizeof *l) : NULL;
    if (l) {
        l->live = c->live;
        c->line[c->lines++] = l;
    }
    return l;
}

static bool chat_catchup_recall_line(void *context, const struct store_chat *row)
{
    struct chat_catchup *c = context;
    struct chat_line *l = add_missed_line(c);
    c->more = !l;
    c->status = l ? chat_recall(c->tx, row, l) : STORE_OK;
    return l && c->status == STORE_OK;
}

// More than LINES_MAX are dropped: there are never more.
static bool chat_catchup_note_hidden(void *context, const struct store_chat *row)
{
    struct chat_line *l = add_missed_line(context);
    if (!l)
        return false;
    memcpy(l->match, row->match, sizeof l->match);
    l->id = row->id;
    l->hides = true;
    return true;
}

static enum store_status chat_catchup_run_poll(struct store_tx *tx, struct store_job *job)
{
    struct chat_catchup *c = (struct chat_catchup *)job;
    forget_lines(c, false); // a job may run again
    c->tx = tx;
    c->status = STORE_OK;
    c->more = false;
    enum store_status status =
        store_chat_behind(tx, c->talk, c->talks, chat_catchup_recall_line, c);
    if (status == STORE_OK)
        status = c->status;
    if (status == STORE_OK && c->back)
        status = store_chat_hidden(tx, c->talk, c->talks, chat_catchup_note_hidden, c);
    return status;
}

static void chat_catchup_poll_done(struct store_job *job)
{
    struct chat_catchup *c = (struct chat_catchup *)job;
    c->polling = false;
    if (c->more || job->status != STORE_OK) { // then the next poll is soon, and complete
        c->away = true;
        c->round = tables_count(c->live->tables);
    }
    forget_lines(c, job->status == STORE_OK);
}

// --- Choosing what to poll.

// Without watchers the bus alone keeps chat_seq current; but not while it is down.
static void add_talk(struct chat_catchup *c, const struct table *t)
{
    if (t->phase != TABLE_READY || !(t->watches || c->away))
        return;
    struct store_talk *one = &c->talk[c->talks++];
    memcpy(one->match, t->id, sizeof one->match);
    one->after = t->sync.chat_seq;
}

// Round-robin over the tables.
static void choose_tables(struct chat_catchup *c)
{
    size_t all = tables_count(c->live->tables), most = all < c->limit ? all : c->limit, seen = 0;
    free(c->talk);
    c->talks = 0;
    c->talk = calloc(most ? most : 1, sizeof *c->talk);
    for (; c->talk && seen < all && c->talks < most; seen++) {
        const struct table *t = tables_next(c->live->tables, &c->place);
        if (!t) {
            c->place = 0;
            t = tables_next(c->live->tables, &c->place);
        }
        if (t)
            add_talk(c, t);
    }
    c->round -= c->round < seen ? c->round : seen;
}

void chat_catchup_set_limit(struct chat_catchup *c, size_t tables)
{
    c->limit = tables;
}

void chat_catchup_tick(struct chat_catchup *c)
{
    uint64_t now = net_ticks_ms();
    bool up = bus_is_up(c->live->site->bus);
    c->away = c->away || !up;
    if (!up)
        c->round = tables_count(c->live->tables);
    uint64_t pause = c->away ? POLL_MS : POLL_WITH_BUS_MS;
    if (!bus_is_shared(c->live->site->bus) || c->polling || now - c->polled < pause)
        return;
    c->polled = now;
    choose_tables(c);
    c->back = c->away && up;
    c->away = !up || c->round;
    if (!c->talks)
        return;
    c->polling = true;
    c->job = (struct store_job){.run = chat_catchup_run_poll, .done = chat_catchup_poll_done};
    store_read(c->live->site->store, &c->job);
}
