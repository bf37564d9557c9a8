// imf_date: dates of HTTP and mail headers (IMF-fixdate, RFC 9110; RFC 5322). Names of days and
// months are English in every locale, so strftime() will not do.
//
//     char date[IMF_DATE];
//     imf_date(0, "GMT", date); /* Thu, 01 Jan 1970 00:00:00 GMT */
#ifndef LOGOMACHY_SERVER_NET_IMF_DATE_H
#define LOGOMACHY_SERVER_NET_IMF_DATE_H

#include <stdint.h>

enum { IMF_DATE = 48 };

// In UTC; `zone` says so in the words of the protocol: "GMT" or "+0000".
void imf_date(int64_t unix_seconds, const char *zone, char out[IMF_DATE]);

#endif
