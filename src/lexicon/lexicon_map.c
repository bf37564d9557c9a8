// The part of lexicon.h that needs files, which the browser has not.
#include "lexicon/format.h"
#include "lexicon/lexicon.h"

#include <string.h>

// How much of the file opening looks at, as far as an unchecked header can be believed.
static size_t checked_size(struct text bytes)
{
    struct lexicon_header h;
    if (bytes.len < sizeof h)
        return 0;
    memcpy(&h, bytes.at, sizeof h);
    return h.part[PART_DEFINITIONS].at;
}

bool lexicon_map(struct lexicon *lex, const char *path, struct reason *why)
{
    struct file_map file;
    *lex = (struct lexicon){0};
    if (!file_map(&file, path, why))
        return false;
    file_preload(&file, checked_size(file.content));
    if (!lexicon_open(lex, file.content, path, why)) {
        file_unmap(&file);
        return false;
    }
    lex->file = file;
    return true;
}

void lexicon_rest(const struct lexicon *lex)
{
    file_rest(&lex->file);
}

void lexicon_close(struct lexicon *lex)
{
    file_unmap(&lex->file);
    lexicon_release(lex);
}
