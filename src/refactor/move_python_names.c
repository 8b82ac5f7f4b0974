/* Names of a Python module are looked up when code runs. A module that imports a name copies its
   meaning of that moment, so nothing may give it another meaning later: `global`, an assignment
   from outside, a patch of a test. */
#include "refactor/move_python.h"

#include "base/path.h"
#include "lang/lexical/code_tokens.h"
#include "text/lines.h"

/* Bytes before a quoted name in which the call that replaces it is looked for. Its arguments before
   the name are the module and few others. */
#define PATCH_REACH_BYTES 200

Str python_stem(Str path)
{
    Str base = path_base(path);
    return str_slice(base, 0, str_find_byte(base, '.'));
}

/* The offset of the next whole word from `at` on, or STR_NONE. */
static size_t next_word(Str text, Str word, size_t at)
{
    for (size_t found; (found = str_find(str_from_offset(text, at), word)) != STR_NONE;) {
        size_t start = at + found, end = start + word.len;
        at = start + 1;
        if ((!start || !byte_is_word(text.ptr[start - 1])) &&
            (end == text.len || !byte_is_word(text.ptr[end])))
            return start;
    }
    return STR_NONE;
}

/* ---- the moved code ---- */

/* Whether a string has nothing but what an annotation may have. */
static bool is_annotation(Str string)
{
    for (size_t i = 0; i < string.len; i++)
        if (!byte_is_word(string.ptr[i]) && !byte_in(string.ptr[i], "[]., |\"'"))
            return false;
    return string.len > 0;
}

static void add_words(Move *move, Str text, size_t start, size_t end)
{
    while (start < end) {
        size_t stop = start;
        while (stop < end && byte_is_word(text.ptr[stop]))
            stop++;
        if (stop > start && !byte_is_digit(text.ptr[start]))
            move_add_word(move, (uint32_t)start, (uint32_t)stop);
        start = stop + 1;
    }
}

void python_read_annotations(Move *move)
{
    Arena scratch = *move->uses->request->scratch;
    Str text = str_slice(move->from.before, 0, move->end);
    TokenVec tokens = {0};
    code_tokens_read(&scratch, move->from.outline.language, text, &tokens);
    for (size_t i = 1; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        char before = text.ptr[tokens.ptr[i - 1].end - 1];
        if (token->kind == TOKEN_STRING && token->start >= move->start &&
            byte_in(before, ":>[,(=|") && is_annotation(str_slice(text, token->start, token->end)))
            add_words(move, text, token->start, token->end);
    }
}

static bool is_future(const Outline *outline, Str name)
{
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        for (size_t b = 0; b < import->bindings.len && str_equal(import->name, STR("__future__"));
             b++)
            if (str_equal(import->bindings.ptr[b].name, name))
                return true;
    }
    return false;
}

/* Refuses when only one of the modules is compiled with a feature. */
static bool check_future(const Move *move, Err *err)
{
    const MoveText *files[] = {&move->from, &move->to};
    for (size_t f = 0; f < COUNT(files) && move->to.before.len; f++) {
        const Outline *outline = &files[f]->outline;
        for (size_t i = 0; i < outline->imports.len; i++) {
            const Import *import = &outline->imports.ptr[i];
            for (size_t b = 0;
                 b < import->bindings.len && str_equal(import->name, STR("__future__")); b++)
                if (!is_future(&files[1 - f]->outline, import->bindings.ptr[b].name))
                    return move_refuse(err, "only '%.*s' has `from __future__ import %.*s`",
                                       STR_ARG(files[f]->path),
                                       STR_ARG(import->bindings.ptr[b].name));
        }
    }
    return true;
}

bool python_check_text(const Move *move, Err *err)
{
    static const char own[] = "__file__ __name__ __package__ __spec__ __doc__ __all__ __loader__ "
                              "globals vars exec eval __builtins__ __path__ __annotations__";
    static const char *const stack[] = {"_getframe", "currentframe", "getmodule", "__module__"};
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        if (word->bare && name_is_listed(own, word->text))
            return move_refuse(err, "it depends on the module that it is in (%.*s)",
                               STR_ARG(word->text));
    }
    for (size_t i = 0; i < COUNT(stack); i++)
        if (move_word(move, str_from(stack[i])))
            return move_refuse(err, "it depends on the module that it is in (%s)", stack[i]);
    if (move_word(move, STR("global")))
        return move_refuse(err, "it assigns variables of '%.*s'", STR_ARG(move->from.path));
    return check_future(move, err);
}

