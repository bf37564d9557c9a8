// sql: statements for the other files of this folder and its tests, over a small interface that
// each database engine implements (SQLite, PostgreSQL).
//
// The SQL is what SQLite (3.40) and PostgreSQL (15) both understand: parameters $1, $2..., ON
// CONFLICT, row values; booleans are 0 or 1. No code relies on a failing statement, as PostgreSQL
// aborts the whole transaction: a write that may conflict says ON CONFLICT DO NOTHING and checks
// `changed`, or is wrapped in a savepoint.
//
//     struct store_tx *tx = NULL; /* of the job */
//     int64_t count = 0;
//     enum store_status status = sql_count(tx, "SELECT COUNT(*) FROM seats WHERE account = $1",
//                                          SQL_WITH(sql_number(7)), &count);
//     ok = status == STORE_OK;
#ifndef LOGOMACHY_STORE_SQL_H
#define LOGOMACHY_STORE_SQL_H

#include "base/reason.h"
#include "store/options.h"
#include "store/status.h"

enum { SQL_VALUES_MAX = 32, SQL_COLUMNS_MAX = 40 };

enum sql_kind { SQL_NULL, SQL_NUMBER, SQL_REAL, SQL_TEXT };

struct sql_value {
    enum sql_kind kind;
    int64_t number;
    double real;
    struct text text;
};

static inline struct sql_value sql_number(int64_t number)
{
    return (struct sql_value){.kind = SQL_NUMBER, .number = number};
}

static inline struct sql_value sql_real(double real)
{
    return (struct sql_value){.kind = SQL_REAL, .real = real};
}

static inline struct sql_value sql_text(struct text text)
{
    return (struct sql_value){.kind = SQL_TEXT, .text = text};
}

static inline struct sql_value sql_string(const char *string)
{
    return sql_text(text_of(string));
}

// Reads the columns of a row one after the other. A value of another kind, or a text that is too
// long for its place, sets `bad`: another program has written to the database.
struct sql_reader {
    const struct sql_value *at;
    bool bad;
};

// Called for each row; the columns live until it returns. False stops. Where it leaves the reader
// bad, no more rows follow and the statement's status is STORE_DAMAGED.
typedef bool sql_row_fn(void *context, struct sql_reader *row);

// The same between sql.c and an engine.
typedef bool sql_columns_fn(void *context, const struct sql_value *column);

// One connection, used by one thread at a time. An engine's own struct begins with it.
struct sql_connection {
    const struct sql_engine *engine;
};

struct sql_engine {
    const char *name;                  // as the schema has it
    bool (*serves)(const char *where); // is `where` one of its databases?
    // How the schema spells an autoincrement key, a text with byte-wise collation, and a table that
    // is clustered by its key.
    const char *id_type, *key_type, *clustered;

    // Statements:
    const char *columns; // of table $1 in order: name, place in the primary key (from 1) or 0,
                         // autoincrement
    const char *last_id; // the last autoincrement value of table $1
    const char *drop_last_id, *set_last_id; // sets it to $2 for column $3; first drops the old one
    const char *clock;                      // the database's time
    // Catch-up of several logs: $1 is a JSON array of [match, seq]. Each row is the index there,
    // from 0, then seq, at, account, request and text of an entry from that seq on, at most $2 for
    // each log, ordered by index and seq.
    const char *entries_of;
    // The same for chat: $1 has [match, id]; the rows are the lines after that id, in the columns
    // of the table up to its text.
    const char *chat_behind;
    const char *texts; // no statement but a table expression: the texts of the JSON array $1, as
                       // n.value
    bool shared;       // processes on other machines may use the same database

    struct sql_connection *(*open)(const struct store_options *o, bool writes, struct reason *why);
    void (*close)(struct sql_connection *c);

    // Has the server stopped answering while the connection stands? NULL: there is no server.
    bool (*hangs)(struct sql_connection *c);

    // Switches the time limit of statements off (`patient`) or on. NULL: there is none.
    void (*patient)(struct sql_connection *c, bool patient);

    // Prepares for a statement without a transaction.
    enum store_status (*ready)(struct sql_connection *c);

    // Begins a transaction that writes. `alone`: under an advisory lock, so that such transactions
    // of all processes are serialized, and what one reads does not change before it writes.
    enum store_status (*begin)(struct sql_connection *c, bool alone);
    // Durable. STORE_UNKNOWN: the connection was lost before the answer came.
    enum store_status (*commit)(struct sql_connection *c);
    void (*rollback)(struct sql_connection *c); // harmless where there is none
    bool (*lost)(struct sql_connection *c);     // an error has ended the transaction by itself

