/* `debug`: what each stage found in a file, for bug reports and for writing language rules; and
   what is built in. */
#include "config/config.h"
#include "query/source.h"
#include "text/budget.h"
#include "tools/debug_edges.h"
#include "tools/debug_memory.h"
#include "tools/debug_words.h"
#include "tools/tool.h"
#include "view/file_map.h"

static const char *const stages[] = {"tree",  "outline", "refs",       "budget",
                                     "edges", "memory",  "neighbours", NULL};
enum {
    STAGE_TREE,
    STAGE_OUTLINE,
    STAGE_REFS,
    STAGE_BUDGET,
    STAGE_EDGES,
    STAGE_MEMORY,
    STAGE_NEIGHBOURS
};

static const ToolParam params[] = {
    {.name = "stage",
     .type = TOOL_CHOICE,
     .positional = true,
     .required = true,
     .choices = stages,
     .value = "STAGE",
     .help = "what to show"},
    {.name = "path",
     .type = TOOL_TARGET,
     .positional = true,
     .required = true,
     .value = "PATH",
     .help = "file; a directory for edges and memory; a word for neighbours"},
};

static const char *const examples[] = {"debug tree src/a.py", "debug outline src/a.py",
                                       "debug budget src/a.py", "debug neighbours delete", NULL};

static bool put_tree(const ToolCall *call, const Source *source, Buf *out, Err *err)
{
    Str dump = {0};
    if (!lang_dump_tree(call->arena, source->language, source->text, &dump))
        return err_set(err, ERR_FAILED, "'%.*s': there is no grammar for %.*s",
                       STR_ARG(source->target.path), STR_ARG(lang_name(source->language)));
    buf_put(out, dump);
    if (dump.len && dump.ptr[dump.len - 1] != '\n')
        buf_put_byte(out, '\n');
    return true;
}

static void put_modifiers(Buf *out, uint32_t modifiers)
{
    static const char *const names[] = {
#define X(name, text) text,
        MODIFIERS(X)
#undef X
    };
    for (size_t i = 0; i < COUNT(names); i++)
        if (modifiers & (1u << i))
            buf_printf(out, " +%s", names[i]);
}

/* Writes positions: `[lines] bytes start-end name start-end lead n body n`. */
static void put_places(Buf *out, const Symbol *symbol)
{
    view_put_range(out, symbol->start_line, symbol->end_line);
    buf_printf(out, " bytes %u-%u", symbol->start, symbol->end);
    if (symbol->name_end > symbol->name_start)
        buf_printf(out, " name %u-%u", symbol->name_start, symbol->name_end);
    if (symbol->lead != symbol->start)
        buf_printf(out, " lead %u", symbol->lead);
    if (symbol->body)
        buf_printf(out, " body %u", symbol->body);
}

static void put_flow(Buf *out, const Symbol *symbol)
{
    const SymbolCode *code = symbol_code(symbol);
    const struct {
        const char *name;
        unsigned value;
    } figures[] = {{"complexity", code->complexity},
                   {"branches", code->branches},
                   {"loops", code->loops},
                   {"exits", code->exits}};
    for (size_t i = 0; i < COUNT(figures); i++)
        if (figures[i].value)
            buf_printf(out, " %s %u", figures[i].name, figures[i].value);
}

/* Whether these lines are in the requested range. */
static bool is_asked(const Source *source, uint32_t first, uint32_t last)
{
    const Target *target = &source->target;
    return !target->first || (first <= target->last && last >= target->first);
}

