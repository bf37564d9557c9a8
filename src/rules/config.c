#include "rules/config.h"

#include "base/bug.h"
#include "base/data.h"

#include <stdio.h>
#include <string.h>

// Copies a name that must fit: presets are part of the program.
static void put_name(char *out, size_t size, struct text name)
{
    BUG_UNLESS(name.len < size);
    memset(out, 0, size);
    memcpy(out, name.at, name.len);
}

static int find_setting(const struct config *c, struct text name)
{
    for (unsigned i = 0; i < c->settings; i++)
        if (text_is(name, c->setting[i].name))
            return (int)i;
    return -1;
}

static int find_value(const struct setting *s, struct text value)
{
    for (unsigned i = 0; i < s->values; i++)
        if (text_is(value, s->value[i]))
            return (int)i;
    return -1;
}

// A set as bits. False where a member is unknown or repeated.
static bool read_set(const struct setting *s, struct text text, uint32_t *bits)
{
    *bits = 0;
    if (text_is(text, "none"))
        return true;
    for (bool more = true; more;) {
        more = text_find(text, ',') < text.len;
        int i = find_value(s, text_cut(&text, ','));
        if (i < 0 || (*bits >> i & 1))
            return false;
        *bits |= UINT32_C(1) << i;
    }
    return true;
}

static bool read_value(const struct setting *s, struct text text, uint32_t *out)
{
    if (s->kind == SETTING_SET)
        return read_set(s, text, out);
    int i = find_value(s, text);
    *out = (uint32_t)i;
    return i >= 0;
}

static bool has_open(const struct config *c)
{
    for (unsigned i = 0; i < c->settings; i++)
        if (c->setting[i].open)
            return true;
    return false;
}

// DEFAULT, or DEFAULT else VALUE
static void read_defaults(struct setting *s, struct text rest)
{
    BUG_UNLESS(read_value(s, text_cut(&rest, ' '), &s->standard));
    s->unnamed = s->standard;
    if (rest.len)
        BUG_UNLESS(text_is(text_cut(&rest, ' '), "else") && read_value(s, rest, &s->unnamed));
}

// NAME KIND VALUE… = DEFAULTS
static void read_setting(struct config *c, struct text rest)
{
    BUG_UNLESS(c->settings < SETTINGS_MAX);
    struct setting *s = &c->setting[c->settings];
    put_name(s->name, sizeof s->name, text_cut(&rest, ' '));
    struct text kind = text_cut(&rest, ' ');
    s->kind = text_is(kind, "set")      ? SETTING_SET
              : text_is(kind, "number") ? SETTING_NUMBER
                                        : SETTING_CHOICE;
    s->open = text_is(kind, "text");
    BUG_UNLESS(!s->open || !has_open(c));
    for (;;) {
        struct text value = text_cut(&rest, ' ');
        if (text_is(value, "="))
            break;
        BUG_UNLESS(value.len && s->values < SETTING_VALUES);
        put_name(s->value[s->values++], sizeof s->value[0], value);
    }
    // Free text is the value past the last one.
    BUG_UNLESS(s->values + s->open <= SETTING_VALUES);
    read_defaults(s, rest);
    c->chosen[c->settings++] = s->standard;
}

static void read_seats(struct config *c, struct text rest)
{
    uint32_t low = 0, high = 0;
    struct text first = text_cut(&rest, ' ');
    BUG_UNLESS(text_to_u32(first, &low));
    BUG_UNLESS(!rest.len || text_to_u32(rest, &high));
    c->min_seats = c->seats = low;
    c->max_seats = high ? high : low;
    BUG_UNLESS(low >= 1 && c->max_seats <= SEATS_MAX);
}

// lexicon NAME, or lexicon LANG NAME
static void read_lexicon(struct config *c, struct text rest)
{
    struct text first = text_cut(&rest, ' ');
    if (!rest.len) {
        put_name(c->lexicon_name, sizeof c->lexicon_name, first);
        return;
    }
    BUG_UNLESS(c->lexicons < CONFIG_LEXICONS);
    put_name(c->lexicon_of[c->lexicons].lang, sizeof c->lexicon_of->lang, first);
    put_name(c->lexicon_of[c->lexicons++].name, sizeof c->lexicon_of->name, rest);
}

