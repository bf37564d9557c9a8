// reload: what SIGHUP does. The options are read again from where they came from: the file, the
// environment, the command line. All of them are checked before anything changes: where one is
// wrong, or the certificate or the mail relay cannot be used, the journal says so and everything
// stays as it was. An option that cannot change while the server runs keeps its value, and the
// journal names it.
#ifndef LOGOMACHY_SERVER_OPS_RELOAD_H
#define LOGOMACHY_SERVER_OPS_RELOAD_H

struct app;
struct reload;

void reload_run(struct app *app);
void reload_free(struct app *app); // the options that were read; after everything else

// A certificate that has run out, or will soon, is worth a line of the journal. Called at the start
// and every day.
void reload_check_certificate(const struct app *app);

#endif
