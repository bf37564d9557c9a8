#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool failed;
static const char *skipped;

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

int test_run(const char *file, const struct test *tests, size_t count)
{
    int failures = 0;
    const char *slash = strrchr(file, '/');
    printf("TAP version 13\n1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        failed = false;
        skipped = NULL;
        tests[i].run();
        failures += failed;
        printf("%s %zu - %s: %s", failed ? "not ok" : "ok", i + 1, slash ? slash + 1 : file,
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

// What mkdtemp() and mkstemp() fill in.
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

bool test_source(const char *name, struct buf *content)
{
    char path[512];
    const char *folder = getenv("LOGOMACHY_SOURCES");
    if (!folder) {
        test_skip("LOGOMACHY_SOURCES is not set");
        return false;
    }
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (!read_file(path, content)) {
        test_fail(__FILE__, __LINE__, "cannot read the source %s", path);
        return false;
    }
    return true;
}
