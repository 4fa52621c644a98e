/* Master files of strangers, read through a window: the same records and the
 * same refusal as if they were read as a whole. The first octet is the size of
 * the window.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "db/text/zonefile.h"
#include "fuzz.h"

enum { GENERATED_MAX = 32 };

struct digest {
    uint64_t all;
};

static void add(struct digest *digest, const void *octets, size_t length)
{
    const unsigned char *next = octets;
    for (size_t i = 0; i < length; i++) {
        digest->all = (digest->all ^ next[i]) * UINT64_C(0x100000001b3);
    }
}

static bool add_record(void *context, const struct zonefile_record *record)
{
    struct digest *digest = context;
    const uint32_t numbers[] = {record->line, record->column, record->base.ttl,
                                record->base.type};
    add(digest, numbers, sizeof numbers);
    add(digest, record->base.owner, record->owner_length + 1);
    add(digest, record->raw, record->raw_length);
    if (record->base.rdata != NULL) {
        add(digest, record->base.rdata, record->base.rdata_length);
    }
    for (size_t i = 0; i < record->field_count; i++) {
        add(digest, record->fields[i].text, record->fields[i].length);
    }
    return true;
}

static bool add_problem(void *context, const struct zonefile_problem *problem)
{
    struct digest *digest = context;
    const uint32_t numbers[] = {problem->refusal->line,
                                problem->refusal->column};
    add(digest, numbers, sizeof numbers);
    add(digest, problem->refusal->what, strlen(problem->refusal->what));
    return problem->record == NULL || add_record(digest, problem->record);
}

/* Read |file| and free it. */
static ddds_status digest_file(struct zonefile *file, bool survey,
                               struct digest *digest, struct ddds_error *error)
{
    *digest = (struct digest){0};
    ddds_zonefile_max_generated(file, GENERATED_MAX);
    ddds_status status =
        survey ? ddds_zonefile_survey(file, "o", add_record, add_problem,
                                      digest, error)
               : ddds_zonefile_read(file, "o", add_record, digest, error);
    ddds_zonefile_free(file);
    return status;
}

static void compare(const char *path, size_t window)
{
    struct zonefile *file;
    struct digest whole;
    struct digest digest;
    struct ddds_error why = {0};
    struct ddds_error error = {0};
    require(ddds_zonefile_open(path, &file, &why) == DDDS_OK);
    ddds_status status = digest_file(file, false, &whole, &why);
    require(ddds_zonefile_open_window(path, window, &file, &error) == DDDS_OK);
    require(digest_file(file, false, &digest, &error) == status);
    require(status == DDDS_OK || strcmp(error.detail, why.detail) == 0);
    require(digest.all == whole.all);
    /* A survey ends at the first error; nothing can be compared. */
    require(ddds_zonefile_open_window(path, window, &file, &error) == DDDS_OK);
    digest_file(file, true, &digest, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int file;
    static char path[32];
    if (size < 4 || memchr(data + 1, '\0', size - 1) != NULL ||
        memcmp(data + 1, "\xef\xbb\xbf", 3) == 0 ||
        memchr(data + 1, '/', size - 1) != NULL) {
        return 0; /* not text, or it may include a file */
    }
    if (file == 0) {
        FILE *scratch = tmpfile();
        require(scratch != NULL);
        file = fileno(scratch);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    require(ftruncate(file, 0) == 0 &&
            pwrite(file, data + 1, size - 1, 0) == (ssize_t)size - 1);
    compare(path, 1 + data[0] % 64);
    return 0;
}
