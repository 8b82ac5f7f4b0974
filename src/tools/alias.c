/* Aliases of parameters, values and tools. Rows of one tool precede those of all tools; the first
   row that matches is used. A name that the tool itself has is never an alias. */
#include "tools/alias.h"

static const AliasRow rows[] = {
    /* grep: options of the program grep and its successors */
    {"grep", "i", "case_insensitive"},
    {"grep", "ignore_case", "case_insensitive"},
    {"grep", "case_sensitive", "!case_insensitive"},
    {"grep", "s", "!case_insensitive"},
    {"grep", "w", "whole_word"},
    {"grep", "word", "whole_word"},
    {"grep", "words", "whole_word"},
    {"grep", "word_regexp", "whole_word"},
    {"grep", "match_whole_word", "whole_word"},
    {"grep", "l", "files_only"},
    {"grep", "files_with_matches", "files_only"},
    {"grep", "output_mode", "files_only"},
    {"grep", "c", "files_only"},
    {"grep", "count", "files_only"},
    {"grep", "E", "regex"},
    {"grep", "P", "regex"},
    {"grep", "is_regex", "regex"},
    {"grep", "is_regexp", "regex"},
    {"grep", "use_regex", "regex"},
    {"grep", "extended_regexp", "regex"},
    {"grep", "perl_regexp", "regex"},
    {"grep", "F", "!regex"},
    {"grep", "fixed_strings", "!regex"},
    {"grep", "literal", "!regex"},
    {"grep", "A", "context"},
    {"grep", "B", "context"},
    {"grep", "C", "context"},
    {"grep", "after_context", "context"},
    {"grep", "before_context", "context"},
    {"grep", "e", "pattern"},
    {"grep", "g", "path"},
    {"grep", "include", "path"},
    {"grep", "includes", "path"},
    {"grep", "include_pattern", "path"},
    {"grep", "files", "path"},
    {"grep", "t", "file_types"},
    {"grep", "type", "file_types"},
    {"grep", "types", "file_types"},
    {"grep", "file_type", "file_types"},
    {"grep", "lang", "file_types"},
    {"grep", "language", "file_types"},
    {"grep", "ext", "file_types"},
    {"grep", "extension", "file_types"},
    {"grep", "extensions", "file_types"},
    {"grep", "m", "limit"},
    {"grep", "n", ""},
    {"grep", "line_number", ""},
    {"grep", "line_numbers", ""},
    {"grep", "H", ""},
    {"grep", "with_filename", ""},
    {"grep", "r", ""},
    {"grep", "R", ""},
    {"grep", "recursive", ""},
    {"grep", "multiline", ""},
    /* read: line numbers */
    {"read", "start_line", "offset"},
    {"read", "line_start", "offset"},
    {"read", "start", "offset"},
    {"read", "first", "offset"},
    {"read", "from", "offset"},
    {"read", "line", "offset"},
    {"read", "end_line", "end"},
    {"read", "line_end", "end"},
    {"read", "last", "end"},
    {"read", "to", "end"},
    {"read", "lines", "limit"},
    {"read", "num_lines", "limit"},
    {"read", "max_lines", "limit"},
    {"search", "n", "n_results"},
    {"search", "limit", "n_results"},
    {"search", "search_mode", "mode"},
    {"search", "cache", "semantic_cache"},
    {"search", "use_cache", "semantic_cache"},
    {"search", "no_cache", "!semantic_cache"},
    {"search", "max_results", "n_results"},
    {"search", "top_k", "n_results"},
    {"search", "k", "n_results"},
    {"search", "context_level", "level"},
    {"search_docs", "context_level", "level"},
    {"search", "max_tokens", "budget"},
    {"search", "tokens", "budget"},
    {"search", "question", "query"},
    {"search_docs", "n", "n_results"},
    {"search_docs", "limit", "n_results"},
    {"search_docs", "max_results", "n_results"},
    {"search_docs", "top_k", "n_results"},
    {"search_docs", "k", "n_results"},
    {"search_docs", "max_tokens", "budget"},
    {"search_docs", "tokens", "budget"},
    {"search_docs", "question", "query"},
    {"search_docs", "doc_type", "language"},
    {"search_docs", "cache", "semantic_cache"},
    {"search_docs", "use_cache", "semantic_cache"},
    {"search_docs", "no_cache", "!semantic_cache"},
    {"explore", "query", "question"},
    {"explore", "q", "question"},
    {"explore", "task", "question"},
    {"explore", "max_tokens", "budget"},
    {"explore", "tokens", "budget"},
    {"explore", "seeds", "seed"},
    {"explore", "symbol", "seed"},
    {"find", "i", ""},
    {"find", "ignore_case", ""},
    {"symbol", "s", "include_source"},
    {"symbol", "start_line", "line"},
    {"symbol", "line_number", "line"},
    {"symbol", "source", "include_source"},
    {"symbol", "with_source", "include_source"},
    {"symbol", "body", "include_source"},
    {"symbol", "include_body", "include_source"},
    {"symbol", "code", "include_source"},
    {"symbol", "include_code", "include_source"},
    {"path", "source", "from"},
    {"path", "start", "from"},
    {"path", "caller", "from"},
    {"path", "from_symbol", "from"},
    {"path", "target", "to"},
    {"path", "end", "to"},
    {"path", "callee", "to"},
    {"path", "to_symbol", "to"},
    {"chunk", "index", "chunk"},
    {"chunk", "chunk_index", "chunk"},
    {"chunk", "number", "chunk"},
    {"map", "max_bytes", "budget"},
    {"map", "size", "budget"},
    {"map", "level", "detail"},
    {"diff", "target", "head"},
    {"review", "target", "base"},
    {"impact", "patch", "diff"},
    {"impact", "range", "diff"},
    {"impact", "module", "symbol"},
    {"impact", "dir", "symbol"},
    {"impact", "directory", "symbol"},
    {"impact", "cached", "staged"},
    {"tests", "module", "symbol"},
    {"tests", "dir", "symbol"},
    {"tests", "directory", "symbol"},
    {"tests", "cached", "staged"},
    {"tests", "range", "diff"},
    /* any tool that has the parameter */
    {NULL, "name", "symbol"},
    {NULL, "name", "query"},
    {NULL, "name", "module"},
    {NULL, "symbol_name", "symbol"},
    {NULL, "symbol_id", "symbol"},
    {NULL, "symbols", "symbol"},
    {NULL, "function", "symbol"},
    {NULL, "function_name", "symbol"},
    {NULL, "method", "symbol"},
    {NULL, "class", "symbol"},
    {NULL, "class_name", "symbol"},
    {NULL, "identifier", "symbol"},
    {NULL, "hash", "symbol"},
    {NULL, "hashes", "symbol"},
    {NULL, "symbol_hash", "symbol"},
    {NULL, "symbol_hashes", "symbol"},
    {NULL, "hash", "symbols"},
    {NULL, "hashes", "symbols"},
    {NULL, "symbol_hash", "symbols"},
    {NULL, "symbol_hashes", "symbols"},
    {NULL, "id", "symbol"},
    {NULL, "target", "symbol"},
    {NULL, "of", "symbol"},
    {NULL, "query", "symbol"},
    {NULL, "q", "symbol"},
    {NULL, "symbol", "query"},
    {NULL, "symbol", "symbols"},
    {NULL, "symbol_name", "query"},
    {NULL, "names", "symbols"},
    {NULL, "pattern", "query"},
    {NULL, "search", "query"},
    {NULL, "text", "query"},
    {NULL, "term", "query"},
    {NULL, "search_term", "query"},
    {NULL, "keyword", "query"},
    {NULL, "keywords", "query"},
    {NULL, "q", "query"},
    {NULL, "query", "pattern"},
    {NULL, "q", "pattern"},
    {NULL, "search", "pattern"},
    {NULL, "text", "pattern"},
    {NULL, "string", "pattern"},
    {NULL, "regexp", "pattern"},
    {NULL, "term", "pattern"},
    {NULL, "search_term", "pattern"},
    {NULL, "search_pattern", "pattern"},
    {NULL, "file_path", "path"},
    {NULL, "filepath", "path"},
    {NULL, "file", "path"},
    {NULL, "filename", "path"},
    {NULL, "file_name", "path"},
    {NULL, "target_file", "path"},
    {NULL, "relative_path", "path"},
    {NULL, "absolute_path", "path"},
    {NULL, "paths", "path"},
    {NULL, "glob", "path"},
    {NULL, "globs", "path"},
    {NULL, "dir", "path"},
    {NULL, "directory", "path"},
    {NULL, "folder", "path"},
    {NULL, "file_path", "file"},
    {NULL, "filepath", "file"},
    {NULL, "filename", "file"},
    {NULL, "path", "file"},
    {NULL, "path", "module"},
    {NULL, "dir", "module"},
    {NULL, "directory", "module"},
    {NULL, "folder", "module"},
    {NULL, "package", "module"},
    {NULL, "module_name", "module"},
    {NULL, "start_line", "start"},
    {NULL, "end_line", "end"},
    {NULL, "context_lines", "context"},
    {NULL, "lines_around", "context"},
    {NULL, "around", "context"},
    {NULL, "surrounding", "context"},
    {NULL, "max_depth", "depth"},
    {NULL, "d", "depth"},
    {NULL, "levels", "depth"},
    {NULL, "hops", "depth"},
    {NULL, "steps", "depth"},
    {NULL, "type", "kind"},
    {NULL, "kinds", "kind"},
    {NULL, "symbol_kind", "kind"},
    {NULL, "symbol_type", "kind"},
    {NULL, "n", "limit"},
    {NULL, "max", "limit"},
    {NULL, "count", "limit"},
    {NULL, "top", "limit"},
    {NULL, "top_k", "limit"},
    {NULL, "max_count", "limit"},
    {NULL, "max_results", "limit"},
    {NULL, "num_results", "limit"},
    {NULL, "head_limit", "limit"},
    {NULL, "page_size", "limit"},
    {NULL, "next_cursor", "cursor"},
    {NULL, "page_token", "cursor"},
    {NULL, "base_ref", "base"},
    {NULL, "base_branch", "base"},
    {NULL, "target_ref", "head"},
    {NULL, "head_ref", "head"},
    {NULL, "output_format", "format"},
    {NULL, "exclude_pattern", "exclude"},
    {NULL, "excludes", "exclude"},
    {NULL, "ignore", "exclude"},
    {NULL, "exclude_tests", "no_tests"},
    {NULL, "without_tests", "no_tests"},
    {NULL, "include_tests", "!no_tests"},
    {NULL, "tests", "!no_tests"},
};

