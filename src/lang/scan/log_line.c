/* Log lines are parsed from the left: time, level, then the message. Numbers and identifiers in
   the message are masked, so that all lines printed by one statement of a program have the same
   template and are counted together.

   Why not tree-sitter: it has no grammar for logs. */
#include "lang/scan/log_line.h"

#include "base/buf.h"

/* Limits in bytes: how far into a line the level and the status are searched for; how much of a
   message its template is made from; length of a banner line. */
#define LOG_LEVEL_REACH 120
#define LOG_STATUS_REACH 4096
#define LOG_MESSAGE_SOURCE 400
#define LOG_BANNER_BYTES 200

const char *log_level_name(LogLineLevel level)
{
    static const char *const names[LOG_LEVEL_COUNT] = {
        "", "FATAL", "ERROR", "WARN", "INFO", "DEBUG", "TRACE", "5xx", "4xx", "3xx", "2xx",
    };
    return names[level];
}

/* Pattern of a time stamp: d is a digit, a letter, s a digit or space; other characters match
   themselves. `grain` holds the lengths for LogTime. More specific patterns come first. */
typedef struct TimeShape {
    const char *shape;
    unsigned char grain[LOG_GRAIN_COUNT];
} TimeShape;

static const TimeShape time_shapes[] = {
    {"dddd-dd-ddTdd:dd:dd", {7, 10, 13, 15, 16}},
    {"dddd-dd-dd dd:dd:dd", {7, 10, 13, 15, 16}},
    {"dddd/dd/dd dd:dd:dd", {7, 10, 13, 15, 16}},
    {"dd/aaa/dddd:dd:dd:dd", {0, 11, 14, 16, 17}},
    {"aaa sd dd:dd:dd", {3, 6, 9, 11, 12}},
    {"dddd dd:dd:dd", {2, 4, 7, 9, 10}},
    {"dddd-dd-dd dd:dd", {7, 10, 13, 15, 16}},
    {"dddd-dd-dd  dd:dd:dd", {7, 10, 14, 16, 17}},
    {"dd:dd:dd", {0, 0, 2, 4, 5}},
};

static bool shape_fits(Str line, size_t at, const char *shape)
{
    for (; *shape; shape++, at++) {
        if (at >= line.len)
            return false;
        char c = line.ptr[at];
        bool fits = *shape == 'd'   ? byte_is_digit(c)
                    : *shape == 'a' ? byte_is_alpha(c)
                    : *shape == 's' ? byte_is_digit(c) || c == ' '
                                    : c == *shape;
        if (!fits)
            return false;
    }
    return true;
}

static LogTime time_at(Str line, size_t at)
{
    for (size_t i = 0; i < COUNT(time_shapes); i++) {
        const TimeShape *shape = &time_shapes[i];
        if (shape_fits(line, at, shape->shape))
            return (LogTime){{line.ptr + at, strlen(shape->shape)}, shape->grain};
    }
    return (LogTime){0};
}

/* Whether a time stamp may begin here: not inside a word or number, except after the level
   letter of glog. */
static bool time_may_start(Str line, size_t at)
{
    char c = line.ptr[at];
    if (!byte_is_digit(c) && !(c >= 'A' && c <= 'Z'))
        return false;
    if (at == 0 || !byte_is_word(line.ptr[at - 1]))
        return true;
    return at == 1 && byte_in(line.ptr[0], "IWEF") && byte_is_digit(c);
}

LogTime log_time_find(Str line, size_t hint)
{
    if (hint < line.len && time_may_start(line, hint)) {
        LogTime time = time_at(line, hint);
        if (time.text.len)
            return time;
    }
    size_t reach = MIN(line.len, LOG_TIME_REACH);
    for (size_t at = 0; at < reach; at++) {
        if (!time_may_start(line, at))
            continue;
        LogTime time = time_at(line, at);
        if (time.text.len)
            return time;
    }
    return (LogTime){0};
}

typedef struct LevelWord {
    const char *word; /* lower case */
    LogLineLevel level;
} LevelWord;

static const LevelWord level_words[] = {
    {"alert", LOG_FATAL}, {"crit", LOG_FATAL},    {"critical", LOG_FATAL}, {"debug", LOG_DEBUG},
    {"emerg", LOG_FATAL}, {"err", LOG_ERROR},     {"error", LOG_ERROR},    {"fatal", LOG_FATAL},
    {"info", LOG_INFO},   {"notice", LOG_INFO},   {"panic", LOG_FATAL},    {"severe", LOG_ERROR},
    {"trace", LOG_TRACE}, {"verbose", LOG_TRACE}, {"warn", LOG_WARN},      {"warning", LOG_WARN},
};

static LogLineLevel level_of(Str word)
{
    if (word.len < 3 || word.len > 8)
        return LOG_NONE;
    char first = (char)(word.ptr[0] | 0x20);
    for (size_t i = 0; i < COUNT(level_words); i++) {
        if (level_words[i].word[0] == first && word_is(word, level_words[i].word))
            return level_words[i].level;
    }
    return LOG_NONE;
}

