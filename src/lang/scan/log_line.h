/* Parser of one log line: time stamp, level, and message template (numbers and identifiers
   masked). */
#pragma once

#include "lang/scan/scan_text.h"

/* Bytes at the start of a line that are searched for its time stamp. */
#define LOG_TIME_REACH 64
/* Bytes of a message that are shown. */
#define LOG_MESSAGE_BYTES 120

typedef enum LogLineLevel {
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
} LogLineLevel;

const char *log_level_name(LogLineLevel level);

/* Parts of a time stamp, from coarse to fine. */
enum {
    LOG_MONTH,
    LOG_DAY,
    LOG_HOUR,
    LOG_TEN_MINUTES,
    LOG_MINUTE,
    LOG_GRAIN_COUNT
};

typedef struct LogTime {
    Str text;                   /* as written, down to seconds; empty without a time */
    const unsigned char *grain; /* by part: length of the text up to and with it */
} LogTime;

/* The time stamp near the start of a line. `hint` is its offset in the line before and is tried
   first. */
LogTime log_time_find(Str line, size_t hint);
/* The first level near the start of a line; *after is the offset of the message. */
LogLineLevel log_level_find(Str line, size_t *after);
/* The status class of a line of an access log, or LOG_NONE. */
LogLineLevel log_status_find(Str line);
/* Whether the line reports a crash without a level: a traceback's first line, a panic. */
bool log_is_crash(Str line);
/* Whether the line is a banner such as `===== title =====`. */
bool log_banner(Str line, Str *title);

/* The message with each word that contains a digit replaced by `#`, at most LOG_MESSAGE_BYTES. */
Str log_template(Arena *arena, Str message);