bool alias_row(size_t index, AliasRow *row)
{
    if (index >= COUNT(rows))
        return false;
    *row = rows[index];
    return true;
}

/* ---- names ---- */

/* Longer than every name in the tables. */
#define NAME_BYTES 64

typedef struct Name {
    char text[NAME_BYTES];
} Name;

/* Converts `--start-line` and `startLine` to `start_line`. A single letter keeps its case. Empty if
   the name is too long. */
static Str snake_case(Str name, Name *into)
{
    size_t len = 0;
    while (name.len && name.ptr[0] == '-')
        name = str_from_offset(name, 1);
    for (size_t i = 0; i < name.len && len + 2 < NAME_BYTES; i++) {
        char c = name.ptr[i];
        bool capital = name.len > 1 && c >= 'A' && c <= 'Z';
        if (capital && i && name.ptr[i - 1] != '_' && name.ptr[i - 1] != '-')
            into->text[len++] = '_';
        into->text[len++] = c == '-' ? '_' : capital ? (char)(c - 'A' + 'a') : c;
    }
    return len + 2 < NAME_BYTES ? (Str){into->text, len} : (Str){0};
}

static const AliasRow *find_row(const Tool *tool, Str name)
{
    for (size_t i = 0; i < COUNT(rows) && name.len; i++) {
        const AliasRow *row = &rows[i];
        Str param = str_from(row->param);
        bool here = !row->tool || str_equal(str_from(row->tool), str_from(tool->name));
        if (!here || !str_equal(name, str_from(row->name)))
            continue;
        if (str_starts(param, STR("!")))
            param = str_from_offset(param, 1);
        if (!param.len || tool_param(tool, param))
            return row;
    }
    return NULL;
}

