/* Breadth-first search through the product of several readers: the shortest
 * strings first.
 *
 * A combination lists the undecided terms, with their states. Only a few
 * expressions can match strings with the beginning of another, so a search
 * among many takes little longer than among these.
 *
 * SPDX-License-Identifier: MIT */
#include "check/sets/string_search.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

/* Octets to try first, so that strings look like inputs. */
static const char likely[] = "a1bcdefghijklmnopqrstuvwxyz023456789.-/:@+_";

/* An undecided term, and its state. */
struct open_term {
    uint32_t term;
    uint32_t state;
};

/* The last step to a combination. */
struct last_step {
    uint32_t parent;
    unsigned char octet;
};

struct search {
    struct match_readers *readers;
    const struct search_term *terms;
    size_t term_count;
    unsigned char octets[256]; /* an octet of each class */
    size_t octet_count;
    struct intern combinations;
    struct last_step *steps; /* by combination */
    size_t room;             /* of |steps| */
    struct open_term *from;  /* the present combination */
    struct open_term *to;    /* the next combination */
    uint64_t *left;          /* remaining work */
};

/* ---- Work ------------------------------------------------------------- */

/* The work of telling the classes of another reader apart. */
enum { SPLIT_WORK = 64 };

/* Subtract |work| from the remaining work; return false if that is not
 * enough. */
static bool may_work(struct search *search, uint64_t work)
{
    const bool is_enough = *search->left > work;
    *search->left = is_enough ? *search->left - work : 0;
    return is_enough;
}

/* ---- Classes of octets ------------------------------------------------ */

/* Add |octet| unless an octet of the same class is present. */
static void add_octet(struct search *search, const struct reader *all,
                      bool is_there[256], unsigned octet)
{
    if (!is_there[all->classes[octet]]) {
        is_there[all->classes[octet]] = true;
        search->octets[search->octet_count++] = (unsigned char)octet;
    }
}

/* Find an octet of each class; false if the remaining work does not suffice. */
static bool find_octets(struct search *search)
{
    uint64_t work = search->term_count;
    struct reader all;
    bool is_there[256] = {false};
    const struct reader *last = NULL;
    ddds_octets_begin(&all, NULL);
    for (size_t i = 0; i < search->term_count; i++) {
        const struct reader *reader = search->terms[i].reader;
        if (last == NULL ||
            memcmp(last->classes, reader->classes, sizeof last->classes) != 0) {
            ddds_octets_split(&all, reader->classes);
            work += SPLIT_WORK;
        }
        last = reader;
    }
    if (!may_work(search, work)) {
        return false;
    }
    for (const char *at = likely; *at != '\0'; at++) {
        add_octet(search, &all, is_there, (unsigned char)*at);
    }
    for (unsigned octet = 0x20; octet < 0x7f; octet++) {
        add_octet(search, &all, is_there, octet);
    }
    for (unsigned octet = 1; octet < 256; octet++) {
        add_octet(search, &all, is_there, octet);
    }
    return true;
}

/* ---- Combinations ----------------------------------------------------- */

/* Append the term to the |*count| of |search->to|, unless it is decided. Return
 * false if no continuation can fit it. */
static bool add_term(struct search *search, size_t *count, uint32_t term,
                     uint32_t state)
{
    const bool must_match = search->terms[term].must_match;
    if (state <= MATCH_ALWAYS) {
        return (state == MATCH_ALWAYS) == must_match;
    }
    search->to[(*count)++] = (struct open_term){term, state};
    return true;
}

/* Store the combination of |count| terms at |search->to|, unless it is known.
 * Return false if allocation fails. */
static bool keep(struct search *search, size_t count, struct last_step step)
{
    const size_t known = search->combinations.count;
    struct last_step *steps =
        ddds_grow(search->steps, known, &search->room, sizeof *steps);
    if (steps == NULL) {
        return false;
    }
    search->steps = steps;
    uint32_t number = ddds_intern(&search->combinations, search->to,
                                  count * sizeof *search->to);
    if (number == known) {
        search->steps[number] = step;
    }
    return number != INTERN_FAILED;
}

