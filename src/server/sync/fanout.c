#include "server/sync/fanout.h"

#include "bus/bus.h"
#include "server/live/subscriptions.h"
#include "server/live/watcher.h"
#include "server/sync/presence.h"

#include <stdlib.h>
#include <string.h>

enum { SNAPSHOT_MS = 3000, SNAPSHOT_ACCOUNTS = 4000 }; // accounts per message of a snapshot

struct fanout {
    struct fanout_options with;
    struct bus *bus;
    bool shared;
    bool receiving; // a message is being handled: nothing is sent on
    struct bus_sub *site_sub, *shard_sub;
    struct presence *presence;
    uint64_t snapshot; // when the last was sent
    char prefix[40];   // of all subjects: other sites may use the same bus
};

// The subscription of one table.
struct table_feed {
    struct fanout *fanout;
    struct table *table;
    struct bus_sub *sub;
};

// --- Parsing. A malformed message is ignored.

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

// --- Publishing.

// Processes with the same key in their database are one site.
static void set_prefix(struct fanout *f)
{
    char key[SECRET_HEX], digest[SECRET_HEX];
    secret_key_write(&f->with.site->key, key);
    secret_digest(text_of(key), digest);
    snprintf(f->prefix, sizeof f->prefix, "logomachy.%.16s", digest);
    secret_wipe(key, sizeof key);
}

static void match_subject(const struct fanout *f, const char *match, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.match.%s", f->prefix, match);
}

static void player_subject(const struct fanout *f, int64_t account, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.player.%lld", f->prefix, (long long)account);
}

static void site_subject(const struct fanout *f, char out[BUS_SUBJECT])
{
    snprintf(out, BUS_SUBJECT, "%s.site", f->prefix);
}

static bool sends(const struct fanout *f)
{
    return f && f->shared && !f->receiving;
}

// "NAME what rest": by the name a process recognizes its own messages.
static void send_site(struct fanout *f, const char *what, struct text rest)
{
    struct buf text = {0};
    char subject[BUS_SUBJECT];
    if (sends(f)) {
        site_subject(f, subject);
        buf_printf(&text, "%s %s ", bus_name(f->bus), what);
        buf_add_text(&text, rest);
        if (buf_ok(&text))
            bus_publish(f->bus, subject, buf_text(&text));
    }
    buf_release(&text);
}

static void send_number(struct fanout *f, const char *what, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%lld", (long long)number);
    send_site(f, what, text_of(text));
}

static void send_player(struct fanout *f, const struct table *t, int64_t account)
{
    char subject[BUS_SUBJECT], text[64];
    player_subject(f, account, subject);
    snprintf(text, sizeof text, "%s %llu", t->id, (unsigned long long)t->match.seq - 1);
    bus_publish(f->bus, subject, text_of(text));
}

void fanout_event(struct fanout *f, const struct table *t)
{
    char subject[BUS_SUBJECT], text[40];
    if (!sends(f))
        return;
    match_subject(f, t->id, subject);
    snprintf(text, sizeof text, "seq %llu", (unsigned long long)t->match.seq - 1);
    bus_publish(f->bus, subject, text_of(text));
    for (unsigned i = 0; i < t->match.terms.config.seats; i++)
        if (t->match.account[i] && presence_has(f->presence, t->match.account[i]))
            send_player(f, t, t->match.account[i]);
}

// "chat 17,18 {...}": the accounts that do not get it, and the message.
void fanout_chat(struct fanout *f, const struct table *t, struct text message,
                 const int64_t *muted_by, size_t mutes)
{
    char subject[BUS_SUBJECT];
    struct buf text = {0};
    if (!sends(f))
        return;
    match_subject(f, t->id, subject);
    buf_printf(&text, "chat %s ", bus_name(f->bus));
    for (size_t i = 0; i < mutes; i++)
        buf_printf(&text, "%s%lld", i ? "," : "", (long long)muted_by[i]);
    buf_add_byte(&text, ' ');
    buf_add_text(&text, message);
    if (buf_ok(&text))
        bus_publish(f->bus, subject, buf_text(&text));
    buf_release(&text);
}

void fanout_lobby(struct fanout *f, struct text message)
{
    send_site(f, "lobby", message);
}

