/* First keys that are hashes.
 *
 * SPDX-License-Identifier: MIT */
#include "check/prove/hashed.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "check/readers/choice.h"
#include "check/readers/known_names.h"
#include "check/readers/rewriting.h"

enum { INPUT_SIZE = LIMIT_INPUT + 1 };

/* ---- One key ------------------------------------------------------------- */

bool ddds_hashed_key(const struct ddds_application *application,
                     const struct ddds_options *options, const char *input,
                     char key[DDDS_KEY_SIZE])
{
    struct ddds_start start = {.key = ""};
    size_t length = strlen(input);
    start.aus_size = 2 * length + LIMIT_KEY_SIZE;
    start.aus = malloc(start.aus_size);
    const struct ddds_request request = {.input = input,
                                         .length = length,
                                         .roots = options->roots,
                                         .services = options->services,
                                         .protocols = options->protocols};
    bool ok = start.aus != NULL &&
              application->first_well_known_rule(application, &request, &start,
                                                 NULL) == DDDS_OK;
    memcpy(key, start.key, sizeof start.key);
    free(start.aus);
    return ok;
}

static ddds_status start_with_key(const struct ddds_application *self,
                                  const struct ddds_request *request,
                                  struct ddds_start *start,
                                  struct ddds_error *error)
{
    const struct keyed_application *keyed =
        (const struct keyed_application *)self;
    ddds_status status = keyed->original->first_well_known_rule(
        keyed->original, request, start, error);
    memcpy(start->key, keyed->key, strlen(keyed->key) + 1);
    return status;
}

void ddds_hashed_fix(struct keyed_application *keyed,
                     const struct ddds_application *application,
                     const char *key)
{
    *keyed = (struct keyed_application){*application, application, key};
    keyed->application.first_well_known_rule = start_with_key;
}

/* ---- Few inputs ---------------------------------------------------------- */

/* A node in a tree of inputs whose labels differ from those in |keys|, which
 * assume a hash that no name contains. */
struct word_node {
    uint32_t first;
    uint32_t next;
    uint32_t label; /* of the input that ends here; 0: none */
    unsigned char octet;
};

struct hashed_words {
    struct reader base;
    const struct exploration *with;
    struct reader *keys;
    struct word_node *nodes; /* the first is for all other inputs */
    uint32_t count;
    size_t room;
};

static uint32_t find_node(const struct hashed_words *words, uint32_t node,
                          unsigned char octet)
{
    node = words->nodes[node].first;
    while (node != 0 && words->nodes[node].octet != octet) {
        node = words->nodes[node].next;
    }
    return node;
}

static uint32_t step_word(struct reader *base, uint32_t state,
                          unsigned char octet)
{
    return state == 0 ? 0
                      : find_node((struct hashed_words *)base, state, octet);
}

static uint32_t label_word(struct reader *base, uint32_t state)
{
    return ((struct hashed_words *)base)->nodes[state].label;
}

static void free_words(struct reader *base)
{
    free(((struct hashed_words *)base)->nodes);
    free(base);
}

static uint32_t add_node(struct hashed_words *words, uint32_t parent,
                         unsigned char octet)
{
    struct word_node *nodes =
        ddds_grow(words->nodes, words->count, &words->room, sizeof *nodes);
    if (nodes == NULL) {
        words->base.failed = READER_NO_MEMORY;
        return 0;
    }
    words->nodes = nodes;
    words->nodes[words->count] = (struct word_node){.octet = octet};
    if (parent != 0) {
        words->nodes[words->count].next = words->nodes[parent].first;
        words->nodes[parent].first = words->count;
    }
    return words->count++;
}

uint32_t ddds_hashed_label(const struct exploration *with, const char *input)
{
    char key[DDDS_KEY_SIZE];
    struct reader *names = ddds_names_reader(with->names, DDDS_ASK_RULES);
    return ddds_hashed_key(with->self, &with->options, input, key)
               ? reader_label(names,
                              reader_run(names, names->start, key, strlen(key)))
               : 0;
}

bool ddds_hashed_is_known(const struct exploration *with, const char *input)
{
    uint32_t label = ddds_hashed_label(with, input);
    enum name_kind kind = label > LABEL_NO_MATCH
                              ? ddds_names_kind(with->names, label)
                              : NAME_WILDCARD;
    return kind == NAME_EXACT || kind == NAME_NO_DATA;
}

/* The first input whose first key is not in the zones. */
struct other_input {
    const struct exploration *with;
    char *input;
    unsigned left; /* inputs that may still be hashed */
    bool is_found;
};

static bool try_other(void *context, const char *input)
{
    struct other_input *other = context;
    other->is_found = !ddds_hashed_is_known(other->with, input);
    if (other->is_found) {
        memcpy(other->input, input, strlen(input) + 1);
    }
    other->left--;
    return !other->is_found && other->left > 0;
}

