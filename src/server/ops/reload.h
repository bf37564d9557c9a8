// reload: SIGHUP. The options are read again from the file, the environment and the command line,
// and all are checked before anything changes: if one is wrong, or the certificate or the mail
// relay cannot be used, the log says so and everything stays as it was. An option that cannot
// change at run time keeps its value, and the log names it.
//
//     struct reload r = {0};
//     reload_check_certificate(&r);
#ifndef LOGOMACHY_SERVER_OPS_RELOAD_H
#define LOGOMACHY_SERVER_OPS_RELOAD_H

struct mailer;
struct news;
struct site;

// The first three are borrowed.
struct reload {
    struct site *site;
    struct mailer *mailer;
    struct news *news;
    struct reloaded *last; // options that were read, newest first
};

void reload_run(struct reload *r);
void reload_free(struct reload *r); // the options that were read; after everything else

// Logs a certificate that has expired, or will soon. Called at the start and every day.
void reload_check_certificate(const struct reload *r);

#endif
