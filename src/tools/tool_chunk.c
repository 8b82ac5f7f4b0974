/* `chunk`: one chunk of a file and the token for the next. The token is saved only after the chunk
   was delivered, so that a reader whose pipe breaks gets the same chunk again. If a token cannot be
   saved, the chunk is delivered nevertheless. */
#include "base/hash.h"
#include "base/path.h"
#include "base/shell.h"
#include "config/config.h"
#include "query/source.h"
#include "tools/continuation.h"
#include "tools/tool.h"
#include "view/chunks.h"

/* Maximum number of chunks listed as JSON or TOON: at about 250 bytes each, that is below
   ANSWER_BYTES_MAX. */
#define CHUNKS_LISTED_MAX 250000

#define CHECKSUM_SHOWN 12
#define SHARED_TOKEN "/tmp/continue.toon"
#define SHARED_NOTE SHARED_TOKEN " is not this user's token and is left unchanged"

static const char *const token_places[] = {"file", "-", NULL};

/* Parameters under both names: `number` says how chunks are counted, `place` where the token is
   saved. */
#define PARAMS(number, place) \
    {.name = "path", \
     .type = TOOL_TARGET, \
     .positional = true, \
     .value = "PATH", \
     .help = \
         "file (--path PATH is the same); PATH:120 and PATH::NAME start at the chunk with that " \
         "line or symbol"}, \
        {.name = "chunk", \
         .type = TOOL_NUMBER, \
         .value = "N", \
         .help = "this chunk instead of the first, " number}, \
        {.name = "continue_file", \
         .type = TOOL_TEXT, \
         .cli_only = true, \
         .value = "TOKEN", \
         .help = "the next chunk after a saved token, which is then rewritten"}, \
        {.name = "max_tokens", \
         .type = TOOL_NUMBER, \
         .min = CHUNK_TOKENS_MIN, \
         .max = CHUNK_TOKENS_MAX, \
         .value = "N", \
         .help = "largest chunk; a token is 4 bytes (default 2000, or chunk.max_tokens in the " \
                 "configuration)"}, \
        {.name = "list", .type = TOOL_FLAG, .help = "list all chunks instead of showing one"}, \
        {.name = "token_file", \
         .type = TOOL_TEXT, \
         .cli_only = true, \
         .value = "FILE", \
         .help = "save the token here (default FOVEA_TOKEN_FILE, or " place ")"}, \
    { \
        .name = "token", .type = TOOL_CHOICE, .fallback = "file", .choices = token_places, \
        .cli_only = true, .agent_value = "-", .value = "PLACE", \
        .help = "- prints the token instead of saving it" \
    }

static const ToolParam params[] = {
    PARAMS("counted from 1", "one file per source in the user's runtime or cache directory")};
/* Parameters under the name progressive-reader, a replacement for another program of that name. */
static const ToolParam reader_params[] = {PARAMS("counted from 0", SHARED_TOKEN)};

static const char *const reader_examples[] = {
    "progressive-reader src/server.c", "progressive-reader src/server.c --list",
    "progressive-reader --continue-file /tmp/continue.toon", NULL};

static const char *const examples[] = {"chunk src/server.c", "chunk src/server.c --list",
                                       "chunk src/server.c::handle_request --max-tokens 4000",
                                       "chunk --continue-file /tmp/continue.toon", NULL};

typedef struct Reading {
    Source source;
    char checksum[65];
    ChunkPlan plan;
    Outline outline; /* of the plan's text */
    bool is_shown;   /* the plan's text is what is shown of the file, not the file */
    ShownText shown;
    uint64_t max_tokens;
    uint64_t index;    /* index of the chunk to show */
    Continuation from; /* the token, if there is one */
    bool continued;
} Reading;

/* ---- the request ---- */

/* The command by which the caller knows this tool. */
static const char *program_name(const ToolCall *call)
{
    return call->tool->link_name ? call->tool->link_name : "fovea chunk";
}

