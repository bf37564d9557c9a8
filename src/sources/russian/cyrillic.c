#include "sources/russian/cyrillic.h"

#include "base/utf8.h"

static bool is_small_letter(uint32_t c)
{
    return (c >= 0x430 && c <= 0x44F) || c == 0x451; // ё stands apart from the others
}

bool cyrillic_is_word(struct text t)
{
    static const uint32_t acute = 0x301;
    uint32_t c = 0, last = '-';
    while (utf8_next(&t, &c)) {
        bool inner = (c == '-' || c == acute) && is_small_letter(last);
        bool after_stress = c == '-' && last == acute;
        if (!is_small_letter(c) && !inner && !after_stress)
            return false;
        last = c;
    }
    return t.len == 0 && last != '-';
}

bool cyrillic_is_in(struct text t)
{
    uint32_t c;
    while (utf8_next(&t, &c))
        if (c >= 0x400 && c < 0x530)
            return true;
    return false;
}
