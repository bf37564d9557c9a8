// rows: a whole table, read row by row and page by page in the order of its key, whatever the
// engine and whatever the table: its columns come from the database itself. For copying and
// comparing; within the store's folder only.
//
//     struct rows rows;
//     enum store_status status = rows_describe(&rows, tx, "entries");
//     struct rows_digest digest;
//     if (status == STORE_OK)
//         status = rows_digest(&rows, tx, &digest);
//     rows_release(&rows);
#ifndef LOGOMACHY_STORE_ROWS_H
#define LOGOMACHY_STORE_ROWS_H

#include "store/sql.h"

enum { ROWS_NAME = 64, ROWS_PAGE = 1000 };

struct rows_column {
    char name[ROWS_NAME];
    unsigned key; // its place in the primary key, from 1; 0: it is not in it
    bool counts;  // gives numbers by itself
};

struct rows {
    char table[ROWS_NAME];
    struct rows_column column[SQL_VALUES_MAX];
    unsigned columns, keys;
    unsigned key[SQL_VALUES_MAX]; // which columns are the key, in its order
    struct buf first, next;       // statements: the first page, and the one behind a key
    struct buf insert, count, empty;
};

// Two tables with the same digest have the same rows, in whatever order and on whatever engine they
// are: the sum of a hash of each.
struct rows_digest {
    int64_t rows;
    uint64_t low, high;
};

// STORE_NONE where there is no such table; STORE_BROKEN where it has no key, or too many columns.
enum store_status rows_describe(struct rows *r, struct store_tx *tx,
                                const char *table) STORE_CHECKED;
void rows_release(struct rows *r);

bool rows_alike(const struct rows *a, const struct rows *b); // the same table, with its columns

// A walk over all rows. Zeroed to begin with; the digest grows as it goes.
struct rows_walk {
    struct rows_digest digest;
    bool over;
    struct sql_value last[SQL_VALUES_MAX]; // the key of the last row...
    struct buf texts;                      // ...and what its texts point into
    struct buf scratch;
};

// The next page. `row`, which may be NULL, gets the columns in their order; where it stops, that is
// the end of the page, and the walk cannot go on.
enum store_status rows_page(const struct rows *r, struct store_tx *tx, struct rows_walk *w,
                            sql_row_fn *row, void *context) STORE_CHECKED;
void rows_walk_release(struct rows_walk *w);

// All pages.
enum store_status rows_digest(const struct rows *r, struct store_tx *tx,
                              struct rows_digest *d) STORE_CHECKED;
bool rows_digest_equal(const struct rows_digest *a, const struct rows_digest *b);

enum store_status rows_insert(const struct rows *r, struct store_tx *tx,
                              const struct sql_value *column) STORE_CHECKED;

// Numbers that the table gives to new rows go on where those of the other table would.
enum store_status rows_go_on(const struct rows *r, struct store_tx *tx,
                             struct store_tx *from) STORE_CHECKED;

#endif
