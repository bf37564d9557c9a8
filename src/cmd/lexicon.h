// The subcommands of `logomachy lexicon`, and what they share.
#ifndef LOGOMACHY_CMD_LEXICON_H
#define LOGOMACHY_CMD_LEXICON_H

#include "cmd/cli.h"

extern const struct command command_lexicon_list;   // cmd/lexicon_info.c
extern const struct command command_lexicon_info;   // cmd/lexicon_info.c
extern const struct command command_lexicon_check;  // cmd/lexicon_info.c
extern const struct command command_lexicon_has;    // cmd/lexicon_words.c
extern const struct command command_lexicon_define; // cmd/lexicon_words.c
extern const struct command command_lexicon_find;   // cmd/lexicon_words.c
extern const struct command command_lexicon_build;  // cmd/lexicon_make.c
extern const struct command command_lexicon_import; // cmd/lexicon_make.c

// The name of one class, for people; word_class_key() is for programs.
const char *class_name(const struct cli *c, unsigned word_class);

// "noun, verb"
void print_classes(const struct cli *c, unsigned classes, struct buf *out);

// ["noun","verb"]
void print_classes_json(unsigned classes, struct buf *out);

#endif
