// secret: everything that must not be guessed: tokens, ids, seeds, passwords, signatures. All of it
// is libsodium's; this module only fixes sizes, encodings and parameters, so that no one else
// chooses any.
//
//     if (!secret_init(&why)) ...                      once, before anything else here
//     char token[SECRET_TOKEN];
//     secret_token(token);                             goes to the client, and is never stored
//     char digest[SECRET_HEX];
//     secret_digest(text_of(token), digest);           this is stored
//
// Every function may be called from any thread.
#ifndef LOGOMACHY_SERVER_RUNTIME_SECRET_H
#define LOGOMACHY_SERVER_RUNTIME_SECRET_H

#include "base/reason.h"

// Sizes of texts, each with its final NUL.
enum {
    SECRET_TOKEN = 44,     // 32 random bytes, or a signature, as URL-safe text
    SECRET_MATCH = 12,     // a match's id
    SECRET_HEX = 65,       // 32 bytes in hexadecimal: a seed, a SHA-256
    SECRET_PASSWORD = 128, // what is stored of a password
};

// What signatures are made with. Kept by the store, so that they outlive a restart.
struct secret_key {
    uint8_t bytes[32];
};

bool secret_init(struct reason *why);

void secret_token(char out[SECRET_TOKEN]);
// 11 characters of 57 (letters and digits that are not mistaken for others): about 64 bits.
void secret_match(char out[SECRET_MATCH]);
void secret_seed(char out[SECRET_HEX]); // as rng_seed_hex() reads it

// SHA-256 in hexadecimal. Tokens are stored so: they are random and long, so nothing slower is
// needed.
void secret_digest(struct text bytes, char out[SECRET_HEX]);
// SHA-256 of the 32 bytes that a seed in hexadecimal stands for: what is published when a game
// starts. Short seeds are filled with zeros behind, as rng_seed_hex() does. False where it is no
// seed.
bool secret_seed_digest(struct text seed, char out[SECRET_HEX]);

// Passwords, by argon2id with 64 MiB and two passes: 0.1 to 0.3 s of a processor, so it belongs
// into the pool. False where there is no memory for it.
bool secret_hash(struct text password, char out[SECRET_PASSWORD]);
// `stored` may be NULL where there is no such account: it is false after the same work, so that the
// time taken does not tell which names exist.
bool secret_verify(const char *stored, struct text password);
// It was made with other parameters than today's: hash the password anew after it was verified.
bool secret_stale(const char *stored);

// Takes as long for texts that differ early as for those that differ late.
bool secret_equal(struct text a, struct text b);

void secret_key_make(struct secret_key *key);
bool secret_key_read(struct secret_key *key, struct text hex); // 64 digits
void secret_key_write(const struct secret_key *key, char out[SECRET_HEX]);

// HMAC-SHA-256 over a purpose and a text, as URL-safe text: a CSRF token is the signature of the
// session for "csrf". A signature for one purpose is none for another.
void secret_sign(const struct secret_key *key, const char *purpose, struct text what,
                 char out[SECRET_TOKEN]);
bool secret_signed(const struct secret_key *key, const char *purpose, struct text what,
                   struct text signature);

// The match's id that belongs to a text: the same one again with the same key, and as hard to guess
// as others are.
void secret_match_of(const struct secret_key *key, struct text what, char out[SECRET_MATCH]);

// The seed that belongs to a purpose and a text: HMAC-SHA-256, in hexadecimal.
void secret_seed_of(const struct secret_key *key, const char *purpose, struct text what,
                    char out[SECRET_HEX]);

void secret_wipe(void *bytes, size_t len); // overwrites, and is not optimised away

#endif
