// logomachy admin: manages accounts, reports and database copies from the server's command line.
// The server may be running: changes that affect its memory reach it through the admin queue
// (server/ops/admin_queue.h).
#include "cli/cli.h"
#include "cli/commands.h"
#include "server/accounts/name.h"
#include "server/accounts/name_store.h"
#include "server/api/account.h"
#include "server/api/player.h"
#include "server/net/net.h"
#include "server/ops/admin_queue.h"
#include "server/runtime/options.h"
#include "store/social.h"
#include "store/transfer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 100, MUTE_DAYS_MAX = 3650 };

#define DAY_MS (INT64_C(86400) * 1000)

// --- The database.

struct admin_session {
    struct cli *c;
    struct options options;
    struct store *store;
};

static const char *flag(const void *context, const char *name)
{
    return cli_value(context, name);
}

// store_open() creates a missing database. A mistyped name must not create one.
static bool database_is_there(const char *db, struct reason *why)
{
    return strstr(db, "://") || access(db, F_OK) == 0 || refuse(why, MSG_ADMIN_NO_DB, "%s", db);
}

// On failure prints a message and returns false.
static bool admin_session_open(struct admin_session *s, struct cli *c)
{
    struct reason why;
    struct options_source from = {.flag = flag, .context = c, .variable = getenv};
    *s = (struct admin_session){.c = c};
    if (!secret_init(&why) || !options_load(&s->options, &from, &why)) {
        cli_refuse(c, &why);
        return false;
    }
    if (database_is_there(s->options.db, &why))
        s->store = store_open(&(struct store_options){.where = s->options.db}, &why);
    if (s->store)
        return true;
    cli_refuse(c, &why);
    options_release(&s->options);
    return false;
}

static int admin_session_close(struct admin_session *s, int status)
{
    store_close(s->store);
    options_release(&s->options);
    return status;
}

static int refuse_status(const struct admin_session *s, enum store_status status)
{
    struct reason why;
    reason_set(&why, 0, MSG_API_STORE, "%s\t%s", s->options.db, store_status_name(status));
    return cli_refuse(s->c, &why);
}

static bool arguments_ok(const struct cli *c, unsigned least, unsigned most, const char *missing)
{
    if (c->argc < least)
        cli_usage(c, MSG_CLI_MISSING, "%s", missing);
    else if (c->argc > most)
        cli_usage(c, MSG_CLI_TOO_MANY, "%s", c->args[most]);
    return c->argc >= least && c->argc <= most;
}

// --- Changing an account.

struct deed {
    const struct change *change;
    const char *name;
    struct store_account account; // after the change
    uint32_t days;
    char password[SECRET_PASSWORD];
};

// One row for each command that changes an account.
struct change {
    const char *name;
    void (*apply)(struct deed *d);
    bool drops_sessions, leaves, closes, needs_person;
    enum message done;
};

static void make_admin(struct deed *d)
{
    d->account.admin = true;
}

static void unmake_admin(struct deed *d)
{
    d->account.admin = false;
}

static void ban(struct deed *d)
{
    d->account.banned = true;
}

static void unban(struct deed *d)
{
    d->account.banned = false;
}

static void mute(struct deed *d)
{
    d->account.muted_until = d->days ? (int64_t)net_now_ms() + d->days * DAY_MS : 0;
}

static void set_password(struct deed *d)
{
    memcpy(d->account.password, d->password, sizeof d->password);
}

static void nothing(struct deed *d)
{
    (void)d;
}

static const struct change changes[] = {
    {"grant", make_admin, false, false, false, true, MSG_ADMIN_GRANTED},
    {"revoke", unmake_admin, false, false, false, false, MSG_ADMIN_REVOKED},
    {"ban", ban, true, true, false, false, MSG_ADMIN_BANNED},
    {"unban", unban, false, false, false, false, MSG_ADMIN_UNBANNED},
    {"mute", mute, false, false, false, false, MSG_ADMIN_MUTED},
    {"password", set_password, true, false, false, true, MSG_ADMIN_PASSWORD_SET},
    {"close", nothing, true, true, true, false, MSG_ADMIN_CLOSED},
};

