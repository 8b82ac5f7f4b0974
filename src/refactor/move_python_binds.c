/* Which names a Python module binds at its top level, besides by one declaration. A name with
   several meanings has that of the moment: defaults, decorators and classes take it when they are
   defined, functions when they run, and an import when it is done. */
#include "refactor/move_python.h"

#include "base/path.h"

static bool is_within(const Outline *outline, size_t at)
{
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if ((symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_CLASS) && !symbol->parent &&
            symbol->start <= at && at < symbol->end)
            return true;
    }
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= at && at < outline->imports.ptr[i].end)
            return true;
    return false;
}

/* The offset of the last assignment sign outside of brackets; STR_NONE without one. */
static size_t assignment_in(Str line)
{
    size_t depth = 0, found = STR_NONE;
    for (size_t i = 0; i < line.len && line.ptr[i] != '#'; i++) {
        char before = i ? line.ptr[i - 1] : ' ', after = i + 1 < line.len ? line.ptr[i + 1] : ' ';
        depth += byte_in(line.ptr[i], "([{");
        depth -= depth && byte_in(line.ptr[i], ")]}");
        if (line.ptr[i] == '=' && !depth && after != '=' && !byte_in(before, "=!<>"))
            found = i;
    }
    return found;
}

/* Offset of the name as a word that is no member of something, from `at` on; or STR_NONE. */
static size_t find_name(Str line, Str name, size_t at)
{
    for (size_t found; (found = str_find(str_from_offset(line, at), name)) != STR_NONE;
         at = found + 1) {
        found += at;
        size_t end = found + name.len;
        char before = found ? line.ptr[found - 1] : ' ',
             after = end < line.len ? line.ptr[end] : ' ';
        if (!byte_is_word(before) && before != '.' && !byte_is_word(after))
            return found;
    }
    return STR_NONE;
}

typedef struct Mentions {
    uint32_t binds;    /* statements that give the name a meaning */
    uint32_t members;  /* statements that give what it names a member or an element */
    uint32_t mentions; /* lines at the top level that have it */
    uint32_t line;     /* of the last of them */
} Mentions;

static void read_mention(Str line, Str name, size_t at, Mentions *found)
{
    Str trimmed = str_trim(line), before = str_slice(line, 0, at);
    size_t equal = assignment_in(line), end = at + name.len, in = str_find(line, STR(" in "));
    char after = end < line.len ? line.ptr[end] : ' ';
    bool leads = byte_in(after, ".[(");
    bool loops = (str_starts(trimmed, STR("for ")) || str_starts(trimmed, STR("async for "))) &&
                 in != STR_NONE && at < in;
    bool walrus = str_starts(str_trim(str_from_offset(line, end)), STR(":="));
    found->binds += !leads && ((equal != STR_NONE && at < equal) || loops || walrus ||
                               str_ends(before, STR(" as ")) || str_starts(trimmed, STR("del ")));
    found->members += leads && after != '(' && equal != STR_NONE && at < equal;
    found->mentions++;
}

static Mentions mentions_of(const MoveText *file, Str name)
{
    Mentions found = {0};
    Str rest = file->before, line;
    for (uint32_t number = 1; rest.len; number++) {
        size_t start = (size_t)(rest.ptr - file->before.ptr), at;
        if (!str_take_line(&rest, &line))
            break;
        if ((at = find_name(line, name, 0)) == STR_NONE || is_within(&file->outline, start + at))
            continue;
        found.line = number;
        read_mention(line, name, at, &found);
    }
    return found;
}

static uint32_t declared(const Outline *outline, Str name)
{
    uint32_t count = 0;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        count += !symbol->parent && str_equal(symbol->name, name) &&
                 (symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_CLASS);
    }
    return count;
}

/* ---- the old module ---- */

/* Whether the declaration takes the word's value when it is defined. */
static bool is_taken_early(const Move *move, Str name)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    size_t end = symbol->kind == SYMBOL_FUNCTION && symbol->body ? symbol->body : symbol->end;
    return find_name(str_slice(move->from.before, move->code, end), name, 0) != STR_NONE;
}

