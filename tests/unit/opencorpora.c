// The reader of OpenCorpora's dictionary, and the walk over its word graph
// (sources/russian/dawg.h). The graphs are made here, key by key; the damaged ones by changing a
// good one.
#include "sources/russian/opencorpora.h"
#include "count.h"
#include "sources/russian/dawg.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

// Every node has a block of 256 units for its children, which wastes room but needs no search for
// a place.
enum { BLOCK = 256, BLOCKS = 120, UNITS = BLOCK * BLOCKS };

struct maker {
    uint32_t unit[UNITS];
    unsigned char guide[UNITS][2]; // first child, next sibling
    uint32_t blocks;               // in use; block 0 has the root
};

static uint32_t children(struct maker *m, uint32_t node)
{
    if (m->unit[node] >> 10 == 0)
        m->unit[node] |= (node ^ (m->blocks++ * BLOCK)) << 10;
    return node ^ (m->unit[node] >> 10);
}

static void maker_add(struct maker *m, struct text key)
{
    uint32_t node = 0;
    for (size_t i = 0; i < key.len; i++) {
        unsigned char label = (unsigned char)key.at[i];
        uint32_t next = children(m, node) ^ label;
        if (m->unit[next] == 0) {
            m->unit[next] = label;
            m->guide[next][1] = m->guide[node][0];
            m->guide[node][0] = label;
        }
        node = next;
    }
    m->unit[node] |= 0x100;
}

static struct maker *maker_new(void)
{
    struct maker *m = calloc(1, sizeof *m);
    if (!m)
        abort();
    m->blocks = 1;
    return m;
}

static void add_u32(struct buf *out, uint32_t value)
{
    for (int shift = 0; shift < 32; shift += 8)
        buf_add_byte(out, (unsigned char)(value >> shift));
}

// The file, all of the units whether in use or not.
static struct buf maker_file(const struct maker *m)
{
    struct buf out = {0};
    add_u32(&out, UNITS);
    for (uint32_t i = 0; i < UNITS; i++)
        add_u32(&out, m->unit[i]);
    add_u32(&out, UNITS);
    buf_add(&out, m->guide, sizeof m->guide);
    return out;
}

// ---------------------------------------------------------------- the graph

static enum dawg_step walk_all(struct text file, struct buf *keys, struct reason *why)
{
    struct dawg d;
    struct dawg_walk walk;
    struct text key;
    enum dawg_step step;
    if (!dawg_open(&d, file, why))
        return DAWG_REFUSED;
    dawg_walk_init(&walk, &d);
    while ((step = dawg_walk_next(&walk, &key, why)) == DAWG_KEY) {
        buf_add_text(keys, key);
        buf_add_byte(keys, ' ');
    }
    return step;
}

static void walks(const struct maker *m, const char *want)
{
    struct reason why = {0};
    struct buf file = maker_file(m), keys = {0};
    CHECK_NUMBER(walk_all(buf_text(&file), &keys, &why), DAWG_END);
    CHECK_TEXT(buf_text(&keys), want);
    buf_release(&keys);
    buf_release(&file);
}

static void graph_refused(const struct maker *m, enum message what, const char *args)
{
    struct reason why = {0};
    struct buf file = maker_file(m), keys = {0};
    CHECK_NUMBER(walk_all(buf_text(&file), &keys, &why), DAWG_REFUSED);
    CHECK_NUMBER(why.what, what);
    CHECK_TEXT(text_of(why.args), args);
    buf_release(&keys);
    buf_release(&file);
}

static void every_key_is_walked(void)
{
    struct maker *m = maker_new();
    walks(m, "");
    maker_add(m, TEXT("cat"));
    maker_add(m, TEXT("cats"));
    maker_add(m, TEXT("car"));
    maker_add(m, TEXT("a"));
    maker_add(m, TEXT("\xFF"));
    walks(m, "\xFF a car cat cats ");
    free(m);
}

static void wide_offsets_count_in_blocks(void)
{
    // Bit 9 says that the offset is in units of 256.
    struct maker *m = maker_new();
    maker_add(m, TEXT("a"));
    m->unit[0] = (1u << 10) | 0x200;
    walks(m, "a ");
    free(m);
}

