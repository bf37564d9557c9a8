#include "base/message.h"

#include "base/bug.h"

static const char *const tags[LANGUAGES] = {"en", "de", "fr", "nl", "ru"};

bool language_find(struct text tag, enum language *out)
{
    bool whole = tag.len == 2 || (tag.len > 2 && (tag.at[2] == '_' || tag.at[2] == '-' ||
                                                  tag.at[2] == '.' || tag.at[2] == '@'));
    for (int i = 0; whole && i < LANGUAGES; i++)
        if (text_is(text_head(tag, 2), tags[i])) {
            *out = (enum language)i;
            return true;
        }
    return false;
}

enum language language_from_tag(struct text tag)
{
    enum language found = LANGUAGE_EN;
    language_find(tag, &found);
    return found;
}

const char *message_text(enum message what, enum language language)
{
    BUG_UNLESS(what < MESSAGES && language < LANGUAGES);
    return message_table[language][what];
}

const char *message_key(enum message what)
{
    BUG_UNLESS(what < MESSAGES);
    return message_keys[what];
}

bool message_find(const char *key, enum message *out)
{
    for (unsigned i = 0; i < MESSAGES; i++)
        if (text_is(text_of(message_keys[i]), key)) {
            *out = (enum message)i;
            return true;
        }
    return false;
}

const char *language_tag(enum language language)
{
    BUG_UNLESS(language < LANGUAGES);
    return tags[language];
}

static struct text argument(struct text args, unsigned n)
{
    struct text piece = text_cut(&args, '\t');
    while (n--)
        piece = text_cut(&args, '\t');
    return piece;
}

void message_fill(struct buf *out, enum message what, enum language language, struct text args)
{
    for (const char *p = message_text(what, language); *p; p++) {
        if (p[0] == '{' && p[1] >= '0' && p[1] <= '9' && p[2] == '}') {
            buf_add_text(out, argument(args, (unsigned)(p[1] - '0')));
            p += 2;
        } else {
            buf_add_byte(out, (unsigned char)*p);
        }
    }
}
