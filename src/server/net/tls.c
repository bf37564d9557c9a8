// TLS beyond what the library below offers: a certificate is looked at before it is used, and
// replaced while the server runs. Connections keep the one that they began with.
#include "server/net/internal.h"

#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <time.h>

// Only suites with forward secrecy and authenticated encryption. Those of TLS 1.3 all are.
const char net_tls_suites[] = "ECDHE+AESGCM:ECDHE+CHACHA20";

static bool load(SSL_CTX *context, const char *cert, const char *key)
{
    return SSL_CTX_use_certificate_chain_file(context, cert) == 1 &&
           SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1 &&
           SSL_CTX_check_private_key(context) == 1;
}

static int64_t end_of(SSL_CTX *context)
{
    struct tm end;
    const X509 *x = SSL_CTX_get0_certificate(context);
    if (!x || ASN1_TIME_to_tm(X509_get0_notAfter(x), &end) != 1)
        return 0;
    return (int64_t)timegm(&end);
}

// A certificate and its key, for nothing but to be looked at and copied from.
static SSL_CTX *open_pair(const char *cert, const char *key, struct reason *why)
{
    SSL_CTX *pair = SSL_CTX_new(TLS_server_method());
    if (pair && cert && key && load(pair, cert, key))
        return pair;
    SSL_CTX_free(pair);
    (void)refuse(why, MSG_NET_BAD_CERTIFICATE, "%s\t%s", cert ? cert : "-", key ? key : "-");
    return NULL;
}

bool net_certificate_ok(const char *cert, const char *key, int64_t *ends, struct reason *why)
{
    SSL_CTX *pair = open_pair(cert, key, why);
    if (pair)
        *ends = end_of(pair);
    SSL_CTX_free(pair);
    return pair;
}

// The context of the library has room for a certificate of each kind of key, and none is ever taken
// out: so each connection is given the one that counts now.
static int tls_choose_certificate(SSL *ssl, void *context)
{
    const struct net *n = context;
    STACK_OF(X509) *chain = NULL;
    SSL_CTX_get0_chain_certs(n->tls_pair, &chain);
    SSL_certs_clear(ssl);
    return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(n->tls_pair),
                                SSL_CTX_get0_privatekey(n->tls_pair), chain, 1);
}

bool net_set_certificate(struct net *n, const char *cert, const char *key, struct reason *why)
{
    SSL_CTX *pair = n->tls_context ? open_pair(cert, key, why) : NULL;
    if (!pair)
        return !n->tls_context;
    SSL_CTX_free(n->tls_pair);
    n->tls_pair = pair;
    n->certificate_ends = end_of(pair);
    SSL_CTX_set_cert_cb(n->tls_context, tls_choose_certificate, n);
    return true;
}

void net_tls_free(struct net *n)
{
    SSL_CTX_free(n->tls_pair);
}

int64_t net_certificate_ends(const struct net *n)
{
    return n->certificate_ends;
}
