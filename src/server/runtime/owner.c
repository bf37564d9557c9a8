#include "server/runtime/owner.h"

#include "server/runtime/limit.h"

#include <sodium.h>
#include <string.h>

// Never 0, which means no owner.
static uint64_t owner_hash(const struct secret_key *key, char kind, struct text what)
{
    uint8_t input[LIMIT_ADDRESS + 1] = {(uint8_t)kind}, out[crypto_shorthash_BYTES];
    uint64_t number;
    _Static_assert(crypto_shorthash_KEYBYTES <= sizeof key->bytes, "the key is long enough");
    _Static_assert(sizeof out == sizeof number, "a digest is a number");
    what = text_head(what, LIMIT_ADDRESS);
    if (what.len)
        memcpy(input + 1, what.at, what.len);
    crypto_shorthash(out, input, what.len + 1, key->bytes);
    memcpy(&number, out, sizeof number);
    return number ? number : 1;
}

uint64_t owner_of_address(const struct secret_key *key, struct text address)
{
    char plain[LIMIT_ADDRESS];
    return owner_hash(key, 'a', limit_address(address, plain));
}

uint64_t owner_of_account(const struct secret_key *key, int64_t account)
{
    return owner_hash(key, 'p', (struct text){(const char *)&account, sizeof account});
}
