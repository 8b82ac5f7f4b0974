/* Python: a function or class goes to another module of its package. What it uses of the old module
   is imported from there, imports of it in other files are changed, and the old module imports it
   back where anything else may reach it there. Modules must not import each other. */
#include "refactor/move_python.h"

#include "languages_rename.h"

#include "base/path.h"

/* Files that a search through imports visits. */
#define IMPORTED_MAX 4096

/* Whether a module imports another, directly or not. */
static bool reaches(const Move *move, uint32_t file, uint32_t wanted)
{
    Arena *arena = move->uses->request->arena;
    IdVec seen = {0};
    *VEC_PUSH(arena, &seen) = file;
    for (size_t i = 0; i < seen.len && seen.len < IMPORTED_MAX; i++) {
        const ImportLinkVec *links = resolve_imports(move->uses->resolver, seen.ptr[i]);
        if (seen.ptr[i] == wanted)
            return true;
        for (size_t k = 0; k < links->len; k++) {
            bool known =
                links->ptr[k].target == FILE_NOWHERE || links->ptr[k].flags & BINDING_INNER;
            for (size_t s = 0; s < seen.len && !known; s++)
                known = seen.ptr[s] == links->ptr[k].target;
            if (!known)
                *VEC_PUSH(arena, &seen) = links->ptr[k].target;
        }
    }
    return false;
}

static bool is_package(const Move *move)
{
    Str directory = path_directory(move->from.path);
    Str init = directory.len && !str_equal(directory, STR("."))
                   ? str_format(move->uses->request->arena, "%.*s/__init__.py", STR_ARG(directory))
                   : STR("__init__.py");
    return catalog_find_file(move->uses->catalog, init) != FILE_NOWHERE;
}

/* A module of the package, as its neighbours name it. */
static Str module_of(const Move *move, Str path)
{
    return str_join(move->uses->request->arena, is_package(move) ? STR(".") : (Str){0},
                    python_stem(path));
}

/* Writes an import of one name. */
static void put_import(Buf *out, Str module, Str name, Str alias)
{
    if (!name.len) {
        buf_printf(out, "import %.*s", STR_ARG(module));
        if (alias.len && !str_equal(alias, module))
            buf_printf(out, " as %.*s", STR_ARG(alias));
    } else {
        buf_printf(out, "from %.*s import %.*s", STR_ARG(module), STR_ARG(name));
        if (alias.len && !str_equal(alias, name))
            buf_printf(out, " as %.*s", STR_ARG(alias));
    }
    buf_put_byte(out, '\n');
}

static bool has_binding(const Outline *outline, Str module, const Binding *wanted)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t b = 0; b < outline->imports.ptr[i].bindings.len; b++) {
            const Binding *binding = &outline->imports.ptr[i].bindings.ptr[b];
            if (str_equal(outline->imports.ptr[i].name, module) &&
                str_equal(binding->name, wanted->name) && str_equal(binding->alias, wanted->alias))
                return true;
        }
    return false;
}

/* The word that an import makes visible: of `import a.b` it is `a`. */
static Str visible_word(const Binding *binding)
{
    return str_slice(binding->alias, 0, str_find_byte(binding->alias, '.'));
}

static bool refuse_cycle(const Move *move, uint32_t a, Str b, Err *err)
{
    return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                       STR_ARG(move->uses->catalog->files.ptr[a].path), STR_ARG(b));
}

/* Adds the modules that an import of the source loads. None of them may load the other module. */
static bool add_loaded(const Move *move, const Import *import, IdVec *loaded, Err *err)
{
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, move->from.id);
    for (size_t i = 0; i < links->len; i++) {
        uint32_t target = links->ptr[i].target;
        if (links->ptr[i].line != import->line || target == FILE_NOWHERE)
            continue;
        if (move->to.id != FILE_NOWHERE && reaches(move, target, move->to.id))
            return refuse_cycle(move, target, move->to.path, err);
        *VEC_PUSH(move->uses->request->arena, loaded) = target;
    }
    return true;
}

