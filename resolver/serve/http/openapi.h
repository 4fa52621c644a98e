/* resolver/serve/http/openapi.json, made a part of the server by CMake.
 *
 * SPDX-License-Identifier: MIT */
#ifndef SERVE_HTTP_OPENAPI_H
#define SERVE_HTTP_OPENAPI_H

extern const char openapi[];
extern const unsigned long openapi_length;

#endif
