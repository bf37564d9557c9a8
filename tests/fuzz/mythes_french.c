// Any bytes as the French thesaurus, as they are and after a good first line.
#include "sources/french/mythes_french.h"
#include "entry.h"

#include "base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct buf whole = {0};
    struct source_sink sink = {check_entry, NULL};
    buf_add_string(&whole, "UTF-8\n");
    buf_add(&whole, bytes, size);
    mythes_french_read((struct text){(const char *)bytes, size}, &sink, &sink, &why);
    mythes_french_read(buf_text(&whole), &sink, &sink, &why);
    buf_release(&whole);
    return 0;
}
