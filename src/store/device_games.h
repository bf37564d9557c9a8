// device_games: games that were played on a device and that an account keeps. Within a job (see
// store.h). The store knows nothing of games: `head` is the server's JSON, `record` a record's
// text. Both are borrowed: by put() from the caller, by a sink until it returns.
//
//     struct store_tx *tx = NULL; /* passed to the job's run() */
//     struct store_device_game g = {.account = 7, .id = "k3xf", .version = 1,
//                                   .head = TEXT("{}"), .record = TEXT("game balda\n")};
//     ok = store_device_game_put(tx, &g, 0) == STORE_OK;
#ifndef LOGOMACHY_STORE_DEVICE_GAMES_H
#define LOGOMACHY_STORE_DEVICE_GAMES_H

#include "store/store.h"

enum { STORE_DEVICE_GAME_ID = 16 };

struct store_device_game {
    int64_t account;
    char id[STORE_DEVICE_GAME_ID]; // given by the device, unique within the account
    int64_t version;               // another one after each change
    int64_t begun, changed;        // by the device's clock, in ms since 1970
    struct text head, record;
};

typedef bool store_device_game_sink(void *context, const struct store_device_game *g);

// Adds the game (`instead_of` 0), or replaces that version of it. STORE_TAKEN: the account has
// another version. STORE_NONE: there is no such account, or it is closed.
enum store_status store_device_game_put(struct store_tx *tx, const struct store_device_game *g,
                                        int64_t instead_of) STORE_CHECKED;
// STORE_NONE: the account has no such game.
enum store_status store_device_game_get(struct store_tx *tx, int64_t account, const char *id,
                                        store_device_game_sink *sink, void *context) STORE_CHECKED;
// By id, after page->after_id.
enum store_status store_device_game_list(struct store_tx *tx, int64_t account,
                                         const struct store_page *page,
                                         store_device_game_sink *sink, void *context) STORE_CHECKED;
enum store_status store_device_game_count(struct store_tx *tx, int64_t account,
                                          int64_t *count) STORE_CHECKED;
enum store_status store_device_game_drop(struct store_tx *tx, int64_t account,
                                         const char *id) STORE_CHECKED; // idempotent

#endif
