// Makes memory run out in a server of the tests, at a moment that a test chooses: the file that
// $LOGOMACHY_STARVE names holds two numbers, which the test writes and this counts down. When the
// first has come to 0, as many allocations fail as the second says. Only those of the loop's thread
// count, so that a test can go through them one by one.
//
// The program is linked with --wrap for malloc(), calloc() and realloc(): calls of our own code
// come here first. The JSON library is told to call malloc() from here, too.
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

struct hunger {
    atomic_int before; // allocations that still succeed; below 0: all do
    atomic_int fails;  // that fail then
};

static struct hunger *hunger;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static bool fails(void)
{
    if (!hunger || gettid() != getpid() || hunger->before < 0)
        return false;
    if (hunger->before > 0) {
        hunger->before--;
        return false;
    }
    if (hunger->fails == 0)
        return false;
    hunger->fails--;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

__attribute__((constructor)) static void begin(void)
{
    const char *path = getenv("LOGOMACHY_STARVE");
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *page = mmap(NULL, sizeof *hunger, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (page == MAP_FAILED)
        abort();
    hunger = page;
}
