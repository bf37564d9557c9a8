// The functions that the browser calls. Texts go in and out through the module's memory: the caller
// allocates with lm_alloc(), writes, calls, and reads the answer, lm_answer_len() bytes at
// lm_answer(). A module has one core; a worker that needs another makes another module.
#include "wasm/core_api.h"

#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

// The host's clock.
__attribute__((import_module("env"), import_name("now"))) double host_now(void);

static struct core core;
static struct buf answer;
static enum language language;

static struct text text(const char *at, size_t len)
{
    return (struct text){at, len};
}

static struct buf *begin(void)
{
    core.now_ms = host_now;
    buf_clear(&answer);
    return &answer;
}

EXPORT(lm_alloc) void *lm_alloc(size_t size)
{
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

EXPORT(lm_free) void lm_free(void *memory)
{
    free(memory);
}

EXPORT(lm_answer) const char *lm_answer(void)
{
    return answer.at;
}

EXPORT(lm_answer_len) size_t lm_answer_len(void)
{
    return buf_ok(&answer) && !core_is_broken(&core) ? answer.len : 0;
}

EXPORT(lm_language) void lm_language(const char *tag, size_t len)
{
    language = language_from_tag(text(tag, len));
}

EXPORT(lm_lexicon) bool lm_lexicon(const char *name, size_t name_len, const char *at, size_t len)
{
    return core_lexicon(&core, text(name, name_len), text(at, len), language, begin());
}

EXPORT(lm_definitions)
bool lm_definitions(const char *name, size_t name_len, char *at, size_t len)
{
    return core_definitions(&core, text(name, name_len), at, len);
}

EXPORT(lm_words) const char *lm_words(const char *name, size_t len)
{
    return core_words(&core, text(name, len)).at;
}

EXPORT(lm_words_len) size_t lm_words_len(const char *name, size_t len)
{
    return core_words(&core, text(name, len)).len;
}

EXPORT(lm_complete) void lm_complete(const char *name, size_t len)
{
    core_complete(&core, text(name, len));
}

EXPORT(lm_forget) void lm_forget(const char *name, size_t len)
{
    core_forget(&core, text(name, len));
}

EXPORT(lm_open) int lm_open(const char *record, size_t len)
{
    return core_open(&core, text(record, len), language, begin());
}

EXPORT(lm_begin) int lm_begin(const char *draft, size_t len)
{
    return core_begin(&core, text(draft, len), language, begin());
}

EXPORT(lm_open_seen)
int lm_open_seen(const char *header, size_t header_len, const char *state, size_t len)
{
    return core_open_seen(&core, text(header, header_len), text(state, len), language, begin());
}

EXPORT(lm_close) void lm_close(int game)
{
    core_close(&core, game);
}

EXPORT(lm_show) void lm_show(int game, unsigned viewer)
{
    core_show(&core, game, viewer, begin());
}

EXPORT(lm_targets) bool lm_targets(int game, unsigned seat)
{
    return core_targets(&core, game, seat, language, begin());
}

EXPORT(lm_try) bool lm_try(int game, unsigned seat, const char *move, size_t len)
{
    return core_try(&core, game, seat, text(move, len), language, begin());
}

EXPORT(lm_play) bool lm_play(int game, unsigned seat, const char *move, size_t len)
{
    return core_play(&core, game, seat, text(move, len), language, begin());
}

EXPORT(lm_undo) bool lm_undo(int game, unsigned actions)
{
    return core_undo(&core, game, actions, language, begin());
}

EXPORT(lm_draws) bool lm_draws(int game, unsigned seed)
{
    return core_draws(&core, game, seed, language, begin());
}

EXPORT(lm_cut) bool lm_cut(int game)
{
    return core_cut(&core, game, language, begin());
}

EXPORT(lm_moves) bool lm_moves(int game, unsigned top)
{
    return core_moves(&core, game, top, language, begin());
}

EXPORT(lm_best)
bool lm_best(int game, unsigned seat, unsigned level, unsigned ms, unsigned seed, bool outlook)
{
    struct core_thought thought = {level, ms, seed, outlook};
    return core_best(&core, game, seat, &thought, language, begin());
}

EXPORT(lm_word) bool lm_word(const char *lexicon, size_t lexicon_len, const char *word, size_t len)
{
    return core_word(&core, text(lexicon, lexicon_len), text(word, len), language, begin());
}