/* ---- names that are given another meaning ---- */

typedef VEC(Str) PythonNames;

/* The names of the old module that the moved code uses, and the symbol. */
static void find_names(const Move *move, Arena *arena, PythonNames *names)
{
    *VEC_PUSH(arena, names) = move->uses->old;
    for (size_t i = 0; i < move->words.len; i++)
        if (move_left_behind(move, &move->words.ptr[i]) != SYMBOL_NOWHERE)
            *VEC_PUSH(arena, names) = move->words.ptr[i].text;
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        for (size_t b = 0; b < import->bindings.len; b++) {
            const MoveWord *word = move_word(move, import->bindings.ptr[b].alias);
            if (word && word->bare)
                *VEC_PUSH(arena, names) = word->text;
        }
    }
}

/* Whether `global` statements of a text name it. */
static bool is_global(Str text, Str name)
{
    Str rest = text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("global ")) && next_word(line, name, 0) != STR_NONE)
            return true;
    }
    return false;
}

/* Whether a call before a quoted name replaces what it names. */
static bool is_patched(Str text, size_t start, size_t end)
{
    static const char *const calls[] = {"setattr(", "patch(", "patch.object(", "patch.multiple("};
    if (!start || end == text.len || !byte_in(text.ptr[end], "\"'") ||
        !byte_in(text.ptr[start - 1], "\"'."))
        return false;
    Str before = str_slice(text, start - MIN(start, (size_t)PATCH_REACH_BYTES), start);
    for (size_t i = 0; i < COUNT(calls); i++)
        if (str_find(before, str_from(calls[i])) != STR_NONE)
            return true;
    return false;
}

/* Whether it is a member of something other than the own object, and assigned. */
static bool is_assigned(Str text, size_t start, size_t end)
{
    if (!start || text.ptr[start - 1] != '.')
        return false;
    size_t word = start - 1;
    while (word && byte_is_word(text.ptr[word - 1]))
        word--;
    Str owner = str_slice(text, word, start - 1), after = str_trim(str_from_offset(text, end));
    return !str_equal(owner, STR("self")) && !str_equal(owner, STR("cls")) &&
           str_starts(after, STR("=")) && !str_starts(after, STR("=="));
}

static bool check_name(const Move *move, Str path, Str text, Str name, Err *err)
{
    for (size_t at = 0; (at = next_word(text, name, at)) != STR_NONE; at++) {
        size_t end = at + name.len;
        if (is_patched(text, at, end) || is_assigned(text, at, end))
            return move_refuse(err, "'%.*s' (line %u) may replace '%.*s' of '%.*s'", STR_ARG(path),
                               (uint32_t)lines_at_offset(text, at), STR_ARG(name),
                               STR_ARG(move->from.path));
    }
    return true;
}

static bool check_file(const Move *move, const CatalogFile *row, const PythonNames *names, Err *err)
{
    Rename *uses = move->uses;
    Arena arena = *uses->request->scratch;
    Err ignored = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Str text;
    if (!session_open_file(uses->request, uses->session, &arena, row->path, &file, &ignored) ||
        !fs_read_all(&arena, &file, &text, &ignored) ||
        next_word(text, python_stem(move->from.path), 0) == STR_NONE)
        return true;
    for (size_t i = 0; i < names->len; i++)
        if (!check_name(move, row->path, text, names->ptr[i], err))
            return false;
    return true;
}

bool python_check_replaced(const Move *move, Err *err)
{
    const Catalog *catalog = move->uses->catalog;
    PythonNames names = {0};
    find_names(move, move->uses->request->arena, &names);
    for (size_t i = 0; i < names.len; i++)
        if (is_global(move->from.before, names.ptr[i]))
            return move_refuse(err, "functions of '%.*s' assign '%.*s'", STR_ARG(move->from.path),
                               STR_ARG(names.ptr[i]));
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *row = &catalog->files.ptr[f];
        if (row->language == move->from.outline.language && row->path.len && f != move->from.id &&
            !check_file(move, row, &names, err))
            return false;
    }
    return true;
}