static void put_outline(const ToolCall *call, const Source *source, Buf *out)
{
    const Outline *outline = &source->outline;
    buf_printf(out, "language %.*s, engine %.*s, %u lines%s\n", STR_ARG(lang_id(outline->language)),
               STR_ARG(outline_engine_name(outline->engine)), outline->line_count,
               outline->degraded ? ", degraded" : "");
    const Str lines[][2] = {{STR("note"), outline->note},
                            {STR("facts"), outline->facts},
                            {STR("package"), outline->package}};
    for (size_t i = 0; i < COUNT(lines); i++)
        if (lines[i][1].len)
            buf_printf(out, "%.*s: %.*s\n", STR_ARG(lines[i][0]), STR_ARG(lines[i][1]));
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        if (!is_asked(source, import->line, import->line) || !import->name.len)
            continue;
        buf_printf(out, "import %u: %.*s  %.*s\n", import->line, STR_ARG(import->name),
                   STR_ARG(import->detail));
    }
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        Arena work = *call->scratch;
        if (!is_asked(source, symbol->start_line, symbol->end_line))
            continue;
        buf_put_repeat(out, STR("  "), symbol->depth);
        buf_printf(out, "%.*s ", STR_ARG(symbol_kind_name(symbol->kind)));
        view_put_line_text(out, symbol_qualified_name(&work, outline, i));
        buf_put_byte(out, ' ');
        put_places(out, symbol);
        put_flow(out, symbol);
        put_modifiers(out, symbol->modifiers);
        buf_put(out, symbol->is_value ? STR(" value") : (Str){0});
        buf_put(out, STR(" | "));
        view_put_line_text(out, symbol->signature);
        buf_put(out, symbol_doc(symbol).len ? STR(" | ") : (Str){0});
        view_put_line_text(out, symbol_doc(symbol));
        buf_put_byte(out, '\n');
    }
}

static void put_import(Buf *out, const Import *import)
{
    buf_printf(out, "%u: import %.*s", import->line, STR_ARG(import->name));
    buf_put(out, import->angled ? STR(" angled") : (Str){0});
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        buf_printf(out, "%s '%.*s' as '%.*s'", i ? "," : ":", STR_ARG(binding->name),
                   STR_ARG(binding->alias));
        buf_put(out, binding->flags & BINDING_REEXPORT ? STR(" reexport") : (Str){0});
        buf_put(out, binding->flags & BINDING_TYPE ? STR(" type") : (Str){0});
        buf_put(out, binding->flags & BINDING_STATIC ? STR(" static") : (Str){0});
    }
    buf_put_byte(out, '\n');
}

static void put_reference(Buf *out, const Reference *reference)
{
    static const char *const kinds[] = {[REFERENCE_CALL] = "call",
                                        [REFERENCE_TYPE] = "type",
                                        [REFERENCE_BASE] = "base",
                                        [REFERENCE_USE] = "use",
                                        [REFERENCE_BIND] = "bind"};
    bool bind = reference->kind == REFERENCE_BIND;
    Str first = bind ? reference->name : reference->receiver;
    Str second = bind ? reference->receiver : reference->name;
    Str joint = !bind ? STR(" . ") : reference->flags & REFERENCE_VALUE ? STR(" = ") : STR(": ");
    buf_printf(out, "%u: %s ", reference->line, kinds[reference->kind]);
    view_put_line_text(out, first);
    buf_put(out, first.len && second.len ? joint : (Str){0});
    view_put_line_text(out, second);
    if (reference->kind == REFERENCE_CALL && reference->arguments == ARGUMENTS_UNKNOWN)
        buf_put(out, STR(" (…)"));
    else if (reference->kind == REFERENCE_CALL)
        buf_printf(out, " (%u)", reference->arguments);
    if (reference->given.len) {
        buf_put(out, STR(" of "));
        view_put_line_text(out, reference->given);
    }
    buf_put(out, reference->flags & REFERENCE_NEW ? bind ? STR(" inner") : STR(" new") : (Str){0});
    buf_put(out,
            reference->flags & REFERENCE_MACRO ? bind ? STR(" ends") : STR(" macro") : (Str){0});
}

