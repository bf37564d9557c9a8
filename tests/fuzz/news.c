// Any bytes as a news file, and their first line as its name: rendered within bounds and without
// scripts, or refused.
#include "server/api/news.h"
#include "base/bug.h"
#include "base/utf8.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void check_name(struct text line)
{
    struct news_name name;
    if (!news_name_read(&name, line, NULL))
        return;
    BUG_UNLESS(strlen(name.date) == 10 && strlen(name.slug) > 0 && name.language < LANGUAGES);
    BUG_UNLESS(line.len == strlen(name.date) + 1 + strlen(name.slug) + strlen(".en.md"));
}

// In what cmark writes, a < of the file is &lt;, so these would be its own doing.
static void check_html(struct text html)
{
    static const char *const never[] = {
        "<script",           "<SCRIPT",     "<iframe", "<style", "href=\"javascript:",
        "src=\"javascript:", "href=\"data:"};
    BUG_UNLESS(utf8_valid(html) && html.len <= NEWS_HTML);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        BUG_UNLESS(text_find_string(html, never[i]) == html.len);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text content = {(const char *)bytes, size}, rest = content, line = {"", 0};
    struct buf html = {0};
    struct reason why;
    char title[NEWS_TITLE];
    text_next_line(&rest, &line);
    check_name(line);
    if (news_render(content, title, &html, &why)) {
        BUG_UNLESS(*title && strlen(title) < NEWS_TITLE && utf8_valid(text_of(title)));
        check_html(buf_text(&html));
    } else {
        struct buf worded = {0};
        BUG_UNLESS(html.len == 0);
        reason_word(&why, LANGUAGE_DE, &worded);
        buf_release(&worded);
    }
    buf_release(&html);
    return 0;
}
