// The tests' own few lines (tests/test.h): a failed check is told and the test goes on, a failed
// requirement ends it, and the others run all the same.
#include "test.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void passes(void)
{
    CHECK(true);
    REQUIRE(true);
}

static void goes_on(void)
{
    CHECK(1 + 1 == 3);
    printf("# behind a check\n");
}

static void ends(void)
{
    const char *nothing = strchr("abc", 'd');
    REQUIRE(nothing);
    printf("# behind a requirement %c\n", *nothing);
}

static void skips(void)
{
    test_skip("not here");
}

static const struct test inner[] = {TEST(passes), TEST(goes_on), TEST(ends), TEST(skips)};

// Runs the inner tests in a child, whose results do not count, and keeps what it printed.
static int run_inner(int count, char **words, char said[2048])
{
    int ends_of_pipe[2], status = 0;
    size_t len = 0;
    fflush(stdout);
    REQUIRE(pipe(ends_of_pipe) == 0);
    pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        dup2(ends_of_pipe[1], STDOUT_FILENO);
        test_choose(count, words);
        int failed = test_run("inner.c", inner, sizeof inner / sizeof *inner);
        fflush(stdout);
        _exit(failed);
    }
    close(ends_of_pipe[1]);
    for (ssize_t got; len < 2047 && (got = read(ends_of_pipe[0], said + len, 2047 - len)) > 0;)
        len += (size_t)got;
    said[len] = 0;
    close(ends_of_pipe[0]);
    REQUIRE(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void a_check_goes_on_and_a_requirement_ends_the_test(void)
{
    char said[2048];
    CHECK_NUMBER(run_inner(0, NULL, said), 1);
    CHECK(strstr(said, "1..4\n"));
    CHECK(strstr(said, "\nok 1 - inner.c: passes\n"));
    CHECK(strstr(said, "# behind a check\nnot ok 2 - inner.c: goes_on\n"));
    CHECK(strstr(said, "nothing, and the test ends here\nnot ok 3 - inner.c: ends\n"));
    CHECK(!strstr(said, "behind a requirement"));
    CHECK(strstr(said, "\nok 4 - inner.c: skips # SKIP not here\n"));
}

static void tests_are_chosen_by_a_part_of_their_names(void)
{
    char said[2048];
    char pass[] = "pass", kip[] = "kip";
    char *words[] = {pass, kip};
    CHECK_NUMBER(run_inner(2, words, said), 0);
    CHECK(strstr(said, "1..2\nok 1 - inner.c: passes\nok 2 - inner.c: skips"));
}

static const struct test tests[] = {
    TEST(a_check_goes_on_and_a_requirement_ends_the_test),
    TEST(tests_are_chosen_by_a_part_of_their_names),
};
TEST_MAIN(tests)