enum members_result ddds_hashed_other(const struct exploration *with,
                                      const struct dfa *dfa,
                                      char input[LIMIT_INPUT + 1])
{
    struct other_input other = {.with = with, .input = input, .left = HASHED};
    enum members_result first = ddds_members_first(dfa, input, INPUT_SIZE);
    enum members_result result = MEMBERS_LIMIT;
    if (first != MEMBERS_FOUND || !ddds_hashed_is_known(with, input)) {
        return first;
    }
    for (size_t size = strlen(input) + 1;
         result == MEMBERS_LIMIT && !other.is_found && other.left > 0 &&
         size <= INPUT_SIZE;
         size++) {
        result = ddds_members_each(dfa, try_other, &other, size);
    }
    return result == MEMBERS_NO_MEMORY ? result
           : other.is_found            ? MEMBERS_FOUND
                                       : MEMBERS_INFINITE;
}

/* Add |input| if its first key has another label than |keys| assumes. */
static bool add_word(void *context, const char *input)
{
    struct hashed_words *words = context;
    words->base.failed |= words->keys->failed;
    if (words->base.failed) {
        return false;
    }
    uint32_t label = ddds_hashed_label(words->with, input);
    uint32_t usual =
        reader_label(words->keys, reader_run(words->keys, words->keys->start,
                                             input, strlen(input)));
    words->base.failed |= words->keys->failed;
    label = label == 0 ? usual : label;
    uint32_t node = 1;
    for (; label != usual && *input != '\0' && !words->base.failed; input++) {
        unsigned char octet = (unsigned char)*input;
        uint32_t next = find_node(words, node, octet);
        node = next != 0 ? next : add_node(words, node, octet);
    }
    if (label != usual && !words->base.failed) {
        words->nodes[node].label = label;
    }
    return !words->base.failed;
}

struct reader *ddds_hashed_reader(const struct exploration *with,
                                  const struct dfa *dfa, const char *witness,
                                  bool *are_all)
{
    static const struct reader_class methods = {step_word, label_word,
                                                free_words};
    struct hashed_words *words = calloc(1, sizeof *words);
    uint8_t marks[256];
    if (words == NULL) {
        return NULL;
    }
    for (unsigned octet = 0; octet < 256; octet++) {
        marks[octet] = (uint8_t)octet;
    }
    words->base.methods = &methods;
    words->base.start = 1;
    words->with = with;
    words->keys = ddds_input_key_reader(with->input);
    ddds_octets_begin(&words->base, marks);
    (void)add_node(words, 0, 0);
    (void)add_node(words, 0, 0);
    *are_all = ddds_members_are_few(dfa, HASHED);
    bool ok = !words->base.failed && add_word(words, witness);
    if (ok && *are_all) {
        ok = ddds_members_each(dfa, add_word, words, INPUT_SIZE) !=
             MEMBERS_NO_MEMORY;
    }
    if (!ok || words->base.failed) {
        free_words(&words->base);
        return NULL;
    }
    return &words->base;
}

/* ---- Keys ---------------------------------------------------------------- */

/* Split |dfa| by the labels of the keys that inputs with |hash| have. */
static bool split_by_hash(const struct exploration *with, const struct dfa *dfa,
                          const char *hash, struct dfa_budget *budget,
                          struct dfa_parts *parts)
{
    struct reader_chain chain = {.count = 0};
    struct reader *keys = ddds_input_hashed_reader(with->input, hash, &chain);
    struct reader *others =
        keys == NULL ? NULL
                     : ddds_choice_new(CHOICE_OTHER, keys,
                                       ddds_input_key_reader(with->input));
    bool ok = others != NULL && ddds_dfa_split(dfa, others, budget, parts);
    budget->no_memory |= others == NULL && chain.because == NULL;
    reader_free(others);
    reader_chain_free(&chain);
    return ok;
}

/* Return the only key with the hash of number |hash| that has |label|; NULL if
 * there may be several. */
static const char *find_key(const struct exploration *with, uint32_t hash,
                            uint32_t label)
{
    const struct known_names *names = with->names;
    uint32_t owner = ddds_input_hashes(with->input)->owners[hash];
    return ddds_names_kind(names, label) == NAME_NO_DATA && owner != NOWHERE
               ? names->owners[owner].name.name
               : ddds_names_exact(names, label);
}

bool ddds_hashed_keys(const struct exploration *with, const struct dfa *dfa,
                      struct dfa_budget *budget, hashed_fn *found,
                      void *context, bool *is_limited)
{
    const struct intern *hashes = &ddds_input_hashes(with->input)->labels;
    bool ok = true;
    *is_limited = false;
    for (uint32_t i = 0; ok && i < hashes->count; i++) {
        struct dfa_parts parts = {0};
        const char *hash = interned(hashes, i);
        ok = split_by_hash(with, dfa, hash, budget, &parts);
        *is_limited = !ok && !budget->no_memory;
        for (size_t k = 0; ok && k < parts.count; k++) {
            struct dfa *part = parts.parts[k].dfa;
            uint32_t label = parts.parts[k].label;
            parts.parts[k].dfa = NULL;
            const char *key = find_key(with, i, label);
            ok = found(context, part, label, key != NULL ? key : hash,
                       key != NULL);
        }
        ddds_dfa_parts_free(&parts);
    }
    return ok;
}
