/* One request is one frame to the child, answered by frames up to READY or ERROR
   (net/postgres_wire.h). Sending and receiving poll, so that the caller can cancel at any time;
   closing the socket makes the child cancel the statement at the server. Data from the child is
   untrusted: lengths, counts and sums are checked. */
#include "net/postgres.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "net/postgres_error.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRAM "fovea-postgres"
/* How often cancellation is checked: short enough to feel immediate. */
#define CANCEL_LOOK_MS 25
/* The child must answer this long after the server should have ended a statement. */
#define MARGIN_MS 15000
/* Connecting takes at most as long as fovea-postgres allows (CONNECT_SECONDS_MAX). */
#define CONNECT_MS 130000
/* All rows of one result: far more than any query returns. */
#define RESULT_BYTES_MAX (256 * MB)
/* A statement waits this long for a lock before it fails. */
#define LOCK_MS "30000"
/* A time limit of 1 ms, left by another client, ends the first statement once in some thousand
   times, on a busy server once in some dozen. */
#define BEGIN_TRIES 5

struct Postgres {
    Arena *arena;
    const char *program; /* its path */
    ProcLink link;
    const volatile bool *cancel;
    int statement_ms;
    uint32_t affected;
    bool reads, within; /* a transaction */
    char state[6];
    Arena frame; /* holds the frame being received */
    Arena sent;  /* holds the frame being sent */
};

int64_t postgres_number(const PostgresRows *rows, size_t row, size_t column)
{
    int64_t value = 0;
    return str_parse_i64(postgres_text(rows, row, column), &value) ? value : 0;
}

Str postgres_state(const Postgres *postgres)
{
    return str_from(postgres->state);
}

uint32_t postgres_affected(const Postgres *postgres)
{
    return postgres->affected;
}

/* ---- the child ---- */

/* Searches next to this program, in the folder for helpers of an installation, and on PATH. */
static bool find_program(Arena scratch, char path[PATH_BYTES_MAX])
{
    Str self = fs_real_path(&scratch, STR("/proc/self/exe"));
    Str folder = path_directory(self);
    static const char *const places[] = {"", "../libexec/fovea/"};
    for (size_t i = 0; i < COUNT(places) && folder.len; i++) {
        int len = snprintf(path, PATH_BYTES_MAX, "%.*s/%s" PROGRAM, STR_ARG(folder), places[i]);
        if (len > 0 && len < PATH_BYTES_MAX && access(path, X_OK) == 0)
            return true;
    }
    return proc_find(PROGRAM, path);
}

/* Exit code of the dynamic loader if a library is missing. */
#define EXIT_NO_LIBRARY 127

static bool fail_gone(Postgres *postgres, Err *err)
{
    memcpy(postgres->state, "", 1);
    if (proc_link_exit(&postgres->link) == EXIT_NO_LIBRARY) {
        err_set(err, ERR_FAILED,
                "PostgreSQL: the program " PROGRAM " cannot run without the library libpq");
        return err_hint(err, "on Debian and Ubuntu: apt-get install libpq5; on Fedora: dnf install "
                             "libpq; elsewhere the package that has libpq.so.5");
    }
    err_set(err, ERR_FAILED, "PostgreSQL: the program " PROGRAM " has ended");
    return err_hint(err, "try again; if it cannot run, '%s --version' says why", postgres->program);
}

/* Waits until the socket is ready. */
static bool wait_ready(Postgres *postgres, short events, int64_t until_ms, Err *err)
{
    if (postgres->link.fd < 0)
        return fail_gone(postgres, err);
    for (;;) {
        struct pollfd fd = {.fd = postgres->link.fd, .events = events};
        int n = poll(&fd, 1, CANCEL_LOOK_MS);
        if (postgres->cancel && *postgres->cancel)
            return err_interrupted(err);
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return fail_gone(postgres, err);
        if (until_ms && proc_clock_ms() > until_ms) {
            err_set(err, ERR_FAILED, "PostgreSQL: no answer in time");
            return err_hint(err, "try again, or look at what keeps the server busy");
        }
    }
}

static bool send_bytes(Postgres *postgres, Str bytes, Err *err)
{
    while (bytes.len) {
        if (!wait_ready(postgres, POLLOUT, 0, err))
            return false;
        ssize_t n = send(postgres->link.fd, bytes.ptr, bytes.len, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n <= 0)
            return fail_gone(postgres, err);
        bytes = str_from_offset(bytes, (size_t)n);
    }
    return true;
}

