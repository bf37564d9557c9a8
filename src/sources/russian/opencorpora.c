#include "sources/russian/opencorpora.h"

#include "base/utf8.h"
#include "sources/russian/dawg.h"

#include <stdlib.h>
#include <string.h>

enum { TAGS_MAX = 1 << 16, SEPARATOR = 1, CODE_SIZE = 4, U16_SIZE = 2 };

// How the games treat a form with a given tag.
enum form { FORM_UNWANTED, FORM_NOUN, FORM_PLURAL };

// One byte for each tag.
struct tags {
    struct buf form;
};

// The file as u16 values: count, then for each paradigm its length and that many values.
struct paradigms {
    const unsigned char *values;
    uint32_t count;
    uint32_t *start; // owned: where each one's length is, as an index of values
};

struct reader {
    struct tags tags;
    struct paradigms paradigms;
};

// ---------------------------------------------------------------- tags

static bool is_one_of(struct text grammeme, const char *const *names)
{
    for (; *names; names++)
        if (text_is(grammeme, *names))
            return true;
    return false;
}

// A tag is "NOUN,inan,masc sing,nomn": grammemes separated by commas and one space.
static enum form form_of(struct text tag)
{
    static const char *const dropped[] = {"Name", "Surn", "Patr", "Geox", "Orgn",
                                          "Trad", "Abbr", "Init", "Erro", "Dist",
                                          "Slng", "Arch", "Infr", "Litr", NULL};
    static const char *const number[] = {"sing", "Pltm", NULL};
    bool noun = false, nominative = false, counted = false;
    while (tag.len) {
        struct text part = text_cut(&tag, ' ');
        while (part.len) {
            struct text grammeme = text_cut(&part, ',');
            if (is_one_of(grammeme, dropped) || text_starts(grammeme, "V-"))
                return FORM_UNWANTED;
            noun |= text_is(grammeme, "NOUN");
            nominative |= text_is(grammeme, "nomn");
            counted |= is_one_of(grammeme, number);
        }
    }
    if (!noun || !nominative)
        return FORM_UNWANTED;
    return counted ? FORM_NOUN : FORM_PLURAL;
}

static void skip_space(struct text *rest)
{
    while (rest->len && strchr(" \t\r\n", rest->at[0]) && rest->at[0])
        *rest = text_from(*rest, 1);
}

static bool take_byte(struct text *rest, char byte)
{
    skip_space(rest);
    if (rest->len == 0 || rest->at[0] != byte)
        return false;
    *rest = text_from(*rest, 1);
    return true;
}

// One JSON string. Tags are plain ASCII, so one with an escape in it is no tag.
static bool take_tag(struct text *rest, struct text *tag)
{
    if (!take_byte(rest, '"'))
        return false;
    size_t end = text_find(*rest, '"');
    if (end == rest->len)
        return false;
    *tag = text_head(*rest, end);
    *rest = text_from(*rest, end + 1);
    return text_find(*tag, '\\') == tag->len && text_find(*tag, '\n') == tag->len;
}

// A JSON array of strings, and nothing else.
static bool read_tags(struct tags *tags, struct text json, struct reason *why)
{
    struct text rest = json, tag;
    bool more = take_byte(&rest, '[');
    bool ok = more;
    while (more) {
        ok = take_tag(&rest, &tag) && tags->form.len < TAGS_MAX;
        if (ok)
            buf_add_byte(&tags->form, (char)form_of(tag));
        more = ok && take_byte(&rest, ',');
    }
    ok = ok && take_byte(&rest, ']');
    skip_space(&rest);
    if (!ok || rest.len)
        return refuse(why, MSG_OPENCORPORA_TAGS, "%zu", json.len - rest.len + 1);
    return buf_ok(&tags->form) || refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
}

// ---------------------------------------------------------------- paradigms

static uint32_t value_at(const struct paradigms *p, size_t index)
{
    return (uint32_t)p->values[index * U16_SIZE] | (uint32_t)p->values[index * U16_SIZE + 1] << 8;
}

