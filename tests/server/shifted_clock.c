// The wall clock of a machine that is wrong, for tests: the file that LOGOMACHY_CLOCK_SHIFT names
// has the milliseconds that it is ahead, and may change at any time. This answers when the program
// and its libraries ask for the time, since the functions of a program go before those of
// libraries. The monotonic clock is as it is.
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t shift_ms(void)
{
    char digits[32] = "";
    const char *path = getenv("LOGOMACHY_CLOCK_SHIFT");
    int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return 0;
    if (read(fd, digits, sizeof digits - 1) < 0)
        digits[0] = '\0';
    close(fd);
    return strtoll(digits, NULL, 10);
}

// The library has names of its own for the parameters.
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
int clock_gettime(clockid_t clock, struct timespec *out)
{
    int64_t shift = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE ? shift_ms() : 0;
    long rc = syscall(SYS_clock_gettime, clock, out);
    int64_t ns = out->tv_nsec + shift % 1000 * 1000000;
    out->tv_sec += shift / 1000 + (ns < 0 ? -1 : ns >= 1000000000 ? 1 : 0);
    out->tv_nsec = (ns + 1000000000) % 1000000000;
    return (int)rc;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec t;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &t);
    *out = (struct timeval){t.tv_sec, t.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *out)
{
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    if (out)
        *out = t.tv_sec;
    return t.tv_sec;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
