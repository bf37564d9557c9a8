// search_job: a search request as text, for a worker process: the game, the position as seen by the
// seat to move, time and level. The answer is in search_answer.h.
//
//     search 2
//     name 17
//     reply search.done.5f0c
//     for move
//     seat A
//     level 6
//     ms 1000
//     seed 8f...
//     words 0123456789abcdef
//     game balda
//     lang en
//     lexicon en
//     position
//     turn A
//     ...
//
// From `game` on it is a record's header; after `position` follows the view, as the rules write()
// it: nothing leaves the process that the seat may not know. `words` is the lexicon's checksum,
// since another lexicon would give other moves.
//
//     static struct search_job j; /* filled in */
//     search_job_write(&j, &out);
#ifndef LOGOMACHY_PROTO_SEARCH_JOB_H
#define LOGOMACHY_PROTO_SEARCH_JOB_H

#include "rules/record.h"

// Subject and queue group of jobs (request/reply over the bus): one worker gets each job.
#define SEARCH_SUBJECT "search.ask"
#define SEARCH_QUEUE "workers"

// Subject for cancelling a job, to all workers: its name and reply (search_job_write_reply()). The
// worker that has it stops without an answer.
#define SEARCH_STOP "search.stop"

// Prefix of reply subjects: a worker publishes answers under no other.
#define SEARCH_REPLY "search.done."

enum {
    SEARCH_JOB_BYTES = 1 << 16,
    SEARCH_JOB_NAME = 24,
    SEARCH_JOB_REPLY = 64,
    SEARCH_JOB_MS = 60000, // the longest search
};

enum search_for { SEARCH_FOR_MOVE, SEARCH_FOR_ANALYSIS, SEARCH_FORS };

struct search_job {
    char name[SEARCH_JOB_NAME];   // the requester's id of the job: letters and digits
    char reply[SEARCH_JOB_REPLY]; // reply subject
    enum search_for purpose;      // moves of running games have priority over analysis
    unsigned seat, level;
    unsigned ms; // search time from acceptance: no two machines need to agree on the time of day
    char seed[2 * RNG_SEED + 1];
    struct config config; // complete; its lexicon is borrowed
    struct state view;    // the seat's
};

// Appends the job.
void search_job_write(const struct search_job *j, struct buf *out);

// The host opens lexicons. A job that was read is searchable: the seat is to move, and its view is
// properly redacted. The reason has the line.
bool search_job_read(struct search_job *j, struct text text, const struct record_host *host,
                     struct reason *why);

// Name and reply only.
void search_job_write_reply(const struct search_job *j, struct buf *out);

// Reads them from a text that may be malformed otherwise, to be able to refuse it. False: none.
bool search_job_read_reply(struct search_job *j, struct text text);

#endif
