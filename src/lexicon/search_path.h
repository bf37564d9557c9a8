// search_path: the folders where lexicon files are looked for, in this order: the one the user
// names (--lexicons), the one in the environment (LOGOMACHY_LEXICONS), the user's data folder, and
// `lexicons` beside the program.
//
//     struct search_path path;
//     struct lexicon lex;
//     search_path_init(&path, NULL);
//     if (search_path_open(&path, "en", &lex, &why))
//         lexicon_close(&lex);
#ifndef LOGOMACHY_LEXICON_SEARCH_PATH_H
#define LOGOMACHY_LEXICON_SEARCH_PATH_H

#include "lexicon/lexicon.h"

enum { SEARCH_PATH_FOLDERS = 4, SEARCH_PATH_BYTES = 4096, SEARCH_PATH_NAME = 40 };

#define SEARCH_PATH_SUFFIX ".lex"

struct search_path {
    char folder[SEARCH_PATH_FOLDERS][SEARCH_PATH_BYTES];
    unsigned folders;
};

// `named` comes from --lexicons and may be NULL.
void search_path_init(struct search_path *s, const char *named);

// The folder that built lexicons go to: `lexicons` beside the program.
bool search_path_built(char out[SEARCH_PATH_BYTES]);

bool search_path_name_ok(const char *name, struct reason *why);

// The path of a lexicon's file in a folder.
bool search_path_file(const char *folder, const char *name, char out[SEARCH_PATH_BYTES]);

bool search_path_open(const struct search_path *s, const char *name, struct lexicon *lex,
                      struct reason *why);

// Calls `each` for every lexicon name, once, in alphabetical order.
typedef void search_path_each_fn(void *context, const char *name);
bool search_path_list(const struct search_path *s, search_path_each_fn *each, void *context,
                      struct reason *why);

#endif
