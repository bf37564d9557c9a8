#include "base/utf8.h"

#include <utf8proc.h>

bool utf8_next(struct text *rest, uint32_t *code_point)
{
    if (rest->len == 0)
        return false;
    if ((unsigned char)*rest->at < 0x80) {
        *code_point = (unsigned char)*rest->at;
        *rest = text_from(*rest, 1);
        return true;
    }
    utf8proc_int32_t c;
    size_t window = rest->len < UTF8_MAX ? rest->len : UTF8_MAX;
    utf8proc_ssize_t used =
        utf8proc_iterate((const utf8proc_uint8_t *)rest->at, (utf8proc_ssize_t)window, &c);
    *rest = text_from(*rest, used > 0 ? (size_t)used : 1);
    *code_point = (uint32_t)c;
    return used > 0;
}

size_t utf8_put(uint32_t code_point, char out[UTF8_MAX])
{
    if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point < 0xE000))
        return 0;
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)code_point, (utf8proc_uint8_t *)out);
}

size_t utf8_fold(uint32_t code_point, uint32_t out[UTF8_FOLDED_MAX])
{
    utf8proc_int32_t wide[UTF8_FOLDED_MAX];
    utf8proc_ssize_t n =
        utf8proc_decompose_char((utf8proc_int32_t)code_point, wide, UTF8_FOLDED_MAX,
                                UTF8PROC_CASEFOLD | UTF8PROC_DECOMPOSE, NULL);
    if (n < 0 || n > UTF8_FOLDED_MAX)
        return 0;
    for (utf8proc_ssize_t i = 0; i < n; i++)
        out[i] = (uint32_t)wide[i];
    return (size_t)n;
}

bool utf8_is_mark(uint32_t code_point)
{
    return utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_MN;
}

uint32_t utf8_upper(uint32_t code_point)
{
    return (uint32_t)utf8proc_toupper((utf8proc_int32_t)code_point);
}

bool utf8_is_upper(uint32_t code_point)
{
    return utf8proc_category((utf8proc_int32_t)code_point) == UTF8PROC_CATEGORY_LU;
}

int utf8_width(uint32_t code_point)
{
    return utf8proc_charwidth((utf8proc_int32_t)code_point);
}

uint32_t utf8_compose(uint32_t base, uint32_t mark)
{
    utf8proc_int32_t pair[2] = {(utf8proc_int32_t)base, (utf8proc_int32_t)mark};
    utf8proc_ssize_t n = utf8proc_normalize_utf32(pair, 2, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    return n == 1 ? (uint32_t)pair[0] : 0;
}