static bool check_usage(const ToolCall *call, Err *err)
{
    bool path = tool_value(call, "path")->given, token = tool_value(call, "continue_file")->given;
    if (!path && !token) {
        err_set(err, ERR_USAGE, "chunk: no PATH given");
        return err_hint(err, "%s PATH, or %s --continue-file TOKEN", program_name(call),
                        program_name(call));
    }
    const char *const alone[] = {"path", "chunk", "max_tokens"};
    for (size_t i = 0; token && i < COUNT(alone); i++)
        if (tool_value(call, alone[i])->given)
            return err_set(
                err, ERR_USAGE,
                "chunk: --continue-file takes the %s from the token; give one of the two",
                i == 0   ? "file"
                : i == 1 ? "chunk"
                         : "chunk size");
    return true;
}

static bool begin(ToolCall *call, Reading *reading, Err *err)
{
    const ToolValue *max_tokens = tool_value(call, "max_tokens");
    Str path = tool_text(call, "path");
    reading->max_tokens =
        max_tokens->given ? max_tokens->number : call->context->config->chunk_tokens;
    reading->continued = tool_value(call, "continue_file")->given;
    if (reading->continued) {
        Str token = tool_text(call, "continue_file");
        if (!continuation_load(call->arena, token, &reading->from, err))
            return false;
        path = reading->from.file;
        if (reading->from.given[CONTINUATION_TOKENS])
            reading->max_tokens = reading->from.max_tokens;
    }
    if (!source_open(&call->request, path, &reading->source, err))
        return false;
    Str here = fs_working_directory(call->arena);
    if (reading->continued && here.len && path.len > here.len + 1 && path_is_inside(path, here))
        reading->source.target.path = str_from_offset(path, here.len + (here.len > 1));
    return true;
}

static bool hint_afresh(const ToolCall *call, const Reading *reading, Err *err)
{
    Str quoted = shell_quote_path(call->arena, reading->source.target.path);
    return err_hint(err, "read it afresh: %s --path %.*s --max-tokens %llu", program_name(call),
                    STR_ARG(quoted), (unsigned long long)reading->max_tokens);
}

static bool stale(const ToolCall *call, const Reading *reading, Err *err, const char *what, ...)
    PRINTF_LIKE(4, 5);

/* Sets the error for a file that is not that of the token; returns false. */
static bool stale(const ToolCall *call, const Reading *reading, Err *err, const char *what, ...)
{
    char change[ERR_MESSAGE_BYTES / 2];
    va_list args;
    va_start(args, what);
    vsnprintf(change, sizeof change, what, args);
    va_end(args);
    Str path = reading->source.target.path;
    err_set(err, ERR_STALE, "'%.*s' changed since the token was made: %s",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr, change);
    return hint_afresh(call, reading, err);
}

/* Sets the error for a token of the same file, made by another version of fovea or with another
   parse limit. */
static bool cut_differently(const ToolCall *call, const Reading *reading, Err *err)
{
    Str path = reading->source.target.path;
    err_set(err, ERR_STALE, "'%.*s' is cut into %zu chunks now; the token counts %llu",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr, reading->plan.marks.len,
            (unsigned long long)reading->from.total_chunks);
    return hint_afresh(call, reading, err);
}

static bool check_checksum(const ToolCall *call, const Reading *reading, Err *err)
{
    const Continuation *from = &reading->from;
    if (!from->given[CONTINUATION_CHECKSUM] ||
        str_equal_nocase(from->checksum, str_from(reading->checksum)))
        return true;
    return stale(call, reading, err, "its SHA-256 was %.*s… and is %.*s…", CHECKSUM_SHOWN,
                 from->checksum.ptr, CHECKSUM_SHOWN, reading->checksum);
}

static bool no_more_chunks(const ToolCall *call, const Reading *reading, Err *err)
{
    err_set(err, ERR_FAILED, "no more chunks");
    return err_hint(err, "the file was read to its end; from the start: %s --path %.*s",
                    program_name(call),
                    STR_ARG(shell_quote_path(call->arena, reading->source.target.path)));
}

