#include "server/ops/mail_queue.h"

#include "base/bug.h"
#include "server/net/net.h"
#include "server/runtime/journal.h"
#include "server/runtime/mail.h"
#include "server/runtime/metrics.h"
#include "server/runtime/secret.h"
#include "server/runtime/site.h"
#include "store/social.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    AGAIN_MAX = MAIL_THREADS / 2, // of those on their way: ones that were tried before
    TRIES_MAX = 12,
    FIRST_WAIT_MS = 60000,
    CLAIM_MS = 300000,
    // Sending must end before the claim expires; half of the margin is for a late start.
    BEGIN_MS = (CLAIM_MS - MAIL_SECONDS * 1000) / 2,
};

_Static_assert(BEGIN_MS + MAIL_SECONDS * 1000 < CLAIM_MS, "a claim outlives the sending");

// A mail on its way.
struct letter {
    struct store_job job; // first: writes the result
    struct mail_job mail;
    struct letter *next;
    struct mail_queue *queue;
    struct store_mail row; // its texts are in `text`
    struct buf text;
    char name[48];
    enum mail_result result;
};

struct mail_queue {
    struct store_job job; // first: the claim
    struct site *site;
    struct mailer *mailer;
    bool claiming;
    struct store_mail_claim claim;
    uint64_t asked;           // when, by the monotonic clock
    struct letter *claimed;   // by the claim under way
    struct letter *unwritten; // their result could not be written yet
    unsigned letters, agains; // under way
};

static bool is_again(const struct letter *l)
{
    return l->row.tries > 1;
}

static void letter_free(struct letter *l)
{
    if (l->text.at)
        secret_wipe(l->text.at, l->text.cap);
    buf_release(&l->text);
    free(l);
}

// --- Results.

// Exponential backoff: each retry waits twice as long; the last comes after some days.
static enum store_status mail_queue_run_result(struct store_tx *tx, struct store_job *job)
{
    const struct letter *l = (struct letter *)job;
    enum store_status status;
    if (l->result == MAIL_UNTRIED)
        status = store_mail_release(tx, &l->row);
    else if (l->result == MAIL_LATER && l->row.tries < TRIES_MAX)
        status = store_mail_delay(tx, &l->row, (int64_t)FIRST_WAIT_MS << (l->row.tries - 1));
    else
        status = store_mail_drop(tx, l->row.id);
    // The account was closed and the mail with it, or the claim expired and another process has it.
    return status == STORE_NONE ? STORE_OK : status;
}

// If the store is away this is retried: a sent mail must be deleted before its claim expires.
static void mail_queue_result_written(struct store_job *job)
{
    struct letter *l = (struct letter *)job;
    struct mail_queue *q = l->queue;
    if (job->status != STORE_OK && !q->site->stopping) {
        l->next = q->unwritten;
        q->unwritten = l;
        return;
    }
    q->letters--;
    q->agains -= is_again(l);
    letter_free(l);
    if (!q->site->stopping)
        mail_queue_send(q);
}

static void write_result(struct letter *l)
{
    l->job = (struct store_job){.run = mail_queue_run_result, .done = mail_queue_result_written};
    store_write(l->queue->site->store, &l->job);
}

static void mail_queue_letter_done(struct mail_job *job, enum mail_result result)
{
    struct letter *l = (struct letter *)(void *)((char *)job - offsetof(struct letter, mail));
    l->result = result;
    if (result != MAIL_UNTRIED)
        metrics_add(METRIC_MAILS, result, 1);
    if (result == MAIL_LATER || result == MAIL_NEVER)
        journal_line(JOURNAL_WARNING, "mail.not_sent", JOURNAL_NUMBER("mail", l->row.id),
                     JOURNAL_STRING("detail", job->detail), JOURNAL_END);
    write_result(l);
}

// --- Claiming.

// Called on a thread of the store. A mail for which there is no memory is sent when its claim has
// expired.
static bool mail_queue_add_claimed(void *context, const struct store_mail *m)
{
    struct mail_queue *q = context;
    struct letter *l = calloc(1, sizeof *l);
    if (!l)
        return true;
    l->queue = q;
    l->row = *m;
    buf_add_text(&l->text, m->subject);
    buf_add_text(&l->text, m->body);
    if (!buf_ok(&l->text)) {
        letter_free(l);
        return true;
    }
    l->row.subject = text_head(buf_text(&l->text), m->subject.len);
    l->row.body = text_from(buf_text(&l->text), m->subject.len);
    l->next = q->claimed;
    q->claimed = l;
    return true;
}

static enum store_status mail_queue_run_claim(struct store_tx *tx, struct store_job *job)
{
    struct mail_queue *q = (struct mail_queue *)job;
    return store_mail_claim(tx, &q->claim, mail_queue_add_claimed, q);
}

static void hand_over(struct letter *l)
{
    struct mail_queue *q = l->queue;
    q->letters++;
    q->agains += is_again(l);
    // The row's id alone is not enough: another database begins with 1 again.
    snprintf(l->name, sizeof l->name, "m%lld-%lld", (long long)l->row.id, (long long)l->row.at);
    l->mail = (struct mail_job){.mail = {.to = text_of(l->row.to),
                                         .subject = l->row.subject,
                                         .body = l->row.body,
                                         .id = text_of(l->name)},
                                .begin_by = q->asked + BEGIN_MS,
                                .done = mail_queue_letter_done};
    if (q->site->stopping || !mailer_send(q->mailer, &l->mail))
        mail_queue_letter_done(&l->mail, MAIL_UNTRIED);
}

static void mail_queue_claimed(struct store_job *job)
{
    struct mail_queue *q = (struct mail_queue *)job;
    struct letter *list = q->claimed;
    q->claiming = false;
    q->claimed = NULL;
    for (struct letter *next; list; list = next) {
        next = list->next;
        if (job->status == STORE_OK)
            hand_over(list);
        else // nothing was claimed
            letter_free(list);
    }
}

static void write_again(struct mail_queue *q)
{
    struct letter *list = q->unwritten;
    q->unwritten = NULL;
    for (struct letter *next; list; list = next) {
        next = list->next;
        write_result(list);
    }
}

void mail_queue_send(struct mail_queue *q)
{
    write_again(q);
    if (q->claiming || q->site->stopping || q->letters >= MAIL_THREADS)
        return;
    q->claiming = true;
    q->asked = net_ticks_ms();
    q->claim = (struct store_mail_claim){
        .ms = CLAIM_MS, .most = MAIL_THREADS - q->letters, .agains = AGAIN_MAX - q->agains};
    q->job = (struct store_job){.run = mail_queue_run_claim, .done = mail_queue_claimed};
    store_write(q->site->store, &q->job);
}

struct mail_queue *mail_queue_open(struct site *site, struct mailer *mailer)
{
    struct mail_queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->site = site;
    q->mailer = mailer;
    return q;
}

void mail_queue_stop(struct mail_queue *q)
{
    if (q)
        write_again(q);
}

void mail_queue_free(struct mail_queue *q)
{
    BUG_UNLESS(!q || (!q->letters && !q->claimed && !q->unwritten));
    free(q);
}
