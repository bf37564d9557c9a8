// Any bytes as Grammalecte's dictionary: as they are, and as the numbers of a graph whose other
// parts are good. Every entry must be a word with a lemma of UTF-8.
#include "sources/french/grammalecte.h"
#include "entry.h"

#include "base/buf.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static const char start[] =
    "{\"cStemming\":\"S\",\"nBytesArc\":1,\"nChar\":4,\"lArcVal\":[\"\",\"a\",\"é\",\"œ\",\"S\","
    "\"0\",\"2al\",\"9gramme\",\":N:m:s/*\",\":N:m:p;U/*\",\":V1__t___zz:Ip:1ś/R\",\":ÉW/*\"],"
    "\"lByDic\":[";

static bool take(void *context, const struct source_entry *entry)
{
    BUG_UNLESS(utf8_valid(entry->lemma) && !text_equal(entry->lemma, entry->spelling));
    return check_entry(context, entry);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reason why;
    struct source_sink sink = {take, NULL};
    struct buf json = {0};
    buf_add(&json, start, sizeof start - 1);
    for (size_t i = 0; i < size; i++) // flag bits and a value, then an even number
        buf_printf(&json, "%s%d", i ? "," : "", i % 2 ? 2 * (bytes[i] % 64) : bytes[i] & 0xCF);
    buf_add_string(&json, "]}");
    grammalecte_read((struct text){(const char *)bytes, size}, &sink, &sink, &why);
    grammalecte_read(buf_text(&json), &sink, &sink, &why);
    buf_release(&json);
    return 0;
}
