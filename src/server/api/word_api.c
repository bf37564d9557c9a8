// Words: lookup, search, the word of the day, and suggestions for the lexicon.
#include "base/user_text.h"
#include "base/utf8.h"
#include "lexicon/find.h"
#include "server/api/api.h"
#include "server/api/call.h"
#include "server/api/routes.h"
#include "server/play/daily.h"
#include "store/social.h"

#include <stdlib.h>
#include <string.h>

enum {
    WORD_SECONDS = 3600, // how long caches keep a word
    WORD_TEXT = 255,     // bytes of one
    FOUND_MAX = 200,     // words on a page
    FIND_COST = 9,       // additional cost of a search
    NOTE_MAX = 500,      // bytes of a suggestion's note
};

// The lexicon that the path names; refuses the call if there is none.
static const struct lexicon *lexicon_of(struct call *c)
{
    const struct lexicon *lex = catalogue_lexicon(c->api->catalogue, c->param[0]);
    if (!lex)
        call_refuse_with(c, 404, MSG_WORDS_NO_LEXICON, "%.*s",
                         TEXT_ARG(text_head(c->param[0], 40)));
    return lex;
}

static json_t *letters_json(const struct lexicon *lex, const struct word *w)
{
    struct buf text = {0};
    alphabet_print(&lex->alphabet, w, &text);
    json_t *json = json_stringn(text.at, text.len);
    buf_release(&text);
    return json;
}

static json_t *classes_json(unsigned classes)
{
    json_t *list = json_array();
    for (unsigned bit = 1; bit <= CLASS_OTHER; bit <<= 1)
        if (classes & bit)
            json_array_append_new(list, json_string(word_class_key(bit)));
    return list;
}

static json_t *marks_json(unsigned marks)
{
    json_t *list = json_array();
    for (unsigned m = 1; m <= MARK_ALL; m <<= 1)
        if (marks & m)
            json_array_append_new(list, json_string(word_mark_key(m)));
    return list;
}

// --- One word. Definitions are compressed, so they are read on the pool.

struct lookup {
    const struct lexicon *lex;
    struct text lexicon; // its name
    struct word word;
    json_t *spellings, *definitions;
    json_t *said;
    struct reason why;
    bool failed;
};

static bool word_api_add_definition(void *context, const struct definition *d)
{
    struct lookup *l = context;
    json_t *text = json_stringn(d->text.at, d->text.len);
    if (d->spelling) {
        json_array_append_new(l->spellings, text);
        return true;
    }
    json_t *one = json_pack("{s:o,s:o,s:s}", "classes", classes_json(d->classes), "text", text,
                            "kind", text_kind_key(d->kind));
    if (d->lemma.len)
        json_object_set_new(one, "lemma", json_stringn(d->lemma.at, d->lemma.len));
    json_array_append_new(l->definitions, one);
    return true;
}

// Everything known about the word.
static json_t *describe(struct lookup *l)
{
    uint32_t index = 0;
    bool in = lexicon_find(l->lex, &l->word, &index);
    struct word_info info = {0};
    l->spellings = json_array();
    l->definitions = json_array();
    if (in) {
        info = lexicon_info(l->lex, index);
        l->failed = !lexicon_define(l->lex, index, word_api_add_definition, l, &l->why);
    }
    return json_pack(
        "{s:s%,s:s,s:o,s:b,s:o,s:o,s:o,s:o,s:o}", "lexicon", l->lexicon.at, l->lexicon.len, "lang",
        l->lex->alphabet.lang, "word", letters_json(l->lex, &l->word), "in", in, "tier",
        in ? json_integer(info.tier) : json_null(), "classes", classes_json(info.classes), "marks",
        marks_json(info.marks), "spellings", l->spellings, "definitions", l->definitions);
}

static void word_api_look_up(struct call *c)
{
    struct lookup *l = c->own;
    l->said = describe(l);
}

