// Any bytes as a thesaurus.
#include "sources/german/openthesaurus.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    openthesaurus_read(text, &sink, NULL);
    openthesaurus_read_abbreviations(text, &sink, NULL);
    return 0;
}
