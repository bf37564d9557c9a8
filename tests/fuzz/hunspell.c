// Any bytes as a hunspell dictionary: suffix rules up to the first NUL, words after it.
#include "sources/readers/hunspell.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    (void)context;
    BUG_UNLESS(entry->spelling.len > 1 && utf8_valid(entry->spelling));
    BUG_UNLESS((entry->classes & ~(unsigned)CLASS_ALL) == 0);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct text dic = {(const char *)bytes, size};
    struct text aff = text_cut(&dic, 0);
    hunspell_expand(aff, dic, &(struct source_sink){take, NULL}, &why);
    return 0;
}
