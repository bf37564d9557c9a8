#include "cli/cli.h"

#include "base/utf8.h"
#include "version.gen.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Options of every command.
static const struct cli_option common[] = {
    {"json", NULL, MSG_OPTION_JSON}, {"lexicons", "DIR", MSG_OPTION_LEXICONS},
    {"ui", "LANG", MSG_OPTION_UI},   {"help", NULL, MSG_OPTION_HELP},
    {NULL, NULL, MSG_OPTION_HELP},
};

enum { COMMON = sizeof common / sizeof *common - 1 };

// The n-th option of the command: the common ones first.
static const struct cli_option *option_at(const struct command *command, unsigned n)
{
    if (n < COMMON)
        return &common[n];
    if (!command->options)
        return NULL;
    for (unsigned i = COMMON; i < n; i++)
        if (!command->options[i - COMMON].name)
            return NULL;
    return command->options[n - COMMON].name ? &command->options[n - COMMON] : NULL;
}

static int find_option(const struct command *command, struct text name)
{
    const struct cli_option *option;
    for (unsigned i = 0; i < CLI_OPTIONS && (option = option_at(command, i)); i++)
        if (text_is(name, option->name))
            return (int)i;
    return -1;
}

const char *cli_value(const struct cli *c, const char *name)
{
    int i = find_option(c->command, text_of(name));
    return i < 0 ? NULL : c->given[i];
}

const char *cli_value_nth(const struct cli *c, const char *name, unsigned n)
{
    int at = find_option(c->command, text_of(name));
    for (unsigned i = 0; i < c->everys; i++)
        if (c->every[i].option == at && n-- == 0)
            return c->every[i].value;
    return NULL;
}

bool cli_json(const struct cli *c)
{
    return cli_value(c, "json") != NULL;
}

bool cli_number(const struct cli *c, const char *name, uint32_t low, uint32_t high,
                uint32_t fallback, uint32_t *out)
{
    const char *given = cli_value(c, name);
    *out = fallback;
    if (!given || (text_to_u32(text_of(given), out) && *out >= low && *out <= high))
        return true;
    cli_usage(c, MSG_CLI_BAD_NUMBER, "%s\t%u\t%u\t%s", name, (unsigned)low, (unsigned)high, given);
    return false;
}

__attribute__((format(printf, 4, 0))) static void
put(const struct cli *c, FILE *to, enum message what, const char *format, va_list args)
{
    char values[1024];
    struct buf out = {0};
    vsnprintf(values, sizeof values, format, args);
    message_fill(&out, what, c->language, text_of(values));
    fprintf(to, "%.*s\n", TEXT_ARG(buf_text(&out)));
    buf_release(&out);
}

void cli_say(const struct cli *c, enum message what, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    put(c, stdout, what, format, args);
    va_end(args);
}

int cli_refuse(const struct cli *c, const struct reason *why)
{
    struct buf out = {0};
    reason_word(why, c->language, &out);
    // A reason with a line number begins with it, so that programs find it there.
    fprintf(stderr, "%s%.*s\n", why->line ? "" : "logomachy: ", TEXT_ARG(buf_text(&out)));
    buf_release(&out);
    return EXIT_REFUSED;
}

int cli_refuse_about(const struct cli *c, const char *what, const struct reason *why)
{
    struct buf out = {0};
    reason_word(why, c->language, &out);
    fprintf(stderr, "logomachy: %s: %.*s\n", what, TEXT_ARG(buf_text(&out)));
    buf_release(&out);
    return EXIT_REFUSED;
}

int cli_usage(const struct cli *c, enum message what, const char *format, ...)
{
    va_list args;
    fprintf(stderr, "logomachy: ");
    va_start(args, format);
    put(c, stderr, what, format, args);
    va_end(args);
    struct buf hint = {0};
    char command[80];
    snprintf(command, sizeof command, "logomachy%s%s", c->name[0] ? " " : "", c->name);
    message_fill(&hint, MSG_CLI_SEE_HELP, c->language, text_of(command));
    fprintf(stderr, "%.*s\n", TEXT_ARG(buf_text(&hint)));
    buf_release(&hint);
    return EXIT_USAGE;
}

// Reports an error if any output could not be written.
static int flush_output(const struct cli *c)
{
    struct reason why;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_OK;
    refuse(&why, MSG_FILE_CANNOT_WRITE, "%s\t%s", "standard output", strerror(errno));
    return cli_refuse(c, &why);
}

