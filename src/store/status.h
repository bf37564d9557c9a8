// status: how an operation of the store ended.
//
//     enum store_status status = STORE_TAKEN;
//     buf_add_string(&out, store_status_name(status)); // "taken"
#ifndef LOGOMACHY_STORE_STATUS_H
#define LOGOMACHY_STORE_STATUS_H

// From STORE_FULL on the database is at fault, and the whole transaction may be lost.
enum store_status {
    STORE_OK,
    STORE_NONE,    // no such row
    STORE_TAKEN,   // a unique key is in use
    STORE_REFUSED, // the job itself decided so, or a text is not UTF-8 or contains a NUL
    STORE_FULL,    // the disk is full, or a quota is used up
    STORE_BUSY,    // the database is locked, down, or does not answer: try again later
    STORE_BROKEN,  // the disk or the database fails, or memory is short
    STORE_DAMAGED, // a row cannot be read; trying again will not help
    STORE_UNKNOWN, // the connection was lost during COMMIT: committed, or rolled back
};

#define STORE_CHECKED __attribute__((warn_unused_result))

// "ok", "none", "taken"...: for logs.
const char *store_status_name(enum store_status status);

#endif
