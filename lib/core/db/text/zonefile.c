/* The reader of zone files: files and lines (RFC 1035 section 5.1).
 *
 * A line that starts with `$' is a directive. Any other line is a record; if it
 * starts with white space it has the previous owner. For resolution the first
 * error ends the reading, because a zone must be complete to be used.
 * ddds_zonefile_survey continues, for ddds_check_file.
 *
 * SPDX-License-Identifier: MIT */
#include "db/text/zonefile.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "db/text/reader.h"
#include "base/domain.h"

/* Read a line, including the lines joined to it by parentheses. |*more| becomes
 * false at the end of the file. */
static ddds_status read_line(struct zone_reader *reader, bool *more)
{
    bool blank = ddds_lexer_at_blank(&reader->at.lexer);
    struct token token;
    ddds_status status = ddds_reader_next(reader, &token);
    if (status != DDDS_OK) {
        return status;
    }
    if (ddds_token_is_end(&token)) {
        *more = token.kind == TOKEN_END_OF_LINE;
        return DDDS_OK;
    }
    if (token.kind == TOKEN_WORD && token.column == 1 && token.text[0] == '$') {
        return ddds_reader_directive(reader, &token);
    }
    return ddds_reader_record(reader, &token, blank);
}

/* Report the syntax error in the line, and skip the line. */
static void report_line(struct zone_reader *reader)
{
    const struct zonefile_problem problem = {
        .file = reader->at.lexer.file,
        .refusal = &reader->refusal,
    };
    reader->stopped = !reader->problem(reader->context, &problem);
    ddds_lexer_recover(&reader->at.lexer);
}

/* Return from an included file to the line after its $INCLUDE; return false at
 * the end of the zone file itself. */
static bool leave_include(struct zone_reader *reader)
{
    if (reader->depth == 0) {
        return false;
    }
    reader->at = reader->outer[--reader->depth];
    return true;
}

/* Read |source| and the files that it includes. */
static ddds_status read_source(struct zone_reader *reader,
                               const struct source *source)
{
    bool more = true;
    ddds_status status = DDDS_OK;
    ddds_reader_open(reader, source);
    while (status == DDDS_OK && more && !reader->stopped) {
        status = read_line(reader, &more);
        if (status == DDDS_SYNTAX && reader->problem != NULL &&
            !reader->stopped) {
            report_line(reader);
            status = DDDS_OK;
        }
        more = more || leave_include(reader);
    }
    return status;
}

static ddds_status new_zonefile(struct source *root, bool may_include,
                                struct zonefile **file,
                                struct ddds_error *error)
{
    *file = calloc(1, sizeof **file);
    if (*file == NULL) {
        ddds_source_free(root);
        return ddds_error_no_memory(error);
    }
    (*file)->root = root;
    (*file)->may_include = may_include;
    return DDDS_OK;
}

ddds_status ddds_zonefile_open(const char *path, struct zonefile **file,
                               struct ddds_error *error)
{
    struct source *root;
    *file = NULL;
    ddds_status status = ddds_source_open(path, LIMIT_ZONE_FILE, &root, error);
    return status == DDDS_OK ? new_zonefile(root, true, file, error) : status;
}

ddds_status ddds_zonefile_over(const char *name, const char *text,
                               size_t length, bool includes,
                               struct zonefile **file, struct ddds_error *error)
{
    struct source *root;
    *file = NULL;
    ddds_status status =
        ddds_source_over(name, text, length, LIMIT_ZONE_FILE, &root, error);
    return status == DDDS_OK ? new_zonefile(root, includes, file, error)
                             : status;
}

void ddds_zonefile_max_generated(struct zonefile *file, uint32_t records)
{
    file->max_generated =
        records < LIMIT_GENERATED_MAX ? records : LIMIT_GENERATED_MAX;
}

void ddds_zonefile_allow(struct zonefile *file,
                         const struct ddds_zone_options *options)
{
    file->may_include_anywhere = options->include_anywhere;
    file->include_folder = options->include_folder;
    file->include_near = options->include_near;
    ddds_zonefile_max_generated(file, options->max_generated);
}

size_t ddds_zonefile_octets(const struct zonefile *file)
{
    return file->root->length + ddds_reader_included(file);
}

void ddds_zonefile_free(struct zonefile *file)
{
    if (file == NULL) {
        return;
    }
    ddds_source_free(file->root);
    while (file->included != NULL) {
        struct source *source = file->included;
        file->included = source->next;
        ddds_source_free(source);
    }
    free(file);
}

/* Read |file|. Without an |origin|, the name of |root_length| octets is
 * assumed: the root, or 0 for none. */
static ddds_status read_file(struct zonefile *file, const char *origin,
                             size_t root_length, ddds_zonefile_fn *record,
                             ddds_zonefile_problem_fn *problem, void *context,
                             struct ddds_error *error)
{
    struct zone_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        return ddds_error_no_memory(error);
    }
    memset(reader, 0, offsetof(struct zone_reader, outer));
    reader->rdata.known = false;
    reader->rdata.length = reader->rdata.field_count = 0;
    reader->file = file;
    reader->record = record;
    reader->problem = problem;
    reader->context = context;
    reader->error = error;
    reader->at.origin.length = root_length;
    file->has_first_origin = false;
    file->unread = 0;
    if (origin != NULL) {
        struct spelt_name *text = &reader->at.origin_text;
        text->length = strlen(origin);
        memcpy(text->text, origin, text->length + 1);
        reader->at.origin.length =
            ddds_domain_write(origin, reader->at.origin.octets);
        reader->at.has_origin = true;
    }
    ddds_status status = read_source(reader, file->root);
    free(reader);
    return status;
}

ddds_status ddds_zonefile_read(struct zonefile *file, const char *origin,
                               ddds_zonefile_fn *record, void *context,
                               struct ddds_error *error)
{
    return read_file(file, origin, 0, record, NULL, context, error);
}

ddds_status ddds_zonefile_survey(struct zonefile *file, const char *origin,
                                 ddds_zonefile_fn *record,
                                 ddds_zonefile_problem_fn *problem,
                                 void *context, struct ddds_error *error)
{
    enum { ROOT = 1 };
    return read_file(file, origin, ROOT, record, problem, context, error);
}

const char *ddds_zonefile_first_origin(const struct zonefile *file)
{
    return file->has_first_origin ? file->first_origin : NULL;
}

/* Return true if |at| is in |source|, or at its end. */
static bool holds(const struct source *source, const char *at)
{
    return at >= source->text && at <= source->text + source->length;
}

const char *ddds_zonefile_text(const struct zonefile *file, const char *at,
                               size_t *length)
{
    const struct source *source = file->root;
    if (at != NULL && !holds(source, at)) {
        source = file->included;
        while (source != NULL && !holds(source, at)) {
            source = source->next;
        }
    }
    if (source == NULL) {
        return NULL;
    }
    *length = source->length;
    return source->text;
}