/* Copies the imports of the source that the moved code uses. *loaded: what they load. */
static bool copy_imports(const Move *move, Buf *out, IdVec *loaded, Err *err)
{
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        for (size_t b = 0; b < import->bindings.len; b++) {
            const Binding *binding = &import->bindings.ptr[b];
            const MoveWord *word = move_word(move, visible_word(binding));
            if (str_equal(binding->name, STR("*")))
                return move_refuse(err, "'%.*s' imports everything of %.*s",
                                   STR_ARG(move->from.path), STR_ARG(import->name));
            bool future = str_equal(import->name, STR("__future__"));
            if ((!future && (!word || !word->bare)) || binding->flags & BINDING_INNER ||
                has_binding(&move->to.outline, import->name, binding))
                continue;
            if (binding->flags & BINDING_MAYBE)
                return move_refuse(err, "it uses '%.*s', which is imported under a condition",
                                   STR_ARG(visible_word(binding)));
            if (!add_loaded(move, import, loaded, err))
                return false;
            put_import(out, import->name, binding->name, binding->alias);
        }
    }
    return true;
}

/* Imports what the moved code uses of the old module; *count: how many names. */
static void import_left(const Move *move, Buf *out, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < move->words.len; i++)
        if (move_left_behind(move, &move->words.ptr[i]) != SYMBOL_NOWHERE) {
            put_import(out, module_of(move, move->from.path), move->words.ptr[i].text, (Str){0});
            ++*count;
        }
}

/* No name that the moved code uses may mean something else in the other module. */
static bool check_names(const Move *move, Err *err)
{
    const Outline *outline = &move->to.outline;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const MoveWord *word =
            outline->symbols.ptr[i].parent ? NULL : move_word(move, outline->symbols.ptr[i].name);
        bool meant = false;
        for (size_t k = 0; word && k < word->symbols.len; k++)
            meant |= catalog_place(move->uses->catalog, word->symbols.ptr[k]).file == move->to.id;
        if (word && word->bare && !meant)
            return move_refuse(err, "'%.*s' is declared in '%.*s' (line %u), too",
                               STR_ARG(word->text), STR_ARG(move->to.path),
                               outline->symbols.ptr[i].start_line);
    }
    return true;
}

/* ---- places for imports ---- */

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* The offset after the last import at the top level before `limit`, or after the comments and the
   docstring at the head. */
static size_t after_imports(const MoveText *file, size_t limit)
{
    size_t at = 0;
    for (size_t i = 0; i < file->outline.imports.len; i++) {
        const Import *import = &file->outline.imports.ptr[i];
        bool top = !import->start || file->before.ptr[import->start - 1] == '\n';
        if (top && import->start < limit)
            at = MAX(at, line_end(file->before, import->end));
    }
    if (at)
        return at;
    while (at < file->before.len && byte_in(file->before.ptr[at], "#\n"))
        at = line_end(file->before, at);
    Str rest = str_from_offset(file->before, at);
    static const char *const quotes[] = {"\"\"\"", "'''"};
    for (size_t q = 0; q < COUNT(quotes); q++)
        if (str_starts(rest, str_from(quotes[q]))) {
            size_t end = str_find(str_from_offset(rest, 3), str_from(quotes[q]));
            return end == STR_NONE ? at : line_end(file->before, at + 3 + end + 3);
        }
    return at;
}

/* ---- imports of it ---- */

static Str renamed_module(const Move *move, Str module)
{
    Str old = python_stem(move->from.path);
    Str head = str_slice(module, 0, module.len - old.len);
    return str_ends(module, old) && (!head.len || head.ptr[head.len - 1] == '.')
               ? str_join(move->uses->request->arena, head, python_stem(move->to.path))
               : (Str){0};
}

