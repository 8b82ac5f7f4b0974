/* fovea-postgres: speaks to a PostgreSQL server for fovea, which does not link libpq. It reads
   frames (net/postgres_wire.h) from standard input and answers on standard output, one request
   after another. The connection string comes by the first frame, so no password is in a list of
   processes. When its input ends it cancels what the server is doing and ends. */
#include "net/postgres_wire.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Rows are sent on when this many bytes have come together. */
#define BATCH_BYTES (256 * 1024)
/* How long a server may take to accept the connection, unless the connection string says. */
#define CONNECT_SECONDS "10"
#define CONNECT_SECONDS_MAX 120
/* How long a rollback may take before the connection is dropped instead. */
#define LEAVE_MS 1000
/* Bytes of an error that are passed on. */
#define MESSAGE_BYTES_MAX 800

typedef struct Bytes {
    char *ptr;
    size_t len, cap;
} Bytes;

static PGconn *server;

static void end(int code)
{
    if (server)
        PQfinish(server);
    _exit(code);
}

/* Ends with the connection clean: a pool closes one whose client leaves within a transaction. */
static void leave(void)
{
    PGTransactionStatusType state = server ? PQtransactionStatus(server) : PQTRANS_IDLE;
    if ((state == PQTRANS_INTRANS || state == PQTRANS_INERROR) && PQsendQuery(server, "ROLLBACK")) {
        struct pollfd fd = {.fd = PQsocket(server), .events = POLLIN};
        while (PQisBusy(server) && poll(&fd, 1, LEAVE_MS) > 0 && PQconsumeInput(server))
            ;
    }
    end(0);
}

static void reserve(Bytes *bytes, size_t more)
{
    if (bytes->len + more <= bytes->cap)
        return;
    bytes->cap = (bytes->len + more) * 2;
    char *grown = realloc(bytes->ptr, bytes->cap);
    if (!grown)
        end(1);
    bytes->ptr = grown;
}

static void put(Bytes *bytes, const void *from, size_t len)
{
    reserve(bytes, len);
    if (len)
        memcpy(bytes->ptr + bytes->len, from, len);
    bytes->len += len;
}

