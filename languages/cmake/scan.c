/* CMake: every command is a word with parenthesised arguments. Targets, functions, macros,
   options and first assignments become symbols; includes, subdirectories and packages become
   imports.

   Why not tree-sitter: npm has no usable grammar. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

#include "base/map.h"

typedef struct Cmake {
    Scan *scan;
    Str text;
    Map seen; /* names of variables already shown */
    Lead lead;
    size_t functions; /* number of open functions and macros */
} Cmake;

typedef struct Command {
    Str name;
    size_t start, end; /* `end` is after the closing parenthesis */
    size_t open;       /* offset after the opening parenthesis */
} Command;

/* The offset after the bracket argument [[ … ]] or [=[ … ]=] at `at`; `at` at other text. */
static size_t skip_bracket(Str text, size_t at)
{
    size_t from = at + 1;
    while (from < text.len && text.ptr[from] == '=')
        from++;
    if (from >= text.len || text.ptr[from] != '[')
        return at;
    size_t level = from - at - 1;
    for (size_t close = from + 1; close < text.len; close++) {
        close = find_byte_from(text, close, text.len, ']');
        size_t end = close + 1;
        while (end < text.len && text.ptr[end] == '=')
            end++;
        if (end < text.len && text.ptr[end] == ']' && end - close - 1 == level)
            return end + 1;
    }
    return text.len;
}

static size_t skip_string(Str text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        if (text.ptr[at] == '\\')
            at++;
    return MIN(at + 1, text.len);
}

static size_t skip_comment(Str text, size_t at)
{
    size_t bracket =
        at + 1 < text.len && text.ptr[at + 1] == '[' ? skip_bracket(text, at + 1) : at + 1;
    return bracket > at + 1 ? bracket : line_end(text, at);
}

/* The offset after the parenthesis that closes the one before `at`. */
static size_t skip_arguments(Str text, size_t at)
{
    size_t depth = 1;
    while (at < text.len) {
        size_t next = at + 1;
        switch (text.ptr[at]) {
        case '(': depth++; break;
        case ')':
            if (!--depth)
                return next;
            break;
        case '"': next = skip_string(text, at); break;
        case '#': next = skip_comment(text, at); break;
        case '[': next = MAX(skip_bracket(text, at), next); break;
        case '\\': next = MIN(at + 2, text.len); break;
        default: break;
        }
        at = next;
    }
    return text.len;
}

static Str argument(Str text, size_t *at, size_t end)
{
    *at = skip_space(text, *at, end);
    size_t from = *at;
    if (from < end && text.ptr[from] == '"') {
        *at = MIN(skip_string(text, from), end);
        return str_slice(text, from + 1, *at ? *at - 1 : 0);
    }
    while (*at < end && !byte_is_space(text.ptr[*at]) && text.ptr[*at] != ')')
        (*at)++;
    return str_slice(text, from, *at);
}

static void add_symbol(Cmake *cmake, const Command *command, SymbolKind kind, Str name, size_t end)
{
    Scan *scan = cmake->scan;
    scan_cut(scan, lead_start(&cmake->lead, command->start), (uint32_t)scan->depth);
    Symbol *symbol = scan_symbol(scan, kind, name, command->start, end);
    symbol->is_value = kind == SYMBOL_VARIABLE;
    symbol->signature =
        str_cut_chars(scan->arena, scan_signature(scan, command->start, command->end), 100);
    lead_take(scan, &cmake->lead, symbol);
}

static void open_function(Cmake *cmake, const Command *command, SymbolKind kind, Str name)
{
    Scan *scan = cmake->scan;
    scan_cut(scan, lead_start(&cmake->lead, command->start), (uint32_t)scan->depth);
    Symbol *symbol = scan_symbol_open(scan, kind, name, command->start);
    symbol->signature = scan_signature(scan, command->start, command->end);
    symbol->body = (uint32_t)command->end;
    lead_take(scan, &cmake->lead, symbol);
    cmake->functions++;
}

static void read_set(Cmake *cmake, const Command *command, Str name)
{
    bool added = false;
    if (cmake->functions || !name.len)
        return;
    map_put(&cmake->seen, name, &added);
    if (added)
        add_symbol(cmake, command, SYMBOL_VARIABLE, name, command->end);
}

static void read_command(Cmake *cmake, const Command *command)
{
    static const char *const imports[] = {
        "include",           "add_subdirectory",     "find_package", "subdirs",
        "pkg_check_modules", "fetchcontent_declare", "find_library", NULL};
    static const char *const targets[] = {
        "add_executable",    "add_library",         "add_custom_target",
        "qt_add_executable", "pybind11_add_module", "cuda_add_library",
        "qt_add_library",    "cuda_add_executable", NULL};
    size_t at = command->open;
    Str name = argument(cmake->text, &at, command->end - 1);
    if (word_is(command->name, "function") || word_is(command->name, "macro")) {
        open_function(cmake, command,
                      word_is(command->name, "macro") ? SYMBOL_MACRO : SYMBOL_FUNCTION, name);
    } else if (word_is(command->name, "endfunction") || word_is(command->name, "endmacro")) {
        if (cmake->functions && cmake->functions--)
            scan_symbol_close(cmake->scan, command->end);
    } else if (word_in(command->name, targets)) {
        add_symbol(cmake, command, SYMBOL_TARGET, name, command->end);
    } else if (word_is(command->name, "add_test")) {
        Str next = word_is(name, "name") ? argument(cmake->text, &at, command->end - 1) : name;
        add_symbol(cmake, command, SYMBOL_TARGET, next, command->end);
    } else if (word_is(command->name, "project")) {
        add_symbol(cmake, command, SYMBOL_MODULE, name, command->end);
    } else if (word_is(command->name, "option")) {
        map_put(&cmake->seen, name, NULL);
        add_symbol(cmake, command, SYMBOL_CONSTANT, name, command->end);
    } else if (word_is(command->name, "set") || word_is(command->name, "cmake_dependent_option")) {
        read_set(cmake, command, name);
    } else if (word_in(command->name, imports) && name.len) {
        scan_import(cmake->scan, name, command->start, command->end);
    }
}

void scan_cmake(Scan *scan)
{
    Cmake cmake = {.scan = scan, .text = scan->text, .seen = map_open(scan->arena)};
    size_t at = 0;
    while (!scan_expired(scan) &&
           (at = lead_skip(&cmake.lead, scan->text, at, '#', skip_comment)) < scan->text.len) {
        Command command = {.name = word_at(scan->text, at, scan->text.len, ""), .start = at};
        size_t open = skip_blanks(scan->text, at + command.name.len, scan->text.len);
        if (!command.name.len || open >= scan->text.len || scan->text.ptr[open] != '(') {
            at += MAX(command.name.len, 1);
            continue;
        }
        command.open = open + 1;
        command.end = at = skip_arguments(scan->text, command.open);
        read_command(&cmake, &command);
        lead_clear(&cmake.lead);
    }
    scan_close_to(scan, 0, scan->text.len);
}
