// library: the lexicons that are open. A record names its lexicon, and an engine reads
// one record after another; each lexicon is opened once and stays open until the library closes.
//
//     struct library books = {.shelf = &c->shelf};
//     struct record_host host = library_host(&books);
//     if (!record_read(&r, text, &host, &why)) ...
//     record_release(&r);
//     library_close(&books);
#ifndef LOGOMACHY_RULES_LIBRARY_H
#define LOGOMACHY_RULES_LIBRARY_H

#include "lexicon/shelf.h"
#include "rules/record.h"

struct library {
    const struct shelf *shelf; // borrowed
    struct library_book *first;
};

// The lexicon with that name; NULL, with the reason, where it cannot be opened. Lives until the
// library closes.
const struct lexicon *library_open(struct library *l, const char *name, struct reason *why);

// For reading records; borrows the library.
struct record_host library_host(struct library *l);

void library_close(struct library *l);

#endif
