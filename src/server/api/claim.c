#include "server/api/claim.h"

#include "server/api/api.h"
#include "server/runtime/metrics.h"
#include "store/buckets.h"

#include <stdio.h>

enum { CLAIM_KEY = 400 };

static void name_bucket(const struct api *api, enum limit_kind kind, struct text key,
                        char out[SECRET_TOKEN])
{
    char text[CLAIM_KEY], address[LIMIT_ADDRESS];
    const struct limit_rule *rule = limit_rule(kind);
    if (rule->by_address)
        key = limit_address(key, address);
    int len = snprintf(text, sizeof text, "%s %.*s", rule->name,
                       TEXT_ARG(text_head(key, CLAIM_KEY - 40)));
    secret_sign(&api->site->key, "limit", (struct text){text, (size_t)len}, out);
}

static int64_t cost(enum limit_kind kind, uint32_t tokens)
{
    return (int64_t)tokens * limit_rule(kind)->every_ms;
}

enum store_status claim_take(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens, int64_t *wait_ms)
{
    char name[SECRET_TOKEN];
    *wait_ms = 0;
    if (!site_options(api->site)->limits)
        return STORE_OK;
    name_bucket(api, kind, key, name);
    const struct store_bucket b = {.name = name,
                                   .cost_ms = cost(kind, tokens),
                                   .capacity_ms = cost(kind, limit_rule(kind)->burst)};
    return store_bucket_take(tx, &b, (int64_t)net_now_ms(), wait_ms);
}

enum store_status claim_give(struct store_tx *tx, const struct api *api, enum limit_kind kind,
                             struct text key, uint32_t tokens)
{
    char name[SECRET_TOKEN];
    if (!site_options(api->site)->limits)
        return STORE_OK;
    name_bucket(api, kind, key, name);
    return store_bucket_give(tx, name, cost(kind, tokens));
}

enum store_status call_claim(struct store_tx *tx, struct call *c, enum limit_kind kind,
                             struct text key, uint32_t tokens)
{
    int64_t wait;
    enum store_status status = claim_take(tx, c->api, kind, key, tokens, &wait);
    if (status != STORE_REFUSED)
        return status;
    metrics_add(METRIC_LIMITED, kind, 1);
    int64_t seconds = (wait + 999) / 1000;
    status = call_reject(c, 429, MSG_API_SLOW_DOWN, "%lld", (long long)seconds);
    c->retry_after = seconds;
    return status;
}
