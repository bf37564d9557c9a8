// Messages by NATS. The library's calls may wait for a lock that is held while a dead connection is
// written to, so none of them is made on the loop's thread: orders go to a thread of our own, the
// *clerk*. What the library hears it tells on threads of its own too; a *door* stands between them
// and a bus that may be closed.
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
    ORDERS = 32768, // messages that wait to be sent
    ORDER_BYTES = 32 << 20,
    CONNECT_MS = 2000,
    AGAIN_MS = 250,  // before the next try, and up to so much more
    PING_MS = 2000,  // a connection that is silent for two of these is given up
    WRITE_MS = 3000, // what cannot be written for so long is lost, and the connection with it
    REST_MS = 1000,  // before a connection that the server does not want is tried anew
    SERVERS = 16,
    URL = 256,
};

// What the library hands back with each message of a subscription.
struct ear {
    struct door *door;
    uint64_t sub;
    struct ear *next;
};

struct door {
    pthread_mutex_t lock;
    struct bus *bus; // NULL: closed
    struct nats *nats;
    struct ear *ears; // that nobody else will free
    atomic_uint users;
};

enum order_kind { ORDER_PUBLISH, ORDER_SUBSCRIBE, ORDER_UNSUBSCRIBE };

struct order {
    struct order *next;
    enum order_kind kind;
    uint64_t sub;
    size_t len;
    char subject[BUS_SUBJECT];
    char other[BUS_SUBJECT]; // the queue, or where to answer
    char body[];
};

// What was subscribed, to do it again on a new connection.
struct nats_sub {
    uint64_t number; // 0: none
    natsSubscription *at;
    char subject[BUS_SUBJECT], queue[BUS_SUBJECT];
};

struct nats {
    struct door *door;
    char server[SERVERS][URL];
    int servers;
    bool others_only;
    pthread_t clerk;
    atomic_bool up;

    pthread_mutex_t lock; // of what follows
    pthread_cond_t ordered;
    struct order *first, **end;
    size_t orders, order_bytes;
    bool stopping, given_up; // the library has given the connection up

    // The clerk's.
    natsConnection *connection;
    struct nats_sub *sub; // by slot
    size_t subs;
};

// --- The door.

