// fanout: the messages between the processes of one site, over the bus. Subjects, all prefixed with
// the site's own name (logomachy.3fa9…), which is derived from the key in its store:
//
//     match.ID       an event of a match: "seq 17", or "chat {...}" for its watchers
//     player.NUMBER  "ID 17": an event in a match where the account sits
//     shard.N        "ID 17": a computer is to act; for the holder of the lease
//     site           for every process: the lobby, presence, sessions to drop, new names
//
// Incoming messages call the same functions of live/, play/ and accounts/ that a local change
// would, and are not sent on. Messages may be lost: the store is the source of truth, and
// catchup.h, chat_catchup.h, presence snapshots and rechecks repair the rest. Without other
// processes all of this costs nothing.
//
//     struct fanout *f = NULL;
//     fanout_rename(f, 17, "Anna");
#ifndef LOGOMACHY_SERVER_SYNC_FANOUT_H
#define LOGOMACHY_SERVER_SYNC_FANOUT_H

#include "server/live/live.h"

struct fanout;

// All are borrowed and must outlive the fan-out.
struct fanout_options {
    struct site *site;
    struct sessions *sessions;
    const struct lease *lease;
    struct tables *tables;
    struct live *live;
};

struct fanout *fanout_open(const struct fanout_options *options, struct reason *why);
void fanout_tick(struct fanout *f);  // called often: sends presence snapshots
void fanout_leave(struct fanout *f); // this process is about to stop
void fanout_close(struct fanout *f); // NULL is none

// --- Subscriptions, for play_listener and live_listener. They set t->feed and c->sub.

void fanout_table_opened(struct fanout *f, struct table *t);
void fanout_table_closed(struct fanout *f, struct table *t);
void fanout_joined(struct fanout *f, struct connections *c); // and announces the account
void fanout_left(struct fanout *f, struct connections *c);

// --- Publishing. NULL, or while a message is being handled: nothing is sent.

void fanout_event(struct fanout *f, const struct table *t); // its last is committed
void fanout_computer_due(struct fanout *f, const struct table *t);
void fanout_chat(struct fanout *f, const struct table *t, struct text message,
                 const int64_t *muted_by, size_t mutes);
void fanout_lobby(struct fanout *f, struct text message);
void fanout_forget(struct fanout *f, int64_t account);
void fanout_forget_session(struct fanout *f, const char *hash);
void fanout_drop(struct fanout *f, int64_t account);
void fanout_drop_session(struct fanout *f, int64_t account, const char *session, bool others);
void fanout_rename(struct fanout *f, int64_t account, const char *name);

// Is the account connected to another process?
bool fanout_is_elsewhere(const struct fanout *f, int64_t account);

#endif
