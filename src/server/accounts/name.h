// name: valid player names. A name is shown as it was written; its key, the name folded, is unique
// among accounts, so that Anna, anna and ANNA are one. Its skeleton is unique too: names that look
// alike (confusables) count as the same.
//
//     char key[NAME_KEY];
//     if (name_check(TEXT("Anna"), &why))
//         name_key(TEXT("Anna"), key); /* "anna" */
#ifndef LOGOMACHY_SERVER_ACCOUNTS_NAME_H
#define LOGOMACHY_SERVER_ACCOUNTS_NAME_H

#include "base/reason.h"

enum { NAME_BYTES = 41, NAME_KEY = 81, NAME_SHORTEST = 2, NAME_LONGEST = 20 };

// Letters and digits, and between them single spaces, dots, hyphens, apostrophes and underscores.
// All letters are of one script, as modern languages write it: mixing Latin and Cyrillic would
// allow impersonation. Names that begin with "guest" are given by the server; those of
// data/names/reserved.txt are reserved.
bool name_check(struct text name, struct reason *why);

// Folded: case, accents and separators do not count. For a name that was checked.
void name_key(struct text name, char key[NAME_KEY]);

// The name's skeleton: its key with every letter and digit replaced by the representative of its
// look-alikes, Latin or Cyrillic, lower or upper case: Pascal, PascaI and Pasca1; Pacca and Расса;
// Arnold and Amold. No two accounts have the same skeleton.
void name_skeleton(struct text name, char skeleton[NAME_KEY]);

// A guest's name, with some random characters to tell guests apart.
void name_guest(char name[NAME_BYTES]);

#endif
