#include "server.h"

#ifndef DEBUG
void reply(client *c, const char *text)
{
    if (likely(c && text))
        c->socket++;
}
#endif
