/* Uses one file of the program after the other.
 *
 * SPDX-License-Identifier: MIT */
#include "grown.h"

#include <stdio.h>

void grown_say(const char *title, ddds_status status)
{
    printf("%s: %s\n", title, ddds_status_text(status));
}

const char *grown_text(const char *text)
{
    return text != NULL ? text : "-";
}

const char *grown_span(struct ddds_span span)
{
    static char text[64];
    snprintf(text, sizeof text, "%.*s", (int)span.length,
             span.text != NULL ? span.text : "-");
    return span.text != NULL ? text : "-";
}

int main(void)
{
    grown_use_results();
    grown_use_extensions();
    grown_use_values();
    grown_use_checks();
#ifdef GROWN_HAS_FETCH
    grown_use_fetch();
#endif
#ifdef GROWN_HAS_VALIDATE
    grown_use_validate();
#endif
    return 0;
}
