#include "sources/dutch/frog.h"

#include "base/utf8.h"
#include "sources/dutch/cgn.h"
#include "sources/letters.h"

enum { SHARE = 20 }; // a class counts from one in this many

// The count behind a tag's last colon.
static bool take_count(struct text *tag, uint32_t *count)
{
    size_t colon = tag->len;
    while (colon > 0 && tag->at[colon - 1] != ':')
        colon--;
    if (colon == 0 || !text_to_u32(text_from(*tag, colon), count))
        return false;
    *tag = text_head(*tag, colon - 1);
    return true;
}

static bool read_classes(struct text tags, uint32_t total, unsigned *classes)
{
    uint64_t sum[16] = {0}; // by the bit of a class
    while ((tags = text_trim(tags)).len) {
        uint32_t count;
        struct text tag = text_cut(&tags, ' ');
        if (!take_count(&tag, &count))
            return false;
        unsigned class = cgn_class(tag);
        for (unsigned bit = 0; bit < 16; bit++)
            if (class >> bit & 1)
                sum[bit] += count;
    }
    for (unsigned bit = 0; bit < 16; bit++)
        if (sum[bit] && sum[bit] * SHARE >= total)
            *classes |= 1U << bit;
    return true;
}

bool frog_read(struct text lex, const struct source_sink *sink, struct reason *why)
{
    struct text line;
    for (uint32_t number = 1; text_next_line(&lex, &line); number++) {
        struct source_entry entry = {.line = number};
        struct text count = text_cut(&line, ' ');
        entry.spelling = text_cut(&line, ' ');
        if (!text_to_u32(count, &entry.count) || entry.spelling.len == 0 ||
            !utf8_valid(entry.spelling) || !read_classes(line, entry.count, &entry.classes))
            return refuse_line(why, number, MSG_FROG_LINE, "%s", "");
        bool word = letters_only(entry.spelling) && !letters_have_capital(entry.spelling);
        if (word && !sink->take(sink->context, &entry))
            return false;
    }
    return true;
}
