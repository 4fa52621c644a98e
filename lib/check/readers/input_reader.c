/* From inputs to Application Unique Strings and first keys.
 *
 * A step converts a string to another. A reader of the output of a step becomes
 * a reader of its input by simulating the step. So a chain of readers, built
 * from the last step to the first, reads inputs. Reversals at the end are not
 * simulated: names can be read from their ends.
 *
 * SPDX-License-Identifier: MIT */
#include "check/readers/input_reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/described_application.h"
#include "base/ascii.h"
#include "base/domain.h"
#include "check/readers/hash_labels.h"
#include "check/readers/images.h"
#include "check/readers/input_steps.h"
#include "check/readers/known_names.h"
#include "check/readers/outputs.h"
#include "name/idna.h"
#include "rule/substitution.h"

enum { NAMED_ROOTS = 16 };

struct input_readers {
    struct known_names *names;
    struct links links;
    struct dfa *images[LINKS]; /* limits of the outputs of links, or NULL */
    enum name_order order;
    char root[LIMIT_NAME_SIZE];            /* written in |order|; "": none */
    ddds_substitution *named[NAMED_ROOTS]; /* names with their own roots */
    size_t named_count;
    ddds_substitution *shortened[SHORTENINGS]; /* keys that may be shortened */
    ddds_substitution *hashed[2]; /* keys with a hash, and with two */
    struct hash_labels hashes;
    const char *hash; /* hash that new chains assume for inputs */
    char other_hash[LONGEST_HASH + 1]; /* a hash that no name contains */
    struct reader_chain good;
    struct reader_chain key;
};

/* ---- Chains -------------------------------------------------------------- */

/* Add |reader| to |chain|, and return it; NULL if it is NULL or failed. */
static struct reader *add(struct reader_chain *chain, struct reader *reader)
{
    if (reader == NULL || reader->failed || chain->count == CHAIN) {
        bool is_limit =
            reader != NULL && (reader->failed & READER_NO_MEMORY) == 0;
        chain->because =
            is_limit ? "its steps take too many states" : chain->because;
        reader_free(reader);
        chain->failed = true;
        return NULL;
    }
    return chain->readers[chain->count++] = reader;
}

static struct reader *rewrite(struct reader_chain *chain,
                              const ddds_substitution *by,
                              enum rewriting_use use, const char *hint,
                              struct reader *inner)
{
    enum rewriting_fault fault = REWRITING_NO_MEMORY;
    struct reader *reader =
        inner != NULL ? ddds_rewriting_make(by, inner, use, hint, &fault)
                      : NULL;
    if (reader == NULL && fault != REWRITING_NO_MEMORY) {
        chain->because = ddds_rewriting_explain(fault);
    }
    return add(chain, reader);
}

static struct reader *choose(struct reader_chain *chain, enum choice choice,
                             struct reader *first, struct reader *second)
{
    return first == NULL || second == NULL
               ? NULL
               : add(chain, ddds_choice_new(choice, first, second));
}

static struct reader *map(struct reader_chain *chain,
                          const struct letter_map *map, const char *argument,
                          bool is_part, bool checks, struct reader *inner)
{
    return inner == NULL ? NULL
                         : add(chain, ddds_letters_new(map, argument, is_part,
                                                       checks, inner));
}

/* Return a reader that labels matches of |by| as good. */
static struct reader *match(struct reader_chain *chain,
                            const ddds_substitution *by)
{
    return rewrite(chain, by, REWRITING_RULE, NULL,
                   add(chain, ddds_output_any()));
}

/* Return a reader that labels outputs of |by|: good if they are ports. */
static struct reader *match_port(struct reader_chain *chain,
                                 const ddds_substitution *by)
{
    struct reader *port = add(chain, ddds_output_port());
    return rewrite(chain, by, REWRITING_STEP, NULL, port);
}

/* Return |inner| for the strings in |set|, or |inner| if that is NULL. */
static struct reader *limit(struct reader_chain *chain, const struct dfa *set,
                            struct reader *inner)
{
    return set == NULL || inner == NULL
               ? inner
               : add(chain, ddds_image_limit(set, inner));
}

/* ---- Links --------------------------------------------------------------- */

/* Return a reader: |changed| for the part of |link|, |inner| without a part. */
static struct reader *within(struct reader_chain *chain,
                             const struct input_step *link,
                             struct reader *changed, struct reader *inner)
{
    struct reader *part =
        link->part == NULL
            ? changed
            : rewrite(chain, link->part, REWRITING_PART, NULL, changed);
    return link->part == NULL
               ? part
               : choose(chain, CHOICE_FIRST, part,
                        link->is_required ? match(chain, link->part) : inner);
}

