/* A server of TLS 1.3 that changes its keys again and again and sends nothing
 * else, until the client goes; then it accepts the next client.
 *
 * usage: restless CHAIN KEY   It prints its port on loopback, and ends with its
 *                             standard input.
 *
 * SPDX-License-Identifier: MIT */
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <arpa/inet.h>
#include <openssl/bio.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

static void require(bool holds, const char *what)
{
    if (!holds) {
        perror(what);
        exit(EXIT_FAILURE);
    }
}

static int listen_on_loopback(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    require(listener >= 0, "socket");
    require(bind(listener, (void *)&address, size) == 0, "bind");
    require(listen(listener, SOMAXCONN) == 0, "listen");
    require(getsockname(listener, (void *)&address, &size) == 0, "name");
    printf("%u\n", (unsigned)ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

static bool has_input_ended(int timeout)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, timeout) > 0;
}

static bool send_all(int connection, BIO *memory)
{
    char *octets;
    long length = BIO_get_mem_data(memory, &octets);
    for (ssize_t sent; length > 0; length -= sent, octets += sent) {
        sent = send(connection, octets, (size_t)length, 0);
        if (sent <= 0) {
            return false;
        }
    }
    BIO_reset(memory);
    return true;
}

/* New keys are written to memory first, and sent many at a time: the client finds
 * more of them whenever it looks. */
static void serve(SSL_CTX *context, int connection)
{
    enum { AT_ONCE = 1000 };
    SSL *ssl = SSL_new(context);
    BIO *memory = BIO_new(BIO_s_mem());
    require(ssl != NULL && memory != NULL, "SSL_new");
    require(SSL_set_fd(ssl, connection) == 1, "SSL_set_fd");
    bool is_open = SSL_accept(ssl) == 1;
    SSL_set0_wbio(ssl, memory); /* which frees it */
    while (is_open && !has_input_ended(0)) {
        for (int i = 0; i < AT_ONCE; i++) {
            is_open &= SSL_key_update(ssl, SSL_KEY_UPDATE_NOT_REQUESTED) == 1 &&
                       SSL_do_handshake(ssl) == 1;
        }
        is_open = is_open && send_all(connection, memory);
    }
    SSL_free(ssl);
    close(connection);
}

int main(int count, char **words)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    require(count == 3 && context != NULL, "restless CHAIN KEY");
    require(SSL_CTX_use_certificate_chain_file(context, words[1]) == 1,
            words[1]);
    require(SSL_CTX_use_PrivateKey_file(context, words[2], SSL_FILETYPE_PEM) ==
                1,
            words[2]);
    SSL_CTX_set_num_tickets(context, 0);
    signal(SIGPIPE, SIG_IGN);
    int listener = listen_on_loopback();
    while (!has_input_ended(0)) {
        struct pollfd waiting[] = {{.fd = listener, .events = POLLIN},
                                   {.fd = STDIN_FILENO, .events = POLLIN}};
        poll(waiting, 2, -1);
        if (waiting[0].revents != 0) {
            int connection = accept(listener, NULL, NULL);
            require(connection >= 0, "accept");
            serve(context, connection);
        }
    }
    SSL_CTX_free(context);
    close(listener);
    return EXIT_SUCCESS;
}
