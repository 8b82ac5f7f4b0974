/* Source of the tools for one file. It is opened under the policy and recognised from its head.
   Text, outline, references and chunks are loaded only when a tool requests them. In a long-lived
   process, outlines come from the cache if path, size, time and content are the same. */
#include "query/source.h"

#include "base/hash.h"
#include "base/shell.h"
#include "config/config.h"
#include "query/adopted.h"
#include "query/map_cache.h"
#include "query/mentions_missing.h"
#include "query/source_elsewhere.h"
#include "text/lines.h"
#include "view/binary.h"

#include <errno.h>
#include <unistd.h>

/* Number of last lines that are offered if the requested ones are after the end. */
#define LAST_LINES 20

bool source_open(SessionRequest *request, Str target, Source *source, Err *err)
{
    *source = (Source){.file.fd = -1};
    if (!target_open(request, target, &source->target, &source->file, err))
        return false;
    char *head = arena_bytes(request->arena, SOURCE_HEAD_BYTES);
    size_t len = 0;
    if (!fs_read_at(&source->file, 0, head, SOURCE_HEAD_BYTES, &len, err)) {
        source_close(source);
        return false;
    }
    source->is_binary = lang_is_binary((Str){head, len}, &source->binary);
    source->language = lang_detect(source->target.path, (Str){head, len});
    return true;
}

void source_close(Source *source)
{
    fs_close(&source->file);
}

bool source_load(SessionRequest *request, Source *source, Err *err)
{
    return source->text.ptr || fs_read_all(request->arena, &source->file, &source->text, err);
}

/* A name that no symbol has may be made by code. */
static void tell_missing(SessionRequest *request, Source *source, Err *err)
{
    Err ignored = {0};
    if (err->code != ERR_NOT_FOUND || !source_load(request, source, &ignored))
        return;
    Str hint = str_copy(request->arena, str_from(err->hint));
    Str missing = mentions_of_missing_in(request, source, source->target.symbol,
                                         str_starts(hint, STR("did you mean")));
    if (missing.len)
        err_hint(err, "%.*s; %.*s", STR_ARG(hint), STR_ARG(missing));
}

bool source_resolve(SessionRequest *request, Source *source, Err *err)
{
    TargetLines lines;
    if (!source->target.symbol.len)
        return true;
    if (!target_find_lines(request->arena, &source->outline, source->target.path,
                           source->target.symbol, &lines, err)) {
        tell_missing(request, source, err);
        source_tell_elsewhere(request, source, err);
        return false;
    }
    source->target.first = lines.first;
    source->target.last = lines.last;
    source->target.start = lines.start;
    source->target.end = lines.end;
    source->target.also = lines.also;
    return true;
}

Str source_part(const Source *source)
{
    const Target *target = &source->target;
    Str text = source->text;
    if (target->end && lines_are_crowded(text, target->start, target->end))
        return str_slice(text, target->start, target->end);
    size_t after = target->last == UINT64_MAX ? text.len : lines_offset(text, target->last + 1);
    return str_slice(text, lines_offset(text, target->first), after);
}

bool source_fail_beyond(const SessionRequest *request, const Source *source, uint64_t line,
                        uint64_t lines, Err *err)
{
    Str path = shell_quote_path(request->arena, source->target.path);
    err_set(err, ERR_FAILED, "Offset %llu is beyond end of file (%llu lines total)",
            (unsigned long long)line, (unsigned long long)lines);
    if (!lines)
        return err_hint(err, "the file is empty");
    const char *program = request->program;
    return err_hint(err, "the last lines: %s%s %.*s:%llu-%llu", program ? "" : "fovea ",
                    program ? program : request->command, STR_ARG(path),
                    (unsigned long long)(lines - MIN(lines - 1, LAST_LINES - 1)),
                    (unsigned long long)lines);
}

