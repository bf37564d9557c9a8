#include "base/user_text.h"

#include "base/utf8.h"

#include <utf8proc.h>

enum { ZWNJ = 0x200C, ZWJ = 0x200D };

static bool is_space(uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZS ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP ||
           c == 0x2800; // a Braille pattern without dots
}

// Takes no room, or blank room, and is no space: marks of direction, fillers, tags, and what
// Unicode has not given a meaning.
static bool is_hidden(uint32_t c)
{
    static const uint32_t fillers[] = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0};
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (c == fillers[i])
            return true;
    return category == UTF8PROC_CATEGORY_CF || category == UTF8PROC_CATEGORY_CN ||
           category == UTF8PROC_CATEGORY_CS;
}

static bool is_mark(uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
           category == UTF8PROC_CATEGORY_ME;
}

struct cleaner {
    struct buf *out;
    size_t count;    // code points written
    bool gap;        // white space has come since
    uint32_t joiner; // has come since, or 0
    unsigned marks;  // on the last character
};

static void put(struct cleaner *k, uint32_t c)
{
    char bytes[UTF8_MAX];
    buf_add(k->out, bytes, utf8_put(c, bytes));
    k->count++;
}

static void add_mark(struct cleaner *k, uint32_t c)
{
    if (k->count && !k->gap && !k->joiner && k->marks++ < USER_TEXT_MARKS)
        put(k, c);
}

static void add_visible(struct cleaner *k, uint32_t c)
{
    if (k->gap)
        put(k, ' ');
    else if (k->joiner)
        put(k, k->joiner);
    put(k, c);
    k->gap = false;
    k->joiner = 0;
    k->marks = 0;
}

bool user_text_clean(struct text text, size_t characters, struct buf *out)
{
    struct cleaner k = {.out = out};
    uint32_t c;
    while (text.len && k.count <= characters) {
        if (!utf8_next(&text, &c))
            return false;
        if (is_space(c))
            k.gap = k.count > 0;
        else if (c == ZWJ || c == ZWNJ)
            k.joiner = k.count ? c : 0;
        else if (is_mark(c) && !is_hidden(c))
            add_mark(&k, c);
        else if (!is_hidden(c))
            add_visible(&k, c);
    }
    return k.count > 0 && k.count <= characters && buf_ok(out);
}
