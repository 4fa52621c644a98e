/* SPDX-License-Identifier: MIT */
#include "py_check.h"

#include <string.h>
#include <strings.h>

#include <ddds/check.h>

#include "py_error.h"
#include "py_dns.h"
#include "py_list.h"
#include "py_members.h"
#include "py_options.h"
#include "py_record.h"
#include "py_source.h"

/* ---- Options ------------------------------------------------------------- */

/* The options of a check, with their memory. */
struct settings {
    struct ddds_check_options options;
    struct py_text origin;
    struct py_text root;
    struct py_texts inputs;
    struct py_texts ignored;
    PyObject *app;
};

static void free_settings(struct settings *settings)
{
    py_text_free(&settings->origin);
    py_text_free(&settings->root);
    py_texts_free(&settings->inputs);
    py_texts_free(&settings->ignored);
    Py_CLEAR(settings->app);
}

/* Read a tuple of five. The caller must free |settings| in any case. */
static bool read_settings(const struct py_state *state, PyObject *given,
                          struct settings *settings)
{
    struct ddds_check_options *options = &settings->options;
    PyObject *origin;
    PyObject *app;
    PyObject *root;
    PyObject *inputs;
    PyObject *ignored;
    *settings = (struct settings){.options = DDDS_CHECK_OPTIONS_INIT};
    if (!PyArg_ParseTuple(given, "OOOOO", &origin, &app, &root, &inputs,
                          &ignored) ||
        !py_text_read_optional(state, origin, "the origin",
                               &settings->origin) ||
        !py_application_read(state, app, &options->application,
                             &settings->app) ||
        !py_text_read_words(state, root, "root", &settings->root) ||
        !py_texts_read(state, inputs, "an input", &settings->inputs) ||
        !py_texts_read(state, ignored, "a code", &settings->ignored)) {
        return false;
    }
    options->origin = settings->origin.text;
    options->roots = settings->root.text;
    options->inputs = settings->inputs.array;
    options->input_count = settings->inputs.count;
    options->ignored = settings->ignored.array;
    options->ignored_count = settings->ignored.count;
    return true;
}

/* ---- Findings ------------------------------------------------------------ */

static PyObject *make_region(struct py_state *state,
                             const struct ddds_region *region)
{
    RETURN_RECORD(state, PY_REGION, PY_REGION_MEMBERS);
}

static bool put_replaced(struct py_record *record,
                         const struct ddds_finding *finding)
{
    bool has_region = finding->fix != NULL && finding->server == NULL;
    return has_region
               ? py_put(record, make_region(record->state, &finding->replaced))
               : py_put_none(record);
}

#define PUT_SOURCE(span)                                                       \
    py_put(record, py_text_make((span).text, (span).length))
#define PUT_REPLACED(finding) put_replaced(record, finding)

static PyObject *make_finding(struct py_state *state,
                              const struct ddds_finding *finding)
{
    const struct ddds_check_code *code = finding->code;
    const struct ddds_region *region = &finding->region;
    RETURN_RECORD(state, PY_FINDING, PY_FINDING_MEMBERS);
}

struct py_findings {
    struct py_list list;
    struct py_state *state;
};

static void add_finding(void *context, const struct ddds_finding *finding)
{
    struct py_findings *findings = context;
    if (py_list_lock(&findings->list)) {
        py_list_append(&findings->list, make_finding(findings->state, finding));
    }
    py_list_unlock(&findings->list);
}

static PyObject *report(struct py_state *state, ddds_check *check,
                        struct ddds_check_summary *summary)
{
    struct py_findings findings = {.state = state};
    struct ddds_error error;
    py_list_begin(&findings.list);
    ddds_status status =
        ddds_check_report(check, add_finding, &findings, summary, &error);
    return py_list_end(&findings.list, state, status, &error, NULL);
}

/* ---- Files and texts ----------------------------------------------------- */

static ddds_check *open_check(const struct py_state *state,
                              const struct settings *settings)
{
    struct ddds_error error;
    ddds_check *check = ddds_check_new(&settings->options, &error);
    if (check == NULL) {
        py_raise(state, &error, NULL);
    }
    return check;
}

