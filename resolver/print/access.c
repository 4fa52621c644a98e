/* A file that belongs to another user must not become ours, and the new file
 * must not give rights that the old one did not give. Attributes of the system ("security.*", "trusted.*") are left to the system: a capability is
 * given to a program, not to a new text.
 *
 * SPDX-License-Identifier: MIT */
#include "print/access.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/xattr.h>
#include <unistd.h>

static bool copy_owner(int descriptor, const struct stat *before)
{
    struct stat fresh;
    return fstat(descriptor, &fresh) == 0 &&
           ((fresh.st_uid == before->st_uid &&
             fresh.st_gid == before->st_gid) ||
            fchown(descriptor, before->st_uid, before->st_gid) == 0);
}

/* Copy the attribute |name|, unless the new file has it: some systems show an
 * access control list that follows from the mode, and cannot set it. */
static bool copy_attribute(int descriptor, const char *path, const char *name)
{
    ssize_t size = lgetxattr(path, name, NULL, 0);
    char *values = size >= 0 ? malloc(2 * (size_t)size + 1) : NULL;
    bool is_read =
        values != NULL && lgetxattr(path, name, values, (size_t)size) == size;
    bool is_same =
        is_read &&
        fgetxattr(descriptor, name, values + size, (size_t)size) == size &&
        memcmp(values, values + size, (size_t)size) == 0;
    bool is_copied = is_same || (is_read && fsetxattr(descriptor, name, values,
                                                      (size_t)size, 0) == 0);
    free(values);
    return is_copied;
}

/* Copy the attributes whose names, |length| octets at |names|, begin with
 * |prefix|. */
static bool copy_those(int descriptor, const char *path, const char *names,
                       size_t length, const char *prefix)
{
    for (const char *name = names; name < names + length;
         name += strlen(name) + 1) {
        if (strncmp(name, prefix, strlen(prefix)) == 0 &&
            !copy_attribute(descriptor, path, name)) {
            return false;
        }
    }
    return true;
}

/* The access control list, "system.*", comes last: it may forbid the owner to
 * write, and with that to set attributes. */
static bool copy_attributes(int descriptor, const char *path)
{
    ssize_t size = llistxattr(path, NULL, 0);
    if (size <= 0) {
        return size == 0 || errno == ENOTSUP;
    }
    char *names = malloc((size_t)size);
    ssize_t length = llistxattr(path, names, (size_t)size);
    bool is_copied =
        length >= 0 &&
        copy_those(descriptor, path, names, (size_t)length, "user.") &&
        copy_those(descriptor, path, names, (size_t)length, "system.");
    free(names);
    return is_copied;
}

/* Remove the list that a new file has from its folder. */
static bool remove_inherited(int descriptor)
{
    return fremovexattr(descriptor, "system.posix_acl_access") == 0 ||
           errno == ENODATA || errno == ENOTSUP;
}

/* The mode comes last: it may forbid the owner to write, and with a list its
 * bits of the group are the mask. */
int access_copy(int descriptor, const char *path, const struct stat *before)
{
    enum { PERMISSIONS = 0777 };
    if (!copy_owner(descriptor, before)) {
        return ACCESS_OWNER;
    }
    if (!remove_inherited(descriptor) || !copy_attributes(descriptor, path)) {
        return ACCESS_ATTRIBUTES;
    }
    return fchmod(descriptor, before->st_mode & (mode_t)PERMISSIONS) == 0
               ? 0
               : errno;
}
