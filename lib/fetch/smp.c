/* Service Metadata Publishing (SMP): URIs of a participant's metadata, and
 * validation of answers. Peppol SMP 1.x and OASIS SMP 1.0 use the same paths;
 * OASIS SMP 2.0 uses paths below /bdxr-smp-2.
 *
 * The document is passed on unchanged; its reader must check its signature.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/smp.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "fetch/service.h"

/* ---- Requests ------------------------------------------------------------ */

unsigned ddds_smp_version(struct ddds_span service)
{
    static const char two[] = "oasis-bdxr-smp-2";
    const size_t length = sizeof two - 1;
    if (service.length == 4 && strncasecmp(service.text, "Meta", 4) == 0) {
        return 1;
    }
    return service.length >= length &&
                   strncasecmp(service.text, two, length) == 0 &&
                   (service.length == length || service.text[length] == '#')
               ? 2
               : 0;
}

/* Return |text| as a path segment, %-encoded except for the unreserved
 * characters of RFC 3986 section 2.3. */
static const char *encode_segment(const char *text, struct arena *arena)
{
    static const char digits[] = "0123456789ABCDEF";
    char *encoded = ddds_arena_alloc(arena, 3 * strlen(text) + 1);
    char *end = encoded;
    for (; encoded != NULL && *text != '\0'; text++) {
        unsigned char octet = (unsigned char)*text;
        if (ascii_is_alnum(octet) || strchr("-._~", octet) != NULL) {
            *end++ = *text;
        } else {
            *end++ = '%';
            *end++ = digits[octet >> 4];
            *end++ = digits[octet & 15];
        }
    }
    if (encoded != NULL) {
        *end = '\0';
    }
    return encoded;
}

const char *ddds_smp_uri(const char *base, unsigned version,
                         const char *participant, const char *document,
                         struct arena *arena)
{
    size_t length = strlen(base);
    const char *group = encode_segment(participant, arena);
    const char *type = document != NULL ? encode_segment(document, arena) : "";
    if (group == NULL || type == NULL) {
        return NULL;
    }
    return ddds_arena_format(arena, "%s%s%s%s%s%s", base,
                             length > 0 && base[length - 1] == '/' ? "" : "/",
                             version == 2 ? "bdxr-smp-2/" : "", group,
                             document != NULL ? "/services/" : "", type);
}

/* ---- Answers ------------------------------------------------------------- */

/* Return the local name of the first element in |text|; NULL if anything but
 * white space, processing instructions and comments precedes it. */
static struct ddds_span find_root(const char *text)
{
    static const char mark[] = "\xef\xbb\xbf"; /* byte order mark */
    text += strncmp(text, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0;
    for (;;) {
        text += strspn(text, " \t\r\n");
        const char *end = strncmp(text, "<?", 2) == 0     ? "?>"
                          : strncmp(text, "<!--", 4) == 0 ? "-->"
                                                          : NULL;
        if (end == NULL) {
            break;
        }
        const char *found = strstr(text + strlen(end), end);
        if (found == NULL) {
            return (struct ddds_span){NULL, 0};
        }
        text = found + strlen(end);
    }
    size_t length = *text == '<' ? strcspn(text + 1, " \t\r\n/>") : 0;
    const char *name = text + 1;
    const char *colon = length > 0 ? memchr(name, ':', length) : NULL;
    if (colon != NULL) {
        length -= (size_t)(colon + 1 - name);
        name = colon + 1;
    }
    return (struct ddds_span){length > 0 ? name : NULL, length};
}

static bool is_named(struct ddds_span root, const char *name)
{
    return root.text != NULL && root.length == strlen(name) &&
           memcmp(root.text, name, root.length) == 0;
}

const char *ddds_smp_judge(const struct transfer *transfer, bool is_group)
{
    struct ddds_span root = find_root(transfer->content);
    if (is_group) {
        return is_named(root, "ServiceGroup") ? NULL
                                              : "it is not a ServiceGroup";
    }
    return is_named(root, "ServiceMetadata") ||
                   is_named(root, "SignedServiceMetadata")
               ? NULL
               : "it is not ServiceMetadata";
}
