/* Go: files of one package share their scope, so only imports differ. An import that is not used is
   an error, so what the old file needs no more is removed there. */
#include "refactor/move.h"

#include "languages_rename.h"

#include "base/path.h"
#include "text/lines.h"

static bool is_constrained(Str path, Str text)
{
    static const char systems[] =
        "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 "
        "solaris wasip1 windows zos unix 386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips "
        "mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x "
        "sparc sparc64 wasm";
    Str base = path_base(path);
    Str stem = str_slice(base, 0, base.len - MIN(base.len, (size_t)3));
    if (str_ends(stem, STR("_test")))
        stem = str_slice(stem, 0, stem.len - strlen("_test"));
    size_t mark = str_find_last_byte(stem, '_');
    size_t package = str_find(text, STR("\npackage "));
    Str head = str_slice(text, 0, package == STR_NONE ? 0 : package);
    return (mark != STR_NONE && name_is_listed(systems, str_from_offset(stem, mark + 1))) ||
           str_find(head, STR("//go:build")) != STR_NONE ||
           str_find(head, STR("// +build")) != STR_NONE ||
           str_find(text, STR("\nimport \"C\"")) != STR_NONE;
}

/* The name by which code uses an import; of a path that ends in a version, the part before it. */
static Str qualifier_of(const Import *import)
{
    for (size_t i = 0; i < import->bindings.len; i++)
        if (import->bindings.ptr[i].alias.len)
            return import->bindings.ptr[i].alias;
    Str last = path_base(import->name);
    bool version = last.len > 1 && last.ptr[0] == 'v' && byte_is_digit(last.ptr[1]);
    return version ? path_base(path_directory(import->name)) : last;
}

static const Import *find_import(const Outline *outline, Str path)
{
    for (size_t i = 0; i < outline->imports.len; i++)
        if (str_equal(outline->imports.ptr[i].name, path))
            return &outline->imports.ptr[i];
    return NULL;
}

/* The import's line without what is around it: `alias "path"`. */
static Str spec_of(const Move *move, const Import *import)
{
    Str text = str_trim(str_slice(move->from.before, import->start, import->end));
    size_t open = str_find(text, STR("import "));
    return open == 0 ? str_trim(str_from_offset(text, sizeof "import")) : text;
}

/* Whether a variable or a parameter of the name hides the package at a place. */
static bool is_hidden_at(const Move *move, const NameSiteVec *sites, const NameSite *place)
{
    const SymbolVec *symbols = &move->from.outline.symbols;
    for (size_t i = 0; i < sites->len; i++) {
        const NameSite *binder = &sites->ptr[i];
        if (!rename_node_is(move->uses->facts->binds, binder))
            continue;
        uint32_t from = MAX(binder->start, binder->until), to = binder->scope_end;
        for (size_t k = 0; k < symbols->len && !to; k++) { /* a parameter: the whole function */
            const Symbol *symbol = &symbols->ptr[k];
            if (symbol_is_function(symbol->kind) && symbol->start <= binder->start &&
                binder->start < symbol->end) {
                from = symbol->start;
                to = symbol->end;
            }
        }
        if (from <= place->start && place->start < to)
            return true;
    }
    return false;
}

/* Whether the code that is moved, or else the rest, uses a package. */
static bool uses_package(const Move *move, Str name, bool moved)
{
    Arena *arena = move->uses->request->arena;
    NameSiteVec sites = {0};
    NameQuery query = {.language = move->from.outline.language,
                       .text = move->from.before,
                       .name = name,
                       .hints = rename_hints(move->uses->facts)};
    if (!lang_name_sites(arena, *move->uses->request->scratch, &query, &sites))
        return true;
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        bool inside = move->start <= site->start && site->start < move->end;
        if (inside == moved && site->where == NAME_IN_CODE && site->next == '.' &&
            site->access == ACCESS_NONE && !is_hidden_at(move, &sites, site))
            return true;
    }
    return false;
}

static bool needs(const Move *move, const Import *import)
{
    return uses_package(move, qualifier_of(import), true);
}

/* Whether the moved code has a word that a package's name would be hidden by. */
static bool has_word(const Move *move, Str word)
{
    return move_word(move, word) != NULL;
}

