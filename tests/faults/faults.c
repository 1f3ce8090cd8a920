/* Every libc call by which a process touches the files of one folder, counted, traced, and gone wrong where it is told.
 *
 * Loaded with LD_PRELOAD. `faults_arm` begins: from then on calls on that folder's files count from 1. The call with the
 * number `at` goes wrong as `fault` says; with `from_then_on` so do all later ones of its kind. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { KILL = -1, KILL_HALF = -2, SHORT = -3, SHORT_THEN_FULL = -4 };
enum { FILES = 4096 };

static char folder[4096];
static size_t folder_length;
static long wrong_at, calls;
static int fault, from_then_on, failing, trace = -1;
static char watched[FILES];

/* The real call, looked up once. */
#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) \
        real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

static void tell(const void *bytes, size_t length)
{
    REAL(write);
    if (trace >= 0 && real(trace, bytes, length) != (ssize_t)length)
        _exit(70);
}

static void note(const char *format, ...)
{
    char line[8192];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (trace >= 0)
        tell(line, (size_t)length);
}

void faults_arm(const char *path, long at, int what, int on, int trace_file)
{
    snprintf(folder, sizeof folder, "%s", path);
    folder_length = strlen(folder);
    wrong_at = at;
    fault = what;
    from_then_on = on;
    trace = trace_file;
    calls = failing = 0;
    memset(watched, 0, sizeof watched);
}

/* What the call is to do: 0, go on; an errno to fail with; or one of the others. The process may end here. */
static int step(const char *name, int writes)
{
    calls++;
    note("call %ld %s\n", calls, name);
    if (failing && writes >= failing)
        return fault == SHORT_THEN_FULL ? ENOSPC : fault;
    if (calls != wrong_at)
        return 0;
    if (fault == KILL)
        kill(getpid(), SIGKILL);
    if (from_then_on || fault == SHORT_THEN_FULL)
        failing = fault == ENOSPC || fault == SHORT_THEN_FULL ? 2 : 1;
    return fault;
}

static int here(const char *path)
{
    return folder_length && path && strncmp(path, folder, folder_length) == 0
        && (path[folder_length] == '/' || path[folder_length] == 0);
}

static int ours(int file)
{
    return folder_length && file >= 0 && file < FILES && watched[file];
}

#define FAIL(wrong) \
    do { \
        int found = (wrong); \
        if (found > 0) { \
            errno = found; \
            return -1; \
        } \
    } while (0)

/* Kinds of calls for `from_then_on`: a full disk fails what writes (2), a broken one also what syncs or cuts (1). */

static int opened(int file, const char *path, int flags, int there)
{
    if (file >= 0 && file < FILES) {
        watched[file] = 1;
        note("open %d %d %s\n", file, (flags & O_CREAT) && !there, path);
    }
    return file;
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) \
    { \
        REAL(name); \
        mode_t mode = 0; \
        struct stat status; \
        if (flags & O_CREAT) { \
            va_list values; \
            va_start(values, flags); \
            mode = va_arg(values, mode_t); \
            va_end(values); \
        } \
        if (!here(path)) \
            return real(path, flags, mode); \
        FAIL(step(flags & O_CREAT ? "create" : "open", 0)); \
        int there = lstat(path, &status) == 0; \
        return opened(real(path, flags, mode), path, flags, there); \
    }
OPEN(open)
OPEN(open64)

static ssize_t some(int wrong, size_t length)
{
    return wrong < 0 && length > 1 ? (ssize_t)(length / 2) : (ssize_t)length;
}

static ssize_t wrote(int file, const void *bytes, ssize_t count, off_t end, int wrong)
{
    if (count > 0) {
        note("write %d %lld %zd\n", file, (long long)end, count);
        tell(bytes, (size_t)count);
        note("\n");
    }
    if (wrong == KILL_HALF)
        kill(getpid(), SIGKILL);
    return count;
}

