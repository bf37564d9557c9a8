// logomachy worker: runs searches for the servers of a site, one per thread.
#include "server/cluster/worker.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "server/runtime/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const struct cli_option options[] = {
    {"bus", "URL", MSG_WORKER_BUS},
    {"threads", "N", MSG_WORKER_THREADS},
    {"log-level", "debug|info|warning|error", MSG_OPTIONS_LOG_LEVEL},
    {NULL, NULL, MSG_OPTION_VERSION},
};

static bool open_journal(const struct cli *c)
{
    const char *given = cli_value(c, "log-level");
    enum journal_level level = JOURNAL_INFO;
    if (given && !journal_level_find(text_of(given), &level)) {
        cli_usage(c, MSG_OPTIONS_BAD_CHOICE, "--log-level\t%s\t%s", options[2].value, given);
        return false;
    }
    journal_open(STDERR_FILENO, level);
    return true;
}

static int run_worker(struct cli *c)
{
    struct worker_options how = {.bus = cli_value(c, "bus"), .search_path = &c->search_path};
    struct reason why;
    uint32_t threads;
    if (c->argc)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[0]);
    if (!how.bus)
        how.bus = getenv("LOGOMACHY_BUS");
    if (!how.bus || !*how.bus)
        return cli_usage(c, MSG_WORKER_NO_BUS, "%s", "");
    if (!cli_number(c, "threads", 0, WORKER_THREADS, 0, &threads) || !open_journal(c))
        return EXIT_USAGE;
    how.threads = threads;
    struct worker *w = worker_open(&how, &why);
    if (!w)
        return cli_refuse(c, &why);
    cli_say(c, MSG_WORKER_READY, "%u", worker_threads(w));
    fflush(stdout);
    worker_run(w);
    worker_close(w);
    return EXIT_OK;
}

const struct command command_worker = {"worker", "", MSG_WORKER_COMMAND, options, run_worker, NULL};