static void word_api_answer(struct call *c)
{
    struct lookup *l = c->own;
    if (!l->failed) {
        call_answer_json_cached(c, l->said, WORD_SECONDS);
        return;
    }
    json_decref(l->said);
    call_refuse(c, 500, &l->why);
}

static void word_api_show(struct call *c)
{
    struct lookup *l = c->own = call_alloc(c, sizeof *l);
    const struct lexicon *lex = lexicon_of(c);
    if (!lex)
        return;
    l->lex = lex;
    l->lexicon = c->param[0];
    if (alphabet_fold(&l->lex->alphabet, c->param[1], &l->word, &l->why))
        call_work(c, POOL_QUICK, word_api_look_up, word_api_answer);
    else
        call_refuse(c, 422, &l->why);
}

// --- Search.

struct finding {
    const struct call *call;
    const struct lexicon *lex;
    struct find find;
    struct word after; // earlier pages ended with this one
    int64_t limit;
    json_t *words;
    struct word last;
    bool more; // there are further ones
};

static bool is_after(const struct word *w, const struct word *other)
{
    size_t common = w->len < other->len ? w->len : other->len;
    int order = memcmp(w->letter, other->letter, common);
    return order > 0 || (order == 0 && w->len > other->len);
}

static bool word_api_take_found(void *context, const struct word *w, uint32_t index)
{
    struct finding *f = context;
    if (call_is_unwanted(f->call))
        return false;
    if (!is_after(w, &f->after))
        return true;
    if (json_array_size(f->words) == (size_t)f->limit) {
        f->more = true;
        return false;
    }
    struct word_info info = lexicon_info(f->lex, index);
    f->last = *w;
    json_array_append_new(f->words,
                          json_pack("{s:o,s:i,s:o}", "word", letters_json(f->lex, w), "tier",
                                    (int)info.tier, "classes", classes_json(info.classes)));
    return true;
}

static void word_api_run_find(struct call *c)
{
    struct finding *f = c->own;
    f->words = json_array();
    find_run(&f->find, f->lex, word_api_take_found, f);
}

static void word_api_answer_found(struct call *c)
{
    struct finding *f = c->own;
    json_t *next = f->more ? letters_json(f->lex, &f->last) : json_null();
    call_answer_json_cached(c, json_pack("{s:o,s:o}", "words", f->words, "next", next),
                            WORD_SECONDS);
}

static bool read_classes(struct call *c, struct word_filter *filter, struct reason *why)
{
    struct text rest;
    if (!net_query(c->request, "class", &rest))
        return true;
    while (rest.len) {
        struct text one = text_cut(&rest, ',');
        unsigned bit;
        if (!word_class_find(one, &bit))
            return refuse(why, MSG_WORDS_NO_CLASS, "%.*s", TEXT_ARG(text_head(one, 40)));
        filter->classes |= bit;
    }
    return true;
}

static bool read_letters(struct call *c, struct finding *f, struct reason *why)
{
    const struct alphabet *a = &f->lex->alphabet;
    struct text pattern, anagram, from, after;
    bool has_pattern = net_query(c->request, "pattern", &pattern);
    bool has_anagram = net_query(c->request, "anagram", &anagram);
    bool has_from = net_query(c->request, "from", &from);
    if ((!has_pattern && !has_anagram && !has_from) || (has_anagram && has_from))
        return refuse(why, MSG_WORDS_NOTHING_TO_FIND, "%s", "");
    return (!has_pattern || find_pattern(&f->find, a, pattern, why)) &&
           (!has_anagram || find_letters(&f->find, a, anagram, true, why)) &&
           (!has_from || find_letters(&f->find, a, from, false, why)) &&
           (!net_query(c->request, "after", &after) || after.len == 0 ||
            alphabet_fold(a, after, &f->after, why));
}

