// rows: any table, read row by row in pages ordered by its primary key (keyset pagination), on any
// engine: the columns come from the database's catalog. For copying and comparing tables; for this
// folder only. `struct rows` owns the statements it has built.
//
//     struct store_tx *tx = NULL; /* of the job */
//     struct rows rows;
//     struct rows_digest digest;
//     enum store_status status = rows_describe(&rows, tx, "entries");
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
    bool counts;  // autoincrement
};

struct rows {
    char table[ROWS_NAME];
    struct rows_column column[SQL_VALUES_MAX];
    unsigned columns, keys;
    unsigned key[SQL_VALUES_MAX]; // columns of the key, in its order
    struct buf first, next;       // statements: the first page, and the page after a key
    struct buf insert, count, empty;
};

// Order-independent digest: the sum of a 128-bit hash (XXH3) of each row. Equal digests mean equal
// rows, on any engine.
struct rows_digest {
    int64_t rows;
    uint64_t low, high;
};

// STORE_NONE: there is no such table. STORE_BROKEN: it has no key, or too many columns.
enum store_status rows_describe(struct rows *r, struct store_tx *tx,
                                const char *table) STORE_CHECKED;
void rows_release(struct rows *r);

bool rows_alike(const struct rows *a, const struct rows *b); // same name and columns

// A cursor over all rows; begins zeroed. The digest covers the rows read so far.
struct rows_walk {
    struct rows_digest digest;
    bool over;
    struct sql_value last[SQL_VALUES_MAX]; // the key of the last row...
    struct buf texts;                      // ...and what its texts point into
    struct buf scratch;
};

// Reads the next page. `row` may be NULL; where it returns false, the walk ends for good.
enum store_status rows_page(const struct rows *r, struct store_tx *tx, struct rows_walk *w,
                            sql_row_fn *row, void *context) STORE_CHECKED;
void rows_walk_release(struct rows_walk *w);

// All pages.
enum store_status rows_digest(const struct rows *r, struct store_tx *tx,
                              struct rows_digest *d) STORE_CHECKED;
bool rows_digest_equal(const struct rows_digest *a, const struct rows_digest *b);

enum store_status rows_insert(const struct rows *r, struct store_tx *tx,
                              const struct sql_value *column) STORE_CHECKED;

// Continues the autoincrement values of the same table in `from`.
enum store_status rows_go_on(const struct rows *r, struct store_tx *tx,
                             struct store_tx *from) STORE_CHECKED;

#endif
