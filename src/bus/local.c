// The transport within the process. Subscriptions without wild cards, of which there may be many,
// are in a hash table by subject; those with wild cards are in one list.
#include "base/vec.h"
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
    struct link_sink sink;
    pthread_mutex_t lock;
    struct local_sub *bucket[BUCKETS + 1];
    unsigned *home; // the bucket of each slot's subscription
    size_t homes;
    unsigned turn; // round robin within queue groups
};

static unsigned bucket_of(const char *subject)
{
    return (unsigned)(XXH3_64bits(subject, strlen(subject)) % BUCKETS);
}

static bool local_subscribe(void *link, uint64_t sub, const char *subject, const char *queue)
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
    bool ok = vec_reserve(&l->home, &l->homes, (size_t)link_slot(sub) + 1);
    if (ok) {
        l->home[link_slot(sub)] = bucket;
        s->next = l->bucket[bucket];
        l->bucket[bucket] = s;
    }
    pthread_mutex_unlock(&l->lock);
    if (!ok)
        free(s);
    return ok;
}

static void local_unsubscribe(void *link, uint64_t sub)
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

// --- Matching.

static bool matches(const char *pattern, const char *subject)
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

// The next subscription after `s` that matches the subject, the first for NULL: those in its
// bucket, then those with wild cards.
static struct local_sub *next_match(struct local *l, struct local_sub *s, const char *subject)
{
    unsigned bucket = s && l->home[link_slot(s->number)] == BUCKETS ? BUCKETS : bucket_of(subject);
    struct local_sub *at = s ? s->next : l->bucket[bucket];
    for (;;) {
        while (at && !matches(at->subject, subject))
            at = at->next;
        if (at || bucket == BUCKETS)
            return at;
        bucket = BUCKETS;
        at = l->bucket[BUCKETS];
    }
}

// Round robin: one member of a queue group gets the message.
static bool is_chosen(struct local *l, const struct local_sub *s, const char *subject)
{
    unsigned members = 0, place = 0;
    for (struct local_sub *o = NULL; (o = next_match(l, o, subject));) {
        if (!o->queued || strcmp(o->queue, s->queue) != 0)
            continue;
        if (o == s)
            place = members;
        members++;
    }
    return l->turn % members == place;
}

static bool local_publish(void *link, const struct bus_message *m)
{
    struct local *l = link;
    bool matched = false;
    pthread_mutex_lock(&l->lock);
    l->turn++;
    for (struct local_sub *s = NULL; (s = next_match(l, s, m->subject)); matched = true)
        if (!s->queued || is_chosen(l, s, m->subject))
            l->sink.deliver(l->sink.bus, s->number, m, false);
    if (!matched && *m->reply) {
        struct bus_message none = {m->reply, "", TEXT("")};
        for (struct local_sub *s = NULL; (s = next_match(l, s, m->reply));)
            l->sink.deliver(l->sink.bus, s->number, &none, true);
    }
    pthread_mutex_unlock(&l->lock);
    return true;
}

static bool local_is_up(void *link)
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

void *link_local_open(const struct link_sink *sink, struct reason *why)
{
    struct local *l = calloc(1, sizeof *l);
    if (!l) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    l->sink = *sink;
    pthread_mutex_init(&l->lock, NULL);
    return l;
}

const struct link_kind link_local = {local_subscribe, local_unsubscribe, local_publish, local_is_up,
                                     local_close};
