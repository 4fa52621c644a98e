/* Additional settings for OpenSSL as libcurl uses it.
 *
 * SPDX-License-Identifier: MIT */
#ifndef FETCH_TLS_H
#define FETCH_TLS_H

/* Prepare |context|, an SSL_CTX, for a connection to |host|, in URI syntax.
 * Records without data end a call, so that a server cannot block the loop with
 * them. Only subjectAltName identifies the host (RFC 9110 section 4.3.4, RFC
 * 9525 section 2). |host| is NULL if the connection may be to a proxy. Without
 * OpenSSL this does nothing. */
void ddds_tls_prepare(void *context, const char *host);

#endif
