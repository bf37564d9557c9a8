#include "test.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed;
static const char *skipped;
static jmp_buf leave; // where REQUIRE() goes
static int word_count;
static char **wanted;

void test_fail(const char *file, int line, const char *format, ...)
{
    va_list args;
    failed = true;
    printf("# %s:%d: ", file, line);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
}

_Noreturn void test_leave(void)
{
    longjmp(leave, 1);
}

bool test_failed(void)
{
    return failed;
}

void test_skip(const char *why)
{
    skipped = why;
}

unsigned test_share(unsigned count)
{
    const char *share = getenv("LOGOMACHY_TEST_SHARE");
    unsigned long parts = share ? strtoul(share, NULL, 10) : 1;
    return parts > 1 ? (unsigned)((count + parts - 1) / parts) : count;
}

void test_choose(int count, char **words)
{
    word_count = count;
    wanted = words;
}

static bool is_chosen(const struct test *t)
{
    bool found = word_count <= 0;
    for (int i = 0; i < word_count && !found; i++)
        found = strstr(t->name, wanted[i]) != NULL;
    return found;
}

// A function of its own, so that longjmp() leaves no variable of the loop undefined.
static void run_one(const struct test *t)
{
    failed = false;
    skipped = NULL;
    if (setjmp(leave) == 0)
        t->run();
}

int test_run(const char *file, const struct test *tests, size_t count)
{
    size_t failures = 0, planned = 0, number = 0;
    const char *slash = strrchr(file, '/');
    for (size_t i = 0; i < count; i++)
        planned += is_chosen(&tests[i]);
    printf("TAP version 13\n1..%zu\n", planned);
    for (size_t i = 0; i < count; i++) {
        if (!is_chosen(&tests[i]))
            continue;
        run_one(&tests[i]);
        failures += failed;
        printf("%s %zu - %s: %s", failed ? "not ok" : "ok", ++number, slash ? slash + 1 : file,
               tests[i].name);
        if (skipped && !failed)
            printf(" # SKIP %s", skipped);
        putchar('\n');
        fflush(stdout);
    }
    return failures ? 1 : 0;
}

static bool read_file(const char *path, struct buf *out)
{
    char block[65536];
    size_t got;
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    while ((got = fread(block, 1, sizeof block, f)) > 0)
        buf_add(out, block, got);
    fclose(f);
    return buf_ok(out);
}

// Templates that mkdtemp() and mkstemp() fill in.
static void set_template(char path[TEST_PATH])
{
    const char *temporary = getenv("TMPDIR");
    snprintf(path, TEST_PATH, "%s/logomachy-test-XXXXXX", temporary ? temporary : "/tmp");
}

static void bail_out(const char *path)
{
    printf("Bail out! cannot make %s\n", path);
    exit(1);
}

void test_folder(char path[TEST_PATH])
{
    set_template(path);
    if (!mkdtemp(path))
        bail_out(path);
}

int test_file(char path[TEST_PATH])
{
    set_template(path);
    int fd = mkstemp(path);
    if (fd < 0)
        bail_out(path);
    return fd;
}

struct buf test_sample(const char *name)
{
    char path[512];
    struct buf content = {0};
    const char *folder = getenv("LOGOMACHY_SAMPLES");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/samples", name);
    if (!read_file(path, &content)) {
        printf("Bail out! cannot read the sample %s\n", path);
        exit(1);
    }
    return content;
}

static const char *folder_of(const char *variable, const char *missing)
{
    const char *folder = getenv(variable);
    if (!folder)
        test_skip(missing);
    else if (strcmp(folder, "covered") == 0)
        test_skip("covered by the build without sanitizers");
    else
        return folder;
    return NULL;
}

const char *test_lexicons(void)
{
    return folder_of("LOGOMACHY_LEXICONS", "LOGOMACHY_LEXICONS is not set");
}

const char *test_sources(void)
{
    return folder_of("LOGOMACHY_SOURCES", "LOGOMACHY_SOURCES is not set");
}

bool test_source(const char *name, struct buf *content)
{
    char path[512];
    const char *folder = test_sources();
    if (!folder)
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (read_file(path, content))
        return true;
    test_fail(__FILE__, __LINE__, "cannot read the source %s", path);
    return false;
}
