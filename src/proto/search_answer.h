// search_answer: a worker's answer to a search job (search_job.h), as text. First whether it takes
// the job; if so, heartbeats while it searches, and finally the result:
//
//     done 17
//     took 950
//     margin 12500000
//     ...
//     A c2=T/b3c3c2
//     B d2=E/c3c2d2
//
// Fractions are in millionths. The answer is untrusted input: every move is checked by the rules,
// in the position of the job.
//
//     struct search_answer a = {.status = SEARCH_BUSY, .name = "17"};
//     search_answer_write(&a, &out);
#ifndef LOGOMACHY_PROTO_SEARCH_ANSWER_H
#define LOGOMACHY_PROTO_SEARCH_ANSWER_H

#include "engine/engine.h"
#include "proto/search_job.h"

enum { SEARCH_ANSWER_BYTES = 1 << 14 };

enum search_status {
    SEARCH_TAKEN,   // accepted
    SEARCH_BUSY,    // no thread is free
    SEARCH_REFUSED, // malformed, or another lexicon
    SEARCH_RUNNING, // heartbeat
    SEARCH_DONE,    // with the result
    SEARCH_NOTHING, // no move found
    SEARCH_STATUSES
};

struct search_answer {
    enum search_status status;
    char name[SEARCH_JOB_NAME]; // of the job
};

// For the journal: "taken", "busy"...
const char *search_status_key(enum search_status status);

// Any answer but SEARCH_DONE.
void search_answer_write(const struct search_answer *a, struct buf *out);

// SEARCH_DONE. False, with nothing written, if the move is illegal.
bool search_answer_write_result(const struct search_job *j, const struct engine_result *found,
                                struct buf *out);

// Reads the first line, which names the job. Refused if it is no answer.
bool search_answer_read(struct search_answer *a, struct text text, struct reason *why);

// Reads the result of SEARCH_DONE. Refused if it does not fit the job.
bool search_answer_read_result(const struct search_job *j, struct text text,
                               struct engine_result *found, struct reason *why);

#endif
