// Any bytes as a list of SCOWL. Entries must be words: text, and not empty.
#include "sources/english/scowl.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    (void)context;
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    BUG_UNLESS(utf8_valid(entry->definition) && entry->tier <= TIERS);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct text all = {(const char *)bytes, size}, spelling, category;
    unsigned list_size = 0;
    scowl_parse_name(all, &spelling, &category, &list_size);
    scowl_read(all, (unsigned)size, &(struct source_sink){take, NULL}, &why);
    return 0;
}
