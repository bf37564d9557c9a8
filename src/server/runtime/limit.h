// limit: rate limiting by token buckets. Each (kind, key) has a bucket that refills at the kind's
// rate; a request that finds too few tokens is refused and told when to retry. The rates are a
// table in limit.c. Time is a parameter.
//
//     struct limits *l = limits_open(LIMITS_ENTRIES);
//     int64_t now_ms = 0, wait_ms;
//     if (!limit_take(l, LIMIT_LOGIN_ADDRESS, TEXT("192.0.2.1"), now_ms, &wait_ms))
//         ok = false; /* 429, Retry-After: wait_ms / 1000 + 1 */
//     limits_free(l);
//
// Memory is fixed: a hash table with a random seed, so keys that collide cannot be chosen. When it
// is full, the bucket nearest to full is evicted, which loses the least: flooding the table with
// new keys evicts other new keys, not the flooder's empty bucket. For one thread.
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
    LIMIT_KEEP,            // games of devices that an account keeps, by account
    LIMIT_REPORT,          // reports and word suggestions, by account
    LIMIT_EXPORT,          // all data of an account, by account
    LIMIT_MAIL_TO,         // mails that anyone can trigger, by recipient
    LIMIT_MAIL_FROM,       // and by the address of the client that triggers them
    LIMIT_KINDS
};

// Bytes per token of LIMIT_BODY_… and LIMIT_DOWNLOAD.
enum { LIMIT_BODY_BYTES = 1024, LIMIT_DOWNLOAD_BYTES = 64 * 1024 };

// A row of the table: a bucket holds `burst` tokens and gains one every `every_ms`.
struct limit_rule {
    const char *name; // for metrics and logs
    uint32_t burst;
    uint32_t every_ms;
    bool by_address; // keys are IP addresses
    bool shared;     // one bucket for all processes, in the store (store/buckets.h): see claim.h
};

const struct limit_rule *limit_rule(enum limit_kind kind);

enum { LIMITS_ENTRIES = 1 << 16 }; // 1 MiB

struct limits;

// `entries` is rounded up to a power of two. NULL without memory.
struct limits *limits_open(size_t entries);
void limits_free(struct limits *l);

// Takes a token. False, with nothing taken, if there is none; *retry_after_ms (may be NULL) is then
// the time until there is one, and 0 otherwise. In kinds by address, an IPv6 address counts as its
// /64, a customer's usual allocation, and an IPv4-mapped address as its IPv4 address.
bool limit_take(struct limits *l, enum limit_kind kind, struct text key, int64_t now_ms,
                int64_t *retry_after_ms);

// Takes several tokens or none. A full bucket grants even more than it holds.
bool limit_take_many(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                     int64_t now_ms, int64_t *retry_after_ms);

// Returns tokens, e.g. after a correct login or a search that took less time than reserved.
void limit_give(struct limits *l, enum limit_kind kind, struct text key, uint32_t tokens,
                int64_t now_ms);

// The part of an address that limits use as key; the text itself if it is no IP address.
enum { LIMIT_ADDRESS = 64 };
struct text limit_address(struct text address, char out[LIMIT_ADDRESS]);

#endif
