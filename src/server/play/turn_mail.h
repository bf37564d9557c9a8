// turn_mail: the e-mail that tells a player whose turn it is in a correspondence game. It is queued
// in the transaction that commits the move, so it is sent if and only if the move counts;
// ops/mail_queue.h sends it.
//
//     struct store_tx *tx = NULL; /* of the running job */
//     struct store_match match = {.id = "abc", .game = "balda"};
//     int64_t account = 17, now_ms = 0;
//     if (tx)
//         ok = turn_mail_add(tx, account, &match, "https://example.org", now_ms) == STORE_OK;
#ifndef LOGOMACHY_SERVER_PLAY_TURN_MAIL_H
#define LOGOMACHY_SERVER_PLAY_TURN_MAIL_H

#include "store/matches.h"

// Adds nothing for an account that is gone, has no confirmed address, or wants no turn mails. `url`
// is the site's public address.
enum store_status turn_mail_add(struct store_tx *tx, int64_t account, const struct store_match *m,
                                const char *url, int64_t now) STORE_CHECKED;

#endif