/* Return a reader of URNs and other URIs, each by their own rules. */
static struct reader *read_uri(struct reader_chain *chain,
                               const struct input_step *link,
                               struct reader *inner, bool checks)
{
    const struct letter_map *lower = ddds_letters_find("lower");
    struct reader *urn = within(
        chain, link, map(chain, lower, NULL, true, checks, inner), inner);
    urn = map(chain, &ddds_urn_map, NULL, false, checks, urn);
    struct reader *uri =
        inner == NULL ? NULL : add(chain, ddds_letters_uri(inner));
    if (checks) {
        uri = choose(chain, CHOICE_CHECK, add(chain, ddds_output_uri(false)),
                     uri);
    }
    return choose(chain, CHOICE_FIRST,
                  choose(chain, CHOICE_IF, match(chain, link->by), urn), uri);
}

static struct reader *condition(struct reader_chain *chain,
                                const struct input_step *link,
                                struct reader *inner)
{
    return choose(chain, link->choice,
                  link->choice == CHOICE_PORT ? match_port(chain, link->by)
                                              : match(chain, link->by),
                  inner);
}

/* Return a reader of strings before |link|; |inner| reads those after it. If it
 * |checks|, strings must meet the conditions; otherwise all are accepted. Matches
 * without an output, because groups before others do not capture the |hash|,
 * are unsure. */
static struct reader *read_link(struct reader_chain *chain, const char *hash,
                                const struct input_step *link,
                                struct reader *inner, bool checks)
{
    switch (link->kind) {
    case LINK_MAP:
        return within(chain, link,
                      map(chain, link->map, link->argument, link->part != NULL,
                          checks, inner),
                      inner);
    case LINK_REVERSE:
        return within(
            chain, link,
            inner == NULL
                ? NULL
                : add(chain, ddds_letters_reverse(link->part != NULL, inner)),
            inner);
    case LINK_REWRITE:
        inner = map(chain, &ddds_letters_present, NULL, false, true, inner);
        return !checks || hash == NULL
                   ? rewrite(chain, link->by, REWRITING_RULE, hash, inner)
                   : choose(
                         chain, CHOICE_FIRST,
                         rewrite(chain, link->by, REWRITING_STEP, hash, inner),
                         match(chain, link->by));
    case LINK_REWRITE_IF:
        return choose(
            chain, CHOICE_FIRST,
            rewrite(
                chain, link->by, REWRITING_STEP, hash,
                map(chain, &ddds_letters_unempty, NULL, false, true, inner)),
            !checks || hash == NULL
                ? inner
                : choose(chain, CHOICE_UNSURE, match(chain, link->by), inner));
    case LINK_URI:
        return read_uri(chain, link, inner, checks);
    case LINK_HASH:
        return within(
            chain, link,
            add(chain, ddds_letters_hash(link->part != NULL, hash, inner)),
            inner);
    case LINK_DOMAIN:
        return !checks ? inner
                       : choose(chain, CHOICE_CHECK,
                                add(chain, ddds_output_domain()), inner);
    case LINK_CONDITION:
        return checks ? condition(chain, link, inner) : inner;
    case LINK_REVERSE_LABELS:
        break;
    }
    chain->because = "labels are reversed before another step";
    return add(chain, NULL);
}

/* Return the hash that is assumed at the link |index|; NULL before hashes. */
static const char *find_hash(const struct input_readers *input, size_t index)
{
    size_t i = 0;
    while (i <= index && input->links.links[i].kind != LINK_HASH) {
        i++;
    }
    return i <= index ? input->hash : NULL;
}

static struct reader *read_links(struct reader_chain *chain,
                                 const struct input_readers *input, size_t from,
                                 size_t to, struct reader *inner, bool checks)
{
    if (checks) {
        inner = map(chain, &ddds_letters_present, NULL, false, true, inner);
    }
    for (size_t i = to; i-- > from && inner != NULL;) {
        const struct input_step *link = &input->links.links[i];
        if (link->is_idle) {
            continue;
        }
        if (link->kind != LINK_CONDITION) {
            inner = limit(chain, input->images[i], inner);
        }
        inner = read_link(chain, find_hash(input, i), link, inner, checks);
    }
    return inner;
}

