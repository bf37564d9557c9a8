#include "server/api/news.h"

#include "base/arena.h"
#include "base/bug.h"
#include "base/file.h"
#include "base/utf8.h"
#include "server/runtime/journal.h"

#include <cmark.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define SUFFIX ".md"

enum { FILES = 5 * NEWS_ITEMS, FILE_NAME = 96 };

// Identifies a version of a file.
struct stamp {
    char name[FILE_NAME];
    int64_t size, seconds, nanoseconds;
    uint64_t inode;
};

struct listing {
    const char *folder;
    struct stamp *file;
    size_t count;
};

struct news {
    pthread_mutex_t held;
    char *folder;
    bool scanned;
    int64_t scanned_ms;
    struct listing listing;
    struct arena memory; // of the pages
    struct news_item *item[NEWS_ITEMS];
    size_t items;
};

struct news *news_open(const char *folder)
{
    struct news *n = calloc(1, sizeof *n);
    if (!n)
        return NULL;
    n->folder = strdup(folder ? folder : "");
    if (n->folder && pthread_mutex_init(&n->held, NULL) == 0)
        return n;
    free(n->folder);
    free(n);
    return NULL;
}

void news_hold(struct news *n)
{
    BUG_UNLESS(pthread_mutex_lock(&n->held) == 0);
}

void news_let_go(struct news *n)
{
    BUG_UNLESS(pthread_mutex_unlock(&n->held) == 0);
}

void news_free(struct news *n)
{
    if (!n)
        return;
    pthread_mutex_destroy(&n->held);
    arena_release(&n->memory);
    free(n->listing.file);
    free(n->folder);
    free(n);
}

static bool date_ok(struct text date)
{
    static const uint8_t days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint32_t year, month, day;
    struct text rest = date;
    struct text y = text_cut(&rest, '-'), m = text_cut(&rest, '-');
    return y.len == 4 && m.len == 2 && rest.len == 2 && text_to_u32(y, &year) &&
           text_to_u32(m, &month) && text_to_u32(rest, &day) && month >= 1 && month <= 12 &&
           day >= 1 && day <= days[month - 1];
}

static bool slug_ok(struct text slug)
{
    if (slug.len == 0 || slug.len >= NEWS_SLUG)
        return false;
    for (size_t i = 0; i < slug.len; i++) {
        char c = slug.at[i];
        if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-')
            return false;
    }
    return true;
}

bool news_name_read(struct news_name *name, struct text file_name, struct reason *why)
{
    struct text rest = file_name;
    struct text stem = text_cut(&rest, '.'), language = text_cut(&rest, '.');
    struct text date = text_head(stem, 10), slug = text_from(stem, stem.len < 11 ? stem.len : 11);
    *name = (struct news_name){0};
    if (!text_is(rest, "md") || language.len != 2 || !language_find(language, &name->language) ||
        !date_ok(date) || !slug_ok(slug) || stem.at[10] != '-')
        return refuse(why, MSG_NEWS_BAD_NAME, "%.*s", TEXT_ARG(text_head(file_name, 120)));
    memcpy(name->date, date.at, date.len);
    memcpy(name->slug, slug.at, slug.len);
    return true;
}

static bool read_title(struct text line, char title[NEWS_TITLE], struct reason *why)
{
    struct text t = text_trim(text_from(line, line.len < 2 ? line.len : 2));
    bool ok = text_starts(line, "# ") && t.len > 0 && t.len < NEWS_TITLE;
    for (size_t i = 0; ok && i < t.len; i++)
        ok = (unsigned char)t.at[i] >= ' ';
    if (!ok)
        return refuse_line(why, 1, MSG_NEWS_NO_TITLE, "%d", NEWS_TITLE - 1);
    memcpy(title, t.at, t.len);
    title[t.len] = '\0';
    return true;
}

bool news_render(struct text markdown, char title[NEWS_TITLE], struct buf *html, struct reason *why)
{
    struct text line = {"", 0};
    if (markdown.len > NEWS_FILE)
        return refuse(why, MSG_NEWS_TOO_LONG, "%d", NEWS_FILE);
    if (!utf8_valid(markdown) || memchr(markdown.at, 0, markdown.len))
        return refuse(why, MSG_NEWS_NOT_TEXT, "%s", "");
    if (text_starts(markdown, "\xEF\xBB\xBF"))
        markdown = text_from(markdown, 3);
    text_next_line(&markdown, &line);
    if (!read_title(line, title, why))
        return false;
    // The default is safe: raw HTML and links that run scripts are left out.
    char *made = cmark_markdown_to_html(markdown.at, markdown.len, CMARK_OPT_DEFAULT);
    struct text page = text_of(made);
    bool fits = page.len <= NEWS_HTML;
    if (fits)
        buf_add_text(html, page);
    free(made);
    if (!fits)
        return refuse(why, MSG_NEWS_TOO_LONG, "%d", NEWS_HTML);
    return buf_ok(html) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool path_of(char out[PATH_MAX], const char *folder, const char *name)
{
    int n = snprintf(out, PATH_MAX, "%s/%s", folder, name);
    return n > 0 && n < PATH_MAX;
}

static void news_list_file(void *context, const char *name)
{
    struct listing *l = context;
    char path[PATH_MAX];
    struct stat info;
    // Ignores names that are too long, and anything but regular files, which could block.
    if (l->count == FILES || strlen(name) >= FILE_NAME || !path_of(path, l->folder, name) ||
        stat(path, &info) != 0 || !S_ISREG(info.st_mode))
        return;
    struct stamp *s = &l->file[l->count++];
    *s = (struct stamp){.size = info.st_size,
                        .seconds = info.st_mtim.tv_sec,
                        .nanoseconds = info.st_mtim.tv_nsec,
                        .inode = info.st_ino};
    snprintf(s->name, sizeof s->name, "%s", name);
}

// The newest first.
static int news_by_name(const void *a, const void *b)
{
    return strcmp(((const struct stamp *)b)->name, ((const struct stamp *)a)->name);
}

static bool same(const struct listing *a, const struct listing *b)
{
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->file, b->file, a->count * sizeof *a->file) == 0);
}

