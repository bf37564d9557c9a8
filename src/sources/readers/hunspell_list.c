#include "sources/readers/hunspell_list.h"

#include "base/utf8.h"

static bool has_capital(struct text word)
{
    uint32_t c = 0;
    while (utf8_next(&word, &c))
        if (utf8_is_upper(c))
            return true;
    return false;
}

// The word of a line into `out`: it ends at a tab or a slash, but `\/` is a slash of its own.
static void cut_word(struct text line, struct buf *out)
{
    buf_clear(out);
    line = text_head(line, text_find(line, '\t'));
    for (size_t i = 0; i < line.len && line.at[i] != '/'; i++) {
        if (line.at[i] == '\\' && i + 1 < line.len && line.at[i + 1] == '/')
            i++;
        buf_add_byte(out, (unsigned char)line.at[i]);
    }
}

static bool read_line(struct text line, uint32_t number, struct buf *word,
                      const struct source_sink *sink, struct reason *why)
{
    if (!utf8_valid(line))
        return refuse_line(why, number, MSG_HUNSPELL_LIST_NOT_UTF8, "%s", "");
    cut_word(line, word);
    if (!buf_ok(word))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    struct source_entry entry = {.spelling = text_trim(buf_text(word))};
    if (entry.spelling.len == 0)
        return refuse_line(why, number, MSG_HUNSPELL_LIST_NO_WORD, "%s", "");
    return has_capital(entry.spelling) || sink->take(sink->context, &entry);
}

bool hunspell_list_read(struct text dic, const struct source_sink *sink, struct reason *why)
{
    struct text line;
    struct buf word = {0};
    uint32_t count, number = 1;
    if (text_starts(dic, "\xEF\xBB\xBF"))
        dic = text_from(dic, 3);
    if (!text_next_line(&dic, &line) || !text_to_u32(text_trim(line), &count))
        return refuse_line(why, 1, MSG_HUNSPELL_LIST_NO_COUNT, "%s", "");
    bool ok = true;
    while (ok && text_next_line(&dic, &line)) {
        number++;
        if (text_trim(line).len)
            ok = read_line(line, number, &word, sink, why);
    }
    buf_release(&word);
    return ok;
}
