/* SPDX-License-Identifier: MIT */
/*
 * registry: values of Windows' registry. Other systems have no such thing, so there is no POSIX
 * file: only what is built for Windows alone uses it.
 *
 * Keys and names are UTF-8; a key is divided by '\'. It is the registry of 64-bit programs. A
 * function that fails says why in errno. Any thread.
 */
#ifndef US_REGISTRY_H
#define US_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum us_registry_part {
    US_REGISTRY_USER,    /* HKEY_CURRENT_USER */
    US_REGISTRY_MACHINE, /* HKEY_LOCAL_MACHINE, which only administrators may change (EACCES) */
};

/* Whether OpenXR loaders in this program, and in those that it starts, ignore what the user alone
 * has chosen, in HKEY_CURRENT_USER and in environment variables: it has high integrity, as programs
 * have that were started as administrator. */
bool us_registry_is_raised(void);

/* A value that is text (REG_SZ), in UTF-8. False with ENOENT: there is none. */
bool us_registry_text(enum us_registry_part part, const char *key, const char *name, char *out,
                      size_t size);
/* A value that is a number (REG_DWORD). False with ENOENT: there is none. */
bool us_registry_number(enum us_registry_part part, const char *key, const char *name,
                        uint32_t *out);

/* Gives a value a number (REG_DWORD), and makes the key where there is none. */
bool us_registry_set(enum us_registry_part part, const char *key, const char *name, uint32_t value);
/* Removes a value. False with ENOENT: there is none. */
bool us_registry_remove(enum us_registry_part part, const char *key, const char *name);
/* The name of a key's value number `index`, from 0 on, in no order. A change of the key changes the
 * numbers. False with ENOENT: there is none; with ENAMETOOLONG: its name has no UTF-8 of this size,
 * and values behind it may be there. */
bool us_registry_name(enum us_registry_part part, const char *key, unsigned index, char *out,
                      size_t size);

#endif
