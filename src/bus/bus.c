#include "bus/bus.h"

#include "base/bug.h"
#include "bus/link.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

enum {
    QUEUE_MESSAGES = 65536, // that wait for bus_pump()
    QUEUE_BYTES = 64 << 20,
    NAME = 17,
};

// A message that has arrived, in one piece of memory.
struct parcel {
    struct parcel *next;
    uint64_t sub;
    bool nobody;
    size_t len;
    char subject[BUS_SUBJECT], reply[BUS_SUBJECT];
    char body[];
};

// A number is made of the slot and of how often it was used: a message that arrives late for one
// that has ended finds nobody.
struct bus_sub {
    uint64_t number;
    bus_heard *heard;
    void *context;
};

struct request {
    uint64_t number;
    uint64_t deadline;
    bus_answered *answered;
    void *context;
};

struct bus {
    struct bus_options options;
    const struct link_kind *kind;
    void *link;
    char name[NAME];

    struct bus_sub **sub; // by slot; NULL: free
    uint32_t *uses;       // of each slot
    uint32_t *unused;     // slots below `subs` that are free
    size_t subs, subs_cap, unused_count;
    struct bus_sub *answers; // to all requests
    struct request *request; // those that wait, the oldest first
    size_t requests, requests_cap;
    uint64_t last_request;
    bool closing;

    pthread_mutex_t lock; // of what follows
    struct parcel *first, **end;
    size_t waiting, waiting_bytes;
    atomic_uint_fast64_t sent, heard, dropped;
};

static uint64_t ticks_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

// --- Subjects.

// Words of visible ASCII with single dots between them. What is published has no wild cards.
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

// --- What arrives.

