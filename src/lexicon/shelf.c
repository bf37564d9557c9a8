#include "lexicon/shelf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void add_folder(struct shelf *s, const char *first, const char *rest)
{
    int n = snprintf(s->folder[s->folders], SHELF_PATH, "%s%s", first, rest);
    if (n > 0 && n < SHELF_PATH)
        s->folders++;
}

bool shelf_built(char out[SHELF_PATH])
{
    char self[SHELF_PATH];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        return false;
    self[n] = '\0';
    char *slash = strrchr(self, '/');
    if (!slash)
        return false;
    *slash = '\0';
    n = snprintf(out, SHELF_PATH, "%s/lexicons", self);
    return n > 0 && n < SHELF_PATH;
}

void shelf_init(struct shelf *s, const char *named)
{
    const char *variable = getenv("LOGOMACHY_LEXICONS");
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char built[SHELF_PATH];
    *s = (struct shelf){0};
    if (named)
        add_folder(s, named, "");
    if (variable && *variable)
        add_folder(s, variable, "");
    // Imports go to the first folder: the one that was named, or else the user's own.
    if (data && *data)
        add_folder(s, data, "/logomachy/lexicons");
    else if (home && *home)
        add_folder(s, home, "/.local/share/logomachy/lexicons");
    if (shelf_built(built))
        add_folder(s, built, "");
}

bool shelf_name_ok(const char *name, struct reason *why)
{
    size_t n = strlen(name);
    bool ok = n >= 1 && n <= SHELF_NAME && name[0] != '.' && name[0] != '-' && name[0] != '_';
    for (size_t i = 0; ok && i < n; i++)
        ok = (name[i] >= 'a' && name[i] <= 'z') || (name[i] >= '0' && name[i] <= '9') ||
             strchr("-_.", name[i]);
    return ok || refuse(why, MSG_SHELF_BAD_NAME, "%.80s", name);
}

bool shelf_path(const char *folder, const char *name, char out[SHELF_PATH])
{
    int n = snprintf(out, SHELF_PATH, "%s/%s" SHELF_SUFFIX, folder, name);
    return n > 0 && n < SHELF_PATH;
}

static bool refuse_missing(const struct shelf *s, const char *name, struct reason *why)
{
    struct buf folders = {0};
    for (unsigned i = 0; i < s->folders; i++)
        buf_printf(&folders, "%s%s", i ? ", " : "", s->folder[i]);
    refuse(why, MSG_SHELF_NO_LEXICON, "%s\t%.*s", name, TEXT_ARG(buf_text(&folders)));
    buf_release(&folders);
    return false;
}

bool shelf_open(const struct shelf *s, const char *name, struct lexicon *lex, struct reason *why)
{
    char path[SHELF_PATH];
    if (!shelf_name_ok(name, why))
        return false;
    for (unsigned i = 0; i < s->folders; i++)
        if (shelf_path(s->folder[i], name, path) && file_exists(path))
            return lexicon_map(lex, path, why);
    return refuse_missing(s, name, why);
}

static void collect(void *context, const char *file)
{
    struct buf *names = context;
    char name[SHELF_NAME + 1];
    size_t n = strlen(file) - strlen(SHELF_SUFFIX);
    if (n > SHELF_NAME)
        return;
    memcpy(name, file, n);
    name[n] = '\0';
    if (!shelf_name_ok(name, NULL))
        return;
    memset(name + n, 0, sizeof name - n);
    buf_add(names, name, sizeof name);
}

static int compare(const void *left, const void *right)
{
    return strcmp(left, right);
}

bool shelf_list(const struct shelf *s, shelf_each_fn *each, void *context, struct reason *why)
{
    enum { ONE = SHELF_NAME + 1 };
    struct buf names = {0};
    for (unsigned i = 0; i < s->folders; i++)
        file_list(s->folder[i], SHELF_SUFFIX, collect, &names);
    bool ok = buf_ok(&names) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    if (ok && names.len)
        qsort(names.at, names.len / ONE, ONE, compare);
    for (size_t i = 0; ok && i < names.len; i += ONE)
        if (i == 0 || strcmp(names.at + i, names.at + i - ONE) != 0)
            each(context, names.at + i);
    buf_release(&names);
    return ok;
}
