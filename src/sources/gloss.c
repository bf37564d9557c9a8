#include "sources/gloss.h"

static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7F;
}

void gloss_add(struct buf *out, struct text t)
{
    size_t i = 0;
    bool space = false;
    while (i < t.len) {
        size_t start = i;
        while (i < t.len && !is_blank(t.at[i]))
            i++;
        if (i > start && space && out->len)
            buf_add_byte(out, ' ');
        buf_add_text(out, text_head(text_from(t, start), i - start));
        space = i < t.len;
        while (i < t.len && is_blank(t.at[i]))
            i++;
    }
}

void gloss_cut(struct buf *text, size_t limit)
{
    if (text->len <= limit)
        return;
    size_t word = 0, sentence = 0;
    for (size_t i = 1; i < limit; i++) {
        if (text->at[i] != ' ')
            continue;
        word = i;
        if (text->at[i - 1] == '.' || text->at[i - 1] == ';')
            sentence = i;
    }
    bool whole = sentence > limit / 2;
    text->len = whole ? sentence : word;
    buf_add_string(text, whole ? " …" : "…");
}

void gloss_add_item(struct buf *out, const char *separator, struct text t)
{
    size_t before = out->len;
    while (t.len && is_blank(*t.at))
        t = text_from(t, 1);
    if (before)
        buf_add_string(out, separator);
    if (t.len)
        gloss_add(out, t);
    else
        out->len = before;
}
