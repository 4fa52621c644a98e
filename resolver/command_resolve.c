/* ddds resolve and ddds trace: inputs in, results out, many in flight.
 *
 * A window of |jobs| slots moves over the inputs. Slots are filled as inputs
 * are read and emptied as results are printed: in the order of the inputs, or
 * as they finish. Memory is that of the window, however long the batch.
 *
 * SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include <ddds/ddds.h>

#include "command.h"
#include "complain.h"
#include "exits.h"
#include "hints.h"
#include "inputs.h"
#include "options.h"
#include "print.h"
#include "source.h"

/* One input on its way. */
struct slot {
    struct input input;
    ddds_resolution *resolution; /* NULL: it was refused */
    const struct ddds_application *application;
    struct ddds_error error;
    uint64_t chance; /* state of its random numbers */
    bool is_done;
};

struct batch {
    const struct options *options;
    struct style style;
    ddds_database *database;
    struct inputs inputs;
    struct slot *slots; /* a ring */
    size_t first;       /* the oldest */
    size_t count;
    uint64_t started; /* inputs so far */
    bool has_ended;   /* there are no more inputs */
    int status;
};

/* ---- Chance that can be repeated --------------------------------------- */

/* SplitMix64: each input has its own sequence, so that the order in which
 * inputs finish does not matter. */
static uint32_t draw(void *context)
{
    uint64_t *state = context;
    uint64_t mixed = *state += UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)(mixed >> 32);
}

/* ---- Filling slots ----------------------------------------------------- */

static void finish(ddds_resolution *resolution, void *context)
{
    (void)resolution;
    ((struct slot *)context)->is_done = true;
}

/* Is it neither URN nor URI, because it has no scheme, although no application
 * was named that would take it? */
static bool has_no_scheme(const struct options *options, const char *input)
{
    return options->application == NULL && strchr(input, ':') == NULL;
}

/* What can be said of an input without resolving it, or NULL. */
static const char *find_fault(const struct batch *batch,
                              const struct input *input)
{
    if (strlen(input->text) != input->length) {
        return "the input holds a NUL octet";
    }
    return has_no_scheme(batch->options, input->text) ? hint_for(input->text)
                                                      : NULL;
}

static void start(struct batch *batch, struct slot *slot)
{
    struct ddds_options resolving = batch->options->resolving;
    slot->application = batch->options->application != NULL
                            ? batch->options->application
                            : ddds_application_for(slot->input.text);
    slot->resolution = NULL;
    slot->is_done = true;
    if (batch->options->has_seed) {
        slot->chance = batch->options->seed +
                       batch->started * UINT64_C(0x2545f4914f6cdd1d);
        resolving.random = draw;
        resolving.random_context = &slot->chance;
    }
    const char *fault = find_fault(batch, &slot->input);
    if (fault != NULL) {
        slot->error.status = DDDS_BAD_INPUT;
        slot->error.offset = DDDS_NO_OFFSET;
        snprintf(slot->error.detail, sizeof slot->error.detail, "%s", fault);
        return;
    }
    slot->resolution =
        ddds_resolution_new(batch->database, slot->application,
                            slot->input.text, &resolving, &slot->error);
    if (slot->resolution != NULL) {
        slot->is_done = false;
        ddds_resolution_start(slot->resolution, finish, slot);
    }
}

/* Take inputs until the window is full, or the first result can be printed:
 * whoever types one wants its answer before the next. */
static void fill(struct batch *batch)
{
    while (!batch->has_ended && batch->count < batch->options->jobs &&
           !(batch->count > 0 && batch->slots[batch->first].is_done)) {
        struct slot *slot =
            &batch->slots[(batch->first + batch->count) % batch->options->jobs];
        if (inputs_next(&batch->inputs, &slot->input)) {
            start(batch, slot);
            batch->started++;
            batch->count++;
        } else {
            batch->has_ended = true;
        }
    }
}

/* ---- Emptying slots ---------------------------------------------------- */

static void report_refusal(struct batch *batch, const struct slot *slot)
{
    const struct input *input = &slot->input;
    const struct refusal refusal = {input->text, slot->application,
                                    &slot->error};
    if (slot->error.status == DDDS_BAD_OPTION) {
        /* It is the same for all inputs. */
        complain("%s", slot->error.detail);
        batch->has_ended = true;
        batch->count = 1;
        return;
    }
    if (batch->options->format == FORMAT_JSON) {
        print_json_refusal(stdout, &refusal);
    }
    char name[64] = "";
    if (slot->error.status != DDDS_NO_MEMORY) {
        snprintf(name, sizeof name, "\"%.48s%s\": ", input->text,
                 strlen(input->text) > 48 ? "..." : "");
    }
    if (input->file != NULL) {
        complain("%s:%zu: %s%s", input->file, input->line, name,
                 slot->error.detail);
    } else {
        complain("%s%s", name, slot->error.detail);
    }
    if (slot->error.status == DDDS_BAD_INPUT) {
        point_at(input->text, slot->error.offset);
    }
}

