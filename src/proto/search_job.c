#include "proto/search_job.h"

#include "engine/engine.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const purposes[SEARCH_FORS] = {"move", "analysis"};

// ---- writing ----

static void put_header(const struct search_job *j, struct buf *out)
{
    struct record r = {.config = j->config};
    record_write(&r, VIEWER_PUBLIC, out);
}

void search_job_write_reply(const struct search_job *j, struct buf *out)
{
    buf_printf(out, "name %s\nreply %s\n", j->name, j->reply);
}

void search_job_write(const struct search_job *j, struct buf *out)
{
    const struct config *c = &j->config;
    buf_add_string(out, "search 2\n");
    search_job_write_reply(j, out);
    buf_printf(out, "for %s\nseat %c\n", purposes[j->purpose], seat_letter(j->seat));
    buf_printf(out, "level %u\nms %u\nseed %s\nwords %016" PRIx64 "\n", j->level, j->ms, j->seed,
               c->lexicon->checksum);
    put_header(j, out);
    buf_add_string(out, "position\n");
    c->rules->write(c, &j->view, out);
}

// ---- reading ----

struct reader {
    struct search_job *job;
    uint64_t words;
    bool version;
};

// Digits and nothing else.
static bool read_number(struct text text, uint64_t low, uint64_t high, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9' || i == 18)
            return false;
        *out = *out * 10 + (uint64_t)(text.at[i] - '0');
    }
    return text.len && *out >= low && *out <= high;
}

