/* The order of members here is that of the fields in ddds/_findings.py.
 *
 * SPDX-License-Identifier: MIT */
#include "findings.h"

static void put_region(struct ddds_pickle *pickle,
                       const struct ddds_region *region)
{
    ddds_pickle_open_record(pickle, PICKLE_REGION);
    ddds_pickle_number(pickle, region->line);
    ddds_pickle_number(pickle, region->column);
    ddds_pickle_number(pickle, region->end_line);
    ddds_pickle_number(pickle, region->end_column);
    ddds_pickle_close_record(pickle);
}

static void put_finding(void *context, const struct ddds_finding *finding)
{
    struct ddds_pickle *pickle = context;
    const struct ddds_check_code *code = finding->code;
    ddds_pickle_open_record(pickle, PICKLE_FINDING);
    ddds_pickle_word(pickle, code->code);
    ddds_pickle_word(pickle, ddds_severity_text(code->severity));
    ddds_pickle_text(pickle, finding->file);
    ddds_pickle_number(pickle, finding->region.line);
    ddds_pickle_number(pickle, finding->region.column);
    ddds_pickle_number(pickle, finding->region.end_line);
    ddds_pickle_number(pickle, finding->region.end_column);
    ddds_pickle_text(pickle, finding->detail);
    ddds_pickle_word(pickle, code->title);
    ddds_pickle_word(pickle, code->why);
    ddds_pickle_word(pickle, code->consequence);
    ddds_pickle_text(pickle, finding->owner);
    ddds_pickle_span(pickle, finding->source.text, finding->source.length);
    ddds_pickle_text(pickle, finding->fix);
    if (finding->fix != NULL && finding->server == NULL) {
        put_region(pickle, &finding->replaced);
    } else {
        ddds_pickle_none(pickle);
    }
    ddds_pickle_text(pickle, finding->server);
    ddds_pickle_close_record(pickle);
}

ddds_status ddds_findings_report(ddds_check *check, struct ddds_pickle *pickle,
                                 struct ddds_check_summary *summary,
                                 struct ddds_error *error)
{
    ddds_pickle_begin(pickle);
    ddds_status status =
        ddds_check_report(check, put_finding, pickle, summary, error);
    ddds_pickle_end(pickle);
    if (status == DDDS_OK && pickle->is_failed) {
        return ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET,
                              "out of memory");
    }
    return status;
}

static void put_failure(void *context, const char *text)
{
    ddds_pickle_text(context, text);
}

ddds_status ddds_findings_query(ddds_check *check, struct ddds_check_live *live,
                                const char *const *names, size_t count,
                                struct ddds_pickle *failures,
                                struct ddds_error *error)
{
    live->complaint = put_failure;
    live->context = failures;
    ddds_pickle_begin(failures);
    ddds_status status = ddds_check_names(check, live, names, count, error);
    ddds_pickle_end(failures);
    return failures->is_failed ? ddds_error_set(error, DDDS_NO_MEMORY,
                                                DDDS_NO_OFFSET, "out of memory")
                               : status;
}

static ddds_status read_text(void *context, ddds_check *check,
                             const struct ddds_check_contents *contents,
                             struct ddds_error *error)
{
    (void)context;
    return ddds_check_text(check, contents->path, contents->text,
                           contents->length, NULL, error);
}

static void put_correction(void *context,
                           const struct ddds_correction *correction)
{
    struct ddds_pickle *pickle = context;
    ddds_pickle_number(pickle, (uint32_t)correction->begin);
    ddds_pickle_number(pickle, (uint32_t)correction->count);
    ddds_pickle_text(pickle, correction->text);
}

ddds_status ddds_findings_correct(const struct ddds_check_options *options,
                                  const char *name, const char *text,
                                  size_t length,
                                  struct ddds_pickle *corrections,
                                  struct ddds_error *error)
{
    const struct ddds_check_contents contents = {name, text, length};
    const struct ddds_correct correct = {
        .size = sizeof correct,
        .read = read_text,
        .made = put_correction,
        .context = corrections,
    };
    struct ddds_check_options checking = *options;
    checking.contents = &contents;
    checking.contents_count = 1;
    ddds_pickle_begin(corrections);
    ddds_status status = ddds_check_correct(&checking, &correct, error);
    ddds_pickle_end(corrections);
    return corrections->is_failed
               ? ddds_error_set(error, DDDS_NO_MEMORY, DDDS_NO_OFFSET,
                                "out of memory")
               : status;
}
