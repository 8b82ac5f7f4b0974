/* Stubs that keep libgit2's transports, TLS and SSH out of the binary. The static library pulls
   them in as soon as something refers to them, and their dependencies cost each start of the
   program some milliseconds. References resolve to these stubs instead. Only the four that libgit2
   calls to initialise are ever called. The stubs have to be in an object that is always linked.
   With the shared libgit2 they do nothing. */

#include "base/base.h"

/* Called once; there is nothing to initialise: 0. */
int git_mbedtls_stream_global_init(void);
int git_openssl_stream_global_init(void);
int git_stream_registry_global_init(void);
int git_transport_ssh_global_init(void);
/* Only a transport would call these: -1 where there is a result. */
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
