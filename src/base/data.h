// data: files linked into the program (data/meson.build lists them, tools/embed.py embeds them).
// Messages are not among them: see base/message.h.
//
//     struct text content;
//     ok = data_find("alphabets/en.txt", &content);
#ifndef LOGOMACHY_BASE_DATA_H
#define LOGOMACHY_BASE_DATA_H

#include "base/text.h"

struct data_entry {
    const char *name;
    size_t size;
    const char *bytes;
};

extern const struct data_entry data_table[]; // ends with a NULL name

// The content of e.g. "alphabets/en.txt", static; false where there is no such file.
bool data_find(const char *name, struct text *content);

#endif
