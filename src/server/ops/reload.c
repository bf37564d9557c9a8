#include "server/ops/reload.h"

#include "server/ops/app.h"
#include "server/runtime/journal.h"

#include <stdlib.h>
#include <time.h>

enum { SOON_DAYS = 21, DAY_SECONDS = 24 * 3600 };

// Options that were read, and may still be in use somewhere: they are few and small.
struct reload {
    struct options options;
    struct reload *before;
};

void reload_check_certificate(const struct app *app)
{
    int64_t ends = app->net ? net_certificate_ends(app->net) : 0, left = ends - time(NULL);
    if (!ends)
        return;
    if (left <= 0)
        journal_line(JOURNAL_ERROR, "tls.certificate_expired",
                     JOURNAL_NUMBER("days_ago", -left / DAY_SECONDS), JOURNAL_END);
    else if (left < (int64_t)SOON_DAYS * DAY_SECONDS)
        journal_line(JOURNAL_WARNING, "tls.certificate_expires",
                     JOURNAL_NUMBER("in_days", left / DAY_SECONDS), JOURNAL_END);
}

static void tell_kept(void *context, const char *option)
{
    (void)context;
    journal_line(JOURNAL_WARNING, "reload.needs_restart", JOURNAL_STRING("option", option),
                 JOURNAL_END);
}

// The last two may still say no; before them nothing was changed.
static bool apply(struct app *app, const struct options *o, struct reason *why)
{
    struct mailer_options mail = {.relay = o->smtp,
                                  .user = o->smtp_user,
                                  .password = o->smtp_password,
                                  .from = o->mail_from,
                                  .name = "Logomachy",
                                  .outbox = o->outbox};
    int64_t ends;
    if ((o->tls_cert && !net_certificate_ok(o->tls_cert, o->tls_key, &ends, why)) ||
        !mailer_change(app->mailer, &mail, why))
        return false;
    return !o->tls_cert || net_set_certificate(app->net, o->tls_cert, o->tls_key, why);
}

static void refused(const struct reason *why)
{
    journal_line(JOURNAL_ERROR, "reload.failed", JOURNAL_REASON("why", why), JOURNAL_END);
}

void reload_run(struct app *app)
{
    struct reason why;
    struct reload *r = calloc(1, sizeof *r);
    if (!r)
        return;
    if (!options_load(&r->options, &app->options->source, &why)) {
        refused(&why);
        free(r);
        return;
    }
    options_keep_fixed(&r->options, app->options, tell_kept, NULL);
    if (!apply(app, &r->options, &why)) {
        refused(&why);
        options_release(&r->options);
        free(r);
        return;
    }
    r->before = app->reload;
    app->reload = r;
    app->options = &r->options;
    journal_open(2, (enum journal_level)r->options.log_level);
    net_set_limits(app->net, r->options.max_connections, r->options.max_per_address);
    news_changed(app->news);
    journal_line(JOURNAL_INFO, "server.reloaded", JOURNAL_END);
    reload_check_certificate(app);
}

void reload_free(struct app *app)
{
    for (struct reload *r = app->reload, *before; r; r = before) {
        before = r->before;
        options_release(&r->options);
        free(r);
    }
    app->reload = NULL;
}
