#include "server/cluster/relay.h"

#include "server/cluster/elsewhere.h"
#include "server/live/watcher.h"
#include "server/ops/app.h"
#include "server/play/table.h"

#include <stdlib.h>
#include <string.h>

enum { BEAT_MS = 3000, BEAT_ACCOUNTS = 4000 }; // how many accounts a message of a beat names

struct relay {
    struct app *app;
    bool shared;
    bool hearing; // what is done now is done because another process has said so
    struct bus_sub *site;
    struct elsewhere *elsewhere;
    uint64_t beat;
    char prefix[40]; // of all subjects: other sites may use the same bus
};

// --- Numbers and words of a message. Whatever it is, nothing worse comes of it than of nothing.

static int64_t to_account(struct text t)
{
    int64_t number = 0;
    for (size_t i = 0; i < t.len && t.len < 19; i++) {
        if (t.at[i] < '0' || t.at[i] > '9')
            return 0;
        number = 10 * number + (t.at[i] - '0');
    }
    return t.len < 19 ? number : 0;
}

static bool to_hash(struct text t, char out[SESSION_HASH])
{
    bool ok = t.len < SESSION_HASH;
    snprintf(out, SESSION_HASH, "%.*s", ok ? (int)t.len : 0, t.at);
    return ok;
}

// --- Telling.

// Of a site that has the same key as ours in its database: it is the same.
static void set_prefix(struct relay *r)
{
    char key[SECRET_HEX], digest[SECRET_HEX];
    secret_key_write(&r->app->key, key);
    secret_digest(text_of(key), digest);
    snprintf(r->prefix, sizeof r->prefix, "logomachy.%.16s", digest);
    secret_wipe(key, sizeof key);
}

static void match_subject(const struct relay *r, const char *match, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.match.%s", r->prefix, match);
}

static void player_subject(const struct relay *r, int64_t account, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.player.%lld", r->prefix, (long long)account);
}

static void site_subject(const struct relay *r, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.site", r->prefix);
}

static bool tells(const struct relay *r)
{
    return r && r->shared && !r->hearing;
}

// "NAME what rest": by the name each process knows its own.
static void tell_site(struct relay *r, const char *what, struct text rest)
{
    struct buf text = {0};
    char subject[BUS_SUBJECT];
    if (tells(r)) {
        site_subject(r, subject);
        buf_printf(&text, "%s %s ", bus_name(r->app->bus), what);
        buf_add_text(&text, rest);
        if (buf_ok(&text))
            bus_publish(r->app->bus, subject, buf_text(&text));
    }
    buf_release(&text);
}

static void tell_number(struct relay *r, const char *what, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    tell_site(r, what, text_of(text));
}

static void tell_player(struct relay *r, const struct table *t, int64_t account)
{
    char subject[BUS_SUBJECT], text[64];
    player_subject(r, account, subject);
    snprintf(text, sizeof text, "%s %llu", t->id, (unsigned long long)t->match.seq - 1);
    bus_publish(r->app->bus, subject, text_of(text));
}

void relay_event(struct relay *r, const struct table *t)
{
    char subject[BUS_SUBJECT], text[40];
    if (!tells(r))
        return;
    match_subject(r, t->id, subject);
    snprintf(text, sizeof text, "seq %llu", (unsigned long long)t->match.seq - 1);
    bus_publish(r->app->bus, subject, text_of(text));
    for (unsigned i = 0; i < t->match.terms.config.seats; i++)
        if (t->match.account[i] && elsewhere_has(r->elsewhere, t->match.account[i]))
            tell_player(r, t, t->match.account[i]);
}

// "chat 17,18 {...}": for whom it is not, and what it is.
void relay_chat(struct relay *r, const struct table *t, struct text message,
                const int64_t *muted_by, size_t mutes)
{
    char subject[BUS_SUBJECT];
    struct buf text = {0};
    if (!tells(r))
        return;
    match_subject(r, t->id, subject);
    buf_printf(&text, "chat %s ", bus_name(r->app->bus));
    for (size_t i = 0; i < mutes; i++)
        buf_printf(&text, "%s%lld", i ? "," : "", (long long)muted_by[i]);
    buf_add_byte(&text, ' ');
    buf_add_text(&text, message);
    if (buf_ok(&text))
        bus_publish(r->app->bus, subject, buf_text(&text));
    buf_release(&text);
}

void relay_lobby(struct relay *r, struct text message)
{
    tell_site(r, "lobby", message);
}

void relay_forget(struct relay *r, int64_t account)
{
    tell_number(r, "forget", account);
}

void relay_forget_session(struct relay *r, const char *hash)
{
    tell_site(r, "forget-session", text_of(hash));
}

void relay_drop(struct relay *r, int64_t account)
{
    tell_number(r, "drop", account);
}

void relay_drop_session(struct relay *r, int64_t account, const char *session, bool others)
{
    char text[SESSION_HASH + 40];
    snprintf(text, sizeof text, "%lld %s", (long long)account, session);
    tell_site(r, others ? "drop-others" : "drop-session", text_of(text));
}

