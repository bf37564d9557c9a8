// Matches: any bytes. The first byte chooses the terms, or that they are the bytes up to the first
// empty line; every further line is an event: the letter of a jump in time, then the text. Every
// applied event is written so that it reads as the same event, and the log of it all replays to the
// same match.
#include "base/bug.h"
#include "match/host.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { LOG = 400 };

struct run {
    struct match match;
    int64_t now_ms;
    struct match_entry log[LOG];
    struct buf line[LOG]; // what the log points to
    size_t logged;
};

static void check_terms(const struct match_terms *t, const struct record_host *host)
{
    struct match_terms again;
    struct buf once = {0}, twice = {0};
    terms_write(t, &once);
    BUG_UNLESS(terms_read(&again, buf_text(&once), host, NULL));
    terms_write(&again, &twice);
    BUG_UNLESS(text_equal(buf_text(&once), buf_text(&twice)));
    buf_release(&once);
    buf_release(&twice);
}

static bool read_terms(struct text *input, struct match_terms *t)
{
    static const char *const given[] = {
        "game toy\n",
        "game toy\nseats 3\ntakebacks yes\nclock fischer 20000 1000\n",
        "game toy\nlevel B 3\ntakebacks yes\n",
        "game rush\nseats 3\nclock move 5000\n",
        "game dogged\nclock move 5000\n",
        "game balda\nclock days 2\ntakebacks yes\n",
        "game bukva\nlang en\nset unknown ask\nrated yes\n",
    };
    enum { GIVEN = sizeof given / sizeof *given };
    struct record_host host = match_host();
    struct reason why = {0};
    struct buf worded = {0};
    unsigned choice = (unsigned char)input->at[0] % (GIVEN + 1);
    *input = text_from(*input, 1);
    if (choice < GIVEN)
        return terms_read(t, text_of(given[choice]), &host, &why);
    size_t end = text_find_string(*input, "\n\n");
    struct text own = text_head(*input, end + 1);
    *input = text_from(*input, end + 2);
    bool ok = terms_read(t, own, &host, &why);
    if (ok)
        check_terms(t, &host);
    else
        reason_word(&why, LANGUAGE_DE, &worded);
    buf_release(&worded);
    return ok;
}

static void look(const struct match *m, const struct match_event *e)
{
    for (unsigned viewer = 0; viewer <= VIEWER_ALL; viewer++) {
        struct buf out = {0};
        struct state view;
        if (viewer < m->terms.config.seats || viewer >= VIEWER_PUBLIC)
            match_event_for_viewer(m, e, viewer, &out);
        match_record(m, viewer, NULL, &out);
        match_view(m, viewer, &view);
        BUG_UNLESS(m->ended_ms || text_find_string(buf_text(&out), m->seed) == out.len);
        buf_release(&out);
    }
}

static void happen(struct run *r, struct match_event *e)
{
    struct buf line = {0};
    struct match_event again;
    match_event_format(&r->match, e, &line);
    BUG_UNLESS(match_event_parse(&r->match, buf_text(&line), &again, NULL));
    BUG_UNLESS(again.kind == e->kind && again.seat == e->seat && again.number == e->number &&
               again.account == e->account && action_equal(&again.action, &e->action));
    BUG_UNLESS(match_apply(&r->match, e));
    r->line[r->logged] = line;
    r->log[r->logged++] = (struct match_entry){e->at_ms, buf_text(&line)};
    look(&r->match, e);
}

static void try_line(struct run *r, struct text line)
{
    static const int64_t jumps[] = {0, 1, 700, 4999, 5000, 60000, CLOCK_DAY, -1};
    struct match_event e;
    struct reason why = {0};
    struct buf worded = {0};
    if (!line.len)
        return;
    int64_t at = r->now_ms + jumps[(unsigned char)line.at[0] % 8];
    bool ok = match_event_parse(&r->match, text_from(line, 1), &e, &why);
    e.at_ms = at;
    ok = ok && match_check(&r->match, &e, &why);
    if (ok) {
        r->now_ms = at;
        happen(r, &e);
    } else {
        reason_word(&why, LANGUAGE_FR, &worded);
    }
    buf_release(&worded);
}

static void check_replay(const struct run *r)
{
    struct match again;
    struct buf one = {0}, two = {0};
    BUG_UNLESS(match_replay(&again, &r->match.terms, MATCH_TEST_SEED, MATCH_TEST_HASH, r->log,
                            r->logged, NULL));
    match_dump(&r->match, &one);
    match_dump(&again, &two);
    BUG_UNLESS(text_equal(buf_text(&one), buf_text(&two)));
    match_release(&again);
    buf_release(&one);
    buf_release(&two);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    static struct run r;
    struct match_terms terms;
    struct text rest = {(const char *)bytes, size}, line;
    if (size == 0 || !read_terms(&rest, &terms))
        return 0;
    BUG_UNLESS(match_init(&r.match, &terms, MATCH_TEST_SEED, MATCH_TEST_HASH, NULL));
    r.now_ms = 1000;
    r.logged = 0;
    while (r.logged < LOG && text_next_line(&rest, &line))
        try_line(&r, line);
    check_replay(&r);
    for (size_t i = 0; i < r.logged; i++)
        buf_release(&r.line[i]);
    match_release(&r.match);
    return 0;
}
