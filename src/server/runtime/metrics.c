#include "server/runtime/metrics.h"

#include "base/bug.h"
#include "base/file.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/limit.h"
#include "server/runtime/mail.h"
#include "server/runtime/pool.h"

#include <stdatomic.h>
#include <unistd.h>

enum { LABELS = 32 };
_Static_assert((int)LIMIT_KINDS <= (int)LABELS, "there is a cell for each kind of limit");

enum type { COUNTER, GAUGE, HISTOGRAM };

// The values that a label has, in the order of their enum.
struct label {
    const char *name;
    unsigned count;
    const char *(*value)(unsigned i);
};

struct row {
    const char *name;
    const char *help;
    enum type type;
    const struct label *label; // NULL: none
};

// 35 ms is what the server promises for most moves, so it is counted exactly. The texts are in
// seconds, as Prometheus wants them, whatever the locale.
static const struct {
    int64_t microseconds;
    const char *seconds;
} bounds[] = {
    {500, "0.0005"},  {1000, "0.001"},  {2500, "0.0025"}, {5000, "0.005"}, {10000, "0.01"},
    {25000, "0.025"}, {35000, "0.035"}, {50000, "0.05"},  {100000, "0.1"}, {250000, "0.25"},
    {500000, "0.5"},  {1000000, "1"},   {2500000, "2.5"}, {5000000, "5"},  {10000000, "10"},
};
enum { BOUNDS = sizeof bounds / sizeof *bounds };

struct histogram {
    atomic_uint_least64_t bucket[BOUNDS + 1]; // those within a bound and not within the one before
    atomic_uint_least64_t microseconds;
};

static atomic_int_least64_t cells[METRICS][LABELS];
static struct histogram histograms[METRICS];

