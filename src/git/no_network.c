/* libgit2 without its ways to other machines. Its archive brings transports, TLS and SSH along as
   soon as something refers to them, and what they need costs each start of the program some
   milliseconds. What refers to them finds these instead, so the linker leaves them out; nothing
   here is ever called but the four that libgit2 calls to get ready. They have to be in an object
   that is linked as a whole. With the shared libgit2 they do nothing. */

#include "base/base.h"

/* Called once, with nothing to get ready: 0. */
int git_mbedtls_stream_global_init(void);
int git_openssl_stream_global_init(void);
int git_stream_registry_global_init(void);
int git_transport_ssh_global_init(void);
/* What only a transport would call: -1, where it has a result. */
int git_mbedtls__set_cert_location(void);
int git_net_url_dup(void);
int git_net_url_fmt(void);
int git_net_url_matches_pattern_list(void);
int git_net_url_parse(void);
int git_smart_subtransport_git(void);
int git_smart_subtransport_http(void);
int git_smart_subtransport_ssh(void);
int gitno_recv(void);
void git_net_url_dispose(void);
void gitno_buffer_setup_callback(void);
void gitno_consume(void);
void gitno_consume_n(void);
extern bool git_http__expect_continue;

bool git_http__expect_continue;

int git_mbedtls_stream_global_init(void)
{
    return 0;
}

int git_openssl_stream_global_init(void)
{
    return 0;
}

int git_stream_registry_global_init(void)
{
    return 0;
}

int git_transport_ssh_global_init(void)
{
    return 0;
}

int git_mbedtls__set_cert_location(void)
{
    return -1;
}

int git_net_url_dup(void)
{
    return -1;
}

int git_net_url_fmt(void)
{
    return -1;
}

int git_net_url_matches_pattern_list(void)
{
    return -1;
}

int git_net_url_parse(void)
{
    return -1;
}

int git_smart_subtransport_git(void)
{
    return -1;
}

int git_smart_subtransport_http(void)
{
    return -1;
}

int git_smart_subtransport_ssh(void)
{
    return -1;
}

int gitno_recv(void)
{
    return -1;
}

void git_net_url_dispose(void)
{
}

void gitno_buffer_setup_callback(void)
{
}

void gitno_consume(void)
{
}

void gitno_consume_n(void)
{
}