/* Read the file |path|, or |text| under this name, if it is not None. The check
 * points into |*kept|, which must outlive it. */
static bool read_zone(const struct py_state *state, ddds_check *check,
                      PyObject *path, PyObject *text, struct py_text *kept)
{
    struct py_text name;
    struct ddds_error error;
    ddds_status status;
    if ((text != Py_None && !py_text_read_zone(text, kept)) ||
        !py_text_read_path(state, path, &name)) {
        return false;
    }
    Py_BEGIN_ALLOW_THREADS status =
        kept->text == NULL ? ddds_check_file(check, name.text, NULL, &error)
                           : ddds_check_text(check, name.text, kept->text,
                                             kept->length, NULL, &error);
    Py_END_ALLOW_THREADS if (status != DDDS_OK)
    {
        py_raise(state, &error, kept->text == NULL ? name.text : NULL);
    }
    py_text_free(&name);
    return status == DDDS_OK;
}

PyObject *py_check_zones(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct settings settings;
    struct py_text kept = {0};
    PyObject *given;
    PyObject *paths;
    PyObject *text;
    PyObject *made = NULL;
    ddds_check *check = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O!O", &PyTuple_Type, &given,
                          &PyTuple_Type, &paths, &text)) {
        return NULL;
    }
    bool is_read = read_settings(state, given, &settings) &&
                   (check = open_check(state, &settings)) != NULL;
    for (Py_ssize_t i = 0; is_read && i < PyTuple_Size(paths); i++) {
        is_read =
            read_zone(state, check, PyTuple_GetItem(paths, i), text, &kept);
    }
    if (is_read) {
        made = report(state, check, NULL);
    }
    ddds_check_free(check);
    free_settings(&settings);
    py_text_free(&kept);
    return made;
}

/* ---- Published records --------------------------------------------------- */

/* Set the query options of |live| to those of |source|. */
static bool ask_like(struct py_state *state, const struct py_source *source,
                     struct ddds_check_live *live)
{
    struct py_validation validation;
    struct ddds_error error;
    bool has_tls = false;
    for (size_t i = 0; i < source->servers.count; i++) {
        has_tls |= strncasecmp(source->servers.array[i], "tls://", 6) == 0;
    }
    live->dns = has_tls || source->is_recursive ? NULL : &source->options;
    if (source->is_validated) {
        live->database = py_dns_validate(source, &validation, &error);
        if (live->database == NULL) {
            py_raise(state, &error, NULL);
        }
    }
    return !source->is_validated || live->database != NULL;
}

/* Look the names up. Return a list of failures, or NULL. */
static PyObject *look_up(struct py_state *state, ddds_check *check,
                         struct ddds_check_live *live,
                         const struct py_texts *names)
{
    struct ddds_error error;
    struct py_list failures;
    live->complaint = py_list_text;
    live->context = &failures;
    py_list_begin(&failures);
    ddds_status status =
        ddds_check_names(check, live, names->array, names->count, &error);
    bool is_whole = failures.made != NULL;
    if (is_whole && status == DDDS_LIMIT) {
        py_list_text(&failures, error.detail);
    } else if (is_whole && status == DDDS_UNREADABLE) {
        PyEval_RestoreThread(failures.thread);
        bool has_failed = PyList_Size(failures.made) > 0;
        failures.thread = PyEval_SaveThread();
        status = has_failed ? DDDS_OK : status;
    }
    return py_list_end(&failures, state,
                       status == DDDS_LIMIT ? DDDS_OK : status, &error, NULL);
}

