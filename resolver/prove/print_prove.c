/* Classes and verdicts as text.
 *
 * SPDX-License-Identifier: MIT */
#include "prove/print_prove.h"

#include <stdlib.h>
#include <string.h>

#include "render/rendering.h"
#include "text/line.h"

/* ---- Classes ------------------------------------------------------------- */

/* The largest number of which a share is computed. */
static const double largest = 1e300;

/* A share in tenths of a percent; -1 if it is unknown. |sign| is "<" or ">" if it
 * would be rounded to nothing or to all. */
struct share {
    int tenths;
    const char *sign;
};

/* Return the share of |count| in |total|, both in decimal. */
static struct share find_share(const char *count, const char *total)
{
    if (count == NULL || total == NULL) {
        return (struct share){-1, ""};
    }
    double part = strtod(count, NULL);
    double whole = strtod(total, NULL);
    if (whole <= 0 || whole > largest) {
        return (struct share){-1, ""};
    }
    int tenths = (int)(part / whole * 1000 + 0.5);
    bool is_exact = strcmp(count, total) == 0 || strcmp(count, "0") == 0;
    return is_exact         ? (struct share){tenths, ""}
           : tenths == 0    ? (struct share){1, "< "}
           : tenths == 1000 ? (struct share){999, "> "}
                            : (struct share){tenths, ""};
}

/* Return the share of all others. */
static struct share find_rest(struct share share)
{
    const char *sign = share.sign[0] == '<'   ? "> "
                       : share.sign[0] == '>' ? "< "
                                              : "";
    return (struct share){1000 - share.tenths, sign};
}

static void add_share(struct line *line, struct share share)
{
    line_add(line, share.sign);
    line_add_number(line, (unsigned)share.tenths / 10);
    line_add(line, ".");
    line_add_number(line, (unsigned)share.tenths % 10);
    line_add(line, " %");
}

/* True if some input of |class| is known. */
static bool has_witness(const struct ddds_proof_class *class)
{
    return class->key == NULL &&
           (class->witness[0] != '\0' || class->status != DDDS_PROOF_UNKNOWN);
}

/* Print the number and the set of the inputs. */
static void add_inputs(struct line *line, const struct ddds_proof_class *class,
                       const char *total)
{
    if (class->key != NULL) {
        line_add(line, "those with the first key ");
        line_add_escaped(line, class->key);
        return;
    }
    line_add(line, class->count != NULL ? class->count
                   : class->is_infinite ? "infinitely many"
                                        : "many");
    struct share share = find_share(class->count, total);
    if (share.tenths >= 0) {
        line_add(line, " (");
        add_share(line, share);
        line_add(line, ")");
    }
    if (class->inputs != NULL || has_witness(class)) {
        line_add(line, class->inputs != NULL ? ": " : ", such as ");
        line_add_escaped(line, class->inputs != NULL ? class->inputs
                                                     : class->witness);
    }
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

/* Print where the inputs lead. */
static void add_end(struct line *line, const struct ddds_proof_class *class)
{
    line_add(line, " -> ");
    switch (class->status) {
    case DDDS_PROOF_RESOLVED:
        add_outcome(line, class);
        break;
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
        if (hop->file != NULL) {
            line_add(line, " (");
            line_add_escaped(line, hop->file);
            line_add(line, ":");
            line_add_number(line, hop->line);
            line_add(line, ")");
        }
    }
}

/* Print a line: |before|, then |text|. */
static void print_line(FILE *out, const char *before, const char *text)
{
    struct line line;
    line_begin(&line, out);
    line_add(&line, before);
    line_add_escaped(&line, text);
    line_add(&line, "\n");
    line_send(&line);
}

static void print_member(void *context, const char *input)
{
    print_line(context, "    ", input);
}

static void print_class(FILE *out, const struct shown_proof *shown,
                        size_t index)
{
    const struct ddds_proof_class *class =
        ddds_proof_class_at(shown->proof, index);
    struct line line;
    line_begin(&line, out);
    line_add(&line, "#");
    line_add_number(&line, (unsigned)index + 1);
    line_add(&line, " ");
    add_inputs(&line, class, ddds_proof_count(shown->proof));
    add_end(&line, class);
    add_path(&line, class);
    line_add(&line, "\n");
    line_send(&line);
    (void)ddds_proof_members(shown->proof, index, shown->members, print_member,
                             out);
}

/* Resolve |input|, and print the trace. */
static void print_resolution(FILE *out, const struct shown_proof *shown,
                             const char *input)
{
    static const struct style style = {.has_trace = true};
    struct ddds_error error;
    ddds_resolution *done =
        ddds_resolve(shown->database, ddds_proof_application(shown->proof),
                     input, shown->request, &error);
    if (done != NULL) {
        print_text(out, ddds_resolution_result(done), &style);
    } else {
        fprintf(out, ";; %s\n", error.detail);
    }
    ddds_resolution_free(done);
}

/* ---- Properties ---------------------------------------------------------- */

static void print_property(FILE *out, const struct shown_proof *shown,
                           size_t index)
{
    const struct ddds_proof_property *found = shown->verdicts[index];
    const struct ddds_proof_class *class =
        ddds_proof_class_at(shown->proof, found->class_index);
    bool is_refuted = found->verdict == DDDS_PROOF_REFUTED;
    struct share share =
        find_share(found->inputs, ddds_proof_count(shown->proof));
    struct line line;
    line_begin(&line, out);
    line_add_escaped(&line, shown->properties->items[index]);
    line_add(&line, ": ");
    line_add(&line, ddds_proof_verdict_name(found->verdict));
    if (class != NULL) {
        line_add(&line, is_refuted ? " by " : " for ");
        line_add_escaped(&line, found->witness);
        add_end(&line, class);
    }
    if (found->because != NULL &&
        (class == NULL || class->because == NULL ||
         strstr(class->because, found->because) == NULL)) {
        line_add(&line, class == NULL ? ": " : "; ");
        line_add_escaped(&line, found->because);
    }
    if (found->verdict == DDDS_PROOF_UNDECIDED && share.tenths >= 0) {
        line_add(&line, "; ");
        add_share(&line, find_rest(share));
        line_add(&line, " proved");
    }
    line_add(&line, "\n");
    line_send(&line);
    if (is_refuted && class != NULL) {
        print_resolution(out, shown, found->witness);
    }
}

void print_prove(FILE *out, const struct shown_proof *shown)
{
    const struct ddds_proof_class *class;
    if (shown->set != NULL) {
        print_line(out, ";; set ", shown->set);
    }
    for (size_t i = 0; (class = ddds_proof_class_at(shown->proof, i)) != NULL;
         i++) {
        if (shown->class_number == 0 || shown->class_number == i + 1) {
            print_class(out, shown, i);
        }
        if (shown->class_number == i + 1 && has_witness(class)) {
            print_resolution(out, shown, class->witness);
        }
    }
    for (size_t i = 0; i < shown->properties->count; i++) {
        print_property(out, shown, i);
    }
}
