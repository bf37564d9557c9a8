// The journal: lines are JSON whatever is in them, levels are kept, and a reader that does not read
// holds nobody up.
#include "base/utf8.h"
#include "server/runtime/journal.h"
#include "test.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FORMAT(out, ...)                                       \
    journal_format((out), 1769860800123, JOURNAL_INFO, "test", \
                   (const struct journal_field[]){__VA_ARGS__})

static void fields_of_every_type(void)
{
    struct buf out = {0};
    struct reason why;
    refuse(&why, MSG_FILE_NOT_A_FILE, "%s", "a\"b");
    FORMAT(&out, JOURNAL_TEXT("text", TEXT("quote \" slash \\ tab \t bad \xFF ж")),
           JOURNAL_STRING("none", NULL), JOURNAL_NUMBER("n", -5), JOURNAL_BOOL("yes", true),
           JOURNAL_REASON("why", &why), JOURNAL_END);
    CHECK_TEXT(buf_text(&out),
               "{\"time\":\"2026-01-31T12:00:00.123Z\",\"level\":\"info\",\"event\":\"test\","
               "\"text\":\"quote \\\" slash \\\\ tab \\u0009 bad \xEF\xBF\xBD ж\",\"none\":\"\","
               "\"n\":-5,\"yes\":true,\"why\":\"a\\\"b is not a file\"}\n");
    buf_release(&out);
}

static void no_fields(void)
{
    struct buf out = {0};
    FORMAT(&out, JOURNAL_END);
    CHECK_TEXT(buf_text(&out), "{\"time\":\"2026-01-31T12:00:00.123Z\",\"level\":\"info\","
                               "\"event\":\"test\"}\n");
    buf_release(&out);
}

// Long texts are cut inside no character; lines that get too long leave fields out.
static void lines_are_bounded(void)
{
    static const char letter[2] = {'\xD0', '\xB6'}; // ж
    static char odd[100001];
    struct buf out = {0};
    odd[0] = 'x'; // so that a plain cut would split a letter
    for (size_t i = 1; i + 1 < sizeof odd; i += 2)
        memcpy(odd + i, letter, sizeof letter);
    struct text t = {odd, sizeof odd};
    FORMAT(&out, JOURNAL_TEXT("a", t), JOURNAL_END);
    CHECK(out.len < JOURNAL_LINE && utf8_valid(buf_text(&out)));
    CHECK(text_ends(buf_text(&out), "ж…\"}\n"));
    buf_clear(&out);
    memset(odd, 1, sizeof odd); // six bytes each when escaped
    FORMAT(&out, JOURNAL_NUMBER("n", 1), JOURNAL_TEXT("a", t), JOURNAL_NUMBER("m", 2), JOURNAL_END);
    CHECK(out.len <= JOURNAL_LINE);
    CHECK(text_ends(buf_text(&out), "\"n\":1,\"cut\":true}\n"));
    buf_release(&out);
}

static void levels_by_name(void)
{
    enum journal_level level = JOURNAL_INFO;
    CHECK(journal_level_find(TEXT("debug"), &level) && level == JOURNAL_DEBUG);
    CHECK(journal_level_find(TEXT("error"), &level) && level == JOURNAL_ERROR);
    CHECK(!journal_level_find(TEXT("loud"), &level) && level == JOURNAL_ERROR);
}

// All that is in the descriptor now.
static struct buf drain(int fd)
{
    struct buf all = {0};
    char block[65536];
    ssize_t n;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    while ((n = read(fd, block, sizeof block)) > 0)
        buf_add(&all, block, (size_t)n);
    return all;
}

static void quiet_lines_are_left_out(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    journal_open(ends[1], JOURNAL_WARNING);
    journal_line(JOURNAL_INFO, "quiet", JOURNAL_END);
    journal_line(JOURNAL_ERROR, "loud", JOURNAL_NUMBER("n", 7), JOURNAL_END);
    struct buf got = drain(ends[0]);
    CHECK(text_find_string(buf_text(&got), "quiet") == got.len);
    CHECK(text_find_string(buf_text(&got), "\"event\":\"loud\",\"n\":7}\n") < got.len);
    buf_release(&got);
    journal_open(2, JOURNAL_INFO);
    close(ends[0]);
    close(ends[1]);
}

