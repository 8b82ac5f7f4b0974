/* What the preprocessor makes of C code depends on the file: on macros that are defined before it,
   there or in headers, and on pragmas. Both files must agree on what the code can notice. */
#include "refactor/move.h"

/* A directive line without its mark: `define NDEBUG`, `pragma pack(1)`. */
typedef struct Directive {
    Str text; /* white space folded */
    uint32_t start, line;
} Directive;
typedef VEC(Directive) DirectiveVec;

static bool is_in_function(const Outline *outline, uint32_t at)
{
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol_is_function(symbol->kind) && symbol->start <= at && at < symbol->end)
            return true;
    }
    return false;
}

/* Reads the directives before an offset that are in no function, or that outlive it. */
static void read_directives(Arena *arena, const MoveText *file, size_t end, DirectiveVec *found)
{
    Str rest = str_slice(file->before, 0, MIN(end, file->before.len)), line;
    for (uint32_t number = 1; rest.len; number++) {
        uint32_t start = (uint32_t)(rest.ptr - file->before.ptr);
        if (!str_take_line(&rest, &line))
            break;
        line = str_trim(line);
        if (!str_starts(line, STR("#")))
            continue;
        Str text = str_fold_space(arena, str_trim(str_from_offset(line, 1)));
        bool pragma = str_starts(text, STR("pragma "));
        if (pragma ? !is_in_function(&file->outline, start)
                   : str_starts(text, STR("define ")) || str_starts(text, STR("undef ")))
            *VEC_PUSH(arena, found) = (Directive){text, start, number};
    }
}

/* Pragmas that change no meaning. */
static bool is_harmless(Str text)
{
    static const char *const plain[] = {"once",           "region",           "endregion",
                                        "mark",           "message",          "warning",
                                        "GCC diagnostic", "clang diagnostic", "comment"};
    text = str_from_offset(text, strlen("pragma "));
    for (size_t i = 0; i < COUNT(plain); i++)
        if (str_starts(text, str_from(plain[i])))
            return true;
    return false;
}

static bool has(const DirectiveVec *list, Str text)
{
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].text, text))
            return true;
    return false;
}

static Str macro_of(Str text)
{
    size_t start = str_find_byte(text, ' ') + 1, end = start;
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    return str_slice(text, start, end);
}

static bool has_word(Str text, Str word)
{
    for (size_t at = 0, found; at < text.len; at = found + 1) {
        found = str_find(str_from_offset(text, at), word);
        if (found == STR_NONE)
            return false;
        found += at;
        size_t end = found + word.len;
        if ((!found || !byte_is_word(text.ptr[found - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return true;
    }
    return false;
}

/* The header of the repository that the source includes and that has the word; or empty. */
static Str header_with(const Move *move, Str word)
{
    const Catalog *catalog = move->uses->catalog;
    Rename *uses = move->uses;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        Str path = catalog->files.ptr[f].path, text;
        bool maybe = false;
        Arena arena = *uses->request->scratch;
        Err ignored = {0};
        FsFile file SCOPED(fs_close) = {.fd = -1};
        if (str_ends(path, STR(".h")) &&
            resolve_includes(uses->resolver, move->from.id, f, &maybe) &&
            session_open_file(uses->request, uses->session, &arena, path, &file, &ignored) &&
            fs_read_all(&arena, &file, &text, &ignored) && has_word(text, word))
            return path;
    }
    return (Str){0};
}

static uint32_t last_include(const MoveText *file)
{
    uint32_t last = 0;
    for (size_t i = 0; i < file->outline.imports.len; i++)
        last = MAX(last, file->outline.imports.ptr[i].start);
    return last;
}

static bool check_macro(const Move *move, const MoveText *file, const Directive *directive,
                        Err *err)
{
    Str name = macro_of(directive->text), header = {0};
    if (directive->start < last_include(file))
        return move_refuse(
            err,
            "'%.*s' (line %u) has #%.*s before it includes headers, which may depend "
            "on it",
            STR_ARG(file->path), directive->line, STR_ARG(directive->text));
    if (!move_word(move, name))
        header = header_with(move, name);
    if (move_word(move, name) || header.len)
        return move_refuse(err, "'%.*s' (line %u) has #%.*s, which %s%.*s%s", STR_ARG(file->path),
                           directive->line, STR_ARG(directive->text),
                           header.len ? "macros of '" : "changes the code", STR_ARG(header),
                           header.len ? "' may use" : "");
    return true;
}

static bool check_file(const Move *move, const MoveText *file, const DirectiveVec *own,
                       const DirectiveVec *other, Err *err)
{
    for (size_t i = 0; i < own->len; i++) {
        const Directive *directive = &own->ptr[i];
        bool pragma = str_starts(directive->text, STR("pragma "));
        if (has(other, directive->text) || (pragma && is_harmless(directive->text)))
            continue;
        if (pragma)
            return move_refuse(err, "only '%.*s' (line %u) has #%.*s", STR_ARG(file->path),
                               directive->line, STR_ARG(directive->text));
        if (!check_macro(move, file, directive, err))
            return false;
    }
    return true;
}

/* Words of code that ask where it is, or that tie it to others of its file or of the program. */
static bool check_own(const Move *move, Err *err)
{
    static const char *const words[] = {"__FILE__",       "__LINE__",      "__COUNTER__",
                                        "__BASE_FILE__",  "__FILE_NAME__", "__INCLUDE_LEVEL__",
                                        "constructor",    "destructor",    "__constructor__",
                                        "__destructor__", "alias",         "__alias__",
                                        "ifunc",          "__symver__"};
    Str text = move_text(move);
    for (size_t i = 0; i < COUNT(words); i++)
        if (has_word(text, str_from(words[i])))
            return move_refuse(err, "it depends on the file that it is in (%s)", words[i]);
    Str named = str_format(move->uses->request->arena, "(\"%.*s\"", STR_ARG(move->uses->old));
    if (str_find(move->from.before, named) != STR_NONE && has_word(move->from.before, STR("alias")))
        return move_refuse(err, "an alias in '%.*s' names it", STR_ARG(move->from.path));
    return true;
}

int move_directive_depth(Str text, size_t end)
{
    int depth = 0;
    Str rest = str_slice(text, 0, end), line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        if (!str_starts(line, STR("#")))
            continue;
        line = str_trim(str_from_offset(line, 1));
        depth += str_starts(line, STR("if"));
        depth -= str_starts(line, STR("endif"));
    }
    return depth;
}

bool move_check_directives(const Move *move, Err *err)
{
    Arena *arena = move->uses->request->arena;
    DirectiveVec from = {0}, to = {0};
    read_directives(arena, &move->from, move->start, &from);
    read_directives(arena, &move->to, move->to.before.len, &to);
    return check_own(move, err) && check_file(move, &move->to, &to, &from, err) &&
           check_file(move, &move->from, &from, &to, err);
}
