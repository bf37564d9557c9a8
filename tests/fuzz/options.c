// Any bytes as a file of options: read or refused at a line of it, and what is read obeys the
// table.
#include "server/runtime/options.h"
#include "base/bug.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static uint32_t count_lines(struct text t)
{
    struct text line;
    uint32_t lines = 0;
    while (text_next_line(&t, &line))
        lines++;
    return lines;
}

static void check_text(const char *value)
{
    BUG_UNLESS(!value || (*value && strlen(value) <= 1024 && !strpbrk(value, "\r\n\t")));
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text content = {(const char *)bytes, size};
    struct options o = {0};
    struct reason why;
    if (!options_read_file(&o, "fuzz", content, &why)) {
        struct buf worded = {0};
        BUG_UNLESS(why.line >= 1 && why.line <= count_lines(content));
        reason_word(&why, LANGUAGE_NL, &worded);
        buf_release(&worded);
    }
    BUG_UNLESS(o.port <= 65535 && o.guests <= 1 && o.log_level <= 3 && o.threads <= 64);
    BUG_UNLESS(!o.config);
    check_text(o.db);
    check_text(o.public_url);
    check_text(o.smtp);
    check_text(o.smtp_password);
    check_text(o.mail_from);
    options_release(&o);
    return 0;
}
