/* URIs of strangers. The components lie in the text and make it up; the
 * canonical form is stable, no longer, and has the same components; and one
 * pass over plain URIs finds the same as the parser.
 *
 * SPDX-License-Identifier: MIT */
#include <ddds/uri.h>
#include <ddds/urn.h>

#include "fuzz.h"
#include "name/uri.h"
#include "name/urn.h"

/* Go over |span| with |mark| before it, if it is there. */
static const char *skip(const char *at, const char *mark, struct ddds_span span)
{
    if (span.text == NULL) {
        require(span.length == 0);
        return at;
    }
    require(strncmp(at, mark, strlen(mark)) == 0);
    at += strlen(mark);
    require(at == span.text);
    return at + span.length;
}

/* RFC 3986 section 5.3: the components put together are the text. */
static void check_components(const char *text, const struct ddds_uri *uri)
{
    require(uri->scheme.text != NULL && uri->path.text != NULL);
    require(uri->host.text != NULL ||
            (uri->userinfo.text == NULL && uri->port.text == NULL));
    const char *at = skip(text, "", uri->scheme);
    require(*at++ == ':');
    if (uri->host.text != NULL) {
        require(strncmp(at, "//", 2) == 0);
        at = skip(at + 2, "", uri->userinfo);
        at = skip(at, uri->userinfo.text != NULL ? "@" : "", uri->host);
    }
    at = skip(at, ":", uri->port);
    at = skip(at, "", uri->path);
    at = skip(at, "?", uri->query);
    at = skip(at, "#", uri->fragment);
    require(*at == '\0');
}

/* Plain URIs are those without certain components, and no others. */
static void check_plainness(const char *text)
{
    struct ddds_uri uri;
    bool expected =
        ddds_uri_parse(text, &uri, NULL) == DDDS_OK &&
        strchr(text, '%') == NULL && uri.userinfo.text == NULL &&
        uri.port.text == NULL && uri.fragment.text == NULL &&
        (uri.host.text != NULL ? uri.host.text[0] != '[' : uri.path.length > 0);
    require(ddds_uri_is_plain(text) == expected);
}

static bool are_alike(struct ddds_span one, struct ddds_span other)
{
    return (one.text == NULL) == (other.text == NULL) &&
           other.length <= one.length;
}

static void check_canonical(const char *text, const struct ddds_uri *uri,
                            const char *canonical)
{
    require(strlen(canonical) <= strlen(text));
    char *again = malloc(strlen(canonical) + 1);
    require(again != NULL);
    require(ddds_uri_normalize(canonical, again, strlen(canonical) + 1, NULL) ==
            DDDS_OK);
    require(strcmp(again, canonical) == 0);
    free(again);

    struct ddds_uri parsed;
    require(ddds_uri_parse(canonical, &parsed, NULL) == DDDS_OK);
    require(parsed.fragment.text == NULL);
    if (!ddds_urn_has_scheme(text)) {
        require(are_alike(uri->scheme, parsed.scheme));
        require(are_alike(uri->userinfo, parsed.userinfo));
        require(are_alike(uri->host, parsed.host));
        require(are_alike(uri->port, parsed.port));
        require(are_alike(uri->path, parsed.path));
        require(are_alike(uri->query, parsed.query));
    }
}

static void check_error(const char *text, const struct ddds_error *error)
{
    require(error->status == DDDS_BAD_INPUT);
    require(error->offset <= strlen(text));
    require(strlen(error->detail) > 0);
    require(strpbrk(error->detail, "\n\r\t\x1b\x7f") == NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = copy_of(data, size);
    check_plainness(text);
    char *canonical = malloc(strlen(text) + 1);
    require(canonical != NULL);
    struct ddds_error error;
    ddds_status status =
        ddds_uri_normalize(text, canonical, strlen(text) + 1, &error);
    struct ddds_uri uri;
    if (status == DDDS_OK) {
        require(ddds_uri_parse(text, &uri, NULL) == DDDS_OK);
        check_components(text, &uri);
        check_canonical(text, &uri, canonical);
    } else {
        check_error(text, &error);
        require(ddds_urn_has_scheme(text) ||
                ddds_uri_parse(text, &uri, NULL) == status);
    }

    /* Room for all but the last octet. */
    if (status == DDDS_OK) {
        size_t length = strlen(canonical);
        char *narrow = malloc(length + 1);
        require(narrow != NULL);
        narrow[length] = '*';
        require(ddds_uri_normalize(text, narrow, length, NULL) == DDDS_LIMIT);
        require(narrow[length] == '*');
        free(narrow);
    }
    free(canonical);
    free(text);
    return 0;
}
