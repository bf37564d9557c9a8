#include "server/runtime/options.h"

#include "base/bug.h"
#include "base/file.h"
#include "server/net/proxy.h"
#include "server/net/url.h"
#include "server/runtime/mail.h"
#include "server/runtime/secret.h"

#include <arpa/inet.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FILE_LIMIT = 64 * 1024, VALUE_LIMIT = 1024, LABEL = 256 };

struct option {
    const char *name;
    const char *value;
    enum option_type type;
    uint32_t low, high;
    const char *fallback;
    size_t offset; // of its field in struct options
};

#define ROW(field, name, value, type, low, high, fallback, help) \
    {name, value, type, low, high, fallback, offsetof(struct options, field)},
static const struct option table[] = {OPTIONS_TABLE(ROW, ROW)};
#undef ROW

enum { ROWS = sizeof table / sizeof *table };

// A value and how it was given, for messages.
struct given {
    const struct option *option;
    const char *label; // --port, LOGOMACHY_PORT, site.conf: port
    uint32_t line;
    struct text value;
};

static bool store_number(struct options *o, const struct given *g, uint32_t number)
{
    *(uint32_t *)(void *)((char *)o + g->option->offset) = number;
    return true;
}

// The arena keeps a value that another one replaces.
static void wipe_secret(struct options *o, const struct option *option)
{
    char *value = *(char **)(void *)((char *)o + option->offset);
    if (option->type == OPTION_SECRET && value)
        secret_wipe(value, strlen(value));
}

static bool options_store_text(struct options *o, const struct given *g, struct reason *why)
{
    char *copy = arena_alloc(&o->memory, g->value.len + 1);
    if (!copy)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    memcpy(copy, g->value.at, g->value.len);
    wipe_secret(o, g->option);
    *(char **)(void *)((char *)o + g->option->offset) = copy;
    return true;
}

static bool options_set_number(struct options *o, const struct given *g, struct reason *why)
{
    uint32_t n;
    if (text_to_u32(g->value, &n) && n >= g->option->low && n <= g->option->high)
        return store_number(o, g, n);
    return refuse_line(why, g->line, MSG_OPTIONS_BAD_NUMBER, "%s\t%u\t%u\t%.*s", g->label,
                       (unsigned)g->option->low, (unsigned)g->option->high, TEXT_ARG(g->value));
}

static bool options_set_choice(struct options *o, const struct given *g, struct reason *why)
{
    struct text rest = text_of(g->option->value);
    for (uint32_t i = 0; rest.len; i++)
        if (text_equal(text_cut(&rest, '|'), g->value))
            return store_number(o, g, i);
    return refuse_line(why, g->line, MSG_OPTIONS_BAD_CHOICE, "%s\t%s\t%.*s", g->label,
                       g->option->value, TEXT_ARG(g->value));
}

static bool options_set_address(struct options *o, const struct given *g, struct reason *why)
{
    struct in6_addr any;
    if (!options_store_text(o, g, why))
        return false;
    if (strcmp(o->address, "localhost") == 0 || inet_pton(AF_INET, o->address, &any) == 1 ||
        inet_pton(AF_INET6, o->address, &any) == 1)
        return true;
    return refuse_line(why, g->line, MSG_OPTIONS_BAD_ADDRESS, "%s\t%.*s", g->label,
                       TEXT_ARG(g->value));
}

static bool options_set_site(struct options *o, const struct given *g, struct reason *why)
{
    struct given without_slash = *g;
    struct url u;
    if (!url_read(&u, g->value) || !(text_is(u.scheme, "http") || text_is(u.scheme, "https")))
        return refuse_line(why, g->line, MSG_OPTIONS_BAD_SITE, "%s\t%.*s", g->label,
                           TEXT_ARG(g->value));
    if (text_ends(g->value, "/"))
        without_slash.value.len--;
    return options_store_text(o, &without_slash, why);
}

static bool options_set_relay(struct options *o, const struct given *g, struct reason *why)
{
    // The value is not repeated in the message: it may contain a password.
    if (!mail_relay_ok(g->value))
        return refuse_line(why, g->line, MSG_OPTIONS_BAD_RELAY, "%s", g->label);
    return options_store_text(o, g, why);
}

static bool options_set_mail(struct options *o, const struct given *g, struct reason *why)
{
    if (!mail_address_ok(g->value))
        return refuse_line(why, g->line, MSG_OPTIONS_BAD_MAIL, "%s\t%.*s", g->label,
                           TEXT_ARG(g->value));
    return options_store_text(o, g, why);
}

static bool is_bus(struct text value)
{
    return text_starts(value, "nats://") || text_starts(value, "tls://");
}

static bool options_set_proxies(struct options *o, const struct given *g, struct reason *why)
{
    struct net_proxies proxies;
    if (!net_proxies_read(&proxies, g->value))
        return refuse_line(why, g->line, MSG_OPTIONS_BAD_PROXIES, "%s\t%.*s", g->label,
                           TEXT_ARG(g->value));
    return options_store_text(o, g, why);
}

