/* Files that are replaced as a whole, and whose they are then.
 *
 * SPDX-License-Identifier: MIT */
#include <errno.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "print/access.h"
#include "print/output_file.h"
#include "base/assertions.h"

/* Another user and group; only root can make files theirs. */
enum { OTHER = 1000, NOBODY = 65534 };

static char folder[] = "/tmp/output-XXXXXX";
static char path[64];

static int make_folder(void **state)
{
    bool is_made = mkdtemp(folder) != NULL && chmod(folder, 0777) == 0;
    snprintf(path, sizeof path, "%s/file", folder);
    return is_made ? 0 : -1;
}

static int remove_folder(void **state)
{
    unlink(path);
    return rmdir(folder);
}

/* False if the system does not let the file have that owner. */
static bool make_old(mode_t mode, uid_t owner)
{
    unlink(path);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs("old", file) >= 0);
    assert_int_equal(fclose(file), 0);
    return (owner == geteuid() || chown(path, owner, owner) == 0) &&
           chmod(path, mode) == 0;
}

static int replace(void)
{
    struct output_file output;
    int failure = output_file_open(&output, path);
    if (failure != 0) {
        return failure;
    }
    fputs("new", output.file);
    return output_file_commit(&output);
}

static void check_file(const char *text, mode_t mode, uid_t owner)
{
    char found[8] = "";
    struct stat status;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fread(found, 1, sizeof found, file), strlen(text));
    assert_int_equal(fclose(file), 0);
    assert_string_equal(found, text);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, mode);
    assert_int_equal(status.st_uid, owner);
}

/* N2: a file that others let root write must not become a program
 * that runs as root. */
TEST(nothing_new_runs_as_its_owner)
{
    uid_t owner = geteuid() == 0 ? OTHER : geteuid();
    if (!make_old(04755, owner)) {
        skip();
    }
    assert_int_equal(replace(), 0);
    check_file("new", 0755, owner);
}

/* The failure of NOBODY who replaces the file. */
static void check_failure_of_nobody(int failure)
{
    enum { CANNOT = 77 };
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool is_other = setgid(NOBODY) == 0 && setuid(NOBODY) == 0;
        _exit(is_other ? replace() : CANNOT);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == CANNOT) {
        skip();
    }
    assert_int_equal(WEXITSTATUS(status), (unsigned char)failure);
}

TEST(the_owner_is_kept_or_nothing_is_replaced)
{
    if (geteuid() != 0 || !make_old(0666, OTHER)) {
        skip();
    }
    check_failure_of_nobody(ACCESS_OWNER);
    check_file("old", 0666, OTHER);
}

TEST(other_names_keep_their_file)
{
    char other[sizeof path + 8];
    uid_t owner = geteuid();
    snprintf(other, sizeof other, "%s-other", path);
    assert_true(make_old(0644, owner));
    assert_int_equal(link(path, other), 0);
    assert_int_equal(replace(), OUTPUT_HAS_LINKS);
    check_file("old", 0644, owner);
    assert_int_equal(unlink(other), 0);
    assert_int_equal(replace(), 0);
    check_file("new", 0644, owner);
}

/* ---- Access control lists and attributes ---------------------------------- */

/* user::rw-, user:1234:rw-, group::---, mask::rw-, other::---, as acl(5)
 * says and linux/posix_acl_xattr.h lays out, little-endian. */
enum { LIST_SIZE = 4 + 5 * 8 };
static const unsigned char list[LIST_SIZE] = {
    2,    0, 0, 0,                         /* version */
    0x01, 0, 6, 0, 0xff, 0xff, 0xff, 0xff, /* owner */
    0x02, 0, 6, 0, 0xd2, 0x04, 0,    0,    /* user 1234 */
    0x04, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, /* group */
    0x10, 0, 6, 0, 0xff, 0xff, 0xff, 0xff, /* mask */
    0x20, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, /* others */
};
static const char access_list[] = "system.posix_acl_access";
static const char folder_list[] = "system.posix_acl_default";

static void check_attribute(const char *name, const void *value, ssize_t size)
{
    char found[LIST_SIZE];
    assert_int_equal(getxattr(path, name, found, sizeof found), size);
    assert_memory_equal(found, value, (size_t)size);
}

TEST(lists_and_attributes_are_kept)
{
    assert_true(make_old(0600, geteuid()));
    if (setxattr(path, access_list, list, sizeof list, 0) != 0 ||
        setxattr(path, "user.x", "yes", 3, 0) != 0) {
        print_message("no access control lists or attributes here\n");
        skip();
    }
    assert_int_equal(replace(), 0);
    check_file("new", 0660, geteuid());
    check_attribute(access_list, list, sizeof list);
    check_attribute("user.x", "yes", 3);
}

/* The mode forbids its owner to write the new file, and to set attributes. */
TEST(attributes_of_what_cannot_be_written)
{
    assert_true(make_old(0600, geteuid()));
    if (setxattr(path, "user.x", "yes", 3, 0) != 0) {
        print_message("no attributes here\n");
        skip();
    }
    assert_int_equal(chmod(path, 0440), 0);
    assert_int_equal(replace(), 0);
    check_file("new", 0440, geteuid());
    check_attribute("user.x", "yes", 3);
}

/* The list that new files have in the folder is not the file's. */
TEST(the_list_of_the_folder_is_not_taken)
{
    assert_true(make_old(0640, geteuid()));
    if (setxattr(folder, folder_list, list, sizeof list, 0) != 0) {
        print_message("no access control lists here\n");
        skip();
    }
    int failure = replace();
    assert_int_equal(removexattr(folder, folder_list), 0);
    assert_int_equal(failure, 0);
    check_file("new", 0640, geteuid());
    assert_int_equal(getxattr(path, access_list, NULL, 0), -1);
}

/* A user may not read the attributes of a file that only others may read. */
TEST(attributes_that_cannot_be_kept)
{
    if (geteuid() != 0 || !make_old(0200, NOBODY) ||
        setxattr(path, "user.x", "yes", 3, 0) != 0) {
        print_message("not root, or no attributes here\n");
        skip();
    }
    check_failure_of_nobody(ACCESS_ATTRIBUTES);
    check_file("old", 0200, NOBODY);
    check_attribute("user.x", "yes", 3);
}

static bool links_are_protected(void)
{
    FILE *file = fopen("/proc/sys/fs/protected_symlinks", "r");
    int first = file != NULL ? getc(file) : EOF;
    if (file != NULL) {
        fclose(file);
    }
    return first == '1';
}

/* N2: root follows no link of another user in a folder such as /tmp, where the
 * system says so. */
TEST(links_of_others_are_not_followed)
{
    char name[sizeof path + 8];
    struct output_file output;
    snprintf(name, sizeof name, "%s-link", path);
    assert_true(make_old(0644, geteuid()));
    assert_int_equal(symlink(path, name), 0);
    assert_int_equal(output_file_open(&output, name), 0);
    assert_int_equal(output_file_commit(&output), 0);
    check_file("", 0644, geteuid());
    bool is_tried = links_are_protected() && geteuid() == 0 &&
                    lchown(name, OTHER, OTHER) == 0 &&
                    chmod(folder, 01777) == 0;
    int failure = is_tried ? output_file_open(&output, name) : EACCES;
    unlink(name);
    assert_int_equal(failure, EACCES);
    if (!is_tried) {
        skip();
    }
}

FIXTURES(.begin = make_folder, .end = remove_folder);
