// Any bytes as a plain list, with every option. Entries must be words: text, and not empty.
#include "sources/readers/wordlist.h"
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

static bool bad(void *context, uint32_t line, const struct reason *reason)
{
    (void)context;
    BUG_UNLESS(line > 0 && reason->line == line && reason->what < MESSAGES);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct text all = {(const char *)bytes, size};
    struct source_sink sink = {take, NULL};
    struct wordlist_options options = {.skip_capitals = size & 1,
                                       .skip_joined = size & 2,
                                       .marks = size & 4,
                                       .skip_marked = size & 8};
    wordlist_read(all, NULL, &sink, NULL, NULL, &why);
    BUG_UNLESS(wordlist_read(all, &options, &sink, bad, NULL, &why));
    return 0;
}
