#include "sources/english/exceptions.h"

#include "base/utf8.h"

static bool read_line(struct text line, uint32_t number, unsigned word_class,
                      const struct source_sink *sink, struct reason *why)
{
    struct text rest = text_trim(line), form = text_cut(&rest, ' ');
    if (form.len == 0 || text_trim(rest).len == 0 || !utf8_valid(line))
        return refuse_line(why, number, MSG_WORDNET_LINE, "%s", "");
    while (rest.len) {
        struct text lemma = text_cut(&rest, ' ');
        if (lemma.len == 0 || text_find(form, '_') < form.len || text_find(lemma, '_') < lemma.len)
            continue;
        struct source_entry entry = {
            .spelling = form, .lemma = lemma, .lemma_classes = word_class, .line = number};
        if (!sink->take(sink->context, &entry))
            return false;
    }
    return true;
}

bool exceptions_read(struct text list, unsigned word_class, const struct source_sink *sink,
                     struct reason *why)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&list, &line); number++)
        if (!text_starts(line, "#") && !read_line(line, number, word_class, sink, why))
            return false;
    return true;
}
