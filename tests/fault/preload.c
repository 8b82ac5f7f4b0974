/* Loaded before libc: the FAULT_N-th call of the function FAULT_CALL fails with FAULT_ERRNO, and a
   file FAULT_MARK appears, so that the caller knows that it came to that. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

static int fails(const char *name)
{
    static int calls;
    const char *call = getenv("FAULT_CALL"), *mark = getenv("FAULT_MARK");
    if (!call || strcmp(call, name) != 0 || ++calls != atoi(getenv("FAULT_N")))
        return 0;
    long fd = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
    syscall(SYS_close, fd);
    errno = atoi(getenv("FAULT_ERRNO"));
    return 1;
}

static void *next(const char *name)
{
    return dlsym(RTLD_NEXT, name);
}

void *malloc(size_t size)
{
    return fails("malloc") ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails("calloc") ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return fails("realloc") ? NULL : __libc_realloc(old, size);
}

/* A wrapper: name, result type, result on failure, parameters, arguments. */
#define WRAP(name, type, failure, parameters, arguments) \
    type name parameters \
    { \
        type(*real) parameters = (type(*) parameters)next(#name); \
        return fails(#name) ? (failure) : real arguments; \
    }

WRAP(mmap, void *, MAP_FAILED,
     (void *at, size_t len, int protection, int flags, int fd, off_t offset),
     (at, len, protection, flags, fd, offset))
WRAP(pread, ssize_t, -1, (int fd, void *into, size_t len, off_t at), (fd, into, len, at))
WRAP(write, ssize_t, -1, (int fd, const void *from, size_t len), (fd, from, len))
WRAP(fstat, int, -1, (int fd, struct stat *info), (fd, info))
WRAP(fsync, int, -1, (int fd), (fd))
WRAP(fchmod, int, -1, (int fd, mode_t mode), (fd, mode))
WRAP(rename, int, -1, (const char *from, const char *to), (from, to))
WRAP(mkostemp, int, -1, (char *name, int flags), (name, flags))
WRAP(readlink, ssize_t, -1, (const char *path, char *into, size_t len), (path, into, len))
WRAP(getcwd, char *, NULL, (char *into, size_t len), (into, len))
WRAP(realpath, char *, NULL, (const char *path, char *into), (path, into))

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & O_CREAT ? va_arg(args, mode_t) : 0;
    va_end(args);
    return fails("open") ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
