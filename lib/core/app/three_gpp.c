/* The 3GPP application: TS 29.303, S-NAPTR from the domain of an access point,
 * a tracking area or a node to the gateways and servers of a mobile core.
 *
 * Inputs are names of TS 23.003, or identifiers in common notation, such as
 * "tai:001-01-1b64" and "apn:internet@001-01", which are converted to these
 * names.
 *
 * Services and protocols are compared as complete words, except for the values
 * of "+nc-" and "+ue-", of which a common value suffices (annex B). Preferences
 * balance load. Host names keep their topological prefix, "topon." or "topoff."
 * and the interface: clients need it to choose among them.
 *
 * SPDX-License-Identifier: MIT */
#include "app/policies.h"
#include "app/rfc3958.h"

#include <string.h>

#include <ddds/rule.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/domain.h"

/* ---- Names of TS 23.003 ------------------------------------------------- */

/* Pattern of labels from the right: "#" is a decimal digit, "?" a hexadecimal
 * digit, "^" a digit up to 3, and "*" one or more labels. "~" marks optional
 * labels. A name that matches the first |words| labels must match the complete
 * form. */
struct form {
    size_t words;
    const char *labels[6];
};

/* TS 23.003 sections 19.4.2 and 28.3.2, below a network's domain. */
static const struct form forms[] = {
    {2, {"epc", "apn", "*"}},
    {2, {"epc", "tac", "tac-hb??", "tac-lb??"}},
    {2, {"5gc", "5gstac", "tac-hb??", "tac-mb??", "tac-lb??"}},
    {2, {"epc", "rac", "lac????", "rac????"}},
    {2, {"epc", "lac", "lac????"}},
    {2, {"epc", "rnc", "rnc????"}},
    {2, {"epc", "node", "*"}},
    {2, {"epc", "mme", "mmegi????"}},
    {3, {"epc", "mme", "mmegi????", "~mmec??"}},
    {2, {"5gc", "amfset", "region??", "set^??"}},
    {2, {"5gc", "amfi", "region??", "set^??", "pt^?"}},
};

/* Section 19.2: an MNC of two digits is padded with a zero. */
static const struct form network = {0, {"mcc###", "mnc###"}};

/* Return the label of |name| that ends at |end|, and move |end| before it. Its
 * text is NULL after the last label. */
static struct ddds_span take_label(const char *name, size_t *end)
{
    size_t begin = *end;
    while (begin > 0 && name[begin - 1] != '.') {
        begin--;
    }
    struct ddds_span label = {*end > 0 ? name + begin : NULL, *end - begin};
    *end = begin > 0 ? begin - 1 : 0;
    return label;
}

static bool is_octet(char octet, char pattern)
{
    switch (pattern) {
    case '#':
        return ascii_is_digit((unsigned char)octet);
    case '?':
        return ascii_hex_value((unsigned char)octet) >= 0;
    case '^':
        return octet >= '0' && octet <= '3';
    default:
        return octet == pattern;
    }
}

static bool is_label(struct ddds_span label, const char *pattern)
{
    bool is_same = label.text != NULL && label.length == strlen(pattern);
    for (size_t i = 0; is_same && i < label.length; i++) {
        is_same = is_octet(label.text[i], pattern[i]);
    }
    return label.text != NULL && (is_same || strcmp(pattern, "*") == 0);
}

static ddds_status refuse_label(const char *name, struct ddds_span label,
                                size_t end, const char *pattern,
                                struct ddds_error *error)
{
    size_t offset = label.text != NULL ? (size_t)(label.text - name) : end;
    if (strcmp(pattern, "*") == 0) {
        return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                              "expected one more label at %zu (3GPP TS 23.003)",
                              offset);
    }
    if (label.text == NULL) {
        return ddds_error_set(error, DDDS_BAD_INPUT, offset,
                              "expected the label \"%s\", found none at %zu "
                              "(3GPP TS 23.003)",
                              pattern, offset);
    }
    return ddds_error_set(
        error, DDDS_BAD_INPUT, offset,
        "expected the label \"%s\", found \"%.*s%s\" at %zu (3GPP TS 23.003; # "
        "is a digit, ? a hexadecimal one%s)",
        pattern, ERROR_QUOTE(label.text, label.length), offset,
        strchr(pattern, '^') != NULL ? ", ^ one up to 3" : "");
}