PyObject *py_check_names(PyObject *module, PyObject *arguments)
{
    struct py_state *state = py_state_of(module);
    struct settings settings;
    struct py_texts names = {0};
    struct ddds_check_live live = DDDS_CHECK_LIVE_INIT;
    struct ddds_check_summary summary = DDDS_CHECK_SUMMARY_INIT;
    PyObject *given[3];
    PyObject *failures = NULL;
    PyObject *found = NULL;
    ddds_check *check = NULL;
    int asks_authorities;
    int port;
    long long now;
    if (!PyArg_ParseTuple(arguments, "O!OOpiL", &PyTuple_Type, &given[0],
                          &given[1], &given[2], &asks_authorities, &port,
                          &now)) {
        return NULL;
    }
    struct py_source *source = py_source_use(state, given[2]);
    if (source == NULL) {
        return NULL;
    }
    live.asks_authorities = asks_authorities != 0;
    live.authority_port = (uint16_t)port;
    live.now = now;
    if (read_settings(state, given[0], &settings) &&
        py_texts_read(state, given[1], "a name", &names) &&
        (check = open_check(state, &settings)) != NULL &&
        ask_like(state, source, &live) &&
        (failures = look_up(state, check, &live, &names)) != NULL) {
        found = report(state, check, &summary);
    }
    ddds_check_free(check);
    ddds_database_free(live.database);
    free_settings(&settings);
    py_texts_free(&names);
    py_source_release(source);
    if (found == NULL) {
        Py_XDECREF(failures);
        return NULL;
    }
    return Py_BuildValue("NNn", found, failures, (Py_ssize_t)summary.queries);
}

/* ---- Corrections --------------------------------------------------------- */

static ddds_status read_contents(void *context, ddds_check *check,
                                 const struct ddds_check_contents *contents,
                                 struct ddds_error *error)
{
    (void)context;
    return ddds_check_text(check, contents->path, contents->text,
                           contents->length, NULL, error);
}

/* The corrected text: corrections, and the parts between them. */
struct corrected {
    struct py_list pieces; /* list of bytes */
    const struct py_text *text;
    size_t end; /* of |pieces| in |text| */
};

static void add_piece(struct corrected *corrected, const char *text,
                      size_t length)
{
    if (corrected->pieces.made != NULL) {
        py_list_append(&corrected->pieces,
                       PyBytes_FromStringAndSize(text, (Py_ssize_t)length));
    }
}

static void add_correction(void *context,
                           const struct ddds_correction *correction)
{
    struct corrected *corrected = context;
    py_list_lock(&corrected->pieces);
    add_piece(corrected, corrected->text->text + corrected->end,
              correction->begin - corrected->end);
    add_piece(corrected, correction->text, strlen(correction->text));
    corrected->end = correction->begin + correction->count;
    py_list_unlock(&corrected->pieces);
}

/* Return |text| with its corrections, as bytes. */
static PyObject *correct(const struct py_state *state,
                         struct settings *settings, const struct py_text *text)
{
    const struct ddds_check_contents contents = {"text", text->text,
                                                 text->length};
    struct corrected corrected = {.text = text};
    const struct ddds_correct how = {.size = sizeof how,
                                     .read = read_contents,
                                     .made = add_correction,
                                     .context = &corrected};
    struct ddds_error error;
    settings->options.contents = &contents;
    settings->options.contents_count = 1;
    py_list_begin(&corrected.pieces);
    ddds_status status = ddds_check_correct(&settings->options, &how, &error);
    PyObject *pieces =
        py_list_end(&corrected.pieces, state, status, &error, NULL);
    if (pieces == NULL) {
        return NULL;
    }
    corrected.pieces.made = pieces;
    add_piece(&corrected, text->text + corrected.end,
              text->length - corrected.end);
    pieces = corrected.pieces.made;
    PyObject *empty = PyBytes_FromString("");
    PyObject *joined = empty != NULL && pieces != NULL
                           ? PyObject_CallMethod(empty, "join", "O", pieces)
                           : NULL;
    Py_XDECREF(empty);
    Py_XDECREF(pieces);
    return joined;
}

PyObject *py_check_correct(PyObject *module, PyObject *arguments)
{
    const struct py_state *state = py_state_of(module);
    struct settings settings;
    struct py_text text = {0};
    PyObject *given[2];
    PyObject *made = NULL;
    if (!PyArg_ParseTuple(arguments, "O!O", &PyTuple_Type, &given[0],
                          &given[1])) {
        return NULL;
    }
    if (read_settings(state, given[0], &settings) &&
        py_text_read_zone(given[1], &text)) {
        made = correct(state, &settings, &text);
    }
    free_settings(&settings);
    py_text_free(&text);
    return made;
}
