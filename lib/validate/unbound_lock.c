/* SPDX-License-Identifier: MIT */
#include "validate/unbound_lock.h"

#include <pthread.h>

static pthread_mutex_t unbound_lock = PTHREAD_MUTEX_INITIALIZER;

void ddds_unbound_lock(void)
{
    pthread_mutex_lock(&unbound_lock);
}

void ddds_unbound_unlock(void)
{
    pthread_mutex_unlock(&unbound_lock);
}
