#include "bus/bus.h"

#include "base/bug.h"
#include "base/vec.h"
#include "bus/link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    QUEUE_MESSAGES = 65536, // inbound, until bus_pump(); more are dropped
    QUEUE_BYTES = 64 << 20,
    NAME = 17,
};

// A message in the inbound queue, in one allocation.
struct inbound {
    struct inbound *next;
    uint64_t sub;
    bool no_responders;
    size_t len;
    char subject[BUS_SUBJECT], reply[BUS_SUBJECT];
    char body[];
};

// The number is the slot and, above it, how often the slot was used (see link_slot()).
struct bus_sub {
    uint64_t number;
    bus_handler *handler;
    void *context;
};

struct slot {
    struct bus_sub *sub; // owned; NULL: free
    uint32_t uses;
};

struct request {
    uint64_t number;
    uint64_t deadline;
    bus_reply_handler *handler;
    void *context;
};

struct bus {
    struct bus_options options;
    const struct link_kind *kind;
    void *link;
    char name[NAME];

    struct slot *slot;
    size_t slots, slots_cap;
    uint32_t *unused; // stack of the slots that are free
    size_t unused_count, unused_cap;
    struct bus_sub *inbox;   // of the replies to all requests
    struct request *request; // pending, the oldest first
    size_t requests, requests_cap;
    uint64_t last_request;
    bool closing;

    pthread_mutex_t lock; // guards the inbound queue and options.wake
    struct inbound *first, **end;
    size_t waiting, waiting_bytes;
    atomic_uint_fast64_t sent, received, dropped;
};

static uint64_t ticks_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

// --- Subjects.

// Words of visible ASCII with single dots between them. Only subscriptions may have wild cards.
static bool subject_ok(const char *subject, bool wild)
{
    size_t len = strlen(subject);
    char before = '.';
    for (const char *c = subject; *c; before = *c++) {
        bool star = *c == '*' || *c == '>';
        if (*c <= ' ' || *c > '~' || (*c == '.' && before == '.') || (star && !wild))
            return false;
        if (star && (before != '.' || (c[1] && (c[1] != '.' || *c == '>'))))
            return false;
    }
    return before != '.' && len < BUS_SUBJECT;
}

// --- The inbound queue.

static void bus_deliver(struct bus *b, uint64_t sub, const struct bus_message *m,
                        bool no_responders)
{
    struct inbound *p = m->body.len <= BUS_BODY ? malloc(sizeof *p + m->body.len) : NULL;
    bool room = false;
    if (p) {
        *p = (struct inbound){.sub = sub, .no_responders = no_responders, .len = m->body.len};
        snprintf(p->subject, sizeof p->subject, "%s", m->subject);
        snprintf(p->reply, sizeof p->reply, "%s", m->reply);
        if (p->len)
            memcpy(p->body, m->body.at, p->len);
        pthread_mutex_lock(&b->lock);
        room = b->waiting < QUEUE_MESSAGES && b->waiting_bytes < QUEUE_BYTES;
        if (room) {
            *b->end = p;
            b->end = &p->next;
            b->waiting++;
            b->waiting_bytes += p->len;
        }
        if (room && b->options.wake)
            b->options.wake(b->options.context);
        pthread_mutex_unlock(&b->lock);
    }
    if (!room) {
        atomic_fetch_add(&b->dropped, 1);
        free(p);
    }
}

void bus_stop_waking(struct bus *b)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    b->options.wake = NULL;
    pthread_mutex_unlock(&b->lock);
}

static struct inbound *take_inbound(struct bus *b)
{
    pthread_mutex_lock(&b->lock);
    struct inbound *all = b->first;
    b->first = NULL;
    b->end = &b->first;
    b->waiting = b->waiting_bytes = 0;
    pthread_mutex_unlock(&b->lock);
    return all;
}

static bool dispatch(struct bus *b, const struct inbound *p)
{
    uint32_t slot = link_slot(p->sub);
    struct bus_sub *s = slot < b->slots ? b->slot[slot].sub : NULL;
    if (!s || s->number != p->sub)
        return false;
    struct bus_message m = {p->subject, p->reply, {p->body, p->len}};
    if (p->no_responders)
        m.body.at = NULL;
    s->handler(s->context, &m);
    return true;
}

// --- Requests. All replies come to one inbox subject, whose last word is the request's number.

