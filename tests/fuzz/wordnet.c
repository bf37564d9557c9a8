// WordNet's files: any bytes, with a NUL between data and index, or as both.
#include "sources/english/wordnet.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct source_sink sink = {check_entry, NULL};
    struct text index = {(const char *)bytes, size}, data = text_cut(&index, 0);
    wordnet_read(&(struct wordnet_file){data, index.len ? index : data, CLASS_NOUN, false}, &sink,
                 NULL);
    return 0;
}
