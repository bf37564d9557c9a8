// Any bytes as a language model; then every word of it is asked for.
#include "sources/readers/frequency.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    BUG_UNLESS(entry->tier >= 1 && entry->tier <= TIERS);
    return frequency_take(context, entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct alphabet alphabet;
    BUG_UNLESS(alphabet_load(&alphabet, TEXT("de"), NULL));
    struct frequency f = {.alphabet = &alphabet};
    frequency_read((struct text){(const char *)bytes, size}, size & 1,
                   &(struct source_sink){take, &f}, &why);
    frequency_sort(&f);
    for (size_t i = 0; i < f.count; i++) {
        struct word part = f.listed[i].word;
        BUG_UNLESS(frequency_tier(&f, &part) <= f.listed[i].tier);
        part.len = (uint8_t)(part.len / 2 + 1);
        BUG_UNLESS(frequency_tier(&f, &part) <= TIERS);
    }
    frequency_release(&f);
    return 0;
}
