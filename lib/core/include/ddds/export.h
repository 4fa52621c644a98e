/* The version of the library, exported symbols, and initializers of structs.
 *
 * SPDX-License-Identifier: MIT */
#ifndef DDDS_EXPORT_H
#define DDDS_EXPORT_H

/* The version is stated here alone: CMake, the packages and the Python module
 * read it. DDDS_SOVERSION is the number in libddds.so.1, which changes only when
 * the binary interface loses something. */
#define DDDS_VERSION_MAJOR 1
#define DDDS_VERSION_MINOR 0
#define DDDS_VERSION_PATCH 0
#define DDDS_SOVERSION "1"
#define DDDS_QUOTE_TOKEN(token) #token
#define DDDS_QUOTE(token) DDDS_QUOTE_TOKEN(token)
#define DDDS_VERSION                                                           \
    DDDS_QUOTE(DDDS_VERSION_MAJOR)                                             \
    "." DDDS_QUOTE(DDDS_VERSION_MINOR) "." DDDS_QUOTE(DDDS_VERSION_PATCH)

/* DDDS_API marks what the library exports; DDDS_PRINTF a function whose
 * parameter number |text| is a format, and |first| its first argument. */
#if defined(__GNUC__)
#define DDDS_API __attribute__((visibility("default")))
#define DDDS_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define DDDS_API
#define DDDS_PRINTF(text, first)
#endif

/* Advice to users who lack |package|, for the end of a message. */
#ifdef DDDS_STATIC_TOOL
#define DDDS_INSTALL(package) "use a ddds that is not linked statically"
#elif defined(DDDS_BUNDLED) /* for any distribution */
#define DDDS_INSTALL(package) "install it"
#else
#define DDDS_INSTALL(package) "install the Debian package " package
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