/* Return true if the string of the |count| terms at |search->from| fits. */
static bool fits(const struct search *search, size_t count)
{
    bool fits = true;
    for (size_t i = 0; i < count && fits; i++) {
        const struct search_term *term = &search->terms[search->from[i].term];
        fits = (reader_label(term->reader, search->from[i].state) !=
                LABEL_NO_MATCH) == term->must_match;
    }
    return fits;
}

/* Store the combination that follows the |count| terms at |search->from|,
 * number |at|, after |octet|, unless nothing fits it. */
static bool follow(struct search *search, uint32_t at, size_t count,
                   unsigned char octet)
{
    size_t open = 0;
    bool may_fit = true;
    for (size_t i = 0; i < count && may_fit; i++) {
        struct open_term from = search->from[i];
        struct reader *reader = search->terms[from.term].reader;
        may_fit = add_term(search, &open, from.term,
                           reader_step(reader, from.state, octet));
        if (reader->failed) {
            return false;
        }
    }
    return !may_fit || keep(search, open, (struct last_step){at, octet});
}

static void write_string(const struct search *search, uint32_t combination,
                         char *string, size_t size)
{
    size_t length = 0;
    for (uint32_t at = combination; at != 0; at = search->steps[at].parent) {
        length++;
    }
    string[length < size ? length : 0] = '\0';
    for (uint32_t at = combination; at != 0 && length < size;
         at = search->steps[at].parent) {
        string[--length] = (char)search->steps[at].octet;
    }
}

/* ---- Search ----------------------------------------------------------- */

/* Follow the combination |at|, which has |count| terms. */
static bool follow_all(struct search *search, uint32_t at, size_t count)
{
    const size_t made = search->readers->made;
    bool ok = may_work(search, (count + 1) * search->octet_count);
    for (size_t i = 0; i < search->octet_count && ok; i++) {
        if (!follow(search, at, count, search->octets[i])) {
            search->readers->no_memory = true;
            return false;
        }
    }
    return ok &&
           may_work(search, (search->readers->made - made) * SEARCH_NEW_STATE);
}

static enum string_search_result run(struct search *search, char *string,
                                     size_t size)
{
    size_t open = 0;
    for (size_t i = 0; i < search->term_count; i++) {
        if (!add_term(search, &open, (uint32_t)i, search->terms[i].state)) {
            return STRING_NONE;
        }
    }
    if (!keep(search, open, (struct last_step){0, 0})) {
        search->readers->no_memory = true;
        return STRING_UNKNOWN;
    }
    for (uint32_t at = 0; at < search->combinations.count; at++) {
        const size_t octets = interned_length(&search->combinations, at);
        const size_t count = octets / sizeof *search->from;
        memcpy(search->from, interned(&search->combinations, at), octets);
        if (fits(search, count)) {
            if (string != NULL) {
                write_string(search, at, string, size);
            }
            return STRING_FOUND;
        }
        if (at == SEARCH_STATES || !follow_all(search, at, count)) {
            return STRING_UNKNOWN;
        }
    }
    return STRING_NONE;
}

enum string_search_result ddds_string_search(struct match_readers *readers,
                                             const struct search_term *terms,
                                             size_t count, char *string,
                                             size_t size, uint64_t *left)
{
    enum string_search_result result = STRING_UNKNOWN;
    bool is_known = true;
    for (size_t i = 0; i < count; i++) {
        is_known &= terms[i].reader != NULL;
        readers->no_memory |= is_known && terms[i].reader->failed;
    }
    if (!is_known || readers->no_memory || count == 0 || *left == 0) {
        return STRING_UNKNOWN;
    }
    struct search search = {
        .readers = readers,
        .terms = terms,
        .term_count = count,
        .from = malloc(2 * count * sizeof *search.from),
        .left = left,
    };
    readers->no_memory |= search.from == NULL;
    if (search.from != NULL) {
        search.to = search.from + count;
        result =
            find_octets(&search) ? run(&search, string, size) : STRING_UNKNOWN;
    }
    free(search.from);
    free(search.steps);
    ddds_intern_free(&search.combinations);
    return result;
}
