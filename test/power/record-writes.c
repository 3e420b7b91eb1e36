// Preloaded into a process (LD_PRELOAD), records in order what it does to the files beneath one folder: every write with
// its bytes, and every truncation, creation, rename, removal and sync. FORECOURT_TRACE_ROOT is the folder, without links;
// FORECOURT_TRACE the file that records are appended to. Processes and threads take turns at a recorded call, so the
// order of the records is the order of the calls. What cannot be recorded (a writable mapping, a copy within the kernel)
// leaves an UNSUPPORTED record, for the reader of the trace to fail on.
//
// Record: op, flags, bytes of payload, inode, offset (all 8 bytes, little-endian), payload. Paths are relative to the root.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, TRUNCATE, WRITE, SYNC, RENAME, LINK, UNLINK, MKDIR, RMDIR, UNSUPPORTED };
enum { DURABLE = 1 }; // The write is on the disk when the call returns.

#define REAL(name) ({ static void *at; if (at == NULL) at = dlsym(RTLD_NEXT, #name); (__typeof__(&name))at; })

static char root[PATH_MAX];
static size_t root_length;
static int trace = -1;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("FORECOURT_TRACE_ROOT"), *path = getenv("FORECOURT_TRACE");
  if (folder == NULL || path == NULL) return;
  root_length = (size_t)snprintf(root, sizeof root, "%s", folder);
  trace = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static void lock(void) {
  pthread_mutex_lock(&turn);
  while (flock(trace, LOCK_EX) != 0 && errno == EINTR) {}
}

static void unlock(void) {
  int error = errno;
  flock(trace, LOCK_UN);
  pthread_mutex_unlock(&turn);
  errno = error;
}

static void record(uint64_t op, uint64_t flags, uint64_t inode, uint64_t offset, const void *bytes, size_t length) {
  int error = errno;
  uint64_t head[5] = {op, flags, length, inode, offset};
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
  size_t left = sizeof head + length;
  for (int i = 0; left > 0;) {
    ssize_t done = syscall(SYS_writev, trace, parts + i, 2 - i);
    if (done < 0) { if (errno == EINTR) continue; abort(); }
    left -= (size_t)done;
    for (; i < 2 && (size_t)done >= parts[i].iov_len; i++) done -= (ssize_t)parts[i].iov_len;
    if (i < 2) { parts[i].iov_base = (char *)parts[i].iov_base + done; parts[i].iov_len -= (size_t)done; }
  }
  errno = error;
}

// The part of a path behind the root, or NULL.
static const char *beneath(const char *path) {
  if (strncmp(path, root, root_length) != 0 || path[root_length] != '/') return NULL;
  return path + root_length + 1;
}

// A path with its folder's links resolved, relative to the root; false if it is elsewhere.
static int named(int at, const char *path, char *out) {
  if (trace < 0) return 0;
  char whole[PATH_MAX], folder[PATH_MAX], resolved[PATH_MAX];
  if (path[0] != '/' && at != AT_FDCWD) snprintf(whole, sizeof whole, "/proc/self/fd/%d/%s", at, path);
  else snprintf(whole, sizeof whole, "%s", path);
  size_t length = strlen(whole);
  while (length > 1 && whole[length - 1] == '/') whole[--length] = 0;
  char *slash = strrchr(whole, '/');
  const char *name = slash == NULL ? whole : slash + 1;
  if (slash == NULL) strcpy(folder, ".");
  else snprintf(folder, sizeof folder, "%.*s", (int)(slash == whole ? 1 : slash - whole), whole);
  int error = errno;
  char *found = realpath(folder, resolved);
  errno = error;
  if (found == NULL) return 0;
  char target[PATH_MAX];
  if ((size_t)snprintf(target, sizeof target, "%s/%s", resolved, name) >= sizeof target) return 0;
  const char *relative = beneath(target);
  if (relative == NULL) return 0;
  strcpy(out, relative);
  return 1;
}

// Whether a descriptor is of a file or folder beneath the root that still has a name; its inode.
static int tracked(int fd, struct stat *about) {
  if (trace < 0 || fd == trace) return 0;
  char link[64], path[PATH_MAX];
  int error = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  int found = length > 0 && fstat(fd, about) == 0 && about->st_nlink > 0;
  errno = error;
  if (!found) return 0;
  path[length] = 0;
  return beneath(path) != NULL || strcmp(path, root) == 0;
}

