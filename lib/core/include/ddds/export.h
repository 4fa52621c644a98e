/* The version of the library, exported symbols, and initializers of structs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_EXPORT_H
#define DDDS_EXPORT_H

#define DDDS_VERSION_MAJOR 0
#define DDDS_VERSION_MINOR 2
#define DDDS_VERSION_PATCH 0
#define DDDS_VERSION "0.2.0"

/* DDDS_API marks what the library exports; DDDS_PRINTF a function whose
 * parameter number |text| is a format, and |first| its first argument. */
#if defined(__GNUC__)
#define DDDS_API __attribute__((visibility("default")))
#define DDDS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DDDS_API
#define DDDS_PRINTF(text, first)
#endif

/* Initialiser of structs such as DDDS_OPTIONS_INIT: all members zero, except
 * |size|, which is that of the struct in this program. */
#ifdef __cplusplus
template <typename type> inline type ddds_init()
{
    type sized = type();
    sized.size = sizeof sized;
    return sized;
}
#define DDDS_INIT(type) ddds_init<type>()
#else
#define DDDS_INIT(type)                                                        \
    {                                                                          \
        .size = sizeof(type)                                                   \
    }
#endif

#endif
