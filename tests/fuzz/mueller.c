// Mueller's dictionary: any bytes as one entry; and as an index and a text, with a NUL between
// them.
#include "sources/russian/mueller.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text dict = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    char index[WHOLE_INDEX];
    mueller_read(dict, whole_index(size, index), &sink, NULL);
    struct text head = text_cut(&dict, '\0');
    mueller_read(dict, head, &sink, NULL);
    return 0;
}
