/* Environment variables as in curl(1): http_proxy in lower case only, because
 * web servers pass the header Proxy to programs as HTTP_PROXY; the others in
 * either case.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/proxy.h"

#include <stdlib.h>

static const char *read_either(const char *lower, const char *upper)
{
    const char *value = getenv(lower);
    if (value == NULL || value[0] == '\0') {
        value = getenv(upper);
    }
    return value != NULL && value[0] != '\0' ? value : NULL;
}

void proxy_read(const struct fetch_options *options,
                struct ddds_fetch_options *fetch)
{
    fetch->no_proxy = read_either("no_proxy", "NO_PROXY");
    if (options->proxy != NULL) {
        fetch->http_proxy = options->proxy;
        fetch->https_proxy = options->proxy;
        return;
    }
    const char *all = read_either("all_proxy", "ALL_PROXY");
    const char *http = read_either("http_proxy", "http_proxy");
    const char *https = read_either("https_proxy", "HTTPS_PROXY");
    fetch->http_proxy = http != NULL ? http : all;
    fetch->https_proxy = https != NULL ? https : all;
}