/* Writes the input of call resolution: imports with their names, types of symbols, references. */
static void put_references(const ToolCall *call, const Source *source, Buf *out)
{
    const Outline *outline = &source->outline;
    for (size_t i = 0; i < outline->imports.len; i++)
        if (is_asked(source, outline->imports.ptr[i].line, outline->imports.ptr[i].line))
            put_import(out, &outline->imports.ptr[i]);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        Arena work = *call->scratch;
        Str type = symbol_code(symbol)->type;
        if (!type.len || !is_asked(source, symbol->name_line, symbol->name_line))
            continue;
        buf_printf(out, "%u: %.*s ", symbol->name_line, STR_ARG(symbol_kind_name(symbol->kind)));
        view_put_line_text(out, symbol_qualified_name(&work, outline, i));
        buf_printf(out, ": %.*s\n", STR_ARG(type));
    }
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *reference = &outline->references.ptr[i];
        Arena work = *call->scratch;
        if (!is_asked(source, reference->line, reference->line))
            continue;
        put_reference(out, reference);
        if (reference->symbol) {
            buf_put(out, STR(" in "));
            view_put_line_text(out, symbol_qualified_name(&work, outline, reference->symbol - 1));
        }
        buf_put_byte(out, '\n');
    }
}

/* Writes the size of the map at each level and format without a limit, and the level that a call
   would choose. */
static void put_budget(const ToolCall *call, const Source *source, Buf *out)
{
    const Config *config = call->context->config;
    MapFile file = {source->target.path, source->text.len, &source->outline};
    buf_printf(out, "%-9s %10s %10s %10s\n", "level", "text", "json", "toon");
    for (MapLevel level = MAP_FULL; level <= MAP_OUTLINE; level++) {
        buf_printf(out, "%-9.*s", STR_ARG(file_map_level_name(level)));
        for (ViewFormat format = VIEW_TEXT; format < VIEW_FORMAT_COUNT; format++) {
            Arena work = *call->scratch;
            Buf map = buf_open(&work, 0);
            MapOptions options = {.format = format, .detail = level, .budget = BUDGET_NONE};
            Arena inner;
            arena_open(&inner, 0);
            file_map_write(&map, inner, &file, &options);
            arena_close(&inner);
            buf_printf(out, " %10zu", map.len);
        }
        buf_put_byte(out, '\n');
    }
    Arena work = *call->arena;
    Buf map = buf_open(&work, 0);
    MapOptions options = {.budget = config->map_budget,
                          .limits = {config->map_full, config->map_compact, config->map_minimal}};
    MapLevel chosen = file_map_write(&map, *call->scratch, &file, &options);
    buf_printf(out, "chosen: %.*s, %zu bytes of %zu\n", STR_ARG(file_map_level_name(chosen)),
               map.len, source->text.len);
}

static bool run(ToolCall *call, Err *err)
{
    Source source SCOPED(source_close) = {.file.fd = -1};
    uint64_t stage = tool_number(call, "stage");
    if (stage == STAGE_EDGES)
        return debug_put_edges(call, err);
    if (stage == STAGE_MEMORY)
        return debug_put_memory(call, err);
    if (stage == STAGE_NEIGHBOURS)
        return debug_put_neighbours(call, err);
    SourceWants wants = {.references = stage == STAGE_REFS || stage == STAGE_OUTLINE, .docs = true};
    if (!source_open(&call->request, tool_text(call, "path"), &source, err) ||
        !source_require_text(&source, err) || !source_outline(&call->request, &source, wants, err))
        return false;
    Buf out = buf_open(call->arena, 0);
    if (stage == STAGE_TREE && !put_tree(call, &source, &out, err))
        return false;
    if (stage == STAGE_OUTLINE)
        put_outline(call, &source, &out);
    if (stage == STAGE_REFS)
        put_references(call, &source, &out);
    if (stage == STAGE_BUDGET)
        put_budget(call, &source, &out);
    return tool_put_buf(call, &out, err);
}

const Tool debug_tool = {
    .name = "debug",
    .summary = "Shows what each stage saw of a file, for bug reports",
    .about = "tree: the syntax tree. outline: every symbol with its byte ranges. "
             "refs: calls, types, bases, variables, and what imports make visible; "
             "both of a part of the file, too: PATH:12-40, PATH::NAME. budget: bytes "
             "of the map at each level as text, json and toon, and the level chosen. "
             "edges: calls, references and inheritance around PATH in the repository, "
             "as lines of JSON. memory: what a server for this repository keeps in "
             "memory, by kind. neighbours: the words nearest to a word (instead of a "
             "file) by the built-in vectors.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .text_only = true,
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