void bus_arrived(struct bus *b, uint64_t sub, const struct bus_message *m, bool nobody)
{
    struct parcel *p = m->body.len <= BUS_BODY ? malloc(sizeof *p + m->body.len) : NULL;
    bool room = false;
    if (p) {
        *p = (struct parcel){.sub = sub, .nobody = nobody, .len = m->body.len};
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

void bus_hush(struct bus *b)
{
    if (!b)
        return;
    pthread_mutex_lock(&b->lock);
    b->options.wake = NULL;
    pthread_mutex_unlock(&b->lock);
}

static struct parcel *take_all(struct bus *b)
{
    pthread_mutex_lock(&b->lock);
    struct parcel *all = b->first;
    b->first = NULL;
    b->end = &b->first;
    b->waiting = b->waiting_bytes = 0;
    pthread_mutex_unlock(&b->lock);
    return all;
}

static bool hand_over(struct bus *b, const struct parcel *p)
{
    uint32_t slot = link_slot(p->sub);
    struct bus_sub *s = slot < b->subs ? b->sub[slot] : NULL;
    if (!s || s->number != p->sub)
        return false;
    struct bus_message m = {p->subject, p->reply, {p->body, p->len}};
    if (p->nobody)
        m.body.at = NULL;
    s->heard(s->context, &m);
    return true;
}

// --- Requests. Their answers come to one subject with the request's number as its last word.

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

static void answer_arrived(void *context, const struct bus_message *m)
{
    struct bus *b = context;
    const char *word = strrchr(m->subject, '.');
    struct request *r = word ? find_request(b, strtoull(word + 1, NULL, 10)) : NULL;
    if (!r)
        return;
    struct request copy = remove_request(b, r);
    if (m->body.at)
        copy.answered(copy.context, BUS_ANSWERED, m->body);
    else
        copy.answered(copy.context, BUS_NOBODY, TEXT(""));
}

static bool room_for_request(struct bus *b)
{
    if (b->requests < b->requests_cap)
        return true;
    size_t cap = b->requests_cap ? 2 * b->requests_cap : 16;
    struct request *more = realloc(b->request, cap * sizeof *more);
    if (!more)
        return false;
    b->request = more;
    b->requests_cap = cap;
    return true;
}

static bool send_to(struct bus *b, const char *subject, const char *reply, struct text body)
{
    struct bus_message m = {subject, reply, body};
    bool ok = subject_ok(subject, false) && body.len <= BUS_BODY && b->kind->publish(b->link, &m);
    atomic_fetch_add(ok ? &b->sent : &b->dropped, 1);
    return ok;
}

uint64_t bus_request(struct bus *b, const char *subject, struct text body, unsigned timeout_ms,
                     bus_answered *answered, void *context)
{
    char reply[BUS_SUBJECT];
    uint64_t number = b->last_request + 1;
    snprintf(reply, sizeof reply, "_INBOX.%s.%llu", b->name, (unsigned long long)number);
    if (b->closing || !room_for_request(b) || !send_to(b, subject, reply, body))
        return 0;
    b->last_request = number;
    b->request[b->requests++] =
        (struct request){number, ticks_ms() + timeout_ms, answered, context};
    return number;
}

void bus_cancel(struct bus *b, uint64_t request)
{
    struct request *r = find_request(b, request);
    if (r)
        (void)remove_request(b, r);
}

// A handler may ask for more, or cancel others; one that is passed over then is found next time.
static unsigned end_late(struct bus *b)
{
    unsigned calls = 0;
    uint64_t now = ticks_ms();
    for (size_t i = 0; i < b->requests;) {
        if (b->request[i].deadline > now) {
            i++;
            continue;
        }
        struct request copy = remove_request(b, &b->request[i]);
        copy.answered(copy.context, BUS_LATE, TEXT(""));
        calls++;
    }
    return calls;
}

unsigned bus_pump(struct bus *b)
{
    unsigned calls = 0;
    for (struct parcel *p = take_all(b), *next; p; p = next) {
        next = p->next;
        calls += hand_over(b, p);
        free(p);
    }
    atomic_fetch_add(&b->heard, calls);
    return calls + end_late(b);
}

// --- Subscriptions.

static bool grow(uint32_t **numbers, size_t cap)
{
    uint32_t *more = realloc(*numbers, cap * sizeof *more);
    if (more)
        *numbers = more;
    return more;
}

static bool grow_slots(struct bus *b)
{
    size_t cap = b->subs_cap ? 2 * b->subs_cap : 64;
    struct bus_sub **subs = realloc(b->sub, cap * sizeof *subs);
    if (subs)
        b->sub = subs;
    if (!subs || !grow(&b->uses, cap) || !grow(&b->unused, cap))
        return false;
    b->subs_cap = cap;
    return true;
}

static bool free_slot(struct bus *b, uint32_t *slot)
{
    if (b->unused_count) {
        *slot = b->unused[--b->unused_count];
        return true;
    }
    if (b->subs == b->subs_cap && !grow_slots(b))
        return false;
    *slot = (uint32_t)b->subs++;
    b->uses[*slot] = 0;
    b->sub[*slot] = NULL;
    return true;
}

static void clear_slot(struct bus *b, uint32_t slot)
{
    free(b->sub[slot]);
    b->sub[slot] = NULL;
    b->unused[b->unused_count++] = slot;
}

struct bus_sub *bus_subscribe(struct bus *b, const char *subject, const char *queue,
                              bus_heard *heard, void *context)
{
    uint32_t slot;
    if (!subject_ok(subject, true) || (queue && !subject_ok(queue, false)) || !free_slot(b, &slot))
        return NULL;
    struct bus_sub *s = malloc(sizeof *s);
    b->sub[slot] = s;
    if (s)
        *s = (struct bus_sub){(uint64_t)++b->uses[slot] << 32 | slot, heard, context};
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
    return (struct bus_counts){atomic_load(&b->sent), atomic_load(&b->heard),
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
    char answers[BUS_SUBJECT];
    b->kind = b->options.url ? &link_nats : &link_local;
    b->link = b->options.url ? link_nats_open(b, &b->options, why) : link_local_open(b, why);
    if (!b->link)
        return false;
    snprintf(answers, sizeof answers, "_INBOX.%s.*", b->name);
    b->answers = bus_subscribe(b, answers, NULL, answer_arrived, b);
    return b->answers || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
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

static void end_requests(struct bus *b)
{
    while (b->requests) {
        struct request copy = remove_request(b, &b->request[b->requests - 1]);
        copy.answered(copy.context, BUS_CLOSED, TEXT(""));
    }
}

void bus_close(struct bus *b)
{
    if (!b)
        return;
    b->closing = true;
    if (b->link)
        b->kind->close(b->link);
    end_requests(b);
    for (struct parcel *p = take_all(b), *next; p; p = next) {
        next = p->next;
        free(p);
    }
    for (size_t i = 0; i < b->subs; i++)
        free(b->sub[i]);
    pthread_mutex_destroy(&b->lock);
    free(b->sub);
    free(b->uses);
    free(b->unused);
    free(b->request);
    free(b);
}
