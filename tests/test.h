// test: the few lines that every test program shares. A program lists its tests in a table and
// prints one TAP line for each. CHECK() says what is wrong and goes on; REQUIRE() ends the running
// test, for whatever the lines after it rely on.
//
//     static void adds(void)
//     {
//         int *sum = add(1, 1);
//         REQUIRE(sum);
//         CHECK(*sum == 2);
//     }
//     static const struct test tests[] = {TEST(adds)};
//     TEST_MAIN(tests)
//
// `test-base adds` runs only the tests with one of these words in their names. A program that
// crashes prints fewer results than its plan announced: tools/check.py counts that as a failure.
#ifndef LOGOMACHY_TESTS_TEST_H
#define LOGOMACHY_TESTS_TEST_H

#include "base/reason.h"

struct test {
    const char *name;
    void (*run)(void);
};

#define TEST(function)      \
    {                       \
#function, function \
    }
#define TEST_MAIN(tests)                                                   \
    int main(int argc, char **argv)                                        \
    {                                                                      \
        test_choose(argc - 1, argv + 1);                                   \
        return test_run(__FILE__, tests, sizeof(tests) / sizeof *(tests)); \
    }

#define CHECK(condition)                                     \
    do {                                                     \
        if (!(condition))                                    \
            test_fail(__FILE__, __LINE__, "%s", #condition); \
    } while (0)

// Only on the thread that runs the test, and not in a function that the code under test calls:
// what lies between is left without any cleaning up.
#define REQUIRE(condition)                                                           \
    do {                                                                             \
        if (!(condition)) {                                                          \
            test_fail(__FILE__, __LINE__, "%s, and the test ends here", #condition); \
            test_leave();                                                            \
        }                                                                            \
    } while (0)

#define CHECK_TEXT(got, want)                                                             \
    do {                                                                                  \
        struct text got_ = (got);                                                         \
        if (!text_is(got_, want))                                                         \
            test_fail(__FILE__, __LINE__, "got “%.*s”, want “%s”", TEXT_ARG(got_), want); \
    } while (0)

#define CHECK_NUMBER(got, want)                                                        \
    do {                                                                               \
        long long got_ = (long long)(got), want_ = (long long)(want);                  \
        if (got_ != want_)                                                             \
            test_fail(__FILE__, __LINE__, "%s is %lld, want %lld", #got, got_, want_); \
    } while (0)

void test_choose(int count, char **words); // of the tests' names; none: all tests
int test_run(const char *file, const struct test *tests, size_t count);
void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Ends the running test.
_Noreturn void test_leave(void);

// Has the running test failed so far? For one that goes on in a process of its own.
bool test_failed(void);

// Marks the running test as skipped: what it needs (a word source, a built lexicon) is not here.
// ./check counts that as a failure, unless the reason begins with "not applicable" (the same tests
// run in several ways, and this one says nothing here), "covered" (another run in the same ./check
// does it) or "not permitted" (the kernel does not let us).
void test_skip(const char *why);

// How many of `count` games, positions or tries a test that goes through very many shall do: all,
// or where the environment says LOGOMACHY_TEST_SHARE=N, an Nth of them. Sanitizers see a share.
unsigned test_share(unsigned count);

// A new folder, or a new empty file that is open, where temporary ones go; ends the program where
// there can be none. The caller removes it.
enum { TEST_PATH = 200 };
void test_folder(char path[TEST_PATH]);
int test_file(char path[TEST_PATH]);

// A file of tests/samples; ends the program where it is missing. Freed by buf_release().
struct buf test_sample(const char *name);

// The folder of built lexicons, or of downloaded word sources, that LOGOMACHY_LEXICONS or
// LOGOMACHY_SOURCES names; NULL without that variable, and the test is skipped. Where it says
// "covered", another build of the same program does these tests.
const char *test_lexicons(void);
const char *test_sources(void);

// A file of a downloaded word source, such as "scowl/usr/share/dict/scowl/english-words.10".
// Without test_sources() this returns false; with them a missing file is a failure.
bool test_source(const char *name, struct buf *content);

#endif