/* ---- who reaches it by the module's name ---- */

static bool imports_all(const Move *move, uint32_t file)
{
    const Catalog *catalog = move->uses->catalog;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    for (size_t i = 0; i < links->len; i++)
        if (links->ptr[i].target == move->from.id &&
            str_equal(catalog_name(catalog, links->ptr[i].name), STR("*")))
            return true;
    return false;
}

bool python_is_registered(const Move *move)
{
    static const char plain[] =
        "object Exception BaseException ValueError TypeError RuntimeError KeyError LookupError "
        "IndexError AttributeError OSError IOError NotImplementedError Warning UserWarning "
        "Enum IntEnum StrEnum Flag IntFlag NamedTuple TypedDict Protocol Generic ABC dict list "
        "tuple str int float bytes set frozenset Thread";
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str text = str_slice(move->from.before, symbol->name_end, symbol->end);
    if (symbol->kind != SYMBOL_CLASS || !str_starts(text, STR("(")))
        return false;
    Str bases = str_slice(text, 1, MIN(str_find_byte(text, ')'), text.len)), base;
    while (str_take_until(&bases, ',', &base)) {
        base = str_trim(str_slice(base, 0, MIN(str_find_byte(base, '['), base.len)));
        size_t dot = str_find_last_byte(base, '.');
        if (base.len &&
            !name_is_listed(plain, dot == STR_NONE ? base : str_from_offset(base, dot + 1)))
            return true;
    }
    return false;
}

/* Whether a file looks names of modules up when it runs. */
static bool looks_up(const Catalog *catalog, uint32_t file, const MoveText *from)
{
    static const char modules[] = "pickle cPickle dill cloudpickle joblib shelve copyreg importlib "
                                  "pkgutil multiprocessing concurrent.futures";
    Arena scratch SCOPED(arena_close) = {0};
    Outline outline = {0};
    if (catalog->files.ptr[file].language != from->outline.language)
        return false;
    arena_open(&scratch, 0);
    catalog_shape_imports(catalog, &scratch, file, &outline);
    for (size_t i = 0; i < outline.imports.len; i++)
        if (name_is_listed(modules, outline.imports.ptr[i].name))
            return true;
    return false;
}

bool python_is_reached(const Move *move)
{
    const Catalog *catalog = move->uses->catalog;
    Str stem = python_stem(move->from.path);
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        const RenameFile *file = &move->uses->files.ptr[place->file];
        bool told = place->verdict == RENAME_STRING || place->verdict == RENAME_TEXT;
        Str before = str_slice(file->text, 0, place->site.start);
        if (told && before.len && byte_in(before.ptr[before.len - 1], ".:") &&
            str_ends(str_slice(before, 0, before.len - 1), stem))
            return true;
    }
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (catalog->files.ptr[f].language == move->from.outline.language &&
            catalog->files.ptr[f].path.len &&
            (imports_all(move, f) || looks_up(catalog, f, &move->from)))
            return true;
    return false;
}

/* ---- questions for the module ---- */

typedef struct Asking {
    const Move *move;
    Str path, marks[3];
} Asking;

static bool find_asking(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Asking *asking = context;
    (void)rest;
    for (size_t i = 0; i < COUNT(asking->marks) && !asking->path.len; i++)
        if (row->language == asking->move->from.outline.language &&
            str_find(text, asking->marks[i]) != STR_NONE)
            asking->path = row->path;
    return asking->path.len > 0;
}

bool python_check_asked(const Move *move, Err *err)
{
    Arena *arena = move->uses->request->arena;
    Str name = move->uses->old;
    Asking asking = {.move = move,
                     .marks = {str_format(arena, "%.*s.__module__", STR_ARG(name)),
                               str_format(arena, "getmodule(%.*s", STR_ARG(name)),
                               str_format(arena, "getsourcefile(%.*s", STR_ARG(name))}};
    (void)rename_each_text(move->uses, *move->uses->request->scratch, find_asking, &asking);
    return !asking.path.len ||
           move_refuse(err, "'%.*s' asks in which module it is", STR_ARG(asking.path));
}