/* Names a package in the moved code as the other file does. */
static bool use_alias(Move *move, Str old, Str alias, Err *err)
{
    Arena *arena = move->uses->request->arena;
    NameSiteVec sites = {0};
    NameQuery query = {.language = move->from.outline.language,
                       .text = move->from.before,
                       .name = old,
                       .hints = rename_hints(move->uses->facts)};
    bool plain = byte_is_word(alias.ptr[0]) && !str_equal(alias, STR("_")) && !move->changed.len;
    if (!plain || has_word(move, alias) ||
        !lang_name_sites(arena, *move->uses->request->scratch, &query, &sites))
        return move_refuse(err, "'%.*s' imports '%.*s' under another name", STR_ARG(move->to.path),
                           STR_ARG(old));
    Buf out = buf_open(arena, 0);
    size_t at = move->start;
    for (size_t i = 0; i < sites.len; i++) {
        const NameSite *site = &sites.ptr[i];
        if (site->start < at || site->start >= move->end || site->where != NAME_IN_CODE ||
            site->next != '.' || site->access != ACCESS_NONE || is_hidden_at(move, &sites, site))
            continue;
        buf_put(&out, str_slice(move->from.before, at, site->start));
        buf_put(&out, alias);
        at = site->start + old.len;
    }
    buf_put(&out, str_slice(move->from.before, at, move->end));
    move->changed = buf_str(&out);
    return true;
}

/* Adds to *lines the specs that the other file lacks. */
static bool add_imports(Move *move, Buf *lines, Err *err)
{
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        Str qualifier = qualifier_of(import);
        bool scope = import->bindings.len && str_equal(import->bindings.ptr[0].name, STR("*"));
        if (scope || str_equal(qualifier, STR(".")) || str_equal(import->name, STR("C")))
            return move_refuse(err, "the file imports \"%.*s\" into its own scope",
                               STR_ARG(import->name));
        const Import *there = find_import(&move->to.outline, import->name);
        if (!needs(move, import))
            continue;
        if (there && !str_equal(qualifier_of(there), qualifier) &&
            !use_alias(move, qualifier, qualifier_of(there), err))
            return false;
        for (size_t k = 0; !there && k < move->to.outline.imports.len; k++)
            if (str_equal(qualifier_of(&move->to.outline.imports.ptr[k]), qualifier))
                return move_refuse(err, "'%.*s' means something else in '%.*s'", STR_ARG(qualifier),
                                   STR_ARG(move->to.path));
        if (!there)
            buf_printf(lines, "\t%.*s\n", STR_ARG(spec_of(move, import)));
    }
    return true;
}

/* Whether every name with a dot after it that is no local value is an import of the file. */
static bool knows_all(const Move *move, Err *err)
{
    for (size_t i = 0; i < move->from.outline.imports.len; i++) {
        const Import *import = &move->from.outline.imports.ptr[i];
        Str last = path_base(import->name);
        bool plain = true;
        for (size_t k = 0; k < last.len; k++)
            plain &= byte_is_word(last.ptr[k]);
        bool version = last.len > 1 && last.ptr[0] == 'v' && byte_is_digit(last.ptr[1]);
        bool named = import->bindings.len && import->bindings.ptr[0].alias.len;
        if ((!plain || version) && !named)
            return move_refuse(err,
                               "the package name of \"%.*s\" is not known: name it in the import",
                               STR_ARG(import->name));
    }
    return true;
}

static size_t line_end(Str text, size_t at)
{
    while (at < text.len && text.ptr[at] != '\n')
        at++;
    return at + (at < text.len);
}

/* The offset of the line after the package clause. */
static size_t after_package(Str text)
{
    size_t at = str_starts(text, STR("package ")) ? 0 : str_find(text, STR("\npackage "));
    return at == STR_NONE ? 0 : line_end(text, at + 1);
}

