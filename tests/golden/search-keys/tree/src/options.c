#include "options.h"

/* Escapes a value, so that the shell takes it as one word. */
char *escape_value(const char *value)
{
    return escape(value, "'");
}

/* The time at which an escape began. */
long escape_started(void)
{
    return escape_began;
}

static const struct option table[] = {
    {"escape-time", 500},
    {"focus-events", 0},
    {"history-limit", 2000},
    {"buffer-limit", 16384},
};