int cli_put(const struct cli *c, struct buf *out)
{
    struct text t = buf_text(out);
    struct reason why;
    int status;
    if (!buf_ok(out)) {
        refuse(&why, MSG_OUT_OF_MEMORY, "%s", "");
        status = cli_refuse(c, &why);
    } else {
        fwrite(t.at, 1, t.len, stdout);
        status = flush_output(c);
    }
    buf_release(out);
    return status;
}

size_t cli_columns(struct text t)
{
    size_t width = 0;
    for (uint32_t code; t.len;)
        width += utf8_next(&t, &code) ? (size_t)utf8_width(code) : 1;
    return width;
}

// A row of help in two columns: the syntax, then its description.
static void help_row(struct buf *out, struct text left, const char *right)
{
    enum { LEFT = 26 };
    buf_printf(out, "  %.*s", TEXT_ARG(left));
    for (size_t i = cli_columns(left); i < LEFT; i++)
        buf_add_byte(out, ' ');
    buf_printf(out, "%s%s\n", cli_columns(left) >= LEFT ? " " : "", right);
}

static void help_commands(const struct cli *c, struct buf *out)
{
    for (const struct command *const *one = c->command->inner; *one; one++) {
        char left[128];
        snprintf(left, sizeof left, "%s %s", (*one)->name, (*one)->usage);
        help_row(out, text_trim(text_of(left)), message_text((*one)->summary, c->language));
    }
}

static void help_options(const struct cli *c, struct buf *out)
{
    const struct cli_option *option;
    // The command's own options come first: they matter most to the reader.
    for (int common_too = 0; common_too < 2; common_too++)
        for (unsigned i = common_too ? 0 : COMMON;
             (option = option_at(c->command, i)) && (!common_too || i < COMMON); i++) {
            char left[64];
            snprintf(left, sizeof left, "--%s %s", option->name,
                     option->value ? option->value : "");
            help_row(out, text_trim(text_of(left)), message_text(option->help, c->language));
        }
}

static int print_help(const struct cli *c)
{
    struct buf out = {0};
    const char *space = c->name[0] ? " " : "";
    buf_printf(&out, "%s: logomachy%s%s %s\n\n", message_text(MSG_CLI_USAGE, c->language), space,
               c->name, c->command->usage);
    buf_printf(&out, "%s\n\n", message_text(c->command->summary, c->language));
    if (c->command->inner) {
        buf_printf(&out, "%s:\n", message_text(MSG_CLI_COMMANDS, c->language));
        help_commands(c, &out);
        buf_add_byte(&out, '\n');
    }
    buf_printf(&out, "%s:\n", message_text(MSG_CLI_OPTIONS, c->language));
    help_options(c, &out);
    return cli_put(c, &out);
}

// Parses argv[i], an option, and argv[i + 1] if it is its value. Returns the number of arguments
// used. On failure prints a message and returns 0.
static int read_option(struct cli *c, int argc, char *const *argv, int i)
{
    struct text rest = text_of(argv[i] + (argv[i][1] == '-' ? 2 : 1));
    bool has_value = text_find(rest, '=') < rest.len;
    struct text name = text_cut(&rest, '=');
    int at = find_option(c->command, name);
    if (at < 0)
        return cli_usage(c, MSG_CLI_UNKNOWN_OPTION, "%s", argv[i]), 0;
    const struct cli_option *option = option_at(c->command, (unsigned)at);
    if (!option->value) {
        c->given[at] = "";
        return has_value ? (cli_usage(c, MSG_CLI_NO_VALUE, "%s", option->name), 0) : 1;
    }
    if (!has_value && i + 1 >= argc)
        return cli_usage(c, MSG_CLI_NEEDS_VALUE, "%s\t%s", option->name, option->value), 0;
    c->given[at] = has_value ? rest.at : argv[i + 1];
    if (!*c->given[at])
        return cli_usage(c, MSG_CLI_NEEDS_VALUE, "%s\t%s", option->name, option->value), 0;
    c->every[c->everys++] = (struct cli_given){at, c->given[at]};
    return has_value ? 1 : 2;
}

// Descends one level in the tree of commands. False if there is no such command, or if an option
// before it is not one of the common options.
static bool enter_command(struct cli *c, const char *word)
{
    const struct command *const *one = c->command->inner;
    for (unsigned i = COMMON; i < CLI_OPTIONS; i++)
        if (c->given[i])
            return false;
    while (one && *one && strcmp((*one)->name, word) != 0)
        one++;
    if (!one || !*one)
        return false;
    size_t n = strlen(c->name);
    snprintf(c->name + n, sizeof c->name - n, "%s%s", n ? " " : "", word);
    c->command = *one;
    return true;
}

