// Daily deals: the hashes of their seeds in advance, the seeds themselves afterwards.
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"
#include "server/play/daily.h"

enum { CACHED_SECONDS = 60, SHOWN_BEFORE = 2 };

static json_t *deal_json(const struct api *api, const char *date, const char *game,
                         const char *lang, bool revealed)
{
    char seed[SECRET_HEX], hash[SECRET_HEX];
    daily_seed(&api->daily, date, game, lang, seed);
    secret_seed_digest(text_of(seed), hash);
    json_t *json = json_pack("{s:s,s:s,s:s,s:s?}", "game", game, "lang", lang, "seed_hash", hash,
                             "seed", revealed ? seed : NULL);
    secret_wipe(seed, sizeof seed);
    return json;
}

static json_t *day_json(const struct call *c, const char *date)
{
    bool revealed = daily_is_revealed(date, call_now(c));
    json_t *deals = json_array();
    const char *name;
    struct config preset;
    struct reason why;
    for (unsigned i = 0; (name = config_preset(i)); i++)
        if (config_init(&preset, text_of(name), &why) && preset.min_seats == 1)
            for (unsigned l = 0; l < LANGUAGES; l++)
                json_array_append_new(
                    deals, deal_json(c->api, date, name, language_tag((enum language)l), revealed));
    return json_pack("{s:s,s:b,s:o}", "date", date, "revealed", revealed, "deals", deals);
}

// No further ahead than hashes are promised: later ones are of no use, and would be many.
static bool is_shown(const char *date, int64_t now)
{
    int64_t begins = daily_begins(date);
    return begins >= 0 && begins <= now + DAILY_AHEAD * DAILY_DAY_MS;
}

static void daily_api_show(struct call *c)
{
    struct text asked;
    char date[DAILY_DATE];
    json_t *days = json_array();
    if (net_query(c->request, "date", &asked)) {
        snprintf(date, sizeof date, "%.*s", TEXT_ARG(text_head(asked, sizeof date - 1)));
        if (!text_equal(asked, text_of(date)) || !is_shown(date, call_now(c))) {
            json_decref(days);
            call_refuse_with(c, 400, MSG_API_NO_DEAL, "%.*s", TEXT_ARG(text_head(asked, 20)));
            return;
        }
        json_array_append_new(days, day_json(c, date));
    } else {
        for (int day = -SHOWN_BEFORE; day <= DAILY_AHEAD; day++) {
            daily_date(call_now(c) + day * DAILY_DAY_MS, date);
            json_array_append_new(days, day_json(c, date));
        }
    }
    call_answer_json_cached(c, json_pack("{s:o}", "days", days), CACHED_SECONDS);
}

const struct route daily_routes[] = {
    {NET_GET, "/api/daily", ACCESS_READ_SITE, LIMIT_REQUEST, daily_api_show},
    {0},
};
