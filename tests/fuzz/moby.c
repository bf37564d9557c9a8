// Any bytes as Moby's list. Entries must be as sources/source.h promises.
#include "sources/english/moby.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct text all = {(const char *)bytes, size};
    moby_read(all, &(struct source_sink){check_entry, NULL}, &why);
    return 0;
}
