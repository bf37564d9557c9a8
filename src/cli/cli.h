// cli: what the subcommands share: options from tables, help and manual made from the same tables,
// the interface language, and error reporting. A command is a struct command:
//
//     static const struct cli_option options[] = {{"top", "N", MSG_OPTION_TOP}, {0}};
//     struct command command_moves = {.name = "moves", .options = options};
//
// Options may be written --name VALUE, --name=VALUE or with one dash. `--` ends them.
#ifndef LOGOMACHY_CLI_CLI_H
#define LOGOMACHY_CLI_CLI_H

#include "lexicon/search_path.h"

// Exit statuses, part of the contract with other programs.
enum { EXIT_OK = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2 };

enum { CLI_OPTIONS = 48 };

struct cli_option {
    const char *name;
    const char *value; // what stands for its value in help; NULL for a switch
    enum message help;
};

// A value that an option was given, for options that may be there several times.
struct cli_given {
    int option;
    const char *value;
};

struct cli {
    enum language language;
    const struct command *command;
    char name[64];                  // the command in full, for messages: "lexicon find"
    const char *given[CLI_OPTIONS]; // values of the options given, in the order of the tables
    struct cli_given *every;        // all values, in the order of the command line
    unsigned everys;
    const char **args;
    unsigned argc;
    struct search_path search_path;
};

struct command {
    const char *name;
    const char *usage; // what follows the name, options apart
    enum message summary;
    const struct cli_option *options; // ends with a NULL name; NULL: none of its own
    int (*run)(struct cli *c);
    const struct command *const *inner; // subcommands instead of `run`; ends with NULL
};

// Runs the program: finds the command, reads its options, does it.
int cli_main(const struct command *root, int argc, char *const *argv);

// The value of an option, "" for a switch that is on, or NULL where it was not given.
const char *cli_value(const struct cli *c, const char *name);
// The n-th value, from 0, of an option that may be given several times; NULL past the last.
const char *cli_value_nth(const struct cli *c, const char *name, unsigned n);
bool cli_json(const struct cli *c);

// A number from an option, within bounds; `fallback` where it was not given. False, with the
// message printed, for anything else.
bool cli_number(const struct cli *c, const char *name, uint32_t low, uint32_t high,
                uint32_t fallback, uint32_t *out);

// Words a message to standard output, or a reason to standard error. The latter returns
// EXIT_REFUSED.
void cli_say(const struct cli *c, enum message what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int cli_refuse(const struct cli *c, const struct reason *why);

// The same for a reason that does not say itself what it is about: a lexicon's name goes before it.
int cli_refuse_about(const struct cli *c, const char *what, const struct reason *why);

// The usage was wrong: says so and where to find help; returns EXIT_USAGE.
int cli_usage(const struct cli *c, enum message what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Writes the buffer to standard output and releases it; EXIT_REFUSED where that failed.
int cli_put(const struct cli *c, struct buf *out);

// How many columns of a terminal the text takes.
size_t cli_columns(struct text t);

// The program's manual page, made from the same tables.
void cli_manual(const struct command *root, struct buf *out);

#endif
