// Any bytes as the words of Frog's tagger.
#include "sources/dutch/frog.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    frog_read(text, &sink, NULL);
    return 0;
}
