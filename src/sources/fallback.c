#include "sources/fallback.h"

bool fallback_open(struct fallback *f, struct build_context *b)
{
    *f = (struct fallback){.b = b, .next = build_context_sink(b)};
    f->said = build_context_set(b);
    f->fresh = f->said ? build_context_set(b) : NULL;
    f->clean = f->fresh ? build_context_set(b) : NULL;
    f->coarse = f->clean ? build_context_set(b) : NULL;
    return f->coarse != NULL;
}

void fallback_close(struct fallback *f)
{
    lexicon_builder_free(f->said);
    lexicon_builder_free(f->fresh);
    lexicon_builder_free(f->clean);
    lexicon_builder_free(f->coarse);
    *f = (struct fallback){0};
}

static bool take(void *context, const struct source_entry *e)
{
    struct fallback *f = context;
    struct source_entry passed = *e;
    struct word w;
    if (!alphabet_fold(&f->b->alphabet, e->spelling, &w, NULL) ||
        !lexicon_builder_has(f->b->into, &w))
        return true;
    if (lexicon_builder_has(f->said, &w))
        passed.definition = (struct text){0};
    if (passed.definition.len && !lexicon_builder_add(f->fresh, &w, 0, 0, f->b->why))
        return false;
    struct lexicon_builder *kind = e->marks & MARK_OFFENSIVE ? f->coarse : f->clean;
    if (e->definition.len && !lexicon_builder_add(kind, &w, 0, 0, f->b->why))
        return false;
    return f->next.take(f->next.context, &passed);
}

struct source_sink fallback_sink(struct fallback *f)
{
    return (struct source_sink){take, f};
}

bool fallback_next(struct fallback *f)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(f->fresh, &at, &w);)
        if (!lexicon_builder_add(f->said, &w, 0, 0, f->b->why))
            return false;
    return true;
}

bool fallback_mark(const struct fallback *f)
{
    struct word w;
    for (uint32_t at = 0; lexicon_builder_next(f->coarse, &at, &w);)
        if (!lexicon_builder_has(f->clean, &w) &&
            !lexicon_builder_mark(f->b->lexicon, &w, MARK_OFFENSIVE, f->b->why))
            return false;
    return true;
}
