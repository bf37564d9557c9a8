#include "server/accounts/device.h"

#include <stdio.h>
#include <string.h>

#define DAY_MS (INT64_C(24) * 3600 * 1000)

static void bind_to(const struct secret_key *key, const char *id, int64_t account,
                    const char *password_hash, char out[SECRET_TOKEN])
{
    char text[DEVICE_ID + 24 + SECRET_PASSWORD + 8];
    int len = snprintf(text, sizeof text, "%s %lld %s", id, (long long)account, password_hash);
    secret_sign(key, "device-account", (struct text){text, (size_t)len}, out);
    secret_wipe(text, sizeof text);
}

void device_issue(const struct secret_key *key, int64_t account, const char *password_hash,
                  int64_t now_ms, char out[DEVICE_TOKEN])
{
    struct device d;
    char random[SECRET_TOKEN], signature[SECRET_TOKEN];
    secret_token(random);
    snprintf(d.id, sizeof d.id, "%.22s", random); // 132 bits
    bind_to(key, d.id, account, password_hash, d.binding);
    int len =
        snprintf(out, DEVICE_TOKEN, "%s.%lld.%s", d.id, (long long)(now_ms / DAY_MS), d.binding);
    secret_sign(key, "device", (struct text){out, (size_t)len}, signature);
    snprintf(out + len, DEVICE_TOKEN - (size_t)len, ".%s", signature);
}

static bool keep(struct text part, char *out, size_t size)
{
    if (part.len + 1 != size)
        return false;
    memcpy(out, part.at, part.len);
    out[part.len] = '\0';
    return true;
}

bool device_read(const struct secret_key *key, struct text token, int64_t now_ms,
                 struct device *out)
{
    struct text rest = token, id = text_cut(&rest, '.'), date = text_cut(&rest, '.'),
                binding = text_cut(&rest, '.');
    uint32_t day;
    if (!keep(id, out->id, sizeof out->id) || !text_to_u32(date, &day) ||
        !keep(binding, out->binding, sizeof out->binding) || rest.len + 1 != SECRET_TOKEN)
        return false;
    struct text body = text_head(token, token.len - rest.len - 1);
    int64_t age = now_ms / DAY_MS - (int64_t)day;
    // One day in the future is accepted: another process's clock may be ahead.
    return secret_signed(key, "device", body, rest) && age >= -1 && age < DEVICE_DAYS;
}

bool device_knows(const struct secret_key *key, const struct device *d, int64_t account,
                  const char *password_hash)
{
    char want[SECRET_TOKEN];
    bind_to(key, d->id, account, password_hash, want);
    return password_hash[0] && secret_equal(text_of(want), text_of(d->binding));
}
