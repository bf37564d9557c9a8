// secret: cryptography: tokens, ids, seeds, passwords, signatures. All algorithms are libsodium's;
// this module fixes sizes, encodings and parameters, so that no other module chooses any.
//
//     char token[SECRET_TOKEN], digest[SECRET_HEX];
//     ok = secret_init(&why);                // once, before anything else here
//     secret_token(token);                   // goes to the client, never stored
//     secret_digest(text_of(token), digest); // stored
//
// Any thread.
#ifndef LOGOMACHY_SERVER_RUNTIME_SECRET_H
#define LOGOMACHY_SERVER_RUNTIME_SECRET_H

#include "base/reason.h"

// Sizes of texts, each with its final NUL.
enum {
    SECRET_TOKEN = 44,     // 32 random bytes, or a signature, as URL-safe text
    SECRET_MATCH = 12,     // a match's id
    SECRET_HEX = 65,       // 32 bytes in hexadecimal: a seed, a SHA-256
    SECRET_BASE64 = 45,    // 32 bytes in base 64
    SECRET_PASSWORD = 128, // a stored password hash
};

// The signing key, kept in the store so that signatures survive a restart.
struct secret_key {
    uint8_t bytes[32];
};

bool secret_init(struct reason *why);

void secret_token(char out[SECRET_TOKEN]);
// 11 of 57 characters (unambiguous letters and digits): about 64 bits.
void secret_match(char out[SECRET_MATCH]);
void secret_seed(char out[SECRET_HEX]); // as rng_seed_hex() reads it

// SHA-256 in hexadecimal, for storing tokens: they are random and long, so no slow hash is needed.
void secret_digest(struct text bytes, char out[SECRET_HEX]);
// The same in base 64, as a content security policy names scripts.
void secret_digest_base64(struct text bytes, char out[SECRET_BASE64]);
// SHA-256 of the 32 bytes of a hexadecimal seed: the commitment that is published when a game
// starts. Short seeds are padded with zeros, as in rng_seed_hex(). False if it is no seed.
bool secret_seed_digest(struct text seed, char out[SECRET_HEX]);

// Password hashing by Argon2id with 64 MiB and two passes: 0.1 to 0.3 s, so run it in the pool.
// False without memory.
bool secret_hash(struct text password, char out[SECRET_PASSWORD]);
// `stored` is NULL if there is no such account: false after the same work, so that timing does not
// reveal which names exist.
bool secret_verify(const char *stored, struct text password);
// Was it made with other parameters than today's? Then rehash the password after verifying it.
bool secret_stale(const char *stored);

// Constant-time comparison.
bool secret_equal(struct text a, struct text b);

void secret_key_make(struct secret_key *key);
bool secret_key_read(struct secret_key *key, struct text hex); // 64 digits
void secret_key_write(const struct secret_key *key, char out[SECRET_HEX]);

// HMAC-SHA-256 over a purpose and a text, as URL-safe text: a CSRF token is the signature of the
// session for "csrf". A signature is valid for its purpose only.
void secret_sign(const struct secret_key *key, const char *purpose, struct text what,
                 char out[SECRET_TOKEN]);
bool secret_signed(const struct secret_key *key, const char *purpose, struct text what,
                   struct text signature);

// A match id derived from a text: deterministic for a key, and as hard to guess as a random one.
void secret_match_of(const struct secret_key *key, struct text what, char out[SECRET_MATCH]);

// A seed derived from a purpose and a text: HMAC-SHA-256, in hexadecimal.
void secret_seed_of(const struct secret_key *key, const char *purpose, struct text what,
                    char out[SECRET_HEX]);

void secret_wipe(void *bytes, size_t len); // overwrites; not optimised away

#endif
