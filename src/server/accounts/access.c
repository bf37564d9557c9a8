#include "server/accounts/access.h"

#include "base/bug.h"
#include "server/net/net.h"
#include "server/play/table.h"

#define WITH_TOKEN true
#define NO_TOKEN false

static const struct access_rule rules[ACCESS_ACTIONS] = {
    [ACCESS_READ_SITE] = {.name = "read-site", .role = ACCESS_ANYONE, .token = WITH_TOKEN},
    [ACCESS_LIST_MATCHES] = {.name = "list-matches",
                             .role = ACCESS_ANYONE,
                             .token = WITH_TOKEN,
                             .match = ACCESS_LISTED_OR_SEAT,
                             .not_there = MSG_API_FORBIDDEN},
    [ACCESS_ENTER] = {.name = "enter", .role = ACCESS_ANYONE, .token = WITH_TOKEN},
    [ACCESS_LEAVE] = {.name = "leave", .role = ACCESS_PLAYER, .token = WITH_TOKEN},
    [ACCESS_SEE_SELF] = {.name = "see-self", .role = ACCESS_ANYONE, .token = WITH_TOKEN},
    [ACCESS_MANAGE_ACCOUNT] = {.name = "manage-account", .role = ACCESS_PLAYER, .token = NO_TOKEN},
    [ACCESS_MANAGE_KEYS] = {.name = "manage-keys", .role = ACCESS_PERSON, .token = NO_TOKEN},
    [ACCESS_KEEP_GAMES] = {.name = "keep-games", .role = ACCESS_PERSON, .token = NO_TOKEN},
    [ACCESS_MUTE] = {.name = "mute", .role = ACCESS_PLAYER, .token = WITH_TOKEN},
    [ACCESS_SUGGEST] = {.name = "suggest", .role = ACCESS_PERSON, .token = WITH_TOKEN},
    [ACCESS_START_MATCH] = {.name = "start-match", .role = ACCESS_PLAYER, .token = WITH_TOKEN},
    [ACCESS_WATCH_MATCH] = {.name = "watch-match",
                            .role = ACCESS_ANYONE,
                            .token = WITH_TOKEN,
                            .match = ACCESS_ANY_MATCH},
    [ACCESS_PLAY] = {.name = "play",
                     .role = ACCESS_PLAYER,
                     .token = WITH_TOKEN,
                     .match = ACCESS_SEAT,
                     .not_there = MSG_API_SEATLESS},
    [ACCESS_REMATCH] = {.name = "rematch",
                        .role = ACCESS_PLAYER,
                        .token = WITH_TOKEN,
                        .match = ACCESS_SEAT,
                        .not_there = MSG_API_SEATLESS},
    [ACCESS_FOLLOW_OWN] = {.name = "follow-own",
                           .role = ACCESS_PLAYER,
                           .token = WITH_TOKEN,
                           .match = ACCESS_SEAT,
                           .not_there = MSG_API_SEATLESS},
    [ACCESS_READ_CHAT] = {.name = "read-chat",
                          .role = ACCESS_ANYONE,
                          .token = WITH_TOKEN,
                          .match = ACCESS_LISTED_OR_SEAT,
                          .not_there = MSG_CHAT_PLAYERS_ONLY},
    [ACCESS_CHAT] = {.name = "chat",
                     .role = ACCESS_PLAYER,
                     .token = WITH_TOKEN,
                     .match = ACCESS_LISTED_OR_SEAT,
                     .unmuted = true,
                     .not_there = MSG_CHAT_PLAYERS_ONLY},
    [ACCESS_REPORT] = {.name = "report",
                       .role = ACCESS_PLAYER,
                       .token = WITH_TOKEN,
                       .match = ACCESS_LISTED_OR_SEAT,
                       .not_there = MSG_CHAT_PLAYERS_ONLY},
    [ACCESS_ANALYSE] = {.name = "analyse",
                        .role = ACCESS_PLAYER,
                        .token = WITH_TOKEN,
                        .match = ACCESS_LISTED_OR_SEAT,
                        .not_there = MSG_ANALYSIS_PRIVATE},
    // A stolen API token of an administrator has no more rights than a player's.
    [ACCESS_ADMINISTER] = {.name = "administer", .role = ACCESS_ADMIN, .token = NO_TOKEN},
};

const struct access_rule *access_rule(enum access_action action)
{
    BUG_UNLESS(action > ACCESS_UNDECIDED && action < ACCESS_ACTIONS && rules[action].name);
    return &rules[action];
}

