// match_types: matches as the store keeps them: the row of a match, its seats, the entries of its
// log, and the sinks that receive them. The functions are in matches.h.
//
//     struct store_entry e = {.seq = 3, .request = "c7f1", .text = TEXT("A pass")};
//     ok = e.seq > 0;
//
// A sink borrows its arguments: they are valid until it returns. It returns false to stop.
#ifndef LOGOMACHY_STORE_MATCH_TYPES_H
#define LOGOMACHY_STORE_MATCH_TYPES_H

#include "base/text.h"
#include "rules/action.h"

enum { STORE_MATCH_ID = 16, STORE_LIST_MAX = 100 };

enum store_match_status { MATCH_ROW_OPEN, MATCH_ROW_RUNNING, MATCH_ROW_OVER, MATCH_ROW_ABORTED };

struct store_match {
    char id[STORE_MATCH_ID];
    char game[24]; // name of the preset
    char lang[4];
    char lexicon[41];
    unsigned seats; // 1 to SEATS_MAX
    bool rated;
    bool listed; // public: shown in the lobby, open to spectators
    enum store_match_status status;
    int64_t creator; // account, 0: none
    uint64_t owner;  // hash of the client that quotas count it for; 0: none, or it is over
    int64_t created;
    int64_t started, ended; // 0: not yet
    int64_t deadline;       // when the running clock expires; 0: none runs
    unsigned turn;          // bit set of the seats to act, as of the last entry
    char seed[65], seed_hash[65];
    char result[16], end_reason[24];
    char terms[2048];              // format of match/terms.h, opaque here
    char previous[STORE_MATCH_ID]; // match that this is a rematch of, or ""
    char deal[11];                 // date of the daily deal, or ""
    char unranked[16];             // why it is not ranked: "takeback", "late"; or ""
};

struct store_seat {
    unsigned seat;   // from 0
    int64_t account; // 0: free, or a computer's seat
    unsigned level;  // of the computer player; 0: a person's seat
    int32_t score;
    double rating_before, rating_after;
    bool won;
};

// One event of a match's log.
struct store_entry {
    int32_t seq;
    int64_t at;
    int64_t account;  // of the player whose request it was; 0: none, e.g. a clock
    char request[41]; // idempotency key of the client's request, "": none
    struct text text; // the event; borrowed
    unsigned turn;    // bit set of the seats to act after it; read back as store_match.turn
};

typedef bool store_match_sink(void *context, const struct store_match *m,
                              const struct store_seat *seats);
typedef bool store_entry_sink(void *context, const struct store_entry *e);

// A match and the seq of its last entry.
typedef bool store_last_sink(void *context, const char *match, int32_t seq);

#endif
