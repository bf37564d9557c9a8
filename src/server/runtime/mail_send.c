// How mails leave: to a relay by libcurl, or into the outbox. The threads and the queue are a
// pool's.
#include "server/runtime/mail.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/file.h"
#include "server/net/url.h"
#include "server/runtime/secret.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECT_SECONDS = 15,
    LAST_MS =
        10000, // how long, when the mailer is closed, the answer to a whole mail is waited for
};

// Settings live as long as a mail is sent by them: `users` counts those, and the mailer itself.
// Only the loop's thread counts.
struct mail_settings {
    struct mailer_options options; // its strings are in `memory`
    struct arena memory;
    bool tls;
    unsigned users;
};

struct mailer {
    struct mail_settings *settings;
    struct pool *pool;
};

// One mail, as libcurl reads it.
struct upload {
    struct text rest;
    bool begun;        // the relay has accepted the addresses and reads
    uint64_t given_up; // when the mailer was found to be closing; 0: it is not
    const struct pool *pool;
};

static uint64_t ticks_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static size_t mail_send_read_upload(char *to, size_t size, size_t count, void *context)
{
    struct upload *u = context;
    struct text piece = text_head(u->rest, size * count);
    u->begun = true;
    memcpy(to, piece.at, piece.len);
    u->rest = text_from(u->rest, piece.len);
    return piece.len;
}

// A mail that the relay has all of may be accepted already: breaking off then would send it twice.
static int mail_send_stop_upload(void *context, curl_off_t a, curl_off_t b, curl_off_t c,
                                 curl_off_t d)
{
    struct upload *u = context;
    (void)a, (void)b, (void)c, (void)d;
    if (!pool_stopping(u->pool))
        return 0;
    if (!u->given_up)
        u->given_up = ticks_ms();
    return !u->begun || u->rest.len || ticks_ms() - u->given_up > LAST_MS;
}

static void set_relay(CURL *curl, const struct mail_settings *m)
{
    const struct mailer_options *o = &m->options;
    curl_easy_setopt(curl, CURLOPT_URL, o->relay);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_PROXY, ""); // whatever the environment says
    curl_easy_setopt(curl, CURLOPT_USE_SSL, m->tls ? (long)CURLUSESSL_ALL : (long)CURLUSESSL_NONE);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)MAIL_SECONDS);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, o->from);
    if (o->user)
        curl_easy_setopt(curl, CURLOPT_USERNAME, o->user);
    if (o->password)
        curl_easy_setopt(curl, CURLOPT_PASSWORD, o->password);
}

static void set_upload(CURL *curl, struct upload *u)
{
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, mail_send_read_upload);
    curl_easy_setopt(curl, CURLOPT_READDATA, u);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, mail_send_stop_upload);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, u);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
}

// A relay's 5xx about the addresses or the mail itself is its last word. The same about ourselves
// (who are you, log in first) is for the operator to mend: the mail can still go.
static enum mail_result judge(CURL *curl, CURLcode error, const struct upload *u)
{
    long code = 0;
    if (error == CURLE_OK)
        return MAIL_SENT;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    bool about_mail = error == CURLE_SEND_ERROR || u->begun;
    return code / 100 == 5 && code / 10 != 53 && about_mail ? MAIL_NEVER : MAIL_LATER;
}

static enum mail_result relay(const struct mail_settings *m, struct mail_job *job,
                              struct text whole, const struct pool *pool)
{
    char to[MAIL_ADDRESS], said[CURL_ERROR_SIZE] = "";
    struct upload u = {.rest = whole, .pool = pool};
    CURL *curl = curl_easy_init();
    snprintf(to, sizeof to, "%.*s", TEXT_ARG(job->mail.to));
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    enum mail_result result = MAIL_LATER;
    if (curl && recipients) {
        set_relay(curl, m);
        set_upload(curl, &u);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, said);
        CURLcode error = curl_easy_perform(curl);
        result = judge(curl, error, &u);
        if (error != CURLE_OK)
            snprintf(job->detail, sizeof job->detail, "%s",
                     *said ? said : curl_easy_strerror(error));
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return result;
}

static bool write_all(int fd, struct text t)
{
    while (t.len) {
        ssize_t n = write(fd, t.at, t.len);
        if (n < 0 && errno != EINTR)
            return false;
        t = text_from(t, n > 0 ? (size_t)n : 0);
    }
    return true;
}

// Not by file_write(): mails hold links that log people in, so nobody else may read them.
static enum mail_result outbox(const struct mail_settings *m, struct mail_job *job,
                               struct text whole)
{
    char path[PATH_MAX], temporary[PATH_MAX], token[SECRET_TOKEN];
    secret_token(token);
    int n = snprintf(path, sizeof path, "%s/%lld-%.12s.eml", m->options.outbox,
                     (long long)time(NULL), token);
    int k = snprintf(temporary, sizeof temporary, "%s/.%s", m->options.outbox, token);
    errno = ENAMETOOLONG;
    int fd = n < (int)sizeof path && k < (int)sizeof temporary
                 ? open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
                 : -1;
    bool ok = fd >= 0 && write_all(fd, whole) && fsync(fd) == 0;
    if (fd >= 0) {
        ok = close(fd) == 0 && ok && rename(temporary, path) == 0;
        if (!ok)
            unlink(temporary);
    }
    if (!ok)
        snprintf(job->detail, sizeof job->detail, "outbox: %s", strerror(errno));
    return ok ? MAIL_SENT : MAIL_LATER;
}

