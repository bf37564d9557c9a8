#include "server/runtime/secret.h"

#include <sodium.h>
#include <string.h>

_Static_assert((int)SECRET_PASSWORD >= (int)crypto_pwhash_STRBYTES, "a hash fits");
_Static_assert(crypto_hash_sha256_BYTES == 32 && crypto_auth_hmacsha256_BYTES == 32, "32 bytes");
_Static_assert(crypto_auth_hmacsha256_KEYBYTES == sizeof((struct secret_key *)NULL)->bytes,
               "a key");

enum { BYTES = 32 };

#define OPS crypto_pwhash_OPSLIMIT_INTERACTIVE
#define MEMORY crypto_pwhash_MEMLIMIT_INTERACTIVE

bool secret_init(struct reason *why)
{
    return sodium_init() >= 0 || refuse(why, MSG_SECRET_NO_RANDOM, "%s", "");
}

static void encode(const uint8_t bytes[BYTES], char out[SECRET_TOKEN])
{
    sodium_bin2base64(out, SECRET_TOKEN, bytes, BYTES, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_token(char out[SECRET_TOKEN])
{
    uint8_t bytes[BYTES];
    randombytes_buf(bytes, sizeof bytes);
    encode(bytes, out);
    sodium_memzero(bytes, sizeof bytes);
}

// Without 0 O, 1 I l, which look alike in many fonts.
static const char letters[] = "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

void secret_match(char out[SECRET_MATCH])
{
    for (int i = 0; i < SECRET_MATCH - 1; i++)
        out[i] = letters[randombytes_uniform(sizeof letters - 1)];
    out[SECRET_MATCH - 1] = '\0';
}

static void to_hex(const uint8_t bytes[BYTES], char out[SECRET_HEX])
{
    sodium_bin2hex(out, SECRET_HEX, bytes, BYTES);
}

// 1 to 64 digits and nothing else; short ones are filled with zeros behind.
static bool from_hex(struct text hex, uint8_t out[BYTES])
{
    char full[SECRET_HEX];
    size_t len;
    if (hex.len == 0 || hex.len > BYTES * 2)
        return false;
    memset(full, '0', BYTES * 2);
    memcpy(full, hex.at, hex.len);
    return sodium_hex2bin(out, BYTES, full, BYTES * 2, NULL, &len, NULL) == 0 && len == BYTES;
}

void secret_seed(char out[SECRET_HEX])
{
    uint8_t bytes[BYTES];
    randombytes_buf(bytes, sizeof bytes);
    to_hex(bytes, out);
    sodium_memzero(bytes, sizeof bytes);
}

void secret_digest(struct text bytes, char out[SECRET_HEX])
{
    uint8_t digest[BYTES];
    crypto_hash_sha256(digest, (const uint8_t *)bytes.at, bytes.len);
    to_hex(digest, out);
}

void secret_digest_base64(struct text bytes, char out[SECRET_BASE64])
{
    uint8_t digest[BYTES];
    crypto_hash_sha256(digest, (const uint8_t *)bytes.at, bytes.len);
    sodium_bin2base64(out, SECRET_BASE64, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}

bool secret_seed_digest(struct text seed, char out[SECRET_HEX])
{
    uint8_t bytes[BYTES];
    bool ok = from_hex(seed, bytes);
    if (ok)
        secret_digest((struct text){(const char *)bytes, sizeof bytes}, out);
    sodium_memzero(bytes, sizeof bytes);
    return ok;
}

// An empty text may point nowhere, which libsodium does not take.
static const char *start_of(struct text t)
{
    return t.at ? t.at : "";
}

bool secret_hash(struct text password, char out[SECRET_PASSWORD])
{
    return crypto_pwhash_str(out, start_of(password), password.len, OPS, MEMORY) == 0;
}

bool secret_verify(const char *stored, struct text password)
{
    char made[SECRET_PASSWORD];
    if (stored)
        return crypto_pwhash_str_verify(stored, start_of(password), password.len) == 0;
    (void)secret_hash(password, made); // for the time it takes
    sodium_memzero(made, sizeof made);
    return false;
}

bool secret_stale(const char *stored)
{
    return crypto_pwhash_str_needs_rehash(stored, OPS, MEMORY) != 0;
}

bool secret_equal(struct text a, struct text b)
{
    return a.len == b.len && sodium_memcmp(a.at, b.at, a.len) == 0;
}

void secret_key_make(struct secret_key *key)
{
    randombytes_buf(key->bytes, sizeof key->bytes);
}

bool secret_key_read(struct secret_key *key, struct text hex)
{
    return hex.len == BYTES * 2 && from_hex(hex, key->bytes);
}

void secret_key_write(const struct secret_key *key, char out[SECRET_HEX])
{
    to_hex(key->bytes, out);
}

static void sign(const struct secret_key *key, const char *purpose, struct text what,
                 uint8_t tag[BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key->bytes, sizeof key->bytes);
    // With its NUL, so that no purpose and text run into each other.
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)purpose, strlen(purpose) + 1);
    crypto_auth_hmacsha256_update(&state, (const uint8_t *)what.at, what.len);
    crypto_auth_hmacsha256_final(&state, tag);
    sodium_memzero(&state, sizeof state);
}

void secret_sign(const struct secret_key *key, const char *purpose, struct text what,
                 char out[SECRET_TOKEN])
{
    uint8_t tag[BYTES];
    sign(key, purpose, what, tag);
    encode(tag, out);
}

void secret_seed_of(const struct secret_key *key, const char *purpose, struct text what,
                    char out[SECRET_HEX])
{
    uint8_t tag[BYTES];
    sign(key, purpose, what, tag);
    to_hex(tag, out);
}

void secret_match_of(const struct secret_key *key, struct text what, char out[SECRET_MATCH])
{
    uint8_t tag[BYTES];
    _Static_assert(2 * (SECRET_MATCH - 1) <= BYTES, "two bytes for each letter");
    sign(key, "match", what, tag);
    for (int i = 0; i < SECRET_MATCH - 1; i++)
        out[i] = letters[(tag[2 * i] << 8 | tag[2 * i + 1]) % (sizeof letters - 1)];
    out[SECRET_MATCH - 1] = '\0';
}

bool secret_signed(const struct secret_key *key, const char *purpose, struct text what,
                   struct text signature)
{
    char want[SECRET_TOKEN];
    secret_sign(key, purpose, what, want);
    return secret_equal(text_of(want), signature);
}

void secret_wipe(void *bytes, size_t len)
{
    sodium_memzero(bytes, len);
}
