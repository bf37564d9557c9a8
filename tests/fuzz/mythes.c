// Any bytes as a thesaurus, read as they are and after a good first line. A definition must be one
// line of text with no white space at its ends.
#include "sources/readers/mythes.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    (void)context;
    struct text definition = entry->definition;
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    BUG_UNLESS(utf8_valid(definition) && text_equal(text_trim(definition), definition));
    BUG_UNLESS(text_find(definition, '\n') == definition.len);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct buf whole = {0};
    struct source_sink sink = {take, NULL};
    buf_add_string(&whole, "UTF-8\n");
    buf_add(&whole, bytes, size);
    mythes_read((struct text){(const char *)bytes, size}, &sink, &why);
    mythes_read(buf_text(&whole), &sink, &why);
    buf_release(&whole);
    return 0;
}