/* Return a reader of inputs; |keys| reads first keys in |input->order|. */
static struct reader *read_keys(struct reader_chain *chain,
                                const struct input_readers *input,
                                struct reader *keys, bool checks)
{
    char root[LIMIT_NAME_SIZE + 1];
    bool is_turned = input->order != NAME_FORWARD;
    struct reader *inner = keys;
    if (inner != NULL && input->root[0] != '\0') {
        snprintf(root, sizeof root, is_turned ? "%s." : ".%s", input->root);
        inner = add(chain, ddds_letters_between(is_turned ? root : "",
                                                is_turned ? "" : root, inner));
    }
    for (size_t i = 0; i < input->named_count; i++) {
        inner = choose(
            chain, CHOICE_FIRST,
            rewrite(chain, input->named[i], REWRITING_STEP, NULL, keys), inner);
    }
    inner = read_links(chain, input, input->links.string_count,
                       input->links.count, inner, checks);
    return read_links(chain, input, 0, input->links.string_count, inner,
                      checks);
}

/* Return the reader of names in the order in which keys are read. */
static struct reader *find_names(struct input_readers *input,
                                 enum ddds_question_kind kind)
{
    return input->order != NAME_FORWARD
               ? ddds_names_turned_reader(input->names, kind)
               : ddds_names_reader(input->names, kind);
}

struct reader *ddds_input_name_reader(struct input_readers *input,
                                      enum ddds_question_kind kind,
                                      const char *prefix,
                                      struct reader_chain *chain)
{
    char turned[LIMIT_NAME_SIZE];
    char text[LIMIT_NAME_SIZE + 1] = "";
    bool is_turned = input->order != NAME_FORWARD;
    struct reader *keys = find_names(input, kind);
    if (prefix[0] != '\0') {
        ddds_names_write(input->order, prefix, turned);
        snprintf(text, sizeof text, is_turned ? ".%s" : "%s.", turned);
        keys = add(chain, ddds_letters_between(is_turned ? "" : text,
                                               is_turned ? text : "", keys));
    }
    return read_keys(chain, input, keys, false);
}

struct reader *ddds_input_through(const struct input_readers *input,
                                  struct reader *of_strings,
                                  struct reader_chain *chain)
{
    return read_links(chain, input, 0, input->links.string_count, of_strings,
                      false);
}

/* ---- Making -------------------------------------------------------------- */

/* Return true if |link| has the same effect on reversed strings. */
static bool is_symmetric(const struct input_step *link)
{
    bool is_letters = link->kind == LINK_MAP && link->map->may_end == NULL &&
                      strcmp(link->map->word, "domain") != 0 &&
                      strcmp(link->map->word, "host") != 0;
    return link->part == NULL && (is_letters || link->kind == LINK_REVERSE ||
                                  link->kind == LINK_REVERSE_LABELS);
}

/* Return true if the map of |link| adds and removes no dots, so that labels may
 * be reversed before or after it. */
static bool keeps_labels(const struct input_step *link)
{
    return link->map != ddds_letters_find("labels") &&
           (link->argument == NULL || strchr(link->argument, '.') == NULL);
}

/* Set the order in which keys are read, and remove the reversals at the end of
 * the steps, which that order replaces. */
static void find_order(struct input_readers *input)
{
    struct links *links = &input->links;
    size_t last = links->count;
    bool may_turn_labels = true;
    for (; last > links->string_count; last--) {
        const struct input_step *link = &links->links[last - 1];
        if (!is_symmetric(link) ||
            (link->kind == LINK_REVERSE_LABELS && !may_turn_labels)) {
            break;
        }
        may_turn_labels &= link->kind != LINK_MAP || keeps_labels(link);
    }
    for (size_t i = last; i < links->count; i++) {
        const struct input_step link = links->links[i];
        const enum name_order order =
            link.kind == LINK_REVERSE_LABELS ? NAME_FROM_ROOT : NAME_BACKWARD;
        if (link.kind == LINK_MAP) {
            links->links[last++] = link;
        } else if (input->order == NAME_FORWARD) {
            input->order = order;
        } else if (input->order == order) {
            input->order = NAME_FORWARD;
        } else {
            links->unknown = "reversals of two kinds are not followed";
        }
    }
    links->count = last;
}

