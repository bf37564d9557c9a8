#include "sources/readers/naughty.h"

#include "base/utf8.h"
#include "sources/letters.h"

// The list on its way to words.
struct reading {
    struct text rest;
    uint32_t line;
    struct buf word;
};

static bool take(struct reading *r, char byte)
{
    while (r->rest.len && text_find(TEXT(" \t\r\n"), r->rest.at[0]) < 4) {
        r->line += r->rest.at[0] == '\n';
        r->rest = text_from(r->rest, 1);
    }
    bool there = r->rest.len && r->rest.at[0] == byte;
    if (there)
        r->rest = text_from(r->rest, 1);
    return there;
}

// Four hexadecimal digits. Halves of a pair stand for no letter of ours.
static bool read_code_point(struct reading *r)
{
    uint32_t c = 0;
    char bytes[UTF8_MAX];
    for (unsigned i = 0; i < 4; i++) {
        size_t digit = r->rest.len ? text_find(TEXT("0123456789abcdef"), r->rest.at[0] | 0x20) : 16;
        if (digit == 16)
            return false;
        c = c << 4 | (uint32_t)digit;
        r->rest = text_from(r->rest, 1);
    }
    buf_add(&r->word, bytes, utf8_put(c >= 0xD800 && c < 0xE000 ? ' ' : c, bytes));
    return true;
}

static bool read_escape(struct reading *r)
{
    if (!r->rest.len)
        return false;
    char c = r->rest.at[0];
    r->rest = text_from(r->rest, 1);
    if (c == 'u')
        return read_code_point(r);
    if (text_find(TEXT("\"\\/"), c) == 3)
        c = ' '; // of white space, none of which is in a word
    buf_add_byte(&r->word, (unsigned char)c);
    return true;
}

// The text between quotes; the opening quote has been read.
static bool read_string(struct reading *r)
{
    for (buf_clear(&r->word); r->rest.len;) {
        char c = r->rest.at[0];
        r->rest = text_from(r->rest, 1);
        if (c == '"')
            return utf8_valid(buf_text(&r->word));
        if (c == '\n' || (c == '\\' && !read_escape(r)))
            return false;
        if (c != '\\')
            buf_add_byte(&r->word, (unsigned char)c);
    }
    return false;
}

static bool read_list(struct reading *r, const struct source_sink *sink, struct reason *why)
{
    bool ok = take(r, '['), more = ok && !take(r, ']');
    while (ok && more) {
        ok = take(r, '"') && read_string(r);
        struct source_entry entry = {
            .spelling = buf_text(&r->word), .marks = MARK_OFFENSIVE, .line = r->line};
        if (!buf_ok(&r->word))
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        if (ok && entry.spelling.len && letters_only(entry.spelling) &&
            !sink->take(sink->context, &entry))
            return false;
        more = ok && take(r, ',');
        ok = ok && (more || take(r, ']'));
    }
    return ok || refuse_line(why, r->line, MSG_NAUGHTY_LINE, "%s", "");
}

bool naughty_read(struct text list, const struct source_sink *sink, struct reason *why)
{
    struct reading r = {.rest = list, .line = 1};
    bool ok = read_list(&r, sink, why);
    buf_release(&r.word);
    return ok;
}
