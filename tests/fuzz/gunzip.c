// Unpacking: any bytes. The output is never past the limit.
#include "sources/readers/gunzip.h"
#include "base/bug.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    enum { LIMIT = 1 << 20 };
    struct buf out = {0};
    if (gunzip((struct text){(const char *)bytes, size}, LIMIT, &out, NULL))
        BUG_UNLESS(out.len <= LIMIT);
    buf_release(&out);
    return 0;
}
