#include "store/backends/sqlite_log.h"

#include "base/buf.h"

#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

enum { PENDING_MAX = 64 * 1024 }; // the most that SQLite itself writes at once: a large page

// The file object that SQLite sees; it wraps the real one.
struct log_file {
    sqlite3_file file; // first
    struct buf pending;
    sqlite3_int64 start; // where in the file that belongs
    int failed;          // a write since the last flush; SQLITE_OK: none
};

static sqlite3_vfs *below; // the system's

static sqlite3_file *real(struct log_file *f)
{
    return (sqlite3_file *)(f + 1);
}

static struct log_file *log_of(sqlite3_file *file)
{
    return (struct log_file *)file;
}

// A failed write loses the pending bytes. The caller gets the error, and so does the next sync, so
// that no later transaction is committed behind a gap.
static int write_pending(struct log_file *f)
{
    struct text bytes = buf_text(&f->pending);
    int rc = SQLITE_OK;
    if (bytes.len)
        rc = real(f)->pMethods->xWrite(real(f), bytes.at, (int)bytes.len, f->start);
    if (rc != SQLITE_OK)
        f->failed = rc;
    buf_clear(&f->pending);
    return rc;
}

static int sqlite_log_close(sqlite3_file *file)
{
    struct log_file *f = log_of(file);
    int rc = write_pending(f);
    int closed = real(f)->pMethods->xClose(real(f));
    buf_release(&f->pending);
    return rc == SQLITE_OK ? closed : rc;
}

static int sqlite_log_read(sqlite3_file *file, void *to, int len, sqlite3_int64 at)
{
    struct log_file *f = log_of(file);
    int rc = write_pending(f);
    return rc == SQLITE_OK ? real(f)->pMethods->xRead(real(f), to, len, at) : rc;
}

static int sqlite_log_write(sqlite3_file *file, const void *from, int len, sqlite3_int64 at)
{
    struct log_file *f = log_of(file);
    bool follows = at == f->start + (sqlite3_int64)f->pending.len;
    int rc = SQLITE_OK;
    if (f->pending.len && (!follows || f->pending.len + (size_t)len > PENDING_MAX))
        rc = write_pending(f);
    if (rc != SQLITE_OK)
        return rc;
    if (!f->pending.len)
        f->start = at;
    char *room = len <= PENDING_MAX ? buf_reserve(&f->pending, (size_t)len) : NULL;
    if (!room) { // no memory: as if this were not here
        rc = write_pending(f);
        return rc == SQLITE_OK ? real(f)->pMethods->xWrite(real(f), from, len, at) : rc;
    }
    memcpy(room, from, (size_t)len);
    f->pending.len += (size_t)len;
    return SQLITE_OK;
}

static int sqlite_log_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    struct log_file *f = log_of(file);
    int rc = write_pending(f);
    return rc == SQLITE_OK ? real(f)->pMethods->xTruncate(real(f), size) : rc;
}

static int sqlite_log_sync(sqlite3_file *file, int flags)
{
    struct log_file *f = log_of(file);
    write_pending(f);
    int rc = f->failed;
    f->failed = SQLITE_OK;
    return rc == SQLITE_OK ? real(f)->pMethods->xSync(real(f), flags) : rc;
}

static int sqlite_log_size(sqlite3_file *file, sqlite3_int64 *size)
{
    struct log_file *f = log_of(file);
    int rc = write_pending(f);
    return rc == SQLITE_OK ? real(f)->pMethods->xFileSize(real(f), size) : rc;
}

static int sqlite_log_lock(sqlite3_file *file, int level)
{
    return real(log_of(file))->pMethods->xLock(real(log_of(file)), level);
}

static int sqlite_log_unlock(sqlite3_file *file, int level)
{
    return real(log_of(file))->pMethods->xUnlock(real(log_of(file)), level);
}

static int sqlite_log_is_reserved(sqlite3_file *file, int *is)
{
    return real(log_of(file))->pMethods->xCheckReservedLock(real(log_of(file)), is);
}

static int sqlite_log_control(sqlite3_file *file, int what, void *argument)
{
    return real(log_of(file))->pMethods->xFileControl(real(log_of(file)), what, argument);
}

static int sqlite_log_sector(sqlite3_file *file)
{
    return real(log_of(file))->pMethods->xSectorSize(real(log_of(file)));
}

static int sqlite_log_device(sqlite3_file *file)
{
    return real(log_of(file))->pMethods->xDeviceCharacteristics(real(log_of(file)));
}

// The log alone: all other files are the system's, as they are.
static int sqlite_log_open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                                int *given)
{
    static const sqlite3_io_methods methods = {
        .iVersion = 1, // shared memory and mappings are the database file's
        .xClose = sqlite_log_close,
        .xRead = sqlite_log_read,
        .xWrite = sqlite_log_write,
        .xTruncate = sqlite_log_truncate,
        .xSync = sqlite_log_sync,
        .xFileSize = sqlite_log_size,
        .xLock = sqlite_log_lock,
        .xUnlock = sqlite_log_unlock,
        .xCheckReservedLock = sqlite_log_is_reserved,
        .xFileControl = sqlite_log_control,
        .xSectorSize = sqlite_log_sector,
        .xDeviceCharacteristics = sqlite_log_device,
    };
    struct log_file *f = log_of(file);
    (void)vfs;
    if (!(flags & SQLITE_OPEN_WAL))
        return below->xOpen(below, name, file, flags, given);
    *f = (struct log_file){0};
    int rc = below->xOpen(below, name, real(f), flags, given);
    if (rc == SQLITE_OK)
        f->file.pMethods = &methods;
    return rc;
}

static const char *name; // NULL until it is registered

static void sqlite_log_add_vfs(void)
{
    static sqlite3_vfs vfs;
    below = sqlite3_vfs_find(NULL);
    if (!below)
        return;
    vfs = *below;
    vfs.pNext = NULL;
    vfs.zName = "logomachy";
    vfs.szOsFile += (int)sizeof(struct log_file);
    vfs.xOpen = sqlite_log_open_file;
    if (sqlite3_vfs_register(&vfs, 0) == SQLITE_OK)
        name = vfs.zName;
}

const char *sqlite_log_vfs(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, sqlite_log_add_vfs);
    return name;
}