/* Writes an import statement without the name, then one of it from its new module. */
static bool put_statement(const Move *move, const RenameFile *file, const Import *import, Buf *out)
{
    Str text = str_slice(file->text, import->start, import->end);
    Str module = renamed_module(move, import->name);
    size_t start = import->start, kept = 0;
    bool lines = str_find_byte(text, '\n') != STR_NONE;
    while (start && byte_in(file->text.ptr[start - 1], " \t"))
        start--;
    Str indent = str_slice(file->text, start, import->start);
    if (!module.len || str_find_byte(text, '#') != STR_NONE ||
        str_find_byte(text, '\\') != STR_NONE)
        return false;
    Buf rest = buf_open(out->arena, 0), own = buf_open(out->arena, 0);
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        if (str_equal(binding->name, move->uses->old)) {
            put_import(&own, module, binding->name, binding->alias);
            continue;
        }
        buf_printf(&rest, "%s%.*s", lines ? "\n    " : kept ? ", " : " ", STR_ARG(binding->name));
        if (!str_equal(binding->alias, binding->name))
            buf_printf(&rest, " as %.*s", STR_ARG(binding->alias));
        buf_put(&rest, lines ? STR(",") : (Str){0});
        kept++;
    }
    if (lines && indent.len)
        return false;
    if (kept)
        buf_printf(out, "from %.*s import%s%.*s%s\n%.*s", STR_ARG(import->name), lines ? " (" : "",
                   STR_ARG(buf_str(&rest)), lines ? "\n)" : "", STR_ARG(indent));
    if (own.len && catalog_find_file(move->uses->catalog, move->to.path) == file->id)
        own.len = 0; /* the other module itself */
    Str line = str_trim_end(buf_str(&own));
    buf_put(out, line);
    return true;
}

static const Import *import_at(const Outline *outline, uint32_t start)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= start && start < outline->imports.ptr[i].end)
            return &outline->imports.ptr[i];
    return NULL;
}

/* The file with its import of the symbol changed. `*through`: something still reaches it through
   the old module. */
static Str changed_file(const Move *move, uint32_t index, bool *through)
{
    const RenameFile *file = &move->uses->files.ptr[index];
    Arena *arena = move->uses->request->arena;
    Str text = file->text;
    bool cycle = move->to.id != FILE_NOWHERE && file->id != move->to.id &&
                 reaches(move, move->to.id, file->id);
    for (size_t i = move->uses->places.len; i-- > 0;) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        if (place->file != index || place->verdict > RENAME_AMBIGUOUS)
            continue;
        const Import *import = import_at(&file->outline, place->site.start);
        if (!import) {
            *through |= place->site.access != ACCESS_NONE || place->site.where != NAME_IN_CODE;
            continue;
        }
        Buf out = buf_open(arena, 0);
        if (cycle || place->verdict != RENAME_EXACT || !put_statement(move, file, import, &out)) {
            *through = true;
            continue;
        }
        text = str_join(arena, str_slice(text, 0, import->start),
                        str_join(arena, buf_str(&out), str_from_offset(text, import->end)));
        while (i && move->uses->places.ptr[i - 1].file == index &&
               import_at(&file->outline, move->uses->places.ptr[i - 1].site.start) == import)
            i--; /* one statement is written once */
    }
    return text;
}

/* How a file whose import was changed loads both modules. */
static MoveLoad load_of(const Move *move, uint32_t file, bool left)
{
    const Catalog *catalog = move->uses->catalog;
    const ImportLinkVec *links = resolve_imports(move->uses->resolver, file);
    bool fresh = move->to.id == FILE_NOWHERE;
    bool loads = left || (!fresh && reaches(move, move->to.id, move->from.id));
    for (size_t i = 0; i < links->len; i++)
        loads |= links->ptr[i].target == move->from.id &&
                 !str_equal(catalog_name(catalog, links->ptr[i].name), move->uses->old);
    return (MoveLoad){.path = catalog->files.ptr[file].path,
                      .newly = !fresh && !reaches(move, file, move->to.id),
                      .no_more = !loads};
}

/* Whether a decorator may note the symbol elsewhere, so that it must be loaded with the old module.
 */
static bool is_noted(const Move *move)
{
    static const char plain[] =
        "functools.cache functools.lru_cache functools.wraps functools.total_ordering "
        "functools.singledispatch cache lru_cache wraps total_ordering singledispatch "
        "contextlib.contextmanager contextlib.asynccontextmanager contextmanager "
        "asynccontextmanager dataclasses.dataclass dataclass typing.final typing.overload final "
        "overload typing.runtime_checkable runtime_checkable enum.unique unique";
    Str rest = str_slice(move->from.before, move->code, move->end), line;
    while (str_take_line(&rest, &line) && str_starts(line, STR("@"))) {
        size_t end = 1;
        while (end < line.len && (byte_is_word(line.ptr[end]) || line.ptr[end] == '.'))
            end++;
        if (!name_is_listed(plain, str_slice(line, 1, end)))
            return true;
    }
    return python_is_registered(move);
}

