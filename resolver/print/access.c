/* Copy owner, permissions and attributes to a replacement. A replaced file must
 * keep its owner, and must not get more permissive. System attributes
 * ("security.*", "trusted.*") are not copied: a capability belongs to a
 * program, not to new contents.
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

/* Copy the attribute |name|, unless the new file has it. Some systems report an
 * access control list that only reflects the mode, and refuse to set it. */
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

/* Copy the attributes with |prefix|, among |length| octets of |names|. */
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

/* Copy the access control list, "system.*", last: it may deny the owner to
 * write, and thus to set attributes. */
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

/* Remove the access control list inherited from the directory. */
static bool remove_inherited(int descriptor)
{
    return fremovexattr(descriptor, "system.posix_acl_access") == 0 ||
           errno == ENODATA || errno == ENOTSUP;
}

/* Set the mode last: it may deny the owner to write. With an access control
 * list, its group bits are the mask. */
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
