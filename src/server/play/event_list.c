#include "server/play/event_list.h"

#include "server/play/table.h"
#include "server/runtime/metrics.h"

#include <string.h>

enum { SHORT = 256 }; // events: a few milliseconds

// The entries after `past` that the list needs.
static bool copy_entries(const struct table *t, struct event_list *l)
{
    size_t first = (size_t)l->past.seq - 1, end = (size_t)l->query.from - 1 + l->query.limit;
    end = end < t->entries ? end : t->entries;
    l->entries = end > first ? end - first : 0;
    l->entry = arena_alloc(&l->memory, (l->entries + 1) * sizeof *l->entry);
    for (size_t i = 0; l->entry && i < l->entries; i++) {
        l->entry[i].at_ms = t->entry[first + i].at_ms;
        if (!arena_copy(&l->memory, t->entry[first + i].line, &l->entry[i].line))
            return false;
    }
    return l->entry != NULL;
}

bool table_list_events(struct table *t, const struct event_query *q, struct event_list *out)
{
    *out = (struct event_list){.query = *q, .end = t->match.seq};
    if (out->query.from < 1)
        out->query.from = 1;
    out->next = out->query.from;
    out->viewer = match_viewer(&t->match, q->account);
    if (out->query.from >= out->end)
        return true; // there is none
    table_keep_present(t);
    if (table_past(t, out->query.from, &out->past) && copy_entries(t, out))
        return true;
    event_list_release(out);
    return false;
}

bool event_list_is_short(const struct event_list *l)
{
    return l->entries <= SHORT;
}

void event_list_make(struct event_list *l, bool on_loop)
{
    struct match_events what = {.entry = l->entry,
                                .count = l->entries,
                                .from = l->query.from,
                                .viewer = l->viewer,
                                .states = l->query.states,
                                .last = l->query.from - 1 + l->query.limit >= l->end - 1,
                                .stop = l->query.stop,
                                .context = l->query.context};
    if (l->entries == 0) {
        l->events = json_array();
        return;
    }
    l->events = match_events_json(&l->past, &what);
    l->next = l->past.seq;
    l->more = l->next < l->end;
    metrics_add(METRIC_REPLAYED, on_loop ? METRICS_ON_LOOP : METRICS_ON_THREAD, l->entries);
}

void event_list_release(struct event_list *l)
{
    match_release(&l->past);
    arena_release(&l->memory);
    json_decref(l->events);
    memset(l, 0, sizeof *l);
}
