// expiry_scan: finds expired matches (expiry.h) that are not in memory. A background scan reads the
// store page by page, open matches first, and loads a few candidates a second; tables.c then aborts
// those that are due.
//
//     struct expiry_scan *scan = expiry_scan_open(NULL, NULL);
//     expiry_scan_free(scan);
#ifndef LOGOMACHY_SERVER_PLAY_EXPIRY_SCAN_H
#define LOGOMACHY_SERVER_PLAY_EXPIRY_SCAN_H

#include "server/play/tables.h"

struct expiry_scan;

struct expiry_scan *expiry_scan_open(const struct play *play,
                                     struct tables *tables); // NULL: no memory
void expiry_scan_free(struct expiry_scan *e); // after the store is closed; NULL is none

void expiry_scan_tick(struct expiry_scan *e); // every second

#endif
