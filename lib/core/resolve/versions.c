/* The versions of this library and its dependencies.
 *
 * SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <ddds/resolve.h>

#include "db/dns/cares.h"
#include "rule/ere.h"

size_t ddds_versions(char *text, size_t size)
{
    char pcre[ERE_VERSION_SIZE];
    ddds_ere_version(pcre);
    int length = snprintf(text, size, "libddds %s\nc-ares %s\nPCRE2 %s\n",
                          ddds_version(), ddds_cares_version(), pcre);
    return length > 0 ? (size_t)length : 0;
}
