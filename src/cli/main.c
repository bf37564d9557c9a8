// logomachy: the entry point and the table of subcommands.
#include "cli/cli.h"
#include "cli/commands.h"

static int run_manual(struct cli *c);

static const struct command manual = {"manual", "", MSG_COMMAND_MANUAL, NULL, run_manual, NULL};

static const struct command *const commands[] = {
    &command_serve, &command_admin,  &command_play,     &command_replay,
    &command_moves, &command_best,   &command_selfplay, &command_engine,
    &command_perft, &command_rules,  &command_verify,   &command_lexicon,
    &command_gcg,   &command_worker, &manual,           NULL,
};

static const struct cli_option options[] = {
    {"version", NULL, MSG_OPTION_VERSION},
    {NULL, NULL, MSG_OPTION_VERSION},
};

static const struct command root = {"logomachy", "COMMAND …", MSG_COMMAND_ROOT,
                                    options,     NULL,        commands};

static int run_manual(struct cli *c)
{
    struct buf out = {0};
    if (c->argc)
        return cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[0]);
    cli_manual(&root, &out);
    return cli_put(c, &out);
}

int main(int argc, char **argv)
{
    return cli_main(&root, argc, argv);
}
