#include "server/ops/reload.h"

#include "server/api/news.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/mail.h"
#include "server/runtime/site.h"

#include <stdlib.h>
#include <time.h>

enum { SOON_DAYS = 21, DAY_SECONDS = 24 * 3600 };

// Earlier options may still be in use somewhere, so they are kept: they are few and small.
struct reloaded {
    struct options options;
    struct reloaded *before;
};

void reload_check_certificate(const struct reload *r)
{
    int64_t ends = r->site->net ? net_certificate_ends(r->site->net) : 0, left = ends - time(NULL);
    if (!ends)
        return;
    if (left <= 0)
        journal_line(JOURNAL_ERROR, "tls.certificate_expired",
                     JOURNAL_NUMBER("days_ago", -left / DAY_SECONDS), JOURNAL_END);
    else if (left < (int64_t)SOON_DAYS * DAY_SECONDS)
        journal_line(JOURNAL_WARNING, "tls.certificate_expires",
                     JOURNAL_NUMBER("in_days", left / DAY_SECONDS), JOURNAL_END);
}

static void reload_log_kept(void *context, const char *option)
{
    (void)context;
    journal_line(JOURNAL_WARNING, "reload.needs_restart", JOURNAL_STRING("option", option),
                 JOURNAL_END);
}

// The last two steps may still fail; nothing has changed before them.
static bool apply(const struct reload *r, const struct options *o, struct reason *why)
{
    struct mailer_options mail = {.relay = o->smtp,
                                  .user = o->smtp_user,
                                  .password = o->smtp_password,
                                  .from = o->mail_from,
                                  .name = "Logomachy",
                                  .outbox = o->outbox};
    int64_t ends;
    if ((o->tls_cert && !net_certificate_ok(o->tls_cert, o->tls_key, &ends, why)) ||
        !mailer_change(r->mailer, &mail, why))
        return false;
    return !o->tls_cert || net_set_certificate(r->site->net, o->tls_cert, o->tls_key, why);
}

static void log_refusal(const struct reason *why)
{
    journal_line(JOURNAL_ERROR, "reload.failed", JOURNAL_REASON("why", why), JOURNAL_END);
}

void reload_run(struct reload *r)
{
    struct reason why;
    struct reloaded *fresh = calloc(1, sizeof *fresh);
    if (!fresh)
        return;
    if (!options_load(&fresh->options, &site_options(r->site)->source, &why)) {
        log_refusal(&why);
        free(fresh);
        return;
    }
    options_keep_fixed(&fresh->options, r->site->options, reload_log_kept, NULL);
    if (!apply(r, &fresh->options, &why)) {
        log_refusal(&why);
        options_release(&fresh->options);
        free(fresh);
        return;
    }
    fresh->before = r->last;
    r->last = fresh;
    r->site->options = &fresh->options;
    journal_open(2, (enum journal_level)fresh->options.log_level);
    net_set_limits(r->site->net, fresh->options.max_connections, fresh->options.max_per_address);
    news_changed(r->news);
    journal_line(JOURNAL_INFO, "server.reloaded", JOURNAL_END);
    reload_check_certificate(r);
}

void reload_free(struct reload *r)
{
    for (struct reloaded *one = r->last, *before; one; one = before) {
        before = one->before;
        options_release(&one->options);
        free(one);
    }
    r->last = NULL;
}