const char *access_role_name(enum access_role role)
{
    static const char *const name[] = {"anyone", "player", "person", "admin"};
    return name[role];
}

const char *access_match_name(enum access_match match)
{
    static const char *const name[] = {"-", "any", "listed-or-seat", "seat"};
    return name[match];
}

// --- Deciding.

static bool refused(struct access_refusal *no, unsigned status, enum message why)
{
    if (no)
        *no = (struct access_refusal){status, why};
    return false;
}

static bool is_in(const struct access_rule *r, const struct caller *caller, const struct table *t)
{
    if (r->match == ACCESS_LISTED_OR_SEAT && table_row(t)->listed)
        return true;
    return r->match < ACCESS_LISTED_OR_SEAT || match_seat_of(table_match(t), caller->account) >= 0;
}

bool access_may(enum access_action action, const struct caller *caller, const struct table *t,
                struct access_refusal *no)
{
    const struct access_rule *r = access_rule(action);
    if (r->role > ACCESS_ANYONE && !caller->account)
        return refused(no, 401, MSG_API_LOG_IN);
    if (r->role >= ACCESS_PERSON && caller->kind == ACCOUNT_GUEST)
        return refused(no, 403, MSG_API_REGISTER);
    if (r->role == ACCESS_ADMIN && !caller->admin)
        return refused(no, 403, MSG_API_FORBIDDEN);
    if (!r->token && caller->token)
        return refused(no, 403, MSG_ME_NOT_BY_TOKEN);
    if (t && !is_in(r, caller, t))
        return refused(no, 403, r->not_there);
    if (r->unmuted && caller->muted_until > (int64_t)net_now_ms())
        return refused(no, 403, MSG_CHAT_MUTED);
    return true;
}

bool access_lists(const struct caller *caller, const struct store_match *m,
                  const struct store_seat *seats)
{
    bool seated = false;
    for (unsigned i = 0; i < m->seats && caller->account; i++)
        seated |= seats[i].account == caller->account;
    return m->listed || seated;
}

// --- Live messages.

static const struct access_message ops[LIVE_OPS] = {
    [OP_WATCH] = {"watch", ACCESS_WATCH_MATCH},
    [OP_UNWATCH] = {"unwatch", ACCESS_WATCH_MATCH},
    [OP_ACT] = {"act", ACCESS_PLAY},
    [OP_CHAT] = {"chat", ACCESS_CHAT},
    [OP_LOBBY] = {"lobby", ACCESS_LIST_MATCHES},
    [OP_MINE] = {"mine", ACCESS_FOLLOW_OWN},
    [OP_PING] = {"ping", ACCESS_READ_SITE},
};

// Answers to a client's own message need no more rights than the message.
static const struct access_message pushes[LIVE_PUSHES] = {
    [PUSH_HELLO] = {"hello", ACCESS_READ_SITE},
    [PUSH_EVENT] = {"event", ACCESS_WATCH_MATCH},
    [PUSH_MATCH] = {"match", ACCESS_WATCH_MATCH},
    [PUSH_UNWATCHED] = {"unwatched", ACCESS_WATCH_MATCH},
    [PUSH_LOBBY] = {"lobby", ACCESS_LIST_MATCHES},
    [PUSH_CHAT] = {"chat", ACCESS_READ_CHAT},
    [PUSH_CHAT_HIDDEN] = {"chat-hidden", ACCESS_READ_CHAT},
    [PUSH_REMATCH] = {"rematch", ACCESS_LIST_MATCHES},
    [PUSH_PRESENCE] = {"presence", ACCESS_FOLLOW_OWN},
    [PUSH_RUNNING] = {"running", ACCESS_FOLLOW_OWN},
    [PUSH_READY] = {"ready", ACCESS_FOLLOW_OWN},
    [PUSH_BEAT] = {"beat", ACCESS_FOLLOW_OWN},
    [PUSH_DONE] = {"done", ACCESS_READ_SITE},
    [PUSH_REFUSED] = {"refused", ACCESS_READ_SITE},
    [PUSH_PONG] = {"pong", ACCESS_READ_SITE},
};

const struct access_message *access_op(enum live_op op)
{
    BUG_UNLESS(op < LIVE_OPS && ops[op].name);
    return &ops[op];
}

const struct access_message *access_push(enum live_push push)
{
    BUG_UNLESS(push < LIVE_PUSHES && pushes[push].name);
    return &pushes[push];
}
