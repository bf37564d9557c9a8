// Messages within the process. Subjects without wild cards, of which there may be many, are found
// by their hash.
#include "bus/link.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { BUCKETS = 4096 }; // and one more for the subjects with wild cards

struct local_sub {
    struct local_sub *next;
    uint64_t number;
    bool queued;
    char subject[BUS_SUBJECT], queue[BUS_SUBJECT];
};

struct local {
    struct bus *bus;
    pthread_mutex_t lock;
    struct local_sub *bucket[BUCKETS + 1];
    unsigned *home; // the bucket of each slot
    size_t homes;
    unsigned turn; // whose it is in the queues
};

static unsigned bucket_of(const char *subject)
{
    return (unsigned)(XXH3_64bits(subject, strlen(subject)) % BUCKETS);
}

static bool keep_home(struct local *l, uint32_t slot, unsigned bucket)
{
    if (slot >= l->homes) {
        size_t count = 2 * (size_t)slot + 64;
        unsigned *more = realloc(l->home, count * sizeof *more);
        if (!more)
            return false;
        l->home = more;
        l->homes = count;
    }
    l->home[slot] = bucket;
    return true;
}

static bool subscribe(void *link, uint64_t sub, const char *subject, const char *queue)
{
    struct local *l = link;
    struct local_sub *s = calloc(1, sizeof *s);
    unsigned bucket = strpbrk(subject, "*>") ? BUCKETS : bucket_of(subject);
    if (!s)
        return false;
    s->number = sub;
    s->queued = queue;
    snprintf(s->subject, sizeof s->subject, "%s", subject);
    snprintf(s->queue, sizeof s->queue, "%s", queue ? queue : "");
    pthread_mutex_lock(&l->lock);
    bool ok = keep_home(l, link_slot(sub), bucket);
    if (ok) {
        s->next = l->bucket[bucket];
        l->bucket[bucket] = s;
    }
    pthread_mutex_unlock(&l->lock);
    if (!ok)
        free(s);
    return ok;
}

static void unsubscribe(void *link, uint64_t sub)
{
    struct local *l = link;
    pthread_mutex_lock(&l->lock);
    struct local_sub **at = &l->bucket[l->home[link_slot(sub)]];
    while ((*at)->number != sub)
        at = &(*at)->next;
    struct local_sub *gone = *at;
    *at = gone->next;
    pthread_mutex_unlock(&l->lock);
    free(gone);
}

// --- Who hears a message.

static bool fits(const char *pattern, const char *subject)
{
    while (*pattern && *pattern != '>') {
        if (*pattern == '*') {
            pattern++;
            subject += strcspn(subject, ".");
        }
        if (*pattern != *subject)
            return false;
        if (!*pattern)
            return true;
        pattern++;
        subject++;
    }
    return *pattern == '>' ? *subject != '\0' : *subject == '\0';
}

// The next after `s` that hears the subject, the first for NULL: those of its bucket, then those
// with wild cards.
static struct local_sub *next_fit(struct local *l, struct local_sub *s, const char *subject)
{
    unsigned bucket = s && l->home[link_slot(s->number)] == BUCKETS ? BUCKETS : bucket_of(subject);
    struct local_sub *at = s ? s->next : l->bucket[bucket];
    for (;;) {
        while (at && !fits(at->subject, subject))
            at = at->next;
        if (at || bucket == BUCKETS)
            return at;
        bucket = BUCKETS;
        at = l->bucket[BUCKETS];
    }
}

// One of the queue hears it, each in turn.
static bool is_chosen(struct local *l, const struct local_sub *s, const char *subject)
{
    unsigned members = 0, place = 0;
    for (struct local_sub *o = NULL; (o = next_fit(l, o, subject));) {
        if (!o->queued || strcmp(o->queue, s->queue) != 0)
            continue;
        if (o == s)
            place = members;
        members++;
    }
    return l->turn % members == place;
}

static bool publish(void *link, const struct bus_message *m)
{
    struct local *l = link;
    bool heard = false;
    pthread_mutex_lock(&l->lock);
    l->turn++;
    for (struct local_sub *s = NULL; (s = next_fit(l, s, m->subject)); heard = true)
        if (!s->queued || is_chosen(l, s, m->subject))
            bus_arrived(l->bus, s->number, m, false);
    if (!heard && *m->reply) {
        struct bus_message none = {m->reply, "", TEXT("")};
        for (struct local_sub *s = NULL; (s = next_fit(l, s, m->reply));)
            bus_arrived(l->bus, s->number, &none, true);
    }
    pthread_mutex_unlock(&l->lock);
    return true;
}

static bool is_up(void *link)
{
    (void)link;
    return true;
}

static void local_close(void *link)
{
    struct local *l = link;
    for (unsigned i = 0; i <= BUCKETS; i++)
        for (struct local_sub *s = l->bucket[i], *next; s; s = next) {
            next = s->next;
            free(s);
        }
    pthread_mutex_destroy(&l->lock);
    free(l->home);
    free(l);
}

void *link_local_open(struct bus *b, struct reason *why)
{
    struct local *l = calloc(1, sizeof *l);
    if (!l) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    l->bus = b;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

const struct link_kind link_local = {subscribe, unsubscribe, publish, is_up, local_close};