// How many lines there are; each must be whole.
static unsigned count_lines(struct text all, uint64_t *dropped)
{
    struct text line;
    unsigned lines = 0;
    for (*dropped = 0; text_next_line(&all, &line); lines++) {
        uint32_t n;
        CHECK(text_starts(line, "{\"time\":\"") && text_ends(line, "}"));
        size_t at = text_find_string(line, "\"journal.dropped\",\"lines\":");
        if (at == line.len)
            continue;
        struct text number = text_from(line, at + strlen("\"journal.dropped\",\"lines\":"));
        number.len--;
        CHECK(text_to_u32(number, &n));
        *dropped += n;
        lines--;
    }
    return lines;
}

// Writes more than fits, reads, and writes again: what is missing is counted and told. A write that
// waited would hang the test.
static void stuck_reader(int read_end, int write_end)
{
    enum { LINES = 20000 };
    uint64_t told, before = journal_dropped();
    journal_open(write_end, JOURNAL_INFO);
    for (int i = 0; i < LINES; i++)
        journal_line(JOURNAL_INFO, "flood", JOURNAL_NUMBER("n", i), JOURNAL_END);
    uint64_t dropped = journal_dropped() - before;
    CHECK(dropped > 0 && dropped < LINES);
    struct buf got = drain(read_end);
    journal_line(JOURNAL_INFO, "after", JOURNAL_END);
    struct buf rest = drain(read_end);
    buf_add_text(&got, buf_text(&rest));
    CHECK_NUMBER(count_lines(buf_text(&got), &told), LINES + 1 - dropped);
    CHECK_NUMBER(told, dropped);
    CHECK_NUMBER(journal_dropped() - before, dropped);
    buf_release(&got);
    buf_release(&rest);
    journal_open(2, JOURNAL_INFO);
    close(read_end);
    close(write_end);
}

static void a_full_pipe_holds_nobody_up(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    stuck_reader(ends[0], ends[1]);
}

static void nor_does_a_full_socket(void)
{
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    stuck_reader(ends[0], ends[1]);
}

static void a_reader_that_is_gone_does_no_harm(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    close(ends[0]);
    uint64_t before = journal_dropped();
    journal_open(ends[1], JOURNAL_INFO);
    journal_line(JOURNAL_ERROR, "nobody", JOURNAL_END); // SIGPIPE would end the test
    CHECK(journal_dropped() > before);
    journal_open(2, JOURNAL_INFO);
    close(ends[1]);
}

static void *write_many(void *context)
{
    for (int i = 0; i < 100; i++)
        journal_line(JOURNAL_INFO, "thread", JOURNAL_STRING("who", context), JOURNAL_NUMBER("n", i),
                     JOURNAL_END);
    return NULL;
}

static void threads_do_not_mix_lines(void)
{
    static char names[4][8] = {"a", "b", "c", "d"};
    pthread_t thread[4];
    int ends[2];
    uint64_t told, before = journal_dropped();
    CHECK(pipe(ends) == 0);
    journal_open(ends[1], JOURNAL_INFO);
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&thread[i], NULL, write_many, names[i]) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    struct buf got = drain(ends[0]);
    CHECK_NUMBER(count_lines(buf_text(&got), &told), 400 - (journal_dropped() - before));
    buf_release(&got);
    journal_open(2, JOURNAL_INFO);
    close(ends[0]);
    close(ends[1]);
}

static const struct test tests[] = {
    TEST(fields_of_every_type),     TEST(no_fields),
    TEST(lines_are_bounded),        TEST(levels_by_name),
    TEST(quiet_lines_are_left_out), TEST(a_full_pipe_holds_nobody_up),
    TEST(nor_does_a_full_socket),   TEST(a_reader_that_is_gone_does_no_harm),
    TEST(threads_do_not_mix_lines),
};

TEST_MAIN(tests)