static struct mail_job *mail_of(struct pool_job *work)
{
    return (struct mail_job *)(void *)((char *)work - offsetof(struct mail_job, work));
}

static void mail_send_run(struct pool_job *work, const struct pool *pool)
{
    struct mail_job *job = mail_of(work);
    const struct mail_settings *m = job->settings;
    struct buf whole = {0};
    if (job->begin_by && ticks_ms() > job->begin_by) {
        job->result = MAIL_UNTRIED;
        snprintf(job->detail, sizeof job->detail, "too late to begin");
        return;
    }
    bool ok = mail_write(&whole, &job->mail, m->options.from, m->options.name, time(NULL));
    if (!ok) {
        job->result = buf_ok(&whole) ? MAIL_NEVER : MAIL_LATER;
        snprintf(job->detail, sizeof job->detail, "it cannot be written as a mail");
    } else if (m->options.relay) {
        job->result = relay(m, job, buf_text(&whole), pool);
    } else {
        job->result = outbox(m, job, buf_text(&whole));
    }
    if (whole.at)
        secret_wipe(whole.at, whole.cap);
    buf_release(&whole);
}

static void release(struct mail_settings *s)
{
    char *password;
    if (--s->users)
        return;
    // Its copy is ours; the pointer is const for all other uses.
    memcpy(&password, &s->options.password, sizeof password);
    if (password)
        secret_wipe(password, strlen(password));
    arena_release(&s->memory);
    free(s);
}

static void mail_send_finish(struct pool_job *work, bool cancelled)
{
    struct mail_job *job = mail_of(work);
    release(job->settings);
    job->done(job, cancelled ? MAIL_UNTRIED : job->result);
}

static bool keep(struct mail_settings *m, const char **string)
{
    struct text copy;
    if (!*string)
        return true;
    if (!arena_copy(&m->memory, (struct text){*string, strlen(*string) + 1}, &copy))
        return false;
    *string = copy.at;
    return true;
}

static bool keep_options(struct mail_settings *m, const struct mailer_options *options,
                         struct reason *why)
{
    struct mailer_options *o = &m->options;
    *o = *options;
    return (keep(m, &o->relay) && keep(m, &o->user) && keep(m, &o->password) && keep(m, &o->from) &&
            keep(m, &o->name) && keep(m, &o->outbox)) ||
           refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool prepare(struct mail_settings *m, struct reason *why)
{
    const struct mailer_options *o = &m->options;
    struct url u;
    BUG_UNLESS(o->relay || o->outbox);
    if (!mail_address_ok(text_of(o->from)))
        return refuse(why, MSG_MAIL_BAD_ADDRESS, "%s", o->from ? o->from : "");
    if (!o->relay)
        return file_make_folders(o->outbox, why);
    if (!mail_relay_ok(text_of(o->relay)) || !url_read(&u, text_of(o->relay)))
        return refuse(why, MSG_MAIL_BAD_RELAY, "%s", "");
    m->tls = text_is(u.scheme, "smtps") || !url_is_local(&u);
    return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ||
           refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static struct mail_settings *settings_open(const struct mailer_options *options, struct reason *why)
{
    struct mail_settings *s = calloc(1, sizeof *s);
    if (!s) {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    s->users = 1;
    bool kept = keep_options(s, options, why);
    if (!kept)
        s->options.password = NULL; // it may still be the caller's, which is not ours to wipe
    if (kept && prepare(s, why))
        return s;
    release(s);
    return NULL;
}

struct mailer *mailer_open(const struct mailer_options *options, struct reason *why)
{
    struct mailer *m = calloc(1, sizeof *m);
    if (!m) {
        refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    struct pool_options pool = {.threads = MAIL_THREADS,
                                .queue_limit = MAIL_QUEUE,
                                .wake = options->wake,
                                .context = options->context};
    m->settings = settings_open(options, why);
    if (m->settings && (m->pool = pool_open(&pool, why)))
        return m;
    if (m->settings)
        release(m->settings);
    free(m);
    return NULL;
}

bool mailer_change(struct mailer *m, const struct mailer_options *options, struct reason *why)
{
    struct mail_settings *s = settings_open(options, why);
    if (!s)
        return false;
    release(m->settings);
    m->settings = s;
    return true;
}

bool mailer_send(struct mailer *m, struct mail_job *job)
{
    job->settings = m->settings;
    job->detail[0] = '\0';
    job->work =
        (struct pool_job){.class = POOL_QUICK, .run = mail_send_run, .done = mail_send_finish};
    if (!pool_add(m->pool, &job->work))
        return false;
    m->settings->users++;
    return true;
}

unsigned mailer_finish(struct mailer *m)
{
    return pool_finish(m->pool);
}

void mailer_close(struct mailer *m)
{
    pool_close(m->pool, POOL_CANCEL);
    release(m->settings);
    free(m);
}