static bool options_set_bus(struct options *o, const struct given *g, struct reason *why)
{
    struct text rest = g->value;
    while (rest.len)
        if (!is_bus(text_trim(text_cut(&rest, ','))))
            return refuse_line(why, g->line, MSG_OPTIONS_BAD_BUS, "%s", g->label);
    return options_store_text(o, g, why);
}

static bool set_value(struct options *o, const struct given *g, struct reason *why)
{
    static bool (*const set[])(struct options *, const struct given *, struct reason *) = {
        [OPTION_TEXT] = options_store_text,   [OPTION_PATH] = options_store_text,
        [OPTION_SECRET] = options_store_text, [OPTION_NUMBER] = options_set_number,
        [OPTION_CHOICE] = options_set_choice, [OPTION_ADDRESS] = options_set_address,
        [OPTION_SITE] = options_set_site,     [OPTION_RELAY] = options_set_relay,
        [OPTION_MAIL] = options_set_mail,     [OPTION_PROXIES] = options_set_proxies,
        [OPTION_BUS] = options_set_bus,
    };
    if (g->value.len == 0)
        return refuse_line(why, g->line, MSG_OPTIONS_EMPTY, "%s", g->label);
    if (g->value.len > VALUE_LIMIT)
        return refuse_line(why, g->line, MSG_OPTIONS_TOO_LONG, "%s\t%d", g->label, VALUE_LIMIT);
    // Nothing of this kind belongs into any of them, and it would garble messages and logs.
    for (size_t i = 0; i < g->value.len; i++)
        if ((unsigned char)g->value.at[i] < ' ' || g->value.at[i] == 0x7F)
            return refuse_line(why, g->line, MSG_OPTIONS_BAD_CHARACTER, "%s", g->label);
    return set[g->option->type](o, g, why);
}

static bool set_defaults(struct options *o, struct reason *why)
{
    for (int i = 0; i < ROWS; i++) {
        struct given g = {&table[i], table[i].name, 0, text_of(table[i].fallback)};
        if (table[i].fallback && !set_value(o, &g, why))
            return false;
    }
    return true;
}

static int find(struct text name)
{
    for (int i = 0; i < ROWS; i++)
        if (text_is(name, table[i].name))
            return i;
    return -1;
}

bool options_read_file(struct options *o, const char *name, struct text content, struct reason *why)
{
    struct text line;
    bool seen[ROWS] = {false};
    for (uint32_t number = 1; text_next_line(&content, &line); number++) {
        char label[LABEL];
        struct text rest = text_trim(line);
        if (rest.len == 0 || rest.at[0] == '#')
            continue;
        if (text_find(rest, '=') == rest.len)
            return refuse_line(why, number, MSG_OPTIONS_NO_EQUALS, "%s", name);
        struct text key = text_trim(text_cut(&rest, '='));
        int at = find(key);
        // A file does not name another one.
        if (at < 0 || text_is(key, "config"))
            return refuse_line(why, number, MSG_OPTIONS_UNKNOWN, "%s\t%.*s", name, TEXT_ARG(key));
        snprintf(label, sizeof label, "%s: %s", name, table[at].name);
        if (seen[at])
            return refuse_line(why, number, MSG_OPTIONS_TWICE, "%s", label);
        seen[at] = true;
        struct given g = {&table[at], label, number, text_trim(rest)};
        if (!set_value(o, &g, why))
            return false;
    }
    return true;
}

// The text may hold a password.
static void wipe(struct buf *b)
{
    if (b->at)
        secret_wipe(b->at, b->cap);
    buf_release(b);
}

static bool load_file(struct options *o, const char *path, struct reason *why)
{
    struct buf content = {0};
    bool ok = file_read(path, FILE_LIMIT, &content, why) &&
              options_read_file(o, path, buf_text(&content), why);
    wipe(&content);
    return ok;
}

static void variable_name(const char *name, char out[LABEL])
{
    int n = snprintf(out, LABEL, "LOGOMACHY_%s", name);
    for (int i = 0; i < n; i++) {
        if (out[i] == '-')
            out[i] = '_';
        else if (out[i] >= 'a' && out[i] <= 'z')
            out[i] = (char)(out[i] - 'a' + 'A');
    }
}

// The option's value from a flag or a variable; an empty variable counts as unset.
static bool ask(const struct options_source *from, int i, bool flags, char label[LABEL],
                struct given *g)
{
    const char *value;
    if (flags) {
        snprintf(label, LABEL, "--%s", table[i].name);
        value = from->flag ? from->flag(from->context, table[i].name) : NULL;
    } else {
        variable_name(table[i].name, label);
        value = from->variable ? from->variable(label) : NULL;
        value = value && *value ? value : NULL;
    }
    *g = (struct given){&table[i], label, 0, text_of(value)};
    return value != NULL;
}

static bool set_given(struct options *o, const struct options_source *from, bool flags,
                      struct reason *why)
{
    char label[LABEL];
    struct given g;
    for (int i = 0; i < ROWS; i++)
        if (ask(from, i, flags, label, &g) && !set_value(o, &g, why))
            return false;
    return true;
}

