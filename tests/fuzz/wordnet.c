// WordNet's data files: any bytes.
#include "sources/english/wordnet.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct source_sink sink = {check_entry, NULL};
    wordnet_read((struct text){(const char *)bytes, size}, CLASS_NOUN, &sink, NULL);
    return 0;
}
