// device: recognizes a browser that has logged in to an account before.
//
// Wrong passwords are counted by address, so strangers behind the same address can use up the tries
// for a name. A browser that has logged in keeps a signed token that proves it, and has tries of
// its own. The token is no credential: a stolen one gives a bounded number of guesses.
//
// Nothing is stored: a token is a random id, the day of issue, a keyed hash that binds the id to
// the account and its password hash, and a signature. A new password invalidates it, and so does
// the 400th day.
//
//     struct secret_key key = {0};
//     struct device d;
//     char token[DEVICE_TOKEN];
//     device_issue(&key, 17, "password hash", 0, token); /* after a login: goes in a cookie */
//     ok = device_read(&key, text_of(token), 0, &d) && device_knows(&key, &d, 17, "password hash");
#ifndef LOGOMACHY_SERVER_ACCOUNTS_DEVICE_H
#define LOGOMACHY_SERVER_ACCOUNTS_DEVICE_H

#include "server/runtime/secret.h"

enum { DEVICE_ID = 23, DEVICE_TOKEN = 128, DEVICE_DAYS = 400 };

struct device {
    char id[DEVICE_ID];         // login attempts are counted under this
    char binding[SECRET_TOKEN]; // to an account and its password
};

void device_issue(const struct secret_key *key, int64_t account, const char *password_hash,
                  int64_t now_ms, char out[DEVICE_TOKEN]);

// False unless this site has issued it, less than 400 days ago.
bool device_read(const struct secret_key *key, struct text token, int64_t now_ms,
                 struct device *out);

// Was it issued for this account with its current password?
bool device_knows(const struct secret_key *key, const struct device *d, int64_t account,
                  const char *password_hash);

#endif
