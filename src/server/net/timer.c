#include "server/net/internal.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct net_timer {
    uv_timer_t uv;
    struct net *net;
    struct net_timer *next, *prev;
    void (*fn)(void *context);
    void *context;
};

static uint64_t clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

// Offset of the site's time from the monotonic clock; 0: not set.
static _Atomic int64_t ahead;

uint64_t net_wall_ms(void)
{
    return clock_ms(CLOCK_REALTIME);
}

uint64_t net_ticks_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

uint64_t net_now_ms(void)
{
    int64_t by = atomic_load_explicit(&ahead, memory_order_relaxed);
    return by ? net_ticks_ms() + (uint64_t)by : net_wall_ms();
}

bool net_set_now(int64_t now_ms, uint64_t ticks, uint64_t error)
{
    int64_t by = now_ms - (int64_t)ticks, before = atomic_load(&ahead);
    int64_t wrong = by > before ? by - before : before - by;
    if (before && wrong <= (int64_t)error)
        return false;
    atomic_store(&ahead, by ? by : 1);
    return true;
}

static void timer_free(uv_handle_t *h)
{
    free(h->data);
}

void net_cancel(struct net_timer *t)
{
    if (!t)
        return;
    *(t->prev ? &t->prev->next : &t->net->timers) = t->next;
    if (t->next)
        t->next->prev = t->prev;
    uv_close((uv_handle_t *)&t->uv, timer_free);
}

static void timer_fire(uv_timer_t *uv)
{
    struct net_timer *t = uv->data;
    void (*fn)(void *context) = t->fn;
    void *context = t->context;
    t->net->now = net_ticks_ms();
    if (uv_timer_get_repeat(uv) == 0)
        net_cancel(t);
    fn(context);
}

struct net_timer *net_timer(struct net *n, uint64_t first_ms, uint64_t every_ms,
                            void (*fn)(void *context), void *context)
{
    struct net_timer *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->net = n;
    t->fn = fn;
    t->context = context;
    t->next = n->timers;
    if (t->next)
        t->next->prev = t;
    n->timers = t;
    uv_timer_init(&n->loop, &t->uv);
    t->uv.data = t;
    uv_update_time(&n->loop);
    uv_timer_start(&t->uv, timer_fire, first_ms, every_ms);
    return t;
}

void net_timers_free(struct net *n)
{
    while (n->timers)
        net_cancel(n->timers);
}
