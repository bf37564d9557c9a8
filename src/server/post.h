// post: brings the mails that wait in the store to the mailer, and crosses off those that were
// sent. A mail that could not be sent is tried again later, less and less often, for some days.
#ifndef LOGOMACHY_SERVER_POST_H
#define LOGOMACHY_SERVER_POST_H

struct app;

// Called every few seconds. Does nothing while the last round is under way.
void post_send(struct app *app);

#endif
