#include "server/api/page.h"

#include "lexicon/format.h"
#include "lexicon/search_path.h"
#include "server/api/api.h"
#include "server/api/packs.h"
#include "server/net/static_files.h"
#include "store/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A plain page in the making, while the store is asked for the open games.
struct page {
    struct store_job job; // first
    struct api *api;
    struct net_request *request;
    enum language language;
    struct store_tx *tx;
    struct buf rows;
};

static void add_escaped(struct buf *out, struct text t)
{
    for (size_t i = 0; i < t.len; i++) {
        switch (t.at[i]) {
        case '<':
            buf_add_string(out, "&lt;");
            break;
        case '>':
            buf_add_string(out, "&gt;");
            break;
        case '&':
            buf_add_string(out, "&amp;");
            break;
        case '"':
            buf_add_string(out, "&quot;");
            break;
        default:
            buf_add_byte(out, (unsigned char)t.at[i]);
        }
    }
}

static void add_message(const struct page *p, struct buf *out, enum message what)
{
    add_escaped(out, text_of(message_text(what, p->language)));
}

static bool page_add_row(void *context, const struct store_match *m, const struct store_seat *seats)
{
    struct page *p = context;
    struct store_account account;
    buf_printf(&p->rows, "<li><a href=\"/api/matches/%s\">%s</a> (%s, %u)", m->id, m->game, m->lang,
               m->seats);
    for (unsigned i = 0; i < m->seats; i++)
        if (seats[i].account && store_account_get(p->tx, seats[i].account, &account) == STORE_OK) {
            buf_add_byte(&p->rows, ' ');
            add_escaped(&p->rows, text_of(account.name));
        }
    buf_add_string(&p->rows, "</li>\n");
    return true;
}

static enum store_status page_run_plain(struct store_tx *tx, struct store_job *job)
{
    struct page *p = (struct page *)job;
    struct store_match_query open = {
        .statuses = 1u << MATCH_ROW_OPEN, .listed_only = true, .free_seat = true, .limit = 50};
    p->tx = tx;
    return store_match_list(tx, &open, page_add_row, p);
}

static void print_page(const struct page *p, struct buf *out)
{
    buf_printf(out,
               "<!doctype html>\n<html lang=\"%s\"><head><meta charset=\"utf-8\">"
               "<meta name=\"viewport\" content=\"width=device-width\"><title>Logomachy</title>"
               "</head>\n<body><h1>Logomachy</h1>\n<p>",
               language_tag(p->language));
    add_message(p, out, MSG_PAGE_WELCOME);
    buf_add_string(out, "</p>\n<h2>");
    add_message(p, out, MSG_PAGE_OPEN_GAMES);
    buf_add_string(out, "</h2>\n");
    if (p->rows.len) {
        buf_add_string(out, "<ul>\n");
        buf_add_text(out, buf_text(&p->rows));
        buf_add_string(out, "</ul>\n");
    } else {
        buf_add_string(out, "<p>");
        add_message(p, out, MSG_PAGE_NO_GAMES);
        buf_add_string(out, "</p>\n");
    }
    buf_add_string(out, "<p><a href=\"/api/openapi.json\">");
    add_message(p, out, MSG_PAGE_API);
    buf_add_string(out, "</a></p>\n</body></html>\n");
}

static void page_ready(struct store_job *job)
{
    struct page *p = (struct page *)job;
    struct buf out = {0};
    unsigned status = job->status == STORE_OK && buf_ok(&p->rows) ? 200 : 503;
    print_page(p, &out);
    net_respond(p->request, buf_ok(&out) ? status : 503,
                &(struct net_reply){.type = "text/html; charset=utf-8", .body = buf_text(&out)});
    buf_release(&out);
    buf_release(&p->rows);
    free(p);
}

static void answer_plain(struct api *api, struct net_request *r)
{
    struct page *p = calloc(1, sizeof *p);
    if (!p) {
        net_respond(r, 503, NULL);
        return;
    }
    p->job = (struct store_job){.run = page_run_plain, .done = page_ready, .slow = true};
    p->api = api;
    p->request = r;
    p->language = language_from_tag(net_header(r, "accept-language"));
    store_read(api->site->store, &p->job);
}

// --- Lexicons, for the core in the browser. It loads the beginning of a file, up to the
// definitions, so it sends a range request.

struct range {
    bool asked;
    uint64_t from, to; // both included
};

static bool take_number(struct text digits, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < digits.len; i++) {
        if (digits.at[i] < '0' || digits.at[i] > '9' || i > 17)
            return false;
        *out = *out * 10 + (uint64_t)(digits.at[i] - '0');
    }
    return digits.len > 0;
}