/* Index of the chunk in which the line begins. */
static size_t chunk_with_line(const ChunkPlan *plan, uint64_t line)
{
    size_t index = 0;
    for (size_t next = 1; next < plan->marks.len; next++) {
        ChunkMark mark = plan->marks.ptr[next];
        bool at_line_start = plan->text.ptr[mark.start - 1] == '\n';
        if (mark.line > line || (mark.line == line && !at_line_start))
            break;
        index = next;
    }
    return index;
}

static size_t chunk_with_byte(const ChunkPlan *plan, size_t at)
{
    size_t index = 0;
    while (index + 1 < plan->marks.len && plan->marks.ptr[index + 1].start <= at)
        index++;
    return index;
}

/* Number of the first chunk. */
static uint64_t first_number(const ToolCall *call)
{
    return call->tool == &reader_tool ? 0 : 1;
}

/* Finds the chunk that the token, --chunk or the target requests. The first is also chunk 0 where
   chunks are counted from 1. */
static bool find_index(const ToolCall *call, Reading *reading, Err *err)
{
    const ToolValue *chunk = tool_value(call, "chunk");
    uint64_t least = first_number(call), number = MAX(chunk->number, least);
    const Continuation *from = &reading->from;
    size_t total = reading->plan.marks.len;
    if (reading->continued && from->given[CONTINUATION_TOTAL] && from->total_chunks != total)
        return from->given[CONTINUATION_CHECKSUM]
                   ? cut_differently(call, reading, err)
                   : stale(call, reading, err, "it had %llu chunks and has %zu",
                           (unsigned long long)from->total_chunks, total);
    if (reading->continued) {
        reading->index = from->offset;
        return (from->has_more && from->offset < total) || no_more_chunks(call, reading, err);
    }
    if (chunk->given && number - least >= total) {
        err_set(err, ERR_FAILED, "chunk %llu is out of range: the file has chunks %llu-%llu",
                (unsigned long long)chunk->number, (unsigned long long)least,
                (unsigned long long)(total - 1 + least));
        return err_hint(err, "--list shows them");
    }
    uint64_t line = reading->source.target.first;
    uint32_t lines = reading->source.outline.line_count;
    if (line > MAX(lines, 1))
        return source_fail_beyond(&call->request, &reading->source, line, lines, err);
    const Target *target = &reading->source.target;
    size_t byte = target->end ? target->start : SIZE_MAX;
    reading->index = chunk->given ? number - least
                     : reading->is_shown && line
                         ? chunk_with_byte(&reading->plan, shown_at(&reading->shown, line, byte))
                     : target->end ? chunk_with_byte(&reading->plan, target->start)
                                   : chunk_with_line(&reading->plan, line);
    return true;
}

/* The text to cut: the file, or what is shown of it. */
static Str text_to_cut(ToolCall *call, Reading *reading)
{
    const Source *source = &reading->source;
    Shown shown;
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    reading->outline = source->outline;
    reading->is_shown = lang_show(call->arena, work, source->language, source->text, &shown);
    if (!reading->is_shown)
        return source->text;
    shown_pick(call->arena, &shown, &(ShownPick){.first = 1, .last = UINT64_MAX}, &reading->shown);
    reading->outline = shown_outline(call->arena, &source->outline, &reading->shown);
    return reading->shown.text;
}

static bool split(ToolCall *call, Reading *reading, Err *err)
{
    Source *source = &reading->source;
    if (!source_load(&call->request, source, err))
        return false;
    hash_sha256(source->text, reading->checksum);
    if (!check_checksum(call, reading, err))
        return false;
    source_adopt(&call->request, source);
    chunk_outline(call->arena, *call->scratch, source->language, source->text,
                  call->context->cancel, &source->outline);
    if (tool_is_cancelled(call))
        return err_interrupted(err);
    if (!source_resolve(&call->request, source, err))
        return false;
    Str text = text_to_cut(call, reading);
    chunk_plan(call->arena, *call->scratch, &reading->outline, text, reading->max_tokens,
               &reading->plan);
    return find_index(call, reading, err);
}

/* ---- the answer ---- */

