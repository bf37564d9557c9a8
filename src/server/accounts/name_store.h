// name_store: names in the store besides those in use: hashes of the names of closed accounts,
// reserved for a year to prevent impersonation of their owners, and the skeletons of names.
//
//     struct store_tx *tx = NULL; /* within a job of the store */
//     bool retired = false;
//     ok = account_name_retired(tx, TEXT("Anna"), 0, &retired) == STORE_OK;
#ifndef LOGOMACHY_SERVER_ACCOUNTS_NAME_STORE_H
#define LOGOMACHY_SERVER_ACCOUNTS_NAME_STORE_H

#include "store/accounts.h"

enum { NAME_RESERVED_DAYS = 365 };

// Closes an account, as store_account_close() does, and reserves its name.
enum store_status account_close(struct store_tx *tx, int64_t account, int64_t now) STORE_CHECKED;

enum store_status account_name_retired(struct store_tx *tx, struct text name, int64_t now,
                                       bool *retired) STORE_CHECKED;

// Gives accounts older than skeletons theirs, in the order of their keys; an account that looks
// like another keeps its name and gets none. Done once for each version of the table of
// look-alikes.
enum store_status name_skeletons_fill(struct store *s) STORE_CHECKED;

#endif
