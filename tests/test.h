// test: the few lines that every test program shares. A program lists its tests in a table and
// prints one TAP line for each; a failed check says where and goes on to the next test.
//
//     static void adds(void) { CHECK(1 + 1 == 2); }
//     static const struct test tests[] = {TEST(adds)};
//     TEST_MAIN(tests)
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
    int main(void)                                                         \
    {                                                                      \
        return test_run(__FILE__, tests, sizeof(tests) / sizeof *(tests)); \
    }

#define CHECK(condition)                                     \
    do {                                                     \
        if (!(condition))                                    \
            test_fail(__FILE__, __LINE__, "%s", #condition); \
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

int test_run(const char *file, const struct test *tests, size_t count);
void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Has the running test failed so far? For one that goes on in a process of its own.
bool test_failed(void);

// Marks the running test as skipped: what it needs (a word source, a built lexicon) is not here.
void test_skip(const char *why);

// How many of `count` games, positions or tries a test that goes through very many shall do: all,
// or where the environment says LOGOMACHY_TEST_SHARE=N, an Nth of them. Sanitizers see a share.
unsigned test_share(unsigned count);

// A new folder, or a new empty file that is open, where temporary ones go; ends the program where
// there can be none. Who asked removes it.
enum { TEST_PATH = 200 };
void test_folder(char path[TEST_PATH]);
int test_file(char path[TEST_PATH]);

// A file of tests/samples; ends the program where it is missing. Freed by buf_release().
struct buf test_sample(const char *name);

// A file of a downloaded word source, such as "scowl/usr/share/dict/scowl/english-words.10", read
// from the folder that LOGOMACHY_SOURCES names. Without that variable the test is skipped and this
// returns false; with it a missing file is a failure.
bool test_source(const char *name, struct buf *content);

#endif