static struct request *find_request(struct bus *b, uint64_t number)
{
    size_t low = 0, high = b->requests;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (b->request[middle].number < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->requests && b->request[low].number == number ? &b->request[low] : NULL;
}

static struct request remove_request(struct bus *b, struct request *r)
{
    struct request copy = *r;
    size_t after = b->requests - (size_t)(r - b->request) - 1;
    memmove(r, r + 1, after * sizeof *r);
    b->requests--;
    return copy;
}

static void bus_on_reply(void *context, const struct bus_message *m)
{
    struct bus *b = context;
    const char *word = strrchr(m->subject, '.');
    struct request *r = word ? find_request(b, strtoull(word + 1, NULL, 10)) : NULL;
    if (!r)
        return;
    struct request copy = remove_request(b, r);
    if (m->body.at)
        copy.handler(copy.context, BUS_ANSWERED, m->body);
    else
        copy.handler(copy.context, BUS_NO_RESPONDERS, TEXT(""));
}

static bool send_to(struct bus *b, const char *subject, const char *reply, struct text body)
{
    struct bus_message m = {subject, reply, body};
    bool ok = subject_ok(subject, false) && body.len <= BUS_BODY && b->kind->publish(b->link, &m);
    atomic_fetch_add(ok ? &b->sent : &b->dropped, 1);
    return ok;
}

uint64_t bus_request(struct bus *b, const char *subject, struct text body, unsigned timeout_ms,
                     bus_reply_handler *handler, void *context)
{
    char reply[BUS_SUBJECT];
    uint64_t number = b->last_request + 1;
    snprintf(reply, sizeof reply, "_INBOX.%s.%llu", b->name, (unsigned long long)number);
    if (b->closing || !vec_reserve(&b->request, &b->requests_cap, b->requests + 1) ||
        !send_to(b, subject, reply, body))
        return 0;
    b->last_request = number;
    b->request[b->requests++] = (struct request){number, ticks_ms() + timeout_ms, handler, context};
    return number;
}

void bus_cancel(struct bus *b, uint64_t request)
{
    struct request *r = find_request(b, request);
    if (r)
        (void)remove_request(b, r);
}

// A handler may add or cancel requests; one that is skipped because of that is found next time.
static unsigned end_timed_out(struct bus *b)
{
    unsigned calls = 0;
    uint64_t now = ticks_ms();
    for (size_t i = 0; i < b->requests;) {
        if (b->request[i].deadline > now) {
            i++;
            continue;
        }
        struct request copy = remove_request(b, &b->request[i]);
        copy.handler(copy.context, BUS_TIMED_OUT, TEXT(""));
        calls++;
    }
    return calls;
}

unsigned bus_pump(struct bus *b)
{
    unsigned calls = 0;
    for (struct inbound *p = take_inbound(b), *next; p; p = next) {
        next = p->next;
        calls += dispatch(b, p);
        free(p);
    }
    atomic_fetch_add(&b->received, calls);
    return calls + end_timed_out(b);
}

// --- Subscriptions.

static bool take_slot(struct bus *b, uint32_t *slot)
{
    if (b->unused_count) {
        *slot = b->unused[--b->unused_count];
        return true;
    }
    if (!vec_reserve(&b->slot, &b->slots_cap, b->slots + 1) ||
        !vec_reserve(&b->unused, &b->unused_cap, b->slots + 1))
        return false;
    *slot = (uint32_t)b->slots++;
    b->slot[*slot] = (struct slot){0};
    return true;
}

static void clear_slot(struct bus *b, uint32_t slot)
{
    free(b->slot[slot].sub);
    b->slot[slot].sub = NULL;
    b->unused[b->unused_count++] = slot;
}

struct bus_sub *bus_subscribe(struct bus *b, const char *subject, const char *queue,
                              bus_handler *handler, void *context)
{
    uint32_t slot;
    if (!subject_ok(subject, true) || (queue && !subject_ok(queue, false)) || !take_slot(b, &slot))
        return NULL;
    struct bus_sub *s = malloc(sizeof *s);
    b->slot[slot].sub = s;
    if (s)
        *s = (struct bus_sub){(uint64_t)++b->slot[slot].uses << 32 | slot, handler, context};
    if (s && b->kind->subscribe(b->link, s->number, subject, queue))
        return s;
    clear_slot(b, slot);
    return NULL;
}

void bus_unsubscribe(struct bus *b, struct bus_sub *s)
{
    if (!s)
        return;
    b->kind->unsubscribe(b->link, s->number);
    clear_slot(b, link_slot(s->number));
}

// --- The bus.

bool bus_publish(struct bus *b, const char *subject, struct text body)
{
    return send_to(b, subject, "", body);
}

const char *bus_name(const struct bus *b)
{
    return b->name;
}

bool bus_is_shared(const struct bus *b)
{
    return b->kind != &link_local;
}

bool bus_is_up(const struct bus *b)
{
    return b->kind->is_up(b->link);
}

struct bus_counts bus_counts(struct bus *b)
{
    return (struct bus_counts){atomic_load(&b->sent), atomic_load(&b->received),
                               atomic_load(&b->dropped)};
}

static bool set_name(struct bus *b)
{
    uint64_t random;
    if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    snprintf(b->name, sizeof b->name, "%016llx", (unsigned long long)random);
    return true;
}

static bool open_link(struct bus *b, struct reason *why)
{
    char inbox[BUS_SUBJECT];
    const struct bus_options *o = &b->options;
    struct link_sink sink = {bus_deliver, b};
    b->kind = o->url ? &link_nats : &link_local;
    b->link =
        o->url ? link_nats_open(o->url, o->others_only, &sink, why) : link_local_open(&sink, why);
    if (!b->link)
        return false;
    snprintf(inbox, sizeof inbox, "_INBOX.%s.*", b->name);
    b->inbox = bus_subscribe(b, inbox, NULL, bus_on_reply, b);
    return b->inbox || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

struct bus *bus_open(const struct bus_options *options, struct reason *why)
{
    struct bus *b = calloc(1, sizeof *b);
    if (!b) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    b->options = *options;
    b->end = &b->first;
    pthread_mutex_init(&b->lock, NULL);
    if (!set_name(b))
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    else if (open_link(b, why))
        return b;
    bus_close(b);
    return NULL;
}

static void close_requests(struct bus *b)
{
    while (b->requests) {
        struct request copy = remove_request(b, &b->request[b->requests - 1]);
        copy.handler(copy.context, BUS_CLOSED, TEXT(""));
    }
}

void bus_close(struct bus *b)
{
    if (!b)
        return;
    b->closing = true;
    if (b->link)
        b->kind->close(b->link);
    close_requests(b);
    for (struct inbound *p = take_inbound(b), *next; p; p = next) {
        next = p->next;
        free(p);
    }
    for (size_t i = 0; i < b->slots; i++)
        free(b->slot[i].sub);
    pthread_mutex_destroy(&b->lock);
    free(b->slot);
    free(b->unused);
    free(b->request);
    free(b);
}