/* Add a step that replaces the name |word| by its root |key|. */
static bool add_named_root(struct input_readers *input, struct ddds_span word,
                           const char *key)
{
    char regexp[3 * LIMIT_NAME_SIZE];
    size_t at = 2;
    memcpy(regexp, "!^", 3);
    for (size_t i = 0; i < word.length && at < LIMIT_NAME_SIZE; i++) {
        at += (size_t)snprintf(
            regexp + at, 4,
            ascii_is_alnum((unsigned char)word.text[i]) ? "%c" : "[%c]",
            word.text[i]);
    }
    snprintf(regexp + at, sizeof regexp - at, "$!%s!i", key);
    ddds_substitution *by = input->named_count < NAMED_ROOTS
                                ? ddds_substitution_new(regexp, NULL)
                                : NULL;
    if (by != NULL) {
        input->named[input->named_count++] = by;
    }
    return by != NULL;
}

/* Parse |roots|, a list as in struct ddds_options. The last entry for a name
 * counts. False if an entry is not supported. */
static bool read_roots(struct input_readers *input, const char *roots,
                       const char *selector)
{
    struct ddds_span item;
    char root[LIMIT_NAME_SIZE] = "";
    char key[LIMIT_NAME_SIZE];
    bool ok = true;
    while (ok && ascii_next_item(&roots, &item)) {
        const char *equals = memchr(item.text, '=', item.length);
        const char *name = equals != NULL ? equals + 1 : item.text;
        size_t length = item.length - (size_t)(name - item.text);
        size_t word = strlen(selector);
        ok = ddds_idna_parse_output(name, length, key, NULL) == DDDS_OK;
        if (ok && equals == NULL) {
            memcpy(root, key, sizeof key);
        } else if (ok && word > 0 && word < item.length &&
                   ascii_equal_span(item.text, selector, word)) {
            ok = add_named_root(
                input,
                (struct ddds_span){item.text + word,
                                   (size_t)(equals - item.text) - word},
                key);
        }
    }
    if (ok && root[0] != '\0') {
        ddds_names_write(input->order, root, input->root);
    }
    return ok;
}

static void find_roots(struct input_readers *input,
                       const struct ddds_application *application,
                       const struct ddds_options *options)
{
    const char *selector = application == ddds_application_urn()   ? "nid:"
                           : application == ddds_application_uri() ? "scheme:"
                                                                   : "";
    bool ok = application->root == NULL || application->root[0] == '\0' ||
              read_roots(input, application->root, selector);
    if (ok && options->roots != NULL && application->root != NULL) {
        ok = read_roots(input, options->roots, selector);
    }
    if (!ok) {
        input->links.unknown = "these roots are not followed";
    }
}

/* Keys below some domains may be shortened, with other rules: label them
 * unsure. */
static struct reader *
check_shortened(struct input_readers *input,
                const struct ddds_application *application, struct reader *keys)
{
    const struct described *described =
        application->fall_back == NULL ? NULL : application->data;
    for (size_t i = 0;
         described != NULL && i < described->shortening_count && keys != NULL;
         i++) {
        char regexp[LIMIT_NAME_SIZE + 16];
        snprintf(regexp, sizeof regexp, "!(^|[.])%s$!x!i",
                 described->shortenings[i].suffix);
        input->shortened[i] = ddds_substitution_new(regexp, NULL);
        keys = input->shortened[i] == NULL
                   ? NULL
                   : choose(&input->good, CHOICE_UNSURE,
                            match(&input->good, input->shortened[i]), keys);
    }
    return keys;
}

/* Names are only compared with whole labels that are the hash: label other keys
 * unsure. */
static struct reader *check_hash(struct input_readers *input,
                                 struct reader *keys)
{
    char regexp[2 * LONGEST_HASH + 32];
    const char *hash = input->other_hash;
    struct reader_chain *chain = &input->good;
    if (input->links.hash_length == 0 || keys == NULL) {
        return keys;
    }
    snprintf(regexp, sizeof regexp, "!(^|[.])%s([.]|$)!x!", hash);
    input->hashed[0] = ddds_substitution_new(regexp, NULL);
    snprintf(regexp, sizeof regexp, "!(^|[.])%s[.](.*[.])?%s([.]|$)!x!", hash,
             hash);
    input->hashed[1] = ddds_substitution_new(regexp, NULL);
    if (input->hashed[0] == NULL || input->hashed[1] == NULL) {
        return NULL;
    }
    keys = choose(chain, CHOICE_IF, match(chain, input->hashed[0]), keys);
    keys = choose(chain, CHOICE_UNSURE, match(chain, input->hashed[1]), keys);
    return choose(chain, CHOICE_FIRST, keys, add(chain, ddds_output_any()));
}