void relay_rename(struct relay *r, int64_t account, const char *name)
{
    char text[100];
    snprintf(text, sizeof text, "%lld %s", (long long)account, name);
    tell_site(r, "rename", text_of(text));
}

void relay_came(struct relay *r, int64_t account)
{
    tell_number(r, "came", account);
}

void relay_went(struct relay *r, int64_t account)
{
    tell_number(r, "went", account);
}

static void beat(struct relay *r)
{
    struct buf text = {0};
    size_t at = 0, count = 0;
    const struct presence *p;
    tell_site(r, "beat", TEXT(""));
    while ((p = map_next(&r->app->live->present, &at))) {
        buf_printf(&text, "%lld ", (long long)p->account);
        if (++count % BEAT_ACCOUNTS)
            continue;
        tell_site(r, "came", buf_text(&text));
        buf_clear(&text);
    }
    if (text.len)
        tell_site(r, "came", buf_text(&text));
    buf_release(&text);
}

void relay_tick(struct relay *r)
{
    uint64_t now = net_ticks_ms();
    if (!r->shared || now - r->beat < BEAT_MS)
        return;
    r->beat = now;
    beat(r);
    elsewhere_tick(r->elsewhere, now);
}

void relay_leave(struct relay *r)
{
    tell_site(r, "gone", TEXT(""));
}

// --- Hearing of the site. `rest` is what comes after the word.

static void hear_lobby(struct relay *r, struct text from, struct text rest)
{
    json_error_t error;
    json_t *json = json_loadb(rest.at, rest.len, JSON_REJECT_DUPLICATES, &error);
    (void)from;
    json_t *match = json_object_get(json, "match");
    if (json_is_string(json_object_get(match, "id")) &&
        json_is_true(json_object_get(match, "listed")))
        live_lobby_news(r->app->live, json_incref(match));
    json_decref(json);
}

static void hear_forget(struct relay *r, struct text from, struct text rest)
{
    (void)from;
    sessions_forget_account(&r->app->sessions, to_account(rest));
}

static void hear_forget_session(struct relay *r, struct text from, struct text rest)
{
    char hash[SESSION_HASH];
    (void)from;
    if (to_hash(rest, hash))
        sessions_forget(&r->app->sessions, hash);
}

static void hear_drop(struct relay *r, struct text from, struct text rest)
{
    (void)from;
    live_drop(r->app->live, to_account(rest));
}

static void drop_some(struct relay *r, struct text rest, bool others)
{
    char hash[SESSION_HASH];
    int64_t account = to_account(text_cut(&rest, ' '));
    if (account && to_hash(rest, hash))
        live_drop_session(r->app->live, account, hash, others);
}

static void hear_drop_session(struct relay *r, struct text from, struct text rest)
{
    (void)from;
    drop_some(r, rest, false);
}

static void hear_drop_others(struct relay *r, struct text from, struct text rest)
{
    (void)from;
    drop_some(r, rest, true);
}

static void hear_rename(struct relay *r, struct text from, struct text rest)
{
    char name[41];
    int64_t account = to_account(text_cut(&rest, ' '));
    (void)from;
    snprintf(name, sizeof name, "%.*s", TEXT_ARG(text_head(rest, sizeof name - 1)));
    if (account && rest.len < sizeof name)
        hall_rename(r->app->hall, account, name);
}

static void hear_came(struct relay *r, struct text from, struct text rest)
{
    elsewhere_came(r->elsewhere, from, rest, net_ticks_ms());
}

static void hear_went(struct relay *r, struct text from, struct text rest)
{
    elsewhere_went(r->elsewhere, from, rest, net_ticks_ms());
}

static void hear_beat(struct relay *r, struct text from, struct text rest)
{
    (void)rest;
    elsewhere_beat(r->elsewhere, from, net_ticks_ms());
}

static void hear_gone(struct relay *r, struct text from, struct text rest)
{
    (void)rest;
    elsewhere_gone(r->elsewhere, from);
}

static const struct {
    const char *word;
    void (*hear)(struct relay *r, struct text from, struct text rest);
} words[] = {
    {"lobby", hear_lobby},
    {"forget", hear_forget},
    {"forget-session", hear_forget_session},
    {"drop", hear_drop},
    {"drop-session", hear_drop_session},
    {"drop-others", hear_drop_others},
    {"rename", hear_rename},
    {"came", hear_came},
    {"went", hear_went},
    {"beat", hear_beat},
    {"gone", hear_gone},
};

static void hear_site(void *context, const struct bus_message *m)
{
    struct relay *r = context;
    struct text rest = m->body, from = text_cut(&rest, ' '), word = text_cut(&rest, ' ');
    if (text_is(from, bus_name(r->app->bus)))
        return;
    r->hearing = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i].word))
            words[i].hear(r, from, rest);
    r->hearing = false;
}

// --- Hearing of tables.

enum { DEAF = 100000 };

static size_t read_deaf(struct text list, int64_t *out, size_t room)
{
    size_t count = 0;
    while (list.len && count < room)
        out[count++] = to_account(text_cut(&list, ','));
    return count;
}