static void outline_text(SessionRequest *request, Source *source, SourceWants wants)
{
    OutlineOptions options = {
        .time_ms = (int)request->config->parse_ms,
        .want_references = wants.references,
        .want_cuts = wants.cuts,
        .want_docs = wants.docs,
        .size_wanted = wants.size,
        .no_ctags = !request->config->parse_ctags,
        .cancel = request->cancel,
    };
    lang_outline(request->arena, *request->scratch, source->language, source->text, &options,
                 &source->outline);
}

/* Takes the outline from the cache, if there is one and it can hold what is wanted. */
static void outline_cached(SessionRequest *request, Source *source, SourceWants wants)
{
    MapCache *cache = request->maps;
    const FsFile *file = &source->file;
    if (!cache || wants.references || wants.cuts) {
        outline_text(request, source, wants);
        return;
    }
    MapCacheKey key = {.path = file->resolved,
                       .size = source->text.len,
                       .stamp = file->stamp,
                       .docs = wants.docs,
                       .size_wanted = wants.size};
    hash_content((Str){0}, source->text, key.content);
    if (map_cache_find(cache, request->arena, &key, &source->outline))
        return;
    outline_text(request, source, wants);
    bool met_limit = source->outline.degraded && source->outline.note.len;
    if (!met_limit && !session_is_cancelled(request))
        map_cache_keep(cache, &key, &source->outline);
}

void source_adopt(SessionRequest *request, Source *source)
{
    Adopted adopted = {0};
    source->language = adopted_language(request, &adopted, source->file.resolved, source->language);
}

bool source_outline(SessionRequest *request, Source *source, SourceWants wants, Err *err)
{
    if (!source_load(request, source, err))
        return false;
    source_adopt(request, source);
    if (source->target.symbol.len)
        wants.size = 0;
    outline_cached(request, source, wants);
    if (session_is_cancelled(request))
        return err_interrupted(err);
    return source_resolve(request, source, err);
}

bool source_require_text(const Source *source, Err *err)
{
    return !source->is_binary ||
           err_set(err, ERR_FAILED, "'%.*s' is not text: %.*s", STR_ARG(source->target.path),
                   STR_ARG(source->binary.type));
}

bool source_put_binary(SessionRequest *request, const Source *source, Str kind, Err *err)
{
    Buf out = buf_open(request->arena, 0);
    BinaryFile binary = {source->target.path, source->file.size, source->binary};
    binary_write(&out, *request->scratch, request->format, kind, &binary);
    return session_send_buf(request, &out, err);
}

bool source_is_mapped(const SessionRequest *request, const Source *source)
{
    const NameList *disabled = &request->config->disabled;
    for (size_t i = 0; i < disabled->count; i++)
        if (str_equal(disabled->names[i], lang_id(source->language)))
            return false;
    return true;
}

bool source_require_mapped(const SessionRequest *request, const Source *source, Err *err)
{
    if (source_is_mapped(request, source))
        return true;
    err_set(err, ERR_FAILED, "'%.*s': %.*s is switched off in the configuration",
            STR_ARG(source->target.path), STR_ARG(lang_name(source->language)));
    return err_hint(err, "fovea config shows where");
}

bool source_input(SessionRequest *request, Str *text, Err *err)
{
    Buf input = buf_open(request->arena, FILE_BYTES_MAX);
    for (;;) {
        char *to = buf_reserve(&input, FS_BLOCK_BYTES);
        if (!to)
            return err_set(err, ERR_FAILED, "standard input is larger than 2 GB");
        ssize_t n = read(STDIN_FILENO, to, FS_BLOCK_BYTES);
        if (n < 0 && errno == EINTR && !session_is_cancelled(request))
            continue;
        if (n < 0)
            return err_set(err, ERR_FAILED, "reading standard input: %s", strerror(errno));
        if (n == 0)
            break;
        input.len += (size_t)n;
    }
    *text = buf_str(&input);
    return true;
}
