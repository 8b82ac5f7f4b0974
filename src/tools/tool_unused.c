/* `unused`: symbols without references (dead code), with reasons why they may be used
   nevertheless. */
#include "base/path.h"
#include "index/graph/modules.h"
#include "lang/registry.h"
#include "project/test_role.h"
#include "query/cursor.h"
#include "query/query.h"
#include "query/response.h"
#include "query/unseen.h"
#include "relations/route_edges.h"
#include "search/mention_search.h"
#include "search/unused_words.h"
#include "session/notices.h"
#include "session/require.h"
#include "text/coding.h"
#include "tools/params.h"

#include <stdlib.h>

/* Maximum lines of a declaration's head, up to its brace. */
#define HEAD_LINES 4

static const ToolParam params[] = {
    {.name = "module",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "MODULE",
     .help = "only of this one: " QUERY_MODULE_HELP},
    {.name = "certain", .type = TOOL_FLAG, .help = "only those without any sign of use"},
    PARAM_PAGE,
    PARAM_CURSOR,
};

static const char *const examples[] = {"unused --certain", "unused src --limit 20", NULL};

static bool read_file(ToolCall *call, const IndexSession *session, Str path, Arena *arena,
                      Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err err;
    return session_open_file(&call->request, session, arena, path, &file, &err) &&
           fs_read_all(arena, &file, text, &err);
}

/* Whether the declaration has decorators, attributes or annotations: at its beginning, or GNU's
   within its head. */
static bool is_decorated(Str text, uint32_t start_line, uint32_t end_line)
{
    Str line = {0};
    for (uint32_t i = 1; i < start_line && str_take_line(&text, &line);)
        i++;
    for (uint32_t i = start_line; i <= MIN(end_line, start_line + HEAD_LINES); i++) {
        if (!str_take_line(&text, &line))
            return false;
        line = str_trim(line);
        if (i == start_line && (str_starts(line, STR("@")) || str_starts(line, STR("#[")) ||
                                str_starts(line, STR("["))))
            return true;
        size_t brace = str_find_byte(line, '{');
        if (str_find(str_slice(line, 0, MIN(brace, line.len)), STR("__attribute__")) != STR_NONE)
            return true;
        if (brace != STR_NONE)
            return false;
    }
    return false;
}

/* Doubts from the declaration's line: the function is a value, as in `return function name()` or
   `on("mount", function name()`; or it is used without its name, as `operator fun plus` or
   `implicit def`. */
static unsigned doubts_of_line(Str text, const Entry *entry)
{
    Str line = {0};
    for (uint32_t i = 1; i <= entry->start_line && str_take_line(&text, &line);)
        i++;
    static const Str unnamed[] = {STR_INIT("operator "), STR_INIT("implicit "), STR_INIT("given ")};
    unsigned doubts = 0;
    for (size_t i = 0; i < COUNT(unnamed); i++)
        doubts |= str_find(line, unnamed[i]) != STR_NONE ? UNUSED(OPERATOR) : 0;
    size_t at = entry->kind == SYMBOL_FUNCTION ? str_find(line, STR("function")) : STR_NONE;
    Str before = str_trim(str_slice(line, 0, at == STR_NONE ? 0 : at));
    static const Str follow = STR_INIT("(,=:?[&|");
    bool value = before.len && str_find_byte(follow, before.ptr[before.len - 1]) != STR_NONE;
    value = value || str_ends(before, STR("return"));
    return doubts | (value ? UNUSED(OBJECT) : 0);
}

/* Whether the implemented trait or class is of another repository, so that calls of its methods
   cannot be seen. */
static bool is_of_foreign_base(Catalog *catalog, Arena *arena, Str text, const Entry *impl)
{
    Str line = {0}, name;
    Buf head = buf_open(arena, 0);
    uint32_t end = MIN(impl->end_line, impl->start_line + HEAD_LINES);
    for (uint32_t i = 1; i <= end && str_take_line(&text, &line); i++)
        if (i >= impl->start_line) {
            buf_put(&head, str_trim(line));
            buf_put_byte(&head, ' ');
        }
    name = unused_implemented(buf_str(&head));
    return name.len && !unused_is_own_base(catalog, name);
}

/* Whether a variable is declared after the type, as in `class Callback { … } callback;` of C++. */
static bool has_variable_behind(Str text, const CatalogFile *file, const Entry *entry)
{
    Str line = {0};
    if (!lang_is_c(file->language) || !symbol_is_type((SymbolKind)entry->kind))
        return false;
    for (uint32_t i = 1; i <= entry->end_line && str_take_line(&text, &line);)
        i++;
    Str behind = str_trim(str_from_offset(line, str_find_last_byte(line, '}') + 1));
    return behind.len && byte_is_word(behind.ptr[0]);
}