static const struct change *change_named(const char *name)
{
    const struct change *change = changes;
    while (strcmp(change->name, name) != 0)
        change++;
    return change;
}

static enum store_status run_deed(struct store_tx *tx, void *context)
{
    struct deed *d = context;
    const struct change *change = d->change;
    struct store_account *a = &d->account;
    enum store_status status = player_find(tx, text_of(d->name), a);
    if (status != STORE_OK)
        return status;
    if (change->needs_person && a->kind == ACCOUNT_GUEST)
        return STORE_REFUSED;
    change->apply(d);
    status = change->closes ? account_close(tx, a->id, (int64_t)net_now_ms())
                            : store_account_save(tx, a);
    if (status == STORE_OK && change->drops_sessions)
        status = store_session_drop_all(tx, a->id, "");
    if (status == STORE_OK)
        status = admin_queue_add(tx, change->leaves ? ADMIN_LEAVE : ADMIN_DROP, a->id);
    return status;
}

static void account_json_line(const struct store_account *a, struct buf *out)
{
    buf_add_string(out, "{\"name\":\"");
    buf_add_json(out, text_of(a->name));
    buf_printf(out, "\",\"kind\":\"%s\",\"admin\":%s,\"banned\":%s,\"muted_until\":%lld,",
               account_kind_key(a->kind), a->admin ? "true" : "false", a->banned ? "true" : "false",
               (long long)a->muted_until);
    buf_printf(out, "\"created\":%lld,\"seen\":%lld}", (long long)a->created, (long long)a->seen);
}

static int print_done(const struct cli *c, const struct deed *d)
{
    struct buf out = {0};
    if (!cli_json(c)) {
        bool unmuted = d->change->done == MSG_ADMIN_MUTED && d->days == 0;
        cli_say(c, unmuted ? MSG_ADMIN_UNMUTED : d->change->done, "%s\t%u", d->account.name,
                (unsigned)d->days);
        return EXIT_OK;
    }
    account_json_line(&d->account, &out);
    buf_add_byte(&out, '\n');
    return cli_put(c, &out);
}

static int do_deed(struct cli *c, struct deed *d)
{
    struct admin_session session;
    struct reason why;
    int status = EXIT_REFUSED;
    if (!admin_session_open(&session, c))
        return EXIT_REFUSED;
    enum store_status done = store_do(session.store, true, run_deed, d);
    if (done == STORE_OK) {
        status = print_done(c, d);
    } else if (done == STORE_NONE || done == STORE_REFUSED) {
        reason_set(&why, 0, done == STORE_NONE ? MSG_ADMIN_NO_ACCOUNT : MSG_ADMIN_GUEST, "%s",
                   d->name);
        cli_refuse(c, &why);
    } else {
        refuse_status(&session, done);
    }
    return admin_session_close(&session, status);
}

static int run_change(struct cli *c)
{
    struct deed d = {.change = change_named(c->command->name)};
    if (!arguments_ok(c, 1, 1, "NAME"))
        return EXIT_USAGE;
    d.name = c->args[0];
    return do_deed(c, &d);
}

static int run_mute(struct cli *c)
{
    struct deed d = {.change = change_named(c->command->name)};
    if (!arguments_ok(c, 2, 2, c->argc ? "DAYS" : "NAME"))
        return EXIT_USAGE;
    d.name = c->args[0];
    if (!text_to_u32(text_of(c->args[1]), &d.days) || d.days > MUTE_DAYS_MAX)
        return cli_usage(c, MSG_CLI_BAD_NUMBER, "DAYS\t0\t%d\t%s", MUTE_DAYS_MAX, c->args[1]);
    return do_deed(c, &d);
}

// --- Passwords.

