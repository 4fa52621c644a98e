/* URIs that are already split.
 *
 * SPDX-License-Identifier: MIT */
#ifndef NAME_URI_H
#define NAME_URI_H

#include <stdbool.h>
#include <stddef.h>

#include <ddds/uri.h>

/* Are |length| octets a scheme? */
bool ddds_uri_is_scheme(const char *text, size_t length);

/* Is |text| a URI of the usual kind, which ddds_uri_parse accepts? It has a
 * host or a path, and nothing that takes longer to check: no user, port, IP
 * address, encoding or fragment. False says nothing about |text|. */
bool ddds_uri_is_plain(const char *text);

/* Write the canonical form of |uri|, as ddds_uri_parse made it and not a URN
 * (see ddds_uri_normalize). False if |size| octets do not hold it; |canonical|
 * then holds a part. */
bool ddds_uri_write(const struct ddds_uri *uri, char *canonical, size_t size);

#endif
