// commands: the rows of the program's table, one for each file of this folder that has a command.
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
