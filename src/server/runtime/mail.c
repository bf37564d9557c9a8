#include "server/runtime/mail.h"

#include "base/utf8.h"
#include "server/net/imf_date.h"
#include "server/net/url.h"
#include "server/runtime/secret.h"

#include <string.h>
#include <time.h>

enum { LOCAL = 64, DOMAIN = 253, DOMAIN_LABEL = 63 };

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool local_ok(struct text local)
{
    if (local.len == 0 || local.len > LOCAL || text_ends(local, "."))
        return false;
    while (local.len) {
        struct text atom = text_cut(&local, '.');
        if (atom.len == 0)
            return false;
        for (size_t i = 0; i < atom.len; i++)
            if (!is_alphanumeric(atom.at[i]) &&
                (atom.at[i] == '\0' || !strchr("!#$%&'*+/=?^_`{|}~-", atom.at[i])))
                return false;
    }
    return true;
}

static bool label_ok(struct text label)
{
    if (label.len == 0 || label.len > DOMAIN_LABEL || label.at[0] == '-' ||
        label.at[label.len - 1] == '-')
        return false;
    for (size_t i = 0; i < label.len; i++)
        if (!is_alphanumeric(label.at[i]) && label.at[i] != '-')
            return false;
    return true;
}

static bool domain_ok(struct text domain)
{
    struct text rest = domain, label = {"", 0};
    unsigned labels = 0;
    if (domain.len == 0 || domain.len > DOMAIN || text_ends(domain, "."))
        return false;
    for (; rest.len; labels++) {
        label = text_cut(&rest, '.');
        if (!label_ok(label))
            return false;
    }
    // The last one is never a number: that would be an IP address.
    return text_is(domain, "localhost") || (labels > 1 && (label.at[0] < '0' || label.at[0] > '9'));
}

bool mail_address_ok(struct text address)
{
    struct text domain = address;
    if (address.len >= MAIL_ADDRESS)
        return false;
    struct text local = text_cut(&domain, '@');
    return local_ok(local) && domain_ok(domain);
}

bool mail_relay_ok(struct text url)
{
    struct url u;
    return url_read(&u, url) && (text_is(u.scheme, "smtp") || text_is(u.scheme, "smtps"));
}

// The next character, one that may stand in a mail: what is no character or would end a line is
// replaced.
static uint32_t next_character(struct text *rest)
{
    uint32_t code;
    if (!utf8_next(rest, &code))
        return 0xFFFD;
    return code < ' ' || (code >= 0x7F && code < 0xA0) ? ' ' : code;
}

// =XX for each byte of the character.
static size_t escape(uint32_t code, char out[3 * UTF8_MAX])
{
    static const char digits[] = "0123456789ABCDEF";
    char bytes[UTF8_MAX];
    size_t n = utf8_put(code, bytes);
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        out[3 * i] = '=';
        out[3 * i + 1] = digits[byte >> 4];
        out[3 * i + 2] = digits[byte & 15];
    }
    return 3 * n;
}

// Can the text stand in a header as it is?
static bool is_plain(struct text t)
{
    enum { SHORT = 60 };
    bool plain = t.len <= SHORT && text_find_string(t, "=?") == t.len;
    for (size_t i = 0; plain && i < t.len; i++)
        plain = t.at[i] >= ' ' && t.at[i] < 0x7F;
    return plain;
}

// RFC 2047: words of at most 75 characters, in lines of their own, no character cut in two.
static void add_encoded(struct buf *out, struct text t)
{
    enum { WORD = 75 - 12 };
    size_t used = 0;
    buf_add_string(out, "=?UTF-8?Q?");
    while (t.len) {
        char piece[3 * UTF8_MAX];
        size_t n = 1;
        uint32_t code = next_character(&t);
        if (code < 0x80 && is_alphanumeric((char)code))
            piece[0] = (char)code;
        else if (code == ' ')
            piece[0] = '_';
        else
            n = escape(code, piece);
        if (used + n > WORD) {
            buf_add_string(out, "?=\r\n =?UTF-8?Q?");
            used = 0;
        }
        buf_add(out, piece, n);
        used += n;
    }
    buf_add_string(out, "?=");
}

static void add_subject(struct buf *out, struct text subject)
{
    struct text head = text_head(subject, MAIL_SUBJECT);
    if (head.len < subject.len)
        head.len = utf8_whole(head);
    head = text_trim(head);
    buf_add_string(out, "Subject: ");
    if (is_plain(head))
        buf_add_text(out, head);
    else
        add_encoded(out, head);
    buf_add_string(out, "\r\n");
}

static void add_from(struct buf *out, const char *from, const char *name)
{
    struct text shown = text_head(text_of(name), MAIL_SUBJECT);
    buf_add_string(out, "From: ");
    if (shown.len) {
        // Encoded, it needs no quotes whatever it holds.
        add_encoded(out, shown);
        buf_add_string(out, "\r\n ");
    }
    buf_printf(out, "<%s>\r\n", from);
}

static void add_date(struct buf *out, int64_t unix_time)
{
    char date[IMF_DATE];
    imf_date(unix_time, "+0000", date);
    buf_printf(out, "Date: %s\r\n", date);
}

static void add_id(struct buf *out, struct text id, const char *from)
{
    char token[SECRET_TOKEN];
    bool ok = id.len > 0 && id.len <= 64;
    for (size_t i = 0; ok && i < id.len; i++)
        ok = is_alphanumeric(id.at[i]) || id.at[i] == '-';
    if (!ok)
        secret_token(token);
    buf_printf(out, "Message-ID: <%.*s@%s>\r\n", TEXT_ARG(ok ? id : text_of(token)),
               strchr(from, '@') + 1);
}

// One line of the body as quoted-printable: at most 76 characters, longer ones broken softly.
static void add_body_line(struct buf *out, struct text line)
{
    enum { WIDTH = 75 }; // and the = of a soft break
    size_t used = 0;
    while (line.len) {
        char piece[3 * UTF8_MAX];
        size_t n = 1;
        uint32_t code = next_character(&line);
        // A space at the end would be lost; a dot at the beginning, also after a break, ends mails.
        if ((code == ' ' && !line.len) || (code == '.' && used % WIDTH == 0) || code == '=' ||
            code >= 0x80)
            n = escape(code, piece);
        else
            piece[0] = (char)code;
        if (used + n > WIDTH) {
            buf_add_string(out, "=\r\n");
            used = 0;
        }
        buf_add(out, piece, n);
        used += n;
    }
    buf_add_string(out, "\r\n");
}

bool mail_write(struct buf *out, const struct mail *mail, const char *from, const char *name,
                int64_t unix_time)
{
    struct text rest = mail->body, line;
    if (!mail_address_ok(mail->to) || !mail_address_ok(text_of(from)) || mail->body.len > MAIL_BODY)
        return false;
    add_from(out, from, name);
    buf_printf(out, "To: <%.*s>\r\n", TEXT_ARG(mail->to));
    add_subject(out, mail->subject);
    add_date(out, unix_time);
    add_id(out, mail->id, from);
    // Nobody's holiday answers it (RFC 3834).
    buf_add_string(out, "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
                        "Content-Type: text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: quoted-printable\r\n\r\n");
    while (text_next_line(&rest, &line))
        add_body_line(out, line);
    return buf_ok(out);
}