static bool is_upper(Str word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (word.ptr[i] < 'A' || word.ptr[i] > 'Z')
            return false;
    }
    return true;
}

/* Whether punctuation marks the word as a level: [error], level=error, error: . Lower-case words
   need this. */
static bool level_is_marked(Str line, size_t start, size_t end)
{
    char before = start ? line.ptr[start - 1] : ' ';
    char after = end < line.len ? line.ptr[end] : ' ';
    return byte_in(before, "[=\"<|(") || byte_in(after, "]:\">|)");
}

/* Skips the brackets, colons and spaces between a level and its message. */
static size_t message_start(Str line, size_t at)
{
    while (at < line.len && byte_in(line.ptr[at], " \t]):|>\"-"))
        at++;
    return at;
}

static LogLineLevel glog_level(Str line)
{
    if (!shape_fits(line, 1, "dddd dd:dd:dd"))
        return LOG_NONE;
    switch (line.ptr[0]) {
    case 'I': return LOG_INFO;
    case 'W': return LOG_WARN;
    case 'E': return LOG_ERROR;
    case 'F': return LOG_FATAL;
    default: return LOG_NONE;
    }
}

LogLineLevel log_level_find(Str line, size_t *after)
{
    size_t reach = MIN(line.len, LOG_LEVEL_REACH);
    *after = 0;
    LogLineLevel glog = line.len > 14 ? glog_level(line) : LOG_NONE;
    if (glog) {
        size_t bracket = str_find(str_slice(line, 0, LOG_LEVEL_REACH), STR("] "));
        *after = bracket == STR_NONE ? 14 : bracket + 2;
        return glog;
    }
    for (size_t at = 0; at < reach;) {
        if (!byte_is_alpha(line.ptr[at])) {
            at++;
            continue;
        }
        size_t start = at;
        while (at < line.len && byte_is_word(line.ptr[at]))
            at++;
        bool inside = start && byte_is_word(line.ptr[start - 1]);
        Str word = str_slice(line, start, at);
        LogLineLevel level = inside ? LOG_NONE : level_of(word);
        if (level && (is_upper(word) || level_is_marked(line, start, at))) {
            *after = message_start(line, at);
            return level;
        }
    }
    return LOG_NONE;
}

LogLineLevel log_status_find(Str line)
{
    size_t quote = str_find(str_slice(line, 0, LOG_STATUS_REACH), STR("\" "));
    if (quote == STR_NONE || !shape_fits(line, quote, "\" ddd "))
        return LOG_NONE;
    switch (line.ptr[quote + 2]) {
    case '5': return LOG_HTTP_5XX;
    case '4': return LOG_HTTP_4XX;
    case '3': return LOG_HTTP_3XX;
    case '2': return LOG_HTTP_2XX;
    default: return LOG_NONE;
    }
}

bool log_is_crash(Str line)
{
    return str_starts(line, STR("Traceback (most recent call last)")) ||
           str_starts(line, STR("Exception in thread ")) || str_starts(line, STR("panic: ")) ||
           str_starts(line, STR("Segmentation fault")) || str_starts(line, STR("Caused by: "));
}

bool log_banner(Str line, Str *title)
{
    line = str_trim(line);
    if (line.len < 8 || line.len > LOG_BANNER_BYTES || !byte_in(line.ptr[0], "=-*#_~") ||
        !line.ptr[0])
        return false;
    char mark = line.ptr[0];
    size_t start = 0, end = line.len;
    while (start < end && line.ptr[start] == mark)
        start++;
    while (end > start && line.ptr[end - 1] == mark)
        end--;
    *title = str_trim(str_slice(line, start, end));
    return start >= 3 && line.len - end >= 3 && title->len && byte_is_word(title->ptr[0]);
}

/* The end of the word at `at` when it contains a digit, which makes it a number or identifier;
   else `at`. */
static size_t identifier_end(Str message, size_t at)
{
    bool digit = false;
    size_t i = at;
    for (; i < message.len && (byte_is_word(message.ptr[i]) || message.ptr[i] == '-'); i++)
        digit |= byte_is_digit(message.ptr[i]);
    return digit ? i : at;
}

Str log_template(Arena *arena, Str message)
{
    Buf buf = buf_open(arena, 0);
    message = str_trim(str_slice(message, 0, LOG_MESSAGE_SOURCE));
    for (size_t at = 0; at < message.len && buf.len < LOG_MESSAGE_BYTES;) {
        char c = message.ptr[at];
        size_t after = byte_is_word(c) ? identifier_end(message, at) : at;
        if (after > at) {
            buf_put_byte(&buf, '#');
            at = after;
            continue;
        }
        bool word = byte_is_word(c);
        do {
            c = message.ptr[at++];
            buf_put_byte(&buf, byte_is_space(c) || !c ? ' ' : c);
        } while (word && at < message.len && byte_is_word(message.ptr[at]));
    }
    Str whole = buf_str(&buf);
    return str_slice(whole, 0, str_char_floor(whole, MIN(whole.len, LOG_MESSAGE_BYTES)));
}