/* Refuses when a module would newly load the other one, and is loaded by what that will import. */
static bool check_cycle(const Move *move, uint32_t file, const IdVec *loaded, Err *err)
{
    for (size_t i = 0; i < loaded->len; i++)
        if (reaches(move, loaded->ptr[i], file))
            return refuse_cycle(move, file, move->to.path, err);
    return true;
}

/* Changes the other files. *back: the old module must import the symbol. */
static bool change_importers(Move *move, const IdVec *loaded, bool left, bool *back, Err *err)
{
    *back = move_is_used_in(move, move->from.id) || is_noted(move) || python_is_reached(move);
    for (size_t f = 0; f < move->uses->files.len; f++) {
        const RenameFile *file = &move->uses->files.ptr[f];
        if (file->id == move->from.id || file->id == move->to.id || !file->is_code)
            continue;
        Str after = changed_file(move, (uint32_t)f, back);
        MoveLoad load = load_of(move, file->id, left);
        if (!str_equal(after, file->text) &&
            (!check_cycle(move, file->id, loaded, err) || !move_check_loads(move, &load, err)))
            return false;
        move_edit(move, EDIT_CHANGED, move->uses->catalog->files.ptr[file->id].path, file->text,
                  after);
    }
    for (size_t i = 0; i < move->uses->places.len; i++) {
        const RenamePlace *place = &move->uses->places.ptr[i];
        *back |= place->verdict <= RENAME_AMBIGUOUS && place->site.where == NAME_IN_STRING;
    }
    if (*back && !check_cycle(move, move->from.id, loaded, err))
        return false;
    bool newly = *back && move->to.id != FILE_NOWHERE && !reaches(move, move->from.id, move->to.id);
    return move_check_loads(move, &(MoveLoad){.path = move->from.path, .newly = newly}, err);
}

/* Whether a bracket is that of a call of the library which makes a value and does nothing else. */
static bool is_plain_call(Str text, size_t bracket)
{
    static const char plain[] = "re.compile frozenset Decimal decimal.Decimal object Path "
                                "pathlib.Path TypeVar typing.TypeVar set dict tuple list bytes";
    size_t start = bracket;
    while (start && (byte_is_word(text.ptr[start - 1]) || text.ptr[start - 1] == '.'))
        start--;
    return start == bracket || name_is_listed(plain, str_slice(text, start, bracket));
}

/* Whether it is a variable whose value calls and changes nothing of the tree. */
static bool is_plain_value(const Move *move)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str text = str_slice(move->from.before, symbol->start, symbol->end);
    bool value = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT;
    for (size_t i = 0; value && i < text.len; i++)
        value = text.ptr[i] != ';' && (text.ptr[i] != '(' || is_plain_call(text, i));
    return value && !move_word(move, STR("lambda")) && !move_word(move, STR("for"));
}

/* Whether the head of the function, which runs when its module is loaded, has the word. */
static bool is_in_head(const Move *move, Str word)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str head = str_slice(move->from.before, move->code, symbol->body);
    return lang_has_name(move->from.outline.language, head, word);
}

/* Imports what the function uses of the old module where it runs, so that the modules do not load
   each other. False: the head needs it. */
static bool import_within(Move *move)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Arena *arena = move->uses->request->arena;
    Str before = move->from.before;
    size_t at = symbol->body, line = at;
    while (line && byte_in(before.ptr[line - 1], " \t"))
        line--;
    if (symbol->kind != SYMBOL_FUNCTION || !symbol->body || !line || before.ptr[line - 1] != '\n' ||
        move_runs_at(move, &move->from) || str_find(before, STR("__main__")) != STR_NONE)
        return false;
    Str indent = str_slice(before, line, at), rest = str_from_offset(before, at);
    for (size_t i = 0; i < 2; i++) {
        Str quotes = i ? STR("'''") : STR("\"\"\"");
        size_t end =
            str_starts(rest, quotes) ? str_find(str_from_offset(rest, 3), quotes) : STR_NONE;
        if (end != STR_NONE)
            line = line_end(before, at + end + 6);
    }
    Buf out = buf_open(arena, 0);
    buf_put(&out, str_slice(before, move->start, line));
    for (size_t i = 0; i < move->words.len; i++) {
        Str word = move->words.ptr[i].text;
        if (move_left_behind(move, &move->words.ptr[i]) == SYMBOL_NOWHERE)
            continue;
        if (is_in_head(move, word))
            return false;
        buf_put(&out, indent);
        put_import(&out, module_of(move, move->from.path), word, (Str){0});
    }
    buf_put(&out, str_slice(before, line, move->end));
    move->changed = buf_str(&out);
    return line < move->end;
}