// Reads a line of standard input, without echo on a terminal. False at end of input.
static bool read_secret(const struct cli *c, enum message prompt, char *out, int size)
{
    struct termios shown;
    bool terminal = isatty(STDIN_FILENO) && tcgetattr(STDIN_FILENO, &shown) == 0;
    if (terminal) {
        struct termios hidden = shown;
        hidden.c_lflag &= ~(tcflag_t)ECHO;
        fprintf(stderr, "%s: ", message_text(prompt, c->language));
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    }
    bool got = fgets(out, size, stdin);
    if (terminal) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
        fputc('\n', stderr);
    }
    if (got)
        out[strcspn(out, "\r\n")] = '\0';
    return got;
}

// Asks twice on a terminal, since the input is not echoed.
static bool ask_password(const struct cli *c, char *out, int size, struct reason *why)
{
    char again[PASSWORD_BYTES + 3] = "";
    if (!read_secret(c, MSG_ADMIN_PROMPT, out, size))
        out[0] = '\0';
    if (!password_fits(text_of(out)))
        return refuse(why, MSG_ACCOUNT_PASSWORD_LENGTH, "%d\t%d", PASSWORD_SHORTEST,
                      PASSWORD_LONGEST);
    if (!isatty(STDIN_FILENO))
        return true;
    bool same =
        read_secret(c, MSG_ADMIN_PROMPT_AGAIN, again, sizeof again) && strcmp(out, again) == 0;
    secret_wipe(again, sizeof again);
    return same || refuse(why, MSG_ADMIN_PROMPT_DIFFERS, "%s", "");
}

static int run_password(struct cli *c)
{
    struct deed d = {.change = change_named(c->command->name)};
    char password[PASSWORD_BYTES + 3] = "";
    struct reason why;
    if (!arguments_ok(c, 1, 1, "NAME"))
        return EXIT_USAGE;
    d.name = c->args[0];
    bool ok =
        secret_init(&why) && ask_password(c, password, sizeof password, &why) &&
        (secret_hash(text_of(password), d.password) || refuse(&why, MSG_OUT_OF_MEMORY, "%s", ""));
    secret_wipe(password, sizeof password);
    return ok ? do_deed(c, &d) : cli_refuse(c, &why);
}

// --- Lists.

struct listing {
    struct cli *c;
    struct store_tx *tx;
    struct buf out;
    char prefix[NAME_KEY], after[NAME_KEY];
    int64_t last;
    unsigned count, shown;
};

static void print_day(int64_t ms, struct buf *out)
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm day;
    char text[32];
    gmtime_r(&seconds, &day);
    strftime(text, sizeof text, "%Y-%m-%d", &day);
    buf_add_string(out, text);
}

static bool list_account(void *context, const struct store_account *a)
{
    struct listing *l = context;
    memcpy(l->after, a->key, sizeof l->after);
    l->count++;
    if (cli_json(l->c)) {
        buf_add_string(&l->out, l->shown++ ? ",\n" : "");
        account_json_line(a, &l->out);
        return true;
    }
    buf_printf(&l->out, "%s", a->name);
    for (size_t i = cli_columns(text_of(a->name)); i < NAME_LONGEST + 2; i++)
        buf_add_byte(&l->out, ' ');
    buf_printf(&l->out, "%-7s ", account_kind_key(a->kind));
    print_day(a->created, &l->out);
    buf_printf(&l->out, "%s%s%s\n", a->admin ? " admin" : "", a->banned ? " banned" : "",
               a->muted_until > (int64_t)net_now_ms() ? " muted" : "");
    return true;
}

static enum store_status list_accounts(struct store_tx *tx, void *context)
{
    struct listing *l = context;
    char after[NAME_KEY];
    memcpy(after, l->after, sizeof after);
    struct store_page page = {.after_id = after, .limit = PAGE};
    return store_account_list(tx, l->prefix, &page, list_account, l);
}

static void report_name(struct listing *l, int64_t account, struct buf *out)
{
    struct store_account a;
    if (store_account_get(l->tx, account, &a) == STORE_OK)
        buf_add_json(out, text_of(a.name));
}

