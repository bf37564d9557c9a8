#include "cli/terminal/best.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FILE_BYTES = 1 << 20, PATH_BYTES = 1024 };

// The user's data directory. False if the environment names none.
static bool find_folder(char out[PATH_BYTES], struct reason *why)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool own = data && *data;
    if (!own && !(home && *home))
        return refuse(why, MSG_FILE_CANNOT_WRITE, "%s\t%s", "bests.txt", strerror(ENOENT));
    int n =
        snprintf(out, PATH_BYTES, "%s%s/logomachy", own ? data : home, own ? "" : "/.local/share");
    return (n > 0 && n < PATH_BYTES - 16) ||
           refuse(why, MSG_FILE_CANNOT_WRITE, "%s\t%s", "bests.txt", strerror(ENAMETOOLONG));
}

// "bali fr fr min_word=5"
static void print_key(const struct config *c, struct buf *out)
{
    buf_printf(out, "%s %s %s", c->preset, c->lang, c->lexicon_name);
    for (unsigned i = 0; i < c->settings; i++) {
        if (!config_is_notable(c, i))
            continue;
        buf_printf(out, " %s=", c->setting[i].name);
        config_print_value(c, i, out);
    }
}

// Equal scores stay in order of arrival. Returns the rank.
static unsigned insert(struct bests *b, int32_t score, struct text date)
{
    unsigned rank = b->count;
    while (rank > 0 && b->score[rank - 1] < score)
        rank--;
    if (rank == BESTS)
        return BESTS;
    unsigned last = b->count < BESTS ? b->count++ : BESTS - 1;
    for (unsigned i = last; i > rank; i--) {
        b->score[i] = b->score[i - 1];
        memcpy(b->date[i], b->date[i - 1], sizeof b->date[i]);
    }
    b->score[rank] = score;
    snprintf(b->date[rank], sizeof b->date[rank], "%.*s", TEXT_ARG(text_head(date, BESTS_DATE)));
    return rank;
}

// Parses the lines of this config; copies all others to `rest`.
static void read_lines(struct bests *b, struct text file, struct text key, struct buf *rest)
{
    struct text line;
    while (text_next_line(&file, &line)) {
        struct text score = line, date = text_cut(&score, '\t'), whose = text_cut(&score, '\t');
        uint32_t points;
        if (text_equal(whose, key)) {
            if (text_to_u32(score, &points) && points <= INT32_MAX)
                insert(b, (int32_t)points, date);
        } else if (line.len) {
            buf_add_text(rest, line);
            buf_add_byte(rest, '\n');
        }
    }
}

static bool write_file(const char *folder, const char *path, const struct buf *out,
                       struct reason *why)
{
    if (!buf_ok(out))
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    return file_make_folders(folder, why) && file_write(path, buf_text(out), why);
}

static void add_today(struct bests *b, int32_t score)
{
    char date[32] = "";
    time_t now = time(NULL);
    struct tm at;
    localtime_r(&now, &at);
    strftime(date, sizeof date, "%Y-%m-%d", &at);
    b->rank = insert(b, score, text_of(date));
}

bool bests_add(struct bests *b, const struct config *c, int32_t score, struct reason *why)
{
    char folder[PATH_BYTES], path[PATH_BYTES + 16];
    struct buf key = {0}, file = {0}, out = {0};
    *b = (struct bests){.rank = BESTS};
    if (!find_folder(folder, why))
        return false;
    snprintf(path, sizeof path, "%s/bests.txt", folder);
    print_key(c, &key);
    bool ok = !file_exists(path) || file_read(path, FILE_BYTES, &file, why);
    read_lines(b, buf_text(&file), buf_text(&key), &out);
    add_today(b, score);
    for (unsigned i = 0; i < b->count; i++)
        buf_printf(&out, "%s\t%.*s\t%d\n", b->date[i], TEXT_ARG(buf_text(&key)), (int)b->score[i]);
    ok = ok && write_file(folder, path, &out, why);
    buf_release(&key);
    buf_release(&file);
    buf_release(&out);
    return ok;
}
