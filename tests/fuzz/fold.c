// Folding: any bytes, in every alphabet. A folded word must print, and fold again to itself.
#include "base/bug.h"
#include "lexicon/alphabet.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static const char *const langs[] = {"en", "de", "fr", "nl", "ru"};
    for (size_t i = 0; i < sizeof langs / sizeof *langs; i++) {
        struct alphabet a;
        struct word once, twice;
        struct buf printed = {0};
        BUG_UNLESS(alphabet_load(&a, text_of(langs[i]), NULL));
        if (alphabet_fold(&a, (struct text){(const char *)bytes, size}, &once, NULL)) {
            alphabet_print(&a, &once, &printed);
            BUG_UNLESS(alphabet_fold(&a, buf_text(&printed), &twice, NULL));
            BUG_UNLESS(once.len == twice.len && memcmp(once.letter, twice.letter, once.len) == 0);
        }
        buf_release(&printed);
    }
    return 0;
}
