#include "client.h"

/* Checks the authentication of a client. */
int check_authentication(struct Client *client, const char *password)
{
    return same(client->password, password);
}

/* Forgets the authentication of a client. */
void reset_authentication(struct Client *client)
{
    client->authenticated = 0;
}

/* Whether a client needs authentication. */
int needs_authentication(const struct Client *client)
{
    return !client->authenticated;
}

/* The authentication that a client asked for. */
const char *asked_authentication(const struct Client *client)
{
    return client->asked;
}
