// post: sends the mails that wait in the store. Each is claimed first, so that of all the processes
// of a site only one sends it, and crossed off when it is sent. Several are on their way at a time,
// never two to the same recipient, and none waits for another. A mail that could not be sent is
// tried again later, less and less often, for some days.
//
// Between the moment a relay accepts a mail and the moment it is crossed off, a process may die:
// then the mail is sent once more when its claim has run out, under the same Message-ID. So it is
// "at least once" after a crash and "exactly once" without.
#ifndef LOGOMACHY_SERVER_OPS_POST_H
#define LOGOMACHY_SERVER_OPS_POST_H

struct app;
struct post;

struct post *post_open(struct app *app); // NULL: no memory

// Called every few seconds.
void post_send(struct post *p);

// The mailer is closed: writes what came of the last mails. NULL is none, here and below.
void post_stop(struct post *p);
void post_free(struct post *p); // after the store is closed

#endif