static void door_leave(struct door *d)
{
    if (atomic_fetch_sub(&d->users, 1) != 1)
        return;
    for (struct ear *e = d->ears, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    pthread_mutex_destroy(&d->lock);
    free(d);
}

static void door_keep(struct door *d, struct ear *e)
{
    pthread_mutex_lock(&d->lock);
    e->next = d->ears;
    d->ears = e;
    pthread_mutex_unlock(&d->lock);
    door_leave(d);
}

static void door_close(struct door *d)
{
    pthread_mutex_lock(&d->lock);
    d->bus = NULL;
    d->nats = NULL;
    pthread_mutex_unlock(&d->lock);
    door_leave(d);
}

static void set_up(struct door *d, bool up)
{
    pthread_mutex_lock(&d->lock);
    if (d->nats)
        atomic_store(&d->nats->up, up);
    pthread_mutex_unlock(&d->lock);
}

static void connected(natsConnection *c, void *closure)
{
    (void)c;
    set_up(closure, true);
}

static void disconnected(natsConnection *c, void *closure)
{
    (void)c;
    set_up(closure, false);
}

// Called once for each connection, and last.
static void closed(natsConnection *c, void *closure)
{
    struct door *d = closure;
    (void)c;
    pthread_mutex_lock(&d->lock);
    struct nats *n = d->nats;
    if (n) {
        atomic_store(&n->up, false);
        pthread_mutex_lock(&n->lock);
        n->given_up = true;
        pthread_cond_signal(&n->ordered);
        pthread_mutex_unlock(&n->lock);
    }
    pthread_mutex_unlock(&d->lock);
    door_leave(d);
}

static void heard(natsConnection *c, natsSubscription *s, natsMsg *message, void *closure)
{
    struct ear *e = closure;
    const char *reply = natsMsg_GetReply(message);
    struct bus_message m = {natsMsg_GetSubject(message),
                            reply && strlen(reply) < BUS_SUBJECT ? reply : "",
                            {natsMsg_GetData(message), (size_t)natsMsg_GetDataLength(message)}};
    (void)c;
    (void)s;
    pthread_mutex_lock(&e->door->lock);
    if (e->door->bus && strlen(m.subject) < BUS_SUBJECT)
        bus_arrived(e->door->bus, e->sub, &m, natsMsg_IsNoResponders(message));
    pthread_mutex_unlock(&e->door->lock);
    natsMsg_Destroy(message);
}

static void ear_free(void *closure)
{
    struct ear *e = closure;
    door_leave(e->door);
    free(e);
}

// --- The clerk.

static void listen(struct nats *n, struct nats_sub *s)
{
    struct ear *e = calloc(1, sizeof *e);
    if (!e)
        return;
    *e = (struct ear){.door = n->door, .sub = s->number};
    atomic_fetch_add(&n->door->users, 1);
    natsStatus status =
        *s->queue
            ? natsConnection_QueueSubscribe(&s->at, n->connection, s->subject, s->queue, heard, e)
            : natsConnection_Subscribe(&s->at, n->connection, s->subject, heard, e);
    if (status != NATS_OK) {
        s->at = NULL;
        ear_free(e);
    } else if (natsSubscription_SetOnCompleteCB(s->at, ear_free, e) != NATS_OK) {
        // It was closed meanwhile: nobody will say when the ear is not needed any more.
        natsSubscription_Destroy(s->at);
        door_keep(n->door, e);
        s->at = NULL;
    }
}

static void subscribe_now(struct nats *n, const struct order *o)
{
    uint32_t slot = link_slot(o->sub);
    if (slot >= n->subs) {
        size_t count = 2 * (size_t)slot + 64;
        struct nats_sub *more = realloc(n->sub, count * sizeof *more);
        if (!more)
            return;
        memset(more + n->subs, 0, (count - n->subs) * sizeof *more);
        n->sub = more;
        n->subs = count;
    }
    struct nats_sub *s = &n->sub[slot];
    *s = (struct nats_sub){.number = o->sub};
    memcpy(s->subject, o->subject, sizeof s->subject);
    memcpy(s->queue, o->other, sizeof s->queue);
    if (n->connection)
        listen(n, s);
}

static void unsubscribe_now(struct nats *n, uint64_t number)
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

static void publish_now(struct nats *n, const struct order *o)
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
    s = s ? s : natsOptions_SetReconnectWait(o, AGAIN_MS);
    s = s ? s : natsOptions_SetReconnectJitter(o, AGAIN_MS, AGAIN_MS);
    s = s ? s : natsOptions_SetPingInterval(o, PING_MS);
    s = s ? s : natsOptions_SetMaxPingsOut(o, 2);
    s = s ? s : natsOptions_SetWriteDeadline(o, WRITE_MS);
    s = s ? s : natsOptions_SetNoEcho(o, n->others_only);
    s = s ? s : natsOptions_UseGlobalMessageDelivery(o, true);
    // What is to be sent is gathered by the library for a millisecond. To send each message by
    // itself was a quarter of what a move cost where the players of a game are at two processes.
    s = s ? s : natsOptions_SetSendAsap(o, false);
    s = s ? s : natsOptions_SetRetryOnFailedConnect(o, true, connected, n->door);
    s = s ? s : natsOptions_SetReconnectedCB(o, connected, n->door);
    s = s ? s : natsOptions_SetDisconnectedCB(o, disconnected, n->door);
    return s ? s : natsOptions_SetClosedCB(o, closed, n->door);
}

static void connect_now(struct nats *n)
{
    natsOptions *o = NULL;
    natsStatus status = natsOptions_Create(&o);
    status = status ? status : set_options(n, o);
    atomic_fetch_add(&n->door->users, 1); // closed() leaves
    status = status ? status : natsConnection_Connect(&n->connection, o);
    natsOptions_Destroy(o);
    if (status != NATS_OK && status != NATS_NOT_YET_CONNECTED) {
        n->connection = NULL;
        door_leave(n->door);
        return;
    }
    if (status == NATS_OK)
        atomic_store(&n->up, true);
    for (size_t i = 0; i < n->subs; i++)
        if (n->sub[i].number)
            listen(n, &n->sub[i]);
}

static void disconnect_now(struct nats *n)
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

