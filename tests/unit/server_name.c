// Names: which may be taken, which look alike, and which are nobody's.
#include "server/accounts/name.h"
#include "test.h"

#include <string.h>

static void names_that_may_be_taken(void)
{
    static const char *const good[] = {
        "Pascal", "Zoë",     "O'Brien",  "Anne-Marie", "J.S.Bach", "x_y",      "Ёжик",
        "Łukasz", "Søren",   "Straße",   "Ørsted",     "Жанна Д",  "Đorđe",    "R2D2",
        "Bette",  "Levelin", "Botanist", "Rooter",     "Modest",   "Teamster", "Mehmet",
        "Ünal",   "Nguyễn",  "Қайрат",   "Șerban",     "Ирина7",   "Systema",  "Computerist",
    };
    struct reason why;
    for (unsigned i = 0; i < sizeof good / sizeof *good; i++)
        if (!name_check(text_of(good[i]), &why))
            test_fail(__FILE__, __LINE__, "%s: %s", good[i], message_key(why.what));
}

static const struct {
    const char *name;
    enum message why;
} bad[] = {
    // Misleading, however they are written.
    {"admin", MSG_ACCOUNT_NAME_RESERVED},
    {"ADMIN", MSG_ACCOUNT_NAME_RESERVED},
    {"Adm1n", MSG_ACCOUNT_NAME_RESERVED},
    {"a.d.m.i.n", MSG_ACCOUNT_NAME_RESERVED},
    {"Àdmin", MSG_ACCOUNT_NAME_RESERVED},
    {"admin2", MSG_ACCOUNT_NAME_RESERVED},
    {"Administrator", MSG_ACCOUNT_NAME_RESERVED},
    {"AdminTeam", MSG_ACCOUNT_NAME_RESERVED},
    {"Moderator", MSG_ACCOUNT_NAME_RESERVED},
    {"M0derator", MSG_ACCOUNT_NAME_RESERVED},
    {"Modérateur", MSG_ACCOUNT_NAME_RESERVED},
    {"System", MSG_ACCOUNT_NAME_RESERVED},
    {"Systern", MSG_ACCOUNT_NAME_RESERVED},
    {"Système", MSG_ACCOUNT_NAME_RESERVED},
    {"Logomachy", MSG_ACCOUNT_NAME_RESERVED},
    {"The Logomachy Team", MSG_ACCOUNT_NAME_RESERVED},
    {"L0gomachy", MSG_ACCOUNT_NAME_RESERVED},
    {"Support", MSG_ACCOUNT_NAME_RESERVED},
    {"root", MSG_ACCOUNT_NAME_RESERVED},
    {"r00t", MSG_ACCOUNT_NAME_RESERVED},
    {"Computer", MSG_ACCOUNT_NAME_RESERVED},
    {"Level 6", MSG_ACCOUNT_NAME_RESERVED},
    {"Level 11", MSG_ACCOUNT_NAME_RESERVED},
    {"level", MSG_ACCOUNT_NAME_RESERVED},
    {"Niveau 3", MSG_ACCOUNT_NAME_RESERVED},
    {"Уровень 3", MSG_ACCOUNT_NAME_RESERVED},
    {"Bot", MSG_ACCOUNT_NAME_RESERVED},
    {"b0t 7", MSG_ACCOUNT_NAME_RESERVED},
    {"null", MSG_ACCOUNT_NAME_RESERVED},
    {"undefined", MSG_ACCOUNT_NAME_RESERVED},
    {"me", MSG_ACCOUNT_NAME_RESERVED},
    {"Beheerder", MSG_ACCOUNT_NAME_RESERVED},
    {"Verwaltung", MSG_ACCOUNT_NAME_RESERVED},
    {"Администратор", MSG_ACCOUNT_NAME_RESERVED},
    {"модераторы", MSG_ACCOUNT_NAME_RESERVED},
    {"Вот", MSG_ACCOUNT_NAME_RESERVED}, // Cyrillic letters that read Bot
    {"Компьютер", MSG_ACCOUNT_NAME_RESERVED},
    {"guest", MSG_ACCOUNT_NAME_GUEST},
    {"Guest-7", MSG_ACCOUNT_NAME_GUEST},
    {"gu.est", MSG_ACCOUNT_NAME_GUEST},
    {"Güest 1", MSG_ACCOUNT_NAME_GUEST},
    // Signs that look like letters, and letters of phonetics.
    {"Pasca\xC7\x80", MSG_ACCOUNT_NAME_CHARACTERS},  // U+01C0
    {"Pascal\xC7\x83", MSG_ACCOUNT_NAME_CHARACTERS}, // U+01C3
    {"P\xC2\xAAscal", MSG_ACCOUNT_NAME_CHARACTERS},  // U+00AA
    {"\xC7\x85"
     "ana",
     MSG_ACCOUNT_NAME_CHARACTERS}, // U+01C5
    {"Pascaɩ", MSG_ACCOUNT_NAME_SCRIPT},
    {"Ɔlaf", MSG_ACCOUNT_NAME_SCRIPT},
    {"Ѱаша", MSG_ACCOUNT_NAME_SCRIPT},
    // Mixed and other scripts.
    {"Pаscal", MSG_ACCOUNT_NAME_SCRIPT}, // with a Cyrillic a
    {"Πασκαλ", MSG_ACCOUNT_NAME_SCRIPT},
    {"Ｐａｓｃａｌ", MSG_ACCOUNT_NAME_SCRIPT},
    {"名前", MSG_ACCOUNT_NAME_CHARACTERS},
    // Characters that are invisible, or change others.
    {"Pas\xE2\x80\x8B"
     "cal",
     MSG_ACCOUNT_NAME_CHARACTERS}, // zero width
    // NOLINTNEXTLINE(misc-misleading-bidirectional): that is what is refused
    {"\xE2\x80\xAElacsaP", MSG_ACCOUNT_NAME_CHARACTERS}, // right to left
    {"Pas\xC2\xA0"
     "cal",
     MSG_ACCOUNT_NAME_CHARACTERS}, // no-break space
    {"Pas\xC2\xAD"
     "cal",
     MSG_ACCOUNT_NAME_CHARACTERS},                   // soft hyphen
    {"Pasca\xCC\x81l", MSG_ACCOUNT_NAME_CHARACTERS}, // combining
    {"Pascal\t", MSG_ACCOUNT_NAME_CHARACTERS},
    {"<b>Pascal</b>", MSG_ACCOUNT_NAME_CHARACTERS},
    {"Pascal😀", MSG_ACCOUNT_NAME_CHARACTERS},
    {" Pascal", MSG_ACCOUNT_NAME_CHARACTERS},
    {"Pas  cal", MSG_ACCOUNT_NAME_CHARACTERS},
    {"Pascal.", MSG_ACCOUNT_NAME_CHARACTERS},
    {"123", MSG_ACCOUNT_NAME_CHARACTERS},
    {"Pas\xFF", MSG_ACCOUNT_NAME_CHARACTERS},
    {"P", MSG_ACCOUNT_NAME_LENGTH},
    {"Pascal Pascal Pascal P", MSG_ACCOUNT_NAME_LENGTH},
};

