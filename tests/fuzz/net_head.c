// HTTP heads and bodies in chunks, as net reads them: any bytes. An accepted head keeps its
// promises about paths and fields, and a body comes out the same however it is cut.
#include "base/bug.h"
#include "base/utf8.h"
#include "server/net/parse.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

// No control character but tabs, and CR and LF only together: no reader can see other lines.
static void check_bytes(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        bool cr = bytes[i] == '\r', lf = bytes[i] == '\n';
        BUG_UNLESS(bytes[i] >= ' ' || bytes[i] == '\t' || cr || lf);
        BUG_UNLESS(!cr || (i + 1 < size && bytes[i + 1] == '\n'));
        BUG_UNLESS(!lf || (i > 0 && bytes[i - 1] == '\r'));
    }
}

static bool has(const struct net_head *h, const char *name)
{
    for (size_t i = 0; i < h->field_count; i++)
        if (text_is(h->field[i].name, name))
            return true;
    return false;
}

static void check_head(const struct net_head *h)
{
    BUG_UNLESS(has(h, "transfer-encoding") == h->chunked);
    BUG_UNLESS(!(has(h, "content-length") && h->chunked));
    BUG_UNLESS(has(h, "host") || !h->is_11);
    BUG_UNLESS(text_starts(h->path, "/") && utf8_valid(h->path));
    BUG_UNLESS(text_find_string(h->path, "//") == h->path.len);
    BUG_UNLESS(text_find_string(h->path, "/../") == h->path.len && !text_ends(h->path, "/.."));
    BUG_UNLESS(text_find_string(h->path, "/./") == h->path.len && !text_ends(h->path, "/."));
    BUG_UNLESS(h->field_count <= NET_FIELDS_MAX);
    for (size_t i = 0; i < h->field_count; i++) {
        BUG_UNLESS(text_find(h->field[i].value, '\n') == h->field[i].value.len);
        for (size_t k = 0; k < i; k++)
            BUG_UNLESS(!text_equal(h->field[i].name, h->field[k].name));
    }
    BUG_UNLESS(!(h->chunked && h->length));
}

// Reads the body in steps of `step` bytes, as they come from a socket.
static unsigned read_body(struct text all, size_t step, struct buf *body, struct text *rest)
{
    struct net_chunks c = {0};
    size_t end = 0, used = 0;
    unsigned refusal = 0;
    do {
        end = all.len - end < step ? all.len : end + step;
        *rest = text_from(text_head(all, end), used);
        refusal = net_chunks_read(&c, rest, body, 1000);
        used = end - rest->len;
    } while (!refusal && c.state != CHUNK_DONE && end < all.len);
    *rest = text_from(all, used);
    BUG_UNLESS(body->len <= 1000);
    return refusal ? refusal : c.state == CHUNK_DONE ? 0 : 1;
}

static void check_body(struct text all)
{
    struct buf whole = {0}, pieces = {0};
    struct text rest, other;
    unsigned once = read_body(all, all.len ? all.len : 1, &whole, &rest);
    unsigned again = read_body(all, 1, &pieces, &other);
    BUG_UNLESS(once == again);
    BUG_UNLESS(once || (text_equal(buf_text(&whole), buf_text(&pieces)) && rest.at == other.at));
    buf_release(&whole);
    buf_release(&pieces);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text all = {(const char *)bytes, size};
    struct arena arena = {0};
    struct net_head h;
    size_t scanned = 0, end = net_head_end(all, &scanned);
    if (end) {
        char *copy = malloc(end);
        BUG_UNLESS(copy);
        memcpy(copy, bytes, end);
        if (net_head_parse(&h, copy, end, &arena) == 0) {
            check_head(&h);
            check_bytes(bytes, end);
        }
        free(h.field);
        free(copy);
        arena_release(&arena);
    }
    check_body(text_from(all, end));
    return 0;
}
