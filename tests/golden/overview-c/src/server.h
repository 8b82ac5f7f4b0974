#ifndef SERVER_H
#define SERVER_H

#define likely(x) __builtin_expect(!!(x), 1)

typedef struct client client;

struct client {
    int socket;
    client *next;
};

#ifdef DEBUG
#define reply(c, text)                                                                             \
    do {                                                                                           \
        client_write(c, text);                                                                     \
    } while (0)
#else
void reply(client *c, const char *text);
#endif

int tiny_hash(const char *text);
#endif
