// Tells the players of a running match which of the others are connected, to any process.
// Connections are compared now and then instead of being followed: a process that stops or falls
// silent (sync/presence.h) needs no case of its own. A player is told to have gone only after a
// while, so that a page that is loaded again is not seen to leave.
#include "server/live/live.h"
#include "server/live/watcher.h"

enum { COMPARE_MS = 500, GONE_MS = 5000 };

static bool is_here(const struct watch *v, unsigned seat)
{
    return live_is_here(v->watcher->live, table_match(v->table)->account[seat]);
}

// The other people's seats, while the match runs and the watcher has a seat; 0: nothing to tell.
static unsigned seats_to_tell(const struct watch *v)
{
    const struct match *m = table_match(v->table);
    int own = match_seat_of(m, v->watcher->caller.account);
    unsigned seats = 0;
    if (own < 0 || m->status != MATCH_RUNNING)
        return 0;
    for (unsigned seat = 0; seat < m->terms.config.seats; seat++)
        if (m->account[seat] && seat != (unsigned)own)
            seats |= 1u << seat;
    return seats;
}

static void tell(struct watch *v, unsigned seats)
{
    json_t *each = json_object();
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (seats >> seat & 1)
            json_object_set_new(each, (char[]){seat_letter(seat), '\0'},
                                json_boolean(v->here >> seat & 1));
    watcher_send_json(v->watcher, PUSH_PRESENCE, v->table,
                      json_pack("{s:s,s:o}", "match", table_id(v->table), "seats", each));
}

void watch_attend(struct watch *v)
{
    unsigned seats = seats_to_tell(v);
    v->attended = seats != 0;
    v->here = 0;
    for (unsigned seat = 0; seat < SEATS_MAX; seat++) {
        v->missed_since[seat] = 0;
        if (seats >> seat & 1 && is_here(v, seat))
            v->here |= (uint8_t)(1u << seat);
    }
    if (seats)
        tell(v, seats);
}

// True if the player is to be told of the seat.
static bool has_changed(struct watch *v, unsigned seat, uint64_t now)
{
    bool here = is_here(v, seat), told = v->here >> seat & 1;
    uint64_t *missed_since = &v->missed_since[seat];
    if (told && !here && !*missed_since)
        *missed_since = now;
    if (here == told)
        *missed_since = 0;
    return here != told && (here || now - *missed_since >= GONE_MS);
}

static void compare(struct watch *v, uint64_t now)
{
    unsigned seats = seats_to_tell(v), changed = 0;
    if (seats && !v->attended) { // the match has just begun
        watch_attend(v);
        return;
    }
    for (unsigned seat = 0; seat < SEATS_MAX; seat++)
        if (seats >> seat & 1 && has_changed(v, seat, now))
            changed |= 1u << seat;
    v->here ^= (uint8_t)changed;
    if (changed)
        tell(v, seats);
}

void live_attend(struct live *l)
{
    uint64_t now = net_ticks_ms();
    if (now - l->attended < COMPARE_MS)
        return;
    l->attended = now;
    for (struct watcher *w = l->first; w; w = w->next)
        for (struct watch *v = w->caller.account ? w->watches : NULL; v; v = v->next_of_watcher)
            compare(v, now);
}