static bool list_report(void *context, const struct store_report *r)
{
    struct listing *l = context;
    bool json = cli_json(l->c);
    l->last = r->id;
    l->count++;
    if (!json) {
        buf_printf(&l->out, "#%lld ", (long long)r->id);
        print_day(r->at, &l->out);
        buf_add_byte(&l->out, ' ');
        report_name(l, r->author, &l->out);
        buf_add_string(&l->out, " > ");
        report_name(l, r->about, &l->out);
        buf_printf(&l->out, " %s\n    ", r->match);
        buf_add_json(&l->out, r->text); // one line, without control characters
        buf_add_byte(&l->out, '\n');
        return true;
    }
    buf_printf(&l->out, "%s{\"id\":%lld,\"at\":%lld,\"match\":\"%s\",\"author\":\"",
               l->shown++ ? ",\n" : "", (long long)r->id, (long long)r->at, r->match);
    report_name(l, r->author, &l->out);
    buf_add_string(&l->out, "\",\"about\":\"");
    report_name(l, r->about, &l->out);
    buf_add_string(&l->out, "\",\"text\":\"");
    buf_add_json(&l->out, r->text);
    buf_add_string(&l->out, "\"}");
    return true;
}

static enum store_status list_reports(struct store_tx *tx, void *context)
{
    struct listing *l = context;
    l->tx = tx;
    struct store_page page = {.after = l->last, .limit = PAGE};
    return store_report_list(tx, true, &page, list_report, l);
}

// Reads page by page, so that transactions stay short and do not block a running server.
static int print_all(struct listing *l,
                     enum store_status (*page)(struct store_tx *tx, void *context))
{
    struct admin_session session;
    enum store_status status = STORE_OK;
    if (!admin_session_open(&session, l->c))
        return EXIT_REFUSED;
    buf_add_string(&l->out, cli_json(l->c) ? "[" : "");
    do {
        l->count = 0;
        status = store_do(session.store, false, page, l);
    } while (status == STORE_OK && l->count == PAGE);
    buf_add_string(&l->out, cli_json(l->c) ? "]\n" : "");
    if (status == STORE_OK)
        return admin_session_close(&session, cli_put(l->c, &l->out));
    buf_release(&l->out);
    return admin_session_close(&session, refuse_status(&session, status));
}

static int run_accounts(struct cli *c)
{
    struct listing l = {.c = c};
    if (!arguments_ok(c, 0, 1, ""))
        return EXIT_USAGE;
    if (c->argc)
        name_key(text_of(c->args[0]), l.prefix);
    return print_all(&l, list_accounts);
}

static int run_reports(struct cli *c)
{
    struct listing l = {.c = c};
    return arguments_ok(c, 0, 0, "") ? print_all(&l, list_reports) : EXIT_USAGE;
}

// --- Copies.

static int run_backup(struct cli *c)
{
    struct admin_session session;
    struct reason why;
    struct buf out = {0};
    if (!arguments_ok(c, 1, 1, "FILE"))
        return EXIT_USAGE;
    if (!admin_session_open(&session, c))
        return EXIT_REFUSED;
    if (!store_backup(session.store, c->args[0], &why))
        return admin_session_close(&session, cli_refuse(c, &why));
    if (!cli_json(c)) {
        cli_say(c, MSG_ADMIN_BACKED_UP, "%s", c->args[0]);
        return admin_session_close(&session, EXIT_OK);
    }
    buf_add_string(&out, "{\"file\":\"");
    buf_add_json(&out, text_of(c->args[0]));
    buf_add_string(&out, "\"}\n");
    return admin_session_close(&session, cli_put(c, &out));
}

// --- Moving.

struct moving {
    struct cli *c;
    struct buf tables; // as JSON
    unsigned count;
    int64_t rows;
    time_t reported; // when progress was last reported
};

static void print_progress(const struct moving *m, const struct transfer_progress *n)
{
    struct buf line = {0};
    char args[200];
    snprintf(args, sizeof args, "%s\t%lld\t%lld", n->table, (long long)n->rows, (long long)n->all);
    message_fill(&line, n->done ? MSG_TRANSFER_TABLE : MSG_TRANSFER_PROGRESS, m->c->language,
                 text_of(args));
    fprintf(stderr, "%.*s\n", TEXT_ARG(buf_text(&line)));
    buf_release(&line);
}

