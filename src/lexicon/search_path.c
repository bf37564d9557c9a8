#include "lexicon/search_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_folder(struct search_path *s, const char *first, const char *rest)
{
    int n = snprintf(s->folder[s->folders], SEARCH_PATH_BYTES, "%s%s", first, rest);
    if (n > 0 && n < SEARCH_PATH_BYTES)
        s->folders++;
}

bool search_path_built(char out[SEARCH_PATH_BYTES])
{
    char self[SEARCH_PATH_BYTES];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return false;
    *slash = '\0';
    n = snprintf(out, SEARCH_PATH_BYTES, "%s/lexicons", self);
    return n > 0 && n < SEARCH_PATH_BYTES;
}

void search_path_init(struct search_path *s, const char *named)
{
    const char *variable = getenv("LOGOMACHY_LEXICONS");
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char built[SEARCH_PATH_BYTES];
    *s = (struct search_path){0};
    if (named)
        add_folder(s, named, "");
    if (variable && *variable)
        add_folder(s, variable, "");
    // Imports go to the first folder: the one that was named, or else the user's own.
    if (data && *data)
        add_folder(s, data, "/logomachy/lexicons");
    else if (home && *home)
        add_folder(s, home, "/.local/share/logomachy/lexicons");
    if (search_path_built(built))
        add_folder(s, built, "");
}

bool search_path_name_ok(const char *name, struct reason *why)
{
    size_t n = strlen(name);
    bool ok = n >= 1 && n <= SEARCH_PATH_NAME && name[0] != '.' && name[0] != '-' && name[0] != '_';
    for (size_t i = 0; ok && i < n; i++)
        ok = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') ||
             strchr("-_.", name[i]);
    return ok || refuse(why, MSG_SHELF_BAD_NAME, "%.80s", name);
}

bool search_path_file(const char *folder, const char *name, char out[SEARCH_PATH_BYTES])
{
    int n = snprintf(out, SEARCH_PATH_BYTES, "%s/%s" SEARCH_PATH_SUFFIX, folder, name);
    return n > 0 && n < SEARCH_PATH_BYTES;
}

static bool refuse_missing(const struct search_path *s, const char *name, struct reason *why)
{
    struct buf folders = {0};
    for (unsigned i = 0; i < s->folders; i++)
        buf_printf(&folders, "%s%s", i ? ", " : "", s->folder[i]);
    refuse(why, MSG_SHELF_NO_LEXICON, "%s\t%.*s", name, TEXT_ARG(buf_text(&folders)));
    buf_release(&folders);
    return false;
}

bool search_path_open(const struct search_path *s, const char *name, struct lexicon *lex,
                      struct reason *why)
{
    char path[SEARCH_PATH_BYTES];
    if (!search_path_name_ok(name, why))
        return false;
    for (unsigned i = 0; i < s->folders; i++)
        if (search_path_file(s->folder[i], name, path) && file_exists(path))
            return lexicon_map(lex, path, why);
    return refuse_missing(s, name, why);
}

static void collect(void *context, const char *file)
{
    struct buf *names = context;
    char name[SEARCH_PATH_NAME + 1];
    size_t n = strlen(file) - strlen(SEARCH_PATH_SUFFIX);
    if (n > SEARCH_PATH_NAME)
        return;
    memcpy(name, file, n);
    name[n] = '\0';
    if (!search_path_name_ok(name, NULL))
        return;
    memset(name + n, 0, sizeof name - n);
    buf_add(names, name, sizeof name);
}

static int compare(const void *left, const void *right)
{
    return strcmp(left, right);
}

bool search_path_list(const struct search_path *s, search_path_each_fn *each, void *context,
                      struct reason *why)
{
    enum { ONE = SEARCH_PATH_NAME + 1 };
    struct buf names = {0};
    for (unsigned i = 0; i < s->folders; i++)
        file_list(s->folder[i], SEARCH_PATH_SUFFIX, collect, &names);
    bool ok = buf_ok(&names) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (ok && names.len)
        qsort(names.at, names.len / ONE, ONE, compare);
    for (size_t i = 0; ok && i < names.len; i += ONE)
        if (i == 0 || strcmp(names.at + i, names.at + i - ONE) != 0)
            each(context, names.at + i);
    buf_release(&names);
    return ok;
}