/* Check the labels of |name| before |*end| against |form|, if they match its
 * first words. |*end| moves before the matching labels. */
static ddds_status check_form(const char *name, const struct form *form,
                              size_t *end, struct ddds_error *error)
{
    size_t at = *end;
    for (size_t i = 0; form->labels[i] != NULL; i++) {
        struct ddds_span label = take_label(name, &at);
        bool may_end = form->labels[i][0] == '~';
        const char *pattern = form->labels[i] + may_end;
        if (is_label(label, pattern)) {
            continue;
        }
        return i < form->words || (may_end && label.text == NULL)
                   ? DDDS_OK
                   : refuse_label(name, label, at, pattern, error);
    }
    *end = at;
    return DDDS_OK;
}

/* Check a name below 3gppnetwork.org. Other names are chosen by the
 * operator. */
static ddds_status check_name(const char *name, struct ddds_error *error)
{
    static const char tree[] = "3gppnetwork.org";
    if (!ddds_domain_is_within(name, tree) || strcmp(name, tree) == 0) {
        return DDDS_OK;
    }
    size_t end = strlen(name) - sizeof tree;
    size_t before = end;
    if (!is_label(take_label(name, &before), "pub")) {
        before = end;
    }
    size_t below = before;
    struct ddds_span country = take_label(name, &below);
    bool is_swapped = is_label(country, "mnc###") || is_label(country, "mnc##");
    if (!is_swapped && (country.text == NULL || country.length < 3 ||
                        memcmp(country.text, "mcc", 3) != 0)) {
        return DDDS_OK;
    }
    ddds_status status = check_form(name, &network, &before, error);
    for (size_t i = 0; status == DDDS_OK && i < sizeof forms / sizeof *forms;
         i++) {
        size_t rest = before;
        status = check_form(name, &forms[i], &rest, error);
    }
    return status;
}

/* ---- Identifiers --------------------------------------------------------- */

/* Parse MCC and MNC: 001-01 or 00101. Digits are hexadecimal, and as many as in
 * the name, so that they are not mistaken for decimal digits. */
#define PLMN "([0-9]{3})-?([0-9]{2,3})"
#define HEX(count) "([0-9a-f]{" #count "})"
#define LABELS "([a-z0-9.-]+)"
#define NETWORK ".mnc\\2.mcc\\1.3gppnetwork.org!i"
#define OLD "[.](mnc[0-9]{2,3}[.]mcc[0-9]{3})"
#define GPRS OLD "[.]gprs$!"

/* Identifiers: their form, and the substitution expressions that convert them
 * to names (TS 23.003 sections 9.1, 19.4.2, 28.3.2 and annex C). Identifiers
 * without a kind have names in the older tree, gprs: routing areas and RNCs,
 * which have other names now, and access points, whose names start differently.
 * Unknown inputs are unchanged. */
