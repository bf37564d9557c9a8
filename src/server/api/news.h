// news: items for the front page, from a folder of Markdown files. A file is called
// YYYY-MM-DD-slug.LANG.md and begins with a line `# Title`; the files of one item differ in LANG
// only. The folder is read again on demand, at most every few seconds, so items can be added and
// corrected while the server runs. A bad file is skipped and logged.
//
//     struct news *news = news_open("news");
//     news_hold(news);
//     news_refresh(news, 0);
//     ok = news_count(news) && news_page(news_at(news, 0), LANGUAGE_EN);
//     news_let_go(news);
//     news_free(news);
//
// Items and pages belong to the news and live until the next news_refresh(). Reading a full folder
// takes a fifth of a second, so it belongs on the pool; threads take turns by holding the news.
#ifndef LOGOMACHY_SERVER_API_NEWS_H
#define LOGOMACHY_SERVER_API_NEWS_H

#include "base/reason.h"

enum {
    NEWS_ITEMS = 200,       // the newest are read, older ones are left out
    NEWS_FILE = 16 * 1024,  // bytes
    NEWS_HTML = 256 * 1024, // bytes of one page: a short file can make a long one
    NEWS_SLUG = 65,         // with its NUL
    NEWS_TITLE = 201,
    NEWS_EVERY_MS = 5000, // minimum time between two scans of the folder
};

// The parts of a file's name.
struct news_name {
    char date[11];        // 2026-01-31
    char slug[NEWS_SLUG]; // small letters, digits and -
    enum language language;
};

struct news_page {
    enum language language;
    char title[NEWS_TITLE]; // plain text, to be escaped
    struct text html;       // safe: no raw HTML of the file, no scripts in links
};

struct news_item {
    char date[11];
    char slug[NEWS_SLUG];
    struct news_page page[LANGUAGES];
    bool has[LANGUAGES];
};

struct news;

// `folder` may be NULL or missing: then there is no news. NULL: no memory.
struct news *news_open(const char *folder);
void news_free(struct news *n);

void news_hold(struct news *n);   // locks; blocks while another thread holds it
void news_let_go(struct news *n); // from the same thread

// Reads the folder again if it has changed and was not scanned just now. True if anything changed.
bool news_refresh(struct news *n, int64_t now_ms);

// The folder has changed: the next news_refresh() scans it without waiting.
void news_changed(struct news *n);

size_t news_count(const struct news *n);
const struct news_item *news_at(const struct news *n, size_t i); // the newest is 0
const struct news_item *news_find(const struct news *n, struct text date, struct text slug);

// The item in that language, else in English, else in any.
const struct news_page *news_page(const struct news_item *item, enum language language);

// The steps, for posting an item and for tests: parses a file name, and renders a file; `html` is
// appended to.
bool news_name_read(struct news_name *name, struct text file_name, struct reason *why);
bool news_render(struct text markdown, char title[NEWS_TITLE], struct buf *html,
                 struct reason *why);

// Adds a file to the folder, or replaces it, if news_refresh() would accept it.
bool news_post(const char *folder, const char *file_name, struct text markdown, struct reason *why);

#endif
