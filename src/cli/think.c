#include "cli/think.h"

#include <time.h>

// Fraction of the time to search: returning the result takes time, too.
#define EARLY 0.98

double think_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

struct think think_level(unsigned level)
{
    return (struct think){.level = level, .seconds = level == ENGINE_LEVELS ? 1 : 0, .threads = 1};
}

bool think_seconds(struct text t, double *out)
{
    struct text fraction = t, whole = text_cut(&fraction, '.');
    bool point = whole.len < t.len;
    uint32_t n = 0, part = 0;
    double unit = 1;
    if (!text_to_u32(whole, &n) || n > THINK_SECONDS || fraction.len > 6 ||
        (point && !text_to_u32(fraction, &part)))
        return false;
    for (size_t i = 0; i < fraction.len; i++)
        unit /= 10;
    *out = n + part * unit;
    return *out >= 0.001 && *out <= THINK_SECONDS;
}

bool think_option_time(const struct cli *c, double *seconds)
{
    const char *given = cli_value(c, "time");
    *seconds = 0;
    if (!given || think_seconds(text_of(given), seconds))
        return true;
    cli_usage(c, MSG_GAME_BAD_SECONDS, "%s\t%d\t%s", "time", THINK_SECONDS, given);
    return false;
}

bool think_options(struct think *out, const struct cli *c)
{
    uint32_t level, threads;
    double seconds;
    if (!cli_number(c, "level", 1, ENGINE_LEVELS, ENGINE_LEVELS, &level) ||
        !cli_number(c, "threads", 1, THINK_THREADS, 1, &threads) || !think_option_time(c, &seconds))
        return false;
    *out = think_level(level);
    out->threads = threads;
    if (seconds > 0)
        out->seconds = seconds;
    return true;
}

static bool time_is_up(void *context)
{
    const double *end = context;
    return think_now() >= *end;
}

bool think_move(struct engine *e, const struct state *s, unsigned seat, const struct think *how,
                struct rng *r, struct engine_result *out)
{
    double end = (how->since > 0 ? how->since : think_now()) + how->seconds * EARLY;
    struct engine_options options = {.level = how->level,
                                     .threads = how->threads,
                                     .max_nodes = how->nodes,
                                     .outlook = how->outlook};
    const struct config *c = &e->config;
    struct state view;
    if (how->seconds > 0) {
        options.stop = time_is_up;
        options.context = &end;
        options.seconds = how->seconds;
    }
    c->rules->view(c, s, seat, &view);
    return engine_best(e, &view, seat, &options, r, out);
}
