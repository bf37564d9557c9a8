#include "rules/move_text.h"

static const struct move_word shared[] = {
    {"pass", ACTION_PASS}, {"resign", ACTION_RESIGN}, {NULL, 0}};

static const struct move_word *find_text(const struct move_word *w, struct text text)
{
    while (w && w->text && !text_is(text, w->text))
        w++;
    return w && w->text ? w : NULL;
}

static const struct move_word *find_kind(const struct move_word *w, unsigned kind)
{
    while (w && w->text && w->kind != kind)
        w++;
    return w && w->text ? w : NULL;
}

bool move_word_parse(const struct move_word *own, struct text text, unsigned seat, struct action *a)
{
    const struct move_word *word = find_text(shared, text);
    if (!word)
        word = find_text(own, text);
    if (!word)
        return false;
    action_begin(a, word->kind, seat);
    return true;
}

bool move_word_format(const struct move_word *own, const struct action *a, struct buf *out)
{
    const struct move_word *word = find_kind(shared, a->kind);
    if (!word)
        word = find_kind(own, a->kind);
    if (!word)
        return false;
    buf_add_string(out, word->text);
    return true;
}
