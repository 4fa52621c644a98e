/* TLS as libcurl's OpenSSL speaks it, where that must do more than by default.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_TLS_H
#define FETCH_TLS_H

/* For a connection to |host|, as a URI has it, that is about to begin with
 * |context|, an SSL_CTX: records without content end a call, so that no server
 * can hold the loop with them, and only the subjectAltName of a certificate
 * names the host (RFC 9110 section 4.3.4, RFC 9525 section 2). |host| NULL:
 * it may be that of a proxy. Does nothing without OpenSSL. */
void ddds_tls_prepare(void *context, const char *host);

#endif