static const struct {
    const char *kind;
    const char *expected;
    const char *expressions[4];
} identifiers[] = {
    {"apn:",
     "apn:NAME@MCC-MNC or apn:NAME.mncNNN.mccNNN.gprs, such as "
     "apn:internet@001-01",
     {"!^apn:" LABELS "@" PLMN "$!\\1.apn.epc.mnc\\3.mcc\\2.3gppnetwork.org!i",
      "!^apn:" LABELS GPRS "\\1.apn.epc.\\2.3gppnetwork.org!i",
      "!^apn:" LABELS "[.]apn[.]epc" OLD
      "[.]3gppnetwork[.]org[.]?$!\\1.apn.epc.\\2.3gppnetwork.org!i"}},
    {"tai:",
     "tai:MCC-MNC-TAC, the TAC with 4 hexadecimal digits, or 6 for 5G, such as "
     "tai:001-01-1b64, or tai:tac-lb64.tac-hb1b@001-01",
     {"!^tai:" PLMN "-(0x)?" HEX(2)
          HEX(2) "$!tac-lb\\5.tac-hb\\4.tac.epc" NETWORK,
      "!^tai:" PLMN "-(0x)?" HEX(2) HEX(2)
          HEX(2) "$!tac-lb\\6.tac-mb\\5.tac-hb\\4.5gstac.5gc" NETWORK,
      "!^tai:tac-lb" HEX(2) "[.]tac-hb" HEX(
          2) "@" PLMN "$!tac-lb\\1.tac-hb\\2.tac.epc.mnc\\4.mcc\\3"
             ".3gppnetwork.org!i",
      "!^tai:tac-lb" HEX(2) "[.]tac-mb" HEX(2) "[.]tac-hb" HEX(
          2) "@" PLMN "$!tac-lb\\1.tac-mb\\2.tac-hb\\3.5gstac.5gc.mnc\\5.mcc\\4"
             ".3gppnetwork.org!i"}},
    {"lai:",
     "lai:MCC-MNC-LAC, the LAC with 4 hexadecimal digits, such as "
     "lai:001-01-00ab",
     {"!^lai:" PLMN "-(0x)?" HEX(4) "$!lac\\4.lac.epc" NETWORK}},
    {"rai:",
     "rai:MCC-MNC-LAC-RAC, the LAC with 4 hexadecimal digits and the RAC with "
     "2 or 4, such as rai:001-01-00ab-0c",
     {"!^rai:" PLMN
      "-(0x)?" HEX(4) "-(0x)?" HEX(2) "$!rac00\\6.lac\\4.rac.epc" NETWORK,
      "!^rai:" PLMN
      "-(0x)?" HEX(4) "-(0x)?" HEX(4) "$!rac\\6.lac\\4.rac.epc" NETWORK}},
    {"rnc:",
     "rnc:MCC-MNC-ID, the id with 4 hexadecimal digits, such as "
     "rnc:001-01-1b34",
     {"!^rnc:" PLMN "-(0x)?" HEX(4) "$!rnc\\4.rnc.epc" NETWORK}},
    {"enb:",
     "enb:MCC-MNC-0xID, the id with 4 to 7 hexadecimal digits, such as "
     "enb:001-01-0x1b64a",
     {"!^enb:" PLMN "-0x([0-9a-f]{4,7})$!enb\\3.enb.epc" NETWORK}},
    {"gummei:",
     "gummei:MCC-MNC-MMEGI-MMEC with 4 and 2 hexadecimal digits, such as "
     "gummei:001-01-8001-0a, or without the MMEC",
     {"!^gummei:" PLMN
      "-(0x)?" HEX(4) "-(0x)?" HEX(2) "$!mmec\\6.mmegi\\4.mme.epc" NETWORK,
      "!^gummei:" PLMN "-(0x)?" HEX(4) "$!mmegi\\4.mme.epc" NETWORK}},
    {"guami:",
     "guami:MCC-MNC-REGION-SET-POINTER with 2, 3 and 2 hexadecimal digits, "
     "such as guami:001-01-ca-3f8-00, or without the pointer",
     {"!^guami:" PLMN "-(0x)?" HEX(
          2) "-(0x)?([0-3][0-9a-f]{2})"
             "-(0x)?([0-3][0-9a-f])$!pt\\8.set\\6.region\\4.amfi.5gc" NETWORK,
      "!^guami:" PLMN "-(0x)?" HEX(2) "-(0x)?([0-3][0-9a-f]{2})"
                                      "$!set\\6.region\\4.amfset.5gc" NETWORK}},
    {"",
     "a name, or an identifier that begins with apn:, tai:, lai:, rai:, rnc:, "
     "enb:, gummei: or guami:, such as tai:001-01-1b64",
     {"!^(rac[0-9a-f]{4}[.]lac[0-9a-f]{4})" GPRS
      "\\1.rac.epc.\\2.3gppnetwork.org!i",
      "!^(rnc[0-9a-f]{4})" GPRS "\\1.rnc.epc.\\2.3gppnetwork.org!i",
      "!^((rac|lac|rnc|nri|sgsn).*)$!\\1!i",
      "!^" LABELS GPRS "\\1.apn.epc.\\2.3gppnetwork.org!i"}},
};

