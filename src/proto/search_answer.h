// search_answer: what a process that searches for another one says of a job, as text. First whether
// it takes the job; if so, now and then that it is still at it, and at last what it has found:
//
//     done 17
//     took 950
//     margin 12500000
//     ...
//     A c2=T/b3c3c2
//     B d2=E/c3c2d2
//
// Numbers with a fraction are in millionths. Whoever asked reads it as if a stranger had sent it:
// every move is checked by the rules, in the position that was asked about.
#ifndef LOGOMACHY_PROTO_SEARCH_ANSWER_H
#define LOGOMACHY_PROTO_SEARCH_ANSWER_H

#include "engine/engine.h"
#include "proto/search_job.h"

enum { SEARCH_ANSWER_BYTES = 1 << 14 };

enum search_said {
    SEARCH_TAKEN,   // it is being searched
    SEARCH_BUSY,    // no thread is free
    SEARCH_LATE,    // nobody waits for it any more, by the clock there
    SEARCH_REFUSED, // it cannot be read, or there are other words
    SEARCH_AT_IT,   // still
    SEARCH_DONE,    // with the result
    SEARCH_NOTHING, // the search has found no move
    SEARCH_SAIDS
};

struct search_answer {
    enum search_said said;
    char name[SEARCH_JOB_NAME]; // of the job
};

// A word in the journal: "taken", "busy"...
const char *search_said_key(enum search_said said);

// All but SEARCH_DONE.
void search_answer_write(const struct search_answer *a, struct buf *out);

// SEARCH_DONE. False, and nothing is written, where the move is none that the rules let through.
bool search_answer_write_result(const struct search_job *j, const struct engine_result *found,
                                struct buf *out);

// The first line, to find the job by. Refused where it is no answer.
bool search_answer_read(struct search_answer *a, struct text text, struct reason *why);

// What a SEARCH_DONE has found. Refused where it does not fit the job.
bool search_answer_read_result(const struct search_job *j, struct text text,
                               struct engine_result *found, struct reason *why);

#endif
