// commands: the top-level commands of the program, each a static table defined in the file that
// implements it. main.c lists them for cli_main():
//
//     static const struct command *const inner[] = {&command_best, &command_perft, NULL};
//     const struct command root = {.name = "logomachy", .inner = inner};
#ifndef LOGOMACHY_CLI_COMMANDS_H
#define LOGOMACHY_CLI_COMMANDS_H

#include "cli/cli.h"

extern const struct command command_admin;
extern const struct command command_best;
extern const struct command command_engine;
extern const struct command command_gcg;
extern const struct command command_lexicon;
extern const struct command command_moves;
extern const struct command command_perft;
extern const struct command command_play;
extern const struct command command_replay;
extern const struct command command_rules;
extern const struct command command_selfplay;
extern const struct command command_verify;
extern const struct command command_serve;
extern const struct command command_worker;

#endif