static ChunksFile shown_file(const Reading *reading)
{
    return (ChunksFile){.path = reading->source.target.path,
                        .max_tokens = reading->max_tokens,
                        .checksum = str_from(reading->checksum),
                        .plan = &reading->plan,
                        .shown = reading->is_shown ? &reading->shown : NULL};
}

static Continuation next_token(const Reading *reading)
{
    return (Continuation){
        .file = reading->source.file.resolved,
        .offset = reading->index + 1,
        .language = lang_id(reading->source.language),
        .total_chunks = reading->plan.marks.len,
        .checksum = str_from(reading->checksum),
        .current_chunk = reading->index,
        .has_more = reading->index + 1 < reading->plan.marks.len,
        .max_tokens = reading->max_tokens,
    };
}

/* Path of the token file; empty if the token is only printed. *elsewhere: the shared file belongs
   to another program. */
static bool token_path(const ToolCall *call, const Reading *reading, Str *path, bool *elsewhere,
                       Err *err)
{
    *elsewhere = false;
    Str environment = fs_environment("FOVEA_TOKEN_FILE");
    *path = (Str){0};
    if (tool_number(call, "token") == 1)
        return true;
    *path = tool_text(call, "token_file");
    if (!path->len && reading->continued)
        *path = tool_text(call, "continue_file");
    if (!path->len)
        *path = environment;
    if (path->len)
        return true;
    *path = call->tool == &reader_tool ? STR(SHARED_TOKEN) : (Str){0};
    if (path->len && continuation_may_share(*call->scratch, *path))
        return true;
    *elsewhere = path->len > 0;
    if (!continuation_default_path(call->arena, reading->source.file.resolved, path, err))
        return false;
    fs_make_directories(*call->scratch, path_directory(*path)); // writing says why not
    return true;
}

/* Saves the token. The error says that the chunk itself was shown. */
static bool save_token(const ToolCall *call, const Continuation *token, Str path, Err *err)
{
    Err cause = {0};
    if (!path.len || continuation_save(*call->scratch, path, token, &cause))
        return true;
    err_set(err, ERR_FAILED, "the continuation token could not be saved: %s", cause.message);
    return err_hint(err, "%s", cause.hint);
}

/* Writes the chunk in pieces, because it may be a whole file. */
static bool put_chunk(ToolCall *call, const Reading *reading, Err *err)
{
    ChunksFile file = shown_file(reading);
    Buf out = buf_open(call->arena, 0);
    ChunksCursor cursor = chunks_put_header(&out, *call->scratch, &file, reading->index);
    for (bool more = true; more; out.len = 0) {
        more = chunks_put_lines(&out, &cursor, FS_BLOCK_BYTES);
        if (!tool_put_buf(call, &out, err))
            return false;
    }
    return true;
}

static bool put_text(ToolCall *call, const Reading *reading, Err *err)
{
    Continuation token = next_token(reading);
    if (!put_chunk(call, reading, err))
        return false;
    ChunksToken shown = {.has_more = token.has_more};
    if (call->context->reword)
        shown.next = str_format(call->arena, "chunk=%llu",
                                (unsigned long long)(reading->index + 1 + first_number(call)));
    bool elsewhere = false;
    shown.failed = !token_path(call, reading, &shown.path, &elsewhere, err) ||
                   !save_token(call, &token, shown.path, err);
    Buf lines = buf_open(call->arena, 0);
    continuation_put(&lines, &token);
    shown.lines = buf_str(&lines);
    Buf footer = buf_open(call->arena, 0);
    chunks_put_token(&footer, *call->scratch, &shown);
    if (elsewhere && !shown.failed)
        buf_put(&footer, STR("Note: " SHARED_NOTE "\n"));
    Err gone = {0};
    return tool_put_buf(call, &footer, shown.failed ? &gone : err) && !shown.failed;
}

