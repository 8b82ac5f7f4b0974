/* The public C API: each function makes a tool call, as the command line does. A call works in a
   session: a pair of arenas that lives until its answer is freed and is then kept for the next
   call, so that many small calls cause no page faults. */
#include "fovea.h"

#include "config/config.h"
#include "query/map_cache.h"
#include "query/source.h"
#include "tools/alias.h"
#include "tools/tool.h"

#include <pthread.h>

/* Idle memory that a library handle keeps for its next calls. */
#define LIBRARY_IDLE_MAX 16

/* Options, configuration and root paths of one handle. */
#define HANDLE_BYTES (4 * MB)

typedef struct Session Session;
struct Session {
    Arena arena;
    Arena scratch;
    Session *next; /* next idle session */
};

struct fovea {
    Arena arena; /* everything that lives as long as the handle, including itself */
    pthread_mutex_t lock;
    Session *idle;
    size_t idle_count;
    Config config;
    ToolContext context;
    Err err; /* why the handle cannot be used */
};

struct fovea_answer {
    fovea *library;
    Session *session;
    Err err;
    Buf text;
};

struct fovea_outline {
    fovea *library;
    Session *session;
    Err err;
    const char *language;
    uint32_t line_count;
    bool degraded;
    fovea_symbol *symbols;
    size_t count;
};

/* ---- sessions ---- */

static Session *session_open(fovea *library)
{
    pthread_mutex_lock(&library->lock);
    Session *session = library->idle;
    if (session) {
        library->idle = session->next;
        library->idle_count--;
    }
    pthread_mutex_unlock(&library->lock);
    if (session)
        return session;
    session = calloc(1, sizeof *session);
    if (!session)
        arena_fatal("out of memory: no room for a call");
    arena_open(&session->arena, ARENA_RESERVE);
    arena_open(&session->scratch, ARENA_RESERVE);
    return session;
}

static void session_free(Session *session)
{
    arena_close(&session->arena);
    arena_close(&session->scratch);
    free(session);
}

static void session_close(fovea *library, Session *session)
{
    arena_reset(&session->arena);
    arena_reset(&session->scratch);
    pthread_mutex_lock(&library->lock);
    bool keep = library->idle_count < LIBRARY_IDLE_MAX;
    if (keep) {
        session->next = library->idle;
        library->idle = session;
        library->idle_count++;
    }
    pthread_mutex_unlock(&library->lock);
    if (!keep)
        session_free(session);
}

/* ---- the handle ---- */

static Str real_root(fovea *library, const char *path)
{
    Str real = fs_real_path(&library->arena, str_from(path));
    if (!real.len)
        err_set(&library->err, ERR_NOT_FOUND, "root '%s' does not exist", path);
    return real;
}

static void set_roots(fovea *library, const fovea_options *options)
{
    ToolContext *context = &library->context;
    if (options->root)
        context->root = real_root(library, options->root);
    size_t count = options->roots ? options->root_count : 0;
    Str *roots = NEW(&library->arena, Str, count + 1);
    for (size_t i = 0; i < count; i++)
        roots[i] = real_root(library, options->roots[i]);
    if (!count && context->root.len)
        roots[count++] = context->root;
    context->roots = roots;
    context->root_count = count;
}

static void load_config(fovea *library, bool no_config)
{
    Arena *arena = &library->arena;
    Str root = library->context.root;
    config_init(&library->config);
    if (no_config || library->err.code)
        return;
    root = root.len ? root : fs_working_directory(arena);
    if (!config_load(arena, config_user_file(arena), root, &library->config, &library->err))
        config_init(&library->config);
}

fovea *fovea_open(const fovea_options *options)
{
    fovea_options all = {.size = sizeof all};
    if (options)
        memcpy(&all, options, MIN(options->size, sizeof all));
    Arena arena;
    arena_open(&arena, HANDLE_BYTES);
    fovea *library = NEW(&arena, fovea, 1);
    library->arena = arena;
    if (pthread_mutex_init(&library->lock, NULL) != 0)
        arena_fatal("out of memory: no room for a lock");
    library->context.config = &library->config;
    library->context.cache = map_cache_open(all.cache_bytes);
    set_roots(library, &all);
    load_config(library, all.no_config);
    return library;
}

void fovea_close(fovea *library)
{
    if (!library)
        return;
    while (library->idle) {
        Session *session = library->idle;
        library->idle = session->next;
        session_free(session);
    }
    map_cache_close(library->context.cache);
    pthread_mutex_destroy(&library->lock);
    Arena arena = library->arena;
    arena_close(&arena);
}

