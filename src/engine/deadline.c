#include "engine/deadline.h"

void deadline_init(struct deadline *d, const struct engine_options *options, unsigned stride)
{
    d->stop = options->stop;
    d->context = options->context;
    d->stride = stride;
    atomic_init(&d->passed, false);
}

uint64_t deadline_nodes(const struct engine_options *options, uint64_t quiet)
{
    if (options->max_nodes)
        return options->max_nodes;
    return options->stop ? DEADLINE_NO_LIMIT : quiet;
}

struct deadline_watch deadline_watch(struct deadline *d, unsigned worker, uint64_t most_nodes)
{
    return (struct deadline_watch){
        .deadline = d, .most_nodes = most_nodes, .polls = worker == 0 && d->stop};
}

// The flag publishes nothing but itself, so relaxed order is enough.
void deadline_pass(struct deadline *d)
{
    atomic_store_explicit(&d->passed, true, memory_order_relaxed);
}

bool deadline_passed(const struct deadline *d)
{
    return atomic_load_explicit(&d->passed, memory_order_relaxed);
}

bool deadline_poll(struct deadline_watch *w)
{
    struct deadline *d = w->deadline;
    if (w->polls && !w->over && ++w->asked >= d->stride) {
        w->asked = 0;
        if (d->stop(d->context))
            deadline_pass(d);
    }
    if (w->nodes >= w->most_nodes || deadline_passed(d))
        w->over = true;
    return w->over;
}