/* The source without the moved text and without imports that only that used. */
static Str rest_of(const Move *move)
{
    Arena *arena = move->uses->request->arena;
    Str rest = move_rest(move);
    for (size_t i = move->from.outline.imports.len; i-- > 0;) {
        const Import *import = &move->from.outline.imports.ptr[i];
        bool used = str_equal(qualifier_of(import), STR("_")) ||
                    uses_package(move, qualifier_of(import), false);
        if (used || !needs(move, import) || import->start >= move->start)
            continue;
        size_t start = lines_start_at(rest, import->start), end = line_end(rest, import->end);
        rest = str_join(arena, str_slice(rest, 0, start), str_from_offset(rest, end));
    }
    return rest;
}

/* Whether the value of a variable calls something of its package: these values are set in the order
   of files, too. */
static bool calls_own(const Move *move)
{
    const Symbol *symbol = &move->from.outline.symbols.ptr[move->index];
    const ReferenceVec *references = &move->from.outline.references;
    for (size_t i = 0; symbol->kind == SYMBOL_VARIABLE && i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        const MoveWord *word = reference->receiver.len ? NULL : move_word(move, reference->name);
        if (reference->kind == REFERENCE_CALL && reference->start >= move->code &&
            reference->start < move->end && word && word->symbols.len)
            return true;
    }
    return false;
}

/* Refuses what is more than a declaration of its own. */
static bool check_declaration(const Move *move, Err *err)
{
    static const char *const keywords[] = {"func ", "func(", "type ", "var ", "const "};
    static const char *const directives[] = {"//go:embed", "//go:linkname", "//export "};
    Str text = str_slice(move->from.before, move->code, move->end);
    bool alone = false;
    for (size_t i = 0; i < COUNT(keywords); i++)
        alone |= str_starts(text, str_from(keywords[i]));
    if (!alone)
        return move_refuse(err, "it is declared in a group with others");
    if (str_equal(move->uses->old, STR("init")))
        return move_refuse(err, "functions `init` run in the order of their files");
    if (calls_own(move))
        return move_refuse(err, "its value is computed by the package, in the order of the files");
    for (size_t i = 0; i < COUNT(directives); i++)
        if (str_find(move_text(move), str_from(directives[i])) != STR_NONE)
            return move_refuse(err, "its directive %s depends on the file", directives[i]);
    return true;
}

bool move_go(Move *move, Err *err)
{
    Arena *arena = move->uses->request->arena;
    Str package = move->from.outline.package;
    bool fresh = move->to.id == FILE_NOWHERE && !move->to.before.len;
    bool test = str_ends(move->from.path, STR("_test.go"));
    if (!str_equal(path_directory(move->from.path), path_directory(move->to.path)))
        return move_refuse(err,
                           "'%.*s' is another package; names that are not exported would be "
                           "out of reach",
                           STR_ARG(move->to.path));
    if (!fresh && !str_equal(package, move->to.outline.package))
        return move_refuse(err, "'%.*s' is of package %.*s", STR_ARG(move->to.path),
                           STR_ARG(move->to.outline.package));
    if (test != str_ends(move->to.path, STR("_test.go")))
        return move_refuse(err, "only one of the files is a test");
    if (is_constrained(move->from.path, move->from.before) ||
        is_constrained(move->to.path, move->to.before))
        return move_refuse(err, "one of the files is not part of every build");
    if (!check_declaration(move, err) || !knows_all(move, err))
        return false;
    Buf lines = buf_open(arena, 0), inserted = buf_open(arena, 0);
    if (!add_imports(move, &lines, err))
        return false;
    if (fresh)
        move->to.before = str_format(arena, "package %.*s\n", STR_ARG(package));
    size_t block = str_find(move->to.before, STR("\nimport (\n"));
    size_t at = block == STR_NONE ? after_package(move->to.before) : block + sizeof "\nimport (";
    if (lines.len)
        buf_printf(&inserted, block == STR_NONE ? "\nimport (\n%.*s)\n" : "%.*s",
                   STR_ARG(buf_str(&lines)));
    Str after = move_target(move, at, buf_str(&inserted));
    move_edit(move, EDIT_CHANGED, move->from.path, move->from.before, rest_of(move));
    move_edit(move, fresh ? EDIT_CREATED : EDIT_CHANGED, move->to.path,
              fresh ? (Str){0} : move->to.before, after);
    return true;
}
