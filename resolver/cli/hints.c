/* Inputs without a scheme, by their looks: a telephone number, a realm, a
 * domain, a command that is mistyped.
 *
 * SPDX-License-Identifier: MIT */
#include "cli/hints.h"

#include <string.h>

#include "cli/command.h"

static const char number[] = "neither URN nor URI; a telephone number begins "
                             "with \"+\" and wants --app enum";
static const char user[] = "neither URN nor URI; a user at a realm wants --app "
                           "radius";
static const char domain[] =
    "neither URN nor URI; a domain wants its application: --app s-naptr or "
    "u-naptr with the --service, --app sip, --app radius for a realm, --app "
    "3gpp";
static const char command[] =
    "a command comes first, before all options: ddds COMMAND [OPTIONS] "
    "INPUT...";
static const char other[] =
    "neither a command of this version (ddds help lists them) nor a URN or "
    "URI; anything else wants its application (--app)";

const char *hint_for(const char *input)
{
    if (is_command(input)) {
        return command;
    }
    static const char separators[] = "0123456789 ().-/";
    size_t plus = input[0] == '+' ? 1 : 0;
    if (input[plus] != '\0' &&
        input[plus + strspn(input + plus, separators)] == '\0' &&
        strpbrk(input, "0123456789") != NULL) {
        return number;
    }
    if (strchr(input, '@') != NULL) {
        return user;
    }
    return strchr(input, '.') != NULL ? domain : other;
}
