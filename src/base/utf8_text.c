// The part of utf8.h that is about whole texts: it needs nothing but utf8_next(), so that it is the
// same where that comes from utf8proc and where it does not (src/wasm/utf8_small.c).
#include "base/utf8.h"

size_t utf8_whole(struct text t)
{
    size_t start = t.len;
    uint32_t c;
    // Back to the last byte that begins a character, and on again if all of it is there.
    while (start > 0 && t.len - start < UTF8_MAX) {
        start--;
        if (((unsigned char)t.at[start] & 0xC0) != 0x80)
            break;
    }
    struct text last = text_from(t, start);
    return utf8_next(&last, &c) ? t.len : start;
}

bool utf8_valid(struct text t)
{
    uint32_t c;
    while (t.len) {
        if ((unsigned char)*t.at < 0x80) {
            t.at++;
            t.len--;
        } else if (!utf8_next(&t, &c)) {
            return false;
        }
    }
    return true;
}

size_t utf8_length(struct text t)
{
    size_t n = 0;
    for (uint32_t c; t.len; n++)
        utf8_next(&t, &c);
    return n;
}