static void read_line(struct config *c, struct text line)
{
    struct text key = text_cut(&line, ' ');
    if (key.len == 0 || key.at[0] == '#')
        return;
    if (text_is(key, "game")) {
        if (!c->rules)
            c->rules = rules_find(line);
        BUG_UNLESS(c->rules);
    } else if (text_is(key, "seats")) {
        read_seats(c, line);
    } else if (text_is(key, "lang")) {
        put_name(c->lang, sizeof c->lang, text_cut(&line, ' '));
        c->native = text_is(line, "native");
    } else if (text_is(key, "lexicon")) {
        read_lexicon(c, line);
    } else if (text_is(key, "setting")) {
        read_setting(c, line);
    } else if (text_is(key, "retired")) {
        put_name(c->retired, sizeof c->retired, line);
    } else {
        BUG_UNLESS(text_is(key, "fixed") && c->fixeds < SETTINGS_MAX);
        struct fixed *f = &c->fixed[c->fixeds++];
        put_name(f->name, sizeof f->name, text_cut(&line, ' '));
        put_name(f->value, sizeof f->value, line);
    }
}

void config_init_from(struct config *c, const char *preset, struct text file,
                      const struct rules *rules)
{
    struct text line;
    *c = (struct config){.rules = rules};
    put_name(c->preset, sizeof c->preset, text_of(preset));
    while (text_next_line(&file, &line))
        read_line(c, line);
    BUG_UNLESS(c->rules && c->seats);
}

bool config_init(struct config *c, struct text preset, struct reason *why)
{
    char file[64];
    struct text content;
    unsigned n = 0;
    while (config_preset(n) && !text_is(preset, config_preset(n)))
        n++;
    if (!config_preset(n))
        return refuse(why, MSG_CONFIG_NO_PRESET, "%.*s", TEXT_ARG(text_head(preset, 60)));
    snprintf(file, sizeof file, "presets/%s.txt", config_preset(n));
    BUG_UNLESS(data_find(file, &content));
    config_init_from(c, config_preset(n), content, NULL);
    return true;
}

void config_init_unnamed(struct config *c)
{
    for (unsigned i = 0; i < c->settings; i++)
        c->chosen[i] = c->setting[i].unnamed;
}

// Free text. It must fit into one line of a record.
static bool set_own(struct config *c, unsigned setting, struct text value)
{
    if (!c->setting[setting].open || value.len == 0 || value.len >= sizeof c->own)
        return false;
    for (size_t i = 0; i < value.len; i++)
        if (value.at[i] <= ' ' || value.at[i] > '~' || value.at[i] == '#')
            return false;
    put_name(c->own, sizeof c->own, value);
    c->chosen[setting] = c->setting[setting].values;
    return true;
}

bool config_set(struct config *c, struct text name, struct text value, struct reason *why)
{
    int i = find_setting(c, name);
    if (i < 0)
        return refuse(why, MSG_CONFIG_NO_SETTING, "%s\t%.*s", c->preset,
                      TEXT_ARG(text_head(name, 60)));
    uint32_t chosen;
    if (read_value(&c->setting[i], value, &chosen)) {
        c->chosen[i] = chosen;
        return true;
    }
    if (set_own(c, (unsigned)i, value))
        return true;
    struct buf values = {0};
    for (unsigned v = 0; v < c->setting[i].values; v++)
        buf_printf(&values, "%s%s", v ? ", " : "", c->setting[i].value[v]);
    reason_set(why, 0, MSG_CONFIG_BAD_VALUE, "%s\t%.*s\t%.*s", c->setting[i].name,
               TEXT_ARG(buf_text(&values)), TEXT_ARG(text_head(value, 60)));
    buf_release(&values);
    return false;
}

bool config_set_recorded(struct config *c, struct text name, struct text value, struct reason *why)
{
    return (name.len && text_is(name, c->retired)) || config_set(c, name, value, why);
}

uint32_t config_number(const struct config *c, const char *name)
{
    int i = find_setting(c, text_of(name));
    uint32_t number;
    BUG_UNLESS(i >= 0 && c->setting[i].kind == SETTING_NUMBER);
    BUG_UNLESS(text_to_u32(text_of(c->setting[i].value[c->chosen[i]]), &number));
    return number;
}

bool config_is(const struct config *c, const char *name, const char *value)
{
    int i = find_setting(c, text_of(name));
    if (i < 0)
        return false;
    int v = find_value(&c->setting[i], text_of(value));
    BUG_UNLESS(v >= 0);
    return c->setting[i].kind == SETTING_SET ? c->chosen[i] >> v & 1 : c->chosen[i] == (uint32_t)v;
}

