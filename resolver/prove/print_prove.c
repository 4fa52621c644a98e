/* Classes and verdicts as text.
 *
 * SPDX-License-Identifier: MIT */
#include "prove/print_prove.h"

#include <string.h>

#include "text/line.h"

const char *print_prove_status(const struct ddds_proof_class *class)
{
    switch (class->status) {
    case DDDS_PROOF_BAD_INPUT:
        return "bad_input";
    case DDDS_PROOF_UNKNOWN:
        return "unknown";
    default:
        return ddds_reason_class_name(ddds_reason_class(class->reason));
    }
}

/* ---- Classes ------------------------------------------------------------- */

/* How many inputs, and which. */
static void add_inputs(struct line *line, const struct ddds_proof_class *class)
{
    line_add(line, class->count != NULL ? class->count
                   : class->is_infinite ? "infinitely many"
                                        : "many");
    line_add(line, class->inputs != NULL ? ": " : ", such as ");
    line_add_escaped(line,
                     class->inputs != NULL ? class->inputs : class->witness);
}

static void add_outcome(struct line *line, const struct ddds_proof_class *class)
{
    line_add(line, ddds_outcome_name(class->kind));
    if (class->output != NULL) {
        line_add(line, " ");
        line_add_escaped(line, class->output);
    }
    if (class->services != NULL && class->services[0] != '\0') {
        line_add(line, " (");
        line_add_escaped(line, class->services);
        line_add(line, ")");
    }
}

/* Where the inputs lead. */
static void add_end(struct line *line, const struct ddds_proof_class *class)
{
    line_add(line, " -> ");
    switch (class->status) {
    case DDDS_PROOF_RESOLVED:
        add_outcome(line, class);
        return;
    case DDDS_PROOF_BAD_INPUT:
        line_add(line, "not accepted");
        return;
    case DDDS_PROOF_UNKNOWN:
        line_add(line, "unknown");
        break;
    default:
        line_add(line, ddds_reason_name(class->reason));
        break;
    }
    if (class->because != NULL) {
        line_add(line, ": ");
        line_add_escaped(line, class->because);
    }
}

static void add_path(struct line *line, const struct ddds_proof_class *class)
{
    for (size_t i = 0; i < class->path_count; i++) {
        const struct ddds_proof_hop *hop = &class->path[i];
        line_add(line, i == 0 ? "; by " : ", ");
        line_add_escaped(line, hop->key);
        line_add(line, " ");
        line_add_number(line, hop->order);
        line_add(line, " ");
        line_add_number(line, hop->preference);
    }
}

static void print_member(void *context, const char *input)
{
    struct line line;
    line_begin(&line, context);
    line_add(&line, "    ");
    line_add_escaped(&line, input);
    line_add(&line, "\n");
    line_send(&line);
}

/* ---- Properties ---------------------------------------------------------- */

static void print_property(FILE *out, const struct property *property,
                           const struct property_answer *answer)
{
    struct line line;
    line_begin(&line, out);
    line_add_escaped(&line, property->text);
    line_add(&line, ": ");
    line_add(&line, property_verdict_name(answer->verdict));
    if (answer->class != NULL) {
        line_add(&line, answer->verdict == PROPERTY_REFUTED ? " by " : " for ");
        line_add_escaped(&line, answer->class->witness);
        add_end(&line, answer->class);
    }
    line_add(&line, "\n");
    line_send(&line);
}

void print_prove(FILE *out, const struct shown_proof *shown)
{
    const struct ddds_proof_class *class;
    for (size_t i = 0; (class = ddds_proof_class_at(shown->proof, i)) != NULL;
         i++) {
        struct line line;
        line_begin(&line, out);
        add_inputs(&line, class);
        add_end(&line, class);
        add_path(&line, class);
        line_add(&line, "\n");
        line_send(&line);
        (void)ddds_proof_members(shown->proof, i, shown->members, print_member,
                                 out);
    }
    for (size_t i = 0; i < shown->property_count; i++) {
        print_property(out, &shown->properties[i], &shown->answers[i]);
    }
}
