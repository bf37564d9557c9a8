// Requests of clients to the API: any bytes. The first chooses the method; then comes the path, up
// to the end of the line, and the body. Every value read is whole and within its bounds; a refusal
// has a reason in words.
#include "base/bug.h"
#include "base/utf8.h"
#include "match/host.h"
#include "proto/json_load.h"
#include "server/api/analysis.h"
#include "server/api/routes.h"
#include "server/live/chat.h"

#include <string.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    (void)count, (void)arguments;
    json_load_init();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void word(const struct reason *why)
{
    struct buf text = {0};
    reason_word(why, LANGUAGE_RU, &text);
    BUG_UNLESS(text.len > 0);
    buf_release(&text);
}

static void check_line(const char *text, size_t size)
{
    size_t len = strnlen(text, size);
    BUG_UNLESS(len < size);
    for (size_t i = 0; i < len; i++)
        BUG_UNLESS((unsigned char)text[i] >= ' ');
}

// A route fits the path part by part, and its parameters are parts of it.
static void find_route(enum net_method method, struct text path)
{
    struct text param[CALL_PARAMS] = {{0}};
    bool known = false;
    const struct route *r = routes_find(method, path, param, &known);
    BUG_UNLESS(!r || known);
    unsigned params = 0;
    for (const char *at = r ? r->path : ""; *at; at++)
        params += *at == ':';
    BUG_UNLESS(params <= CALL_PARAMS);
    for (unsigned i = 0; i < params; i++) {
        struct text p = param[i];
        BUG_UNLESS(p.len > 0 && p.at >= path.at && p.at + p.len <= path.at + path.len);
        BUG_UNLESS(text_find(p, '/') == p.len);
    }
}

static void want(json_t *body)
{
    struct match_command w = {0};
    const struct json_in in = json_in_of(body);
    struct reason why;
    if (!command_read(&w, &in, &why)) {
        word(&why);
        return;
    }
    check_line(w.move, sizeof w.move);
    check_line(w.request, sizeof w.request);
    BUG_UNLESS(w.seat >= -1 && w.seat < SEATS_MAX && w.seq >= -1 && w.number >= 1);
    BUG_UNLESS((unsigned)w.verb < EVENT_KINDS && match_verb(w.verb));
}

static bool stop(void *context)
{
    return ++*(unsigned *)context > 20;
}

// Nothing is said of a position that is guarded.
static void check_guard(struct analysis *a)
{
    struct record r;
    struct reason why = {0};
    if (!record_read(&r, a->question.record, &a->host, NULL))
        return;
    struct analysis_guard guard = {0};
    struct state view;
    r.config.rules->view(&r.config, &r.state, 0, &view);
    analysis_guard_init(&guard, &r.config, &view, 0);
    record_release(&r);
    a->guards = &guard;
    a->question.position = -1;
    BUG_UNLESS(!analysis_run(a, &why) && why.what == MSG_ANALYSIS_RATED);
}

static void analyse(json_t *body)
{
    unsigned asked = 0;
    static struct engine_cache *engines;
    if (!engines)
        engines = engine_cache_open(1);
    BUG_UNLESS(engines);
    struct analysis a = {.host = match_host(), .engines = engines, .stop = stop, .context = &asked};
    struct reason why;
    if (!analysis_read(&a.question, body, 5, &why)) {
        word(&why);
        return;
    }
    check_line(a.question.match, sizeof a.question.match);
    BUG_UNLESS(a.question.seconds >= 0.1 && a.question.seconds <= 5 && a.question.top >= 0 &&
               a.question.top <= ANALYSIS_TOP && a.question.level >= 1 && a.question.level <= 6);
    if (!a.question.record.len)
        return;
    json_t *answer = analysis_run(&a, &why);
    if (!answer)
        word(&why);
    json_decref(answer);
    struct analysis_stop soon = {stop, &asked};
    json_decref(analysis_replay(a.question.record, &a.host, a.question.position, &soon, NULL));
    check_guard(&a);
}

static void chat(json_t *body)
{
    static struct chat_line l;
    json_t *text = json_object_get(body, "text");
    struct reason why;
    if (!chat_read(&l, (struct text){json_string_value(text), json_string_length(text)}, &why)) {
        word(&why);
        return;
    }
    check_line(l.text, sizeof l.text);
    BUG_UNLESS(l.text[0] && utf8_valid(text_of(l.text)));
    BUG_UNLESS(utf8_length(text_of(l.text)) <= CHAT_CHARACTERS);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct text rest = {(const char *)bytes, size}, path = {0};
    if (size == 0)
        return 0;
    rest = text_from(rest, 1);
    text_next_line(&rest, &path);
    find_route((enum net_method)(bytes[0] % 7), path);
    json_t *body = NULL;
    json_error_t error;
    if (json_load(rest, &body, &error) == JSON_LOADED) {
        want(body);
        analyse(body);
        chat(body);
    }
    json_decref(body);
    return 0;
}
