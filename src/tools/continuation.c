/* Continuation tokens. One table lists the fields of a token; writing, reading and the JSON record
   are loops over it. */
#include "tools/continuation.h"

#include "base/fs.h"
#include "base/fs_private.h"
#include "base/hash.h"
#include "base/path.h"
#include "text/address.h"

#define PREFIX STR("CONTINUE:")
#define CLOSING STR("---")
#define NEW_TOKEN_HINT "make a new token: read the file with --path FILE"
#define CHECKSUM_DIGITS 64
/* Lengths of the parts of a default token file's name. */
#define NAME_BYTES 40
#define NAME_HASH_BYTES 6

typedef enum FieldType {
    FIELD_TEXT,
    FIELD_NUMBER,
    FIELD_FLAG
} FieldType;

typedef struct Field {
    const char *name;
    FieldType type;
    size_t at;         /* offset in Continuation */
    uint64_t min, max; /* bounds of a number, or of a text's length */
} Field;

#define AT(member) offsetof(Continuation, member)

static const Field fields[CONTINUATION_KEY_COUNT] = {
    [CONTINUATION_FILE] = {"file", FIELD_TEXT, AT(file), 1, PATH_BYTES_MAX},
    [CONTINUATION_OFFSET] = {"offset", FIELD_NUMBER, AT(offset), 0, FILE_BYTES_MAX},
    [CONTINUATION_LANGUAGE] = {"language", FIELD_TEXT, AT(language), 0, NAME_BYTES_MAX},
    [CONTINUATION_TOTAL] = {"totalChunks", FIELD_NUMBER, AT(total_chunks), 1, FILE_BYTES_MAX},
    [CONTINUATION_CHECKSUM] = {"checksum", FIELD_TEXT, AT(checksum), CHECKSUM_DIGITS,
                               CHECKSUM_DIGITS},
    [CONTINUATION_CURRENT] = {"currentChunk", FIELD_NUMBER, AT(current_chunk), 0, FILE_BYTES_MAX},
    [CONTINUATION_MORE] = {"hasMore", FIELD_FLAG, AT(has_more), 0, 1},
    [CONTINUATION_TOKENS] = {"maxTokens", FIELD_NUMBER, AT(max_tokens), CHUNK_TOKENS_MIN,
                             CHUNK_TOKENS_MAX},
};

static const void *member(const Continuation *continuation, const Field *field)
{
    return (const char *)continuation + field->at;
}

/* ---- writing ---- */

Json *continuation_record(Arena *arena, const Continuation *continuation)
{
    Json *record = json_object(arena);
    for (size_t i = 0; i < COUNT(fields); i++) {
        const void *at = member(continuation, &fields[i]);
        Json *value = fields[i].type == FIELD_TEXT     ? json_str(arena, *(const Str *)at)
                      : fields[i].type == FIELD_NUMBER ? json_u64(arena, *(const uint64_t *)at)
                                                       : json_bool(arena, *(const bool *)at);
        json_set(record, str_from(fields[i].name), value);
    }
    return record;
}

void continuation_put(Buf *out, const Continuation *continuation)
{
    for (size_t i = 0; i < COUNT(fields); i++) {
        const void *at = member(continuation, &fields[i]);
        buf_printf(out, "CONTINUE:%s=", fields[i].name);
        if (fields[i].type == FIELD_TEXT)
            buf_put(out, address_shown(out->arena, *(const Str *)at));
        else if (fields[i].type == FIELD_NUMBER)
            buf_put_u64(out, *(const uint64_t *)at);
        else
            buf_put(out, *(const bool *)at ? STR("true") : STR("false"));
        buf_put_byte(out, '\n');
    }
    buf_put(out, STR("---\n"));
}

/* ---- reading ---- */

static bool refuse(Err *err, const char *what, const char *why)
{
    err_set(err, ERR_FAILED, "not a valid continuation token: CONTINUE:%s %s", what, why);
    return err_hint(err, NEW_TOKEN_HINT);
}

static bool parse_text(Arena *arena, const Field *field, Str text, Str *value, Err *err)
{
    *value = text;
    if (str_starts(text, STR("\"")) && !address_unquote(arena, text, value))
        return refuse(err, field->name, "is not a quoted text");
    if (str_find_byte(*value, '\0') != STR_NONE)
        return refuse(err, field->name, "holds a zero byte");
    if (value->len < field->min || value->len > field->max)
        return refuse(err, field->name, "has a wrong length");
    return true;
}

static bool parse_field(Arena *arena, const Field *field, Str text, Continuation *continuation,
                        Err *err)
{
    void *at = (char *)continuation + field->at;
    if (field->type == FIELD_TEXT)
        return parse_text(arena, field, text, at, err);
    if (field->type == FIELD_FLAG) {
        *(bool *)at = str_equal(text, STR("true"));
        return *(bool *)at || str_equal(text, STR("false")) ||
               refuse(err, field->name, "is neither true nor false");
    }
    uint64_t *number = at;
    if (!str_parse_u64(text, number))
        return refuse(err, field->name, "is not a number");
    if (*number < field->min || *number > field->max)
        return refuse(err, field->name, "is out of range");
    return true;
}

