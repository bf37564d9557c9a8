#include "server/ops/db_wait.h"

#include "server/runtime/failure.h"
#include "server/runtime/journal.h"
#include "store/store.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { FIRST_PAUSE_MS = 250, LONGEST_PAUSE_MS = 5000 };

struct db_wait {
    struct net *net;
    db_wait_try_fn *attempt;
    void *context;
    pthread_mutex_t lock; // guards everything below
    pthread_cond_t changed;
    struct reason why; // of the last attempt
    bool stop;         // the wait was cancelled
    bool over, done;   // no further attempts; the last one succeeded
};

// --- Attempts, on a thread of their own.

static void pause_for(struct db_wait *w, unsigned ms)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += ms / 1000;
    end.tv_nsec += ms % 1000 * 1000000L;
    end.tv_sec += end.tv_nsec / 1000000000;
    end.tv_nsec %= 1000000000;
    while (!w->stop && pthread_cond_timedwait(&w->changed, &w->lock, &end) != ETIMEDOUT)
        continue;
}

static void *db_wait_try_again(void *context)
{
    struct db_wait *w = context;
    unsigned pause = FIRST_PAUSE_MS;
    pthread_mutex_lock(&w->lock);
    while (!w->over) {
        struct reason why;
        pause_for(w, pause);
        if (w->stop)
            break;
        pthread_mutex_unlock(&w->lock);
        bool done = w->attempt(w->context, &why);
        pthread_mutex_lock(&w->lock);
        if (!done)
            w->why = why;
        w->done = done;
        w->over = done || !store_is_passing(&why);
        pause = 2 * pause < LONGEST_PAUSE_MS ? 2 * pause : LONGEST_PAUSE_MS;
    }
    pthread_mutex_unlock(&w->lock);
    net_wake(w->net);
    return NULL;
}

// --- Requests meanwhile.

static enum message why_now(struct db_wait *w)
{
    pthread_mutex_lock(&w->lock);
    enum message what = w->why.what;
    pthread_mutex_unlock(&w->lock);
    return what;
}

static void answer_api(struct net_request *r, const struct net_reply *like)
{
    struct reason why;
    struct net_reply reply = *like;
    reason_set(&why, 0, MSG_API_UNAVAILABLE, "%s", "");
    json_t *json = failure_json(&why, language_from_tag(net_header(r, "accept-language")));
    char *text = json_dumps(json, JSON_COMPACT);
    reply.type = "application/json";
    reply.body = text_of(text ? text : "{}");
    net_respond(r, 503, &reply);
    free(text);
    json_decref(json);
}

static void db_wait_request(void *context, struct net_request *r)
{
    static const struct net_field later = {"Retry-After", {"2", 1}};
    char body[100] = "alive\n";
    struct net_reply reply = {.type = "text/plain", .fields = &later, .field_count = 1};
    bool live = text_is(net_path(r), "/livez");
    if (!live)
        snprintf(body, sizeof body, "starting\ndatabase %s\n", message_key(why_now(context)));
    reply.body = text_of(body);
    if (text_starts(net_path(r), "/api/"))
        answer_api(r, &reply);
    else
        net_respond(r, live ? 200 : 503, &reply);
}

static void db_wait_woken(void *context)
{
    struct db_wait *w = context;
    pthread_mutex_lock(&w->lock);
    bool over = w->over;
    pthread_mutex_unlock(&w->lock);
    if (over)
        net_stop(w->net, 0);
}

static void db_wait_stopping(void *context)
{
    struct db_wait *w = context;
    pthread_mutex_lock(&w->lock);
    w->stop = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    net_stop(w->net, 0);
}

// --- All of it.

static bool wait_with(struct db_wait *w, struct reason *why)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, db_wait_try_again, w) != 0)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    net_run(w->net);
    pthread_join(thread, NULL);
    *why = w->why;
    if (w->stop) // even if the last attempt has succeeded meanwhile
        reason_set(why, 0, MSG_API_STOPPED, "%s", "");
    return w->done && !w->stop;
}

bool db_wait_run(const struct net_options *options, db_wait_try_fn *attempt, void *context,
                 struct reason *why)
{
    static const struct net_handler handler = {
        .request = db_wait_request, .woken = db_wait_woken, .stopping = db_wait_stopping};
    struct db_wait w = {.attempt = attempt, .context = context, .why = *why};
    w.net = net_open(options, &handler, &w, why);
    if (!w.net)
        return false;
    journal_line(JOURNAL_WARNING, "server.waiting", JOURNAL_REASON("why", &w.why),
                 JOURNAL_NUMBER("port", net_port(w.net)), JOURNAL_END);
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.changed, NULL);
    bool done = wait_with(&w, why);
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.lock);
    net_free(w.net);
    return done;
}