// Reports each table when it is done, and once a second while it is copied.
static void report_progress(void *context, const struct transfer_progress *n)
{
    struct moving *m = context;
    time_t now = time(NULL);
    if (n->done) {
        buf_printf(&m->tables, "%s{\"table\":\"%s\",\"rows\":%lld,\"digest\":\"%016llx%016llx\"}",
                   m->count++ ? ",\n" : "", n->table, (long long)n->rows,
                   (unsigned long long)n->digest[0], (unsigned long long)n->digest[1]);
        m->rows += n->rows;
    }
    if (!n->done && now == m->reported)
        return;
    m->reported = now;
    print_progress(m, n);
}

static int print_moved(struct cli *c, struct moving *m)
{
    struct buf out = {0};
    if (!cli_json(c)) {
        buf_release(&m->tables);
        store_print_place(c->args[1], &out);
        cli_say(c, MSG_TRANSFER_DONE, "%u\t%lld\t%.*s", m->count, (long long)m->rows,
                TEXT_ARG(buf_text(&out)));
        buf_release(&out);
        return EXIT_OK;
    }
    buf_printf(&out, "{\"rows\":%lld,\"tables\":[", (long long)m->rows);
    buf_add_text(&out, buf_text(&m->tables));
    buf_add_string(&out, "]}\n");
    buf_release(&m->tables);
    return cli_put(c, &out);
}

static int run_move_db(struct cli *c)
{
    struct moving m = {.c = c};
    struct reason why;
    if (!arguments_ok(c, 2, 2, c->argc ? "TO" : "FROM"))
        return EXIT_USAGE;
    struct transfer_options o = {.from = c->args[0],
                                 .to = c->args[1],
                                 .in_use = cli_value(c, "in-use"),
                                 .tell = report_progress,
                                 .context = &m};
    if (database_is_there(o.from, &why) && transfer_site(&o, &why))
        return print_moved(c, &m);
    buf_release(&m.tables);
    return cli_refuse(c, &why);
}

// --- The table.

static const struct cli_option move_options[] = {{"in-use", NULL, MSG_OPTION_IN_USE}, {0}};

static const struct cli_option options[] = {
    {"db", "FILE", MSG_OPTIONS_DB}, {"config", "FILE", MSG_OPTIONS_CONFIG}, {0}};

static const struct command commands[] = {
    {"grant", "NAME", MSG_COMMAND_ADMIN_GRANT, options, run_change, NULL},
    {"revoke", "NAME", MSG_COMMAND_ADMIN_REVOKE, options, run_change, NULL},
    {"ban", "NAME", MSG_COMMAND_ADMIN_BAN, options, run_change, NULL},
    {"unban", "NAME", MSG_COMMAND_ADMIN_UNBAN, options, run_change, NULL},
    {"mute", "NAME DAYS", MSG_COMMAND_ADMIN_MUTE, options, run_mute, NULL},
    {"password", "NAME", MSG_COMMAND_ADMIN_PASSWORD, options, run_password, NULL},
    {"close", "NAME", MSG_COMMAND_ADMIN_CLOSE, options, run_change, NULL},
    {"accounts", "[PREFIX]", MSG_COMMAND_ADMIN_ACCOUNTS, options, run_accounts, NULL},
    {"reports", "", MSG_COMMAND_ADMIN_REPORTS, options, run_reports, NULL},
    {"backup", "FILE", MSG_COMMAND_ADMIN_BACKUP, options, run_backup, NULL},
    {"move-db", "FROM TO", MSG_COMMAND_ADMIN_MOVE_DB, move_options, run_move_db, NULL},
};

static const struct command *const inner[] = {
    &commands[0], &commands[1], &commands[2], &commands[3], &commands[4],  &commands[5],
    &commands[6], &commands[7], &commands[8], &commands[9], &commands[10], NULL,
};

const struct command command_admin = {"admin", "COMMAND …", MSG_COMMAND_ADMIN, NULL, NULL, inner};