static void sizes_must_fit(void)
{
    const struct text files[] = {
        TEXT(""),
        TEXT("\1\0\0"),
        TEXT("\0\0\0\0\0\0\0\0"),
        TEXT("\xFF\xFF\xFF\xFF\0\0\0\0"),
        TEXT("\1\0\0\0"
             "\0\0\0\0"
             "\1\0\0\0"
             "\0"),
        TEXT("\1\0\0\0"
             "\0\0\0\0"
             "\2\0\0\0"
             "\0\0"),
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct dawg d;
        struct reason why = {0};
        CHECK(!dawg_open(&d, files[i], &why));
        CHECK_NUMBER(why.what, MSG_DAWG_SIZE);
    }
}

static void edges_must_lead_somewhere(void)
{
    struct maker *m = maker_new();
    maker_add(m, TEXT("ab"));
    m->guide[0][0] = 'x';
    graph_refused(m, MSG_DAWG_EDGE, "0\t120");
    m->guide[0][0] = 'a';
    m->unit[0] = 0xFFFFFC00;
    graph_refused(m, MSG_DAWG_EDGE, "0\t97");
    free(m);
}

static void a_circle_is_refused(void)
{
    // The child of the first node is the first node again.
    struct maker *m = maker_new();
    maker_add(m, TEXT("aa"));
    uint32_t node = BLOCK + 'a';
    m->unit[node] = (uint32_t)'a' | ((uint32_t)'a' << 10);
    graph_refused(m, MSG_DAWG_DEEP, "128");
    free(m);
}

static void an_endless_row_of_siblings_is_refused(void)
{
    struct maker *m = maker_new();
    maker_add(m, TEXT("a"));
    m->guide[BLOCK + 'a'][1] = 'a';
    graph_refused(m, MSG_DAWG_KNOTTED, "64");
    free(m);
}

static void a_knot_is_refused(void)
{
    // A ladder where each step has two edges to the next: 2^100 keys in a small graph.
    struct maker *m = maker_new();
    for (uint32_t i = 0; i + 1 < 100; i++) {
        uint32_t a = i == 0 ? 0 : i * BLOCK + 'a', b = i == 0 ? 0 : i * BLOCK + 'b';
        uint32_t below = (i + 1) * BLOCK;
        m->unit[a] = (i == 0 ? 0u : (uint32_t)'a') | (a ^ below) << 10;
        m->unit[b] = (i == 0 ? 0u : (uint32_t)'b') | (b ^ below) << 10;
        m->guide[a][0] = m->guide[b][0] = 'a';
        m->guide[below + 'a'][1] = 'b';
        m->unit[below + 'a'] = 'a';
        m->unit[below + 'b'] = 'b';
    }
    graph_refused(m, MSG_DAWG_KNOTTED, "64");
    free(m);
}

// ---------------------------------------------------------------- the dictionary

#define TAGS                                                                   \
    "[\"NOUN,inan,masc sing,nomn\", \"NOUN,inan,masc sing,gent\",\n"           \
    " \"NOUN,inan,masc,Slng sing,nomn\", \"NOUN,inan,GNdr,Pltm plur,nomn\",\n" \
    " \"NOUN,inan,masc plur,nomn\", \"VERB,perf\", \"NOUN,inan,neut sing,nomn,V-be\"]\n"

// Two paradigms: three forms with the tags 0, 1, 4; four with the tags 2, 3, 5, 6.
static const char paradigm_bytes[] = "\2\0"
                                     "\x9\0"
                                     "\0\0\0\0\0\0"
                                     "\0\0\1\0\4\0"
                                     "\0\0\0\0\0\0"
                                     "\xC\0"
                                     "\0\0\0\0\0\0\0\0"
                                     "\2\0\3\0\5\0\6\0"
                                     "\0\0\0\0\0\0\0\0";
#define PARADIGMS ((struct text){paradigm_bytes, sizeof paradigm_bytes - 1})

static void add_form(struct maker *m, const char *cp1251, unsigned paradigm, unsigned form)
{
    struct buf key = {0};
    buf_add_string(&key, cp1251);
    buf_add_byte(&key, 1);
    buf_add_byte(&key, 1);
    buf_add_byte(&key, (unsigned char)(paradigm << 1 | 1));
    buf_add_byte(&key, 1);
    buf_add_byte(&key, (unsigned char)(form << 1 | 1));
    maker_add(m, buf_text(&key));
    buf_release(&key);
}