static void put_number(Bytes *bytes, uint32_t value)
{
    unsigned char text[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                             (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    put(bytes, text, sizeof text);
}

static uint32_t number_at(const char *at)
{
    const unsigned char *bytes = (const unsigned char *)at;
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* ---- frames ---- */

static void read_whole(char *to, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t n = read(STDIN_FILENO, to + at, len - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            leave();
        at += (size_t)n;
    }
}

static void write_whole(const char *from, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t n = write(STDOUT_FILENO, from + at, len - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            end(0);
        at += (size_t)n;
    }
}

/* Reads a frame; its content is terminated. */
static char take_frame(Bytes *content)
{
    char head[POSTGRES_HEAD_BYTES];
    read_whole(head, sizeof head);
    size_t len = number_at(head);
    if (len < 1 || len > POSTGRES_FRAME_BYTES_MAX)
        end(1);
    content->len = 0;
    reserve(content, len);
    content->len = len - 1;
    read_whole(content->ptr, content->len);
    content->ptr[content->len] = '\0';
    return head[4];
}

static Bytes frame;

static void begin_frame(char type)
{
    frame.len = 0;
    put_number(&frame, 0);
    put(&frame, &type, 1);
}

static void send_frame(void)
{
    uint32_t len = (uint32_t)(frame.len - 4);
    for (unsigned i = 0; i < 4; i++)
        frame.ptr[i] = (char)(len >> 8 * i);
    write_whole(frame.ptr, frame.len);
}

static void send_ready(uint32_t value)
{
    begin_frame(POSTGRES_READY);
    put_number(&frame, value);
    send_frame();
}

/* ---- errors ---- */

/* Replaces the password, should the server or libpq repeat it. */
static void put_redacted(Bytes *out, const char *text, size_t len)
{
    const char *password = server ? PQpass(server) : NULL;
    size_t secret = password ? strlen(password) : 0;
    for (size_t i = 0; i < len; i++) {
        bool found = secret > 2 && i + secret <= len && memcmp(text + i, password, secret) == 0;
        if (found)
            put(out, "***", 3);
        else
            put(out, text + i, 1);
        i += found ? secret - 1 : 0;
    }
}

static void send_error(char fault, const char *state, const char *message, size_t len)
{
    begin_frame(POSTGRES_ERROR);
    put(&frame, &fault, 1);
    put(&frame, state, strlen(state) + 1);
    put_redacted(&frame, message, len > MESSAGE_BYTES_MAX ? MESSAGE_BYTES_MAX : len);
    put(&frame, "", 1);
    send_frame();
}

static void fail_statement(const PGresult *result)
{
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    bool lost = PQstatus(server) == CONNECTION_BAD;
    if (!message)
        message = PQerrorMessage(server);
    size_t len = strcspn(message, "\n");
    send_error(lost ? POSTGRES_FAULT_LOST : POSTGRES_FAULT_SERVER, state ? state : "", message,
               len);
}

static bool is_state(const char *at)
{
    for (unsigned i = 0; i < 5; i++)
        if (!((at[i] >= '0' && at[i] <= '9') || (at[i] >= 'A' && at[i] <= 'Z')))
            return false;
    return true;
}

/* Where no server said anything: the line of the address that was tried last. Those after it are
   advice of libpq's, which fovea gives itself. */
static const char *refusal(const char *text)
{
    const char *message = text;
    for (const char *at = text; (at = strstr(at, "connection to server")); at++)
        if (at == text || at[-1] == '\n')
            message = at;
    return message;
}

/* libpq gives no SQLSTATE of a refused connection but in the text of a verbose message:
   `…: FATAL:  28P01: password authentication failed …`. Only that part is passed on; if several
   addresses were tried, that of the last one. */
static void fail_connection(void)
{
    const char *text = PQerrorMessage(server), *message = NULL;
    char state[6] = "";
    for (const char *at = text; (at = strstr(at, ":  ")); at += 3)
        if (strlen(at) > 10 && is_state(at + 3) && at[8] == ':') {
            memcpy(state, at + 3, 5);
            message = at + 10;
        }
    bool wanted = PQconnectionNeedsPassword(server);
    if (!message)
        message = refusal(text);
    send_error(wanted ? POSTGRES_FAULT_PASSWORD : POSTGRES_FAULT_CONNECT, state, message,
               strcspn(message, "\n"));
}

/* ---- waiting ---- */

static bool is_input_over(void)
{
    char byte;
    return recv(STDIN_FILENO, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void cancel_and_end(void)
{
    char ignored[256];
    PGcancel *cancel = PQgetCancel(server);
    if (cancel) {
        (void)PQcancel(cancel, ignored, sizeof ignored);
        PQfreeCancel(cancel);
    }
    end(0);
}

/* Waits for the server, or until fovea has gone. `ms` -1: as long as it takes. False when the time
   is over. */
static bool wait_for_server(short events, int ms)
{
    for (;;) {
        struct pollfd fds[2] = {{.fd = PQsocket(server), .events = events},
                                {.fd = STDIN_FILENO, .events = POLLRDHUP}};
        int n = poll(fds, 2, ms);
        if (n < 0 && errno == EINTR)
            continue;
        if (n > 0 && fds[1].revents && is_input_over())
            cancel_and_end();
        if (n <= 0 || fds[0].revents)
            return n > 0;
    }
}

/* The next result; NULL when the statement is done. */
static PGresult *next_result(void)
{
    while (PQisBusy(server)) {
        wait_for_server(POLLIN, -1);
        if (!PQconsumeInput(server))
            break;
    }
    return PQgetResult(server);
}

/* ---- requests ---- */

static void drop_notice(void *context, const PGresult *result)
{
    (void)context;
    (void)result;
}

static int connect_seconds(const PQconninfoOption *options)
{
    for (const PQconninfoOption *option = options; option && option->keyword; option++)
        if (strcmp(option->keyword, "connect_timeout") == 0 && option->val) {
            long seconds = strtol(option->val, NULL, 10);
            return seconds < 1 || seconds > CONNECT_SECONDS_MAX ? CONNECT_SECONDS_MAX
                                                                : (int)seconds;
        }
    return (int)strtol(CONNECT_SECONDS, NULL, 10);
}

static int64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool finish_connecting(int seconds)
{
    int64_t until = clock_ms() + (int64_t)seconds * 1000;
    PostgresPollingStatusType state = PGRES_POLLING_WRITING;
    while (state != PGRES_POLLING_OK && state != PGRES_POLLING_FAILED) {
        int64_t left = until - clock_ms();
        short events = state == PGRES_POLLING_READING ? POLLIN : POLLOUT;
        if (left <= 0 || !wait_for_server(events, (int)left))
            return false;
        state = PQconnectPoll(server);
    }
    return true;
}

static void connect_server(const char *target)
{
    const char *const keywords[] = {"fallback_application_name", "connect_timeout",
                                    "client_encoding", "dbname", NULL};
    const char *const values[] = {"fovea", CONNECT_SECONDS, "UTF8", target, NULL};
    static const char no_string[] = "no connection string";
    PQconninfoOption *options = server ? NULL : PQconninfoParse(target, NULL);
    if (!options) { /* libpq's text would repeat parts of it */
        send_error(POSTGRES_FAULT_STRING, "", no_string, strlen(no_string));
        return;
    }
    int seconds = connect_seconds(options);
    PQconninfoFree(options);
    server = PQconnectStartParams(keywords, values, 1);
    if (!server)
        end(1);
    (void)PQsetErrorVerbosity(server, PQERRORS_VERBOSE);
    PQsetNoticeReceiver(server, drop_notice, NULL);
    static const char late[] = "no answer in time";
    if (PQstatus(server) != CONNECTION_BAD && !finish_connecting(seconds))
        send_error(POSTGRES_FAULT_CONNECT, "", late, strlen(late));
    else if (PQstatus(server) != CONNECTION_OK)
        fail_connection();
    else
        send_ready((uint32_t)PQserverVersion(server));
}

static void put_rows(const PGresult *result, uint32_t *rows)
{
    int columns = PQnfields(result);
    for (int row = 0; row < PQntuples(result); row++) {
        if (!*rows) {
            begin_frame(POSTGRES_ROWS);
            put_number(&frame, (uint32_t)columns);
            put_number(&frame, 0);
        }
        ++*rows;
        for (int i = 0; i < columns; i++) {
            bool null = PQgetisnull(result, row, i);
            int len = null ? 0 : PQgetlength(result, row, i);
            put_number(&frame, null ? POSTGRES_NULL : (uint32_t)len);
            put(&frame, PQgetvalue(result, row, i), (size_t)len);
        }
    }
}

static void flush_rows(uint32_t *rows, size_t least)
{
    if (!*rows || frame.len < least)
        return;
    for (unsigned i = 0; i < 4; i++)
        frame.ptr[POSTGRES_HEAD_BYTES + 4 + i] = (char)(*rows >> 8 * i);
    send_frame();
    *rows = 0;
}

/* Passes results on until the statement is done; the first error is its answer. */
static void pass_results(void)
{
    uint32_t rows = 0, affected = 0;
    bool failed = false;
    for (PGresult *result; (result = next_result());) {
        ExecStatusType status = PQresultStatus(result);
        if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK) {
            put_rows(result, &rows);
            flush_rows(&rows, BATCH_BYTES);
        }
        bool good = status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK ||
                    status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY;
        if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
            affected = (uint32_t)strtoul(PQcmdTuples(result), NULL, 10);
        if (!good && !failed) {
            rows = 0;
            fail_statement(result);
            failed = true;
        }
        PQclear(result);
        if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH)
            end(1);
    }
    if (failed)
        return;
    flush_rows(&rows, 0);
    send_ready(affected);
}

static void fail_send(void)
{
    const char *message = PQerrorMessage(server);
    send_error(PQstatus(server) == CONNECTION_BAD ? POSTGRES_FAULT_LOST : POSTGRES_FAULT_SERVER, "",
               message, strcspn(message, "\n"));
}

/* Takes a value of a request apart; false when the frame is too short. */
static bool take_value(const Bytes *content, size_t *at, const char **value, int *len)
{
    if (content->len - *at < 4)
        return false;
    uint32_t size = number_at(content->ptr + *at);
    *at += 4;
    *value = size == POSTGRES_NULL ? NULL : content->ptr + *at;
    *len = size == POSTGRES_NULL ? 0 : (int)size;
    if (size == POSTGRES_NULL)
        return true;
    if (content->len - *at <= size || content->ptr[*at + size] != '\0')
        return false;
    *at += (size_t)size + 1;
    return true;
}

static void run_query(const Bytes *content)
{
    const char *values[POSTGRES_PARAMS_MAX];
    int lens[POSTGRES_PARAMS_MAX];
    size_t at = strlen(content->ptr) + 1;
    uint32_t count = at + 4 <= content->len ? number_at(content->ptr + at) : UINT32_MAX;
    if (count > POSTGRES_PARAMS_MAX)
        end(1);
    at += 4;
    for (uint32_t i = 0; i < count; i++)
        if (!take_value(content, &at, &values[i], &lens[i]))
            end(1);
    /* Without parameters, several statements may be sent at once. */
    int sent =
        count ? PQsendQueryParams(server, content->ptr, (int)count, NULL, values, lens, NULL, 0)
              : PQsendQuery(server, content->ptr);
    if (!sent) {
        fail_send();
        return;
    }
    (void)PQsetSingleRowMode(server);
    pass_results();
}

static void begin_copy(const char *sql)
{
    if (!PQsendQuery(server, sql)) {
        fail_send();
        return;
    }
    PGresult *result = next_result();
    if (result && PQresultStatus(result) == PGRES_COPY_IN) {
        PQclear(result);
        send_ready(0);
        return;
    }
    if (result && PQresultStatus(result) != PGRES_FATAL_ERROR)
        end(1);
    if (result)
        fail_statement(result);
    else
        fail_send();
    PQclear(result);
    while ((result = next_result()))
        PQclear(result);
}

static void end_copy(void)
{
    if (PQputCopyEnd(server, NULL) == 1)
        pass_results();
    else
        fail_send();
}

/* Says what this is to whoever starts it by hand; that it runs at all is an answer, too. */
static int introduce(void)
{
    int version = PQlibVersion();
    printf("fovea-postgres %s with libpq %d.%d\n"
           "fovea starts it to speak to a PostgreSQL server; it is no command of its own.\n",
           FOVEA_VERSION, version / 10000, version % 10000);
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        return introduce();
    Bytes content = {0};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL);
    prctl(PR_SET_DUMPABLE, 0); /* nobody else's process reads the password in its memory */
    for (;;) {
        char type = take_frame(&content);
        if (type == POSTGRES_CONNECT)
            connect_server(content.ptr);
        else if (!server)
            end(1);
        else if (type == POSTGRES_QUERY)
            run_query(&content);
        else if (type == POSTGRES_COPY)
            begin_copy(content.ptr);
        else if (type == POSTGRES_DATA)
            (void)PQputCopyData(server, content.ptr, (int)content.len);
        else if (type == POSTGRES_DATA_END)
            end_copy();
        else
            end(1);
    }
}