static void word_api_find_words(struct call *c)
{
    struct finding *f = c->own = call_alloc(c, sizeof *f);
    const struct lexicon *lex = lexicon_of(c);
    struct reason why;
    int64_t min, max, tier;
    if (!lex || !call_query_number(c, "min", 1, WORD_MAX, 1, &min) ||
        !call_query_number(c, "max", 1, WORD_MAX, WORD_MAX, &max) ||
        !call_query_number(c, "tier", 1, TIERS, TIERS, &tier) ||
        !call_query_number(c, "limit", 1, FOUND_MAX, 50, &f->limit))
        return;
    f->call = c;
    f->lex = lex;
    f->find.filter = (struct word_filter){
        .min_length = (unsigned)min, .max_length = (unsigned)max, .max_tier = (unsigned)tier};
    if (!read_letters(c, f, &why) || !read_classes(c, &f->find.filter, &why))
        call_refuse(c, 422, &why);
    // Too long a scan for password hashes to wait for, but shorter than an engine search.
    else if (call_limit_many(c, LIMIT_REQUEST, net_client(c->request), FIND_COST))
        call_work(c, POOL_SHORT, word_api_run_find, word_api_answer_found);
}

// --- The word of the day: the same for everyone from midnight to midnight, UTC.

enum { DAY_SHORTEST = 4, DAY_LONGEST = 10, DAY_TIER = 3, DAY_TRIES = 50 };

struct daily {
    struct lookup lookup; // first
    char date[DAILY_DATE];
    unsigned left; // seconds until the next
};

static bool word_api_find_text(void *found, const struct definition *d)
{
    *(bool *)found |= !d->spelling && !d->lemma.len; // a form of another word is none for a day
    return !*(bool *)found;
}

static bool has_text(const struct lexicon *lex, uint32_t index)
{
    bool found = false;
    return lexicon_info(lex, index).defined &&
           lexicon_define(lex, index, word_api_find_text, &found, NULL) && found;
}

// Starts at an index derived from the date: the next familiar word with a definition; in a lexicon
// without definitions, the familiar word at that index.
static bool choose_daily(const struct daily *d, uint32_t *index)
{
    const struct lexicon *lex = d->lookup.lex;
    struct word_filter f = {.min_length = DAY_SHORTEST,
                            .max_length = DAY_LONGEST,
                            .max_tier = DAY_TIER,
                            .without = MARK_ALL};
    struct rng rng;
    char seed[SECRET_HEX];
    uint32_t place, words = lex->graph.words;
    f.classes = lexicon_has_classes(lex) ? CLASS_NOUN : 0;
    secret_digest(text_of(d->date), seed);
    rng_seed_hex(&rng, text_of(seed));
    if (!lexicon_random(lex, &f, &rng, &place))
        return false;
    *index = place;
    for (uint32_t i = 0, tries = 0; i < words && tries < DAY_TRIES; i++) {
        uint32_t at = (place + i) % words;
        struct word_info info = lexicon_info(lex, at);
        if (!info.defined || !word_filter_passes(&f, &info))
            continue;
        tries++;
        if (has_text(lex, at)) {
            *index = at;
            break;
        }
    }
    return true;
}

static void word_api_choose(struct call *c)
{
    struct daily *d = c->own;
    uint32_t index;
    if (!choose_daily(d, &index))
        return;
    lexicon_nth(d->lookup.lex, index, &d->lookup.word);
    d->lookup.said = describe(&d->lookup);
    json_object_set_new(d->lookup.said, "date", json_string(d->date));
}

static void word_api_answer_daily(struct call *c)
{
    struct daily *d = c->own;
    if (!d->lookup.said)
        call_answer_failure(c, STORE_NONE);
    else if (d->left < WORD_SECONDS)
        call_answer_json_cached(c, d->lookup.said, d->left);
    else
        word_api_answer(c);
}

