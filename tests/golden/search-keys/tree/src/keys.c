#include "options.h"

/* Waits for the rest of a key. */
int keys_next(struct client *client)
{
    long delay = options_number("escape-time");
    if (delay == 0)
        delay = 1;
    return wait_for(client, delay);
}

int keys_focus(struct client *client)
{
    if (!options_number("focus-events"))
        return 0;
    return send(client, "focus");
}

void keys_fail(struct client *client)
{
    if (client->broken)
        say(client, "the terminal does not answer");
    else
        say(client, "the terminal is too slow for keys");
}
