#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse_file(struct reason *why, enum message what, const char *path)
{
    return refuse(why, what, "%s\t%s", path, strerror(errno));
}

static bool map_descriptor(struct file_map *m, int fd, const char *path, struct reason *why)
{
    struct stat info;
    *m = (struct file_map){{"", 0}, NULL};
    if (fstat(fd, &info) != 0)
        return refuse_file(why, MSG_FILE_CANNOT_READ, path);
    if (!S_ISREG(info.st_mode))
        return refuse(why, MSG_FILE_NOT_A_FILE, "%s", path);
    if (info.st_size == 0)
        return true;
    m->base = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (m->base == MAP_FAILED)
        return refuse_file(why, MSG_FILE_CANNOT_READ, path);
    m->content = (struct text){m->base, (size_t)info.st_size};
    return true;
}

bool file_map(struct file_map *m, const char *path, struct reason *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse_file(why, MSG_FILE_CANNOT_READ, path);
    bool ok = map_descriptor(m, fd, path, why);
    close(fd);
    return ok;
}

void file_preload(const struct file_map *m, size_t size)
{
#ifdef MADV_POPULATE_READ
    // Only a matter of speed: where the system does not know it, pages come one by one.
    if (m->base)
        (void)madvise(m->base, size < m->content.len ? size : m->content.len, MADV_POPULATE_READ);
#else
    (void)m;
    (void)size;
#endif
}

void file_rest(const struct file_map *m)
{
    if (m->base)
        (void)madvise(m->base, m->content.len, MADV_DONTNEED);
}

void file_unmap(struct file_map *m)
{
    if (m->base)
        munmap(m->base, m->content.len);
    *m = (struct file_map){{"", 0}, NULL};
}

static bool write_all(int fd, struct text content)
{
    while (content.len) {
        ssize_t wrote = write(fd, content.at, content.len);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return false;
        content = text_from(content, (size_t)wrote);
    }
    return true;
}

bool file_write(const char *path, struct text content, struct reason *why)
{
    char temporary[PATH_MAX];
    int n = snprintf(temporary, sizeof temporary, "%s.new-%ld", path, (long)getpid());
    if (n < 0 || (size_t)n >= sizeof temporary) {
        errno = ENAMETOOLONG;
        return refuse_file(why, MSG_FILE_CANNOT_WRITE, path);
    }
    int fd = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return refuse_file(why, MSG_FILE_CANNOT_WRITE, path);
    bool ok = write_all(fd, content) && fsync(fd) == 0;
    ok = close(fd) == 0 && ok && rename(temporary, path) == 0;
    if (!ok) {
        refuse_file(why, MSG_FILE_CANNOT_WRITE, path);
        unlink(temporary);
    }
    return ok;
}

bool file_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

bool file_make_folders(const char *path, struct reason *why)
{
    char part[PATH_MAX];
    size_t n = strlen(path);
    if (n == 0 || n >= sizeof part) {
        errno = ENAMETOOLONG;
        return refuse_file(why, MSG_FILE_CANNOT_WRITE, path);
    }
    for (size_t i = 1; i <= n; i++) {
        if (path[i] != '/' && path[i] != '\0')
            continue;
        memcpy(part, path, i);
        part[i] = '\0';
        if (mkdir(part, 0777) != 0 && errno != EEXIST)
            return refuse_file(why, MSG_FILE_CANNOT_WRITE, part);
    }
    return true;
}

bool file_read_stream(int descriptor, const char *name, size_t limit, struct buf *out,
                      struct reason *why)
{
    enum { CHUNK = 1 << 16 };
    for (;;) {
        char *room = buf_reserve(out, CHUNK);
        if (!room)
            return refuse(why, MSG_OUT_OF_MEMORY, "%s", "");
        ssize_t got = read(descriptor, room, CHUNK);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return refuse_file(why, MSG_FILE_CANNOT_READ, name);
        if (got == 0)
            return true;
        out->len += (size_t)got;
        if (out->len > limit)
            return refuse(why, MSG_FILE_TOO_LARGE, "%s\t%zu", name, limit);
    }
}

bool file_read(const char *path, size_t limit, struct buf *out, struct reason *why)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return refuse_file(why, MSG_FILE_CANNOT_READ, path);
    bool ok = file_read_stream(fd, path, limit, out, why);
    close(fd);
    return ok;
}

void file_list(const char *folder, const char *suffix, file_each_fn *each, void *context)
{
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));)
        if (entry->d_name[0] != '.' && text_ends(text_of(entry->d_name), suffix))
            each(context, entry->d_name);
    closedir(dir);
}
