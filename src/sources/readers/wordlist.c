#include "sources/readers/wordlist.h"

#include "base/utf8.h"
#include "sources/letters.h"

enum { WORD_BYTES_MAX = 4 * WORD_MAX, DEFINITION_BYTES_MAX = 4096 };

static unsigned class_of(struct text name)
{
    static const struct {
        const char *name;
        enum word_class is;
    } names[] = {
        {"n", CLASS_NOUN},        {"noun", CLASS_NOUN},   {"v", CLASS_VERB},
        {"verb", CLASS_VERB},     {"a", CLASS_ADJECTIVE}, {"adj", CLASS_ADJECTIVE},
        {"r", CLASS_ADVERB},      {"adv", CLASS_ADVERB},  {"adjective", CLASS_ADJECTIVE},
        {"adverb", CLASS_ADVERB}, {"other", CLASS_OTHER},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (text_is(name, names[i].name))
            return names[i].is;
    return 0;
}

static bool read_classes(struct text field, unsigned *classes, struct reason *why)
{
    *classes = 0;
    while (field.len) {
        struct text name = text_trim(text_cut(&field, ','));
        unsigned one = class_of(name);
        if (!one)
            return refuse(why, MSG_WORDLIST_CLASS, "%.*s", TEXT_ARG(text_head(name, 40)));
        *classes |= one;
    }
    return true;
}

static bool read_entry(struct text line, bool reasons, struct source_entry *entry,
                       struct reason *why)
{
    if (!utf8_valid(line))
        return refuse(why, MSG_WORDLIST_NOT_UTF8, "%s", "");
    *entry = (struct source_entry){.spelling = text_trim(text_cut(&line, '\t'))};
    struct text classes = text_trim(text_cut(&line, '\t'));
    entry->definition = text_trim(text_cut(&line, '\t'));
    if (line.len)
        return refuse(why, MSG_WORDLIST_FIELDS, "%s", "");
    if (entry->spelling.len == 0)
        return refuse(why, MSG_WORDLIST_NO_WORD, "%s", "");
    if (entry->spelling.len > WORD_BYTES_MAX)
        return refuse(why, MSG_WORD_TOO_LONG, "%d", WORD_MAX);
    if (entry->definition.len > DEFINITION_BYTES_MAX)
        return refuse(why, MSG_WORDLIST_DEFINITION, "%d", DEFINITION_BYTES_MAX);
    return reasons || read_classes(classes, &entry->classes, why);
}

static bool is_skipped(struct text word, const struct wordlist_options *options)
{
    return (options->skip_capitals && letters_have_capital(word)) ||
           (options->skip_joined && !letters_only(word));
}

// Gives the word to the sink unless the options say otherwise. False where the sink stops.
static bool deliver(struct source_entry *entry, const struct wordlist_options *options,
                    const struct source_sink *sink)
{
    const bool marked =
        options->marks && entry->spelling.len > 1 && text_starts(entry->spelling, "+");
    if (marked)
        entry->spelling = text_from(entry->spelling, 1);
    if (marked && options->skip_marked)
        return true;
    return is_skipped(entry->spelling, options) || sink->take(sink->context, entry);
}

bool wordlist_read(struct text list, const struct wordlist_options *options,
                   const struct source_sink *sink, wordlist_bad_fn *bad, void *context,
                   struct reason *why)
{
    static const struct wordlist_options everything;
    struct text line;
    if (!options)
        options = &everything;
    if (text_starts(list, "\xEF\xBB\xBF"))
        list = text_from(list, 3);
    for (uint32_t number = 1; text_next_line(&list, &line); number++) {
        struct source_entry entry;
        struct reason reason = {0};
        if (text_trim(line).len == 0 || line.at[0] == '#')
            continue;
        if (read_entry(line, options->reasons, &entry, &reason)) {
            entry.line = number;
            if (!deliver(&entry, options, sink))
                return false;
            continue;
        }
        reason.line = number;
        if (!bad) {
            if (why)
                *why = reason;
            return false;
        }
        if (!bad(context, number, &reason))
            return false;
    }
    return true;
}