// Characters that a subject of the bus may hold and that need no quoting anywhere.
static bool read_plain(struct text text, char *out, size_t size)
{
    for (size_t i = 0; i < text.len; i++) {
        char ch = text.at[i];
        bool plain = (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') ||
                     (ch >= 'A' && ch <= 'Z') || ch == '.' || ch == '-' || ch == '_';
        if (!plain || i + 1 == size)
            return false;
    }
    snprintf(out, size, "%.*s", TEXT_ARG(text));
    return text.len > 0;
}

static bool read_version(struct reader *r, struct text rest)
{
    r->version = text_is(rest, "2");
    return r->version;
}

static bool read_name(struct reader *r, struct text rest)
{
    return read_plain(rest, r->job->name, sizeof r->job->name);
}

static bool read_reply(struct reader *r, struct text rest)
{
    return text_starts(rest, SEARCH_REPLY) && read_plain(rest, r->job->reply, sizeof r->job->reply);
}

static bool read_purpose(struct reader *r, struct text rest)
{
    for (unsigned i = 0; i < SEARCH_FORS; i++) {
        if (!text_is(rest, purposes[i]))
            continue;
        r->job->purpose = (enum search_for)i;
        return true;
    }
    return false;
}

static bool read_seat(struct reader *r, struct text rest)
{
    r->job->seat = rest.len == 1 ? (unsigned char)rest.at[0] - 'A' : SEATS_MAX;
    return r->job->seat < SEATS_MAX;
}

static bool read_level(struct reader *r, struct text rest)
{
    uint64_t n;
    if (!read_number(rest, 1, ENGINE_LEVELS, &n))
        return false;
    r->job->level = (unsigned)n;
    return true;
}

static bool read_ms(struct reader *r, struct text rest)
{
    uint64_t n;
    if (!read_number(rest, 1, SEARCH_JOB_MS, &n))
        return false;
    r->job->ms = (unsigned)n;
    return true;
}

static bool read_seed(struct reader *r, struct text rest)
{
    struct rng any;
    return rng_seed_hex(&any, rest) && read_plain(rest, r->job->seed, sizeof r->job->seed);
}

static bool read_words(struct reader *r, struct text rest)
{
    r->words = 0;
    for (size_t i = 0; i < rest.len; i++) {
        char ch = rest.at[i];
        bool digit = ch >= '0' && ch <= '9', letter = ch >= 'a' && ch <= 'f';
        if (!digit && !letter)
            return false;
        r->words = r->words << 4 | (uint64_t)(digit ? ch - '0' : ch - 'a' + 10);
    }
    return rest.len == 16;
}

static const struct {
    const char *key;
    bool (*read)(struct reader *r, struct text rest);
} lines[] = {
    {"search", read_version}, {"name", read_name}, {"reply", read_reply},
    {"for", read_purpose},    {"seat", read_seat}, {"level", read_level},
    {"ms", read_ms},          {"seed", read_seed}, {"words", read_words},
};

enum { LINES = sizeof lines / sizeof *lines };

// Each of the lines is there once.
static bool read_line(struct reader *r, struct text line, unsigned *seen)
{
    struct text rest = line, key = text_cut(&rest, ' ');
    for (unsigned i = 0; i < LINES; i++) {
        if (!text_is(key, lines[i].key))
            continue;
        bool once = !(*seen >> i & 1);
        *seen |= 1u << i;
        return once && lines[i].read(r, rest);
    }
    return false;
}

// Leaves `text` at the record's header.
static bool read_asked(struct reader *r, struct text *text, uint32_t *number)
{
    unsigned seen = 0;
    struct text before = *text, line;
    for (; text_next_line(text, &line); ++*number, before = *text) {
        if (text_starts(line, "game ")) {
            *text = before;
            return seen == (1u << LINES) - 1;
        }
        if (!read_line(r, line, &seen))
            return false;
    }
    return false;
}

// The header ends with the line `position`; what follows is the position.
static bool split(struct text text, struct text *header, struct text *position)
{
    static const char mark[] = "\nposition\n";
    size_t at = text_find_string(text, mark);
    if (at == text.len)
        return false;
    *header = text_head(text, at + 1);
    *position = text_from(text, at + sizeof mark - 1);
    return true;
}

static bool read_config(struct search_job *j, struct text header, const struct record_host *host,
                        struct reason *why)
{
    struct record r;
    if (!record_read(&r, header, host, why))
        return false;
    j->config = r.config;
    record_release(&r);
    return true;
}

// Does the seat see in it all that is its own? A guess fills in whatever is hidden; a seat's own
// would then be seen.
static bool is_view(const struct search_job *j)
{
    const struct config *c = &j->config;
    struct state guess, seen;
    struct rng any;
    rng_seed_hex(&any, TEXT("1"));
    c->rules->guess(c, &j->view, j->seat, &any, &guess);
    c->rules->view(c, &guess, j->seat, &seen);
    return memcmp(&seen, &j->view, sizeof seen) == 0;
}

static bool read_view(struct search_job *j, struct text position, struct reason *why)
{
    const struct config *c = &j->config;
    struct state s;
    if (!c->rules->read(c, position, &s, why))
        return false;
    if (j->seat >= c->seats || !(c->rules->to_act(c, &s) >> j->seat & 1))
        return refuse(why, MSG_JOB_NOT_TO_ACT, "%c", seat_letter(j->seat));
    c->rules->view(c, &s, j->seat, &j->view);
    return is_view(j) || refuse(why, MSG_JOB_HIDDEN, "%c", seat_letter(j->seat));
}

bool search_job_read(struct search_job *j, struct text text, const struct record_host *host,
                     struct reason *why)
{
    struct reader r = {.job = j};
    struct text header, position;
    uint32_t number = 1;
    *j = (struct search_job){0};
    if (text.len > SEARCH_JOB_BYTES)
        return refuse(why, MSG_JOB_TOO_LONG, "%d", SEARCH_JOB_BYTES);
    if (!read_asked(&r, &text, &number) || !split(text, &header, &position))
        return refuse_line(why, number, MSG_JOB_BAD, "%s", "");
    if (!read_config(j, header, host, why))
        return false;
    if (j->config.lexicon->checksum != r.words)
        return refuse(why, MSG_JOB_OTHER_WORDS, "%s", j->config.lexicon_name);
    return read_view(j, position, why);
}

bool search_job_read_reply(struct search_job *j, struct text text)
{
    struct reader r = {.job = j};
    struct text line;
    *j = (struct search_job){0};
    for (unsigned i = 0; i < LINES && text_next_line(&text, &line); i++) {
        struct text rest = line, key = text_cut(&rest, ' ');
        if ((text_is(key, "name") && !read_name(&r, rest)) ||
            (text_is(key, "reply") && !read_reply(&r, rest)))
            return false;
    }
    return j->name[0] && j->reply[0];
}