static bool receive_bytes(Postgres *postgres, char *to, size_t len, int64_t until_ms, Err *err)
{
    for (size_t at = 0; at < len;) {
        if (!wait_ready(postgres, POLLIN, until_ms, err))
            return false;
        ssize_t n = recv(postgres->link.fd, to + at, len - at, MSG_DONTWAIT);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n <= 0)
            return fail_gone(postgres, err);
        at += (size_t)n;
    }
    return true;
}

/* ---- frames ---- */

static void put_number(Buf *out, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        buf_put_byte(out, (char)(value >> 8 * i));
}

static Buf begin_frame(Postgres *postgres, PostgresFrame type)
{
    arena_reset(&postgres->sent);
    Buf out = buf_open(&postgres->sent, POSTGRES_FRAME_BYTES_MAX);
    put_number(&out, 0);
    buf_put_byte(&out, (char)type);
    return out;
}

static bool send_frame(Postgres *postgres, Buf *frame, Err *err)
{
    if (frame->overflow)
        return err_set(err, ERR_FAILED, "PostgreSQL: the statement is too long");
    uint32_t len = (uint32_t)(frame->len - 4);
    for (unsigned i = 0; i < 4; i++)
        frame->ptr[i] = (char)(len >> 8 * i);
    return send_bytes(postgres, buf_str(frame), err);
}

static void put_terminated(Buf *out, Str text)
{
    buf_put(out, text);
    buf_put_byte(out, '\0');
}

/* A frame while it is decoded. */
typedef struct Frame {
    char type;
    Str rest;
} Frame;

static bool take_number(Frame *frame, uint32_t *value)
{
    if (frame->rest.len < 4)
        return false;
    *value = 0;
    for (unsigned i = 0; i < 4; i++)
        *value |= (uint32_t)(unsigned char)frame->rest.ptr[i] << 8 * i;
    frame->rest = str_from_offset(frame->rest, 4);
    return true;
}

static bool receive_frame(Postgres *postgres, int64_t until_ms, Frame *frame, Err *err)
{
    char head[POSTGRES_HEAD_BYTES];
    uint32_t len = 0;
    Frame lead = {.rest = {head, sizeof head}};
    if (!receive_bytes(postgres, head, sizeof head, until_ms, err))
        return false;
    if (!take_number(&lead, &len) || len < 1 || len > POSTGRES_FRAME_BYTES_MAX)
        return fail_gone(postgres, err);
    arena_reset(&postgres->frame);
    char *bytes = arena_bytes(&postgres->frame, len);
    *frame = (Frame){.type = head[4], .rest = {bytes, len - 1}};
    return receive_bytes(postgres, bytes, len - 1, until_ms, err);
}

/* Turns an ERROR frame into an error. */
static bool fail_frame(Postgres *postgres, Frame *frame, Err *err)
{
    char fault = frame->rest.len ? frame->rest.ptr[0] : '\0';
    Str state = {0}, message = {0}, rest = str_from_offset(frame->rest, 1);
    if (!str_take_until(&rest, '\0', &state) || !str_take_until(&rest, '\0', &message))
        message = STR("an error without a text");
    size_t len = MIN(state.len, sizeof postgres->state - 1);
    memcpy(postgres->state, state.ptr ? state.ptr : "", len);
    postgres->state[len] = '\0';
    return postgres_fail((PostgresFault)fault, str_from(postgres->state), message, err);
}

/* ---- results ---- */

typedef struct Result {
    Arena *arena;
    PostgresRows *rows; /* NULL: dropped */
    size_t room;        /* capacity of rows->values, in values */
    size_t bytes;
} Result;

static bool take_value(Frame *frame, Arena *arena, PostgresValue *value)
{
    uint32_t len;
    if (!take_number(frame, &len))
        return false;
    *value = (PostgresValue){.null = len == POSTGRES_NULL};
    if (value->null)
        return true;
    if (len > frame->rest.len)
        return false;
    value->text = str_copy(arena, str_slice(frame->rest, 0, len));
    frame->rest = str_from_offset(frame->rest, len);
    return true;
}

static bool take_rows(Frame *frame, Result *result)
{
    uint32_t columns, count;
    if (!take_number(frame, &columns) || !take_number(frame, &count) || !columns ||
        columns > POSTGRES_COLUMNS_MAX || count > frame->rest.len / 4 / columns)
        return false;
    PostgresRows *rows = result->rows;
    result->bytes += frame->rest.len;
    if (!rows)
        return true;
    if ((rows->count && rows->columns != columns) || result->bytes > RESULT_BYTES_MAX)
        return false;
    rows->columns = columns;
    size_t values = (size_t)columns * count, before = rows->count * columns;
    if (before + values > result->room) {
        size_t room = MAX(before + values, result->room * 2);
        rows->values = arena_grow(result->arena, rows->values, before * sizeof *rows->values,
                                  room * sizeof *rows->values, _Alignof(PostgresValue));
        result->room = room;
    }
    for (size_t i = 0; i < values; i++)
        if (!take_value(frame, result->arena, &rows->values[before + i]))
            return false;
    rows->count += count;
    return !frame->rest.len;
}

