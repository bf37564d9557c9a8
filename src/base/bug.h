// bug: assertions that are active in every build. BUG() ends the program when one of its own
// invariants is broken. Input, files, memory and the network are not invariants: their failures are
// returned (reason.h).
//
//     BUG_UNLESS(seat < 8);
#ifndef LOGOMACHY_BASE_BUG_H
#define LOGOMACHY_BASE_BUG_H

#define BUG(...) bug_found(__FILE__, __LINE__, __VA_ARGS__)
#define BUG_UNLESS(condition) ((condition) ? (void)0 : BUG("%s", #condition))

_Noreturn void bug_found(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
