// search_job: a search as text, so that another process can do it: the game, the position as the
// seat that is to move sees it, and how long and how well to think. search_answer.h is what comes
// back.
//
//     search 1
//     name 17
//     reply search.done.5f0c
//     for move
//     seat A
//     level 6
//     ms 1000
//     until 1790000000000
//     seed 8f...
//     words 0123456789abcdef
//     game balda
//     lang en
//     lexicon en
//     position
//     turn A
//     ...
//
// From `game` on it is a record's header, and after `position` what write() of the rules says of
// the view: no more leaves the process than the seat may know. `words` is the lexicon's checksum,
// since a search with other words would find other moves.
#ifndef LOGOMACHY_PROTO_SEARCH_JOB_H
#define LOGOMACHY_PROTO_SEARCH_JOB_H

#include "rules/record.h"

// Where jobs are asked for, by a request of the bus; one of the queue is asked.
#define SEARCH_SUBJECT "search.ask"
#define SEARCH_QUEUE "workers"

// Where all workers hear that nobody wants a job any more: its name and reply, see
// search_job_write_reply(). Who is at it breaks it off and says nothing.
#define SEARCH_STOP "search.stop"

// What the subjects of answers begin with: nobody is made to publish under other ones.
#define SEARCH_REPLY "search.done."

enum {
    SEARCH_JOB_BYTES = 1 << 16,
    SEARCH_JOB_NAME = 24,
    SEARCH_JOB_REPLY = 64,
    SEARCH_JOB_MS = 60000, // the longest search
};

enum search_for { SEARCH_FOR_MOVE, SEARCH_FOR_ANALYSIS, SEARCH_FORS };

struct search_job {
    char name[SEARCH_JOB_NAME];   // whoever asks tells his jobs apart by it: letters and digits
    char reply[SEARCH_JOB_REPLY]; // the subject that the answer is published under
    enum search_for purpose;      // a game that waits for a move goes before an analysis
    unsigned seat, level;
    unsigned ms;   // for the search, from when it begins
    int64_t until; // ms since 1970: nobody waits for the answer any longer
    char seed[2 * RNG_SEED + 1];
    struct config config; // ready to be played; its lexicon is borrowed
    struct state view;    // the seat's
};

// At the end of the buffer.
void search_job_write(const struct search_job *j, struct buf *out);

// The host has the lexicons. What could be read can be searched: the seat is to move, and its view
// shows no more than it should. Refused with a line where a line is wrong.
bool search_job_read(struct search_job *j, struct text text, const struct record_host *host,
                     struct reason *why);

// Just name and reply.
void search_job_write_reply(const struct search_job *j, struct buf *out);

// The same of a text that may be wrong in other ways: where to say so. False: none.
bool search_job_read_reply(struct search_job *j, struct text text);

#endif