/* Section 19.2: an MNC of two digits is padded with a zero. */
static const char fill_network[] = "!^(.*[.]mnc)([0-9]{2}[.].*)$!\\10\\2!";

/* Longer identifiers have no name. Names are not much longer than
 * identifiers. */
enum { LONGEST = LIMIT_KEY_SIZE + sizeof "apn:", NAME_ROOM = 2 * LONGEST };

static ddds_status rewrite(const char *expression, const char *input,
                           char output[NAME_ROOM], bool *has_matched,
                           struct ddds_error *error)
{
    *has_matched = false;
    ddds_substitution *own = ddds_substitution_new(expression, error);
    if (own == NULL) {
        return DDDS_NO_MEMORY;
    }
    ddds_status status = ddds_substitution_apply(own, input, output, NAME_ROOM,
                                                 has_matched, NULL, error);
    ddds_substitution_free(own);
    return status;
}

/* Write the name of the identifier |input| to |name|, by the first matching
 * expression of |index|. */
static ddds_status write_name(size_t index, const char *input,
                              char name[NAME_ROOM], bool *has_matched,
                              struct ddds_error *error)
{
    char found[NAME_ROOM];
    ddds_status status = DDDS_OK;
    *has_matched = false;
    for (size_t i = 0; i < 4 && status == DDDS_OK && !*has_matched &&
                       identifiers[index].expressions[i] != NULL;
         i++) {
        status = rewrite(identifiers[index].expressions[i], input, found,
                         has_matched, error);
    }
    bool is_filled = true;
    if (status == DDDS_OK && *has_matched) {
        status = rewrite(fill_network, found, name, &is_filled, error);
    }
    if (!is_filled) {
        memcpy(name, found, strlen(found) + 1);
    }
    return status;
}

/* If the input of |request| is an identifier, replace it by its name, which is
 * written to |name|. */
static ddds_status read_identifier(struct ddds_request *request,
                                   char name[NAME_ROOM],
                                   struct ddds_error *error)
{
    const char *input = request->input;
    size_t length = request->length;
    size_t index = 0;
    while (!ascii_begins_with(input, length, identifiers[index].kind)) {
        index++;
    }
    const char *kind = identifiers[index].kind;
    bool is_gprs =
        length > 5 && ascii_equal_span(input + length - 5, ".gprs", 5);
    bool has_matched = false;
    ddds_status status = DDDS_OK;
    if ((kind[0] != '\0' || is_gprs) && length <= LONGEST) {
        status = write_name(index, input, name, &has_matched, error);
    }
    if (has_matched) {
        request->input = name;
        request->length = strlen(name);
    }
    bool is_name = kind[0] == '\0' && strpbrk(input, ":@") == NULL;
    return status != DDDS_OK || has_matched || is_name
               ? status
               : ddds_error_set(error, DDDS_BAD_INPUT, strlen(kind),
                                "expected %s (3GPP TS 23.003)",
                                identifiers[index].expected);
}

/* ---- Services ----------------------------------------------------------- */

/* Return the component of |tag| from |*at| up to |end|, and move |*at| after
 * it. Its text is NULL at the end of the tag. */
static struct ddds_span take_piece(struct ddds_span tag, char end, size_t *at)
{
    if (*at > tag.length) {
        return (struct ddds_span){NULL, 0};
    }
    const char *text = tag.text + *at;
    const char *found = memchr(text, end, tag.length - *at);
    size_t length = found != NULL ? (size_t)(found - text) : tag.length - *at;
    *at += length + 1;
    return (struct ddds_span){text, length};
}

/* If |piece|, after a plus sign, is a list of network capabilities or of UE
 * usage types, return the length before its values; otherwise 0. */
static size_t measure_kind(struct ddds_span piece)
{
    bool has_values = ascii_begins_with(piece.text, piece.length, "nc-") ||
                      ascii_begins_with(piece.text, piece.length, "ue-");
    return has_values ? sizeof "nc-" - 1 : 0;
}

