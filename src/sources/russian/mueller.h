// mueller: Mueller's English-Russian dictionary (mueller7-dict), turned round. An entry is
//
//     adviser
//        [ɜd↗vaɪzɜ] _n. советник; консультант; legal adviser юрисконсульт
//     adz
//        [ædz]
//        1. _n. _тех. тесло; струг (bricklayer's)
//        2. _v. тесать, строгать
//
// a headword, pronunciation in brackets, classes and labels that begin with _, numbered senses, and
// translations among examples. A translation is one word alone between commas, semicolons and
// numbers; what follows an English word up to the next semicolon is an example.
//
//     ok = mueller_read(text, TEXT("adviser\tA\tQ\n"), sink, &why);
#ifndef LOGOMACHY_SOURCES_RUSSIAN_MUELLER_H
#define LOGOMACHY_SOURCES_RUSSIAN_MUELLER_H

#include "sources/source.h"

// Gives every one-word translation of every noun, in small Russian letters, with the English headword
// for a gloss. `dict` is the unpacked text.
bool mueller_read(struct text dict, struct text index, const struct source_sink *sink,
                  struct reason *why);

#endif
