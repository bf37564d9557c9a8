// The transport over NATS. A call of the library may block on a lock that is held while it writes
// to a dead connection, so all calls are made on one I/O thread of our own, which executes commands
// from a queue. The library delivers messages on its threads; they reach the bus only through a
// reference-counted handle with a lock, because the bus may be closed meanwhile.
#include "base/vec.h"
#include "bus/link.h"

#include <errno.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    COMMANDS_MAX = 32768, // in the queue; messages beyond that are dropped
    COMMAND_BYTES_MAX = 32 << 20,
    CONNECT_MS = 2000,
    RECONNECT_MS = 250, // before the next attempt, plus as much jitter
    PING_MS = 2000,     // heartbeat; a connection that misses two is closed
    WRITE_MS = 3000,    // a write that takes longer fails, and closes the connection
    RETRY_MS = 1000,    // after the server has refused the connection
    SERVERS = 16,
    URL = 256,
};

// Closure of a subscription's callbacks. The library frees it through on_complete().
struct closure {
    struct handle *handle;
    uint64_t sub;
    struct closure *next;
};

// Callbacks of the library get this instead of the bus and its transport. It outlives both: each
// connection and each closure holds a reference.
struct handle {
    pthread_mutex_t lock;
    struct link_sink sink;
    struct nats *nats;       // NULL: closed, the sink is not called any more
    struct closure *orphans; // closures without on_complete(), freed with the handle
    atomic_uint refs;
};

enum command_kind { COMMAND_PUBLISH, COMMAND_SUBSCRIBE, COMMAND_UNSUBSCRIBE };

struct command {
    struct command *next;
    enum command_kind kind;
    uint64_t sub;
    size_t len;
    char subject[BUS_SUBJECT];
    char other[BUS_SUBJECT]; // the queue group, or the reply subject
    char body[];
};

// A subscription, kept to renew it on a new connection.
struct nats_sub {
    uint64_t number; // 0: none
    natsSubscription *at;
    char subject[BUS_SUBJECT], queue[BUS_SUBJECT];
};

struct nats {
    struct handle *handle;
    char server[SERVERS][URL];
    int servers;
    bool no_echo;
    pthread_t io_thread;
    atomic_bool up;

    pthread_mutex_t lock; // guards the command queue and the two flags
    pthread_cond_t filled;
    struct command *first, **end;
    size_t commands, command_bytes;
    bool stopping, connection_closed; // the library has given up the connection

    // Used by the I/O thread only.
    natsConnection *connection;
    struct nats_sub *sub; // by slot; unused ones are zero
    size_t subs;
};

// --- The handle.

static void handle_release(struct handle *h)
{
    if (atomic_fetch_sub(&h->refs, 1) != 1)
        return;
    for (struct closure *self = h->orphans, *next; self; self = next) {
        next = self->next;
        free(self);
    }
    pthread_mutex_destroy(&h->lock);
    free(h);
}

static void handle_keep(struct handle *h, struct closure *self)
{
    pthread_mutex_lock(&h->lock);
    self->next = h->orphans;
    h->orphans = self;
    pthread_mutex_unlock(&h->lock);
    handle_release(h);
}

static void handle_close(struct handle *h)
{
    pthread_mutex_lock(&h->lock);
    h->nats = NULL;
    pthread_mutex_unlock(&h->lock);
    handle_release(h);
}

static void handle_set_up(struct handle *h, bool up)
{
    pthread_mutex_lock(&h->lock);
    if (h->nats)
        atomic_store(&h->nats->up, up);
    pthread_mutex_unlock(&h->lock);
}

static void nats_on_connected(natsConnection *c, void *closure)
{
    (void)c;
    handle_set_up(closure, true);
}

static void nats_on_disconnected(natsConnection *c, void *closure)
{
    (void)c;
    handle_set_up(closure, false);
}

// Called once for each connection, and last.
static void nats_on_closed(natsConnection *c, void *closure)
{
    struct handle *h = closure;
    (void)c;
    pthread_mutex_lock(&h->lock);
    struct nats *n = h->nats;
    if (n) {
        atomic_store(&n->up, false);
        pthread_mutex_lock(&n->lock);
        n->connection_closed = true;
        pthread_cond_signal(&n->filled);
        pthread_mutex_unlock(&n->lock);
    }
    pthread_mutex_unlock(&h->lock);
    handle_release(h);
}

