#include "server/net/static_files.h"

#include "base/file.h"
#include "base/map.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
    TOTAL_MAX = 64 * 1024 * 1024,
    DEPTH_MAX = 8,
    HASH_DIGITS = 8, // at least this many in a name make it a hash
};

enum encoding { PLAIN, GZIP, BROTLI, ENCODINGS };

struct static_file {
    struct static_file *next;
    char *path; // relative to the folder
    struct buf content;
    struct static_file *variant[ENCODINGS]; // itself, and those beside it
    char tag[32];                           // of the content, without quotes
    const char *type;
    bool is_hashed;
};

struct static_files {
    struct static_file *files; // owned
    struct map by_path;        // without the variants
    size_t total;
};

static const char *type_of(struct text path)
{
    static const struct {
        const char *suffix, *type;
    } table[] = {
        {".html", "text/html; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".mjs", "text/javascript; charset=utf-8"},
        {".json", "application/json"},
        {".map", "application/json"},
        {".webmanifest", "application/manifest+json"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".jpg", "image/jpeg"},
        {".webp", "image/webp"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
        {".txt", "text/plain; charset=utf-8"},
        {".yaml", "application/yaml"},
        {".xml", "application/xml"},
        {".ogg", "audio/ogg"},
        {".mp3", "audio/mpeg"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (text_ends(path, table[i].suffix))
            return table[i].type;
    return "application/octet-stream";
}

static bool ends_with_digits(const char *path, const char *end, const char *digits)
{
    const char *at = end;
    while (at > path && strchr(digits, at[-1]))
        at--;
    return end - at >= HASH_DIGITS && at > path && (at[-1] == '.' || at[-1] == '-');
}

// Whether there are eight or more digits of a hash before the last dot, behind a dot or hyphen:
// hexadecimal ones, or those of base 32, as tools write them.
static bool is_hashed_name(const char *path)
{
    const char *end = strrchr(path, '.');
    return end && (ends_with_digits(path, end, "0123456789abcdef") ||
                   ends_with_digits(path, end, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"));
}

static void free_file(struct static_file *f)
{
    free(f->path);
    buf_release(&f->content);
    free(f);
}

static bool read_content(struct static_files *all, struct static_file *f, const char *full,
                         struct reason *why)
{
    struct file_map mapped;
    if (!file_map(&mapped, full, why))
        return false;
    all->total += mapped.content.len;
    if (all->total <= TOTAL_MAX)
        buf_add_text(&f->content, mapped.content);
    file_unmap(&mapped);
    if (all->total > TOTAL_MAX)
        return refuse(why, MSG_FILE_TOO_LARGE, "%s\t%d", full, TOTAL_MAX);
    return buf_ok(&f->content) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool add_file(struct static_files *all, const char *full, const char *path,
                     struct reason *why)
{
    struct static_file *f = calloc(1, sizeof *f);
    if (f)
        f->path = strdup(path);
    if (!f || !f->path) {
        free(f);
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    }
    f->next = all->files;
    all->files = f;
    if (!read_content(all, f, full, why))
        return false;
    f->variant[PLAIN] = f;
    f->type = type_of(text_of(path));
    f->is_hashed = is_hashed_name(path);
    struct text content = buf_text(&f->content);
    snprintf(f->tag, sizeof f->tag, "%016llx",
             (unsigned long long)XXH3_64bits(content.at, content.len));
    return map_add(&all->by_path, text_of(f->path), f) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

static bool read_folder(struct static_files *all, const char *full, const char *path,
                        unsigned depth, struct reason *why);

static bool read_entry(struct static_files *all, const char *folder, const char *path,
                       const char *name, unsigned depth, struct reason *why)
{
    char full[4096], relative[1024];
    struct stat info;
    if (snprintf(full, sizeof full, "%s/%s", folder, name) >= (int)sizeof full ||
        snprintf(relative, sizeof relative, "%s%s%s", path, *path ? "/" : "", name) >=
            (int)sizeof relative)
        return refuse(why, MSG_FILE_CANNOT_READ, "%s\t%s", name, strerror(ENAMETOOLONG));
    if (stat(full, &info) < 0)
        return refuse(why, MSG_FILE_CANNOT_READ, "%s\t%s", full, strerror(errno));
    if (S_ISDIR(info.st_mode))
        return read_folder(all, full, relative, depth + 1, why);
    return !S_ISREG(info.st_mode) || add_file(all, full, relative, why);
}

static bool read_folder(struct static_files *all, const char *full, const char *path,
                        unsigned depth, struct reason *why)
{
    const struct dirent *entry;
    bool ok = true;
    DIR *d = depth <= DEPTH_MAX ? opendir(full) : NULL;
    if (!d)
        return refuse(why, MSG_FILE_CANNOT_READ, "%s\t%s", full,
                      strerror(depth > DEPTH_MAX ? ELOOP : errno));
    while (ok && (entry = readdir(d)))
        if (entry->d_name[0] != '.')
            ok = read_entry(all, full, path, entry->d_name, depth, why);
    closedir(d);
    return ok;
}

// x.gz and x.br are variants of x where that is there, and no files of their own then.
static void find_variants(struct static_files *all)
{
    static const char *const suffix[ENCODINGS] = {[GZIP] = ".gz", [BROTLI] = ".br"};
    for (struct static_file *f = all->files; f; f = f->next) {
        for (int e = GZIP; e < ENCODINGS; e++) {
            struct text path = text_of(f->path);
            if (!text_ends(path, suffix[e]))
                continue;
            struct static_file *of = map_find(&all->by_path, text_head(path, path.len - 3));
            if (!of)
                continue;
            of->variant[e] = f;
            map_remove(&all->by_path, path);
        }
    }
}

struct static_files *static_files_open(const char *folder, struct reason *why)
{
    struct static_files *all = calloc(1, sizeof *all);
    if (!all) {
        (void)refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        return NULL;
    }
    map_init(&all->by_path, (uintptr_t)all);
    if (!read_folder(all, folder, "", 0, why)) {
        static_files_free(all);
        return NULL;
    }
    find_variants(all);
    return all;
}

void static_files_free(struct static_files *all)
{
    if (!all)
        return;
    for (struct static_file *f = all->files, *next; f; f = next) {
        next = f->next;
        free_file(f);
    }
    map_release(&all->by_path);
    free(all);
}

bool static_files_has(const struct static_files *all, struct text path)
{
    return map_find(&all->by_path, path) != NULL;
}

struct text static_files_content(const struct static_files *all, struct text path)
{
    const struct static_file *f = map_find(&all->by_path, path);
    return f ? buf_text(&f->content) : TEXT("");
}

// Whether the value of Accept-Encoding takes this one: named, and not with a weight of 0.
static bool accepts(struct text header, const char *encoding)
{
    while (header.len) {
        struct text item = text_cut(&header, ',');
        struct text name = text_trim(text_cut(&item, ';'));
        if (name.len != strlen(encoding) || strncasecmp(name.at, encoding, name.len) != 0)
            continue;
        struct text weight = text_trim(item);
        text_cut(&weight, '=');
        for (size_t i = 0; i < weight.len; i++)
            if (weight.at[i] >= '1' && weight.at[i] <= '9')
                return true;
        return item.len == 0;
    }
    return false;
}

static const char *const encoding_name[ENCODINGS] = {[GZIP] = "gzip", [BROTLI] = "br"};

static enum encoding choose_encoding(const struct static_file *f, const struct net_request *r)
{
    struct text header = net_header(r, "accept-encoding");
    enum encoding best = PLAIN;
    for (int e = GZIP; e < ENCODINGS; e++)
        if (f->variant[e] && f->variant[e]->content.len < f->variant[best]->content.len &&
            accepts(header, encoding_name[e]))
            best = (enum encoding)e;
    return best;
}

bool etag_matches(struct text header, struct text tag)
{
    while (header.len) {
        struct text one = text_trim(text_cut(&header, ','));
        if (text_starts(one, "W/"))
            one = text_from(one, 2);
        if (text_is(one, "*") || text_equal(one, tag))
            return true;
    }
    return false;
}

static void answer(const struct static_file *f, struct net_request *r, const struct net_field *more,
                   size_t more_count)
{
    enum encoding e = choose_encoding(f, r);
    struct net_field fields[4 + STATIC_FIELDS_MAX];
    size_t count = 0;
    char tag[48];
    snprintf(tag, sizeof tag, "\"%s%s%s\"", f->tag, e ? "-" : "", e ? encoding_name[e] : "");
    fields[count++] = (struct net_field){"ETag", text_of(tag)};
    fields[count++] = (struct net_field){"Cache-Control",
                                         f->is_hashed ? TEXT("public, max-age=31536000, immutable")
                                                      : TEXT("no-cache")};
    if (f->variant[GZIP] || f->variant[BROTLI])
        fields[count++] = (struct net_field){"Vary", TEXT("Accept-Encoding")};
    if (e)
        fields[count++] = (struct net_field){"Content-Encoding", text_of(encoding_name[e])};
    for (size_t i = 0; i < more_count && i < STATIC_FIELDS_MAX; i++)
        fields[count++] = more[i];
    bool known = etag_matches(net_header(r, "if-none-match"), text_of(tag));
    const struct net_reply reply = {
        .type = f->type,
        .body = buf_text(&f->variant[e]->content),
        .body_stays = true,
        .fields = fields,
        .field_count = count,
    };
    net_respond(r, known ? 304 : 200, &reply);
}

bool static_files_serve(const struct static_files *all, struct net_request *r, struct text path,
                        const struct net_field *more, size_t more_count)
{
    const struct static_file *f = map_find(&all->by_path, path);
    if (!f || (net_method(r) != NET_GET && net_method(r) != NET_HEAD))
        return false;
    answer(f, r, more, more_count);
    return true;
}
