/* A disk that fails when it is told to: preloaded, it makes the calls with which SQLite reads and
   writes files named *.db* return an error. `disk_fails` sets which calls, from which on, and with
   which error; `disk_calls` is how many there were since. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

enum { WRITE = 1, SYNC = 2, TRUNCATE = 4, READ = 8 };

static atomic_int kinds, calls, first, last, error_number;

void disk_fails(int which, int from, int to, int error)
{
    kinds = 0;
    calls = 0;
    first = from;
    last = to;
    error_number = error;
    kinds = which;
}

int disk_calls(void) { return calls; }

static int fails(int fd, int kind)
{
    char link[64], path[4096];
    if (!(kinds & kind))
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    char *name = strrchr(path, '/');
    if (!name || !strstr(name, ".db"))
        return 0;
    int call = atomic_fetch_add(&calls, 1);
    if (call < first || call >= last)
        return 0;
    errno = error_number;
    return 1;
}

#define REAL(type, name, parameters, arguments, kind)        \
    type name parameters                                     \
    {                                                        \
        static type(*real) parameters;                       \
        if (!real)                                           \
            real = (type(*) parameters)dlsym(RTLD_NEXT, #name); \
        return fails(fd, kind) ? -1 : real arguments;        \
    }

REAL(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size), WRITE)
REAL(ssize_t, pwrite, (int fd, const void *data, size_t size, off_t at), (fd, data, size, at), WRITE)
REAL(ssize_t, pwrite64, (int fd, const void *data, size_t size, off64_t at), (fd, data, size, at), WRITE)
REAL(int, fsync, (int fd), (fd), SYNC)
REAL(int, fdatasync, (int fd), (fd), SYNC)
REAL(int, ftruncate, (int fd, off_t size), (fd, size), TRUNCATE)
REAL(int, ftruncate64, (int fd, off64_t size), (fd, size), TRUNCATE)
REAL(int, posix_fallocate, (int fd, off_t at, off_t size), (fd, at, size), WRITE)
REAL(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size), READ)
REAL(ssize_t, pread, (int fd, void *data, size_t size, off_t at), (fd, data, size, at), READ)
REAL(ssize_t, pread64, (int fd, void *data, size_t size, off64_t at), (fd, data, size, at), READ)