ssize_t write(int file, const void *bytes, size_t length)
{
    REAL(write);
    if (!ours(file))
        return real(file, bytes, length);
    int wrong = step("write", 2);
    FAIL(wrong);
    off_t at = fcntl(file, F_GETFL) & O_APPEND ? lseek(file, 0, SEEK_END) : lseek(file, 0, SEEK_CUR);
    return wrote(file, bytes, real(file, bytes, (size_t)some(wrong, length)), at, wrong);
}

#define PWRITE(name, offset) \
    ssize_t name(int file, const void *bytes, size_t length, offset at) \
    { \
        REAL(name); \
        if (!ours(file)) \
            return real(file, bytes, length, at); \
        int wrong = step("pwrite", 2); \
        FAIL(wrong); \
        return wrote(file, bytes, real(file, bytes, (size_t)some(wrong, length), at), at, wrong); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

#define SYNC(name) \
    int name(int file) \
    { \
        REAL(name); \
        if (!ours(file)) \
            return real(file); \
        FAIL(step(#name, 1)); \
        int done = real(file); \
        note("sync %d\n", file); \
        return done; \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, offset) \
    int name(int file, offset length) \
    { \
        REAL(name); \
        if (!ours(file)) \
            return real(file, length); \
        FAIL(step("ftruncate", 1)); \
        int done = real(file, length); \
        note("truncate %d %lld\n", file, (long long)length); \
        return done; \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

int close(int file)
{
    REAL(close);
    if (!ours(file))
        return real(file);
    int wrong = step("close", 0);
    watched[file] = 0;
    int done = real(file);
    note("close %d\n", file);
    /* Linux closes the file whatever it reports. */
    FAIL(wrong);
    return done;
}

int rename(const char *from, const char *to)
{
    REAL(rename);
    if (!here(from) && !here(to))
        return real(from, to);
    FAIL(step("rename", 0));
    int done = real(from, to);
    if (!done)
        note("rename %s\t%s\n", from, to);
    return done;
}

int link(const char *from, const char *to)
{
    REAL(link);
    if (!here(from) && !here(to))
        return real(from, to);
    FAIL(step("link", 0));
    int done = real(from, to);
    if (!done)
        note("link %s\t%s\n", from, to);
    return done;
}

int unlink(const char *path)
{
    REAL(unlink);
    if (!here(path))
        return real(path);
    FAIL(step("unlink", 0));
    int done = real(path);
    if (!done)
        note("unlink %s\n", path);
    return done;
}

/* Calls that read or that change only what surrounds the content. */

#define ON_FILE(type, name, parameters, arguments) \
    type name parameters \
    { \
        REAL(name); \
        if (ours(file)) \
            FAIL(step(#name, 0)); \
        return real arguments; \
    }
ON_FILE(int, fchmod, (int file, mode_t mode), (file, mode))
ON_FILE(int, fchown, (int file, uid_t user, gid_t group), (file, user, group))
ON_FILE(int, flock, (int file, int how), (file, how))
ON_FILE(ssize_t, read, (int file, void *bytes, size_t length), (file, bytes, length))
ON_FILE(ssize_t, pread, (int file, void *bytes, size_t length, off_t at), (file, bytes, length, at))
ON_FILE(ssize_t, pread64, (int file, void *bytes, size_t length, off64_t at), (file, bytes, length, at))
ON_FILE(ssize_t, flistxattr, (int file, char *names, size_t size), (file, names, size))
ON_FILE(ssize_t, fgetxattr, (int file, const char *name, void *value, size_t size), (file, name, value, size))
ON_FILE(int, fsetxattr, (int file, const char *name, const void *value, size_t size, int flags),
        (file, name, value, size, flags))



/* Locks, leases and seals take a pointer or a number; what only asks for flags is the runtime's own affair. */
#define CONTROL(name) \
    int name(int file, int command, ...) \
    { \
        REAL(name); \
        va_list values; \
        va_start(values, command); \
        void *value = va_arg(values, void *); \
        va_end(values); \
        if (ours(file) && command != F_GETFL && command != F_GETFD && command != F_SETFD) \
            FAIL(step("fcntl", 0)); \
        return real(file, command, value); \
    }
CONTROL(fcntl)
CONTROL(fcntl64)