// What goes to clients is at least of the form that they know.
static bool is_chat(const struct table *t, json_t *json)
{
    const char *match = json_string_value(json_object_get(json, "match"));
    enum live_push push;
    return match && live_is_chat(json, &push) && strcmp(match, t->id) == 0;
}

// A line for those who may read it, which where a match is not listed depends on who has a seat.
// Who has sat down or left at another process may be known there and not yet here: the log is read
// first.
struct late_line {
    struct hall_want want; // first
    struct relay *relay;
    json_t *json;
    int64_t *deaf;
    size_t count;
};

static void pass_late_line(struct hall_want *w, struct table *t)
{
    struct late_line *l = (struct late_line *)w;
    if (w->answer == HALL_DONE)
        live_chat_news(l->relay->app->live, t, l->json, l->deaf, l->count);
    else
        json_decref(l->json);
    free(l->deaf);
    free(l);
}

// Takes over `json` and `deaf`.
static void pass_line(struct relay *r, struct table *t, json_t *json, int64_t *deaf, size_t count)
{
    struct late_line *l = table_row(t)->listed ? NULL : calloc(1, sizeof *l);
    if (l) {
        *l = (struct late_line){.want = {.looks = true, .seq = -1, .done = pass_late_line},
                                .relay = r,
                                .json = json,
                                .deaf = deaf,
                                .count = count};
        hall_do(r->app->hall, t->id, &l->want);
        return;
    }
    live_chat_news(r->app->live, t, json, deaf, count);
    free(deaf);
}

static void hear_chat(struct table *t, struct text rest)
{
    struct relay *r = t->app->relay;
    json_error_t error;
    struct text from = text_cut(&rest, ' '), list = text_cut(&rest, ' ');
    if (text_is(from, bus_name(r->app->bus)))
        return;
    size_t room = list.len / 2 + 1;
    int64_t *deaf = room < DEAF ? malloc(room * sizeof *deaf) : NULL;
    json_t *json = json_loadb(rest.at, rest.len, JSON_REJECT_DUPLICATES, &error);
    if (deaf && is_chat(t, json)) {
        size_t count = read_deaf(list, deaf, room);
        pass_line(r, t, json, deaf, count);
        return;
    }
    json_decref(json);
    free(deaf);
}

static void hear_match(void *context, const struct bus_message *m)
{
    struct table *t = context;
    struct text rest = m->body, word = text_cut(&rest, ' ');
    uint32_t seq;
    if (text_is(word, "seq") && text_to_u32(rest, &seq))
        hall_heard(t->hall, t->id, seq, false);
    else if (text_is(word, "chat"))
        hear_chat(t, rest);
}

struct bus_sub *relay_hear_table(struct relay *r, struct table *t)
{
    char subject[BUS_SUBJECT];
    match_subject(r, t->id, subject);
    return r->shared ? bus_subscribe(r->app->bus, subject, NULL, hear_match, t) : NULL;
}

// A player who is here, and wants to hear of all matches, may not have that one on the screen.
static void hear_player(void *context, const struct bus_message *m)
{
    const struct presence *p = context;
    struct text rest = m->body, match = text_cut(&rest, ' ');
    struct app *app = p->first ? p->first->live->app : NULL;
    char id[STORE_MATCH_ID];
    uint32_t seq;
    if (!app || match.len >= sizeof id || !text_to_u32(rest, &seq))
        return;
    snprintf(id, sizeof id, "%.*s", TEXT_ARG(match));
    for (const struct watcher *w = p->first; w; w = w->next_here)
        if (w->mine && !watcher_find(w, id)) {
            hall_heard(app->hall, id, seq, true);
            return;
        }
}

struct bus_sub *relay_hear_player(struct relay *r, int64_t account, struct presence *p)
{
    char subject[BUS_SUBJECT];
    player_subject(r, account, subject);
    return r->shared ? bus_subscribe(r->app->bus, subject, NULL, hear_player, p) : NULL;
}

void relay_hear_no_more(struct relay *r, struct bus_sub *s)
{
    bus_unsubscribe(r->app->bus, s);
}

// --- The relay.

const char *relay_prefix(const struct relay *r)
{
    return r->prefix;
}

bool relay_is_shared(const struct relay *r)
{
    return r->shared;
}

bool relay_is_here(const struct relay *r, int64_t account)
{
    return r->shared && elsewhere_has(r->elsewhere, account);
}

struct relay *relay_open(struct app *app, struct reason *why)
{
    struct relay *r = calloc(1, sizeof *r);
    char subject[BUS_SUBJECT];
    if (r) {
        r->app = app;
        r->shared = bus_is_shared(app->bus);
        r->elsewhere = elsewhere_open(app->map_secret);
        set_prefix(r);
        site_subject(r, subject);
        r->site = r->shared ? bus_subscribe(app->bus, subject, NULL, hear_site, r) : NULL;
    }
    if (r && r->elsewhere && (r->site || !r->shared))
        return r;
    relay_close(r);
    (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return NULL;
}

void relay_close(struct relay *r)
{
    if (!r)
        return;
    bus_unsubscribe(r->app->bus, r->site);
    elsewhere_free(r->elsewhere);
    free(r);
}
