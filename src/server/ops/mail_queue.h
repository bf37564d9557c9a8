// mail_queue: sends the mails queued in the store. Each is claimed first, so that only one process
// of the site sends it, and deleted once sent. Several are sent at a time, never two to the same
// recipient. A failed mail is retried with exponential backoff for some days.
//
// Delivery is at least once: if the process dies between the relay's acceptance and the deletion,
// the mail is sent again, under the same Message-ID, when its claim has expired.
//
//     struct site *site = NULL;
//     struct mailer *mailer = NULL;
//     struct mail_queue *q = mail_queue_open(site, mailer);
//     mail_queue_send(q);
//     mail_queue_free(q);
#ifndef LOGOMACHY_SERVER_OPS_MAIL_QUEUE_H
#define LOGOMACHY_SERVER_OPS_MAIL_QUEUE_H

struct mailer;
struct mail_queue;
struct site;

struct mail_queue *mail_queue_open(struct site *site, struct mailer *mailer); // NULL: no memory

// Called every few seconds.
void mail_queue_send(struct mail_queue *q);

// The mailer is closed: writes the results of the last mails. NULL is none, here and below.
void mail_queue_stop(struct mail_queue *q);
void mail_queue_free(struct mail_queue *q); // after the store is closed

#endif