static bool read_paradigms(struct paradigms *p, struct text file, struct reason *why)
{
    size_t values = file.len / U16_SIZE, at = 1;
    if (values == 0 || file.len % U16_SIZE)
        return refuse(why, MSG_OPENCORPORA_PARADIGMS, "%zu", file.len);
    p->values = (const unsigned char *)file.at;
    p->count = value_at(p, 0);
    p->start = calloc(p->count + 1, sizeof *p->start);
    if (!p->start)
        return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
    for (uint32_t i = 0; i < p->count; i++) {
        size_t length = at < values ? value_at(p, at) : 0;
        // Three lists of one length: suffixes, tags, prefixes.
        if (at >= values || length % 3 || length > values - at - 1 || at > UINT32_MAX)
            return refuse(why, MSG_OPENCORPORA_PARADIGMS, "%zu", at * U16_SIZE);
        p->start[i] = (uint32_t)at;
        at += 1 + length;
    }
    return at == values || refuse(why, MSG_OPENCORPORA_PARADIGMS, "%zu", at * U16_SIZE);
}

static bool find_tag(const struct paradigms *p, uint32_t paradigm, uint32_t form, uint32_t *tag)
{
    if (paradigm >= p->count)
        return false;
    uint32_t start = p->start[paradigm], forms = value_at(p, start) / 3;
    if (form >= forms)
        return false;
    *tag = value_at(p, (size_t)start + 1 + forms + form);
    return true;
}

// ---------------------------------------------------------------- words

// A small letter of Russian from its CP1251 byte of either case, or a hyphen or apostrophe; 0 for
// anything else.
static uint32_t small_letter(unsigned char byte)
{
    if (byte == 0xA8 || byte == 0xB8)
        return 0x451; // ё stands apart from the others in CP1251
    if (byte >= 0xE0)
        return 0x430u + (byte - 0xE0u);
    if (byte >= 0xC0)
        return 0x430u + (byte - 0xC0u);
    return byte == '-' || byte == '\'' ? byte : 0;
}

static bool give_word(struct text form, unsigned classes, const struct source_sink *sink,
                      struct reason *why)
{
    char spelling[DAWG_KEY_MAX * UTF8_MAX];
    size_t len = 0;
    for (size_t i = 0; i < form.len; i++) {
        uint32_t letter = small_letter((unsigned char)form.at[i]);
        if (!letter)
            return refuse(why, MSG_OPENCORPORA_LETTER, "0x%02X", (unsigned char)form.at[i]);
        len += utf8_put(letter, spelling + len);
    }
    struct source_entry entry = {.spelling = {spelling, len}, .classes = classes};
    return sink->take(sink->context, &entry);
}

// Two bytes hold fourteen bits; their lowest ones are set so that no byte of a key is 0.
static uint32_t decode_pair(const unsigned char *code)
{
    return ((uint32_t)(code[0] ^ 1) << 6) + ((uint32_t)code[1] >> 1);
}

static bool read_key(const struct reader *r, struct text key, const struct source_sink *sink,
                     struct reason *why)
{
    size_t letters = text_find(key, SEPARATOR);
    uint32_t tag;
    if (letters == 0 || key.len != letters + 1 + CODE_SIZE)
        return refuse(why, MSG_OPENCORPORA_KEY, "%zu", key.len);
    const unsigned char *code = (const unsigned char *)key.at + letters + 1;
    uint32_t paradigm = decode_pair(code), form = decode_pair(code + 2);
    if (!find_tag(&r->paradigms, paradigm, form, &tag) || tag >= r->tags.form.len)
        return refuse(why, MSG_OPENCORPORA_FORM, "%u\t%u", (unsigned)paradigm, (unsigned)form);
    unsigned char is = (unsigned char)r->tags.form.at[tag];
    return is == FORM_UNWANTED ||
           give_word(text_head(key, letters), is == FORM_NOUN ? CLASS_NOUN : 0, sink, why);
}

static bool read_words(const struct reader *r, struct text words, const struct source_sink *sink,
                       struct reason *why)
{
    struct dawg dawg;
    struct dawg_walk walk;
    struct text key;
    enum dawg_step step;
    if (!dawg_open(&dawg, words, why))
        return false;
    dawg_walk_init(&walk, &dawg);
    while ((step = dawg_walk_next(&walk, &key, why)) == DAWG_KEY)
        if (!read_key(r, key, sink, why))
            return false;
    return step == DAWG_END;
}

bool opencorpora_read(const struct opencorpora_files *files, const struct source_sink *sink,
                      struct reason *why)
{
    struct reader r = {0};
    bool ok = read_tags(&r.tags, files->gramtab, why) &&
              read_paradigms(&r.paradigms, files->paradigms, why) &&
              read_words(&r, files->words, sink, why);
    buf_release(&r.tags.form);
    free(r.paradigms.start);
    return ok;
}
