// lexicon: the subcommands of `logomachy lexicon`, as static command tables, and the printing of
// word classes that they share.
//
//     const struct cli *cli = NULL;
//     print_classes(cli, CLASS_NOUN | CLASS_VERB, &out); /* "noun, verb" */
#ifndef LOGOMACHY_CLI_LEXICON_H
#define LOGOMACHY_CLI_LEXICON_H

#include "cli/cli.h"

extern const struct command command_lexicon_list;   // cli/lexicon_info.c
extern const struct command command_lexicon_info;   // cli/lexicon_info.c
extern const struct command command_lexicon_check;  // cli/lexicon_info.c
extern const struct command command_lexicon_has;    // cli/lexicon_words.c
extern const struct command command_lexicon_define; // cli/lexicon_words.c
extern const struct command command_lexicon_find;   // cli/lexicon_words.c
extern const struct command command_lexicon_build;  // cli/lexicon_make.c
extern const struct command command_lexicon_import; // cli/lexicon_make.c

// The name of a class in the interface language. For JSON use word_class_key().
const char *class_name(const struct cli *c, unsigned word_class);

// "noun, verb"
void print_classes(const struct cli *c, unsigned classes, struct buf *out);

// ["noun","verb"]
void print_classes_json(unsigned classes, struct buf *out);

// The label before a text that says its kind: "form of HOUSE: ", "synonyms: ".
void print_label(const struct cli *c, const struct definition *d, struct buf *out);

#endif