static bool check_source(const Move *move, Err *err)
{
    Mentions own = mentions_of(&move->from, move->uses->old);
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    bool value = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT;
    if (own.binds > value || own.members)
        return move_refuse(err, "'%.*s' (line %u) changes it after its declaration",
                           STR_ARG(move->from.path), own.line);
    for (size_t i = 0; i < move->words.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        if (move_left_behind(move, word) == SYMBOL_NOWHERE)
            continue;
        Mentions found = mentions_of(&move->from, word->text);
        if (found.binds + declared(&move->from.outline, word->text) > 1)
            return move_refuse(err, "'%.*s' gives '%.*s' a meaning more than once (line %u)",
                               STR_ARG(move->from.path), STR_ARG(word->text), found.line);
        if (found.mentions > 1 && found.binds && is_taken_early(move, word->text))
            return move_refuse(
                err,
                "it takes '%.*s' when it is defined, and '%.*s' (line %u) may change "
                "that",
                STR_ARG(word->text), STR_ARG(move->from.path), found.line);
    }
    return true;
}

/* ---- the other module ---- */

static bool imports_same(const Outline *outline, const Import *import, const Binding *binding)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t b = 0; b < outline->imports.ptr[i].bindings.len; b++)
            if (str_equal(outline->imports.ptr[i].name, import->name) &&
                str_equal(outline->imports.ptr[i].bindings.ptr[b].name, binding->name) &&
                str_equal(outline->imports.ptr[i].bindings.ptr[b].alias, binding->alias))
                return true;
    return false;
}

/* No import of the other module may give a name of the moved code another meaning. */
static bool check_imports(const Move *move, Err *err)
{
    const Outline *outline = &move->to.outline;
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        for (size_t b = 0; b < import->bindings.len; b++) {
            const Binding *binding = &import->bindings.ptr[b];
            if (str_equal(binding->name, STR("*")))
                return move_refuse(err, "'%.*s' imports everything of %.*s", STR_ARG(move->to.path),
                                   STR_ARG(import->name));
            Str name = binding->alias.len ? binding->alias : binding->name;
            name = name.len ? name : import->name;
            const MoveWord *word = move_word(move, name);
            bool own = str_equal(name, move->uses->old);
            if (!(binding->flags & BINDING_INNER) && (own || (word && word->bare)) &&
                !imports_same(&move->from.outline, import, binding))
                return move_refuse(err, "'%.*s' imports '%.*s' (line %u), which may mean another",
                                   STR_ARG(move->to.path), STR_ARG(name), import->line);
        }
    }
    return true;
}

static bool check_target(const Move *move, Err *err)
{
    for (size_t i = 0; i < move->words.len && move->to.before.len; i++) {
        const MoveWord *word = &move->words.ptr[i];
        bool meant = !word->bare;
        for (size_t k = 0; k < word->symbols.len; k++)
            meant |= catalog_place(move->uses->catalog, word->symbols.ptr[k]).file == move->to.id;
        Mentions found = meant ? (Mentions){0} : mentions_of(&move->to, word->text);
        if (found.binds)
            return move_refuse(err, "'%.*s' (line %u) gives '%.*s' another meaning",
                               STR_ARG(move->to.path), found.line, STR_ARG(word->text));
    }
    return check_imports(move, err);
}

/* Tests are found by the names of their files. */
static bool is_test_file(Str path)
{
    Str base = path_base(path);
    return str_starts(base, STR("test_")) || str_ends(base, STR("_test.py")) ||
           str_starts(base, STR("conftest."));
}

bool python_check_binds(const Move *move, Err *err)
{
    if (is_test_file(move->from.path) != is_test_file(move->to.path))
        return move_refuse(err, "only one of the files is a test");
    return check_source(move, err) && check_target(move, err);
}