void fanout_forget(struct fanout *f, int64_t account)
{
    send_number(f, "forget", account);
}

void fanout_forget_session(struct fanout *f, const char *hash)
{
    send_site(f, "forget-session", text_of(hash));
}

void fanout_drop(struct fanout *f, int64_t account)
{
    send_number(f, "drop", account);
}

void fanout_drop_session(struct fanout *f, int64_t account, const char *session, bool others)
{
    char text[SESSION_HASH + 40];
    snprintf(text, sizeof text, "%lld %s", (long long)account, session);
    send_site(f, others ? "drop-others" : "drop-session", text_of(text));
}

void fanout_rename(struct fanout *f, int64_t account, const char *name)
{
    char text[100];
    snprintf(text, sizeof text, "%lld %s", (long long)account, name);
    send_site(f, "rename", text_of(text));
}

// "ID 17" to PREFIX.shard.5.
void fanout_computer_due(struct fanout *f, const struct table *t)
{
    char subject[BUS_SUBJECT], body[64];
    if (!f->shared)
        return;
    snprintf(subject, sizeof subject, "%s.shard.%u", f->prefix, store_lease_shard(t->id));
    snprintf(body, sizeof body, "%s %llu", t->id, (unsigned long long)t->match.seq - 1);
    bus_publish(f->bus, subject, text_of(body));
}

static void send_snapshot(struct fanout *f)
{
    struct buf text = {0};
    size_t at = 0, count = 0;
    int64_t account;
    send_site(f, "beat", TEXT(""));
    while ((account = live_next_account(f->with.live, &at))) {
        buf_printf(&text, "%lld ", (long long)account);
        if (++count % SNAPSHOT_ACCOUNTS)
            continue;
        send_site(f, "came", buf_text(&text));
        buf_clear(&text);
    }
    if (text.len)
        send_site(f, "came", buf_text(&text));
    buf_release(&text);
}

void fanout_tick(struct fanout *f)
{
    uint64_t now = net_ticks_ms();
    if (!f->shared || now - f->snapshot < SNAPSHOT_MS)
        return;
    f->snapshot = now;
    send_snapshot(f);
    presence_expire(f->presence, now);
}

void fanout_leave(struct fanout *f)
{
    send_site(f, "gone", TEXT(""));
}

// --- Messages to the site. `rest` is the text after the first word.

static void fanout_on_lobby(struct fanout *f, struct text from, struct text rest)
{
    json_error_t error;
    json_t *json = json_loadb(rest.at, rest.len, JSON_REJECT_DUPLICATES, &error);
    (void)from;
    json_t *match = json_object_get(json, "match");
    if (json_is_string(json_object_get(match, "id")) &&
        json_is_true(json_object_get(match, "listed")))
        live_remote_lobby(f->with.live, json_incref(match));
    json_decref(json);
}

static void fanout_on_forget(struct fanout *f, struct text from, struct text rest)
{
    (void)from;
    sessions_forget_account(f->with.sessions, to_account(rest));
}

static void fanout_on_forget_session(struct fanout *f, struct text from, struct text rest)
{
    char hash[SESSION_HASH];
    (void)from;
    if (to_hash(rest, hash))
        sessions_forget(f->with.sessions, hash);
}

static void fanout_on_drop(struct fanout *f, struct text from, struct text rest)
{
    (void)from;
    live_drop(f->with.live, to_account(rest));
}

static void drop_some(struct fanout *f, struct text rest, bool others)
{
    char hash[SESSION_HASH];
    int64_t account = to_account(text_cut(&rest, ' '));
    if (account && to_hash(rest, hash))
        live_drop_session(f->with.live, account, hash, others);
}

static void fanout_on_drop_session(struct fanout *f, struct text from, struct text rest)
{
    (void)from;
    drop_some(f, rest, false);
}

static void fanout_on_drop_others(struct fanout *f, struct text from, struct text rest)
{
    (void)from;
    drop_some(f, rest, true);
}

static void fanout_on_rename(struct fanout *f, struct text from, struct text rest)
{
    char name[41];
    int64_t account = to_account(text_cut(&rest, ' '));
    (void)from;
    snprintf(name, sizeof name, "%.*s", TEXT_ARG(text_head(rest, sizeof name - 1)));
    if (account && rest.len < sizeof name)
        tables_rename(f->with.tables, account, name);
}