// Splits the command line into commands, options and arguments. `args` has room for all of it.
static bool read_arguments(struct cli *c, int argc, char *const *argv)
{
    bool options = true;
    for (int i = 0; i < argc;) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
            i++;
        } else if (options && argv[i][0] == '-' && argv[i][1] != '\0') {
            int used = read_option(c, argc, argv, i);
            if (!used)
                return false;
            i += used;
        } else {
            if (c->argc || !enter_command(c, argv[i]))
                c->args[c->argc++] = argv[i];
            i++;
        }
    }
    return true;
}

static enum language user_language(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *value = getenv(variables[i]);
        if (value && *value)
            return language_from_tag(text_of(value));
    }
    return LANGUAGE_EN;
}

static int run(struct cli *c, int argc, char *const *argv)
{
    if (!read_arguments(c, argc, argv))
        return EXIT_USAGE;
    const char *ui = cli_value(c, "ui");
    if (ui && !language_find(text_of(ui), &c->language))
        return cli_usage(c, MSG_CLI_BAD_LANGUAGE, "%s\t%s", "ui", ui);
    if (cli_value(c, "help"))
        return print_help(c);
    if (cli_value(c, "version")) {
        printf("logomachy %s\n", LOGOMACHY_VERSION);
        return EXIT_OK;
    }
    if (c->command->inner && c->argc)
        return cli_usage(c, MSG_CLI_UNKNOWN_COMMAND, "%s", c->args[0]);
    if (c->command->inner)
        return cli_usage(c, MSG_CLI_NO_COMMAND, "%s", "");
    search_path_init(&c->search_path, cli_value(c, "lexicons"));
    return c->command->run(c);
}

int cli_main(const struct command *root, int argc, char *const *argv)
{
    struct cli c = {.command = root, .language = user_language()};
    struct reason why;
    int status;
    c.args = calloc((size_t)argc + 1, sizeof *c.args);
    c.every = calloc((size_t)argc + 1, sizeof *c.every);
    if (c.args && c.every) {
        status = run(&c, argc - 1, argv + 1);
    } else {
        refuse(&why, MSG_OUT_OF_MEMORY, "%s", "");
        status = cli_refuse(&c, &why);
    }
    free(c.args);
    free(c.every);
    return status ? status : flush_output(&c);
}

static void manual_text(struct buf *out, const char *text)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            buf_add_string(out, "\\&");
        if (*text == '\\' || *text == '-')
            buf_add_byte(out, '\\');
        buf_add_byte(out, (unsigned char)*text);
        start = *text == '\n';
    }
    buf_add_byte(out, '\n');
}

static void manual_command(const struct command *command, const char *name, struct buf *out)
{
    struct cli c = {.command = command};
    const struct cli_option *option;
    if (command->inner) {
        for (const struct command *const *one = command->inner; *one; one++) {
            char full[64];
            snprintf(full, sizeof full, "%s%s%s", name, *name ? " " : "", (*one)->name);
            manual_command(*one, full, out);
        }
        return;
    }
    buf_printf(out, ".SS \"logomachy %s %s\"\n", name, command->usage);
    manual_text(out, message_text(command->summary, LANGUAGE_EN));
    for (unsigned i = COMMON; (option = option_at(c.command, i)); i++) {
        buf_printf(out, ".TP\n.B \\-\\-%s %s\n", option->name, option->value ? option->value : "");
        manual_text(out, message_text(option->help, LANGUAGE_EN));
    }
}

void cli_manual(const struct command *root, struct buf *out)
{
    buf_printf(out, ".TH LOGOMACHY 1 \"\" \"logomachy %s\"\n.SH NAME\nlogomachy \\- ",
               LOGOMACHY_VERSION);
    manual_text(out, message_text(root->summary, LANGUAGE_EN));
    buf_add_string(out, ".SH SYNOPSIS\n.B logomachy\n.I COMMAND\n[options] [arguments]\n"
                        ".SH OPTIONS OF EVERY COMMAND\n");
    for (unsigned i = 0; i < COMMON; i++) {
        buf_printf(out, ".TP\n.B \\-\\-%s %s\n", common[i].name,
                   common[i].value ? common[i].value : "");
        manual_text(out, message_text(common[i].help, LANGUAGE_EN));
    }
    buf_add_string(out, ".SH COMMANDS\n");
    manual_command(root, "", out);
    buf_add_string(out, ".SH EXIT STATUS\n0 when it was done, 1 when what was asked is refused or "
                        "wrong, 2 for wrong usage.\n");
}