// `bytes=FROM-` and `bytes=FROM-TO`. Other forms are ignored, which means the whole file; so is any
// range if If-Range names another version.
static struct range read_range(const struct net_request *r, struct text tag, uint64_t size)
{
    struct range whole = {.to = size - 1}, range = {.asked = true, .to = UINT64_MAX};
    struct text header = net_header(r, "range"), known = net_header(r, "if-range");
    if (!text_starts(header, "bytes=") || (known.len && !text_equal(known, tag)))
        return whole;
    header = text_from(header, 6);
    struct text from = text_cut(&header, '-');
    if (!take_number(from, &range.from) || (header.len && !take_number(header, &range.to)) ||
        range.from > range.to)
        return whole;
    if (range.to >= size)
        range.to = size - 1;
    return range;
}

static void serve_lexicon(const struct lexicon *lex, struct net_request *r)
{
    struct text bytes = lex->file.content;
    struct lexicon_header header;
    char tag[60], part[80];
    memcpy(&header, bytes.at, sizeof header);
    snprintf(tag, sizeof tag, "\"%016llx-%zu\"", (unsigned long long)header.checksum, bytes.len);
    struct range range = read_range(r, text_of(tag), bytes.len);
    struct net_field fields[] = {{"ETag", text_of(tag)},
                                 {"Cache-Control", TEXT("public, no-cache")},
                                 {"Accept-Ranges", TEXT("bytes")},
                                 {"Content-Range", {0}}};
    struct net_reply reply = {
        .type = "application/octet-stream", .body_stays = true, .fields = fields, .field_count = 3};
    unsigned status = 200;
    if (etag_matches(net_header(r, "if-none-match"), text_of(tag))) {
        status = 304;
    } else if (range.asked && range.from >= bytes.len) {
        snprintf(part, sizeof part, "bytes */%zu", bytes.len);
        status = 416;
    } else {
        snprintf(part, sizeof part, "bytes %llu-%llu/%zu", (unsigned long long)range.from,
                 (unsigned long long)range.to, bytes.len);
        reply.body = (struct text){bytes.at + range.from, (size_t)(range.to - range.from + 1)};
        status = range.asked ? 206 : 200;
    }
    if (status == 206 || status == 416)
        fields[reply.field_count++].value = text_of(part);
    net_respond(r, status, &reply);
}

// `lexicons/NAME.lex`. False if there is none.
static bool answer_lexicon(const struct api *api, struct net_request *r, struct text path)
{
    if (!text_starts(path, "lexicons/") || !text_ends(path, SEARCH_PATH_SUFFIX))
        return false;
    struct text name = text_from(path, 9);
    name = text_head(name, name.len - strlen(SEARCH_PATH_SUFFIX));
    const struct lexicon *lex = catalogue_lexicon(api->catalogue, name);
    if (!lex || !lex->file.content.len)
        return false;
    serve_lexicon(lex, r);
    return true;
}

// The lexicon of a game's address, /play?game=GAME&lang=LANG or &lexicon=NAME. False: it has none.
static bool lexicon_of_game(const struct api *api, struct net_request *r, struct config *config,
                            struct text *name)
{
    struct record_host host = catalogue_host(api->catalogue);
    struct text value;
    if (net_query(r, "lexicon", name))
        return true;
    if (!net_query(r, "game", &value) || !host.preset(host.context, config, value, NULL) ||
        (net_query(r, "lang", &value) && !config_set_lang(config, value, NULL)))
        return false;
    *name = text_of(config->lexicon_name);
    return true;
}

// A client that starts for the first time waits longest for the words, so they are on their way
// before it could ask for them. Empty: the address names none.
static struct text words_ahead(const struct api *api, struct net_request *r, struct text path,
                               char out[PACK_ADDRESS + 60])
{
    struct config config;
    struct text name;
    char address[PACK_ADDRESS];
    if (!text_is(path, "play") || !lexicon_of_game(api, r, &config, &name) ||
        !packs_address(api, name, address))
        return TEXT("");
    snprintf(out, PACK_ADDRESS + 60, "<%s>; rel=preload; as=fetch; crossorigin", address);
    return text_of(out);
}

// A file of the client. Paths without a dot are routes of the client.
static bool answer_client(const struct api *api, struct net_request *r, struct text path)
{
    char link[PACK_ADDRESS + 60];
    if (!api->web || !buf_ok(&api->policy))
        return false;
    struct net_field fields[] = {{"Content-Security-Policy", buf_text(&api->policy)},
                                 {"Link", {0}}};
    if (path.len && static_files_serve(api->web, r, path, fields, 1))
        return true;
    if (text_find(path, '.') != path.len)
        return false;
    fields[1].value = words_ahead(api, r, path, link);
    return static_files_serve(api->web, r, TEXT("index.html"), fields, fields[1].value.len ? 2 : 1);
}

void page_answer(struct api *api, struct net_request *r)
{
    struct text path = text_from(net_path(r), 1);
    if (net_method(r) != NET_GET && net_method(r) != NET_HEAD)
        net_respond(r, 405, NULL);
    else if (packs_answer(api, r, path) || answer_lexicon(api, r, path) ||
             answer_client(api, r, path))
        return;
    else if (path.len == 0)
        answer_plain(api, r);
    else
        net_respond(r, 404, &(struct net_reply){.type = "text/plain", .body = TEXT("404\n")});
}
