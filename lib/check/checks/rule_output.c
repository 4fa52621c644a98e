/* 3xx: the output of a rule. A key, a host name and a name of SRV records must
 * be valid domain names; a URI must be valid and safe to follow.
 *
 * A replacement is its own output. An expression is tried with three kinds of
 * inputs:
 *
 * 1. the caller's inputs; each output must be valid;
 * 2. no input: each back-reference is replaced by several harmless strings. If
 *    all outputs are invalid, the replacement part is wrong;
 * 3. inputs made from the owner name and the expression. Real inputs may look
 *    different, so only a failure of all outputs counts.
 *
 * A URI must also suit the service, and be valid for its scheme. This is
 * checked for outputs of real inputs, and for the constant part of all outputs.
 *
 * SPDX-License-Identifier: MIT */
#include "check/checks/rule_output.h"

#include <stdio.h>
#include <string.h>

#include <ddds/uri.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/escape.h"
#include "base/text.h"
#include "check/checks/names.h"
#include "check/judge/expressions.h"
#include "check/judge/uri_use.h"
#include "check/report/report.h"
#include "base/domain.h"
#include "name/idna.h"
#include "rule/flags.h"

/* ---- Judging an output ---------------------------------------------- */

/* Return true if URIs of |scheme| make a browser run a program or read a local
 * file. */
static bool is_dangerous(struct ddds_span scheme)
{
    static const char *const schemes[] = {"javascript", "vbscript", "file"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        if (scheme.length == strlen(schemes[i]) &&
            ascii_equal_span(scheme.text, schemes[i], scheme.length)) {
            return true;
        }
    }
    return false;
}

/* An output, and its fault: |why|, NULL if it is valid, and |code|. |detail| is
 * memory for |why|. */
struct judgement {
    const char *why;
    enum check_code code;
    char detail[DDDS_DETAIL_SIZE];
};

/* Judge a scheme by the services of its rule; |context| is the judgement. */
static bool judge_scheme(void *context, const struct clean_question *question)
{
    char memory[64];
    struct text list;
    struct ddds_span service;
    struct judgement *judgement = context;
    const struct ddds_span scheme = question->word;
    ddds_text_init(&list, memory, sizeof memory);
    if (scheme.length == 0 ||
        !ddds_uri_use_is_foreign(question, &service, &list)) {
        return true;
    }
    snprintf(judgement->detail, sizeof judgement->detail,
             "the scheme \"%.*s\" does not belong to \"%.*s\", which has %s "
             "URIs",
             scheme.length < 20 ? (int)scheme.length : 20, scheme.text,
             service.length < 40 ? (int)service.length : 40, service.text,
             list.bytes);
    judgement->why = judgement->detail;
    judgement->code = CODE_OTHER_SCHEME;
    return false;
}

static void check_scheme(struct clean_cache *cache,
                         const struct rule_view *view, struct ddds_span scheme,
                         struct judgement *judgement)
{
    const struct clean_question question = {
        .application = view->application,
        .next = CLEAN_SCHEME,
        .services = view->rule->services,
        .word = scheme,
    };
    ddds_clean_cache_judge(cache, &question, judge_scheme, judgement);
}

/* Judge the valid URI |output| by its scheme and service. */
static void judge_use(struct clean_cache *cache, const struct rule_view *view,
                      const char *output, struct judgement *judgement)
{
    struct ddds_uri uri;
    if (ddds_uri_parse(output, &uri, NULL) != DDDS_OK) {
        return;
    }
    judgement->why = ddds_uri_use_fault(&uri);
    judgement->code = CODE_SCHEME_SYNTAX;
    if (judgement->why == NULL) {
        check_scheme(cache, view, uri.scheme, judgement);
    }
    if (judgement->why == NULL &&
        view->application == ddds_application_peppol()) {
        judgement->why = ddds_uri_use_metadata_fault(&uri, &judgement->code);
    }
}

/* Return why clients cannot use |output|, or NULL if they can. */
static const char *judge_uri(const struct rule_view *view, const char *output,
                             struct ddds_error *error)
{
    struct ddds_uri uri;
    if (strchr(output, ':') == NULL) {
        return "it has no scheme, such as \"https:\"";
    }
    if (ddds_uri_parse(output, &uri, error) != DDDS_OK) {
        return error->detail;
    }
    bool is_contact =
        view->application != NULL && view->application->uri_is_absolute;
    if (is_contact && uri.host.text == NULL && uri.path.length == 0) {
        return "it has nothing after the scheme";
    }
    if (is_contact && uri.fragment.text != NULL) {
        return "it has a fragment, but must be an absolute URI";
    }
    return is_dangerous(uri.scheme)
               ? "clients must not follow URIs with this scheme"
               : NULL;
}