static void wrote(int fd, ino_t inode, off_t offset, const struct iovec *parts, int count, ssize_t done) {
  int flags = fcntl(fd, F_GETFL) & O_DSYNC ? DURABLE : 0;
  for (int i = 0; i < count && done > 0; i++) {
    size_t length = (size_t)done < parts[i].iov_len ? (size_t)done : parts[i].iov_len;
    record(WRITE, (uint64_t)flags, inode, (uint64_t)offset, parts[i].iov_base, length);
    offset += (off_t)length;
    done -= (ssize_t)length;
  }
}

// Of a write without an offset of its own: the descriptor's, or the end of the file.
static off_t place(int fd, const struct stat *about) {
  return fcntl(fd, F_GETFL) & O_APPEND ? about->st_size : lseek(fd, 0, SEEK_CUR);
}

#define RECORDED_WRITE(call, parts, count, at)               \
  struct stat about;                                         \
  if (!tracked(fd, &about)) return call;                     \
  lock();                                                    \
  fstat(fd, &about);                                         \
  off_t start_at = at;                                       \
  ssize_t done = call;                                       \
  wrote(fd, about.st_ino, start_at, parts, count, done);     \
  unlock();                                                  \
  return done

ssize_t write(int fd, const void *bytes, size_t length) {
  struct iovec part = {(void *)bytes, length};
  RECORDED_WRITE(REAL(write)(fd, bytes, length), &part, 1, place(fd, &about));
}
ssize_t writev(int fd, const struct iovec *parts, int count) {
  RECORDED_WRITE(REAL(writev)(fd, parts, count), parts, count, place(fd, &about));
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  struct iovec part = {(void *)bytes, length};
  RECORDED_WRITE(REAL(pwrite64)(fd, bytes, length, offset), &part, 1, offset);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) {
  RECORDED_WRITE(REAL(pwritev64)(fd, parts, count, offset), parts, count, offset);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return pwritev64(fd, parts, count, offset); }

static int opened(int at, const char *path, int flags, mode_t mode) {
  char name[PATH_MAX];
  int writes = (flags & O_CREAT) != 0 || (flags & O_TRUNC) != 0;
  if (!writes || !named(at, path, name)) return (int)syscall(SYS_openat, at, path, flags, mode);
  lock();
  struct stat about;
  int is_new = fstatat(at, path, &about, 0) != 0;
  int fd = (int)syscall(SYS_openat, at, path, flags, mode);
  if (fd >= 0 && fstat(fd, &about) == 0) {
    if (is_new) record(CREATE, 0, about.st_ino, 0, name, strlen(name));
    else if (flags & O_TRUNC) record(TRUNCATE, 0, about.st_ino, 0, NULL, 0);
  }
  unlock();
  return fd;
}

#define MODE(flags) ({ va_list rest; va_start(rest, flags); mode_t mode = va_arg(rest, mode_t); va_end(rest); mode; })
int open(const char *path, int flags, ...) { return opened(AT_FDCWD, path, flags, flags & O_CREAT ? MODE(flags) : 0); }
int open64(const char *path, int flags, ...) { return opened(AT_FDCWD, path, flags, flags & O_CREAT ? MODE(flags) : 0); }
int openat(int at, const char *path, int flags, ...) { return opened(at, path, flags, flags & O_CREAT ? MODE(flags) : 0); }
int openat64(int at, const char *path, int flags, ...) { return opened(at, path, flags, flags & O_CREAT ? MODE(flags) : 0); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }

int ftruncate64(int fd, off64_t length) {
  struct stat about;
  if (!tracked(fd, &about)) return REAL(ftruncate64)(fd, length);
  lock();
  int result = REAL(ftruncate64)(fd, length);
  if (result == 0) record(TRUNCATE, 0, about.st_ino, (uint64_t)length, NULL, 0);
  unlock();
  return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

// The turn is kept while it runs, so no write falls within it.
#define RECORDED_SYNC(call)                                        \
  struct stat about;                                               \
  if (!tracked(fd, &about)) return call;                           \
  lock();                                                          \
  int result = call;                                               \
  if (result == 0) record(SYNC, 0, about.st_ino, 0, NULL, 0);      \
  unlock();                                                        \
  return result
int fsync(int fd) { RECORDED_SYNC(REAL(fsync)(fd)); }
int fdatasync(int fd) { RECORDED_SYNC(REAL(fdatasync)(fd)); }

// Two names are one payload, a zero between them; the inode is that of what is moved.
static int moved(uint64_t op, const char *from, const char *to, int (*real)(const char *, const char *)) {
  char names[2 * PATH_MAX], target[PATH_MAX];
  int known = named(AT_FDCWD, from, names), leads_in = named(AT_FDCWD, to, target);
  if (!known && !leads_in) return real(from, to);
  lock();
  struct stat about;
  int found = lstat(from, &about);
  int result = real(from, to);
  if (result == 0 && found == 0) {
    size_t length = known ? strlen(names) : 0;
    memcpy(names + length + 1, target, strlen(target) + 1);
    names[length] = 0;
    if (known && leads_in) record(op, 0, about.st_ino, 0, names, length + 1 + strlen(target));
    else record(UNSUPPORTED, op, about.st_ino, 0, to, strlen(to));
  }
  unlock();
  return result;
}
int rename(const char *from, const char *to) { return moved(RENAME, from, to, REAL(rename)); }
int link(const char *from, const char *to) { return moved(LINK, from, to, REAL(link)); }

#define RECORDED_NAME(op, call)                                          \
  char name[PATH_MAX];                                                   \
  if (!named(AT_FDCWD, path, name)) return call;                         \
  lock();                                                                \
  struct stat about = {0};                                               \
  int result = call;                                                     \
  if (result == 0) {                                                     \
    lstat(path, &about);                                                 \
    record(op, 0, about.st_ino, 0, name, strlen(name));                  \
  }                                                                      \
  unlock();                                                              \
  return result
int unlink(const char *path) { RECORDED_NAME(UNLINK, REAL(unlink)(path)); }
int rmdir(const char *path) { RECORDED_NAME(RMDIR, REAL(rmdir)(path)); }
int mkdir(const char *path, mode_t mode) { RECORDED_NAME(MKDIR, REAL(mkdir)(path, mode)); }

static void unsupported(int fd, const char *what) {
  struct stat about;
  if (!tracked(fd, &about)) return;
  lock();
  record(UNSUPPORTED, 0, about.st_ino, 0, what, strlen(what));
  unlock();
}

void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
  // LMDB's lock file is made anew by the first process after a crash: its mapping need not be known.
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (fd >= 0 && (flags & MAP_SHARED) && (protection & PROT_WRITE) && trace >= 0) {
    ssize_t end = readlink(link, path, sizeof path);
    if (end < 5 || memcmp(path + end - 5, "-lock", 5) != 0) unsupported(fd, "mmap");
  }
  return REAL(mmap64)(at, length, protection, flags, fd, offset);
}
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
  return mmap64(at, length, protection, flags, fd, offset);
}
ssize_t sendfile64(int out, int in, off64_t *offset, size_t length) {
  unsupported(out, "sendfile");
  static ssize_t (*real)(int, int, off64_t *, size_t);
  if (real == NULL) real = (ssize_t(*)(int, int, off64_t *, size_t))dlsym(RTLD_NEXT, "sendfile64");
  return real(out, in, offset, length);
}
// A copy within the kernel: its bytes are read from the file that they came from.
static long copied(long (*real)(long, ...), int in, off64_t *in_at, int out, off64_t *out_at, size_t length, long flags) {
  struct stat about;
  if (!tracked(out, &about)) return real(SYS_copy_file_range, in, in_at, out, out_at, length, flags);
  lock();
  off_t from = in_at != NULL ? *in_at : lseek(in, 0, SEEK_CUR);
  off_t to = out_at != NULL ? *out_at : lseek(out, 0, SEEK_CUR);
  long done = real(SYS_copy_file_range, in, in_at, out, out_at, length, flags);
  for (off_t at = 0; at < done;) {
    char bytes[65536];
    ssize_t count = pread(in, bytes, done - at < (off_t)sizeof bytes ? (size_t)(done - at) : sizeof bytes, from + at);
    if (count <= 0) abort();
    record(WRITE, 0, about.st_ino, (uint64_t)(to + at), bytes, (size_t)count);
    at += count;
  }
  unlock();
  return done;
}

// Node calls what old C libraries lack by number.
long syscall(long number, ...) {
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  static long (*real)(long, ...);
  if (real == NULL) real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
  if (number == SYS_copy_file_range) return copied(real, (int)a, (off64_t *)b, (int)c, (off64_t *)d, (size_t)e, f);
  if (number == SYS_renameat2) unsupported((int)a, "renameat2");
  return real(number, a, b, c, d, e, f);
}