static bool check(const Move *move, Err *err)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    Str init = STR("__init__.py");
    if (symbol->kind != SYMBOL_FUNCTION && symbol->kind != SYMBOL_CLASS && !is_plain_value(move))
        return move_refuse(err, "only functions, classes and plain values can be");
    if (!str_equal(path_directory(move->from.path), path_directory(move->to.path)) ||
        str_equal(path_base(move->from.path), init) || str_equal(path_base(move->to.path), init))
        return move_refuse(err, "both must be modules of one directory, and not __init__.py");
    if (move->code && move->from.before.ptr[move->code - 1] != '\n')
        return move_refuse(err, "it is declared under a condition");
    for (size_t i = 0; i < move->uses->family.len; i++) {
        SymbolPlace place = catalog_place(move->uses->catalog, move->uses->family.ptr[i]);
        if (place.file == move->from.id && place.index != move->index + 1)
            return move_refuse(err, "it is declared more than once");
    }
    for (size_t i = 0; i < move->uses->places.len; i++)
        if (move->to.id != FILE_NOWHERE && move->uses->places.ptr[i].verdict <= RENAME_AMBIGUOUS &&
            move->uses->files.ptr[move->uses->places.ptr[i].file].id == move->to.id)
            return move_refuse(err, "'%.*s' uses it, and would import and declare it",
                               STR_ARG(move->to.path));
    return python_check_text(move, err) && python_check_asked(move, err) &&
           check_names(move, err) && python_check_binds(move, err) &&
           python_check_replaced(move, err);
}

bool move_python(Move *move, Err *err)
{
    Arena *arena = move->uses->request->arena;
    Buf needs = buf_open(arena, 0), back = buf_open(arena, 0);
    bool fresh = move->to.id == FILE_NOWHERE && !move->to.before.len, used = false;
    size_t left;
    IdVec loaded = {0};
    python_read_annotations(move);
    if (!check(move, err) || !copy_imports(move, &needs, &loaded, err))
        return false;
    Buf imported = needs;
    import_left(move, &needs, &left);
    if (!change_importers(move, &loaded, left, &used, err))
        return false;
    bool to_old = !fresh && reaches(move, move->to.id, move->from.id);
    bool loops = used || (!fresh && reaches(move, move->from.id, move->to.id));
    if (left && loops && !to_old && import_within(move)) {
        needs = imported;
        left = 0;
    }
    if (used && (to_old || left))
        return move_refuse(err, "'%.*s' and '%.*s' would import each other",
                           STR_ARG(move->from.path), STR_ARG(move->to.path));
    if (left && !fresh && reaches(move, move->from.id, move->to.id))
        return move_refuse(err, "'%.*s' imports '%.*s' already", STR_ARG(move->from.path),
                           STR_ARG(move->to.path));
    size_t place = after_imports(&move->to, move->to.before.len);
    bool apart = !move->to.outline.imports.len &&
                 !str_starts(str_from_offset(move->to.before, place), STR("\n"));
    if (needs.len && apart)
        buf_put(&needs, STR("\n"));
    Str after = move_target(move, place, buf_str(&needs));
    Str rest = move_rest(move);
    if (used) {
        put_import(&back, module_of(move, move->to.path), move->uses->old, (Str){0});
        size_t at = after_imports(&move->from, move->start);
        if (!move->from.outline.imports.len && !str_starts(str_from_offset(rest, at), STR("\n")))
            buf_put(&back, STR("\n\n"));
        rest = str_join(arena, str_slice(rest, 0, at),
                        str_join(arena, buf_str(&back), str_from_offset(rest, at)));
        move_note(move, str_format(arena, "%.*s imports it from there", STR_ARG(move->from.path)));
    }
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, rest);
    move_edit(move, fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path, move->to.before, after);
    return true;
}
