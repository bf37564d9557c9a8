// affix: the suffix rules of a hunspell .aff file. A rule turns a stem into a form: where the stem
// fits its condition, `strip` comes off the end and `add` goes on.
//
//     SFX X. l ux/D'Q' al is:pl        flag X.: cheval gives chevaux
//
// The texts of a rule are parts of the file, which must outlive the table.
//
//     struct affixes affixes;
//     size_t count;
//     ok = affixes_read(&affixes, text, &why);
//     const struct affix_rule *rule = affixes_find(&affixes, 'S', &count);
//     ok = ok && count && affix_fits(&affixes, &rule[0], TEXT("cheval"));
//     affixes_release(&affixes);
#ifndef LOGOMACHY_SOURCES_READERS_AFFIX_H
#define LOGOMACHY_SOURCES_READERS_AFFIX_H

#include "base/reason.h"

enum { AFFIX_RULES_MAX = 65535, AFFIX_TEXT_MAX = 255 };

struct affix_rule {
    struct text strip;
    struct text add;
    struct text flags;     // of the form: continuation classes and marks
    struct text condition; // characters, '.' and sets such as [aeo] and [^sxz]
    struct text grammar;   // is:pl and the like, separated by white space
    uint16_t flag;
    uint16_t length; // how many characters the condition looks at
    uint32_t order;  // in the file
};

struct affixes {
    struct affix_rule *rule; // by flag, then as in the file; owned
    size_t count;
    size_t cap;
    size_t flag_size; // bytes that a flag is written with: 1 or 2
    bool full_strip;  // a suffix may take the place of the whole stem
    // Flags with a meaning of their own, or 0 where the file has none.
    uint16_t need_affix, only_in_compound, forbidden, circumfix, keep_case;
};

bool affixes_read(struct affixes *a, struct text aff, struct reason *why);
void affixes_release(struct affixes *a);

// The rules of a flag, which stand together; `count` is 0 where it has none.
const struct affix_rule *affixes_find(const struct affixes *a, uint16_t flag, size_t *count);

// Takes a flag off the front; false at the end. Half a flag at the end is given with 0 for the
// rest.
bool affixes_next_flag(const struct affixes *a, struct text *flags, uint16_t *flag);
bool affixes_has(const struct affixes *a, struct text flags, uint16_t flag); // never for flag 0

// Takes the next field off a line whose fields are separated by blanks; empty at the end.
struct text affix_next_field(struct text *rest);

// Whether the rule goes with the stem, which is valid UTF-8.
bool affix_fits(const struct affixes *a, const struct affix_rule *rule, struct text stem);

#endif