static bool put_value(ToolCall *call, const Reading *reading, Err *err)
{
    ChunksFile file = shown_file(reading);
    Continuation token = next_token(reading);
    Str path = {0};
    bool elsewhere = false, placed = token_path(call, reading, &path, &elsewhere, err);
    Json *continuation = continuation_record(call->arena, &token);
    json_set(continuation, STR("tokenFile"),
             path.len ? json_str(call->arena, path) : json_null(call->arena));
    if (elsewhere)
        json_set(continuation, STR("note"), json_str(call->arena, STR(SHARED_NOTE)));
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    view_put_value(&out, *call->scratch, call->format,
                   chunks_record(call->arena, &file, reading->index, continuation));
    Err gone = {0};
    return tool_put_buf(call, &out, placed ? err : &gone) && placed &&
           save_token(call, &token, path, err);
}

static bool put_list(ToolCall *call, const Reading *reading, Err *err)
{
    ChunksFile file = shown_file(reading);
    Buf out = buf_open(call->arena, ANSWER_BYTES_MAX);
    if (call->format != VIEW_TEXT && reading->plan.marks.len > CHUNKS_LISTED_MAX) {
        err_set(err, ERR_FAILED, "%zu chunks are too many for one value", reading->plan.marks.len);
        return err_hint(err, "raise --max-tokens, or take --format text");
    }
    if (call->format != VIEW_TEXT) {
        view_put_value(&out, *call->scratch, call->format, chunks_list_record(call->arena, &file));
        return tool_put_buf(call, &out, err);
    }
    size_t index = 0;
    for (bool more = true; more; out.len = 0) {
        more = chunks_put_list(&out, *call->scratch, &file, &index, FS_BLOCK_BYTES);
        if (!tool_put_buf(call, &out, err))
            return false;
    }
    return true;
}

static void close_reading(Reading *reading)
{
    source_close(&reading->source);
}

static bool run(ToolCall *call, Err *err)
{
    Reading reading SCOPED(close_reading) = {.source.file.fd = -1};
    if (!check_usage(call, err) || !begin(call, &reading, err))
        return false;
    if (reading.source.is_binary && reading.continued)
        return stale(call, &reading, err, "it is a %.*s now", STR_ARG(reading.source.binary.type));
    if (reading.source.is_binary)
        return source_put_binary(&call->request, &reading.source, STR("chunk"), err);
    if (!split(call, &reading, err))
        return false;
    if (tool_flag(call, "list"))
        return put_list(call, &reading, err);
    return call->format == VIEW_TEXT ? put_text(call, &reading, err)
                                     : put_value(call, &reading, err);
}

const Tool chunk_tool = {
    .name = "chunk",
    .mcp_name = "read_chunk",
    .summary = "Reads a file piece by piece, cut where its structure allows",
    .about = "Shows one chunk with the file's line numbers, saves a token, and names "
             "the command for the next chunk. Chunks joined are the file, byte for "
             "byte.\n\n"
             "Each chunk takes whole declarations with their comments; one that fits "
             "is never cut. A larger one is cut at its members, then at statements, "
             "then at lines, and a line that is too long at a character. Documents "
             "are cut at sections, data at keys and elements, text at paragraphs, "
             "then lines.\n\n"
             "Of a notebook the chunks are what read shows of it.\n\n"
             "A token records the file's checksum: if the file has changed, "
             "--continue-file says so (exit code 4) and leaves the token unchanged.",
    .agents = "Each answer names the next chunk: chunk=2, 3, … Chunks joined are the file, and a "
              "declaration that fits is never cut.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .tokens = {"2,500", "max_tokens"},
    .next = "read_chunk with chunk=2, or map",
    .run = run,
};

const Tool reader_tool = {
    .name = "progressive-reader",
    .link_name = "progressive-reader",
    .summary = "Semantic chunking reader",
    .about = "`fovea chunk` as a drop-in replacement for the program of this name: "
             "--chunk counts from 0, and the token is saved in /tmp/continue.toon. If "
             "that is another user's file or a link, it is saved in the user's "
             "runtime or cache directory, which the answer names.",
    .examples = reader_examples,
    .params = reader_params,
    .param_count = COUNT(reader_params),
    .run = run,
};
