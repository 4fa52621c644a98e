/* Registries of services, and words similar to registered words. The words of
 * one application are in its description; here are those of several, such as
 * urn, uri and ddi.
 *
 * SPDX-License-Identifier: MIT */
#include "check/judge/registry.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/nearest.h"

/* RFC 2483 section 4. */
const char *const ddds_registry_resolution_services[] = {
    "I2L", "I2Ls", "I2R", "I2Rs", "I2C", "I2Cs", "I2N", "I2Ns", NULL,
};

/* The names in RFC 2168 of the services in the table above. */
const char *const ddds_registry_retired_services[] = {
    "N2L",  "N2Ls", "N2R",  "N2Rs", "N2C",  "N2Cs", "N2N",  "N2Ns", "L2L",
    "L2Ls", "L2R",  "L2Rs", "L2C",  "L2Cs", "L2N",  "L2Ns", NULL,
};

/* Protocols of RFC 2168, 2169, 3403 and 3404, and of the web. */
const char *const ddds_registry_protocols[] = {
    "http",   "https",   "ftp",    "thttp", "rcds", "hdl", "z3950",
    "rwhois", "whoispp", "gopher", "wais",  "ldap", "dav", NULL,
};

bool ddds_registry_has(const char *const *list, struct ddds_span span)
{
    while (*list != NULL && !ascii_is_word(span, *list)) {
        list++;
    }
    return *list != NULL;
}

/* ---- Similar words -------------------------------------------------- */

/* The words that a word may be a misspelling of: an extension by a dot, such as
 * "diameter.dtls.sctp" for "diameter.dtls", or the most similar word. Each is
 * unknown if several are possible. */
struct likely {
    struct ddds_span word;
    char longer[REGISTRY_WORD_SIZE];
    bool has_longer;
    char nearest[REGISTRY_WORD_SIZE];
    size_t distance;
};

static void begin_likely(struct likely *likely, struct ddds_span word)
{
    *likely = (struct likely){.word = word, .distance = NEAREST_LENGTH};
}

/* Set |kept| to |other|; clear it if another word is set. */
static void keep(char kept[REGISTRY_WORD_SIZE], bool is_first,
                 const char *other)
{
    bool is_same = ascii_equal(kept, other);
    snprintf(kept, REGISTRY_WORD_SIZE, "%s", is_first || is_same ? other : "");
}

/* Return the part of |word| after its last hyphen, or all of it. */
static struct ddds_span last_part(struct ddds_span word)
{
    size_t begin = word.length;
    while (begin > 0 && word.text[begin - 1] != '-') {
        begin--;
    }
    return (struct ddds_span){word.text + begin, word.length - begin};
}

/* Return true unless both words are tags like "x-3gpp-amf" with different last
 * parts. These are acronyms: "smf" is another function of 3GPP, not a
 * misspelling. */
static bool may_mean(struct ddds_span word, const char *other)
{
    static const char prefix[] = "x-";
    struct ddds_span part = last_part(word);
    const char *known =
        last_part((struct ddds_span){other, strlen(other)}).text;
    size_t distance = ddds_nearest_distance(part.text, part.length, known);
    return !ascii_begins_with(word.text, word.length, prefix) ||
           !ascii_begins_with(other, strlen(other), prefix) ||
           (ddds_nearest_is_likely(part.length, distance) &&
            ascii_to_lower(*part.text) == ascii_to_lower(*known));
}

static void try_word(struct likely *likely, struct ddds_span other)
{
    struct ddds_span word = likely->word;
    char text[REGISTRY_WORD_SIZE];
    size_t gap = word.length > other.length ? word.length - other.length
                                            : other.length - word.length;
    if (other.length >= sizeof text) {
        return;
    }
    memcpy(text, other.text, other.length);
    text[other.length] = '\0';
    if (other.length > word.length && text[word.length] == '.' &&
        ascii_equal_span(text, word.text, word.length)) {
        keep(likely->longer, !likely->has_longer, text);
        likely->has_longer = true;
    }
    size_t distance = ddds_nearest_is_likely(word.length, gap)
                          ? ddds_nearest_distance(word.text, word.length, text)
                          : NEAREST_LENGTH;
    if (distance <= likely->distance && distance < NEAREST_LENGTH &&
        may_mean(word, text)) {
        keep(likely->nearest, distance < likely->distance, text);
        likely->distance = distance;
    }
}

/* Write the word that was probably meant into |meant|, or "". Return false if
 * it is unknown. */
static bool end_likely(const struct likely *likely,
                       char meant[REGISTRY_WORD_SIZE])
{
    bool is_likely =
        likely->word.length > 2 &&
        ddds_nearest_is_likely(likely->word.length, likely->distance);
    snprintf(meant, REGISTRY_WORD_SIZE, "%s",
             likely->longer[0] != '\0' ? likely->longer
             : is_likely               ? likely->nearest
                                       : "");
    return meant[0] != '\0';
}

bool ddds_registry_find_like(struct ddds_span span, const char *const *list,
                             char meant[REGISTRY_WORD_SIZE])
{
    struct likely likely;
    begin_likely(&likely, span);
    for (; *list != NULL; list++) {
        try_word(&likely, (struct ddds_span){*list, strlen(*list)});
    }
    return end_likely(&likely, meant);
}

/* Return the first letter or digit from |at| on, or the end. */
static const char *next_letter(const char *at)
{
    while (*at != '\0' && !ascii_is_alnum((unsigned char)*at)) {
        at++;
    }
    return at;
}

