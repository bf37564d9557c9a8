#include "server/api/policy.h"

#include "server/runtime/secret.h"

#include <string.h>

// Removes everything up to the end of `mark` from the front of `rest` and returns what was before
// the mark. False: there is no mark.
static bool cut_at(struct text *rest, const char *mark, struct text *before)
{
    size_t at = text_find_string(*rest, mark);
    if (at == rest->len)
        return false;
    *before = text_head(*rest, at);
    *rest = text_from(*rest, at + strlen(mark));
    return true;
}

static void add_hashes(struct buf *out, struct text page, const char *begin, const char *end)
{
    struct text content;
    char hash[SECRET_BASE64];
    while (cut_at(&page, begin, &content) && cut_at(&page, end, &content)) {
        secret_digest_base64(content, hash);
        buf_printf(out, " 'sha256-%s'", hash);
    }
}

void policy_print(struct text page, struct buf *out)
{
    buf_add_string(out, "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
    add_hashes(out, page, "<script>", "</script>");
    buf_add_string(out, "; style-src 'self'");
    add_hashes(out, page, "<style>", "</style>");
    buf_add_string(out, "; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
                        "object-src 'none'");
}
