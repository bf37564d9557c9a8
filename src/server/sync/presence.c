#include "server/sync/presence.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Processes on the bus are trusted, but their memory use is bounded.
enum { PROCESSES = 64, ACCOUNTS = 1000000, SILENT_MS = 10000, NAME = 40, KEY = 24 };

struct online {
    char key[KEY];
    uint64_t snapshot; // the last that named it
};

struct process {
    char name[NAME]; // "": free
    uint64_t last_received, snapshot;
    struct map accounts;
};

struct presence {
    struct process process[PROCESSES];
    uint64_t secret;
};

struct presence *presence_open(uint64_t secret)
{
    struct presence *all = calloc(1, sizeof *all);
    if (all)
        all->secret = secret;
    return all;
}

static void drop_process(struct process *p)
{
    size_t at = 0;
    struct online *s;
    while ((s = map_next(&p->accounts, &at)))
        free(s);
    map_release(&p->accounts);
    p->name[0] = '\0';
}

void presence_free(struct presence *all)
{
    for (unsigned i = 0; all && i < PROCESSES; i++)
        if (all->process[i].name[0])
            drop_process(&all->process[i]);
    free(all);
}

static struct process *find_process(struct presence *all, struct text name)
{
    for (unsigned i = 0; i < PROCESSES; i++)
        if (text_is(name, all->process[i].name))
            return &all->process[i];
    return NULL;
}

// The process of that name, added if unknown. NULL: there are too many.
static struct process *note_process(struct presence *all, struct text name, uint64_t now)
{
    struct process *p = name.len && name.len < NAME ? find_process(all, name) : NULL;
    if (!p && name.len && name.len < NAME && (p = find_process(all, TEXT("")))) {
        snprintf(p->name, sizeof p->name, "%.*s", TEXT_ARG(name));
        map_init(&p->accounts, all->secret);
        p->snapshot = 1;
    }
    if (p)
        p->last_received = now;
    return p;
}

static void add_account(struct process *p, struct text account)
{
    struct online *s = map_find(&p->accounts, account);
    if (!s && p->accounts.count < ACCOUNTS && (s = calloc(1, sizeof *s))) {
        snprintf(s->key, sizeof s->key, "%.*s", TEXT_ARG(account));
        if (!map_add(&p->accounts, text_of(s->key), s)) {
            free(s);
            return;
        }
    }
    if (s)
        s->snapshot = p->snapshot;
}

static bool is_number(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
    return t.len > 0 && t.len < 20 && t.at[0] != '0';
}

void presence_joined(struct presence *all, struct text process, struct text accounts, uint64_t now)
{
    struct process *p = note_process(all, process, now);
    while (p && accounts.len) {
        struct text one = text_cut(&accounts, ' ');
        if (is_number(one))
            add_account(p, one);
    }
}

void presence_left(struct presence *all, struct text process, struct text accounts, uint64_t now)
{
    struct process *p = note_process(all, process, now);
    while (p && accounts.len)
        free(map_remove(&p->accounts, text_cut(&accounts, ' ')));
}

// The iteration may skip one while others are removed: the next snapshot finds it.
void presence_snapshot(struct presence *all, struct text process, uint64_t now)
{
    struct process *p = note_process(all, process, now);
    struct online *s;
    size_t at = 0;
    while (p && (s = map_next(&p->accounts, &at)))
        if (s->snapshot < p->snapshot)
            free(map_remove(&p->accounts, text_of(s->key)));
    if (p)
        p->snapshot++;
}

void presence_stopped(struct presence *all, struct text process)
{
    struct process *p = process.len ? find_process(all, process) : NULL;
    if (p)
        drop_process(p);
}

void presence_expire(struct presence *all, uint64_t now)
{
    for (unsigned i = 0; i < PROCESSES; i++)
        if (all->process[i].name[0] && now - all->process[i].last_received > SILENT_MS)
            drop_process(&all->process[i]);
}

bool presence_has(const struct presence *all, int64_t account)
{
    char key[KEY];
    snprintf(key, sizeof key, "%lld", (long long)account);
    for (unsigned i = 0; i < PROCESSES; i++)
        if (all->process[i].name[0] && map_find(&all->process[i].accounts, text_of(key)))
            return true;
    return false;
}

unsigned presence_processes(const struct presence *all)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PROCESSES; i++)
        count += all->process[i].name[0] != '\0';
    return count;
}
