// Any bytes as a word, a NUL, and a decision tree for lemmas.
#include "sources/dutch/mblem.h"
#include "entry.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text text = {(const char *)bytes, size};
    struct source_sink sink = {check_entry, NULL};
    struct text word = text_cut(&text, '\0');
    struct mblem m;
    if (!mblem_open(&m, text, NULL))
        return 0;
    if (utf8_valid(word))
        mblem_read(&m, word, &sink, NULL);
    mblem_read(&m, TEXT("tegengehouden"), &sink, NULL);
    mblem_close(&m);
    return 0;
}