/* Return true if |one| and |other| have the same letters and digits, ignoring
 * case and separators. */
static bool has_same_letters(const char *one, const char *other)
{
    one = next_letter(one);
    other = next_letter(other);
    while (*one != '\0' && ascii_to_lower(*one) == ascii_to_lower(*other)) {
        one = next_letter(one + 1);
        other = next_letter(other + 1);
    }
    return *one == *other;
}

/* ---- Words of applications -------------------------------------------- */

/* S-NAPTR, U-NAPTR and unknown applications can use the words of every
 * application with tags, because IANA has common registries; other applications
 * only their own. */
static bool has_own_words(const struct ddds_application *application)
{
    return application != NULL && application->known_services != NULL &&
           application != ddds_application_s_naptr() &&
           application != ddds_application_u_naptr();
}

static const char *list_of(const struct ddds_application *application,
                           enum registry_place place)
{
    return place == REGISTRY_SERVICES ? application->known_services
                                      : application->known_protocols;
}

/* RFC 6408 section 4: "aaa+ap16777251" belongs to a family. */
static bool is_of_family(const struct ddds_application *application,
                         struct ddds_span word)
{
    const char *family = application->service_family;
    size_t length = family != NULL ? strlen(family) : 0;
    const char *at = word.text + length;
    uint64_t number;
    return family != NULL && word.length > length && *at != '0' &&
           ascii_begins_with(word.text, word.length, family) &&
           ascii_read_number(&at, word.text + word.length, UINT32_MAX,
                             &number) &&
           at == word.text + word.length;
}

bool ddds_registry_has_word(const struct ddds_application *application,
                            enum registry_place place, struct ddds_span word)
{
    const char *list = list_of(application, place);
    struct ddds_span item;
    while (ascii_next_item(&list, &item)) {
        if (item.length == word.length &&
            ascii_equal_span(item.text, word.text, word.length)) {
            return true;
        }
    }
    return place == REGISTRY_SERVICES && is_of_family(application, word);
}

/* Return true if |application| uses the tags of S-NAPTR. */
static bool has_tags(const struct ddds_application *application)
{
    struct ddds_services services;
    services.size = sizeof services;
    return application->requires_tags &&
           application->read_services(application, "a:b", &services, NULL) ==
               DDDS_OK;
}

/* Return the next application whose words |application| can use; NULL after the
 * last. |*at| is NULL initially. */
static const struct ddds_application *
next_source(const struct ddds_application *application,
            const struct ddds_application *const **at)
{
    static const struct ddds_application *const none[] = {NULL};
    if (*at == NULL && has_own_words(application)) {
        *at = none;
        return application;
    }
    *at = *at == NULL ? ddds_applications() : *at;
    while (**at != NULL) {
        const struct ddds_application *each = *(*at)++;
        if (has_tags(each)) {
            return each;
        }
    }
    return NULL;
}

bool ddds_registry_knows(const struct ddds_application *application,
                         enum registry_place place, struct ddds_span word)
{
    const struct ddds_application *const *at = NULL;
    const struct ddds_application *source;
    if (has_own_words(application) && list_of(application, place) == NULL) {
        return true;
    }
    while ((source = next_source(application, &at)) != NULL) {
        if (ddds_registry_has_word(source, place, word)) {
            return true;
        }
    }
    return false;
}

bool ddds_registry_find_word(const struct ddds_application *application,
                             enum registry_place place, struct ddds_span word,
                             char meant[REGISTRY_WORD_SIZE])
{
    const struct ddds_application *const *at = NULL;
    const struct ddds_application *source;
    struct likely likely;
    begin_likely(&likely, word);
    while ((source = next_source(application, &at)) != NULL) {
        const char *list = list_of(source, place);
        struct ddds_span item;
        while (ascii_next_item(&list, &item)) {
            try_word(&likely, item);
        }
    }
    return end_likely(&likely, meant);
}

/* Try |service| with each protocol of |source|, or alone if it has none. */
static bool try_service(struct likely *likely, struct ddds_span service,
                        const struct ddds_application *source,
                        char field[REGISTRY_WORD_SIZE])
{
    const char *protocols =
        source->known_protocols != NULL ? source->known_protocols : "";
    struct ddds_span protocol;
    while (ascii_next_item(&protocols, &protocol)) {
        int length = snprintf(field, REGISTRY_WORD_SIZE, "%.*s%s%.*s",
                              (int)service.length, service.text,
                              protocol.length > 0 ? ":" : "",
                              (int)protocol.length, protocol.text);
        if (has_same_letters(likely->word.text, field)) {
            return true;
        }
        try_word(likely, (struct ddds_span){field, (size_t)length});
    }
    return false;
}

bool ddds_registry_find_field(const struct ddds_application *application,
                              const char *services,
                              char meant[REGISTRY_WORD_SIZE])
{
    const struct ddds_application *const *at = NULL;
    const struct ddds_application *source;
    struct likely likely;
    begin_likely(&likely, (struct ddds_span){services, strlen(services)});
    while ((source = next_source(application, &at)) != NULL) {
        const char *list = source->known_services;
        struct ddds_span service;
        while (ascii_next_item(&list, &service)) {
            if (try_service(&likely, service, source, meant)) {
                return true;
            }
        }
    }
    return end_likely(&likely, meant);
}