const ToolParam *alias_param(const Tool *tool, Str name, bool *idle)
{
    Name snake;
    const ToolParam *param = tool_param(tool, name);
    *idle = false;
    if (param)
        return param;
    name = snake_case(name, &snake);
    param = name.len ? tool_param(tool, name) : NULL;
    const AliasRow *row = param ? NULL : find_row(tool, name);
    if (!row)
        return param;
    *idle = !row->param[0];
    return *idle ? NULL : tool_param(tool, str_from(row->param + (row->param[0] == '!')));
}

/* Whether `name` is the negation of the flag. */
static bool is_opposite(const Tool *tool, Str name)
{
    Name snake;
    if (tool_param(tool, name))
        return false;
    name = snake_case(name, &snake);
    const AliasRow *row = tool_param(tool, name) ? NULL : find_row(tool, name);
    return row && row->param[0] == '!';
}

bool alias_set(ToolCall *call, const ToolParam *param, Str name, Str text, Err *err)
{
    const ToolValue *value = &call->values[param - call->tool->params];
    if (param->type == TOOL_FLAG && is_opposite(call->tool, name))
        text = str_equal(text, STR("true"))    ? STR("false")
               : str_equal(text, STR("false")) ? STR("true")
                                               : text;
    if (!value->given || param->many || param->words)
        return tool_set(call, param, text, err);
    if (str_equal(value->text, alias_value(param, text)))
        return true;
    err_set(err, ERR_USAGE, "%s: %s is given twice", call->tool->name, param->name);
    if (tool_param(call->tool, name))
        return err_hint(err, "give it once: it has other names, too");
    return err_hint(err, "'%.*s' is another name of it", STR_ARG(str_slice(name, 0, NAME_BYTES)));
}