static bool take_spelling(void *context, const struct source_entry *entry)
{
    struct buf *out = context;
    buf_add_text(out, entry->spelling);
    buf_add_string(out, entry->classes ? " " : "* ");
    CHECK(entry->classes == CLASS_NOUN || entry->classes == 0);
    CHECK_NUMBER(entry->tier, 0);
    CHECK_NUMBER(entry->definition.len, 0);
    return true;
}

static bool read_made(const struct maker *m, struct text paradigms, struct text tags,
                      struct buf *out, struct reason *why)
{
    struct buf words = maker_file(m);
    struct opencorpora_files files = {buf_text(&words), paradigms, tags};
    bool ok = opencorpora_read(&files, &(struct source_sink){take_spelling, out}, why);
    buf_release(&words);
    return ok;
}

static void reads(const struct maker *m, const char *want)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(read_made(m, PARADIGMS, TEXT(TAGS), &got, &why));
    CHECK_TEXT(buf_text(&got), want);
    buf_release(&got);
}

static void refuses(const struct maker *m, struct text paradigms, struct text tags,
                    enum message what, const char *args)
{
    struct reason why = {0};
    struct buf got = {0};
    CHECK(!read_made(m, paradigms, tags, &got, &why));
    CHECK_NUMBER(why.what, what);
    CHECK_TEXT(text_of(why.args), args);
    buf_release(&got);
}

// R-BUKVA-4, R-BUKVA-5
static void only_wanted_forms(void)
{
    struct maker *m = maker_new();
    add_form(m, "\xEA\xEE\xF2", 0, 0);         // кот
    add_form(m, "\xEA\xEE\xF2\xE0", 0, 1);     // кота: genitive
    add_form(m, "\xEA\xEE\xF2\xFB", 0, 2);     // коты: plural
    add_form(m, "\xE6\xE0\xF0\xE3", 1, 0);     // slang
    add_form(m, "\xE2\xE8\xEB\xFB", 1, 1);     // вилы: has no singular
    add_form(m, "\xF1\xF2\xE0\xF2\xFC", 1, 2); // a verb
    add_form(m, "\xE1\xE5", 1, 3);             // a variant of verse
    reads(m, "вилы коты* кот ");
    free(m);
}

static void letters_from_cp1251(void)
{
    struct maker *m = maker_new();
    add_form(m, "\xA8\xCB\xC0-\xB8\xFF'\xFF", 0, 0);
    reads(m, "ёла-ёя'я ");
    add_form(m, "\xB3", 0, 0);
    refuses(m, PARADIGMS, TEXT(TAGS), MSG_OPENCORPORA_LETTER, "0xB3");
    free(m);
}

static void keys_must_have_a_form(void)
{
    struct maker *m = maker_new();
    maker_add(m, TEXT("\xEA\xEE\xF2"));
    refuses(m, PARADIGMS, TEXT(TAGS), MSG_OPENCORPORA_KEY, "3");
    free(m);
    m = maker_new();
    maker_add(m, TEXT("\1\1\1\1\1"));
    refuses(m, PARADIGMS, TEXT(TAGS), MSG_OPENCORPORA_KEY, "5");
    free(m);
    m = maker_new();
    add_form(m, "\xEA", 2, 0);
    refuses(m, PARADIGMS, TEXT(TAGS), MSG_OPENCORPORA_FORM, "2\t0");
    free(m);
    m = maker_new();
    add_form(m, "\xEA", 0, 3);
    refuses(m, PARADIGMS, TEXT(TAGS), MSG_OPENCORPORA_FORM, "0\t3");
    refuses(m, PARADIGMS, TEXT("[\"NOUN\"]"), MSG_OPENCORPORA_FORM, "0\t3");
    free(m);
}

static void tags_must_be_a_list_of_strings(void)
{
    const struct {
        struct text json;
        const char *byte;
    } bad[] = {
        {TEXT(""), "1"},
        {TEXT("[]"), "2"},
        {TEXT("{\"NOUN\"}"), "1"},
        {TEXT("[\"NOUN\""), "8"},
        {TEXT("[\"NOUN\",]"), "9"},
        {TEXT("[\"NOUN\"] x"), "10"},
        {TEXT("[\"NOUN]"), "3"},
        {TEXT("[\"NO\\u0055N\"]"), "13"},
        {TEXT("[1]"), "2"},
        {TEXT("[\"NOUN\"\0]"), "8"},
    };
    struct maker *m = maker_new();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refuses(m, PARADIGMS, bad[i].json, MSG_OPENCORPORA_TAGS, bad[i].byte);
    free(m);
}

