// support: what the tests of the store share. They run on the engine that LOGOMACHY_TEST_STORE
// names (an address such as postgresql://..., of a database that may be emptied), without that
// variable on an SQLite file in a temporary folder.
#ifndef LOGOMACHY_TESTS_STORE_SUPPORT_H
#define LOGOMACHY_TESTS_STORE_SUPPORT_H

#include "store/accounts.h"
#include "store/matches.h"
#include "store/ratings.h"
#include "store/social.h"
#include "store/sql.h"
#include "test.h"

// A test whose body runs in one job on an empty store. Afterwards it looks at how the engine does
// each statement that the body used: none may go through a whole table.
#define JOB_TEST(name)                           \
    static void name##_job(struct store_tx *tx); \
    static void name(void)                       \
    {                                            \
        job_test(name##_job);                    \
    }                                            \
    static void name##_job(struct store_tx *tx)

void job_test(void (*body)(struct store_tx *tx));

#define CHECK_STATUS(got, want)                                                               \
    do {                                                                                      \
        enum store_status got_ = (got);                                                       \
        if (got_ != (want))                                                                   \
            test_fail(__FILE__, __LINE__, "%s is %s, want %s", #got, store_status_name(got_), \
                      store_status_name(want));                                               \
    } while (0)

// Put a string into an array, or behind what is there.
#define SET(array, string) snprintf((array), sizeof(array), "%s", (string))
#define APPEND(array, string) \
    snprintf((array) + strlen(array), sizeof(array) - strlen(array), "%s", (string))

// The address of an empty database; forgets what was in the last one.
const char *fresh_place(void);
bool needs_file(void);   // skips the test where the database is no file of ours
bool needs_server(void); // skips it where it is one

// Opens, or ends the program with the reason.
struct store *open_store(const char *where);

// Waits until a condition holds, calling store_finish() meanwhile; a minute at most.
void finish_until(struct store *s, const bool *condition);

// Runs a function in a process of its own; what it checks counts. False when it was killed or
// failed.
bool in_child(void (*body)(void *context), void *context);

// Things to store, from a number.
struct store_account make_account(int number);
struct store_match make_match(int number);
struct store_seat make_seat(unsigned seat, int64_t account);
struct store_entry make_entry(int seq);

// Adds accounts 1 to `count` to an empty store; their ids are their numbers.
void add_accounts(struct store_tx *tx, int count);
// Adds match `number` with two seats, of accounts 1 and 2.
void add_match(struct store_tx *tx, int number);

#endif
