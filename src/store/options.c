#include "store/options.h"

void store_print_place(const char *where, struct buf *out)
{
    struct text rest = text_of(where);
    size_t host = text_find_string(rest, "://") + 3;
    if (host >= rest.len) {
        buf_add_text(out, rest); // a file
        return;
    }
    rest = text_head(rest, text_find(rest, '?'));
    struct text authority = text_from(rest, host);
    authority = text_head(authority, text_find(authority, '/'));
    size_t at = text_find(authority, '@'), colon = text_find(authority, ':');
    bool secret = at < authority.len && colon < at;
    buf_add_text(out, text_head(rest, secret ? host + colon : rest.len));
    if (secret)
        buf_add_text(out, text_from(rest, host + at));
}