/* Return why |output|, a name or a URI, is unusable, or NULL if it is
 * usable. */
static const char *judge(const struct rule_view *view, const char *output,
                         struct ddds_error *error)
{
    char key[LIMIT_KEY_SIZE];
    if (!flags_make_name(view->next)) {
        return judge_uri(view, output, error);
    }
    return ddds_idna_parse_output(output, strlen(output), key, error) == DDDS_OK
               ? NULL
               : error->detail;
}

static enum check_code code_of(const struct rule_view *view)
{
    return flags_make_name(view->next) ? CODE_ILLEGAL_NAME : CODE_ILLEGAL_URI;
}

/* Judge an output for a possibly real input. */
static void judge_output(struct clean_cache *cache,
                         const struct rule_view *view, const char *output,
                         struct judgement *judgement)
{
    struct ddds_error error;
    judgement->code = code_of(view);
    judgement->why = judge(view, output, &error);
    if (judgement->why != NULL) {
        snprintf(judgement->detail, sizeof judgement->detail, "%s",
                 judgement->why);
        judgement->why = judgement->detail;
    } else if (!flags_make_name(view->next)) {
        judge_use(cache, view, output, judgement);
    }
}

/* ---- Trying inputs -------------------------------------------------- */

struct input_trials {
    struct subject *subject;
    const struct rule_view *view;
    const struct ddds_substitution *substitution; /* of its expression */
    size_t outputs;                               /* for matching inputs */
    size_t failures;                              /* invalid outputs */
    size_t labels;  /* outputs with a single label */
    bool is_sample; /* inputs are samples, only made to match */
    enum check_code code;
    char failed[DDDS_DETAIL_SIZE];
    char bare[DDDS_DETAIL_SIZE];
};

/* Correct a telephone number. */
static void correct_number(const struct input_trials *trials)
{
    char number[64];
    struct text meant;
    struct draft *draft = &trials->subject->draft;
    const char *regexp = trials->view->rule->regexp;
    const struct ddds_substitution *substitution = trials->substitution;
    const char *at = strstr(regexp, substitution->literal);
    ddds_text_init(&meant, number, sizeof number);
    if (!substitution->is_constant || at == NULL ||
        !ddds_uri_use_mend_number(substitution->literal,
                                  trials->subject->record->base.owner,
                                  &meant) ||
        meant.failed) {
        return;
    }
    ddds_draft_format(draft, draft->regexp, "%.*s%s%s", (int)(at - regexp),
                      regexp, meant.bytes, at + strlen(substitution->literal));
}

/* Leave out the "+" before a back-reference to a whole number, or the first of
 * two. A correction that does not remove its finding is never shown. */
static void correct_plus(const struct input_trials *trials)
{
    struct draft *draft = &trials->subject->draft;
    const char *regexp = trials->view->rule->regexp;
    const char *plus = strstr(regexp, ":+\\");
    plus = plus != NULL ? plus : strstr(regexp, ":++");
    if (plus != NULL) {
        ddds_draft_format(draft, draft->regexp, "%.*s%s",
                          (int)(plus + 1 - regexp), regexp, plus + 2);
    }
}

/* Correct the services for the scheme of the output, or the output for its
 * required scheme. */
static void correct(const struct input_trials *trials, enum check_code code)
{
    char memory[DRAFT_FIELD_SIZE];
    struct text text;
    struct draft *draft = &trials->subject->draft;
    const struct ddds_rule *rule = trials->view->rule;
    const char *replacement = trials->substitution->replacement;
    const char *plain = strstr(rule->regexp, "http://");
    ddds_text_init(&text, memory, sizeof memory);
    if (code == CODE_OTHER_SCHEME &&
        ddds_uri_use_suggest(
            trials->view,
            (struct ddds_span){replacement, strcspn(replacement, ":")},
            &text)) {
        ddds_draft_set(draft, draft->services, text.bytes);
    } else if (code == CODE_PLAIN_METADATA && plain != NULL) {
        ddds_draft_format(draft, draft->regexp, "%.*shttps%s",
                          (int)(plain - rule->regexp), rule->regexp,
                          plain + strlen("http"));
    } else if (code == CODE_SCHEME_SYNTAX) {
        correct_number(trials);
        correct_plus(trials);
    }
}

