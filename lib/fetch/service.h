/* Services and their names.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_SERVICE_H
#define FETCH_SERVICE_H

#include <stdbool.h>

#include <ddds/fetch.h>
#include <ddds/span.h>

enum { SERVICE_COUNT = DDDS_FETCH_SMP + 1, SERVICE_NAME_SIZE = 8 };

/* Kinds of answers. */
enum service_kind { SERVICE_URI, SERVICE_LIST, SERVICE_CONTENT };

enum service_kind ddds_service_kind(enum ddds_fetch_service service);

/* Find the service |name|, in either case, by its name in RFC 2483 (I2L), RFC
 * 2169 (N2L, L2Ls) or BDXL (Meta); false if it is unknown. */
bool ddds_service_find(struct ddds_span name, enum ddds_fetch_service *service);

/* Write the name in RFC 2169: "N2L", or "L2Ls" if the input is not a URN. */
void ddds_service_old_name(enum ddds_fetch_service service, bool is_urn,
                           char name[SERVICE_NAME_SIZE]);

/* Parse the list |names|, in its order; NULL: all services, in the order of
 * ddds_fetch(). Return their number; -1 if |*bad| is unknown. */
int ddds_services_wanted(const char *names,
                         enum ddds_fetch_service services[SERVICE_COUNT],
                         struct ddds_span *bad);

#endif
