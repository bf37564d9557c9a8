// Any bytes as a hunspell dictionary. Entries must be words: text, and not empty.
#include "sources/readers/hunspell_list.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    (void)context;
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    hunspell_list_read((struct text){(const char *)bytes, size}, &(struct source_sink){take, NULL},
                       &why);
    return 0;
}
