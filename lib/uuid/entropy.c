/* The only file that reads the entropy source.
 *
 * A call for a few octets costs eight times what the octets cost, so that they
 * are read a page at a time and handed out from a pool. What a pool must not do
 * is to hand out an octet twice (lib/DECISIONS.md, "Pools"):
 *
 * - Fork and clone: the kernel wipes the pools in a child (MADV_WIPEONFORK).
 *   Where it cannot, there are no pools.
 * - Threads and signal handlers: whoever uses a pool marks it as busy. A thread
 *   or a handler that finds it busy asks the kernel instead, and never waits.
 * - A fork by a signal handler that interrupts the use of a pool: what is taken
 *   counts only if the mark is still there, and octets that are all zero are
 *   never handed out.
 * - The end of a thread: pools belong to the process, and are used again.
 *   They are a part of the library, so that dlclose() leaves none behind.
 * - Octets that were handed out are wiped at once.
 * - A virtual machine or a process that goes on twice from one snapshot:
 *   nothing tells a program of that. Where the C library takes random octets
 *   without a system call (getrandom in the vDSO, Linux 6.11 and glibc 2.41),
 *   the kernel sees to it, and there are no pools. Elsewhere a program has
 *   ddds_uuid_discard_random.
 *
 * RFC 9562 section 6.9.
 *
 * SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem, getauxval */
#include "uuid/entropy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <gnu/libc-version.h>
#include <link.h>
#include <stdlib.h>
#include <sys/auxv.h>
#endif

#include "base/limits.h"
#include "base/process.h"

/* Kept apart from the few instructions that most calls need. */
#define SELDOM __attribute__((noinline))

/* ---- From the kernel ---------------------------------------------------- */

/* What became of one call that was to give |left| octets. */
static bool advance(ssize_t got, unsigned char **octets, size_t *left,
                    unsigned *interruptions)
{
    if (got > 0) {
        *octets += got;
        *left -= (size_t)got;
        *interruptions = 0;
        return true;
    }
    return got < 0 && errno == EINTR &&
           ++*interruptions <= LIMIT_UUID_INTERRUPTIONS;
}

/* For kernels without getrandom(2). Opened for each call: other code of the
 * program might close a descriptor that is kept open. */
static bool read_device(unsigned char *octets, size_t length)
{
    unsigned interruptions = 0;
    int device = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (device < 0) {
        return false;
    }
    while (length > 0 && advance(read(device, octets, length), &octets, &length,
                                 &interruptions)) {
    }
    close(device);
    return length == 0;
}

bool uuid_entropy_read_kernel(unsigned char *octets, size_t length)
{
    unsigned interruptions = 0;
    while (length > 0) {
        ssize_t got = getrandom(octets, length, 0);
        if (got < 0 && errno == ENOSYS) {
            return read_device(octets, length);
        }
        if (!advance(got, &octets, &length, &interruptions)) {
            return false;
        }
    }
    return true;
}

/* ---- Is a call cheap? --------------------------------------------------- */

#ifdef __GLIBC__
/* The kernel's own shared object has the function, under its name. */
static bool kernel_offers_getrandom(void)
{
    static const char name[] = "__vdso_getrandom";
    const char *object = (const char *)getauxval(AT_SYSINFO_EHDR);
    if (object == NULL) {
        return false;
    }
    const ElfW(Ehdr) *header = (const void *)object;
    const ElfW(Phdr) *part = (const void *)(object + header->e_phoff);
    for (unsigned i = 0; i < header->e_phnum; i++) {
        if (part[i].p_type == PT_LOAD &&
            memmem(object + part[i].p_offset, part[i].p_filesz, name,
                   sizeof name) != NULL) {
            return true;
        }
    }
    return false;
}

/* glibc uses it since 2.41. */
static bool is_cheap(void)
{
    char *end;
    const char *version = gnu_get_libc_version();
    unsigned long major = strtoul(version, &end, 10);
    unsigned long minor = *end == '.' ? strtoul(end + 1, NULL, 10) : 0;
    return (major > 2 || (major == 2 && minor >= 41)) &&
           kernel_offers_getrandom();
}
#else
static bool is_cheap(void)
{
    return false;
}
#endif

/* ---- Pools -------------------------------------------------------------- */

enum {
    POOLS = 16, /* threads that do not get in each other's way */
    PAGE = 4096,
    POOL_HEAD = 64,
    POOL_SIZE = PAGE - POOL_HEAD,
    PORTION = 16, /* is taken at a time; larger requests go to the kernel */
};