/* Return true if two lists of values, separated by dots, have a common
 * value. */
static bool has_common_value(struct ddds_span one, struct ddds_span other)
{
    struct ddds_span value;
    for (size_t at = 0; (value = take_piece(one, '.', &at)).text != NULL;) {
        struct ddds_span candidate;
        for (size_t k = 0;
             (candidate = take_piece(other, '.', &k)).text != NULL;) {
            if (ascii_same(value, candidate)) {
                return true;
            }
        }
    }
    return false;
}

/* Return true if any component of |tag| satisfies |piece| of the other tag. */
static bool has_piece(struct ddds_span tag, struct ddds_span piece)
{
    size_t kind = measure_kind(piece);
    size_t at = 0;
    struct ddds_span found;
    take_piece(tag, '+', &at);
    while ((found = take_piece(tag, '+', &at)).text != NULL) {
        bool is_kind = kind > 0 && found.length >= kind &&
                       ascii_equal_span(found.text, piece.text, kind);
        if (is_kind ? has_common_value((struct ddds_span){piece.text + kind,
                                                          piece.length - kind},
                                       (struct ddds_span){found.text + kind,
                                                          found.length - kind})
                    : ascii_same(found, piece)) {
            return true;
        }
    }
    return false;
}

/* Return true if |other| satisfies all components of |one| after its first plus
 * sign. */
static bool has_all(struct ddds_span one, struct ddds_span other)
{
    size_t at = 0;
    struct ddds_span piece;
    take_piece(one, '+', &at);
    while ((piece = take_piece(one, '+', &at)).text != NULL) {
        if (!has_piece(other, piece)) {
            return false;
        }
    }
    return true;
}

/* Annex B: "x-s5-gtp+nc-nr" matches "x-s5-gtp+nc-nr.5gs"; "+nc-" and "+ue-" may
 * be in any order. A component that only one of the tags has is a
 * difference. */
static bool is_offered(const struct ddds_application *self,
                       struct ddds_span wanted, struct ddds_span offered)
{
    size_t at = 0;
    size_t other = 0;
    (void)self;
    return ascii_same(wanted, offered) ||
           (ascii_same(take_piece(wanted, '+', &at),
                       take_piece(offered, '+', &other)) &&
            has_all(wanted, offered) && has_all(offered, wanted));
}

/* ---- Names of hosts ----------------------------------------------------- */

/* Return the name of the node, after "topon." or "topoff." and the label of the
 * interface (TS 29.303 section 4.1.2). */
static const char *find_node(const char *host)
{
    static const char *const prefixes[] = {"topon.", "topoff."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i]);
        const char *dot = strncmp(host, prefixes[i], length) == 0
                              ? strchr(host + length, '.')
                              : NULL;
        if (dot != NULL) {
            return dot + 1;
        }
    }
    return host;
}

static bool is_same_node(const struct ddds_application *self, const char *one,
                         const char *other)
{
    (void)self;
    return strcmp(find_node(one), find_node(other)) == 0;
}

/* Return the start of the topology in the name of |host|: after "topon" and the
 * label of its interface; for a name from the client without prefix, its start.
 * NULL if the topology is unknown. */
static const char *find_topology(const char *host, bool is_clients)
{
    const char *node = find_node(host);
    bool is_whole = node == host;
    return is_whole ? (is_clients ? node : NULL)
                    : (strncmp(host, "topon.", 6) == 0 ? node : NULL);
}

/* Section 4.3.2: names of the same node are collocated, regardless of prefixes.
 * Otherwise, more equal labels from the right are closer. */
static unsigned measure_closeness(const struct ddds_application *self,
                                  const char *host, const char *near)
{
    const char *one = find_topology(host, false);
    const char *other = find_topology(near, true);
    if (is_same_node(self, host, near)) {
        return DDDS_COLLOCATED;
    }
    unsigned count = 0;
    size_t end = one != NULL ? strlen(one) : 0;
    size_t other_end = other != NULL ? strlen(other) : 0;
    while (end > 0 && other_end > 0 &&
           ascii_same(take_label(one, &end), take_label(other, &other_end))) {
        count++;
    }
    return count;
}

