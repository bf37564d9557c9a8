// Secrets: known answers where there are any, and that nothing repeats where there are none.
#include "server/runtime/secret.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

static void digests_are_sha256(void)
{
    char base64[SECRET_BASE64];
    secret_digest_base64(TEXT("abc"), base64);
    CHECK_TEXT(text_of(base64), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
    char hex[SECRET_HEX];
    // FIPS 180-2, B.1.
    secret_digest(TEXT("abc"), hex);
    CHECK_TEXT(text_of(hex), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    secret_digest(TEXT(""), hex);
    CHECK_TEXT(text_of(hex), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

// The bytes are hashed, not the digits: 32 zeros here.
static void a_seed_is_hashed_as_bytes(void)
{
    char hex[SECRET_HEX], seed[SECRET_HEX], again[SECRET_HEX];
    static const char zeros[] = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    CHECK(secret_seed_digest(
        TEXT("0000000000000000000000000000000000000000000000000000000000000000"), hex));
    CHECK_TEXT(text_of(hex), zeros);
    CHECK(secret_seed_digest(TEXT("0"), hex));
    CHECK_TEXT(text_of(hex), zeros);
    secret_seed(seed);
    CHECK_NUMBER(strlen(seed), 64);
    CHECK(secret_seed_digest(text_of(seed), hex));
    for (char *p = seed; *p; p++)
        if (*p >= 'a' && *p <= 'f')
            *p = (char)(*p - 'a' + 'A');
    CHECK(secret_seed_digest(text_of(seed), again));
    CHECK_TEXT(text_of(again), hex);
    CHECK(!secret_seed_digest(TEXT(""), hex));
    CHECK(!secret_seed_digest(TEXT("0g"), hex));
    CHECK(!secret_seed_digest(TEXT("ab cd"), hex));
    CHECK(!secret_seed_digest(
        TEXT("00000000000000000000000000000000000000000000000000000000000000000"), hex));
}

static void tokens_are_url_safe_and_differ(void)
{
    enum { MANY = 200 };
    static char token[MANY][SECRET_TOKEN], match[MANY][SECRET_MATCH];
    for (int i = 0; i < MANY; i++) {
        secret_token(token[i]);
        secret_match(match[i]);
        CHECK_NUMBER(strlen(token[i]), SECRET_TOKEN - 1);
        CHECK_NUMBER(strlen(match[i]), SECRET_MATCH - 1);
        CHECK_NUMBER(strspn(token[i], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                      "0123456789-_"),
                     SECRET_TOKEN - 1);
        CHECK(!strpbrk(match[i], "0O1Il-_"));
        for (int k = 0; k < i; k++)
            CHECK(strcmp(token[i], token[k]) != 0 && strcmp(match[i], match[k]) != 0);
    }
}

// Each of the 57 letters is used.
static void match_ids_use_their_whole_alphabet(void)
{
    bool seen[128] = {false};
    unsigned letters = 0;
    char id[SECRET_MATCH];
    for (int i = 0; i < 2000; i++) {
        secret_match(id);
        for (const char *p = id; *p; p++) {
            letters += !seen[(unsigned char)*p];
            seen[(unsigned char)*p] = true;
        }
    }
    CHECK_NUMBER(letters, 57);
}

static void passwords_are_verified(void)
{
    char a[SECRET_PASSWORD], b[SECRET_PASSWORD];
    CHECK(secret_hash(TEXT("ёлка 7"), a));
    CHECK(secret_hash(TEXT("ёлка 7"), b));
    CHECK(strncmp(a, "$argon2id$", 10) == 0);
    CHECK(strcmp(a, b) != 0); // salted
    CHECK(secret_verify(a, TEXT("ёлка 7")));
    CHECK(!secret_verify(a, TEXT("ёлка 8")));
    CHECK(!secret_verify(a, TEXT("")));
    CHECK(!secret_verify("not a hash", TEXT("ёлка 7")));
    CHECK(!secret_verify("", TEXT("")));
    CHECK(!secret_verify(NULL, TEXT("ёлка 7")));
    CHECK(!secret_stale(a));
    CHECK(secret_stale("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$"
                       "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"));
}

static void equal_is_equal(void)
{
    CHECK(secret_equal(TEXT(""), TEXT("")));
    CHECK(secret_equal(TEXT("abc"), TEXT("abc")));
    CHECK(!secret_equal(TEXT("abc"), TEXT("abd")));
    CHECK(!secret_equal(TEXT("abc"), TEXT("ab")));
    CHECK(!secret_equal(TEXT(""), TEXT("a")));
}

static void signatures_are_for_one_purpose_and_text(void)
{
    struct secret_key key, other, read;
    char hex[SECRET_HEX], a[SECRET_TOKEN], b[SECRET_TOKEN];
    secret_key_make(&key);
    secret_key_make(&other);
    secret_key_write(&key, hex);
    CHECK(secret_key_read(&read, text_of(hex)));
    secret_sign(&key, "csrf", TEXT("session 1"), a);
    secret_sign(&read, "csrf", TEXT("session 1"), b);
    CHECK_TEXT(text_of(a), b);
    CHECK(secret_signed(&key, "csrf", TEXT("session 1"), text_of(a)));
    CHECK(!secret_signed(&key, "csrf", TEXT("session 2"), text_of(a)));
    CHECK(!secret_signed(&key, "mail", TEXT("session 1"), text_of(a)));
    CHECK(!secret_signed(&other, "csrf", TEXT("session 1"), text_of(a)));
    CHECK(!secret_signed(&key, "csrf", TEXT("session 1"), TEXT("")));
    CHECK(!secret_signed(&key, "csr", TEXT("fsession 1"), text_of(a)));
    a[5] ^= 1;
    CHECK(!secret_signed(&key, "csrf", TEXT("session 1"), text_of(a)));
    CHECK(!secret_key_read(&read, TEXT("abcd")));
}

// As another implementation computes it: 32 bytes 0x0b as the key, "csrf", NUL, "Hi There".
static void signatures_are_hmac_sha256(void)
{
    struct secret_key key;
    char out[SECRET_TOKEN];
    memset(key.bytes, 0x0b, sizeof key.bytes);
    secret_sign(&key, "csrf", TEXT("Hi There"), out);
    CHECK_TEXT(text_of(out), "tIpJzffYpSE6ZzRxWWDfkPvXaLmugrk5Iyl9pUMIML0");
}

static void wiping_wipes(void)
{
    char password[] = "hunter2";
    secret_wipe(password, sizeof password);
    for (size_t i = 0; i < sizeof password; i++)
        CHECK(password[i] == 0);
}

static const struct test tests[] = {
    TEST(digests_are_sha256),
    TEST(a_seed_is_hashed_as_bytes),
    TEST(tokens_are_url_safe_and_differ),
    TEST(match_ids_use_their_whole_alphabet),
    TEST(passwords_are_verified),
    TEST(equal_is_equal),
    TEST(signatures_are_for_one_purpose_and_text),
    TEST(signatures_are_hmac_sha256),
    TEST(wiping_wipes),
};

int main(int argc, char **argv)
{
    test_choose(argc - 1, argv + 1);
    struct reason why;
    if (!secret_init(&why))
        return 1;
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