static struct text chosen_text(const struct config *c, unsigned setting)
{
    const struct setting *s = &c->setting[setting];
    return text_of(c->chosen[setting] < s->values ? s->value[c->chosen[setting]] : c->own);
}

unsigned config_without(const struct config *c)
{
    return (config_is(c, "offensive", "forbid") ? MARK_OFFENSIVE : 0u) |
           (config_is(c, "obsolete", "forbid") ? MARK_OBSOLETE : 0u);
}

struct text config_text(const struct config *c, const char *name)
{
    int i = find_setting(c, text_of(name));
    BUG_UNLESS(i >= 0 && c->setting[i].kind != SETTING_SET);
    return chosen_text(c, (unsigned)i);
}

const char *config_fixed_text(const struct config *c, const char *name)
{
    for (unsigned i = 0; i < c->fixeds; i++)
        if (strcmp(c->fixed[i].name, name) == 0)
            return c->fixed[i].value;
    BUG("the preset %s does not fix %s", c->preset, name);
}

bool config_fixed(const struct config *c, const char *name, const char *value)
{
    return strcmp(config_fixed_text(c, name), value) == 0;
}

uint32_t config_fixed_number(const struct config *c, const char *name)
{
    uint32_t number;
    BUG_UNLESS(text_to_u32(text_of(config_fixed_text(c, name)), &number));
    return number;
}

static const char *lexicon_of(const struct config *c, const char *lang)
{
    for (unsigned i = 0; i < c->lexicons; i++)
        if (strcmp(c->lexicon_of[i].lang, lang) == 0)
            return c->lexicon_of[i].name;
    return lang;
}

bool config_set_lang(struct config *c, struct text lang, struct reason *why)
{
    struct alphabet a;
    if (!alphabet_load(&a, lang, why))
        return false;
    if (strcmp(c->lang, a.lang) != 0 && !c->lexicon_named)
        put_name(c->lexicon_name, sizeof c->lexicon_name, text_of(lexicon_of(c, a.lang)));
    memcpy(c->lang, a.lang, sizeof c->lang);
    return true;
}

bool config_set_lexicon(struct config *c, struct text name, struct reason *why)
{
    if (name.len == 0 || name.len >= sizeof c->lexicon_name)
        return refuse(why, MSG_SHELF_BAD_NAME, "%.*s", TEXT_ARG(text_head(name, 80)));
    put_name(c->lexicon_name, sizeof c->lexicon_name, name);
    c->lexicon_named = true;
    return true;
}

bool config_set_opening(struct config *c, struct text line, struct reason *why)
{
    if (line.len >= sizeof c->opening)
        return refuse(why, MSG_CONFIG_OPENING_LONG, "%d", CONFIG_OPENING - 1);
    for (size_t i = 0; i < line.len; i++)
        if ((unsigned char)line.at[i] < ' ')
            return refuse(why, MSG_RECORD_CONTROL, "%s", "");
    memset(c->opening, 0, sizeof c->opening);
    memcpy(c->opening, line.at, line.len);
    return true;
}

bool config_is_standard(const struct config *c, unsigned setting)
{
    return c->chosen[setting] == c->setting[setting].standard;
}

bool config_is_notable(const struct config *c, unsigned setting)
{
    if (config_is_standard(c, setting))
        return false;
    for (unsigned m = 1; c->lexicon && m <= MARK_ALL; m <<= 1)
        if (strcmp(c->setting[setting].name, word_mark_key(m)) == 0)
            return c->lexicon->marked & m;
    return true;
}

void config_print_value(const struct config *c, unsigned setting, struct buf *out)
{
    const struct setting *s = &c->setting[setting];
    const char *comma = "";
    if (s->kind != SETTING_SET) {
        buf_add_text(out, chosen_text(c, setting));
        return;
    }
    if (c->chosen[setting] == 0)
        buf_add_string(out, "none");
    for (unsigned i = 0; i < s->values; i++) {
        if (!(c->chosen[setting] >> i & 1))
            continue;
        buf_printf(out, "%s%s", comma, s->value[i]);
        comma = ",";
    }
}

void config_write(const struct config *c, struct buf *out)
{
    buf_printf(out, "game %s\nlang %s\nlexicon %s\n", c->preset, c->lang, c->lexicon_name);
    for (unsigned i = 0; i < c->settings; i++) {
        if (c->chosen[i] == c->setting[i].unnamed)
            continue;
        buf_printf(out, "set %s ", c->setting[i].name);
        config_print_value(c, i, out);
        buf_add_byte(out, '\n');
    }
}