/* Report |detail| at the replacement part of the expression. */
static void report(const struct input_trials *trials, enum check_code code,
                   const char *detail)
{
    const char *regexp = trials->view->rule->regexp;
    const char *replacement = trials->substitution->replacement;
    size_t length = strlen(replacement);
    const char *end = strrchr(regexp, regexp[0]);
    size_t offset = end != NULL && (size_t)(end - regexp) > length
                        ? (size_t)(end - regexp) - length
                        : 0;
    ddds_report_octets(trials->subject, NAPTR_REGEXP, offset, length, code,
                       "%s", detail);
    correct(trials, code);
}

/* Apply the expression to |input|. Return false if it does not match. */
static bool apply(const struct input_trials *trials, const char *input,
                  char output[LIMIT_OUTPUT_SIZE])
{
    bool matched = false;
    struct ddds_error error;
    ddds_status status =
        ddds_substitution_apply(trials->substitution, input, output,
                                LIMIT_OUTPUT_SIZE, &matched, NULL, &error);
    if (status == DDDS_NO_MEMORY) {
        check_fail(trials->subject->check);
    }
    return status == DDDS_OK && matched;
}

/* Describe the output for |input| and its fault. The reason |why| for a name
 * already quotes the name. */
static void describe(char detail[DDDS_DETAIL_SIZE],
                     const struct rule_view *view, const char *input,
                     const char *output, const char *why)
{
    if (flags_make_name(view->next)) {
        snprintf(detail, DDDS_DETAIL_SIZE,
                 "the output for \"%.60s\" is invalid: %s", input, why);
    } else {
        snprintf(detail, DDDS_DETAIL_SIZE, "\"%.60s\" becomes \"%.60s\": %s",
                 input, output, why);
    }
}

/* Try a generated input, and count the result. */
static void try_input(struct input_trials *trials, const char *input)
{
    char output[LIMIT_OUTPUT_SIZE];
    struct judgement judgement;
    if (!apply(trials, input, output)) {
        return;
    }
    judge_output(&trials->subject->check->clean_cache, trials->view, output,
                 &judgement);
    trials->outputs++;
    if (judgement.why != NULL &&
        (!trials->is_sample || judgement.code == code_of(trials->view))) {
        trials->failures++;
        trials->code = judgement.code;
        describe(trials->failed, trials->view, input, output, judgement.why);
    } else if (trials->view->next == DDDS_NEXT_RULES &&
               strchr(output, '.') == NULL) {
        trials->labels++;
        snprintf(trials->bare, sizeof trials->bare,
                 "\"%.60s\" becomes \"%.60s\", a single label; append a domain",
                 input, output);
    }
}

/* Try the caller's inputs. Report the first failure and return true. */
static bool try_given(const struct input_trials *trials)
{
    const struct ddds_check_options *options = &trials->subject->check->options;
    for (size_t i = 0; i < options->input_count; i++) {
        char output[LIMIT_OUTPUT_SIZE];
        char detail[DDDS_DETAIL_SIZE];
        struct judgement judgement;
        judgement.why = NULL;
        if (apply(trials, options->inputs[i], output)) {
            judge_output(&trials->subject->check->clean_cache, trials->view,
                         output, &judgement);
        }
        if (judgement.why != NULL) {
            describe(detail, trials->view, options->inputs[i], output,
                     judgement.why);
            report(trials, judgement.code, detail);
            return true;
        }
    }
    return false;
}

/* ---- The replacement alone ------------------------------------------ */

/* Write the output as if each group had matched |filling|. */
static void fill(const struct ddds_substitution *substitution,
                 const char *filling, struct text *output)
{
    for (size_t i = 0; i < substitution->piece_count; i++) {
        const struct piece *piece = &substitution->pieces[i];
        ddds_text_add(output, substitution->literal + piece->begin,
                      piece->length);
        if (piece->group != 0) {
            ddds_text_string(output, filling);
        }
    }
}

