/* Untrusted names with labels that are not ASCII. An accepted name is a key,
 * and that is accepted as the same key.
 *
 * SPDX-License-Identifier: MIT */
#include "fuzz.h"
#include "base/domain.h"
#include "name/idna.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char key[LIMIT_KEY_SIZE];
    char name[LIMIT_NAME_SIZE];
    struct ddds_error error;
    char *text = copy_of(data, size);
    ddds_status status = ddds_idna_parse_output(text, size, key, &error);
    require(status == DDDS_OK || status == DDDS_MALFORMED ||
            status == DDDS_LIMIT);
    if (status == DDDS_OK) {
        char again[LIMIT_KEY_SIZE];
        require(ddds_domain_parse_key(key, strlen(key), again, NULL) ==
                DDDS_OK);
        require(strcmp(key, again) == 0);
    } else {
        require(error.detail[0] != '\0');
    }
    if (ddds_idna_parse_name(text, size, name, &error) == DDDS_OK) {
        char again[LIMIT_NAME_SIZE];
        const char *spelt = name[0] == '\0' ? "." : name;
        require(ddds_domain_parse(spelt, strlen(spelt), again, NULL) ==
                DDDS_OK);
        require(strcmp(name, again) == 0);
    }
    free(text);
    return 0;
}
