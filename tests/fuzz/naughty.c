// Any bytes as a list of naughty-words.
#include "sources/readers/naughty.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    naughty_read((struct text){(const char *)bytes, size}, &(struct source_sink){check_entry, NULL},
                 &why);
    return 0;
}
