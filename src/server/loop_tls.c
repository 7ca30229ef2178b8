/* The certificate: at the start, and once more when it was renewed. */
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/slog.h"
#include "server/loop_parts.h"

static bool readable(const char *path, char why[MAX_ERROR])
{
	char *bytes;
	size_t n;

	if (!file_read(path, &bytes, &n, why))
		return false;
	memset(bytes, 0, n);
	free(bytes);
	return true;
}

bool tls_add(struct lws_context_creation_info *i, const struct config *f, char why[MAX_ERROR])
{
	if (!readable(f->tls_cert, why) || !readable(f->tls_key, why))
		return false;
	i->options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
	i->ssl_cert_filepath = f->tls_cert;
	i->ssl_private_key_filepath = f->tls_key;
	/* Forward secrecy only, for TLS 1.2; every cipher of TLS 1.3 has it. */
	i->ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20";
	i->ssl_options_set = (long)(SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION);
	return true;
}

/* A new certificate -------------------------------------------------------- */

/* OpenSSL asks when a connection begins, so that those that are open keep what they began with. The old certificate goes before the new one
 * comes: if one is of RSA and the other of an elliptic curve, a connection could have both. */
static int choose(SSL *ssl, void *loop)
{
	const struct loop *l = loop;
	STACK_OF(X509) *chain = NULL;

	if (!l->renewed)
		return 1;
	SSL_CTX_get0_chain_certs(l->renewed, &chain);
	SSL_certs_clear(ssl);
	return SSL_use_cert_and_key(ssl, SSL_CTX_get0_certificate(l->renewed), SSL_CTX_get0_privatekey(l->renewed), chain, 1);
}

void tls_begin(struct loop *l, SSL_CTX *serving)
{
	SSL_CTX_set_cert_cb(serving, choose, l);
}

/* Certificate and key from their files; NULL: they are not there, make no sense, or do not belong together. */
static SSL_CTX *load(const struct config *f, char why[MAX_ERROR])
{
	SSL_CTX *fresh;

	if (!readable(f->tls_cert, why) || !readable(f->tls_key, why))
		return NULL;
	fresh = SSL_CTX_new(TLS_server_method());
	if (fresh && SSL_CTX_use_certificate_chain_file(fresh, f->tls_cert) == 1 && SSL_CTX_use_PrivateKey_file(fresh, f->tls_key, SSL_FILETYPE_PEM) == 1
		&& SSL_CTX_check_private_key(fresh) == 1)
		return fresh;
	error_say(why, "%s", ERR_reason_error_string(ERR_peek_error()));
	ERR_clear_error();
	SSL_CTX_free(fresh);
	return NULL;
}

void tls_renew(struct loop *l)
{
	char why[MAX_ERROR];
	SSL_CTX *fresh = load(l->config, why);

	if (!fresh) {
		slog(SLOG_ERROR, "certificate_not_renewed", "s:s", "why", why);
		return;
	}
	SSL_CTX_free(l->renewed);
	l->renewed = fresh;
	slog(SLOG_INFO, "certificate_renewed", NULL);
}

void tls_drop(struct loop *l)
{
	SSL_CTX_free(l->renewed);
}