static void print_result(struct batch *batch, const struct ddds_result *result)
{
    switch (batch->options->format) {
    case FORMAT_TEXT:
        print_text(stdout, result, &batch->style);
        break;
    case FORMAT_SHORT:
        print_short(stdout, result);
        break;
    case FORMAT_JSON:
        print_json(stdout, result, &batch->style);
        break;
    }
}

/* Show what came of the input, and take its exit status into account. */
static void empty(struct batch *batch, struct slot *slot)
{
    int status;
    if (slot->resolution == NULL) {
        report_refusal(batch, slot);
        status = exit_of_status(slot->error.status);
    } else if (ddds_resolution_status(slot->resolution) != DDDS_OK) {
        complain("%s: out of memory", slot->input.text);
        status = EXIT_OWN_FAILURE;
    } else {
        const struct ddds_result *result =
            ddds_resolution_result(slot->resolution);
        print_result(batch, result);
        status = exit_of_reason(result->reason);
    }
    ddds_resolution_free(slot->resolution);
    slot->resolution = NULL;
    batch->status = worse_exit(batch->status, status);
}

static struct slot *slot_at(struct batch *batch, size_t index)
{
    return &batch->slots[(batch->first + index) % batch->options->jobs];
}

/* Print what has finished: from the front, or wherever it is. */
static bool drain(struct batch *batch)
{
    bool any = false;
    for (size_t i = 0; batch->options->is_unordered && i < batch->count; i++) {
        struct slot *slot = slot_at(batch, i);
        if (slot->is_done && slot->application != NULL) {
            empty(batch, slot);
            slot->application = NULL; /* printed */
            any = true;
        }
    }
    while (batch->count > 0 && slot_at(batch, 0)->is_done) {
        struct slot *slot = slot_at(batch, 0);
        if (slot->application != NULL) {
            empty(batch, slot);
        }
        batch->first = (batch->first + 1) % batch->options->jobs;
        batch->count--;
        any = true;
    }
    return any;
}

/* ---- The whole --------------------------------------------------------- */

static int run_batch(struct batch *batch)
{
    const struct ddds_database_class *methods = batch->database->methods;
    do {
        fill(batch);
        if (!drain(batch) && batch->count > 0 && methods->wait != NULL) {
            methods->wait(batch->database);
        }
    } while (!batch->has_ended || batch->count > 0);
    return worse_exit(batch->status, batch->inputs.status);
}

static int resolve(struct options *options, const char *word)
{
    if (options->input_count == 0 && options->input_file_count == 0) {
        complain("nothing to resolve: give a URN or URI, or inputs with -f "
                 "FILE or -; ddds %s --help says more",
                 word);
        return EXIT_USAGE;
    }
    int status;
    struct batch batch = {
        .options = options,
        .style = {options->has_trace, options->has_color},
        .slots = malloc(options->jobs * sizeof *batch.slots),
    };
    if (batch.slots == NULL) {
        complain("out of memory");
        return EXIT_OWN_FAILURE;
    }
    /* Who mistypes a command wants to hear of that, not of zone files. */
    if (options->zone_count == 0 && options->input_count > 0 &&
        strcmp(options->inputs[0], "-") != 0 &&
        has_no_scheme(options, options->inputs[0])) {
        complain("\"%.48s\": %s", options->inputs[0],
                 hint_for(options->inputs[0]));
        free(batch.slots);
        return EXIT_USAGE;
    }
    batch.database = source_open(options, &status);
    if (batch.database != NULL) {
        inputs_begin(&batch.inputs, options);
        status = run_batch(&batch);
        ddds_database_free(batch.database);
    }
    free(batch.slots);
    return status;
}

static int run(enum command command, int count, char **arguments)
{
    struct options options;
    const char *word = command == COMMAND_TRACE ? "trace" : "resolve";
    int status = options_read(&options, command, count, arguments);
    if (options.asks == ASKS_HELP) {
        print_help(stdout, word);
    } else if (options.asks == ASKS_VERSION) {
        print_version();
    } else if (status < 0) {
        status = resolve(&options, word);
    }
    options_clear(&options);
    return status;
}

int command_resolve(int count, char **arguments)
{
    return run(COMMAND_RESOLVE, count, arguments);
}

int command_trace(int count, char **arguments)
{
    return run(COMMAND_TRACE, count, arguments);
}