static void look_at_declaration(const IndexSession *session, Str text, UnusedSymbol *unused)
{
    SymbolPlace place = catalog_place(session->catalog, unused->symbol);
    const CatalogFile *file = &session->catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index], *parent = &file->entries[entry->parent];
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    if (is_decorated(text, entry->start_line, entry->end_line))
        unused->doubts |= UNUSED(DECORATED);
    unused->doubts |= doubts_of_line(text, entry);
    unused->doubts |= has_variable_behind(text, file, entry) ? UNUSED(OBJECT) : 0;
    if (entry->parent && parent->kind == SYMBOL_IMPL &&
        is_of_foreign_base(session->catalog, &work, text, parent))
        unused->doubts |= UNUSED(INHERITED);
}

static int by_symbol(const void *a, const void *b)
{
    const UnusedSymbol *x = a, *y = b;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

/* Adds doubts from the declarations' text; each file is read once. */
static void look_at_declarations(ToolCall *call, const IndexSession *session, UnusedSymbolVec *list)
{
    Arena work SCOPED(arena_close) = {0};
    uint32_t latest = FILE_NOWHERE;
    Str text = {0};
    bool read = false;
    arena_open(&work, 0);
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, by_symbol);
    for (size_t i = 0; i < list->len; i++) {
        uint32_t file = catalog_place(session->catalog, list->ptr[i].symbol).file;
        if (file != latest) {
            arena_reset(&work);
            read = read_file(call, session, session->catalog->files.ptr[file].path, &work, &text);
            latest = file;
        }
        if (read)
            look_at_declaration(session, text, &list->ptr[i]);
    }
}

/* A larger file with NUL bytes is hardly text. */
#define WIDE_BYTES_MAX MB

/* Text in UTF-16 has NUL bytes, too. */
static void count_wide(UnusedWords *words, Arena *arena, const Language *language, Str text)
{
    TextCoding coding = coding_of_head(text);
    if (coding == CODING_UTF16_LE || coding == CODING_UTF16_BE)
        unused_count(words, language, coding_decode(arena, coding, text));
}

/* Searches names in the text of files: attributes that are only read and names in strings or
   templates have no edges, nor has what is not followed. Returns how many files could not be
   read. */
static size_t look_in_text(ToolCall *call, const IndexSession *session, UnusedSymbolVec *list)
{
    size_t unread = 0;
    const Catalog *catalog = session->catalog;
    UnusedWords words = unused_words(catalog, call->arena, list);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (size_t i = 0; i < catalog->files.len && list->len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bool prose = mention_kind_of(file) == MENTION_PROSE;
        Str text;
        arena_reset(&work);
        if ((file->class == FILE_BINARY && file->size > WIDE_BYTES_MAX) || !file->path.len)
            continue;
        if (!read_file(call, session, file->path, &work, &text))
            unread += file->class != FILE_BINARY;
        else if (file->class == FILE_BINARY)
            count_wide(&words, &work, file->language, text);
        else if (prose)
            unused_count_prose(&words, text);
        else
            unused_count(&words, file->language, text);
    }
    look_at_declarations(call, session, list);
    unused_settle(catalog, &words, list);
    return unread;
}

/* Keeps the symbols of the module, and with `certain` only those without doubts. */
static void keep_wanted(ToolCall *call, const Catalog *catalog, const Modules *modules,
                        size_t module, UnusedSymbolVec *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        uint32_t file = catalog_place(catalog, list->ptr[i].symbol).file;
        if ((module == SIZE_MAX || modules->of_file[file] == module) &&
            !(tool_flag(call, "certain") && list->ptr[i].doubts))
            list->ptr[kept++] = list->ptr[i];
    }
    list->len = kept;
}

/* Leaves out handlers of routes: a framework calls them. */
static bool leave_handlers(ToolCall *call, IndexSession *session, UnusedSymbolVec *list, Err *err)
{
    RouteTable routes;
    size_t kept = 0;
    if (!route_edges_open(&call->request, session, &routes, err))
        return false;
    for (size_t i = 0; i < list->len; i++)
        if (!route_table_handles(&routes, list->ptr[i].symbol))
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
    return true;
}

static Str doubts_text(Arena *arena, unsigned doubts)
{
    Buf text = buf_open(arena, 0);
    for (unsigned i = 0; i < UNUSED_DOUBT_COUNT; i++)
        if (doubts & 1u << i)
            buf_printf(&text, "%s%.*s", text.len ? "; " : "",
                       STR_ARG(unused_doubt_text((UnusedDoubt)i)));
    return buf_str(&text);
}

static const char wording[] = "{?symbols}{:}(nothing is {?certain}certainly {/}unused)\n{/}"
                              "{*symbols}{>}{?doubts}  doubt: {doubts}{/}\n{/}"
                              "{?cursor}[{total} in all; more with {!--cursor} {cursor}]\n{/}";

/* Estimated tokens of a row, from which the number of rows is computed. */
#define ROW_TOKENS 30