/* ---- Visited countries -------------------------------------------------- */

/* Names below which operators are listed as hosts, in the visited country (TS
 * 23.003 section 28.3.2.2.5 and similar sections). */
static const struct form countries[] = {
    {0, {"mcc###", "epc", "epdg"}},
    {0, {"mcc###", "epc", "epdg", "sos"}},
    {0, {"mcc###", "5gc", "n3iwf"}},
    {0, {"mcc###", "5gc", "n3iwf", "onboarding"}},
};

static bool has_form(const char *name, size_t end, const struct form *form)
{
    for (size_t i = 0; form->labels[i] != NULL; i++) {
        if (!is_label(take_label(name, &end), form->labels[i])) {
            return false;
        }
    }
    return end == 0;
}

static bool lists_hosts(const struct ddds_application *self, const char *key)
{
    (void)self;
    static const char tree[] = "visited-country.pub.3gppnetwork.org";
    if (!ddds_domain_is_within(key, tree) || strcmp(key, tree) == 0) {
        return false;
    }
    size_t end = strlen(key) - sizeof tree;
    for (size_t i = 0; i < sizeof countries / sizeof *countries; i++) {
        if (has_form(key, end, &countries[i])) {
            return true;
        }
    }
    return false;
}

/* ---- The policy --------------------------------------------------------- */

static ddds_status first_well_known_rule(const struct ddds_application *self,
                                         const struct ddds_request *request,
                                         struct ddds_start *start,
                                         struct ddds_error *error)
{
    char name[NAME_ROOM];
    struct ddds_request named = *request;
    ddds_status status = read_identifier(&named, name, error);
    if (status != DDDS_OK) {
        return status;
    }
    status = ddds_rfc3958_first_well_known_rule(self, &named, start, error);
    status = status != DDDS_OK ? status : check_name(start->key, error);
    if (error != NULL && named.input == name) {
        error->offset = DDDS_NO_OFFSET; /* the offset is in |name| */
    }
    return status;
}

/* TS 23.003 table 19.4.3.1, and a tag of OMEC's nodes. */
#define KNOWN_SERVICES                                                         \
    "x-3gpp-amf,x-3gpp-ggsn,x-3gpp-mme,x-3gpp-msc,x-3gpp-node,x-3gpp-pgw,"     \
    "x-3gpp-sgsn,x-3gpp-sgw,x-3gpp-ucmf,x-3gpp-upf"
#define KNOWN_PROTOCOLS                                                        \
    "x-gn,x-gp,x-n2,x-n4,x-n26,x-n55,x-nq,x-nqprime,x-s1-mme,x-s1-u,"          \
    "x-s2a-gtp,x-s2a-mipv4,x-s2a-pmip,x-s2b-gtp,x-s2b-pmip,x-s2c-dsmip,x-s3,"  \
    "x-s4,x-s5-gtp,x-s5-pmip,x-s6a,x-s8-gtp,x-s8-pmip,x-s10,x-s11,x-s12,"      \
    "x-s16,x-sv,x-sxa,x-sxb,x-sxc,x-urcmp"

const struct ddds_application ddds_policy_three_gpp = {
    .size = sizeof ddds_policy_three_gpp,
    .name = "3gpp",
    .label = "3GPP",
    .title = "the nodes of a mobile core",
    .specification = "3GPP TS 29.303",
    .subject = "APN, TAI or node name",
    .example = "apn:internet@234-15",
    .first_key = "the name, or that of the identifier (TS 23.003)",
    .service = "service",
    .first_well_known_rule = first_well_known_rule,
    .flags = "SA",
    .read_services = ddds_rfc3958_read_services,
    .is_offered = is_offered,
    .requires_tags = true,
    .known_services = KNOWN_SERVICES,
    .known_protocols = KNOWN_PROTOCOLS,
    .regexp = DDDS_REGEXP_NONE,
    .preference_is_weight = true,
    .is_same_node = is_same_node,
    .closeness = measure_closeness,
    .lists_hosts = lists_hosts,
};