static void nats_on_message(natsConnection *c, natsSubscription *s, natsMsg *message, void *closure)
{
    struct closure *self = closure;
    struct handle *h = self->handle;
    const char *reply = natsMsg_GetReply(message);
    struct bus_message m = {natsMsg_GetSubject(message),
                            reply && strlen(reply) < BUS_SUBJECT ? reply : "",
                            {natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message)}};
    (void)c;
    (void)s;
    pthread_mutex_lock(&h->lock);
    if (h->nats && strlen(m.subject) < BUS_SUBJECT)
        h->sink.deliver(h->sink.bus, self->sub, &m, natsMsg_IsNoResponders(message));
    pthread_mutex_unlock(&h->lock);
    natsMsg_Destroy(message);
}

static void nats_on_complete(void *closure)
{
    struct closure *self = closure;
    handle_release(self->handle);
    free(self);
}

// --- The I/O thread.

static void sub_open(struct nats *n, struct nats_sub *s)
{
    struct closure *self = calloc(1, sizeof *self);
    if (!self)
        return;
    *self = (struct closure){.handle = n->handle, .sub = s->number};
    atomic_fetch_add(&n->handle->refs, 1);
    natsStatus status = *s->queue ? natsConnection_QueueSubscribe(&s->at, n->connection, s->subject,
                                                                  s->queue, nats_on_message, self)
                                  : natsConnection_Subscribe(&s->at, n->connection, s->subject,
                                                             nats_on_message, self);
    if (status != NATS_OK) {
        s->at = NULL;
        nats_on_complete(self);
    } else if (natsSubscription_SetOnCompleteCB(s->at, nats_on_complete, self) != NATS_OK) {
        // It was closed meanwhile, so on_complete() will not be called.
        natsSubscription_Destroy(s->at);
        handle_keep(n->handle, self);
        s->at = NULL;
    }
}

static void execute_subscribe(struct nats *n, const struct command *o)
{
    uint32_t slot = link_slot(o->sub);
    size_t before = n->subs;
    if (!vec_reserve(&n->sub, &n->subs, (size_t)slot + 1))
        return;
    if (n->subs > before)
        memset(n->sub + before, 0, (n->subs - before) * sizeof *n->sub);
    struct nats_sub *s = &n->sub[slot];
    *s = (struct nats_sub){.number = o->sub};
    memcpy(s->subject, o->subject, sizeof s->subject);
    memcpy(s->queue, o->other, sizeof s->queue);
    if (n->connection)
        sub_open(n, s);
}

static void execute_unsubscribe(struct nats *n, uint64_t number)
{
    struct nats_sub *s = link_slot(number) < n->subs ? &n->sub[link_slot(number)] : NULL;
    if (!s || s->number != number)
        return;
    if (s->at) {
        natsSubscription_Unsubscribe(s->at);
        natsSubscription_Destroy(s->at);
    }
    *s = (struct nats_sub){0};
}

static void execute_publish(struct nats *n, const struct command *o)
{
    if (!n->connection)
        return;
    if (*o->other)
        (void)natsConnection_PublishRequest(n->connection, o->subject, o->other, o->body,
                                            (int)o->len);
    else
        (void)natsConnection_Publish(n->connection, o->subject, o->body, (int)o->len);
}

static natsStatus set_options(struct nats *n, natsOptions *o)
{
    const char *server[SERVERS];
    for (int i = 0; i < n->servers; i++)
        server[i] = n->server[i];
    natsStatus s = natsOptions_SetServers(o, server, n->servers);
    s = s ? s : natsOptions_SetTimeout(o, CONNECT_MS);
    s = s ? s : natsOptions_SetMaxReconnect(o, -1);
    s = s ? s : natsOptions_SetReconnectWait(o, RECONNECT_MS);
    s = s ? s : natsOptions_SetReconnectJitter(o, RECONNECT_MS, RECONNECT_MS);
    s = s ? s : natsOptions_SetPingInterval(o, PING_MS);
    s = s ? s : natsOptions_SetMaxPingsOut(o, 2);
    s = s ? s : natsOptions_SetWriteDeadline(o, WRITE_MS);
    s = s ? s : natsOptions_SetNoEcho(o, n->no_echo);
    s = s ? s : natsOptions_UseGlobalMessageDelivery(o, true);
    // The library batches writes for a millisecond. Without that, sending was a quarter of the cost
    // of a move when the players of a game are connected to two processes.
    s = s ? s : natsOptions_SetSendAsap(o, false);
    s = s ? s : natsOptions_SetRetryOnFailedConnect(o, true, nats_on_connected, n->handle);
    s = s ? s : natsOptions_SetReconnectedCB(o, nats_on_connected, n->handle);
    s = s ? s : natsOptions_SetDisconnectedCB(o, nats_on_disconnected, n->handle);
    return s ? s : natsOptions_SetClosedCB(o, nats_on_closed, n->handle);
}

