// Searches as text, from one process to another: any bytes as a job, and as an answer to one. What
// is read as a job is written so that it reads as the same one, and can be searched; what the
// search finds is believed by the asking process. An accepted answer is a move that the rules let
// through.
#include "base/bug.h"
#include "proto/search_answer.h"
#include "tiny.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { NODES = 20, ASKED = 4 };

static const struct record_host host = {.lexicon = tiny_lexicon};

static void check_result(const struct search_job *j, const struct engine_result *found)
{
    const struct config *c = &j->config;
    BUG_UNLESS(found->line_length && found->line_length <= ENGINE_LINE);
    BUG_UNLESS(found->move.seat == j->seat && action_equal(&found->move, &found->line[0]));
    BUG_UNLESS(c->rules->check(c, &j->view, &found->move, NULL));
}

static void search(const struct search_job *j)
{
    struct engine_options options = {.level = j->level, .max_nodes = NODES};
    struct engine_result found, back;
    struct rng rng;
    struct buf text = {0};
    BUG_UNLESS(rng_seed_hex(&rng, text_of(j->seed)));
    if (engine_best_once(&j->config, &j->view, j->seat, &options, &rng, &found) &&
        search_answer_write_result(j, &found, &text)) {
        BUG_UNLESS(search_answer_read_result(j, buf_text(&text), &back, NULL));
        BUG_UNLESS(action_equal(&back.move, &found.move));
    }
    buf_release(&text);
}

static void read_job(struct text text)
{
    static struct search_job j, again;
    struct buf once = {0};
    if (!search_job_read(&j, text, &host, NULL))
        return;
    search_job_write(&j, &once);
    BUG_UNLESS(search_job_read(&again, buf_text(&once), &host, NULL));
    BUG_UNLESS(memcmp(&j.view, &again.view, sizeof j.view) == 0);
    BUG_UNLESS(strcmp(j.name, again.name) == 0 && strcmp(j.reply, again.reply) == 0);
    buf_release(&once);
    search(&j);
}

// A game of each kind, at its beginning.
static void ask(struct search_job *j, const char *preset, const char *lang)
{
    static struct record r;
    struct config c;
    BUG_UNLESS(config_init(&c, text_of(preset), NULL) && config_set_lang(&c, text_of(lang), NULL) &&
               config_set_lexicon(&c, text_of(lang), NULL));
    c.lexicon = tiny_lexicon(NULL, lang, NULL);
    BUG_UNLESS(record_begin(&r, &c, "5", NULL));
    *j = (struct search_job){
        .name = "17", .reply = "search.done.x", .level = 4, .ms = 500, .seed = "5", .config = c};
    c.rules->view(&c, &r.state, j->seat, &j->view);
    record_release(&r);
}

static const struct search_job *asked(unsigned which)
{
    static const char *const games[ASKED][2] = {
        {"balda", "en"}, {"bukva", "ru"}, {"bali", "en"}, {"wordgame", "en"}};
    static struct search_job jobs[ASKED];
    if (!jobs[which].level)
        ask(&jobs[which], games[which][0], games[which][1]);
    return &jobs[which];
}

static void read_answer(struct text text)
{
    struct search_answer head;
    struct engine_result found;
    if (!search_answer_read(&head, text, NULL))
        return;
    BUG_UNLESS(head.status < SEARCH_STATUSES && memchr(head.name, 0, sizeof head.name));
    for (unsigned i = 0; i < ASKED; i++)
        if (search_answer_read_result(asked(i), text, &found, NULL))
            check_result(asked(i), &found);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct search_job reply;
    struct text text = {(const char *)bytes, size};
    read_job(text);
    read_answer(text);
    if (search_job_read_reply(&reply, text))
        BUG_UNLESS(reply.name[0] && reply.reply[0]);
    return 0;
}