static bool read_page(struct news *n, const char *file, struct news_page *page, struct reason *why)
{
    char path[PATH_MAX];
    struct buf content = {0}, html = {0};
    bool ok = path_of(path, n->folder, file) && file_read(path, NEWS_FILE, &content, why) &&
              news_render(buf_text(&content), page->title, &html, why);
    if (ok && !arena_copy(&n->memory, buf_text(&html), &page->html))
        ok = refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    buf_release(&content);
    buf_release(&html);
    return ok;
}

// The item that the file belongs to: the last one, since the files are sorted, or a new one.
static struct news_item *item_of(struct news *n, const struct news_name *name)
{
    struct news_item *last = n->items ? n->item[n->items - 1] : NULL;
    if (last && strcmp(last->date, name->date) == 0 && strcmp(last->slug, name->slug) == 0)
        return last;
    struct news_item *item = n->items < NEWS_ITEMS ? arena_alloc(&n->memory, sizeof *item) : NULL;
    if (item) {
        memcpy(item->date, name->date, sizeof item->date);
        memcpy(item->slug, name->slug, sizeof item->slug);
        n->item[n->items++] = item;
    }
    return item;
}

static bool load_file(struct news *n, const char *file, struct reason *why)
{
    struct news_name name;
    struct news_page page = {0};
    if (!news_name_read(&name, text_of(file), why) || !read_page(n, file, &page, why))
        return false;
    struct news_item *item = item_of(n, &name);
    if (!item)
        return refuse(why, MSG_NEWS_TOO_MANY, "%d", NEWS_ITEMS);
    page.language = name.language;
    item->page[name.language] = page;
    item->has[name.language] = true;
    return true;
}

static void load(struct news *n)
{
    arena_release(&n->memory);
    n->items = 0;
    for (size_t i = 0; i < n->listing.count; i++) {
        struct reason why = {0};
        const char *file = n->listing.file[i].name;
        if (!load_file(n, file, &why))
            journal_line(JOURNAL_WARNING, "news.skipped", JOURNAL_STRING("file", file),
                         JOURNAL_REASON("why", &why), JOURNAL_END);
    }
}

bool news_refresh(struct news *n, int64_t now_ms)
{
    int64_t since = now_ms - n->scanned_ms;
    if (n->scanned && since >= 0 && since < NEWS_EVERY_MS)
        return false;
    n->scanned = true;
    n->scanned_ms = now_ms;
    struct listing now = {.folder = n->folder, .file = calloc(FILES, sizeof *now.file)};
    if (!now.file)
        return false;
    file_list(n->folder, SUFFIX, news_list_file, &now);
    qsort(now.file, now.count, sizeof *now.file, news_by_name);
    if (same(&now, &n->listing)) {
        free(now.file);
        return false;
    }
    free(n->listing.file);
    n->listing = now;
    load(n);
    return true;
}

void news_changed(struct news *n)
{
    n->scanned = false;
}

size_t news_count(const struct news *n)
{
    return n->items;
}

const struct news_item *news_at(const struct news *n, size_t i)
{
    return i < n->items ? n->item[i] : NULL;
}

const struct news_item *news_find(const struct news *n, struct text date, struct text slug)
{
    for (size_t i = 0; i < n->items; i++)
        if (text_is(date, n->item[i]->date) && text_is(slug, n->item[i]->slug))
            return n->item[i];
    return NULL;
}

const struct news_page *news_page(const struct news_item *item, enum language language)
{
    int any = LANGUAGE_EN;
    if (item->has[language])
        return &item->page[language];
    while (!item->has[any]) // an item has one at least
        any++;
    return &item->page[any];
}

bool news_post(const char *folder, const char *file_name, struct text markdown, struct reason *why)
{
    struct news_name name;
    char path[PATH_MAX], title[NEWS_TITLE];
    struct buf html = {0};
    bool ok = news_name_read(&name, text_of(file_name), why) &&
              news_render(markdown, title, &html, why) && file_make_folders(folder, why);
    buf_release(&html);
    if (ok && !path_of(path, folder, file_name))
        return refuse(why, MSG_FILE_CANNOT_WRITE, "%s\t%s", folder, strerror(ENAMETOOLONG));
    return ok && file_write(path, markdown, why);
}
