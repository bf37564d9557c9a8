// data: the files that data/meson.build lists, linked into the program by tools/embed.py. Messages
// are not among them: see base/message.h.
#ifndef LOGOMACHY_BASE_DATA_H
#define LOGOMACHY_BASE_DATA_H

#include "base/text.h"

struct data_entry {
    const char *name;
    size_t size;
    const char *bytes;
};

extern const struct data_entry data_table[]; // ends with a NULL name

// The content of e.g. "alphabets/en.txt"; false where there is no such file. Lives for ever.
bool data_find(const char *name, struct text *content);

#endif