const char *fovea_version(void)
{
    return FOVEA_VERSION;
}

void fovea_on_out_of_memory(void (*handler)(const char *message))
{
    arena_set_fatal(handler);
}

/* ---- calls ---- */

static bool keep_text(void *state, Str bytes, Err *err)
{
    Buf *text = state;
    buf_put(text, bytes);
    if (!text->overflow)
        return true;
    err_set(err, ERR_FAILED, "the answer is larger than %zu MB", ANSWER_BYTES_MAX / MB);
    return err_hint(err, "ask for a part: a range of lines, a symbol, or a page");
}

static bool set_format(ToolCall *call, const char *name, Err *err)
{
    for (ViewFormat format = 0; format < VIEW_FORMAT_COUNT; format++) {
        call->format = format;
        if (str_equal(str_from(name), view_format_name(format)))
            return true;
    }
    err_set(err, ERR_USAGE, "format: '%s' is not one of its values", name);
    return err_hint(err, "format takes text, json or toon");
}

static bool set_argument(ToolCall *call, const fovea_argument *argument, Err *err)
{
    Str name = str_from(argument->name);
    if (!argument->value)
        return true;
    if (!call->tool->text_only && str_equal(name, STR("format")))
        return set_format(call, argument->value, err);
    bool idle;
    const ToolParam *param = alias_param(call->tool, name, &idle);
    if (param)
        return alias_set(call, param, name, str_from(argument->value), err);
    if (idle)
        return true;
    err_set(err, ERR_USAGE, "%s: unknown parameter '%s'", call->tool->name,
            argument->name ? argument->name : "");
    return err_hint(err, "fovea %s --help lists all", call->tool->name);
}

static bool run_call(fovea_answer *answer, const char *name, const fovea_argument *arguments,
                     size_t count, const volatile bool *cancel)
{
    fovea *library = answer->library;
    Session *session = answer->session;
    ToolContext context = library->context;
    Err *err = &answer->err;
    context.cancel = cancel;
    const Tool *tool = tool_find(str_from(name));
    if (library->err.code) {
        *err = library->err;
        return false;
    }
    if (!tool)
        return err_set(err, ERR_USAGE, "unknown tool '%s'", name ? name : "");
    ToolCall call = {.tool = tool,
                     .context = &context,
                     .arena = &session->arena,
                     .scratch = &session->scratch,
                     .sink = {.put = keep_text, .state = &answer->text}};
    for (size_t i = 0; i < count; i++)
        if (!set_argument(&call, &arguments[i], err))
            return false;
    return tool_run(&call, err);
}

fovea_answer *fovea_call(fovea *library, const char *tool, const fovea_argument *arguments,
                         size_t count, const volatile bool *cancel)
{
    Session *session = session_open(library);
    fovea_answer *answer = NEW(&session->arena, fovea_answer, 1);
    *answer = (fovea_answer){.library = library, .session = session};
    answer->text = buf_open(&session->arena, ANSWER_BYTES_MAX);
    if (!run_call(answer, tool, arguments, count, cancel) && answer->text.overflow)
        answer->text = buf_open(&session->arena, 0);
    answer->text.limit = 0;
    answer->text.overflow = false;
    buf_put_byte(&answer->text, '\0');
    return answer;
}

fovea_code fovea_answer_code(const fovea_answer *answer)
{
    return (fovea_code)answer->err.code;
}

const char *fovea_answer_text(const fovea_answer *answer)
{
    return answer->text.ptr;
}

size_t fovea_answer_length(const fovea_answer *answer)
{
    return answer->text.len - 1;
}

const char *fovea_answer_error(const fovea_answer *answer)
{
    return answer->err.message;
}

const char *fovea_answer_hint(const fovea_answer *answer)
{
    return answer->err.hint;
}

void fovea_answer_free(fovea_answer *answer)
{
    if (answer)
        session_close(answer->library, answer->session);
}

/* ---- the usual questions ---- */

typedef struct Digits {
    char text[24];
} Digits;

static const char *digits(Digits *into, uint64_t number)
{
    snprintf(into->text, sizeof into->text, "%llu", (unsigned long long)number);
    return into->text;
}

fovea_answer *fovea_map(fovea *library, const char *path)
{
    const fovea_argument arguments[] = {{"path", path}};
    return fovea_call(library, "map", arguments, COUNT(arguments), NULL);
}