    // Savepoints nest. `keep` releases the innermost one, `undo` rolls back to it and releases it.
    enum store_status (*savepoint)(struct sql_connection *c);
    enum store_status (*keep)(struct sql_connection *c);
    enum store_status (*undo)(struct sql_connection *c);

    // Runs one statement. `changed` is the number of rows that it wrote. Statements are kept
    // prepared. `row` may run others.
    enum store_status (*run)(struct sql_connection *c, const char *statement,
                             const struct sql_value *value, unsigned values, sql_columns_fn *row,
                             void *context, int64_t *changed);

    // Pipelining: sends a statement that must write a row, without waiting for the answer.
    // STORE_OK: it was sent; collect() says whether all of them wrote. Any other function collects
    // first. NULL for an engine without round trips.
    enum store_status (*post)(struct sql_connection *c, const char *statement,
                              const struct sql_value *value, unsigned values);
    enum store_status (*collect)(struct sql_connection *c);

    void (*idle)(
        struct sql_connection *c); // the batch is delivered: time for maintenance (checkpoints)
    bool (*backup)(const struct store_options *o, const char *path, struct reason *why);

    // Query plans of all prepared statements, one call per step. NULL where they depend on the
    // contents of the tables.
    void (*plans)(struct sql_connection *c,
                  void (*plan)(void *context, const char *statement, const char *step),
                  void *context);
};

extern const struct sql_engine sql_sqlite, sql_postgres;

struct store_tx {
    const struct sql_engine *engine;
    struct sql_connection *connection;
    bool writes;
    bool single, spent;        // only one statement is allowed; it has run
    bool smooth;               // no failure is expected: writes may be pipelined
    bool kept_out;             // BEGIN failed after a long wait: the database is stuck
    enum store_status failure; // STORE_FULL or worse, of any statement of the job
    int64_t changed;           // rows that the last statement wrote
};

// The values of a statement, as the third and fourth argument of sql_run().
#define SQL_WITH(...)                        \
    (const struct sql_value[]){__VA_ARGS__}, \
        (unsigned)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))
#define SQL_NOTHING NULL, 0

// Runs a statement. `row` may be NULL. STORE_OK says nothing about the number of rows.
enum store_status sql_run(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, sql_row_fn *row, void *context) STORE_CHECKED;

// The same, but STORE_NONE where no row was changed or found.
enum store_status sql_change(struct store_tx *tx, const char *statement,
                             const struct sql_value *value, unsigned values) STORE_CHECKED;
enum store_status sql_find(struct store_tx *tx, const char *statement,
                           const struct sql_value *value, unsigned values, sql_row_fn *row,
                           void *context) STORE_CHECKED;

// Whether the statement returns a row.
enum store_status sql_has(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, bool *has) STORE_CHECKED;

// A statement that returns one number.
enum store_status sql_count(struct store_tx *tx, const char *statement,
                            const struct sql_value *value, unsigned values,
                            int64_t *number) STORE_CHECKED;

// The database's clock, ms since 1970, shared by processes on several machines.
enum store_status sql_clock(struct store_tx *tx, int64_t *ms) STORE_CHECKED;

// Switches the engine's time limit of statements off or on.
void sql_patient(struct sql_connection *c, bool patient);

// The engine for a database, by its name. NULL with the reason.
const struct sql_engine *sql_engine_for(const char *where, struct reason *why);

// A savepoint within a job. Each sql_savepoint() that was STORE_OK needs one sql_settle(), which
// releases it for STORE_OK, rolls back to it otherwise, and returns the status.
enum store_status sql_savepoint(struct store_tx *tx) STORE_CHECKED;
enum store_status sql_settle(struct store_tx *tx, enum store_status status) STORE_CHECKED;

// The next column.
int64_t sql_take_number(struct sql_reader *r);
unsigned sql_take_below(struct sql_reader *r, unsigned limit); // a number from 0; others are bad
bool sql_take_flag(struct sql_reader *r);
double sql_take_real(struct sql_reader *r);
struct text sql_take_text(struct sql_reader *r);
void sql_take_string(struct sql_reader *r, char *out, size_t size);
#define SQL_TAKE(r, array) sql_take_string((r), (array), sizeof(array))

#endif