/* How a pool is: the time of its filling, how many octets are left, and whether
 * it is busy, in one word. It is 0 in pages that the kernel wiped. */
#define STATE_BUSY UINT64_C(1)
#define STATE(filled, left) ((uint64_t)(filled) << 32 | (uint64_t)(left) << 1)
#define STATE_FILLED(state) ((uint32_t)((state) >> 32))
#define STATE_LEFT(state) ((size_t)((state)&0xffffffff) >> 1)

struct pool {
    _Atomic uint64_t state;
    unsigned char head[POOL_HEAD - sizeof(uint64_t)];
    unsigned char octets[POOL_SIZE];
};
_Static_assert(sizeof(struct pool) == PAGE, "a pool is a page");

static struct pool pools[POOLS] __attribute__((aligned(PAGE)));

/* Pools filled at another time are empty: this many times they were discarded,
 * and one. */
static _Atomic uint32_t filling_time = 1;

/* Whether there are pools at all. */
enum { UNDECIDED, POOLED, NOT_POOLED };
static atomic_int decision = UNDECIDED;

SELDOM static int decide(void)
{
    int decided = !is_cheap() && ddds_process_wipe_on_fork(pools, sizeof pools)
                      ? POOLED
                      : NOT_POOLED;
    atomic_store_explicit(&decision, decided, memory_order_relaxed);
    return decided;
}

/* The pool of this thread, which others may share. */
static struct pool *find_pool(void)
{
    static _Thread_local struct pool *pool;
    if (pool == NULL) {
        static atomic_uint threads;
        pool = &pools[atomic_fetch_add(&threads, 1) % POOLS];
    }
    return pool;
}

/* Fill |pool|; how many octets it then has. */
SELDOM static size_t fill(struct pool *pool)
{
    return uuid_entropy_read_kernel(pool->octets, POOL_SIZE) ? POOL_SIZE : 0;
}

/* Take a portion from |pool|, filling it if necessary. False if it is busy,
 * cannot be filled, or is another process's by now: then the portion may be all
 * zero, where the kernel has wiped it, or the mark is gone. */
static inline bool take(struct pool *pool, unsigned char *octets)
{
    uint64_t state = atomic_load_explicit(&pool->state, memory_order_relaxed);
    uint64_t busy = state | STATE_BUSY;
    if (state == busy || !atomic_compare_exchange_strong_explicit(
                             &pool->state, &state, busy, memory_order_acquire,
                             memory_order_relaxed)) {
        return false;
    }
    uint32_t now = atomic_load_explicit(&filling_time, memory_order_relaxed);
    size_t left = STATE_LEFT(state);
    if (STATE_FILLED(state) != now || left == 0) {
        left = fill(pool);
    }
    uint64_t words[PORTION / 8] = {0};
    if (left > 0) {
        unsigned char *place = pool->octets + POOL_SIZE - left;
        memcpy(words, place, PORTION);
        memset(place, 0, PORTION);
    }
    atomic_signal_fence(memory_order_seq_cst);
    bool taken =
        (words[0] | words[1]) != 0 &&
        atomic_load_explicit(&pool->state, memory_order_relaxed) == busy;
    atomic_store_explicit(&pool->state, taken ? STATE(now, left - PORTION) : 0,
                          memory_order_release);
    memcpy(octets, words, PORTION);
    return taken;
}

static inline bool are_there_pools(void)
{
    int decided = atomic_load_explicit(&decision, memory_order_relaxed);
    return (decided == UNDECIDED ? decide() : decided) == POOLED;
}

/* Less than a portion: the rest of it is wasted. */
SELDOM static bool read_few(unsigned char *octets, size_t length)
{
    unsigned char portion[PORTION];
    if (!are_there_pools() || !take(find_pool(), portion)) {
        return uuid_entropy_read_kernel(octets, length);
    }
    memcpy(octets, portion, length);
    memset(portion, 0, sizeof portion);
    return true;
}

bool uuid_entropy_read(unsigned char *octets, size_t length)
{
    if (length == PORTION) {
        return (are_there_pools() && take(find_pool(), octets)) ||
               uuid_entropy_read_kernel(octets, length);
    }
    return length < PORTION ? read_few(octets, length)
                            : uuid_entropy_read_kernel(octets, length);
}

void uuid_entropy_discard(void)
{
    atomic_fetch_add(&filling_time, 1);
}

const unsigned char *uuid_entropy_pools(void)
{
    _Static_assert(sizeof pools == UUID_ENTROPY_POOLS_SIZE, "as declared");
    return (const void *)pools;
}