static bool answer(ToolCall *call, const IndexSession *session, const UnusedSymbolVec *list,
                   const ResponseList *page, Err *err)
{
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("unused"), wording);
    size_t end = page->from + MIN(list->len - page->from, tool_number(call, "limit"));
    for (size_t i = page->from; i < end; i++) {
        Json *row = query_value(arena, session->catalog, list->ptr[i].symbol);
        json_set(row, STR("doubts"), json_str(arena, doubts_text(arena, list->ptr[i].doubts)));
        json_add(page->rows, row);
    }
    json_set(response.value, STR("total"), json_u64(arena, list->len));
    json_set(response.value, STR("symbols"), page->rows);
    json_set(response.words, STR("certain"), json_bool(arena, tool_flag(call, "certain")));
    return response_send_list(&response, page, err);
}

/* Files that a note names. */
#define UNKNOWN_SHOWN 3

/* Whether patterns alone found functions or types in a file, if any: which of them are whole, and
   what uses them, is not known. */
static bool is_unknown_source(const CatalogFile *file)
{
    const Language *language = file->language ? file->language : lang_detect(file->path, (Str){0});
    OutlineEngine engine = lang_engine(language);
    bool plain = lang_facts(language)->is_plain_text;
    bool whole = !plain && (engine == ENGINE_GRAMMAR || engine == ENGINE_SCANNER);
    if (!file->path.len || whole || (plain && !path_extension(file->path).len))
        return false;
    if (!plain && language->ctags && file->class <= FILE_TEST)
        return true;
    for (uint32_t i = 1; i < file->count; i++) {
        SymbolKind kind = (SymbolKind)file->entries[i].kind;
        if (kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || symbol_is_type(kind))
            return true;
    }
    return false;
}

/* Where the list is empty: sources of the module whose uses are not known. */
static void note_unknown(ToolCall *call, IndexSession *session, const Modules *modules,
                         size_t module)
{
    const Catalog *catalog = session->catalog;
    Buf names = buf_open(call->arena, 0);
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bool within = module == SIZE_MAX || modules->of_file[i] == module;
        if (!within || !is_unknown_source(file) || count++ >= UNKNOWN_SHOWN)
            continue;
        buf_put(&names, names.len ? STR(", ") : (Str){0});
        view_put_address(&names, file->path);
    }
    if (count)
        session_note(&call->request, session,
                     str_format(call->arena,
                                "not looked at: %zu file%s in a language that is not analysed "
                                "(%.*s%s)",
                                count, count == 1 ? "" : "s", STR_ARG(buf_str(&names)),
                                count > UNKNOWN_SHOWN ? ", …" : ""));
}

/* Leaves out tests among the code of sources: their runner finds them. */
static void leave_tests(ToolCall *call, const IndexSession *session, UnusedSymbolVec *list)
{
    Project project = project_open(&call->request, session);
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++)
        if (!test_begins_as_one(&project, list->ptr[i].symbol))
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LINKS |
                                         CATALOG_MENTIONS,
                                .calls = true};
    size_t module = SIZE_MAX;
    uint64_t offset;
    if (!session_begin(&call->request, &session, needs, err))
        return false;
    Str name = tool_text(call, "module");
    Modules modules = modules_of(call->arena, session.catalog);
    Str question =
        str_format(call->arena, "unused %.*s %d", STR_ARG(name), tool_flag(call, "certain"));
    if ((name.len && !query_module(&call->request, &session, &modules, name, &module, err)) ||
        !cursor_read(&session, question, tool_text(call, "cursor"), &offset, err))
        return false;
    UnusedSymbolVec list = unused_find(session.catalog, call->arena);
    size_t unread = look_in_text(call, &session, &list);
    if (unread)
        session_note(&call->request, &session,
                     str_format(call->arena,
                                "%zu text file%s could not be read; what they name is listed all "
                                "the same",
                                unread, unread == 1 ? "" : "s"));
    keep_wanted(call, session.catalog, &modules, module, &list);
    leave_tests(call, &session, &list);
    if (!leave_handlers(call, &session, &list, err))
        return false;
    if (!list.len)
        note_unknown(call, &session, &modules, module);
    unseen_note_short(&call->request, &session, UNSEEN_TEXT, UNSEEN_NOTE_BYTES);
    return answer(call, &session, &list,
                  &(ResponseList){.rows = json_array(call->arena),
                                  .from = MIN(offset, list.len),
                                  .total = list.len,
                                  .row_tokens = ROW_TOKENS,
                                  .question = question},
                  err);
}

const Tool unused_tool = {
    .name = "unused",
    .mcp_name = "find_unused",
    .summary = "Lists what nothing in the repository references, and why it may still be used",
    .about = "Functions, methods, types and macros; the certain ones first, then the "
             "longest. Code that is only called by frameworks, reflection or other "
             "repositories looks unused. At most 30 tokens a requested symbol: with "
             "long names and paths fewer are shown.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"1,200", "2,500 a page"},
    .next = "callers of a name before it is deleted",
    .run = run,
};