fovea_answer *fovea_read(fovea *library, const char *path)
{
    const fovea_argument arguments[] = {{"path", path}};
    return fovea_call(library, "read", arguments, COUNT(arguments), NULL);
}

fovea_answer *fovea_read_lines(fovea *library, const char *path, uint64_t first, uint64_t count)
{
    Digits offset, limit;
    const fovea_argument arguments[] = {
        {"path", path}, {"offset", digits(&offset, first)}, {"limit", digits(&limit, count)}};
    return fovea_call(library, "read", arguments, COUNT(arguments), NULL);
}

fovea_answer *fovea_page(fovea *library, const char *path, uint64_t offset, uint64_t length)
{
    Digits from, count;
    const fovea_argument arguments[] = {
        {"path", path}, {"offset", digits(&from, offset)}, {"length", digits(&count, length)}};
    return fovea_call(library, "page", arguments, COUNT(arguments), NULL);
}

fovea_answer *fovea_chunk(fovea *library, const char *path, uint64_t n, uint64_t max_tokens)
{
    Digits chunk, tokens;
    const fovea_argument arguments[] = {{"path", path},
                                        {"chunk", digits(&chunk, n)},
                                        {"max_tokens", digits(&tokens, max_tokens)},
                                        {"token", "-"}};
    return fovea_call(library, "chunk", arguments, COUNT(arguments), NULL);
}

/* ---- outlines ---- */

static void fill_symbol(Arena *arena, const Outline *outline, size_t index, fovea_symbol *into)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    *into = (fovea_symbol){
        .kind = str_terminate(arena, symbol_kind_name(symbol->kind)),
        .name = str_terminate(arena, symbol->name),
        .qualified = str_terminate(arena, symbol_qualified_name(arena, outline, index)),
        .signature = str_terminate(arena, symbol->signature),
        .doc = str_terminate(arena, symbol_doc(symbol)),
        .start_line = symbol->start_line,
        .end_line = symbol->end_line,
        .start_byte = symbol->start,
        .end_byte = symbol->end,
        .depth = symbol->depth,
        .parent = symbol->parent,
    };
}

static bool run_outline(ToolCall *call, fovea_outline *outline, const char *path)
{
    Session *session = outline->session;
    Err *err = &outline->err;
    Source source SCOPED(source_close) = {.file.fd = -1};
    call->request = tool_request(call);
    if (!source_open(&call->request, str_from(path), &source, err) ||
        !source_require_text(&source, err) ||
        !source_require_mapped(&call->request, &source, err) ||
        !source_outline(&call->request, &source, (SourceWants){.docs = true}, err))
        return false;
    outline->language = str_terminate(&session->arena, lang_id(source.language));
    outline->line_count = source.outline.line_count;
    outline->degraded = source.outline.degraded;
    outline->count = source.outline.symbols.len;
    outline->symbols = NEW(&session->arena, fovea_symbol, outline->count);
    for (size_t i = 0; i < outline->count; i++)
        fill_symbol(&session->arena, &source.outline, i, &outline->symbols[i]);
    return true;
}

fovea_outline *fovea_outline_open(fovea *library, const char *path)
{
    Session *session = session_open(library);
    fovea_outline *outline = NEW(&session->arena, fovea_outline, 1);
    *outline = (fovea_outline){.library = library, .session = session, .language = ""};
    ToolCall call = {.tool = tool_find(STR("map")),
                     .context = &library->context,
                     .arena = &session->arena,
                     .scratch = &session->scratch};
    outline->err = library->err;
    if (library->err.code || !run_outline(&call, outline, path))
        outline->count = 0;
    return outline;
}

void fovea_outline_free(fovea_outline *outline)
{
    if (outline)
        session_close(outline->library, outline->session);
}

fovea_code fovea_outline_code(const fovea_outline *outline)
{
    return (fovea_code)outline->err.code;
}

const char *fovea_outline_error(const fovea_outline *outline)
{
    return outline->err.message;
}

const char *fovea_outline_language(const fovea_outline *outline)
{
    return outline->language;
}

uint32_t fovea_outline_lines(const fovea_outline *outline)
{
    return outline->line_count;
}

bool fovea_outline_degraded(const fovea_outline *outline)
{
    return outline->degraded;
}

size_t fovea_outline_count(const fovea_outline *outline)
{
    return outline->count;
}

void fovea_outline_symbol(const fovea_outline *outline, size_t index, fovea_symbol *symbol,
                          size_t size)
{
    assert(index < outline->count);
    memcpy(symbol, &outline->symbols[index], MIN(size, sizeof *symbol));
}
