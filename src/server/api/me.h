// me: what the handlers for one's own account share.
//
//     struct store_session session = {0};
//     json_decref(session_json(&session, "hash of the caller's own"));
#ifndef LOGOMACHY_SERVER_API_ME_H
#define LOGOMACHY_SERVER_API_ME_H

#include "server/api/call.h"
#include "store/accounts.h"

enum { SESSION_ID = 17 };

// For run(): turns a person's account that has not played yet into a bot; leaves a bot as it is.
enum store_status me_become_bot(struct store_tx *tx, struct call *c,
                                struct store_account *a) STORE_CHECKED;

// {"id","label","created","expires","current"}: a session or token as its owner sees it. The id is
// a part of the secret's hash and is no credential.
json_t *session_json(const struct store_session *s, const char *current);

#endif
