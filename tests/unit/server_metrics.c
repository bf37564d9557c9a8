// Metrics: what is counted is printed, in the format that Prometheus reads.
#include "server/runtime/limit.h"
#include "server/runtime/metrics.h"
#include "test.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static bool has_line(struct text all, const char *want)
{
    struct text line;
    while (text_next_line(&all, &line))
        if (text_is(line, want))
            return true;
    return false;
}

static void values_are_printed(void)
{
    struct buf out = {0};
    metrics_add(METRIC_REQUESTS, METRICS_4XX, 2);
    metrics_add(METRIC_REQUESTS, metrics_status(404), 1);
    metrics_set(METRIC_MATCHES, 0, 12);
    metrics_change(METRIC_CONNECTIONS, METRICS_WEBSOCKET, 5);
    metrics_change(METRIC_CONNECTIONS, METRICS_WEBSOCKET, -2);
    metrics_add(METRIC_LIMITED, LIMIT_CHAT, 9);
    metrics_print(&out);
    struct text t = buf_text(&out);
    CHECK(has_line(t, "# TYPE logomachy_http_requests_total counter"));
    CHECK(has_line(t, "# HELP logomachy_http_requests_total HTTP requests answered."));
    CHECK(has_line(t, "logomachy_http_requests_total{status=\"4xx\"} 3"));
    CHECK(has_line(t, "logomachy_http_requests_total{status=\"2xx\"} 0"));
    CHECK(has_line(t, "# TYPE logomachy_matches gauge"));
    CHECK(has_line(t, "logomachy_matches 12"));
    CHECK(has_line(t, "logomachy_connections{kind=\"websocket\"} 3"));
    CHECK(has_line(t, "logomachy_limited_total{kind=\"chat\"} 9"));
    CHECK(has_line(t, "logomachy_journal_dropped_total 0"));
    CHECK_NUMBER(metrics_value(METRIC_REQUESTS, METRICS_4XX), 3);
    CHECK(metrics_value(METRIC_MEMORY_BYTES, 0) > 100000);
    buf_release(&out);
}

static void histograms_add_up(void)
{
    struct buf out = {0};
    metrics_observe(METRIC_ACTION_SECONDS, 35000); // within its bound
    metrics_observe(METRIC_ACTION_SECONDS, 35001);
    metrics_observe(METRIC_ACTION_SECONDS, 400);
    metrics_observe(METRIC_ACTION_SECONDS, 60000000);
    metrics_observe(METRIC_ACTION_SECONDS, -5);
    metrics_print(&out);
    struct text t = buf_text(&out);
    CHECK(has_line(t, "# TYPE logomachy_action_seconds histogram"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"0.0005\"} 2"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"0.025\"} 2"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"0.035\"} 3"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"0.05\"} 4"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"10\"} 4"));
    CHECK(has_line(t, "logomachy_action_seconds_bucket{le=\"+Inf\"} 5"));
    CHECK(has_line(t, "logomachy_action_seconds_sum 60.070401"));
    CHECK(has_line(t, "logomachy_action_seconds_count 5"));
    CHECK_NUMBER(metrics_value(METRIC_ACTION_SECONDS, 0), 5);
    buf_release(&out);
}

// name, perhaps {label="value"}, a space, a number.
static bool sample_ok(struct text line)
{
    size_t name = 0;
    while (name < line.len &&
           (line.at[name] == '_' || (line.at[name] >= 'a' && line.at[name] <= 'z')))
        name++;
    line = text_from(line, name);
    if (name == 0)
        return false;
    if (text_starts(line, "{")) {
        size_t end = text_find(line, '}');
        struct text inside = text_head(line, end), value = inside;
        text_cut(&value, '"');
        if (!text_ends(value, "\"") || text_find(value, '\\') < value.len)
            return false;
        line = text_from(line, end < line.len ? end + 1 : end);
    }
    if (!text_starts(line, " ") || line.len < 2)
        return false;
    for (size_t i = 1; i < line.len; i++)
        if (!strchr("0123456789.-", line.at[i]))
            return false;
    return true;
}

// Every metric has its help and its type, and every other line is a sample.
static void every_line_is_well_formed(void)
{
    struct buf out = {0};
    struct text rest, line;
    unsigned helps = 0, types = 0;
    metrics_print(&out);
    rest = buf_text(&out);
    while (text_next_line(&rest, &line)) {
        helps += text_starts(line, "# HELP ");
        types += text_starts(line, "# TYPE ");
        if (!text_starts(line, "# ") && !sample_ok(line))
            test_fail(__FILE__, __LINE__, "%.*s", TEXT_ARG(line));
    }
    CHECK_NUMBER(helps, METRICS);
    CHECK_NUMBER(types, METRICS);
    CHECK(text_ends(buf_text(&out), "\n"));
    buf_release(&out);
}

static void statuses_have_classes(void)
{
    CHECK_NUMBER(metrics_status(101), METRICS_2XX);
    CHECK_NUMBER(metrics_status(200), METRICS_2XX);
    CHECK_NUMBER(metrics_status(304), METRICS_3XX);
    CHECK_NUMBER(metrics_status(429), METRICS_4XX);
    CHECK_NUMBER(metrics_status(503), METRICS_5XX);
}

static void *count(void *context)
{
    (void)context;
    for (int i = 0; i < 10000; i++) {
        metrics_add(METRIC_MAILS, 1, 1);
        metrics_observe(METRIC_SEARCH_SECONDS, 1);
    }
    return NULL;
}

static void threads_lose_nothing(void)
{
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        CHECK(pthread_create(&thread[i], NULL, count, NULL) == 0);
    for (int i = 0; i < 4; i++)
        pthread_join(thread[i], NULL);
    CHECK_NUMBER(metrics_value(METRIC_MAILS, 1), 40000);
    CHECK_NUMBER(metrics_value(METRIC_SEARCH_SECONDS, 0), 40000);
}

static const struct test tests[] = {
    TEST(values_are_printed),    TEST(histograms_add_up),    TEST(every_line_is_well_formed),
    TEST(statuses_have_classes), TEST(threads_lose_nothing),
};

TEST_MAIN(tests)
