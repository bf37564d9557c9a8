// Any bytes as Littré's dictionary: half of them an index and half articles, all of them an index,
// and all of them one article of a good index.
#include "sources/french/littre.h"
#include "entry.h"
#include "sources/french/littre_article.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    BUG_UNLESS(entry->definition.len <= LITTRE_DEFINITION_MAX);
    return check_entry(context, entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    const char good[] = {'A', 0, 0, 0, 0, 0, 0, 0, (char)(size >> 8 & 0xFF), (char)(size & 0xFF)};
    struct reason why;
    struct source_sink sink = {take, NULL};
    struct text all = {(const char *)bytes, size};
    size_t half = size / 2;
    littre_read(text_head(all, half), text_from(all, half), &sink, &why);
    littre_read(all, (struct text){0}, &sink, &why);
    if (size <= 0xFFFF)
        littre_read((struct text){good, sizeof good}, all, &sink, &why);
    return 0;
}