static bool parse_line(Arena *arena, Str line, Continuation *continuation, Err *err)
{
    Str rest = str_from_offset(line, PREFIX.len), name = {0};
    str_take_until(&rest, '=', &name);
    for (size_t i = 0; i < COUNT(fields); i++) {
        if (!str_equal(name, str_from(fields[i].name)))
            continue;
        if (continuation->given[i])
            return refuse(err, fields[i].name, "is given twice");
        continuation->given[i] = true;
        return parse_field(arena, &fields[i], rest, continuation, err);
    }
    return true;
}

/* Whether the fields are complete and consistent. */
static bool settle(Continuation *continuation, Err *err)
{
    const bool *given = continuation->given;
    if (!given[CONTINUATION_FILE])
        return refuse(err, "file", "is missing");
    if (continuation->file.ptr[0] != '/')
        return refuse(err, "file", "is not an absolute path");
    if (!given[CONTINUATION_OFFSET] && !given[CONTINUATION_CURRENT])
        return refuse(err, "offset", "is missing, and currentChunk too");
    if (!given[CONTINUATION_OFFSET])
        continuation->offset = continuation->current_chunk;
    uint64_t after = continuation->offset - MIN(continuation->offset, continuation->current_chunk);
    bool before = continuation->current_chunk > continuation->offset;
    if (given[CONTINUATION_CURRENT] && (before || after > 1))
        return refuse(err, "offset", "is not the chunk after currentChunk");
    if (given[CONTINUATION_TOTAL] && continuation->offset > continuation->total_chunks)
        return refuse(err, "offset", "is larger than totalChunks");
    return true;
}

bool continuation_parse(Arena *arena, Str text, Continuation *continuation, Err *err)
{
    *continuation = (Continuation){.has_more = true, .max_tokens = CHUNK_TOKENS_DEFAULT};
    bool closed = false, whole = str_ends(text, STR("\n"));
    Str line;
    text = str_from_offset(text, str_starts(text, STR("\xEF\xBB\xBF")) ? 3 : 0);
    while (!closed && str_take_line(&text, &line)) {
        closed = str_equal(line, CLOSING);
        if (str_starts(line, PREFIX) && !parse_line(arena, line, continuation, err))
            return false;
    }
    if (!closed && !whole) {
        err_set(err, ERR_FAILED,
                "not a valid continuation token: it is cut off before its line ---");
        return err_hint(err, NEW_TOKEN_HINT);
    }
    return settle(continuation, err);
}

/* ---- files ---- */

static Str user_directory(Arena *arena)
{
    Str runtime = fs_environment("XDG_RUNTIME_DIR"), cache = fs_environment("XDG_CACHE_HOME");
    Str home = fs_environment("HOME");
    if (path_is_absolute(runtime) && fs_real_path(arena, runtime).len)
        return runtime;
    if (path_is_absolute(cache))
        return cache;
    return path_is_absolute(home) ? path_join(arena, home, STR(".cache")) : (Str){0};
}

bool continuation_default_path(Arena *arena, Str file, Str *path, Err *err)
{
    char digits[65];
    Str directory = user_directory(arena), base = path_base(file);
    if (!directory.len) {
        err_set(err, ERR_FAILED, "no place for the continuation token: HOME is not set");
        return err_hint(err, "name one: --token-file FILE, or --token - to print it");
    }
    char *name = str_terminate(arena, str_slice(base, 0, NAME_BYTES));
    for (char *at = name; *at; at++)
        if (!byte_is_alpha(*at) && !byte_is_digit(*at) && !byte_in(*at, "._-"))
            *at = '_';
    hash_sha256(file, digits);
    Str file_name = str_format(arena, "fovea/%s-%.*s.continue", name, 2 * NAME_HASH_BYTES, digits);
    *path = path_join(arena, directory, file_name);
    return true;
}

bool continuation_may_share(Arena scratch, Str path)
{
    Str old = {0};
    bool found = false;
    Err ignored;
    return fs_is_own_file(scratch, path) &&
           fs_read_own(&scratch, path, TOKEN_FILE_BYTES_MAX, &old, &found, &ignored) &&
           (!found || !old.len || str_starts(old, PREFIX));
}

bool continuation_load(Arena *arena, Str path, Continuation *continuation, Err *err)
{
    Str text = {0};
    bool found = false;
    if (!fs_read_own(arena, path, TOKEN_FILE_BYTES_MAX, &text, &found, err))
        return false;
    if (found)
        return continuation_parse(arena, text, continuation, err);
    err_set(err, ERR_NOT_FOUND, "cannot read token '%.*s': No such file", STR_ARG(path));
    return err_hint(err, NEW_TOKEN_HINT);
}

bool continuation_save(Arena scratch, Str path, const Continuation *continuation, Err *err)
{
    Str old = {0};
    bool found = false;
    if (!fs_read_own(&scratch, path, TOKEN_FILE_BYTES_MAX, &old, &found, err))
        return false;
    if (found && old.len && !str_starts(old, PREFIX)) {
        err_set(err, ERR_FAILED, "'%.*s' is not a token and is left unchanged", STR_ARG(path));
        return err_hint(err, "name another file: --token-file FILE");
    }
    Buf text = buf_open(&scratch, 0);
    continuation_put(&text, continuation);
    return fs_write_atomic(scratch, path, buf_str(&text), 0600, err);
}
