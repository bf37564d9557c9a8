#include "server/daily.h"

#include "base/bug.h"

#include <stdio.h>
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

void daily_name(const char *date, const char *game, const char *lang, char out[DAILY_NAME])
{
    int len = snprintf(out, DAILY_NAME, "%.10s %.23s %.3s", date, game, lang);
    BUG_UNLESS(len > 0 && len < DAILY_NAME);
}

void daily_seed(const char *date, const char *game, const char *lang, char out[SECRET_HEX])
{
    char name[DAILY_NAME];
    daily_name(date, game, lang, name);
    secret_digest(text_of(name), out);
}