static void fanout_on_came(struct fanout *f, struct text from, struct text rest)
{
    presence_joined(f->presence, from, rest, net_ticks_ms());
}

static void fanout_on_went(struct fanout *f, struct text from, struct text rest)
{
    presence_left(f->presence, from, rest, net_ticks_ms());
}

static void fanout_on_snapshot(struct fanout *f, struct text from, struct text rest)
{
    (void)rest;
    presence_snapshot(f->presence, from, net_ticks_ms());
}

static void fanout_on_gone(struct fanout *f, struct text from, struct text rest)
{
    (void)rest;
    presence_stopped(f->presence, from);
}

static const struct {
    const char *word;
    void (*receive)(struct fanout *f, struct text from, struct text rest);
} words[] = {
    {"lobby", fanout_on_lobby},
    {"forget", fanout_on_forget},
    {"forget-session", fanout_on_forget_session},
    {"drop", fanout_on_drop},
    {"drop-session", fanout_on_drop_session},
    {"drop-others", fanout_on_drop_others},
    {"rename", fanout_on_rename},
    {"came", fanout_on_came},
    {"went", fanout_on_went},
    {"beat", fanout_on_snapshot},
    {"gone", fanout_on_gone},
};

static void fanout_on_site(void *context, const struct bus_message *m)
{
    struct fanout *f = context;
    struct text rest = m->body, from = text_cut(&rest, ' '), word = text_cut(&rest, ' ');
    if (text_is(from, bus_name(f->bus)))
        return;
    f->receiving = true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_is(word, words[i].word))
            words[i].receive(f, from, rest);
    f->receiving = false;
}

// --- Messages to a match.

enum { MUTES_MAX = 100000 };

static size_t read_mutes(struct text list, int64_t *out, size_t room)
{
    size_t count = 0;
    while (list.len && count < room)
        out[count++] = to_account(text_cut(&list, ','));
    return count;
}

// Only well-formed chat goes to clients.
static bool is_chat(const struct table *t, json_t *json)
{
    const char *match = json_string_value(json_object_get(json, "match"));
    enum live_push push;
    return match && live_is_chat(json, &push) && strcmp(match, t->id) == 0;
}

// Access to the chat of an unlisted match depends on its seats. Another process may have changed
// those already: a read command catches up with the log first.
struct late_line {
    struct match_command command; // first
    struct live *live;
    json_t *json;
    int64_t *muted_by;
    size_t count;
};

static void fanout_pass_late_line(struct match_command *cmd, struct table *t)
{
    struct late_line *l = (struct late_line *)cmd;
    if (cmd->answer == COMMAND_DONE)
        live_remote_chat(l->live, t, l->json, l->muted_by, l->count);
    else
        json_decref(l->json);
    free(l->muted_by);
    free(l);
}

// Takes over `json` and `muted_by`.
static void pass_line(struct fanout *f, struct table *t, json_t *json, int64_t *muted_by,
                      size_t count)
{
    struct late_line *l = table_row(t)->listed ? NULL : calloc(1, sizeof *l);
    if (l) {
        *l = (struct late_line){
            .command = {.read_only = true, .seq = -1, .done = fanout_pass_late_line},
            .live = f->with.live,
            .json = json,
            .muted_by = muted_by,
            .count = count};
        tables_submit(f->with.tables, t->id, &l->command);
        return;
    }
    live_remote_chat(f->with.live, t, json, muted_by, count);
    free(muted_by);
}

static void on_chat(const struct table_feed *feed, struct text rest)
{
    struct fanout *f = feed->fanout;
    struct table *t = feed->table;
    json_error_t error;
    struct text from = text_cut(&rest, ' '), list = text_cut(&rest, ' ');
    if (text_is(from, bus_name(f->bus)))
        return;
    size_t room = list.len / 2 + 1;
    int64_t *muted_by = room < MUTES_MAX ? malloc(room * sizeof *muted_by) : NULL;
    json_t *json = json_loadb(rest.at, rest.len, JSON_REJECT_DUPLICATES, &error);
    if (muted_by && is_chat(t, json)) {
        size_t count = read_mutes(list, muted_by, room);
        pass_line(f, t, json, muted_by, count);
        return;
    }
    json_decref(json);
    free(muted_by);
}

