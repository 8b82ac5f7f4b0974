#include "client.h"

// Sends a number to the client.
void reply(Client *client, const char *number)
{
    client->pending += write_out(client, number);
}

// Ends the connection and says why.
void fail(Client *client, const char *reason)
{
    log_warning(reason);
    close_client(client);
}
