// access: authorization. One table of rules covers every entry point of the site: requests, live
// messages in both directions, messages of other processes, exports and previews. An entry point
// names an action; the action's rule says who may perform it, whether an API token is enough, and
// in which matches.
//
//     struct caller caller = {.account = 17};
//     struct table *table = NULL;
//     struct access_refusal no;
//     if (!access_may(ACCESS_READ_CHAT, &caller, table, &no))
//         ok = no.status == 403;
//
// A route cannot be declared without an action (struct route), nor a live message (the tables of
// names here). tests/server/access.py reads the table from the program and tries every combination;
// docs/security.md shows it. match_viewer() decides what of a match is hidden from whom.
#ifndef LOGOMACHY_SERVER_ACCOUNTS_ACCESS_H
#define LOGOMACHY_SERVER_ACCOUNTS_ACCESS_H

#include "base/message.h"
#include "server/accounts/session.h"

struct table;

enum access_action {
    ACCESS_UNDECIDED,      // the default, denied to everyone: a forgotten action opens nothing
    ACCESS_READ_SITE,      // games, words, news, profiles, leaderboards
    ACCESS_LIST_MATCHES,   // the lobby, the matches of a player, rating histories, best lists
    ACCESS_ENTER,          // become a guest, register, log in, use a link from a mail
    ACCESS_LEAVE,          // end the session or token that is used
    ACCESS_SEE_SELF,       // the caller's own account
    ACCESS_MANAGE_ACCOUNT, // settings, sessions, export, closing it
    ACCESS_MANAGE_KEYS,    // password, mail address, tokens, becoming a bot
    ACCESS_KEEP_GAMES,     // games of the caller's devices
    ACCESS_MUTE,           // mute accounts
    ACCESS_SUGGEST,        // words
    ACCESS_START_MATCH,
    ACCESS_WATCH_MATCH, // as far as match_viewer() allows
    ACCESS_PLAY,
    ACCESS_REMATCH,
    ACCESS_FOLLOW_OWN, // events of the caller's own matches
    ACCESS_READ_CHAT,
    ACCESS_CHAT,
    ACCESS_REPORT,
    ACCESS_ANALYSE,
    ACCESS_ADMINISTER,
    ACCESS_ACTIONS
};

// A *player* has a session, as a guest or registered; a *person* is registered (bots are too).
enum access_role { ACCESS_ANYONE, ACCESS_PLAYER, ACCESS_PERSON, ACCESS_ADMIN };

enum access_match {
    ACCESS_NO_MATCH,       // not about a match
    ACCESS_ANY_MATCH,      // any match whose id the caller knows
    ACCESS_LISTED_OR_SEAT, // a listed one, or one in which the caller has a seat
    ACCESS_SEAT,           // one in which the caller has a seat
};

struct access_rule {
    const char *name;
    enum access_role role;
    bool token; // an API token is enough
    enum access_match match;
    bool unmuted;           // denied to accounts that an administrator has muted
    enum message not_there; // the message if the match is not the caller's
};

const struct access_rule *access_rule(enum access_action action);
const char *access_role_name(enum access_role role);
const char *access_match_name(enum access_match match);

struct access_refusal {
    unsigned status; // of HTTP
    enum message why;
};

// May the caller do this? `t` is the match; NULL: it is not known yet, and only the rest is
// decided. `no` may be NULL.
bool access_may(enum access_action action, const struct caller *caller, const struct table *t,
                struct access_refusal *no);

// May the caller find the match in a list? The same rule for rows of the store.
struct store_match;
struct store_seat;
bool access_lists(const struct caller *caller, const struct store_match *m,
                  const struct store_seat *seats);

// --- Live messages.

enum live_op { // messages from clients
    OP_WATCH,
    OP_UNWATCH,
    OP_ACT,
    OP_CHAT,
    OP_LOBBY,
    OP_MINE,
    OP_PING,
    LIVE_OPS
};

enum live_push { // messages to clients
    PUSH_HELLO,
    PUSH_EVENT,
    PUSH_MATCH,
    PUSH_UNWATCHED,
    PUSH_LOBBY,
    PUSH_CHAT,
    PUSH_CHAT_HIDDEN,
    PUSH_REMATCH,  // of a match that is not listed neither is the next, whose id this tells
    PUSH_PRESENCE, // opponents learn when a player is online
    PUSH_RUNNING,
    PUSH_READY,
    PUSH_BEAT,
    PUSH_DONE,
    PUSH_REFUSED,
    PUSH_PONG,
    LIVE_PUSHES
};

struct access_message {
    const char *name;
    enum access_action action;
};

const struct access_message *access_op(enum live_op op);
const struct access_message *access_push(enum live_push push);

#endif
