// abandon: ends a match that no longer replays because its lexicon has changed, without a result. The
// log gets `abort` after its last entry, and the row its end. Should the old lexicon come back, the
// log replays to the same end.
//
//     struct store_match row = {0};
//     struct abandon_done end = {0}; /* called on the loop's thread */
//     ok = abandon_match(NULL, &row, 12, 1790000000000, 0, end);
#ifndef LOGOMACHY_SERVER_PLAY_ABANDON_H
#define LOGOMACHY_SERVER_PLAY_ABANDON_H

#include "store/matches.h"
#include "store/store.h"

struct abandon_done {
    void (*call)(void *context, void *command, enum store_status status, uint64_t seq);
    void *context, *command;
};

// `seq` is the number of the new entry, `account` who asks for it; 0: the server. STORE_TAKEN: another
// process has appended. False: no memory, and nothing is called.
bool abandon_match(struct store *store, const struct store_match *row, int32_t seq, int64_t at,
                   int64_t account, struct abandon_done done);

#endif
