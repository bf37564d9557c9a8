// shelf: where lexicon files are found. Folders are looked through in order: one that the user
// names, one from the environment, the user's own data folder, and the one beside the program.
#ifndef LOGOMACHY_LEXICON_SHELF_H
#define LOGOMACHY_LEXICON_SHELF_H

#include "lexicon/lexicon.h"

enum { SHELF_FOLDERS = 4, SHELF_PATH = 4096, SHELF_NAME = 40 };

#define SHELF_SUFFIX ".lex"

struct shelf {
    char folder[SHELF_FOLDERS][SHELF_PATH];
    unsigned folders;
};

// `named` comes from --lexicons and may be NULL.
void shelf_init(struct shelf *s, const char *named);

// The folder that built lexicons go to: `lexicons` beside the program.
bool shelf_built(char out[SHELF_PATH]);

bool shelf_name_ok(const char *name, struct reason *why);

// The path of a lexicon's file in a folder.
bool shelf_path(const char *folder, const char *name, char out[SHELF_PATH]);

bool shelf_open(const struct shelf *s, const char *name, struct lexicon *lex, struct reason *why);

// Calls `each` for every lexicon name, once, in alphabetical order.
typedef void shelf_each_fn(void *context, const char *name);
bool shelf_list(const struct shelf *s, shelf_each_fn *each, void *context, struct reason *why);

#endif
