// text: a string view: pointer and length, usually UTF-8. A text never owns its bytes: it is valid
// as long as the buffer, mapping or literal that it was cut from. It need not end in NUL; print it
// with "%.*s" and TEXT_ARG().
//
//     struct text rest = TEXT("size 7\nstart CROWN\n"), line;
//     while (text_next_line(&rest, &line)) {
//         struct text key = text_cut(&line, ' ');
//         ok = text_is(key, "size");
//     }
#ifndef LOGOMACHY_BASE_TEXT_H
#define LOGOMACHY_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    const char *at;
    size_t len;
};

// For printf's "%.*s".
#define TEXT_ARG(t) (int)(t).len, (t).at

// A text over a string literal.
#define TEXT(literal) ((struct text){(literal), sizeof(literal) - 1})

struct text text_of(const char *string); // of a NUL-terminated string; NULL gives an empty text
struct text text_from(struct text t, size_t start); // from byte `start` on
struct text text_head(struct text t, size_t len);   // at most the first `len` bytes

bool text_equal(struct text a, struct text b);
bool text_is(struct text a, const char *string);
int text_compare(struct text a, struct text b); // byte order, like strcmp
bool text_starts(struct text t, const char *prefix);
bool text_ends(struct text t, const char *suffix);

// The position of a byte or a string in the text, or the text's length if it is not found.
size_t text_find(struct text t, char byte);
size_t text_find_string(struct text t, const char *needle);

// Removes the next line from the front of `rest`, without its end (\n or \r\n). False at the end.
bool text_next_line(struct text *rest, struct text *line);

// Removes everything up to the first `separator`, and the separator, from the front of `rest`; all
// of it if there is none.
struct text text_cut(struct text *rest, char separator);

// Removes the next word from the front of `rest`, with the spaces and tabs around it; empty if
// there is none.
struct text text_cut_word(struct text *rest);

struct text text_trim(struct text t); // without ASCII white space at both ends

// The whole text as a decimal number; false if it is none or does not fit.
bool text_to_u32(struct text t, uint32_t *out);

// The same for a checksum: 16 hexadecimal digits in lower case.
bool text_to_hex64(struct text t, uint64_t *out);

#endif
