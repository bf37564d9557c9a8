// export_page: one page of an export (export.h), as text, and a cursor to the next.
//
//     struct store_tx *tx = NULL; /* within a job of the store */
//     struct export_page p = {.account = 17};
//     while (!export_page_is_last(&p) && export_page_read(tx, &p) == STORE_OK)
//         buf_clear(&p.out); /* sent */
//     buf_release(&p.out);
#ifndef LOGOMACHY_SERVER_API_EXPORT_PAGE_H
#define LOGOMACHY_SERVER_API_EXPORT_PAGE_H

#include "store/matches.h"

struct export_page {
    int64_t account;
    struct buf out; // the caller releases it

    // Where the next page begins.
    unsigned section;
    bool begun;     // the section's bracket is open
    unsigned items; // written in the section
    char game[24];
    char match[STORE_MATCH_ID];
    int64_t number;
};

enum store_status export_page_read(struct store_tx *tx, struct export_page *p) STORE_CHECKED;
bool export_page_is_last(const struct export_page *p); // as far as was read: no page follows

#endif
