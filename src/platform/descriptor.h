/* SPDX-License-Identifier: MIT */
/*
 * descriptor: open files, as descriptors of the C library, which both systems have.
 *
 * Paths are UTF-8 on Windows, and as they are elsewhere. A function that fails says why in errno.
 * No descriptor passes to a program that this one starts. Any number of threads may use one.
 *
 * Windows: files are opened so that other processes may read, write, rename and remove them
 * meanwhile, as elsewhere. Bytes are never changed (no text mode).
 */
#ifndef US_DESCRIPTOR_H
#define US_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum us_descriptor_mode {
    US_DESCRIPTOR_READ = 1,
    US_DESCRIPTOR_WRITE = 2,
    US_DESCRIPTOR_APPEND = 4 | US_DESCRIPTOR_WRITE, /* each write goes to the end */
    US_DESCRIPTOR_CREATE = 8,                       /* make the file where there is none */
    US_DESCRIPTOR_NEW = 16 | US_DESCRIPTOR_CREATE,  /* fail where there is one (EEXIST) */
    /* Fail where the last part of the path is a link (ELOOP). Windows: any reparse point. */
    US_DESCRIPTOR_NO_LINK = 32,
    US_DESCRIPTOR_WAITS = 64, /* for the other end of a pipe; Windows: for nothing */
};

/*
 * Opens a file. Never blocks without US_DESCRIPTOR_WAITS, whatever is there. `rights`
 * are those of a new file (0666, 0600), less umask; Windows: a new file has those of its folder. -1
 * if that fails.
 */
int us_descriptor_open(const char *path, unsigned mode, unsigned rights);
/* False: what was written may not be there (a full disk can show late). EINTR is not such a
 * failure. */
bool us_descriptor_close(int file);

enum us_about_kind {
    US_ABOUT_REGULAR,
    US_ABOUT_FOLDER,
    US_ABOUT_LINK, /* Windows: any reparse point */
    US_ABOUT_PIPE,
    US_ABOUT_DEVICE, /* of characters: a terminal, /dev/null */
    US_ABOUT_OTHER,  /* a disk, a socket */
};

struct us_about {
    enum us_about_kind kind;
    uint64_t size;           /* in bytes */
    uint64_t names;          /* how many hard links there are */
    uint64_t device, number; /* both are the same for two paths of one file */
    uint64_t owner;          /* for us_process_owns (process.h) */
    int64_t written_ns;      /* when it was written to last, by US_TIME_WALL (time.h) */
};
bool us_descriptor_about(int file, struct us_about *out);

/* Read or write up to `count` bytes; at an offset the place of the descriptor does not count, and
 * stays (Windows: unless another thread reads or writes where it is meanwhile). How many, or -1.
 * Fewer than asked is no error; errno may be EINTR. */
int64_t us_descriptor_read(int file, void *out, size_t count);
int64_t us_descriptor_read_at(int file, void *out, size_t count, uint64_t offset);
int64_t us_descriptor_write(int file, const void *bytes, size_t count);
int64_t us_descriptor_write_at(int file, const void *bytes, size_t count, uint64_t offset);

bool us_descriptor_truncate(int file, uint64_t size);
/* Takes the space of `size` bytes on the disk, and makes the file as long. */
bool us_descriptor_reserve(int file, uint64_t size);
/* Whether all written bytes are on the disk; true if the file system cannot tell. */
bool us_descriptor_sync(int file);
/* Tells the system which bytes will be read soon. */
void us_descriptor_will_need(int file, uint64_t offset, uint64_t count);

/*
 * Locks a file against other opened descriptors of it that lock it, until it is closed, at the
 * latest by the end of the process. Several may share a lock that is not exclusive. Never waits:
 * false, with errno EWOULDBLOCK, where another one has it. Reading and writing are not hindered.
 */
bool us_descriptor_lock(int file, bool is_exclusive);

/* Another descriptor of the same opened file, or -1: its locks are shared. */
int us_descriptor_duplicate(int file);
/* Opens the file of a descriptor once more, to read and write, or -1: its locks are its own. */
int us_descriptor_reopen(int file);

/* Whether a person looks at it. */
bool us_descriptor_is_terminal(int file);

enum { US_DESCRIPTOR_INPUT = 0, US_DESCRIPTOR_OUTPUT = 1, US_DESCRIPTOR_ERROR = 2 };
/* Gives a standard stream, one of these three, the file of another descriptor, which stays. */
bool us_descriptor_become(int standard, int file);
/* What prints to it; fclose closes the descriptor, too. NULL, with errno. */
FILE *us_descriptor_stream(int file);
/* The path of a file that is always empty, and keeps nothing. */
#ifdef _WIN32
#define US_DESCRIPTOR_NOTHING "NUL"
#else
#define US_DESCRIPTOR_NOTHING "/dev/null"
#endif

#endif
