#include "sources/english/moby.h"

#include "base/utf8.h"
#include "sources/english/english.h"

static unsigned class_of(char code)
{
    switch (code) {
    case 'N':
        return CLASS_NOUN;
    case 'V':
    case 't':
    case 'i':
        return CLASS_VERB;
    case 'A':
        return CLASS_ADJECTIVE;
    case 'v':
        return CLASS_ADVERB;
    case 'C':
    case 'P':
    case '!':
    case 'r':
    case 'D':
    case 'I':
        return CLASS_OTHER;
    default:
        return 0; // plurals, phrases, nominatives
    }
}

static unsigned classes_of(struct text codes)
{
    unsigned classes = 0;
    for (size_t i = 0; i < codes.len; i++)
        classes |= class_of(codes.at[i]);
    return classes;
}

typedef bool filter_fn(struct text spelling);

static bool read_lines(struct text list, filter_fn *is_wanted, const struct source_sink *sink,
                       struct reason *why)
{
    static const char separator[] = "×";
    struct text lines = list;
    uint32_t number = 0;
    if (list.len && text_find_string(list, separator) == list.len)
        return refuse_line(why, 1, MSG_MOBY_LINE, "%s", "");
    while (lines.len) {
        struct text line = text_trim(text_cut(&lines, '\r'));
        size_t at = text_find_string(line, separator);
        number++;
        if (at == line.len || !utf8_valid(line))
            continue;
        struct source_entry entry = {
            .spelling = text_head(line, at),
            .classes = classes_of(text_from(line, at + sizeof separator - 1)),
            .line = number,
        };
        if (entry.classes && is_wanted(entry.spelling) && !sink->take(sink->context, &entry))
            return false;
    }
    return true;
}

bool moby_read(struct text list, const struct source_sink *sink, struct reason *why)
{
    return read_lines(list, english_is_common, sink, why);
}

bool moby_read_names(struct text list, const struct source_sink *sink, struct reason *why)
{
    return read_lines(list, english_is_name, sink, why);
}
