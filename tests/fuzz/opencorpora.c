// Any bytes as OpenCorpora's three files: two bytes say how long the first two are. The word graph
// is read as it is, and once more with its counts made to fit, so that the walk is reached.
#include "sources/russian/opencorpora.h"
#include "base/bug.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static bool take(void *context, const struct source_entry *entry)
{
    (void)context;
    BUG_UNLESS(entry->spelling.len > 0 && utf8_valid(entry->spelling));
    return true;
}

static void add_u32(struct buf *out, size_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        buf_add_byte(out, (unsigned char)(value >> shift));
}

static struct text take_part(struct text *rest, size_t len)
{
    struct text part = text_head(*rest, len);
    *rest = text_from(*rest, len);
    return part;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text rest = {(const char *)bytes, size};
    struct reason why;
    struct buf graph = {0};
    struct source_sink sink = {take, NULL};
    if (size < 2)
        return 0;
    rest = text_from(rest, 2);
    struct opencorpora_files files = {.gramtab = take_part(&rest, bytes[0]),
                                      .paradigms = take_part(&rest, bytes[1]),
                                      .words = rest};
    opencorpora_read(&files, &sink, &why);
    size_t units = rest.len / 6;
    add_u32(&graph, units);
    buf_add_text(&graph, text_head(rest, units * 4));
    add_u32(&graph, units);
    buf_add_text(&graph, text_head(text_from(rest, units * 4), units * 2));
    files.words = buf_text(&graph);
    opencorpora_read(&files, &sink, &why);
    buf_release(&graph);
    return 0;
}