/* Try the replacement part alone. Report a fault and return true. */
static bool try_replacement(const struct input_trials *trials)
{
    static const char *const fillings[] = {"1", "example", "http:example",
                                           "a.example"};
    const struct ddds_substitution *substitution = trials->substitution;
    char memory[LIMIT_OUTPUT_SIZE];
    char detail[DDDS_DETAIL_SIZE];
    struct ddds_error error;
    for (size_t i = 0; i < sizeof fillings / sizeof *fillings; i++) {
        struct text output;
        ddds_text_init(&output, memory, sizeof memory);
        fill(substitution, fillings[i], &output);
        const char *why = judge(trials->view, output.bytes, &error);
        if (output.failed || output.length == 0 || why == NULL) {
            return false;
        }
        if (i == 0 && flags_make_name(trials->view->next)) {
            snprintf(detail, sizeof detail, "every output is invalid: %.220s",
                     why);
        } else if (i == 0) {
            snprintf(detail, sizeof detail,
                     "the output \"%.60s\" is unusable: %.200s",
                     substitution->is_constant ? output.bytes
                                               : substitution->replacement,
                     why);
        }
    }
    report(trials, code_of(trials->view), detail);
    return true;
}

/* Judge the common part of all outputs: a constant output, or a scheme. Report
 * a fault and return true. */
static bool try_literal(const struct input_trials *trials)
{
    const struct ddds_substitution *substitution = trials->substitution;
    struct clean_cache *cache = &trials->subject->check->clean_cache;
    struct judgement judgement;
    judgement.code = CODE_OTHER_SCHEME;
    judgement.why = NULL;
    char detail[DDDS_DETAIL_SIZE];
    if (flags_make_name(trials->view->next) || substitution->piece_count == 0) {
        return false;
    }
    const char *literal = substitution->literal + substitution->pieces[0].begin;
    const char *colon = memchr(literal, ':', substitution->pieces[0].length);
    if (substitution->is_constant) {
        judge_use(cache, trials->view, substitution->literal, &judgement);
    } else if (colon != NULL) {
        check_scheme(cache, trials->view,
                     (struct ddds_span){literal, (size_t)(colon - literal)},
                     &judgement);
    }
    if (judgement.why == NULL) {
        return false;
    }
    snprintf(detail, sizeof detail, "%s", judgement.why);
    report(trials, judgement.code, detail);
    return true;
}

/* ---- Inputs from the owner ------------------------------------------ */

/* Try the telephone number of |owner|; for a wildcard, a number of full
 * length. */
static void try_numbers(struct input_trials *trials)
{
    const char *owner = trials->subject->record->base.owner;
    bool is_wildcard = owner[0] == '*';
    char digits[LIMIT_NAME_SIZE];
    char input[LIMIT_NAME_SIZE];
    size_t count = 0;
    for (const char *at = owner; at != NULL; at = ddds_domain_parent(at)) {
        if (ascii_is_digit((unsigned char)at[0]) && at[1] == '.') {
            digits[count++] = at[0];
        }
    }
    char *next = input;
    *next++ = '+';
    while (count > 0) {
        *next++ = digits[--count];
    }
    *next = '\0';
    size_t length = (size_t)(next - input);
    if (length > 1) { /* A number has at least a digit. */
        try_input(trials, input);
    }
    if (length < 12 && is_wildcard) {
        snprintf(next, 16, "%.*s", (int)(12 - length), "55501234567");
        try_input(trials, input);
    }
}

/* Try names in the namespace or scheme of |owner|. */
static void try_names(struct input_trials *trials, const char *const *forms)
{
    const char *owner = trials->subject->record->base.owner;
    for (; *forms != NULL; forms++) {
        char memory[2 * LIMIT_NAME_SIZE];
        struct text input;
        const char *mark = strchr(*forms, '%');
        ddds_text_init(&input, memory, sizeof memory);
        ddds_text_add(&input, *forms, (size_t)(mark - *forms));
        ddds_text_add(&input, owner, strcspn(owner, "."));
        ddds_text_string(&input, mark + 1);
        try_input(trials, memory);
    }
}

/* Try inputs that lead to |owner|, by application. */
static void try_owner(struct input_trials *trials)
{
    static const char *const urns[] = {"urn:%:1", "urn:%:a-1:b.c",
                                       "urn:%:a@www.example.com", NULL};
    static const char *const uris[] = {"%://www.example.com/a/b?c=1",
                                       "%:a@www.example.com", NULL};
    static const char *const urn[] = {"%:namespace:name", NULL};
    const struct ddds_application *application = trials->view->application;
    const char *owner = trials->subject->record->base.owner;
    if (application == ddds_application_enum()) {
        try_numbers(trials);
    } else if (ddds_domain_is_within(owner, "urn.arpa")) {
        try_names(trials, urns);
    } else if (ddds_domain_is_within(owner, "uri.arpa")) {
        try_names(trials, strncmp(owner, "urn.", 4) == 0 ? urn : uris);
    }
}