static void word_api_show_daily(struct call *c)
{
    struct daily *d = c->own = call_alloc(c, sizeof *d);
    enum language language = c->language;
    struct text lang;
    const char *name;
    if (!net_query(c->request, "lang", &lang)) {
        call_is_personal(c);
    } else if (lang.len != 2 || !language_find(lang, &language)) {
        call_refuse_with(c, 422, MSG_API_NO_LANGUAGE, "%.*s", TEXT_ARG(text_head(lang, 20)));
        return;
    }
    d->lookup.lex = catalogue_words(c->api->catalogue, language_tag(language), &name);
    if (!d->lookup.lex) {
        call_answer_failure(c, STORE_NONE);
        return;
    }
    d->lookup.lexicon = text_of(name);
    daily_date(call_now(c), d->date);
    d->left = 86400 - (unsigned)(call_now(c) / 1000 % 86400);
    call_work(c, POOL_QUICK, word_api_choose, word_api_answer_daily);
}

// --- Suggestions.

static enum store_status word_api_add_suggestion(struct store_tx *tx, struct call *c)
{
    return store_suggestion_add(tx, c->own);
}

// Only an absent word can be reported missing, and only a present one wrong.
static bool check_kind(struct call *c, const struct lexicon *lex, struct text word, bool add)
{
    struct word letters;
    struct reason why;
    uint32_t index;
    if (!alphabet_fold(&lex->alphabet, word, &letters, &why)) {
        call_refuse(c, 422, &why);
        return false;
    }
    bool known = lexicon_find(lex, &letters, &index);
    if (known == add)
        call_refuse_with(c, 409, add ? MSG_WORDS_SUGGESTION_KNOWN : MSG_WORDS_SUGGESTION_UNKNOWN,
                         "%.*s", TEXT_ARG(word));
    return known != add;
}

// The kind is kept as a prefix of the note, for the administrators.
static bool read_note(struct call *c, bool add, struct store_suggestion *s)
{
    struct text note = {0};
    struct buf clean = {0};
    if (!call_text(c, "note", NOTE_MAX, &note))
        return false;
    (void)user_text_clean(note, NOTE_MAX, &clean); // the note is optional
    size_t size = clean.len + 10;
    char *whole = call_alloc(c, size);
    int len = snprintf(whole, size, "%s: %.*s", add ? "add" : "remove", TEXT_ARG(buf_text(&clean)));
    s->note = text_trim((struct text){whole, (size_t)len});
    buf_release(&clean);
    return true;
}

static void word_api_suggest(struct call *c)
{
    struct store_suggestion *s = c->own = call_alloc(c, sizeof *s);
    const struct lexicon *lex = lexicon_of(c);
    struct text word = {0}, kind = TEXT("add");
    char key[24];
    if (!lex || !call_text(c, "word", WORD_TEXT, &word) || !call_text(c, "kind", 10, &kind))
        return;
    bool add = text_is(kind, "add");
    word = text_trim(word);
    if (!add && !text_is(kind, "remove")) {
        call_refuse_with(c, 422, MSG_WORDS_SUGGESTION_KIND, "%s", "");
        return;
    }
    snprintf(key, sizeof key, "%lld", (long long)c->caller.account);
    if (!check_kind(c, lex, word, add) || !read_note(c, add, s) ||
        !call_limit(c, LIMIT_REPORT, text_of(key)))
        return;
    s->author = c->caller.account;
    s->at = call_now(c);
    snprintf(s->lexicon, sizeof s->lexicon, "%.*s", TEXT_ARG(c->param[0]));
    snprintf(s->word, sizeof s->word, "%.*s", TEXT_ARG(word));
    call_write(c, word_api_add_suggestion, call_answer_done);
}

const struct route word_routes[] = {
    {NET_GET, "/api/lexicons/:name/words/:word", ACCESS_READ_SITE, LIMIT_REQUEST, word_api_show},
    {NET_GET, "/api/lexicons/:name/find", ACCESS_READ_SITE, LIMIT_REQUEST, word_api_find_words},
    {NET_POST, "/api/lexicons/:name/suggestions", ACCESS_SUGGEST, LIMIT_REQUEST, word_api_suggest},
    {NET_GET, "/api/word-of-the-day", ACCESS_READ_SITE, LIMIT_REQUEST, word_api_show_daily},
    {0},
};