#define LABEL(symbol, name, size, ...)                                   \
    static const char *symbol##_value(unsigned i)                        \
    {                                                                    \
        static const char *const texts[] = {__VA_ARGS__};                \
        _Static_assert(sizeof texts / sizeof *texts == (size), #symbol); \
        return texts[i];                                                 \
    }                                                                    \
    static const struct label symbol = {name, size, symbol##_value};

LABEL(connection, "kind", METRICS_CONNECTIONS, "http", "websocket")
LABEL(status, "status", METRICS_STATUSES, "2xx", "3xx", "4xx", "5xx")
LABEL(action, "result", METRICS_ACTIONS, "applied", "repeated", "stale", "refused")
LABEL(outcome, "result", METRICS_OUTCOMES, "ok", "failed")
LABEL(class, "class", POOL_CLASSES, "quick", "short", "move", "analysis")
LABEL(where, "where", METRICS_WHERES, "loop", "thread")
LABEL(remote, "result", METRICS_REMOTES, "done", "nothing", "busy", "nobody", "refused", "lost",
      "wrong", "unwanted")
LABEL(bus, "kind", METRICS_BUS, "sent", "heard", "dropped")
LABEL(lease, "kind", METRICS_LEASES, "taken", "lost")
LABEL(database, "kind", METRICS_DATABASE, "reads", "writes")
LABEL(mail, "result", MAIL_NEVER + 1, "sent", "later", "never")

// As net_drop_name() says them.
LABEL(dropped, "why", NET_DROPS, "head_size", "body_size", "bad", "slow_in", "slow_out", "idle",
      "silent", "message", "refused", "address", "connects", "full", "files", "transfers", "memory")

static const char *metrics_limit_value(unsigned i)
{
    return limit_rule((enum limit_kind)i)->name;
}
static const struct label limit = {"kind", LIMIT_KINDS, metrics_limit_value};

// The texts hold nothing that Prometheus wants escaped: no quotes, backslashes or line breaks.
static const struct row rows[METRICS] = {
    [METRIC_START_SECONDS] = {"process_start_time_seconds", "When the process started.", GAUGE,
                              NULL},
    [METRIC_MEMORY_BYTES] = {"process_resident_memory_bytes", "Memory in use.", GAUGE, NULL},
    [METRIC_CONNECTIONS] = {"logomachy_connections", "Open connections.", GAUGE, &connection},
    [METRIC_CONNECTIONS_TOTAL] = {"logomachy_connections_total", "Connections accepted.", COUNTER,
                                  &connection},
    [METRIC_DROPS] = {"logomachy_drops_total",
                      "Clients that were refused or dropped before a request was handed over.",
                      COUNTER, &dropped},
    [METRIC_BUFFERED] = {"logomachy_buffered_bytes", "Bytes that wait to be read or sent.", GAUGE,
                         NULL},
    [METRIC_REQUESTS] = {"logomachy_http_requests_total", "HTTP requests answered.", COUNTER,
                         &status},
    [METRIC_REQUEST_SECONDS] = {"logomachy_http_request_seconds",
                                "Time from a whole HTTP request to its answer.", HISTOGRAM, NULL},
    [METRIC_MESSAGES_IN] = {"logomachy_messages_in_total", "WebSocket messages received.", COUNTER,
                            NULL},
    [METRIC_MESSAGES_OUT] = {"logomachy_messages_out_total", "WebSocket messages sent.", COUNTER,
                             NULL},
    [METRIC_BYTES_IN] = {"logomachy_bytes_in_total", "Bytes received.", COUNTER, NULL},
    [METRIC_BYTES_OUT] = {"logomachy_bytes_out_total", "Bytes sent.", COUNTER, NULL},
    [METRIC_ACTIONS] = {"logomachy_actions_total", "Actions that were asked of matches.", COUNTER,
                        &action},
    [METRIC_ACTION_SECONDS] = {"logomachy_action_seconds",
                               "Time from an action to its acknowledgement.", HISTOGRAM, NULL},
    [METRIC_MATCHES] = {"logomachy_matches", "Matches in memory.", GAUGE, NULL},
    [METRIC_MATCHES_TOTAL] = {"logomachy_matches_total", "Matches started.", COUNTER, NULL},
    [METRIC_LOGINS] = {"logomachy_logins_total", "Attempts to log in.", COUNTER, &outcome},
    [METRIC_LIMITED] = {"logomachy_limited_total", "What was refused for being too frequent.",
                        COUNTER, &limit},
    [METRIC_COMMITS] = {"logomachy_commits_total", "Transactions of the database.", COUNTER,
                        &outcome},
    [METRIC_COMMIT_SECONDS] = {"logomachy_commit_seconds", "Time that a transaction took.",
                               HISTOGRAM, NULL},
    [METRIC_POOL_QUEUED] = {"logomachy_pool_queued", "Jobs that wait for a thread.", GAUGE, &class},
    [METRIC_POOL_RUNNING] = {"logomachy_pool_running", "Jobs that run.", GAUGE, &class},
    [METRIC_POOL_REFUSED] = {"logomachy_pool_refused_total",
                             "Jobs refused because the queue was full.", COUNTER, &class},
    [METRIC_ABANDONED] = {"logomachy_http_abandoned_total",
                          "Requests whose client left before the answer.", COUNTER, NULL},
    [METRIC_REPLAYED] = {"logomachy_replayed_events_total",
                         "Events of matches that were replayed to load or to show them.", COUNTER,
                         &where},
    [METRIC_SEARCH_SECONDS] = {"logomachy_search_seconds", "Time that searches took.", HISTOGRAM,
                               NULL},
    [METRIC_REMOTE] = {"logomachy_remote_searches_total", "Searches that workers were asked for.",
                       COUNTER, &remote},
    [METRIC_REMOTE_RUNNING] = {"logomachy_remote_searches", "Searches that workers are at.", GAUGE,
                               NULL},
    [METRIC_MAILS] = {"logomachy_mails_total", "Attempts to send a mail.", COUNTER, &mail},
    [METRIC_JOURNAL_DROPPED] = {"logomachy_journal_dropped_total",
                                "Lines of the journal that were lost.", COUNTER, NULL},
    [METRIC_BUS_UP] = {"logomachy_bus_up", "Whether the bus of the site's processes is there.",
                       GAUGE, NULL},
    [METRIC_BUS_MESSAGES] = {"logomachy_bus_messages_total", "Messages of the bus.", COUNTER, &bus},
    [METRIC_DATABASE] = {"logomachy_database_up", "1 while the database can be used.", GAUGE,
                         &database},
    [METRIC_DAMAGED] = {"logomachy_database_damaged_total",
                        "Reads and writes that met damage in the database.", COUNTER, NULL},
    [METRIC_UNREADABLE] = {"logomachy_unreadable_matches_total",
                           "Attempts to load a match whose stored data are damaged.", COUNTER,
                           NULL},
    [METRIC_LEASES] = {"logomachy_leases", "Shards of matches that this process looks after.",
                       GAUGE, NULL},
    [METRIC_LEASE_CHANGES] = {"logomachy_lease_changes_total",
                              "Shards of matches that came to this process, or went.", COUNTER,
                              &lease},
};

// The cell of a metric that has this type; a wrong type or label is a mistake of the code.
static atomic_int_least64_t *cell(enum metric what, unsigned label, enum type type)
{
    BUG_UNLESS((unsigned)what < METRICS && rows[what].type == type);
    BUG_UNLESS(label < (rows[what].label ? rows[what].label->count : 1));
    return &cells[what][label];
}

void metrics_add(enum metric what, unsigned label, uint64_t more)
{
    atomic_fetch_add_explicit(cell(what, label, COUNTER), (int64_t)more, memory_order_relaxed);
}

void metrics_set(enum metric what, unsigned label, int64_t value)
{
    atomic_store_explicit(cell(what, label, GAUGE), value, memory_order_relaxed);
}

void metrics_change(enum metric what, unsigned label, int64_t by)
{
    atomic_fetch_add_explicit(cell(what, label, GAUGE), by, memory_order_relaxed);
}

void metrics_observe(enum metric what, int64_t microseconds)
{
    BUG_UNLESS((unsigned)what < METRICS && rows[what].type == HISTOGRAM);
    struct histogram *h = &histograms[what];
    int64_t took = microseconds > 0 ? microseconds : 0; // a clock may be set back
    unsigned i = 0;
    while (i < BOUNDS && took > bounds[i].microseconds)
        i++;
    atomic_fetch_add_explicit(&h->bucket[i], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&h->microseconds, (uint64_t)took, memory_order_relaxed);
}

int64_t metrics_value(enum metric what, unsigned label)
{
    uint64_t sum = 0;
    BUG_UNLESS((unsigned)what < METRICS);
    if (rows[what].type != HISTOGRAM)
        return atomic_load(cell(what, label, rows[what].type));
    for (unsigned i = 0; i <= BOUNDS; i++)
        sum += atomic_load(&histograms[what].bucket[i]);
    return (int64_t)sum;
}

enum metrics_status metrics_status(unsigned http_status)
{
    if (http_status < 300)
        return METRICS_2XX;
    if (http_status < 400)
        return METRICS_3XX;
    return http_status < 500 ? METRICS_4XX : METRICS_5XX;
}

static void print_values(struct buf *out, enum metric what)
{
    const struct row *row = &rows[what];
    unsigned count = row->label ? row->label->count : 1;
    for (unsigned i = 0; i < count; i++) {
        buf_add_string(out, row->name);
        if (row->label)
            buf_printf(out, "{%s=\"%s\"}", row->label->name, row->label->value(i));
        buf_printf(out, " %lld\n", (long long)atomic_load(&cells[what][i]));
    }
}

static void print_histogram(struct buf *out, enum metric what)
{
    const char *name = rows[what].name;
    struct histogram *h = &histograms[what];
    uint64_t sum = 0;
    for (unsigned i = 0; i < BOUNDS; i++) {
        sum += atomic_load(&h->bucket[i]);
        buf_printf(out, "%s_bucket{le=\"%s\"} %llu\n", name, bounds[i].seconds,
                   (unsigned long long)sum);
    }
    sum += atomic_load(&h->bucket[BOUNDS]);
    buf_printf(out, "%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)sum);
    uint64_t took = atomic_load(&h->microseconds);
    buf_printf(out, "%s_sum %llu.%06llu\n", name, (unsigned long long)(took / 1000000),
               (unsigned long long)(took % 1000000));
    buf_printf(out, "%s_count %llu\n", name, (unsigned long long)sum);
}

// The second number of statm is the resident set, in pages.
static int64_t resident_bytes(void)
{
    struct buf content = {0};
    uint32_t pages = 0;
    if (file_read("/proc/self/statm", 4096, &content, NULL)) {
        struct text rest = buf_text(&content);
        text_cut(&rest, ' ');
        if (!text_to_u32(text_cut(&rest, ' '), &pages))
            pages = 0;
    }
    buf_release(&content);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

void metrics_print(struct buf *out)
{
    static const char *const types[] = {"counter", "gauge", "histogram"};
    metrics_set(METRIC_MEMORY_BYTES, 0, resident_bytes());
    atomic_store(&cells[METRIC_JOURNAL_DROPPED][0], (int64_t)journal_dropped());
    for (int i = 0; i < METRICS; i++) {
        buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", rows[i].name, rows[i].help, rows[i].name,
                   types[rows[i].type]);
        if (rows[i].type == HISTOGRAM)
            print_histogram(out, (enum metric)i);
        else
            print_values(out, (enum metric)i);
    }
}