/* ---- Rule ----------------------------------------------------------- */

static void check_expression(struct subject *subject,
                             const struct rule_view *view)
{
    const struct expression *expression = view->expression;
    struct input_trials trials = {
        .subject = subject,
        .view = view,
        .substitution = ddds_rule_view_substitution(subject->check, expression),
    };
    if (trials.substitution == NULL || try_given(&trials) ||
        try_replacement(&trials) || try_literal(&trials) ||
        expression->is_constant) { /* the constant output was judged */
        return;
    }
    try_owner(&trials);
    bool is_bare = trials.outputs > 0 && trials.labels == trials.outputs;
    trials.is_sample = trials.outputs == 0;
    for (size_t i = 0; i < expression->sample_count && trials.outputs == 0;
         i++) {
        try_input(&trials, expression->found->samples[i]);
    }
    if (trials.outputs > 0 && trials.failures == trials.outputs) {
        report(&trials, trials.code, trials.failed);
    } else if (is_bare) {
        report(&trials, CODE_BARE_KEY, trials.bare);
    }
}

/* Report a name of SRV records without _service._protocol, except for 3GPP,
 * which has its own names. */
static void check_servers_name(struct subject *subject,
                               const struct rule_view *view)
{
    const char *name = view->rule->replacement;
    const char *protocol = ddds_domain_parent(name);
    if (view->next == DDDS_NEXT_SERVERS &&
        view->application != ddds_application_three_gpp() &&
        (name[0] != '_' || protocol == NULL || protocol[0] != '_')) {
        ddds_report_field(
            subject, NAPTR_REPLACEMENT, CODE_SERVERS_NAME,
            "%.100s should have SRV records, but does not begin with "
            "_service._protocol",
            name);
    }
}

/* Report octets that are legal in a domain name, but show that something else
 * was meant: a URI, a port, a U-label. names.c reports octets outside ASCII that
 * are not escaped. */
static void check_replacement(struct subject *subject,
                              const struct rule_view *view)
{
    const char *name = view->rule->replacement;
    const char *odd = strpbrk(name, ":@\\");
    const char *end = odd;
    int octet = odd != NULL ? ddds_escape_read(&end, odd + strlen(odd)) : 0;
    if (ddds_domain_is_address(name, strlen(name))) {
        return; /* L507 */
    }
    if (odd != NULL && flags_make_name(view->next) &&
        (octet < 0x80 || !ddds_names_is_raw(subject->record))) {
        ddds_report_field(
            subject, NAPTR_REPLACEMENT, CODE_ILLEGAL_NAME,
            octet < 0x80
                ? "the replacement \"%.100s\" contains \"%.*s\", which host "
                  "names never contain; write only a domain name, without "
                  "scheme and port"
                : "the replacement \"%.100s\" contains \"%.*s\", which is not "
                  "ASCII; write A-labels, which begin with xn--",
            name, (int)(end - odd), odd);
        return;
    }
    check_servers_name(subject, view);
}

/* Return true if the output is wrong because of a doubled backslash, which is
 * reported separately. */
static bool is_explained(const struct expression *expression)
{
    for (size_t i = 0; expression != NULL && i < expression->observation_count;
         i++) {
        if (expression->found->observations[i].code == CODE_DOUBLED_BACKSLASH) {
            return true;
        }
    }
    return false;
}

void ddds_rule_output_check(struct subject *subject,
                            const struct rule_view *view)
{
    const struct ddds_rule *rule = view->rule;
    bool has_regexp =
        *rule->regexp != '\0' && !ddds_rule_view_only_delegates(view);
    bool has_replacement = *rule->replacement != '\0';
    if (has_regexp == has_replacement || is_explained(view->expression) ||
        (!flags_make_name(view->next) && view->next != DDDS_NEXT_URI)) {
        return;
    }
    if (has_replacement) {
        if (flags_make_name(view->next)) {
            check_replacement(subject, view);
        }
    } else if (view->expression != NULL && view->expression->is_valid) {
        check_expression(subject, view);
    }
}
