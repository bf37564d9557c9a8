// mail: sends mails on threads of its own: by SMTP to a relay or, if none is configured, as .eml
// files into a folder. It keeps no queue across restarts: ops/mail_queue.h does, in the store.
//
//     struct mailer_options options = {.relay = "smtp://localhost", .from = "a@example.org"};
//     struct mailer *m = mailer_open(&options, &why);
//     static struct mail_job job; /* its mail and done() filled in; kept until done() */
//     ok = mailer_send(m, &job);  /* false: the queue is full */
//     mailer_close(m);
//
// `wake` is called on a thread of the mailer when a mail is through (uv_async_send), and the job's
// done() by mailer_finish() on the loop's thread.
#ifndef LOGOMACHY_SERVER_RUNTIME_MAIL_H
#define LOGOMACHY_SERVER_RUNTIME_MAIL_H

#include "server/runtime/pool.h"

enum {
    MAIL_ADDRESS = 255,    // longest address, with its NUL
    MAIL_SUBJECT = 500,    // bytes; longer ones are cut where a character ends
    MAIL_BODY = 64 * 1024, // bytes; longer ones are refused for good
    MAIL_THREADS = 16,     // mails on their way at the same time
    MAIL_QUEUE = 64,       // mails that wait in the mailer
    MAIL_SECONDS = 60,     // the longest that sending one takes
};

enum mail_result {
    MAIL_SENT,
    MAIL_LATER,   // the relay or the disk is not there, or is not willing now: try again later
    MAIL_NEVER,   // it will not be taken: no such address, or it is no mail
    MAIL_UNTRIED, // nothing was done about it: its time was over, or the mailer is being closed
};

// A mail in UTF-8; lines of the body end in \n. The texts are borrowed until done().
struct mail {
    struct text to;
    struct text subject;
    struct text body;
    // Makes the Message-ID: letters, digits and hyphens. The same for every attempt, so that a mail
    // that arrives twice is recognised. Empty: a random one.
    struct text id;
};

struct mail_job {
    struct mail mail;
    void (*done)(struct mail_job *job, enum mail_result result);
    // After that, by the monotonic clock in ms, sending it is not begun any more; 0: always. For
    // claims that run out.
    uint64_t begin_by;
    char detail[256]; // why it was not sent, for the log: no address, nothing of the mail
    // The mailer's:
    enum mail_result result;
    struct mail_settings *settings;
    struct pool_job work;
};

struct mailer_options {
    const char *relay;    // smtp://host:port or smtps://host:port; NULL: write to the outbox
    const char *user;     // NULL: the relay wants none
    const char *password; // copied; never logged
    const char *from;     // the address that mails come from
    const char *name;     // and the name shown with it
    const char *outbox;   // a folder, made where it is missing
    void (*wake)(void *context);
    void *context;
};

struct mailer;

// Refuses wrong addresses and relays. TLS is required of a relay that is not this machine. Call it
// before other threads are started (libcurl wants that).
struct mailer *mailer_open(const struct mailer_options *options, struct reason *why);

// Other settings, for mails from now on: relay, user, password, from, name, outbox. Where they are
// refused, the old ones stay. On the loop's thread, as the functions below.
bool mailer_change(struct mailer *m, const struct mailer_options *options, struct reason *why);

// False where the queue is full or the mailer is being closed. Never waits.
bool mailer_send(struct mailer *m, struct mail_job *job);

unsigned mailer_finish(struct mailer *m); // calls done() of those that are through; how many

// Breaks off what is being sent, which is done() with MAIL_LATER. One that the relay has all of is
// waited for some seconds: it may have been accepted. Waiting mails are MAIL_UNTRIED. Frees the
// mailer.
void mailer_close(struct mailer *m);

// A plain address such as a.b+c@example.org: what is worth sending a mail to. Stricter than the
// standard: no quotes, comments, address literals or characters beyond ASCII.
bool mail_address_ok(struct text address);

// smtp://host:port or smtps://host:port (the port may be left out), no user or password in it.
bool mail_relay_ok(struct text url);

// Appends the mail as RFC 5322 wants it, with \r\n. Nothing in a text can add a header: control
// characters are taken out, and what is not ASCII is encoded. `unix_time` in seconds. False where
// the addresses are wrong or the body is too long.
bool mail_write(struct buf *out, const struct mail *mail, const char *from, const char *name,
                int64_t unix_time);

#endif
