#include "server/play/daily.h"

#include "base/bug.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

void daily_date(int64_t now_ms, char out[DAILY_DATE])
{
    struct tm day;
    time_t now = (time_t)(now_ms / 1000);
    BUG_UNLESS(gmtime_r(&now, &day) && strftime(out, DAILY_DATE, "%Y-%m-%d", &day));
}

bool daily_is_date(struct text text)
{
    if (text.len != DAILY_DATE - 1)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        bool dash = i == 4 || i == 7;
        if (dash ? text.at[i] != '-' : text.at[i] < '0' || text.at[i] > '9')
            return false;
    }
    return true;
}

int64_t daily_begins(const char *date)
{
    struct tm day = {0};
    char again[DAILY_DATE];
    if (!daily_is_date(text_of(date)) || !strptime(date, "%Y-%m-%d", &day))
        return -1;
    int64_t begins = (int64_t)timegm(&day) * 1000;
    daily_date(begins, again);
    return strcmp(again, date) == 0 ? begins : -1;
}

bool daily_is_revealed(const char *date, int64_t now_ms)
{
    int64_t begins = daily_begins(date);
    return begins >= 0 && now_ms >= begins + DAILY_DAY_MS + DAILY_REVEAL_MS;
}

void daily_name(const char *date, const char *game, const char *lang, char out[DAILY_NAME])
{
    int len = snprintf(out, DAILY_NAME, "%.10s %.23s %.3s", date, game, lang);
    BUG_UNLESS(len > 0 && len < DAILY_NAME);
}

void daily_seed(const struct daily_source *d, const char *date, const char *game, const char *lang,
                char out[SECRET_HEX])
{
    char name[DAILY_NAME];
    daily_name(date, game, lang, name);
    if (strcmp(date, d->since) < 0)
        secret_digest(text_of(name), out);
    else
        secret_seed_of(&d->key, "daily", text_of(name), out);
}
