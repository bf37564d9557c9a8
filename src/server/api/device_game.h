// device_game: a game that was played on a device, as an account keeps it. The client sends terms
// and a record; the record is replayed, and scores and result come from there. It knows nothing of
// requests or accounts; device_game_head() is for a thread of the pool.
//
//     struct record_host host = {0};
//     json_t *body = json_object(); /* as the client sends it */
//     json_t *head = device_game_head(body, TEXT("game balda\n"), &host, &why); /* NULL: refused */
//     json_decref(head);
//     ok = device_game_extends(TEXT("A b1\nB c2\n"), TEXT("A b1\n"));
#ifndef LOGOMACHY_SERVER_API_DEVICE_GAME_H
#define LOGOMACHY_SERVER_API_DEVICE_GAME_H

#include "rules/record.h"
#include "store/device_games.h"

#include <jansson.h>

// Bytes of a record; and games of an account.
enum { DEVICE_GAME_RECORD = 32 * 1024, DEVICE_GAMES_MAX = 200 };

// {"terms","scores","result","helped","leader"}: what is stored beside the record. Refused if the
// record cannot be replayed, or if the members terms, helped and leader of the body do not fit it.
json_t *device_game_head(json_t *body, struct text record, const struct record_host *host,
                         struct reason *why);

// Is the one record the other with more lines, or the same?
bool device_game_extends(struct text longer, struct text shorter);

// As the API shows it; lists leave out the record.
json_t *device_game_json(const struct store_device_game *g, bool with_record);

#endif
