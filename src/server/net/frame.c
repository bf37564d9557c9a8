#include "server/net/frame.h"

#include "base/utf8.h"

#include <libwebsockets.h>

#include <string.h>

enum { MASK = 4, CONTROL_MAX = 125, CLOSE_REASON_MAX = 123, KEY_LEN = 24 };

static bool is_control(enum net_opcode opcode)
{
    return opcode >= NET_CLOSE;
}

static bool is_known(enum net_opcode opcode)
{
    return opcode <= NET_BINARY || (opcode >= NET_CLOSE && opcode <= NET_PONG);
}

static void unmask(char *payload, size_t len, const char mask[MASK])
{
    uint64_t wide;
    size_t i = 0;
    memcpy(&wide, mask, MASK);
    memcpy((char *)&wide + MASK, mask, MASK);
    for (; i + sizeof wide <= len; i += sizeof wide) {
        uint64_t word;
        memcpy(&word, payload + i, sizeof word);
        word ^= wide;
        memcpy(payload + i, &word, sizeof word);
    }
    for (; i < len; i++)
        payload[i] = (char)(payload[i] ^ mask[i % MASK]);
}

// The length, which has a form of 7, 16 or 64 bits, and how many bytes the head has without the
// mask. False where these are not all there.
static bool read_length(const unsigned char *b, size_t len, uint64_t *length, size_t *head)
{
    unsigned form = b[1] & 127u;
    size_t more = form == 127 ? 8 : form == 126 ? 2 : 0;
    *head = 2 + more;
    if (len < *head)
        return false;
    *length = more ? 0 : form;
    for (size_t i = 0; i < more; i++)
        *length = *length << 8 | b[2 + i];
    return true;
}

unsigned net_frame_read(struct net_frame *f, char *bytes, size_t len, size_t limit)
{
    const unsigned char *b = (const unsigned char *)bytes;
    uint64_t length;
    size_t head;
    f->size = 0;
    if (len < 2)
        return 0;
    f->final = b[0] & 0x80;
    f->opcode = (enum net_opcode)(b[0] & 15);
    bool masked = b[1] & 0x80;
    if ((b[0] & 0x70) || !masked || !is_known(f->opcode))
        return NET_CLOSE_PROTOCOL;
    if (is_control(f->opcode) && (!f->final || (b[1] & 127) > CONTROL_MAX))
        return NET_CLOSE_PROTOCOL;
    if (!read_length(b, len, &length, &head))
        return 0;
    if ((head == 4 && length < 126) || (head == 10 && length < 65536) || length >> 63)
        return NET_CLOSE_PROTOCOL; // not the shortest form, or negative
    if (length > limit)
        return is_control(f->opcode) ? NET_CLOSE_PROTOCOL : NET_CLOSE_TOO_BIG;
    if (len < head + MASK + length)
        return 0;
    char *payload = bytes + head + MASK;
    unmask(payload, (size_t)length, bytes + head);
    f->payload = (struct text){payload, (size_t)length};
    f->size = head + MASK + (size_t)length;
    return 0;
}

void net_frame_write(struct buf *out, enum net_opcode opcode, struct text payload)
{
    unsigned char head[10] = {(unsigned char)(0x80 | opcode)};
    size_t more = payload.len < 126 ? 0 : payload.len < 65536 ? 2 : 8;
    head[1] = (unsigned char)(more == 0 ? payload.len : more == 2 ? 126 : 127);
    for (size_t i = 0; i < more; i++)
        head[2 + i] = (unsigned char)(payload.len >> 8 * (more - 1 - i));
    (void)buf_reserve(out, 2 + more + payload.len); // at once, and not in steps
    buf_add(out, head, 2 + more);
    buf_add_text(out, payload);
}

static bool may_be_sent(unsigned code)
{
    bool defined = code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006;
    return defined || (code >= 3000 && code <= 4999);
}

unsigned net_frame_close_code(struct text payload)
{
    if (payload.len == 0)
        return NET_CLOSE_NORMAL;
    if (payload.len == 1)
        return NET_CLOSE_PROTOCOL;
    const unsigned char *b = (const unsigned char *)payload.at;
    unsigned code = (unsigned)b[0] << 8 | b[1];
    if (!may_be_sent(code))
        return NET_CLOSE_PROTOCOL;
    return utf8_valid(text_from(payload, 2)) ? code : NET_CLOSE_NOT_UTF8;
}

void net_frame_write_close(struct buf *out, unsigned code, struct text why)
{
    char payload[CONTROL_MAX] = {(char)(code >> 8), (char)code};
    why = text_head(why, CLOSE_REASON_MAX);
    why.len = utf8_whole(why);
    if (why.len)
        memcpy(payload + 2, why.at, why.len);
    net_frame_write(out, NET_CLOSE, (struct text){payload, 2 + why.len});
}

// 16 bytes in base 64 end in "==".
static bool is_key(struct text key)
{
    for (size_t i = 0; i + 2 < key.len; i++) {
        char c = key.at[i], low = (char)(c | ' ');
        if (!(low >= 'a' && low <= 'z') && !(c >= '0' && c <= '9') && c != '+' && c != '/')
            return false;
    }
    return key.len == KEY_LEN && text_ends(key, "==");
}

bool net_frame_accept(struct text key, char out[NET_ACCEPT_SIZE])
{
    static const char uuid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455, 1.3
    unsigned char hashed[KEY_LEN + sizeof uuid - 1], digest[20];
    if (!is_key(key))
        return false;
    memcpy(hashed, key.at, KEY_LEN);
    memcpy(hashed + KEY_LEN, uuid, sizeof uuid - 1);
    lws_SHA1(hashed, sizeof hashed, digest);
    return lws_b64_encode_string((const char *)digest, sizeof digest, out, NET_ACCEPT_SIZE) > 0;
}