static void fanout_on_match(void *context, const struct bus_message *m)
{
    const struct table_feed *feed = context;
    struct text rest = m->body, word = text_cut(&rest, ' ');
    uint32_t seq;
    if (text_is(word, "seq") && text_to_u32(rest, &seq))
        tables_notice(feed->fanout->with.tables, feed->table->id, seq, false);
    else if (text_is(word, "chat"))
        on_chat(feed, rest);
}

void fanout_table_opened(struct fanout *f, struct table *t)
{
    char subject[BUS_SUBJECT];
    struct table_feed *feed = f->shared ? calloc(1, sizeof *feed) : NULL;
    if (!feed)
        return;
    match_subject(f, t->id, subject);
    *feed = (struct table_feed){.fanout = f, .table = t};
    feed->sub = bus_subscribe(f->bus, subject, NULL, fanout_on_match, feed);
    if (feed->sub)
        t->feed = feed;
    else
        free(feed);
}

void fanout_table_closed(struct fanout *f, struct table *t)
{
    if (t->feed)
        bus_unsubscribe(f->bus, t->feed->sub);
    free(t->feed);
    t->feed = NULL;
}

// --- "ID 17", to a player or to the holder of a shard's lease.

static bool read_notice(struct text body, char match[STORE_MATCH_ID], uint32_t *seq)
{
    struct text id = text_cut(&body, ' ');
    if (!id.len || id.len >= STORE_MATCH_ID || !text_to_u32(body, seq))
        return false;
    snprintf(match, STORE_MATCH_ID, "%.*s", TEXT_ARG(id));
    return true;
}

static void fanout_on_player(void *context, const struct bus_message *m)
{
    char match[STORE_MATCH_ID];
    uint32_t seq;
    if (read_notice(m->body, match, &seq))
        subscriptions_notice(context, match, seq);
}

static void fanout_on_shard(void *context, const struct bus_message *m)
{
    struct fanout *f = context;
    char match[STORE_MATCH_ID];
    uint32_t seq;
    if (!read_notice(m->body, match, &seq) || !lease_holds(f->with.lease, match))
        return;
    tables_wake(f->with.tables, match);
    tables_notice(f->with.tables, match, seq, false);
}

void fanout_joined(struct fanout *f, struct connections *c)
{
    char subject[BUS_SUBJECT];
    player_subject(f, c->account, subject);
    c->sub = f->shared ? bus_subscribe(f->bus, subject, NULL, fanout_on_player, c) : NULL;
    send_number(f, "came", c->account);
}

void fanout_left(struct fanout *f, struct connections *c)
{
    bus_unsubscribe(f->bus, c->sub);
    send_number(f, "went", c->account);
}

// --- Opening and closing.

bool fanout_is_elsewhere(const struct fanout *f, int64_t account)
{
    return f->shared && presence_has(f->presence, account);
}

static bool subscribe(struct fanout *f)
{
    char subject[BUS_SUBJECT];
    if (!f->shared)
        return true;
    site_subject(f, subject);
    f->site_sub = bus_subscribe(f->bus, subject, NULL, fanout_on_site, f);
    snprintf(subject, sizeof subject, "%s.shard.*", f->prefix);
    f->shard_sub = bus_subscribe(f->bus, subject, NULL, fanout_on_shard, f);
    return f->site_sub && f->shard_sub;
}

struct fanout *fanout_open(const struct fanout_options *options, struct reason *why)
{
    struct fanout *f = calloc(1, sizeof *f);
    if (f) {
        f->with = *options;
        f->bus = options->site->bus;
        f->shared = bus_is_shared(f->bus);
        f->presence = presence_open(options->site->map_secret);
        set_prefix(f);
    }
    if (f && f->presence && subscribe(f))
        return f;
    fanout_close(f);
    (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return NULL;
}

void fanout_close(struct fanout *f)
{
    if (!f)
        return;
    bus_unsubscribe(f->bus, f->site_sub);
    bus_unsubscribe(f->bus, f->shard_sub);
    presence_free(f->presence);
    free(f);
}
