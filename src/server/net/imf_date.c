#include "server/net/imf_date.h"

#include <stdio.h>
#include <time.h>

void imf_date(int64_t unix_seconds, const char *zone, char out[IMF_DATE])
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t seconds = (time_t)unix_seconds;
    struct tm t = {0};
    gmtime_r(&seconds, &t);
    snprintf(out, IMF_DATE, "%.3s, %02d %.3s %d %02d:%02d:%02d %.5s", days + 3 * t.tm_wday,
             t.tm_mday, months + 3 * t.tm_mon, t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec,
             zone);
}
