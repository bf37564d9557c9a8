// limit: how often someone may do something. Each (kind, key) has a bucket of tokens that refills
// at the kind's rate; what finds too few tokens is refused and told when to come back. What the
// kinds allow is a table in limit.c; time is a parameter.
//
//     struct limits *l = limits_open(LIMITS_ENTRIES);
//     int64_t wait;
//     if (!limit_take(l, LIMIT_LOGIN_ADDRESS, address, now, &wait))
//         ...429, Retry-After: wait / 1000 + 1...
//
// Memory is fixed. Where there are more keys than room, the bucket that is nearest to full is
// forgotten first, as that forgets least: flooding the table with fresh keys throws out other fresh
// ones, not the empty bucket of whoever floods it. Where a key lies depends on a random number, so
// keys that collide cannot be chosen. For one thread.
#ifndef LOGOMACHY_SERVER_RUNTIME_LIMIT_H
#define LOGOMACHY_SERVER_RUNTIME_LIMIT_H

#include "base/text.h"

enum limit_kind {
    LIMIT_LOGIN_ADDRESS,   // wrong passwords, by address
    LIMIT_LOGIN_PAIR,      // by address and the name that was tried
    LIMIT_LOGIN_NAME,      // by name, from anywhere: used up, each try costs more (see account.c)
    LIMIT_LOGIN_DEVICE,    // instead of these, by browser that has logged in before (device.h)
    LIMIT_PROOF,           // wrong passwords for one's own account, by account
    LIMIT_ACCOUNT,         // accounts made, guests not counted, by address
    LIMIT_GUEST,           // guests made, by address
    LIMIT_RESET_ADDRESS,   // forgotten passwords, by address
    LIMIT_RESET_NAME,      // and by the account or mail address that was named
    LIMIT_CONNECT,         // new connections, by address
    LIMIT_REQUEST,         // HTTP requests, by address
    LIMIT_FILE,            // files, pages and what else is not of the API, by address
    LIMIT_DOWNLOAD,        // large answers, in units of 64 kB, by address
    LIMIT_BODY_ADDRESS,    // what is sent with them, in kB begun, by address
    LIMIT_BODY_ACCOUNT,    // and by account
    LIMIT_MESSAGE,         // WebSocket messages, by connection
    LIMIT_MESSAGE_ACCOUNT, // of all connections of an account
    LIMIT_MESSAGE_ADDRESS, // and of an address
    LIMIT_WATCH,           // whole matches sent over a WebSocket, by account, or by address
    LIMIT_SEAT,            // seats taken and left, by account
    LIMIT_CHAT,            // lines of chat, by account
    LIMIT_MATCH,           // games started, by account
    LIMIT_MATCH_ADDRESS,   // and by address
    LIMIT_ANALYSIS,        // seconds of search, by account
    LIMIT_UPLOAD,          // uploaded records, by account
    LIMIT_REPORT,          // reports and word suggestions, by account
    LIMIT_EXPORT,          // all data of an account, by account
    LIMIT_MAIL_TO,         // mails that anybody can have sent, by who gets them
    LIMIT_MAIL_FROM,       // and by the address of who has them sent
    LIMIT_KINDS
};

// What a token of LIMIT_BODY_… and of LIMIT_DOWNLOAD stands for.
enum { LIMIT_BODY_BYTES = 1024, LIMIT_DOWNLOAD_BYTES = 64 * 1024 };

// A row of the table. `burst` tokens at most lie in a bucket; one comes back every `every_ms`.
struct limit_rule {
    const char *name; // for metrics and logs
    uint32_t burst;
    uint32_t every_ms;
    bool by_address; // keys are IP addresses
    bool shared;     // counted for all processes together, in the store: see claim.h
};

const struct limit_rule *limit_rule(enum limit_kind kind);

enum { LIMITS_ENTRIES = 1 << 16 }; // 1 MiB

struct limits;

// `entries` is rounded up to a power of two. NULL where there is no memory.
struct limits *limits_open(size_t entries);
void limits_free(struct limits *l);

// Takes a token out of the bucket. False, with nothing taken, where there is none; *retry_after_ms
// (may be NULL) is then how long it takes until there is, and 0 otherwise. In kinds that go by
// address an IPv6 address counts as its /64, which is what one customer gets, and an IPv4 address
// in IPv6 clothes as itself.
bool limit_take(struct limits *l, enum limit_kind kind, struct text key, int64_t now_ms,
                int64_t *retry_after_ms);

// The same for several tokens, all or none. More than the bucket holds are had from a full one.
bool limit_take_many(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                     int64_t now_ms, int64_t *retry_after_ms);

// Puts tokens back: the login was right, the search took less time than it had.
void limit_give(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                int64_t now_ms);

// The part of an address that limits go by; `out` is the text itself where it is no IP address.
enum { LIMIT_ADDRESS = 64 };
struct text limit_address(struct text address, char out[LIMIT_ADDRESS]);

#endif