/* Limit the octets of keys, unless steps change their order, which would take
 * too many states; but always if fallback rules put a prefix before keys. Labels
 * are always limited. */
static bool make_readers(struct input_readers *input,
                         const struct ddds_application *application)
{
    bool is_counted = true;
    for (size_t i = input->links.string_count; i < input->links.count; i++) {
        const struct input_step *link = &input->links.links[i];
        is_counted &= link->is_idle || (link->kind != LINK_REWRITE &&
                                        link->kind != LINK_REWRITE_IF &&
                                        link->kind != LINK_REVERSE);
    }
    is_counted |= input->links.prefix > 0;
    struct reader *keys = add(
        &input->good, ddds_output_first_key(input->order != NAME_FORWARD,
                                            is_counted, input->links.prefix));
    keys = check_hash(input, check_shortened(input, application, keys));
    return read_keys(&input->good, input, keys, true) != NULL &&
           ddds_input_name_reader(input, DDDS_ASK_RULES, "", &input->key) !=
               NULL;
}

struct input_readers *ddds_input_new(const struct ddds_application *application,
                                     const struct ddds_options *options,
                                     struct known_names *names,
                                     const struct dfa *set,
                                     const char **unknown)
{
    struct input_readers *input = calloc(1, sizeof *input);
    *unknown = NULL;
    if (input == NULL) {
        return NULL;
    }
    input->names = names;
    ddds_links_make(&input->links, application, options);
    find_order(input);
    find_roots(input, application, options);
    bool ok = !input->links.no_memory && input->links.unknown == NULL &&
              (input->order == NAME_FORWARD ||
               ddds_names_turn(names, input->order)) &&
              ddds_hash_labels_find(&input->links, names, &input->hashes,
                                    input->other_hash) &&
              ddds_images_find(&input->links, set, input->images);
    input->hash = input->links.hash_length > 0 ? input->other_hash : NULL;
    ok = ok && make_readers(input, application);
    *unknown = input->links.unknown != NULL  ? input->links.unknown
               : input->good.because != NULL ? input->good.because
                                             : input->key.because;
    if (!ok || input->links.no_memory) {
        *unknown = input->links.no_memory ? NULL : *unknown;
        ddds_input_free(input);
        return NULL;
    }
    return input;
}

void ddds_input_free(struct input_readers *input)
{
    if (input != NULL) {
        reader_chain_free(&input->key);
        reader_chain_free(&input->good);
        for (size_t i = 0; i < input->named_count; i++) {
            ddds_substitution_free(input->named[i]);
        }
        for (size_t i = 0; i < SHORTENINGS; i++) {
            ddds_substitution_free(input->shortened[i]);
        }
        for (size_t i = 0; i < input->links.count; i++) {
            ddds_dfa_free(input->images[i]);
        }
        ddds_substitution_free(input->hashed[0]);
        ddds_substitution_free(input->hashed[1]);
        ddds_links_free(&input->links);
        ddds_hash_labels_free(&input->hashes);
        free(input);
    }
}

struct reader *ddds_input_reader(struct input_readers *input)
{
    return input->good.readers[input->good.count - 1];
}

bool ddds_input_is_hashed(const struct input_readers *input)
{
    return input->links.hash_length > 0;
}

const struct hash_labels *ddds_input_hashes(const struct input_readers *input)
{
    return &input->hashes;
}

struct reader *ddds_input_hashed_reader(struct input_readers *input,
                                        const char *hash,
                                        struct reader_chain *chain)
{
    input->hash = hash;
    struct reader *reader =
        ddds_input_name_reader(input, DDDS_ASK_RULES, "", chain);
    input->hash = input->other_hash;
    return reader;
}

bool ddds_input_lengthens(const struct input_readers *input)
{
    const struct input_step *links = input->links.links;
    for (size_t i = 0; i < input->links.string_count; i++) {
        if (!links[i].is_idle &&
            (links[i].kind == LINK_REWRITE ||
             links[i].kind == LINK_REWRITE_IF ||
             links[i].map == ddds_letters_find("labels"))) {
            return true;
        }
    }
    return false;
}

struct reader *ddds_input_key_reader(struct input_readers *input)
{
    return input->key.count > 0 ? input->key.readers[input->key.count - 1]
                                : find_names(input, DDDS_ASK_RULES);
}
