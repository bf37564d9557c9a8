// logomachy serve: runs the web server.
#include "cli/cli.h"
#include "cli/commands.h"
#include "server/ops/app.h"

#include <stdio.h>
#include <stdlib.h>

#define OWN(field, name, value, type, low, high, fallback, help) {name, value, help},
#define SHARED(...) // --lexicons: every command has it
static const struct cli_option options[] = {OPTIONS_TABLE(OWN, SHARED){0}};
#undef OWN
#undef SHARED

static const char *flag(const void *context, const char *name)
{
    return cli_value(context, name);
}

static int run_serve(struct cli *c)
{
    struct options o;
    struct reason why;
    struct options_source from = {.flag = flag, .context = c, .variable = getenv};
    if (!options_load(&o, &from, &why))
        return cli_refuse(c, &why);
    struct app *app = app_open(&o, NULL, &why);
    if (!app) {
        options_release(&o);
        // The server was told to stop while waiting for its database.
        return why.what == MSG_API_STOPPED ? EXIT_OK : cli_refuse(c, &why);
    }
    cli_say(c, MSG_SERVE_READY, "%s", app->site.url);
    fflush(stdout);
    app_run(app);
    app_close(app);
    options_release(&o);
    return EXIT_OK;
}

const struct command command_serve = {"serve", "", MSG_COMMAND_SERVE, options, run_serve, NULL};