static void names_that_may_not(void)
{
    struct reason why;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        if (name_check(text_of(bad[i].name), &why))
            test_fail(__FILE__, __LINE__, "%s may be taken", bad[i].name);
        else if (why.what != bad[i].why)
            test_fail(__FILE__, __LINE__, "%s: %s", bad[i].name, message_key(why.what));
}

static void names_that_look_alike(void)
{
    static const struct {
        const char *one, *two;
        bool alike;
    } pairs[] = {
        {"Pascal", "PascaI", true},  {"Pascal", "Pasca1", true},
        {"Pacca", "Расса", true},    {"Anna", "Аппа", false},
        {"Arnold", "Amold", true},   {"Willy", "VVilly", true},
        {"Bob", "B0b", true},        {"Вова", "Bo8a", false},
        {"Mox", "Мох", true},        {"Bjorn", "Bjørn", true},
        {"Łukasz", "Lukasz", true},  {"Anna", "Ann", false},
        {"Ilya", "llya", true},      {"Ірина", "lриha", true},
        {"Оксана", "Оксана", true},  {"Pascal", "P.a.s.c.a.l", true},
        {"Pascal", "Pasqal", false}, {"Zoe", "Zoë", true},
        {"Tom", "Тот", false},       {"Tom", "Том", true},
        {"Hektor", "Нектог", true},
    };
    char one[NAME_KEY], two[NAME_KEY];
    for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        name_skeleton(text_of(pairs[i].one), one);
        name_skeleton(text_of(pairs[i].two), two);
        if ((strcmp(one, two) == 0) != pairs[i].alike)
            test_fail(__FILE__, __LINE__, "%s (%s), %s (%s)", pairs[i].one, one, pairs[i].two, two);
    }
}

// Long text grows and is cut; nothing is written past the end.
static void long_names(void)
{
    char skeleton[NAME_KEY], name[NAME_BYTES] = "";
    for (int i = 0; i < 20; i++)
        strcat(name, "æ");
    name_skeleton(text_of(name), skeleton);
    CHECK_NUMBER(strlen(skeleton), 40);
    for (int i = 0; i < 20; i++)
        name[2 * i] = '\xD1', name[2 * i + 1] = '\x99'; // U+0459, two letters
    name_skeleton(text_of(name), skeleton);
    CHECK_NUMBER(strlen(skeleton), 40);
}

static const struct test tests[] = {
    TEST(names_that_may_be_taken),
    TEST(names_that_may_not),
    TEST(names_that_look_alike),
    TEST(long_names),
};

int main(void)
{
    return test_run(__FILE__, tests, sizeof tests / sizeof *tests);
}
