#include "server/post.h"

#include "server/app.h"
#include "server/journal.h"
#include "server/metrics.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

enum { ROUND = 16, TRIES_MAX = 12, FIRST_WAIT_MS = 60000 };

// One mail between the store and the mailer.
struct letter {
    struct mail_job job; // first
    struct post *post;
    int64_t id;
    unsigned tries;
    char to[MAIL_ADDRESS];
    char name[24];
    struct buf subject, body;
    enum mail_result result;
};

// A round: some mails that are due. Lives from the first look into the store until all results are
// written.
struct post {
    struct store_job job; // first
    struct app *app;
    struct letter letter[ROUND];
    unsigned letters, waiting;
    int64_t now;
};

static bool take(void *context, const struct store_mail *m)
{
    struct post *p = context;
    struct letter *l = &p->letter[p->letters++];
    l->post = p;
    l->id = m->id;
    l->tries = m->tries;
    memcpy(l->to, m->to, sizeof l->to);
    buf_add_text(&l->subject, m->subject);
    buf_add_text(&l->body, m->body);
    return p->letters < ROUND;
}

static enum store_status run_due(struct store_tx *tx, struct store_job *job)
{
    struct post *p = (struct post *)job;
    return store_mail_due(tx, p->now, ROUND, take, p);
}

static void post_free(struct post *p)
{
    for (unsigned i = 0; i < p->letters; i++) {
        buf_release(&p->letter[i].subject);
        buf_release(&p->letter[i].body);
    }
    p->app->post = NULL;
    free(p);
}

// Each try waits twice as long as the one before: the last comes after some days.
static enum store_status run_results(struct store_tx *tx, struct store_job *job)
{
    struct post *p = (struct post *)job;
    enum store_status status = STORE_OK;
    for (unsigned i = 0; i < p->letters && status == STORE_OK; i++) {
        struct letter *l = &p->letter[i];
        if (l->result == MAIL_LATER && l->tries < TRIES_MAX)
            status = store_mail_delay(tx, l->id, p->now + ((int64_t)FIRST_WAIT_MS << l->tries));
        else
            status = store_mail_drop(tx, l->id);
        if (status == STORE_NONE)
            status = STORE_OK; // its owner has gone, and the mail with him
    }
    return status;
}

// Results that could not be written: those mails are sent once more, which their Message-ID tells.
static void results_written(struct store_job *job)
{
    post_free((struct post *)job);
}

static void letter_done(struct mail_job *job, enum mail_result result)
{
    struct letter *l = (struct letter *)job;
    struct post *p = l->post;
    l->result = result;
    metrics_add(METRIC_MAILS, result, 1);
    if (result != MAIL_SENT)
        journal_line(JOURNAL_WARNING, "mail.not_sent", JOURNAL_NUMBER("mail", l->id),
                     JOURNAL_STRING("detail", job->detail), JOURNAL_END);
    if (--p->waiting)
        return;
    p->job = (struct store_job){.run = run_results, .done = results_written};
    store_write(p->app->store, &p->job);
}

static void hand_over(struct letter *l)
{
    snprintf(l->name, sizeof l->name, "m%lld", (long long)l->id);
    l->job = (struct mail_job){.mail = {.to = text_of(l->to),
                                        .subject = buf_text(&l->subject),
                                        .body = buf_text(&l->body),
                                        .id = text_of(l->name)},
                               .done = letter_done};
    if (!mailer_send(l->post->app->mailer, &l->job))
        letter_done(&l->job, MAIL_LATER);
}

static void found(struct store_job *job)
{
    struct post *p = (struct post *)job;
    if (job->status != STORE_OK || p->letters == 0 || p->app->stopping) {
        post_free(p);
        return;
    }
    unsigned letters = p->letters;
    p->waiting = letters;
    for (unsigned i = 0; i < letters; i++)
        hand_over(&p->letter[i]);
}

void post_send(struct app *app)
{
    struct post *p = app->post || app->stopping ? NULL : calloc(1, sizeof *p);
    if (!p)
        return;
    p->job = (struct store_job){.run = run_due, .done = found};
    p->app = app;
    p->now = (int64_t)net_now_ms();
    app->post = p;
    store_read(app->store, &p->job);
}
