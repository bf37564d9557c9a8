#include "server/cluster/elsewhere.h"

#include "base/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Who is on the bus is trusted, but not with all the memory.
enum { PROCESSES = 64, ACCOUNTS = 1000000, SILENT_MS = 10000, NAME = 40, KEY = 24 };

struct somebody {
    char key[KEY];
    uint64_t beat; // the last in which it was named
};

struct process {
    char name[NAME]; // "": nobody's place
    uint64_t heard, beat;
    struct map accounts;
};

struct elsewhere {
    struct process process[PROCESSES];
    uint64_t secret;
};

struct elsewhere *elsewhere_open(uint64_t secret)
{
    struct elsewhere *e = calloc(1, sizeof *e);
    if (e)
        e->secret = secret;
    return e;
}

static void forget(struct process *p)
{
    size_t at = 0;
    struct somebody *s;
    while ((s = map_next(&p->accounts, &at)))
        free(s);
    map_release(&p->accounts);
    p->name[0] = '\0';
}

void elsewhere_free(struct elsewhere *e)
{
    for (unsigned i = 0; e && i < PROCESSES; i++)
        if (e->process[i].name[0])
            forget(&e->process[i]);
    free(e);
}

static struct process *find(struct elsewhere *e, struct text name)
{
    for (unsigned i = 0; i < PROCESSES; i++)
        if (text_is(name, e->process[i].name))
            return &e->process[i];
    return NULL;
}

// The process of that name, which is new unless it is known. NULL: there are too many.
static struct process *hear(struct elsewhere *e, struct text name, uint64_t now)
{
    struct process *p = name.len && name.len < NAME ? find(e, name) : NULL;
    if (!p && name.len && name.len < NAME && (p = find(e, TEXT("")))) {
        snprintf(p->name, sizeof p->name, "%.*s", TEXT_ARG(name));
        map_init(&p->accounts, e->secret);
        p->beat = 1;
    }
    if (p)
        p->heard = now;
    return p;
}

static void add(struct process *p, struct text account)
{
    struct somebody *s = map_find(&p->accounts, account);
    if (!s && p->accounts.count < ACCOUNTS && (s = calloc(1, sizeof *s))) {
        snprintf(s->key, sizeof s->key, "%.*s", TEXT_ARG(account));
        if (!map_add(&p->accounts, text_of(s->key), s)) {
            free(s);
            return;
        }
    }
    if (s)
        s->beat = p->beat;
}

static bool is_number(struct text t)
{
    for (size_t i = 0; i < t.len; i++)
        if (t.at[i] < '0' || t.at[i] > '9')
            return false;
    return t.len > 0 && t.len < 20 && t.at[0] != '0';
}

void elsewhere_came(struct elsewhere *e, struct text process, struct text accounts, uint64_t now)
{
    struct process *p = hear(e, process, now);
    while (p && accounts.len) {
        struct text one = text_cut(&accounts, ' ');
        if (is_number(one))
            add(p, one);
    }
}

void elsewhere_went(struct elsewhere *e, struct text process, struct text accounts, uint64_t now)
{
    struct process *p = hear(e, process, now);
    while (p && accounts.len)
        free(map_remove(&p->accounts, text_cut(&accounts, ' ')));
}

// The map may show one twice or not at all while others are removed: the next beat finds it.
void elsewhere_beat(struct elsewhere *e, struct text process, uint64_t now)
{
    struct process *p = hear(e, process, now);
    struct somebody *s;
    size_t at = 0;
    while (p && (s = map_next(&p->accounts, &at)))
        if (s->beat < p->beat)
            free(map_remove(&p->accounts, text_of(s->key)));
    if (p)
        p->beat++;
}

void elsewhere_gone(struct elsewhere *e, struct text process)
{
    struct process *p = process.len ? find(e, process) : NULL;
    if (p)
        forget(p);
}

void elsewhere_tick(struct elsewhere *e, uint64_t now)
{
    for (unsigned i = 0; i < PROCESSES; i++)
        if (e->process[i].name[0] && now - e->process[i].heard > SILENT_MS)
            forget(&e->process[i]);
}

bool elsewhere_has(const struct elsewhere *e, int64_t account)
{
    char key[KEY];
    snprintf(key, sizeof key, "%lld", (long long)account);
    for (unsigned i = 0; i < PROCESSES; i++)
        if (e->process[i].name[0] && map_find(&e->process[i].accounts, text_of(key)))
            return true;
    return false;
}

unsigned elsewhere_processes(const struct elsewhere *e)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PROCESSES; i++)
        count += e->process[i].name[0] != '\0';
    return count;
}
