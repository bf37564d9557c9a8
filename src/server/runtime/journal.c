#include "server/runtime/journal.h"

#include "base/utf8.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

_Static_assert((int)JOURNAL_LINE <= (int)PIPE_BUF, "written to a pipe in one piece");

static const char *const level_names[JOURNAL_LEVELS] = {"debug", "info", "warning", "error"};

#define CUT ",\"cut\":true}\n"

// There is one standard error in a process, so there is one journal.
static struct {
    pthread_mutex_t lock; // of all but `lowest`
    atomic_uint lowest;
    int descriptor;
    uint64_t dropped;
    uint64_t reported;       // of the dropped: those that a line has told of
    char rest[JOURNAL_LINE]; // of a line that a socket has taken a part of
    size_t rest_len;
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER, .lowest = JOURNAL_INFO, .descriptor = 2};

void journal_open(int descriptor, enum journal_level lowest)
{
    pthread_mutex_lock(&journal.lock);
    journal.descriptor = descriptor;
    journal.rest_len = 0;
    pthread_mutex_unlock(&journal.lock);
    atomic_store(&journal.lowest, lowest);
}

bool journal_level_find(struct text name, enum journal_level *out)
{
    for (int i = 0; i < JOURNAL_LEVELS; i++)
        if (text_is(name, level_names[i])) {
            *out = (enum journal_level)i;
            return true;
        }
    return false;
}

uint64_t journal_dropped(void)
{
    pthread_mutex_lock(&journal.lock);
    uint64_t dropped = journal.dropped;
    pthread_mutex_unlock(&journal.lock);
    return dropped;
}

static void add_text(struct buf *out, struct text t)
{
    struct text head = text_head(t, JOURNAL_TEXT_MAX);
    if (head.len < t.len)
        head.len = utf8_whole(head);
    buf_add_byte(out, '"');
    buf_add_json(out, head);
    buf_add_string(out, head.len < t.len ? "…\"" : "\"");
}

static void add_reason(struct buf *out, const struct reason *why)
{
    struct buf worded = {0};
    reason_word(why, LANGUAGE_EN, &worded);
    add_text(out, buf_text(&worded));
    buf_release(&worded);
}

static void add_field(struct buf *out, const struct journal_field *f)
{
    buf_add_string(out, ",\"");
    buf_add_json(out, text_of(f->key));
    buf_add_string(out, "\":");
    if (f->type == JOURNAL_TYPE_TEXT)
        add_text(out, f->text);
    else if (f->type == JOURNAL_TYPE_NUMBER)
        buf_printf(out, "%lld", (long long)f->number);
    else if (f->type == JOURNAL_TYPE_BOOL)
        buf_add_string(out, f->yes ? "true" : "false");
    else
        add_reason(out, f->reason);
}

static void add_time(struct buf *out, int64_t unix_ms)
{
    char date[40];
    struct tm parts;
    time_t seconds = (time_t)(unix_ms / 1000);
    gmtime_r(&seconds, &parts);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
    buf_printf(out, "{\"time\":\"%s.%03dZ\"", date, (int)(unix_ms % 1000));
}

void journal_format(struct buf *out, int64_t unix_ms, enum journal_level level, const char *event,
                    const struct journal_field *fields)
{
    size_t start = out->len;
    add_time(out, unix_ms);
    buf_printf(out, ",\"level\":\"%s\",\"event\":\"", level_names[level]);
    buf_add_json(out, text_of(event));
    buf_add_byte(out, '"');
    for (; fields->type != JOURNAL_TYPE_END; fields++) {
        size_t before = out->len;
        add_field(out, fields);
        if (out->len - start > JOURNAL_LINE - (sizeof CUT - 1)) {
            out->len = before;
            buf_add_string(out, CUT);
            return;
        }
    }
    buf_add_string(out, "}\n");
}

// Writes as many bytes as it can without waiting, and returns their number. The descriptor itself
// is not made non-blocking: others may have it too, such as the shell whose terminal it is.
static size_t write_now(const char *bytes, size_t len)
{
    struct pollfd ready = {.fd = journal.descriptor, .events = POLLOUT};
    ssize_t n = send(journal.descriptor, bytes, len, MSG_DONTWAIT | MSG_NOSIGNAL);
    // A pipe that is ready takes a line in one piece.
    if (n < 0 && errno == ENOTSOCK && poll(&ready, 1, 0) == 1 && ready.revents == POLLOUT)
        n = write(journal.descriptor, bytes, len);
    return n > 0 ? (size_t)n : 0;
}

static bool put(struct text line)
{
    size_t n = write_now(journal.rest, journal.rest_len);
    memmove(journal.rest, journal.rest + n, journal.rest_len - n);
    journal.rest_len -= n;
    n = journal.rest_len ? 0 : write_now(line.at, line.len);
    if (n == 0)
        return false;
    journal.rest_len = line.len - n;
    memcpy(journal.rest, line.at + n, line.len - n);
    return true;
}

// Says first how many were dropped before, so that gaps are seen where they are.
static bool put_notice(int64_t now)
{
    struct buf line = {0};
    uint64_t lost = journal.dropped - journal.reported;
    const struct journal_field fields[] = {JOURNAL_NUMBER("lines", (int64_t)lost), JOURNAL_END};
    if (lost == 0)
        return true;
    journal_format(&line, now, JOURNAL_WARNING, "journal.dropped", fields);
    bool ok = buf_ok(&line) && put(buf_text(&line));
    if (ok)
        journal.reported = journal.dropped;
    buf_release(&line);
    return ok;
}

void journal_write(enum journal_level level, const char *event, const struct journal_field *fields)
{
    struct timespec now;
    struct buf line = {0};
    if (level < atomic_load_explicit(&journal.lowest, memory_order_relaxed))
        return;
    clock_gettime(CLOCK_REALTIME, &now);
    int64_t now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    journal_format(&line, now_ms, level, event, fields);
    pthread_mutex_lock(&journal.lock);
    if (!buf_ok(&line) || !put_notice(now_ms) || !put(buf_text(&line)))
        journal.dropped++;
    pthread_mutex_unlock(&journal.lock);
    buf_release(&line);
}