/* Receives frames up to the end of an answer. */
static bool receive_answer(Postgres *postgres, Result *result, int limit_ms, Err *err)
{
    postgres->state[0] = '\0';
    for (;;) {
        Frame frame;
        int64_t until = limit_ms ? proc_clock_ms() + limit_ms + MARGIN_MS : 0;
        if (!receive_frame(postgres, until, &frame, err))
            return false;
        switch (frame.type) {
        case POSTGRES_READY:
            return take_number(&frame, &postgres->affected) || fail_gone(postgres, err);
        case POSTGRES_ERROR: return fail_frame(postgres, &frame, err);
        case POSTGRES_ROWS:
            if (take_rows(&frame, result))
                continue;
            return err_set(err, ERR_FAILED, "PostgreSQL: the result is too large or damaged");
        default: return fail_gone(postgres, err);
        }
    }
}

/* ---- calls ---- */

static bool ask(Postgres *postgres, Arena *arena, const PostgresStatement *statement,
                PostgresRows *rows, Err *err)
{
    Result result = {.arena = arena, .rows = rows};
    Buf frame = begin_frame(postgres, POSTGRES_QUERY);
    assert(statement->count <= POSTGRES_PARAMS_MAX);
    put_terminated(&frame, str_from(statement->sql));
    put_number(&frame, (uint32_t)statement->count);
    for (size_t i = 0; i < statement->count; i++) {
        const PostgresValue *value = &statement->values[i];
        put_number(&frame, value->null ? POSTGRES_NULL : (uint32_t)value->text.len);
        if (!value->null)
            put_terminated(&frame, value->text);
    }
    if (rows)
        *rows = (PostgresRows){0};
    return send_frame(postgres, &frame, err) &&
           receive_answer(postgres, &result, postgres->statement_ms, err);
}

bool postgres_query(Postgres *postgres, Arena *arena, const PostgresStatement *statement,
                    PostgresRows *rows, Err *err)
{
    assert(postgres->within);
    return ask(postgres, arena, statement, rows, err);
}

bool postgres_run(Postgres *postgres, const char *sql, Err *err)
{
    const PostgresStatement statement = {.sql = sql};
    return postgres_query(postgres, postgres->arena, &statement, NULL, err);
}

bool postgres_copy_begin(Postgres *postgres, const char *sql, Err *err)
{
    Result result = {0};
    Buf frame = begin_frame(postgres, POSTGRES_COPY);
    put_terminated(&frame, str_from(sql));
    return send_frame(postgres, &frame, err) &&
           receive_answer(postgres, &result, postgres->statement_ms, err);
}

bool postgres_copy_put(Postgres *postgres, Str rows, Err *err)
{
    Buf frame = begin_frame(postgres, POSTGRES_DATA);
    buf_put(&frame, rows);
    return !rows.len || send_frame(postgres, &frame, err);
}

bool postgres_copy_end(Postgres *postgres, Err *err)
{
    Result result = {0};
    Buf frame = begin_frame(postgres, POSTGRES_DATA_END);
    return send_frame(postgres, &frame, err) &&
           receive_answer(postgres, &result, postgres->statement_ms, err);
}

/* ---- transactions ---- */

/* A pool of connections may give ours to another client at the end of each transaction, and may
   have given it to others before. So every setting is local, and those that would change the
   meaning of a statement are set here. The time limit is the first, since another client's limit
   holds until then. DEFAULT is the value of the server or the connection string for this login. */
#define SETTINGS \
    "SET LOCAL statement_timeout TO DEFAULT;" \
    "SET LOCAL search_path = pg_catalog;" \
    "SET LOCAL role TO DEFAULT;" \
    "SET LOCAL row_security = on;" \
    "SET LOCAL client_encoding = 'UTF8';" \
    "SET LOCAL standard_conforming_strings = on;" \
    "SET LOCAL bytea_output = 'hex';" \
    "SET LOCAL jit = off;" /* compiling takes longer than most statements */ \
    "SET LOCAL lock_timeout = " LOCK_MS ";" \
    "SET LOCAL idle_in_transaction_session_timeout = 600000"

