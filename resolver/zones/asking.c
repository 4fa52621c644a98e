/* Event loops: DNS opens and closes sockets; a validator has one descriptor.
 *
 * SPDX-License-Identifier: MIT */
#include "zones/asking.h"

#include <sys/epoll.h>

static ddds_database *open_validator(struct asked_servers *asking,
                                     const struct source_options *source,
                                     ddds_watch_fn *watch, void *context,
                                     struct ddds_error *error)
{
    struct validation *validation = &asking->validation;
    ddds_database *database = validation_open(source, validation, error);
    if (database != NULL) {
        watch(context, validation->late.descriptor(validation->validator), true,
              false);
    }
    return database;
}

ddds_database *asking_open(struct asked_servers *asking,
                           const struct source_options *source,
                           ddds_watch_fn *watch, void *context,
                           struct ddds_error *error)
{
    *asking = (struct asked_servers){.dns = NULL};
    if (source_is_validated(source)) {
        return open_validator(asking, source, watch, context, error);
    }
    struct ddds_dns_options own = source->dns;
    own.servers = source->servers.items;
    own.server_count = source->servers.count;
    own.watch = watch;
    own.watch_context = context;
    asking->dns = ddds_dns_new(&own, error);
    return ddds_dns_database(asking->dns);
}

bool asking_is_open(const struct asked_servers *asking)
{
    return asking->dns != NULL || asking->validation.validator != NULL;
}

int asking_timeout(struct asked_servers *asking)
{
    const struct validation *validation = &asking->validation;
    return asking->dns != NULL ? ddds_dns_timeout(asking->dns)
           : validation->validator != NULL
               ? validation->late.timeout(validation->validator)
               : -1;
}

void asking_process(struct asked_servers *asking, int descriptor,
                    unsigned events)
{
    const struct validation *validation = &asking->validation;
    if (asking->dns != NULL) {
        ddds_dns_process(asking->dns, descriptor,
                         (events & ~(unsigned)EPOLLOUT) != 0,
                         (events & (EPOLLOUT | EPOLLERR)) != 0);
    } else if (validation->validator != NULL) {
        validation->late.process(validation->validator);
    }
}
