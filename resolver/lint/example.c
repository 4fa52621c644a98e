/* Examples of codes. tests/tool/lint/examples checks them all.
 *
 * SPDX-License-Identifier: MIT */
#include "lint/example.h"

#include <stddef.h>
#include <string.h>

static const struct code_example examples[] = {
#define EXAMPLE(number, wrong, right) {"L" #number, wrong, right},
#include "lint/examples.def"
#undef EXAMPLE
};

const struct code_example *example_find(const char *code)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        if (strcmp(examples[i].code, code) == 0) {
            return &examples[i];
        }
    }
    return NULL;
}