/* ---- values ---- */

typedef struct ValueRow {
    const char *param, *written, *meant;
} ValueRow;

static const ValueRow values[] = {
    {"direction", "callers", "in"},
    {"direction", "caller", "in"},
    {"direction", "incoming", "in"},
    {"direction", "inbound", "in"},
    {"direction", "up", "in"},
    {"direction", "upstream", "in"},
    {"direction", "users", "in"},
    {"direction", "importers", "in"},
    {"direction", "imported_by", "in"},
    {"direction", "imports", "out"},
    {"direction", "dependents", "in"},
    {"direction", "reverse", "in"},
    {"direction", "callees", "out"},
    {"direction", "callee", "out"},
    {"direction", "outgoing", "out"},
    {"direction", "outbound", "out"},
    {"direction", "down", "out"},
    {"direction", "downstream", "out"},
    {"direction", "calls", "out"},
    {"direction", "dependencies", "out"},
    {"direction", "forward", "out"},
    {"direction", "all", "both"},
    {"direction", "any", "both"},
    {"kind", "func", "function"},
    {"kind", "fn", "function"},
    {"kind", "fun", "function"},
    {"kind", "def", "function"},
    {"kind", "sub", "function"},
    {"kind", "proc", "function"},
    {"kind", "functions", "function"},
    {"kind", "meth", "method"},
    {"kind", "methods", "method"},
    {"kind", "structs", "struct"},
    {"kind", "interfaces", "interface"},
    {"kind", "types", "type"},
    {"kind", "cls", "class"},
    {"kind", "classes", "class"},
    {"kind", "ctor", "constructor"},
    {"kind", "iface", "interface"},
    {"kind", "protocol", "interface"},
    {"kind", "properties", "property"},
    {"kind", "prop", "property"},
    {"kind", "attribute", "property"},
    {"kind", "var", "variable"},
    {"kind", "const", "constant"},
    {"kind", "define", "macro"},
    {"kind", "ns", "namespace"},
    {"kind", "mod", "module"},
    {"kind", "typedef", "type"},
    {"kind", "alias", "type"},
    {"kind", "any", ""},
    {"kind", "all", ""},
    {"files_only", "files_with_matches", "true"},
    {"files_only", "count", "true"},
    {"files_only", "content", "false"},
    {"risk", "med", "medium"},
    {"detail", "signatures", "full"},
    {"detail", "names", "compact"},
};

