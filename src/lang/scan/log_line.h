/* What one line of a log says: when, how bad, and what, with numbers and identifiers taken out. */
#pragma once

#include "lang/scan/scan_text.h"

/* How far into a line its time is looked for. */
#define LOG_TIME_REACH 64
/* How much of a message is shown. */
#define LOG_MESSAGE_BYTES 120

typedef enum LogLevel {
    LOG_NONE,
    LOG_FATAL,
    LOG_ERROR,
    LOG_WARN,
    LOG_INFO,
    LOG_DEBUG,
    LOG_TRACE,
    LOG_HTTP_5XX, /* status classes in access logs */
    LOG_HTTP_4XX,
    LOG_HTTP_3XX,
    LOG_HTTP_2XX,
    LOG_LEVEL_COUNT
} LogLevel;

const char *log_level_name(LogLevel level);

/* Parts of a time stamp from coarse to fine. */
enum {
    LOG_MONTH,
    LOG_DAY,
    LOG_HOUR,
    LOG_TEN_MINUTES,
    LOG_MINUTE,
    LOG_GRAIN_COUNT
};

typedef struct LogTime {
    Str text;                   /* as written, to the second; empty when there is none */
    const unsigned char *grain; /* how much of the text each part takes */
} LogTime;

/* The time stamp near the start of a line. `hint` is where the line before had its own. */
LogTime log_time_find(Str line, size_t hint);
/* The first level near the start of a line; *after is where the message behind it begins. */
LogLevel log_level_find(Str line, size_t *after);
/* The class of the status in a line of an access log, or LOG_NONE. */
LogLevel log_status_find(Str line);
/* A line that reports a crash without a level: a traceback's head, a panic. */
bool log_is_crash(Str line);
/* `===== title =====` and its like; false when the line is no banner. */
bool log_banner(Str line, Str *title);

/* The message with digits, hexadecimal numbers and identifiers as `#`, at most LOG_MESSAGE_BYTES.
 */
Str log_template(Arena *arena, Str message);
