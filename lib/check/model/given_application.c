/* Adapts an application whose struct is of another version.
 *
 * SPDX-License-Identifier: MIT */
#include "check/model/given_application.h"

#include "base/error.h"
#include "base/sized.h"

/* Each calls the caller's function with the caller's own struct, which may have
 * additional data. */
static ddds_status read_services(const struct ddds_application *self,
                                 const char *text,
                                 struct ddds_services *services,
                                 struct ddds_error *error)
{
    const struct given_application *own =
        (const struct given_application *)self;
    return own->read_services(own->given, text, services, error);
}

static bool lists_hosts(const struct ddds_application *self, const char *key)
{
    const struct given_application *own =
        (const struct given_application *)self;
    return own->lists_hosts(own->given, key);
}

const struct ddds_application *
ddds_given_application_read(struct given_application *own,
                            const struct ddds_application *given,
                            struct ddds_error *error)
{
    const struct ddds_application *view = ddds_sized_view(
        given, &own->view, sizeof own->view, "DDDS_APPLICATION_INIT", error);
    if (view == NULL) {
        return NULL;
    }
    if (view->name == NULL || view->flags == NULL ||
        view->read_services == NULL) {
        ddds_error_set(error, DDDS_BAD_OPTION, DDDS_NO_OFFSET,
                       "an application needs a name, flags and "
                       "read_services");
        return NULL;
    }
    if (view == &own->view) {
        own->given = given;
        own->read_services = own->view.read_services;
        own->view.read_services = read_services;
        own->lists_hosts = own->view.lists_hosts;
        own->view.lists_hosts = own->lists_hosts != NULL ? lists_hosts : NULL;
    }
    return view;
}
