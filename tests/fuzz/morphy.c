// Any bytes as a dictionary of German forms, of each kind.
#include "sources/german/morphy.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    morphy_read(text, MORPHY_NOUNS, &sink, NULL);
    morphy_read(text, MORPHY_VERBS, &sink, NULL);
    morphy_read(text, MORPHY_ADJECTIVES, &sink, NULL);
    return 0;
}