Str alias_value(const ToolParam *param, Str text)
{
    for (size_t i = 0; i < COUNT(values); i++)
        if (str_equal(str_from(values[i].param), str_from(param->name)) &&
            str_equal_nocase(str_from(values[i].written), text))
            return str_from(values[i].meant);
    return text;
}

/* ---- tools ---- */

typedef struct ToolRow {
    const char *written, *meant;
} ToolRow;

/* Names that ask the tool's own question, so that they are answered. */
static const ToolRow same_tools[] = {
    {"get_callers", "callers"},   {"importers", "callers"},
    {"get_importers", "callers"}, {"who_imports", "callers"},
    {"imported_by", "callers"},   {"find_callers", "callers"},
    {"who_calls", "callers"},     {"get_callees", "callees"},
    {"find_callees", "callees"},  {"find_implementations", "implementations"},
    {"get_source", "source"},     {"outline", "map"},
    {"get_outline", "map"},       {"file_map", "map"},
    {"call_graph", "graph"},      {"callgraph", "graph"},
};

/* Names that need other arguments, or may mean something else. */
static const ToolRow near_tools[] = {
    {"ask", "search"},
    {"semantic_search", "search"},
    {"codebase_search", "search"},
    {"search_symbol", "find"},
    {"find_symbol", "find"},
    {"find_symbols", "find"},
    {"lookup", "find"},
    {"locate", "find"},
    {"where", "find"},
    {"rg", "grep"},
    {"ripgrep", "grep"},
    {"search_text", "grep"},
    {"text_search", "grep"},
    {"references", "callers"},
    {"refs", "callers"},
    {"find_references", "callers"},
    {"get_references", "callers"},
    {"usages", "callers"},
    {"find_usages", "callers"},
    {"uses", "callers"},
    {"calls", "callees"},
    {"subclasses", "implementations"},
    {"get_subclasses", "implementations"},
    {"implementers", "implementations"},
    {"derived", "implementations"},
    {"overrides", "implementations"},
    {"type_hierarchy", "implementations"},
    {"find_tests", "tests"},
    {"test_impact", "tests"},
    {"affected_tests", "tests"},
    {"diff", "impact"},
    {"deps", "module"},
    {"dependencies", "module"},
    {"show", "symbol"},
    {"describe", "symbol"},
    {"explain", "symbol"},
    {"info", "symbol"},
    {"definition", "symbol"},
    {"goto_definition", "symbol"},
    {"get_definition", "symbol"},
    {"structure", "map"},
    {"cat", "read"},
    {"view", "read"},
    {"head", "read"},
    {"get_file", "read"},
    {"open", "read"},
    {"impact_analysis", "impact"},
    {"blast_radius", "impact"},
    {"dead", "unused"},
    {"dead_code", "unused"},
    {"circular", "cycles"},
    {"tree", "overview"},
    {"ls", "overview"},
    {"summary", "overview"},
    {"init", "index"},
    {"update", "index"},
    {"reindex", "index"},
};

static const char *meant_by(const ToolRow *names, size_t count, Str name)
{
    Name snake;
    name = snake_case(name, &snake);
    for (size_t i = 0; i < count && name.len; i++)
        if (str_equal(name, str_from(names[i].written)))
            return names[i].meant;
    return NULL;
}

const Tool *alias_tool_same(Str name)
{
    const char *meant = meant_by(same_tools, COUNT(same_tools), name);
    return meant ? tool_find(str_from(meant)) : NULL;
}

const Tool *alias_tool(Str name)
{
    Name snake;
    const char *meant = meant_by(near_tools, COUNT(near_tools), name);
    const Tool *same = alias_tool_same(name);
    return same ? same : tool_find(meant ? str_from(meant) : snake_case(name, &snake));
}
