// cli: the command-line framework of the subcommands. Each command declares its options in a table;
// the parser, --help and the manual page are all driven by it. The framework also provides the
// interface language and error reporting. A command is a struct command:
//
//     static const struct cli_option options[] = {{"top", "N", MSG_OPTION_TOP}, {0}};
//     struct command command_moves = {.name = "moves", .options = options};
//
// Options are written --name VALUE, --name=VALUE or with a single dash. `--` ends them.
//
// Command tables are static. cli_main() owns the struct cli that it passes to a command's run(): it
// is valid until run() returns, and its strings point into argv.
#ifndef LOGOMACHY_CLI_CLI_H
#define LOGOMACHY_CLI_CLI_H

#include "lexicon/search_path.h"

// Exit statuses, part of the contract with other programs.
enum { EXIT_OK = 0, EXIT_REFUSED = 1, EXIT_USAGE = 2 };

enum { CLI_OPTIONS = 48 };

struct cli_option {
    const char *name;
    const char *value; // placeholder for its value in help; NULL for a switch
    enum message help;
};

// One occurrence of an option, for options that may be repeated.
struct cli_given {
    int option;
    const char *value;
};

struct cli {
    enum language language;
    const struct command *command;
    char name[64];                  // full name of the command, for messages: "lexicon find"
    const char *given[CLI_OPTIONS]; // values of the options, in table order
    struct cli_given *every;        // all occurrences, in command-line order
    unsigned everys;
    const char **args;
    unsigned argc;
    struct search_path search_path;
};

struct command {
    const char *name;
    const char *usage; // the arguments after the name, without options
    enum message summary;
    const struct cli_option *options; // ends with a NULL name; NULL: only the common options
    int (*run)(struct cli *c);
    const struct command *const *inner; // subcommands, instead of `run`; NULL-terminated
};

// Runs the program: finds the command, parses its options and calls its run(). Returns the exit
// status.
int cli_main(const struct command *root, int argc, char *const *argv);

// The value of an option, "" for a switch, or NULL if it was not given.
const char *cli_value(const struct cli *c, const char *name);
// The n-th value, from 0, of an option that may be given several times; NULL past the last.
const char *cli_value_nth(const struct cli *c, const char *name, unsigned n);
bool cli_json(const struct cli *c);

// Parses an option as a number within bounds; `fallback` if it was not given. On any other value,
// prints a message and returns false.
bool cli_number(const struct cli *c, const char *name, uint32_t low, uint32_t high,
                uint32_t fallback, uint32_t *out);

// cli_say() prints a message to standard output. cli_refuse() prints a reason to standard error and
// returns EXIT_REFUSED.
void cli_say(const struct cli *c, enum message what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int cli_refuse(const struct cli *c, const struct reason *why);

// The same, with a subject (such as a lexicon's name) in front of the reason.
int cli_refuse_about(const struct cli *c, const char *what, const struct reason *why);

// Reports wrong usage and points to --help. Returns EXIT_USAGE.
int cli_usage(const struct cli *c, enum message what, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

// Writes the buffer to standard output and releases it. EXIT_REFUSED if writing failed.
int cli_put(const struct cli *c, struct buf *out);

// Display width of the text, in terminal columns.
size_t cli_columns(struct text t);

// Appends the program's manual page in roff format, generated from the same tables.
void cli_manual(const struct command *root, struct buf *out);

#endif