static void open_connection(struct nats *n)
{
    natsOptions *o = NULL;
    natsStatus status = natsOptions_Create(&o);
    status = status ? status : set_options(n, o);
    atomic_fetch_add(&n->handle->refs, 1); // released in on_closed()
    status = status ? status : natsConnection_Connect(&n->connection, o);
    natsOptions_Destroy(o);
    if (status != NATS_OK && status != NATS_NOT_YET_CONNECTED) {
        n->connection = NULL;
        handle_release(n->handle);
        return;
    }
    if (status == NATS_OK)
        atomic_store(&n->up, true);
    for (size_t i = 0; i < n->subs; i++)
        if (n->sub[i].number)
            sub_open(n, &n->sub[i]);
}

static void close_connection(struct nats *n)
{
    for (size_t i = 0; i < n->subs; i++) {
        natsSubscription_Destroy(n->sub[i].at);
        n->sub[i].at = NULL;
    }
    if (n->connection)
        natsConnection_Close(n->connection);
    natsConnection_Destroy(n->connection);
    n->connection = NULL;
    atomic_store(&n->up, false);
}

static void execute(struct nats *n, const struct command *o)
{
    switch (o->kind) {
    case COMMAND_PUBLISH:
        execute_publish(n, o);
        break;
    case COMMAND_SUBSCRIBE:
        execute_subscribe(n, o);
        break;
    case COMMAND_UNSUBSCRIBE:
        execute_unsubscribe(n, o->sub);
        break;
    }
}

static struct timespec after_ms(long ms)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += ms / 1000;
    t.tv_nsec += ms % 1000 * 1000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_sec++;
        t.tv_nsec -= 1000000000;
    }
    return t;
}

// Takes the queued commands; NULL when it is time to check the connection. Called with the lock
// held.
static struct command *wait_for_commands(struct nats *n)
{
    struct timespec until = after_ms(RETRY_MS);
    int late = 0;
    while (!n->first && !n->stopping && !n->connection_closed && !late)
        late = pthread_cond_timedwait(&n->filled, &n->lock, &until);
    struct command *all = n->first;
    n->first = NULL;
    n->end = &n->first;
    n->commands = n->command_bytes = 0;
    return all;
}

static void execute_all(struct nats *n, struct command *first)
{
    for (struct command *o = first, *next; o; o = next) {
        next = o->next;
        execute(n, o);
        free(o);
    }
}

// The library gives up when the server refuses the connection, e.g. for a wrong password. That may
// be corrected on the server, so we retry for ever.
static void maintain_connection(struct nats *n, time_t *tried)
{
    time_t now = time(NULL);
    pthread_mutex_lock(&n->lock);
    bool connection_closed = n->connection_closed;
    n->connection_closed = false;
    pthread_mutex_unlock(&n->lock);
    if (connection_closed)
        close_connection(n);
    if (!n->connection && now != *tried) {
        *tried = now;
        open_connection(n);
    }
}

static void *nats_io_thread(void *context)
{
    struct nats *n = context;
    time_t tried = 0;
    bool stopping = false;
    while (!stopping) {
        maintain_connection(n, &tried);
        pthread_mutex_lock(&n->lock);
        struct command *commands = wait_for_commands(n);
        stopping = n->stopping;
        pthread_mutex_unlock(&n->lock);
        execute_all(n, commands);
    }
    // Flush the last messages, but not for long.
    if (atomic_load(&n->up))
        (void)natsConnection_FlushTimeout(n->connection, RETRY_MS);
    close_connection(n);
    nats_ReleaseThreadMemory();
    return NULL;
}

// --- The command queue.

