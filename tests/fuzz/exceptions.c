// Any bytes as a list of irregular forms. Entries must be as sources/source.h promises.
#include "sources/english/exceptions.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct text all = {(const char *)bytes, size};
    exceptions_read(all, CLASS_NOUN, &(struct source_sink){check_entry, NULL}, &why);
    return 0;
}