static void obey(struct nats *n, const struct order *o)
{
    switch (o->kind) {
    case ORDER_PUBLISH:
        publish_now(n, o);
        break;
    case ORDER_SUBSCRIBE:
        subscribe_now(n, o);
        break;
    case ORDER_UNSUBSCRIBE:
        unsubscribe_now(n, o->sub);
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

// What was ordered, when there is something; NULL to look at the connection again. Called and
// returns with the lock held.
static struct order *wait_for_orders(struct nats *n)
{
    struct timespec until = after_ms(REST_MS);
    int late = 0;
    while (!n->first && !n->stopping && !n->given_up && !late)
        late = pthread_cond_timedwait(&n->ordered, &n->lock, &until);
    struct order *all = n->first;
    n->first = NULL;
    n->end = &n->first;
    n->orders = n->order_bytes = 0;
    return all;
}

static void obey_all(struct nats *n, struct order *first)
{
    for (struct order *o = first, *next; o; o = next) {
        next = o->next;
        obey(n, o);
        free(o);
    }
}

// A server that does not want us (a wrong password, say) makes the library give up. It may be put
// right: we do not.
static void see_to_connection(struct nats *n, time_t *tried)
{
    time_t now = time(NULL);
    pthread_mutex_lock(&n->lock);
    bool given_up = n->given_up;
    n->given_up = false;
    pthread_mutex_unlock(&n->lock);
    if (given_up)
        disconnect_now(n);
    if (!n->connection && now != *tried) {
        *tried = now;
        connect_now(n);
    }
}

static void *clerk(void *context)
{
    struct nats *n = context;
    time_t tried = 0;
    bool stopping = false;
    while (!stopping) {
        see_to_connection(n, &tried);
        pthread_mutex_lock(&n->lock);
        struct order *orders = wait_for_orders(n);
        stopping = n->stopping;
        pthread_mutex_unlock(&n->lock);
        obey_all(n, orders);
    }
    // What was said last should be heard, but nobody waits long for that.
    if (atomic_load(&n->up))
        (void)natsConnection_FlushTimeout(n->connection, REST_MS);
    disconnect_now(n);
    nats_ReleaseThreadMemory();
    return NULL;
}

// --- Orders.

static bool order(struct nats *n, enum order_kind kind, uint64_t sub, const struct bus_message *m)
{
    struct order *o = malloc(sizeof *o + m->body.len);
    if (!o)
        return false;
    *o = (struct order){.kind = kind, .sub = sub, .len = m->body.len};
    snprintf(o->subject, sizeof o->subject, "%s", m->subject);
    snprintf(o->other, sizeof o->other, "%s", m->reply);
    if (m->body.len)
        memcpy(o->body, m->body.at, m->body.len);
    pthread_mutex_lock(&n->lock);
    bool room = kind != ORDER_PUBLISH || (n->orders < ORDERS && n->order_bytes < ORDER_BYTES);
    if (room) {
        *n->end = o;
        n->end = &o->next;
        n->orders++;
        n->order_bytes += o->len;
        pthread_cond_signal(&n->ordered);
    }
    pthread_mutex_unlock(&n->lock);
    if (!room)
        free(o);
    return room;
}

static bool subscribe(void *link, uint64_t sub, const char *subject, const char *queue)
{
    struct bus_message m = {subject, queue ? queue : "", TEXT("")};
    return order(link, ORDER_SUBSCRIBE, sub, &m);
}

static void unsubscribe(void *link, uint64_t sub)
{
    // Where there is no memory for the order, what still arrives finds nobody.
    (void)order(link, ORDER_UNSUBSCRIBE, sub, &(struct bus_message){"", "", TEXT("")});
}

static bool is_up(void *link)
{
    struct nats *n = link;
    return atomic_load(&n->up);
}

// News that waits for the end of an outage is none any more.
static bool publish(void *link, const struct bus_message *m)
{
    return is_up(link) && order(link, ORDER_PUBLISH, 0, m);
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

static struct door *door_open(struct bus *b, struct nats *n)
{
    struct door *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    pthread_mutex_init(&d->lock, NULL);
    d->bus = b;
    d->nats = n;
    d->users = 1;
    return d;
}

static void nats_free(struct nats *n)
{
    door_close(n->door);
    for (struct order *o = n->first, *next; o; o = next) {
        next = o->next;
        free(o);
    }
    pthread_mutex_destroy(&n->lock);
    pthread_cond_destroy(&n->ordered);
    free(n->sub);
    free(n);
}

static void nats_close(void *link)
{
    struct nats *n = link;
    pthread_mutex_lock(&n->lock);
    n->stopping = true;
    pthread_cond_signal(&n->ordered);
    pthread_mutex_unlock(&n->lock);
    pthread_join(n->clerk, NULL);
    nats_free(n);
}

void *link_nats_open(struct bus *b, const struct bus_options *options, struct reason *why)
{
    struct nats *n = calloc(1, sizeof *n);
    struct door *d = n ? door_open(b, n) : NULL;
    if (!d) {
        free(n);
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    n->door = d;
    n->others_only = options->others_only;
    n->end = &n->first;
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->ordered, NULL);
    int error = 0;
    if (read_servers(n, options->url, why) && !(error = pthread_create(&n->clerk, NULL, clerk, n)))
        return n;
    if (error)
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    nats_free(n);
    return NULL;
}

const struct link_kind link_nats = {subscribe, unsubscribe, publish, is_up, nats_close};
