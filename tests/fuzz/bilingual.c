// A dictionary of translations: any bytes as one entry; and as an index and a text, with a NUL
// between them.
#include "sources/readers/bilingual.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    char index[WHOLE_INDEX];
    bilingual_read(text, whole_index(size, index), &sink, NULL);
    struct text head = text_cut(&text, '\0');
    bilingual_read(text, head, &sink, NULL);
    return 0;
}
