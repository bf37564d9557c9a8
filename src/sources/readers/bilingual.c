#include "sources/readers/bilingual.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "sources/gloss.h"
#include "sources/letters.h"
#include "sources/readers/dictd.h"

struct bilingual {
    const struct source_sink *sink;
    struct reason *why;
    struct buf gloss;
};

static struct text without_number(struct text line)
{
    size_t n = 0;
    while (n < line.len && line.at[n] >= '0' && line.at[n] <= '9')
        n++;
    return n > 0 && text_starts(text_from(line, n), ". ") ? text_from(line, n + 2) : line;
}

static bool read_entry(void *context, struct text entry)
{
    struct bilingual *b = context;
    struct text head, line;
    if (!utf8_valid(entry))
        return refuse(b->why, MSG_TRANSLATION_NOT_UTF8, "%.*s", TEXT_ARG(text_head(entry, 20)));
    text_next_line(&entry, &head);
    struct text word = text_head(head, text_find_string(head, " /"));
    if (word.len == 0 || !letters_only(word) || letters_have_capital(word))
        return true;
    while (text_next_line(&entry, &line)) {
        buf_clear(&b->gloss);
        gloss_add(&b->gloss, without_number(line));
        if (!buf_ok(&b->gloss))
            return refuse(b->why, MSG_OUT_OF_MEMORY, "%s", "");
        struct source_entry e = {
            .spelling = word, .definition = buf_text(&b->gloss), .kind = TEXT_GLOSS};
        if (e.definition.len && !b->sink->take(b->sink->context, &e))
            return false;
    }
    return true;
}

bool bilingual_read(struct text dict, struct text index, const struct source_sink *sink,
                    struct reason *why)
{
    struct bilingual b = {.sink = sink, .why = why};
    bool ok = dictd_walk(dict, index, read_entry, &b, why);
    buf_release(&b.gloss);
    return ok;
}