static bool enqueue(struct nats *n, enum command_kind kind, uint64_t sub,
                    const struct bus_message *m)
{
    struct command *o = malloc(sizeof *o + m->body.len);
    if (!o)
        return false;
    *o = (struct command){.kind = kind, .sub = sub, .len = m->body.len};
    snprintf(o->subject, sizeof o->subject, "%s", m->subject);
    snprintf(o->other, sizeof o->other, "%s", m->reply);
    if (m->body.len)
        memcpy(o->body, m->body.at, m->body.len);
    pthread_mutex_lock(&n->lock);
    bool room = kind != COMMAND_PUBLISH ||
                (n->commands < COMMANDS_MAX && n->command_bytes < COMMAND_BYTES_MAX);
    if (room) {
        *n->end = o;
        n->end = &o->next;
        n->commands++;
        n->command_bytes += o->len;
        pthread_cond_signal(&n->filled);
    }
    pthread_mutex_unlock(&n->lock);
    if (!room)
        free(o);
    return room;
}

static bool nats_subscribe(void *link, uint64_t sub, const char *subject, const char *queue)
{
    struct bus_message m = {subject, queue ? queue : "", TEXT("")};
    return enqueue(link, COMMAND_SUBSCRIBE, sub, &m);
}

static void nats_unsubscribe(void *link, uint64_t sub)
{
    // Without memory for the command, messages that still arrive match no subscription.
    (void)enqueue(link, COMMAND_UNSUBSCRIBE, sub, &(struct bus_message){"", "", TEXT("")});
}

static bool nats_is_up(void *link)
{
    struct nats *n = link;
    return atomic_load(&n->up);
}

// Messages are not kept through an outage: they would be stale.
static bool nats_publish(void *link, const struct bus_message *m)
{
    return nats_is_up(link) && enqueue(link, COMMAND_PUBLISH, 0, m);
}

// --- Opening and closing.

static struct text without_password(struct text url)
{
    size_t at = text_find(url, '@');
    return at < url.len ? text_from(url, at + 1) : url;
}

static bool read_servers(struct nats *n, const char *urls, struct reason *why)
{
    struct text rest = text_of(urls);
    while (rest.len) {
        struct text one = text_trim(text_cut(&rest, ','));
        bool ok = text_starts(one, "nats://") || text_starts(one, "tls://");
        if (!ok || one.len >= URL || n->servers == SERVERS || text_find(one, ' ') < one.len)
            return refuse(why, MSG_BUS_URL, "%.*s", TEXT_ARG(without_password(one)));
        snprintf(n->server[n->servers++], URL, "%.*s", TEXT_ARG(one));
    }
    return n->servers || refuse(why, MSG_BUS_URL, "%s", "");
}

static struct handle *handle_open(const struct link_sink *sink, struct nats *n)
{
    struct handle *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    pthread_mutex_init(&h->lock, NULL);
    h->sink = *sink;
    h->nats = n;
    h->refs = 1;
    return h;
}

static void nats_free(struct nats *n)
{
    handle_close(n->handle);
    for (struct command *o = n->first, *next; o; o = next) {
        next = o->next;
        free(o);
    }
    pthread_mutex_destroy(&n->lock);
    pthread_cond_destroy(&n->filled);
    free(n->sub);
    free(n);
}

static void nats_close(void *link)
{
    struct nats *n = link;
    pthread_mutex_lock(&n->lock);
    n->stopping = true;
    pthread_cond_signal(&n->filled);
    pthread_mutex_unlock(&n->lock);
    pthread_join(n->io_thread, NULL);
    nats_free(n);
}

void *link_nats_open(const char *url, bool no_echo, const struct link_sink *sink,
                     struct reason *why)
{
    struct nats *n = calloc(1, sizeof *n);
    struct handle *h = n ? handle_open(sink, n) : NULL;
    if (!h) {
        free(n);
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    n->handle = h;
    n->no_echo = no_echo;
    n->end = &n->first;
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->filled, NULL);
    int error = 0;
    if (read_servers(n, url, why) &&
        !(error = pthread_create(&n->io_thread, NULL, nats_io_thread, n)))
        return n;
    if (error)
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    nats_free(n);
    return NULL;
}

const struct link_kind link_nats = {nats_subscribe, nats_unsubscribe, nats_publish, nats_is_up,
                                    nats_close};
