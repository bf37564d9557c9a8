// FreeDict's dictionaries: any bytes as one entry; and as an index and a text, with a NUL between
// them.
#include "sources/readers/freedict.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const struct freedict_language *const languages[] = {&freedict_english, &freedict_german,
                                                            &freedict_french, &freedict_dutch};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text dict = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    char index[WHOLE_INDEX];
    struct text whole = whole_index(size, index);
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        freedict_read(dict, whole, languages[i], &sink, NULL);
    struct text head = text_cut(&dict, '\0');
    freedict_read(dict, head, &freedict_english, &sink, NULL);
    return 0;
}
