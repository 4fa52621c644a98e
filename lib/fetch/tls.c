/* OpenSSL settings that libcurl leaves at their defaults.
 *
 * SPDX-License-Identifier: MIT */
#include "fetch/tls.h"

#if DDDS_HAS_OPENSSL

#include <string.h>

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "fetch/addresses.h"

/* libcurl accepts the Common Name of a certificate without subjectAltName, so
 * let OpenSSL compare the names too. */
static void expect_host(X509_VERIFY_PARAM *wanted, const char *host)
{
    struct ddds_address address;
    size_t length = strlen(host);
    X509_VERIFY_PARAM_set_hostflags(wanted,
                                    X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    if (ddds_host_is_address(host, &address)) {
        X509_VERIFY_PARAM_set1_ip(wanted, address.octets, address.length);
    } else {
        length -= length > 0 && host[length - 1] == '.'; /* the root's dot */
        X509_VERIFY_PARAM_set1_host(wanted, host, length);
    }
}

void ddds_tls_prepare(void *context, const char *host)
{
    SSL_CTX_clear_mode((SSL_CTX *)context, SSL_MODE_AUTO_RETRY);
    SSL_CTX_set_options((SSL_CTX *)context, SSL_OP_NO_RENEGOTIATION);
    if (host != NULL) {
        expect_host(SSL_CTX_get0_param(context), host);
    }
}

#else

void ddds_tls_prepare(void *context, const char *host)
{
    (void)context;
    (void)host;
}

#endif
