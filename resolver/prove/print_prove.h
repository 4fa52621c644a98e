/* Classes and verdicts as text.
 *
 * SPDX-License-Identifier: MIT */
#ifndef PROVE_PRINT_PROVE_H
#define PROVE_PRINT_PROVE_H

#include <stdio.h>

#include <ddds/prove.h>
#include <ddds/resolve.h>

#include "cli/option.h"

/* A proof to be printed. */
struct shown_proof {
    const ddds_proof *proof;
    const char *set; /* the heading; NULL: none */
    ddds_database *database;
    const struct ddds_options *request;
    size_t members;      /* printed for each class */
    size_t class_number; /* class to explain, from 1 on; 0: list all */
    const struct given_words *properties;
    const struct ddds_proof_property *const *verdicts;
};

/* Print the proof as text: the heading, a line for each class and each property,
 * and the resolution of each witness that refutes a property. */
void print_prove(FILE *out, const struct shown_proof *shown);

#endif
