// text: borrowed bytes, a pointer and a length, usually UTF-8. A text never owns what it points
// to: it lives as long as the buffer, file mapping or literal that it was cut from. It need not
// end in NUL, so it is printed with "%.*s" and TEXT_ARG().
//
//     struct text line;
//     while (text_next_line(&rest, &line)) {
//         struct text key = text_cut(&line, ' ');
//         ...
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

struct text text_of(const char *string); // a NUL-terminated string, NULL gives an empty text
struct text text_from(struct text t, size_t start); // all from byte `start` on
struct text text_head(struct text t, size_t len);   // the first `len` bytes at most

bool text_equal(struct text a, struct text b);
bool text_is(struct text a, const char *string);
int text_compare(struct text a, struct text b); // byte order, like strcmp
bool text_starts(struct text t, const char *prefix);
bool text_ends(struct text t, const char *suffix);

// The position of a byte or a string in the text, or its length where there is none.
size_t text_find(struct text t, char byte);
size_t text_find_string(struct text t, const char *needle);

// Takes the next line off the front of `rest`, without its end (\n or \r\n). False at the end.
bool text_next_line(struct text *rest, struct text *line);

// Takes all up to the first `separator` off the front of `rest`, and the separator with it; all
// of it where there is none.
struct text text_cut(struct text *rest, char separator);

// Takes the next word off the front of `rest`, with the spaces and tabs around it; empty where
// there is none.
struct text text_cut_word(struct text *rest);

struct text text_trim(struct text t); // without ASCII white space at both ends

// A whole decimal number that fits; nothing else in the text.
bool text_to_u32(struct text t, uint32_t *out);

#endif
