/* The caller's application for a check.
 *
 * SPDX-License-Identifier: MIT */
#ifndef CHECK_MODEL_GIVEN_APPLICATION_H
#define CHECK_MODEL_GIVEN_APPLICATION_H

#include <ddds/application.h>

/* The functions of |view|, which must be first, call those of |given|, with
 * |given|. */
struct given_application {
    struct ddds_application view;
    const struct ddds_application *given;
    ddds_status (*read_services)(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error);
    bool (*lists_hosts)(const struct ddds_application *self, const char *key);
};

/* Return |given| in the layout of this version: |given| itself if it has the
 * same size, otherwise the view in |own|. Return NULL on failure:
 * DDDS_BAD_OPTION for a wrong size or a missing member. */
const struct ddds_application *
ddds_given_application_read(struct given_application *own,
                            const struct ddds_application *given,
                            struct ddds_error *error);

#endif