// The file is named by what goes before it.
static bool find_config(struct options *o, const struct options_source *from, struct reason *why)
{
    char label[LABEL];
    struct given g;
    int at = find(TEXT("config"));
    if (!ask(from, at, true, label, &g) && !ask(from, at, false, label, &g))
        return true;
    return set_value(o, &g, why) && load_file(o, o->config, why);
}

static void program_folder(char out[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", out, PATH_MAX - 1);
    out[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(out, '/');
    if (slash)
        *slash = '\0';
    else
        snprintf(out, PATH_MAX, ".");
}

// A folder beside the program, or where it lies in a source tree or an installed one; the first of
// the places where there is none.
static bool beside(struct options *o, const char **field, const char *const places[],
                   struct reason *why)
{
    char program[PATH_MAX], path[PATH_MAX + 64];
    struct text copy;
    bool found = *field != NULL;
    if (found)
        return true;
    program_folder(program);
    for (int i = 0; !found && places[i]; i++) {
        snprintf(path, sizeof path, "%s/%s", program, places[i]);
        found = file_exists(path);
    }
    if (!found)
        snprintf(path, sizeof path, "%s/%s", program, places[0]);
    // With its NUL.
    if (!arena_copy(&o->memory, (struct text){path, strlen(path) + 1}, &copy))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    *field = copy.at;
    return true;
}

static bool read_password(struct options *o, struct reason *why)
{
    struct buf content = {0};
    struct text rest, line = {"", 0};
    struct given g = {&table[find(TEXT("smtp-password"))], "smtp-password-file", 0, line};
    if (!o->smtp_password_file)
        return true;
    if (o->smtp_password)
        return refuse(why, MSG_OPTIONS_EITHER, "smtp-password\tsmtp-password-file");
    bool ok = file_read(o->smtp_password_file, FILE_LIMIT, &content, why);
    rest = buf_text(&content);
    if (ok && text_next_line(&rest, &line))
        g.value = line;
    ok = ok && set_value(o, &g, why);
    wipe(&content);
    return ok;
}

// Checks and defaults that involve more than one option.
static bool complete(struct options *o, struct reason *why)
{
    static const char *const web[] = {"web", "../share/logomachy/web", NULL};
    static const char *const news[] = {"news", "../data/news", "../share/logomachy/news", NULL};
    if (!o->tls_cert != !o->tls_key)
        return refuse(why, MSG_OPTIONS_TOGETHER, "tls-cert\ttls-key");
    if (!read_password(o, why))
        return false;
    if (!o->smtp_user != !o->smtp_password)
        return refuse(why, MSG_OPTIONS_TOGETHER, "smtp-user\tsmtp-password");
    return beside(o, &o->web, web, why) && beside(o, &o->news, news, why);
}

static bool is_text(const struct option *o)
{
    return o->type != OPTION_NUMBER && o->type != OPTION_CHOICE;
}

static bool can_change(const struct option *o)
{
    static const char *const names[] = {
        "tls-cert",
        "tls-key",
        "smtp",
        "smtp-user",
        "mail-from",
        "smtp-password",
        "smtp-password-file",
        "log-level",
        "max-connections",
        "max-per-address",
        "admin-mail",
        "registration",
        "guests",
        "offensive",
        "limits",
        "metrics",
        "open-days",
        "idle-days",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(o->name, names[i]) == 0)
            return true;
    return false;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

void options_keep_fixed(struct options *o, const struct options *old,
                        void (*kept)(void *context, const char *name), void *context)
{
    bool tls = o->tls_cert && old->tls_cert; // on or off for good
    for (int i = 0; i < ROWS; i++) {
        void *to = (char *)o + table[i].offset;
        const void *from = (const char *)old + table[i].offset;
        bool is_tls = strncmp(table[i].name, "tls-", 4) == 0;
        if (can_change(&table[i]) && !(is_tls && !tls))
            continue;
        size_t size = is_text(&table[i]) ? sizeof(char *) : sizeof(uint32_t);
        bool same = is_text(&table[i])
                        ? same_text(*(const char *const *)to, *(const char *const *)from)
                        : memcmp(to, from, size) == 0;
        if (!same)
            kept(context, table[i].name);
        memcpy(to, from, size);
    }
}

bool options_load(struct options *o, const struct options_source *from, struct reason *why)
{
    *o = (struct options){.source = *from};
    if (set_defaults(o, why) && find_config(o, from, why) && set_given(o, from, false, why) &&
        set_given(o, from, true, why) && complete(o, why))
        return true;
    options_release(o);
    return false;
}

void options_release(struct options *o)
{
    for (int i = 0; i < ROWS; i++)
        if (table[i].type == OPTION_SECRET)
            wipe_secret(o, &table[i]);
    arena_release(&o->memory);
    *o = (struct options){0};
}

bool options_fixed(const struct options *o, unsigned n, struct text *setting, struct text *value)
{
    const struct {
        bool fixed;
        const char *setting, *value;
    } rows[] = {
        {o->offensive == OFFENSIVE_FORBID, "offensive", "forbid"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].fixed && n-- == 0) {
            *setting = text_of(rows[i].setting);
            *value = text_of(rows[i].value);
            return true;
        }
    return false;
}
