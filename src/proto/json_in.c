#include "proto/json_in.h"

#include "base/utf8.h"
#include "proto/json_load.h"

#include <string.h>

enum { DIGITS_MAX = 18 }; // no more fit any number of 64 bits

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct text *rest)
{
    while (rest->len && is_space(*rest->at))
        *rest = text_from(*rest, 1);
}

// The next character, if it is this one, is taken.
static bool take(struct text *rest, char c)
{
    skip_space(rest);
    if (!rest->len || *rest->at != c)
        return false;
    *rest = text_from(*rest, 1);
    return true;
}

// A text in quotes that stands for itself.
static bool take_text(struct text *rest, struct text *out)
{
    size_t i = 0;
    unsigned char all = 0;
    if (!take(rest, '"'))
        return false;
    for (; i < rest->len && rest->at[i] != '"'; i++) {
        unsigned char c = (unsigned char)rest->at[i];
        if (c < ' ' || c == '\\')
            return false;
        all |= c;
    }
    *out = text_head(*rest, i);
    if (i == rest->len || (all >= 0x80 && !utf8_valid(*out)))
        return false;
    *rest = text_from(*rest, i + 1);
    return true;
}

// Reads an integer. The caller expects a comma or the end next, so "1.5" and "1e3" are refused
// there.
static bool take_number(struct text *rest, int64_t *out)
{
    bool negative = rest->len && *rest->at == '-';
    struct text digits = text_from(*rest, negative);
    size_t len = 0;
    int64_t number = 0;
    for (; len < digits.len && digits.at[len] >= '0' && digits.at[len] <= '9'; len++) {
        if (len == DIGITS_MAX)
            return false;
        number = 10 * number + (digits.at[len] - '0');
    }
    if (len == 0 || (len > 1 && *digits.at == '0'))
        return false;
    *out = negative ? -number : number;
    *rest = text_from(digits, len);
    return true;
}

static bool take_word(struct text *rest, struct json_in_member *m)
{
    static const struct {
        const char *word;
        enum json_in_kind kind;
    } words[] = {{"true", JSON_IN_TRUE}, {"false", JSON_IN_FALSE}, {"null", JSON_IN_NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_starts(*rest, words[i].word)) {
            m->kind = words[i].kind;
            *rest = text_from(*rest, strlen(words[i].word));
            return true;
        }
    return false;
}

static bool take_value(struct text *rest, struct json_in_member *m)
{
    skip_space(rest);
    if (rest->len && *rest->at == '"') {
        m->kind = JSON_IN_TEXT;
        return take_text(rest, &m->text);
    }
    m->kind = JSON_IN_NUMBER;
    return take_number(rest, &m->number) || take_word(rest, m);
}

static bool take_member(struct json_in *in, struct text *rest)
{
    struct json_in_member *m = &in->member[in->members];
    struct text name;
    if (in->members == JSON_IN_MEMBERS || !take_text(rest, &name))
        return false;
    for (unsigned i = 0; i < in->members; i++)
        if (text_equal(in->member[i].name, name))
            return false;
    *m = (struct json_in_member){.name = name};
    in->members++;
    return take(rest, ':') && take_value(rest, m);
}

static bool read_flat(struct json_in *in, struct text rest)
{
    in->members = 0;
    in->tree = NULL;
    if (!take(&rest, '{'))
        return false;
    while (!take(&rest, '}')) {
        if (in->members && !take(&rest, ','))
            return false;
        if (!take_member(in, &rest))
            return false;
    }
    skip_space(&rest);
    return rest.len == 0;
}

bool json_in_open(struct json_in *in, struct text message)
{
    if (read_flat(in, message))
        return true;
    json_error_t error;
    return json_load(message, &in->tree, &error) == JSON_LOADED;
}

void json_in_close(struct json_in *in)
{
    json_decref(in->tree);
    in->tree = NULL;
    in->members = 0;
}

struct json_in json_in_of(json_t *object)
{
    return (struct json_in){.tree = object};
}

static struct json_in_member of_tree(json_t *value)
{
    static const enum json_in_kind kinds[] = {
        [JSON_OBJECT] = JSON_IN_OTHER,   [JSON_ARRAY] = JSON_IN_OTHER, [JSON_STRING] = JSON_IN_TEXT,
        [JSON_INTEGER] = JSON_IN_NUMBER, [JSON_REAL] = JSON_IN_OTHER,  [JSON_TRUE] = JSON_IN_TRUE,
        [JSON_FALSE] = JSON_IN_FALSE,    [JSON_NULL] = JSON_IN_NULL,
    };
    struct json_in_member m = {.kind = value ? kinds[json_typeof(value)] : JSON_IN_NONE};
    if (m.kind == JSON_IN_TEXT)
        m.text = (struct text){json_string_value(value), json_string_length(value)};
    else if (m.kind == JSON_IN_NUMBER)
        m.number = json_integer_value(value);
    return m;
}

struct json_in_member json_in_find(const struct json_in *in, const char *name)
{
    if (in->tree)
        return of_tree(json_object_get(in->tree, name));
    size_t len = strlen(name);
    for (unsigned i = 0; i < in->members; i++) {
        struct text t = in->member[i].name;
        if (t.len == len && memcmp(t.at, name, len) == 0)
            return in->member[i];
    }
    return (struct json_in_member){0};
}

bool json_in_text(const struct json_in *in, const char *name, size_t max, struct text *out,
                  struct reason *why)
{
    struct json_in_member m = json_in_find(in, name);
    if (m.kind == JSON_IN_NONE || m.kind == JSON_IN_NULL)
        return true;
    if (m.kind != JSON_IN_TEXT || m.text.len > max)
        return refuse(why, MSG_API_WANTS_TEXT, "%s\t%zu", name, max);
    *out = m.text;
    return true;
}

bool json_in_number(const struct json_in *in, const char *name, int64_t low, int64_t high,
                    int64_t *out, struct reason *why)
{
    struct json_in_member m = json_in_find(in, name);
    if (m.kind == JSON_IN_NONE || m.kind == JSON_IN_NULL)
        return true;
    if (m.kind != JSON_IN_NUMBER || m.number < low || m.number > high)
        return refuse(why, MSG_API_WANTS_NUMBER, "%s\t%lld\t%lld", name, (long long)low,
                      (long long)high);
    *out = m.number;
    return true;
}