/* A lower limit of the server is kept. */
static bool limit_time(Postgres *postgres, Err *err)
{
    char limit[32];
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    snprintf(limit, sizeof limit, "%d", postgres->statement_ms);
    const PostgresValue value = {.text = str_from(limit)};
    const PostgresStatement statement = {
        .sql = "SELECT set_config('statement_timeout', $1::text, true)"
               " FROM pg_settings WHERE name = 'statement_timeout'"
               " AND $1::text::int > 0 AND setting::int NOT BETWEEN 1 AND $1::text::int",
        .values = &value,
        .count = 1};
    return postgres_query(postgres, &scratch, &statement, NULL, err);
}

/* Begins again when a time limit that another client left in a pool's connection ended it. */
static bool begin_transaction(Postgres *postgres, Err *err)
{
    const PostgresStatement begin = {
        .sql = postgres->reads ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;" SETTINGS
                               : "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;" SETTINGS};
    const PostgresStatement end = {.sql = "ROLLBACK"};
    for (int again = BEGIN_TRIES - 1;; again--) {
        if (ask(postgres, postgres->arena, &begin, NULL, err))
            return true;
        if (!again || !str_equal(postgres_state(postgres), STR("57014")))
            return false;
        *err = (Err){0};
        if (!ask(postgres, postgres->arena, &end, NULL, err))
            return false;
    }
}

bool postgres_begin(Postgres *postgres, Err *err)
{
    assert(!postgres->within);
    postgres->within = true;
    if (begin_transaction(postgres, err))
        return limit_time(postgres, err);
    if (!postgres->reads && str_equal(postgres_state(postgres), STR("0A000"))) {
        err_set(err, ERR_FAILED, "PostgreSQL: this server is a standby, which takes no changes");
        return err_hint(err, "publish to the primary server");
    }
    return false;
}

static bool end_transaction(Postgres *postgres, const char *sql, Err *err)
{
    const PostgresStatement statement = {.sql = sql};
    assert(postgres->within);
    postgres->within = false;
    return ask(postgres, postgres->arena, &statement, NULL, err);
}

bool postgres_commit(Postgres *postgres, Err *err)
{
    return end_transaction(postgres, "COMMIT", err);
}

bool postgres_rollback(Postgres *postgres, Err *err)
{
    return !postgres->within || end_transaction(postgres, "ROLLBACK", err);
}

/* ---- opening ---- */

static bool connect_server(Postgres *postgres, const PostgresOptions *options, Err *err)
{
    Result result = {0};
    Buf frame = begin_frame(postgres, POSTGRES_CONNECT);
    put_terminated(&frame, options->target);
    if (!send_frame(postgres, &frame, err) || !receive_answer(postgres, &result, CONNECT_MS, err))
        return false;
    uint32_t version = postgres->affected; /* as 150018 */
    if (version >= POSTGRES_VERSION_MIN)
        return true;
    err_set(err, ERR_FAILED, "PostgreSQL: the server is of version %u", version / 10000);
    return err_hint(err, "it must be %d or later", POSTGRES_VERSION_MIN / 10000);
}

bool postgres_open(Arena *arena, const PostgresOptions *options, Postgres **postgres, Err *err)
{
    char path[PATH_BYTES_MAX];
    *postgres = NULL;
    if (!postgres_is_target(options->target) || str_find_byte(options->target, '\0') != STR_NONE) {
        err_set(err, ERR_USAGE, "PostgreSQL: the address is no connection string");
        return err_hint(err, "as in postgresql://user@host/database or service=NAME");
    }
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    if (!find_program(scratch, path)) {
        err_set(err, ERR_FAILED, "there is no program '" PROGRAM "', which this needs");
        return err_hint(err, "install the Debian package " PROGRAM " beside fovea, or build from "
                             "source with libpq-dev; it belongs next to fovea, in "
                             "../libexec/fovea or on PATH");
    }
    Postgres *made = NEW(arena, Postgres, 1);
    *made = (Postgres){.arena = arena,
                       .program = str_terminate(arena, str_from(path)),
                       .cancel = options->cancel,
                       .statement_ms = options->statement_ms,
                       .reads = options->reads};
    const char *const argv[] = {made->program, NULL};
    if (!proc_link_open(argv, &made->link, err))
        return err_hint(err, "it is for this processor, glibc 2.34 or later and libpq 5; build it "
                             "from source where that is not so");
    arena_open(&made->frame, 2 * (size_t)POSTGRES_FRAME_BYTES_MAX);
    arena_open(&made->sent, 4 * (size_t)POSTGRES_FRAME_BYTES_MAX);
    *postgres = made;
    if (connect_server(made, options, err))
        return true;
    postgres_close(postgres);
    return false;
}

void postgres_close(Postgres **postgres)
{
    if (!*postgres)
        return;
    proc_link_close(&(*postgres)->link);
    arena_close(&(*postgres)->frame);
    arena_close(&(*postgres)->sent);
    *postgres = NULL;
}
