// Any bytes as Ding's dictionary, and its labels.
#include "sources/german/ding.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    ding_read(text, NULL, &sink, NULL);
    ding_read(text, "alt", &sink, NULL);
    return 0;
}
