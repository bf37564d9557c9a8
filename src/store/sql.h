// sql: what the store's own files write their SQL over, and what a database engine has to offer.
// Not for anyone outside this folder but its tests.
//
// The SQL is what SQLite (3.40) and PostgreSQL (15) both understand: parameters $1, $2..., ON
// CONFLICT, row values; truth is 0 or 1. Nothing relies on a statement that fails: PostgreSQL would
// give up the whole transaction. So what may collide says ON CONFLICT DO NOTHING and looks at
// `changed`, or is wrapped in a savepoint.
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
    bool (*serves)(const char *where); // is that one of its databases, by its name?
    // How the schema spells a number that counts itself up and is the key; a text that is compared
    // byte by byte; a table that is kept in the order of its key.
    const char *id_type, *key_type, *clustered;

    // Statements. The columns of table $1 in their order: name, place in the primary key (from 1)
    // or 0, whether it counts itself up. The last number that table $1 has given so; from now on
    // it goes on behind $2, in a column $3 (what is there is dropped first, where that is needed).
    // The time by the database's clock. What several logs have more: $1 is a JSON text, for each of
    // them [match, seq]; the rows are its place there, from 0, and seq, at, account, request and
    // text of each entry from that seq on, at most $2, ordered by place and seq. The same for lines
    // of chat: $1 has [match, id], and the rows are what was said behind that id, in the columns of
    // the table up to its text.
    const char *columns, *last_id, *drop_last_id, *set_last_id, *clock, *entries_of, *chat_behind;
    const char
        *texts;  // not a statement but a table in one: the texts of $1, a JSON array, as n.value
    bool shared; // processes on other machines may use the same database

    struct sql_connection *(*open)(const struct store_options *o, bool writes, struct reason *why);
    void (*close)(struct sql_connection *c);

    // Has the server stopped answering, on a connection that stands? NULL: there is none.
    bool (*hangs)(struct sql_connection *c);

    // From now on statements may take as long as they take, or no longer. NULL: they always may.
    void (*patient)(struct sql_connection *c, bool patient);

    // Can a statement be run now? One that stands alone is begun by this.
    enum store_status (*ready)(struct sql_connection *c);

    // A transaction that writes. `alone`: it waits for its turn here, and no other of that kind
    // begins before its end, in any process: what it reads stays as it is until it writes.
    enum store_status (*begin)(struct sql_connection *c, bool alone);
    // On to the disk. STORE_UNKNOWN where the connection was lost before an answer came.
    enum store_status (*commit)(struct sql_connection *c);
    void (*rollback)(struct sql_connection *c); // harmless where there is none
    bool (*lost)(struct sql_connection *c);     // an error has ended the transaction by itself

    // Savepoints are nested. Undoing ends the innermost one too.
    enum store_status (*savepoint)(struct sql_connection *c);
    enum store_status (*keep)(struct sql_connection *c);
    enum store_status (*undo)(struct sql_connection *c);

    // One statement. `changed` is how many rows it has written, for one that writes. Statements are
    // kept prepared. `row` may run others.
    enum store_status (*run)(struct sql_connection *c, const char *statement,
                             const struct sql_value *value, unsigned values, sql_columns_fn *row,
                             void *context, int64_t *changed);

    // A statement that must write a row, sent without waiting for what comes of it. STORE_OK says
    // only that it was sent; collect() says whether all of them have written. Any other function
    // collects first. An engine for which waiting costs nothing has neither.
    enum store_status (*post)(struct sql_connection *c, const char *statement,
                              const struct sql_value *value, unsigned values);
    enum store_status (*collect)(struct sql_connection *c);

    void (*idle)(struct sql_connection *c); // the results are handed over: time for upkeep
    bool (*backup)(const struct store_options *o, const char *path, struct reason *why);

    // How each statement that is kept prepared would be run, a line of text for each step. NULL
    // where that depends on what is in the tables.
    void (*plans)(struct sql_connection *c,
                  void (*plan)(void *context, const char *statement, const char *step),
                  void *context);
};

extern const struct sql_engine sql_sqlite, sql_postgres;

struct store_tx {
    const struct sql_engine *engine;
    struct sql_connection *connection;
    bool writes;
    bool single, spent; // there is one statement only; it has run
    bool smooth;        // nothing is expected to fail: what must write a row may be sent ahead
    bool kept_out;      // the database did not let us in, and took long to say so
    enum store_status failure; // STORE_FULL and worse, of any statement since the job began
    int64_t changed;           // rows that the last statement has written
};

// The values of a statement, as the third and fourth argument of sql_run().
#define SQL_WITH(...)                        \
    (const struct sql_value[]){__VA_ARGS__}, \
        (unsigned)(sizeof((const struct sql_value[]){__VA_ARGS__}) / sizeof(struct sql_value))
#define SQL_NOTHING NULL, 0

// Runs a statement. `row` may be NULL. STORE_OK says nothing of how many rows there were.
enum store_status sql_run(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, sql_row_fn *row, void *context) STORE_CHECKED;

// The same for one that must change or find a row: STORE_NONE where there was none.
enum store_status sql_change(struct store_tx *tx, const char *statement,
                             const struct sql_value *value, unsigned values) STORE_CHECKED;
enum store_status sql_find(struct store_tx *tx, const char *statement,
                           const struct sql_value *value, unsigned values, sql_row_fn *row,
                           void *context) STORE_CHECKED;

// Whether the statement gives a row.
enum store_status sql_has(struct store_tx *tx, const char *statement, const struct sql_value *value,
                          unsigned values, bool *has) STORE_CHECKED;

// A statement that gives one number.
enum store_status sql_count(struct store_tx *tx, const char *statement,
                            const struct sql_value *value, unsigned values,
                            int64_t *number) STORE_CHECKED;

// The database's own clock, ms since 1970: processes on several machines have that one in common.
enum store_status sql_clock(struct store_tx *tx, int64_t *ms) STORE_CHECKED;

// Statements may take as long as they take, where the engine sets a limit otherwise.
void sql_patient(struct sql_connection *c, bool patient);

// The engine for a database, by its name. NULL with the reason.
const struct sql_engine *sql_engine_for(const char *where, struct reason *why);

// For a function that took something and wants to put it back when what follows fails. Each call of
// sql_savepoint() that was STORE_OK is answered by one of sql_settle(), which keeps what was done
// for STORE_OK and undoes it otherwise, and returns the status.
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