static void paradigms_must_fill_the_file(void)
{
    struct maker *m = maker_new();
    struct text all = PARADIGMS;
    refuses(m, TEXT(""), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "0");
    refuses(m, TEXT("\0"), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "1");
    refuses(m, TEXT("\1\0"), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "2");
    refuses(m, TEXT("\1\0\4\0\0\0\0\0\0\0\0\0"), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "2");
    refuses(m, TEXT("\0\0\1\0"), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "2");
    refuses(m, text_head(all, all.len - 2), TEXT(TAGS), MSG_OPENCORPORA_PARADIGMS, "22");
    free(m);
}

static bool take_none(void *context, const struct source_entry *entry)
{
    (void)entry;
    ++*(int *)context;
    return false;
}

static void the_sink_can_stop_it(void)
{
    struct maker *m = maker_new();
    int calls = 0;
    add_form(m, "\xEA\xEE\xF2", 0, 0);
    add_form(m, "\xE2\xE8\xEB\xFB", 1, 1);
    struct buf words = maker_file(m);
    struct opencorpora_files files = {buf_text(&words), PARADIGMS, TEXT(TAGS)};
    CHECK(!opencorpora_read(&files, &(struct source_sink){take_none, &calls}, NULL));
    CHECK_NUMBER(calls, 1);
    buf_release(&words);
    free(m);
}

// ---------------------------------------------------------------- the real one

struct census {
    struct tally all, plain, five; // plain: spelled without a hyphen; five: letters, of those
    struct tally plurals;          // forms without a class
    struct counter spellings;
};

static bool take_count(void *context, const struct source_entry *entry)
{
    struct census *c = context;
    struct word none = {0};
    struct word w;
    if (!entry->classes)
        return tally_take(&c->plurals, entry);
    tally_take(&c->all, entry);
    if (text_find(entry->spelling, '-') < entry->spelling.len)
        return true;
    tally_take(&c->plain, entry);
    counter_add(&c->spellings, &none, entry->spelling);
    if (alphabet_fold(&c->plain.alphabet, entry->spelling, &w, NULL) && w.len == 5)
        tally_take(&c->five, entry);
    return true;
}

static void the_real_dictionary(void)
{
    struct census c = {0};
    struct reason why = {0};
    struct buf words = {0}, paradigms = {0}, gramtab = {0};
    if (test_source("az/package/dicts/words.dawg", &words) &&
        test_source("az/package/dicts/paradigms.array", &paradigms) &&
        test_source("az/package/dicts/gramtab-opencorpora-int.json", &gramtab)) {
        struct opencorpora_files files = {buf_text(&words), buf_text(&paradigms),
                                          buf_text(&gramtab)};
        tally_init(&c.all, "ru");
        tally_init(&c.plain, "ru");
        tally_init(&c.five, "ru");
        tally_init(&c.plurals, "ru");
        REQUIRE(opencorpora_read(&files, &(struct source_sink){take_count, &c}, &why));
        CHECK_NUMBER(c.all.unfoldable, 0);
        CHECK_NUMBER(c.all.words.count, 61703);
        CHECK_NUMBER(c.spellings.count, 61092);
        CHECK_NUMBER(c.plain.words.count, 61088); // four pairs differ by ё only
        CHECK_NUMBER(c.five.words.count, 4016);
        CHECK_NUMBER(c.plurals.words.count, 56017);
        tally_release(&c.all);
        tally_release(&c.plain);
        tally_release(&c.five);
        tally_release(&c.plurals);
        counter_release(&c.spellings);
    }
    buf_release(&words);
    buf_release(&paradigms);
    buf_release(&gramtab);
}

static const struct test tests[] = {
    TEST(every_key_is_walked),
    TEST(wide_offsets_count_in_blocks),
    TEST(sizes_must_fit),
    TEST(edges_must_lead_somewhere),
    TEST(a_circle_is_refused),
    TEST(an_endless_row_of_siblings_is_refused),
    TEST(a_knot_is_refused),
    TEST(only_wanted_forms),
    TEST(letters_from_cp1251),
    TEST(keys_must_have_a_form),
    TEST(tags_must_be_a_list_of_strings),
    TEST(paradigms_must_fill_the_file),
    TEST(the_sink_can_stop_it),
    TEST(the_real_dictionary),
};
TEST_MAIN(tests)
