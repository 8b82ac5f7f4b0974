/* Resolving by name, for languages whose scopes and types are not followed to the end. An edge is
   likely when the receiver names the module or type that has the function, or when the caller's
   file imports the function's file. It is likely, too, when functions are visible everywhere and
   the repository has only one of that name. Without such evidence an edge is ambiguous even if the
   name is unique, since the call may leave the repository. */
#include "index/resolve/by_name.h"

#include "base/path.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/fold_case.h"
#include "index/resolve/home.h"
#include "index/resolve/includes.h"
#include "index/resolve/name_path.h"
#include "index/resolve/namespaces.h"
#include "index/resolve/targets.h"
#include "index/resolve/test_code.h"

/* ---- candidates ---- */

bool resolve_is_kin(const Resolver *resolver, uint32_t file, uint32_t other)
{
    const CatalogFile *files = resolver->catalog->files.ptr;
    return rules_are_kin(files[file].language, files[other].language);
}

static bool is_alike(const Resolver *resolver, uint32_t file, const Scope *scope)
{
    const Language *language = resolver->catalog->files.ptr[file].language;
    const Language *own = resolver->catalog->files.ptr[scope->file].language;
    return language == own ||
           (resolver->rules[file]->family && scope->rules->family &&
            str_equal(str_from(resolver->rules[file]->family), str_from(scope->rules->family)));
}

/* Whether a symbol is declared in a function, and so visible only there. */
static bool is_inner(const Resolver *resolver, uint32_t symbol)
{
    uint32_t home = home_of(resolver, symbol);
    return home < HOME_GLOBAL && catalog_place(resolver->catalog, home).index &&
           !finds_fits(resolver_kind(resolver, home), FIND_SCOPES);
}

typedef struct Wanted {
    Str path;      /* the receiver: `Enum`, `Foo::Bar` */
    uint32_t file; /* the file that an import alias names */
    bool folds;    /* compare the path without case */
    uint32_t at;   /* the place of the reference */
} Wanted;

typedef bool (*Accepts)(Scope *scope, uint32_t symbol, const Wanted *wanted);

static bool accepts_all(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    (void)scope, (void)symbol, (void)wanted;
    return true;
}

static void add_namesakes(Scope *scope, uint32_t name, Accepts accepts, const Wanted *wanted,
                          Finds *finds)
{
    Resolver *resolver = scope->resolver;
    IdSpan all = catalog_named(scope->catalog, name);
    finds->too_many = finds->too_many || all.len > RESOLVE_NAMESAKES_MAX;
    for (size_t i = 0; i < all.len && !finds->too_many; i++) {
        uint32_t symbol = all.ptr[i], file = resolver_file_of(resolver, symbol);
        if (!finds_fits(resolver_kind(resolver, symbol), FIND_CALLABLES) ||
            !is_alike(resolver, file, scope) || is_inner(resolver, symbol) ||
            test_code_is_hidden(resolver, scope->file, symbol) || !accepts(scope, symbol, wanted))
            continue;
        finds->too_many = finds->len == FINDS_MAX;
        if (!finds->too_many)
            finds->ids[finds->len++] = symbol;
    }
}

static void find_namesakes(Scope *scope, uint32_t name, Accepts accepts, const Wanted *wanted,
                           Finds *finds)
{
    *finds = (Finds){0};
    for (name = fold_case_name(scope->resolver, scope->file, name); name;
         name = fold_case_next(scope->resolver, name))
        add_namesakes(scope, name, accepts, wanted, finds);
}

static bool narrow(Scope *scope, Finds *finds, Accepts accepts, const Wanted *wanted)
{
    uint32_t kept[FINDS_MAX], count = 0;
    for (uint32_t i = 0; i < finds->len; i++)
        if (accepts(scope, finds->ids[i], wanted))
            kept[count++] = finds->ids[i];
    if (count)
        memcpy(finds->ids, kept, count * sizeof *kept);
    finds->len = count ? count : finds->len;
    return count > 0;
}

/* ---- evidence ---- */

/* Whether `end` is the path or its last parts: `a.b` of `x.a.b`. */
static bool ends_path(Str path, Str end, bool folds)
{
    Str last = str_from_offset(path, path.len - MIN(end.len, path.len));
    return end.len && (folds ? str_equal_nocase(last, end) : str_equal(last, end)) &&
           (path.len == end.len || name_path_is_joint(path.ptr[path.len - end.len - 1]));
}

static bool is_same_path(Str a, Str b, bool folds)
{
    return ends_path(a, b, folds) || ends_path(b, a, folds);
}

static Str file_stem(Str path)
{
    Str base = path_base(path);
    return str_slice(base, 0, MIN(str_find_byte(base, '.'), base.len));
}

/* Whether the path's last part names the file: OCaml's module `Ctype` is ctype.ml. */
static bool names_file(Str path, Str stem, bool folds)
{
    Str last = name_path_last(path);
    if (folds)
        return last.len && str_equal_nocase(last, stem);
    return last.len && last.len == stem.len && (last.ptr[0] | 0x20) == (stem.ptr[0] | 0x20) &&
           str_equal(str_from_offset(last, 1), str_from_offset(stem, 1));
}

static Str without_last(Str path)
{
    size_t len = path.len - name_path_last(path).len;
    while (len && name_path_is_joint(path.ptr[len - 1]))
        len--;
    return str_slice(path, 0, len);
}

/* Whether the receiver names the home and, as far as it has more parts, the homes around it:
   `A::Base` is not a type Base in B. */
static bool names_home(Scope *scope, uint32_t home, const Wanted *wanted)
{
    Str path = wanted->path;
    while (path.len && home < HOME_GLOBAL && catalog_place(scope->catalog, home).index) {
        Str name = catalog_name(scope->catalog, resolver_entry(scope->resolver, home)->name);
        if (!is_same_path(name, path, wanted->folds))
            return false;
        for (; name.len; name = without_last(name))
            path = without_last(path);
        home = home_of(scope->resolver, home);
    }
    return true;
}

static bool is_of_receiver(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    Resolver *resolver = scope->resolver;
    const CatalogFile *file = &scope->catalog->files.ptr[resolver_file_of(resolver, symbol)];
    uint32_t home = home_of(resolver, symbol), owner = resolver_entry(resolver, symbol)->owner;
    if (home < HOME_GLOBAL && catalog_place(scope->catalog, home).index)
        return names_home(scope, home, wanted);
    if (owner && scope->rules->owners_are_schemas)
        return is_same_path(catalog_name(scope->catalog, owner), wanted->path, wanted->folds);
    return is_same_path(catalog_name(scope->catalog, file->package), wanted->path, wanted->folds) ||
           names_file(wanted->path, file_stem(file->path), wanted->folds);
}

/* SQL: the head of a package only declares what its body defines. */
static bool is_defined(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    (void)wanted;
    return resolver_has(scope->resolver, symbol, TRAIT_BODY);
}

/* Whether a symbol can be called without a receiver, in languages where methods cannot. */
static bool is_free(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    (void)wanted;
    return resolver_kind(scope->resolver, symbol) != SYMBOL_METHOD;
}

/* Whether a symbol is neither a field of a table (`function a:f()`), a member of a class instance,
   nor private to another file. */
static bool is_unowned(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    (void)wanted;
    const CatalogFile *file =
        catalog_row(scope->catalog, resolver_file_of(scope->resolver, symbol));
    const Entry *entry = resolver_entry(scope->resolver, symbol);
    bool hidden = entry->modifiers & MODIFIER(PRIVATE) &&
                  resolver_file_of(scope->resolver, symbol) != scope->file;
    bool field = scope->rules->functions_are_global_once_loaded && entry->kind == SYMBOL_METHOD;
    bool owned = entry->owner && !scope->rules->owners_are_schemas;
    return !owned && !hidden && !field && file->entries[entry->parent].kind != SYMBOL_IMPL;
}

/* PHP: whether a function is in the namespace of the place, or in none. A name without a path means
   no other, unless an import brings it. */
static bool is_in_reach(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    return namespaces_is_seen(scope->resolver, wanted->at, symbol);
}

/* Drops candidates that a bare name cannot mean; false if none is left. */
static bool narrow_bare(Scope *scope, Finds *finds, const Wanted *here)
{
    if (scope->rules->imports_hide_namespaces && !narrow(scope, finds, is_in_reach, here))
        return false;
    bool classes =
        scope->rules->bare_names_may_be_members || narrow(scope, finds, is_free, &(Wanted){0});
    bool plain =
        scope->rules->receivers_are_modules || scope->rules->functions_are_global_once_loaded;
    return classes && (!plain || narrow(scope, finds, is_unowned, &(Wanted){0}));
}

static bool is_in_wanted(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    return resolver_file_of(scope->resolver, symbol) == wanted->file;
}

/* Ruby: whether a symbol is a method of a class. Only descendants of that class have it, and the
   caller is known not to be one. */
static bool is_of_class(Scope *scope, uint32_t symbol)
{
    uint32_t home = home_of(scope->resolver, symbol);
    return scope_facts(scope)->classes_can_be_reopened && home < HOME_GLOBAL &&
           resolver_kind(scope->resolver, home) == SYMBOL_CLASS;
}

/* Elixir: whether an import holds at the place. It holds in the module or function that has it. */
static bool is_in_force(const Scope *scope, const ImportLink *link, uint32_t at)
{
    if (!scope->rules->receivers_are_modules)
        return true;
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    uint32_t around = 0, place = at - file->first;
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].start_line <= link->line && link->line <= file->entries[i].end_line)
            around = i;
    while (place && place != around)
        place = file->entries[place].parent;
    return place == around;
}

/* Elixir: whether an import within the function at the place, rather than in its module, brings the
   symbol. */
static bool is_imported_inside(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    const CatalogFile *file = catalog_row(scope->catalog, scope->file);
    const Entry *entry = &file->entries[wanted->at - file->first];
    const ImportLinkVec *links = &file_scope_of(scope->resolver, scope->file)->links;
    for (size_t i = 0; i < links->len && scope->rules->receivers_are_modules; i++) {
        const ImportLink *link = &links->ptr[i];
        Wanted module = {.path = catalog_name(scope->catalog, link->package)};
        if (link->line >= entry->start_line && link->line <= entry->end_line && module.path.len &&
            link->name && is_of_receiver(scope, symbol, &module))
            return true;
    }
    return false;
}

static bool is_imported(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    uint32_t file = resolver_file_of(scope->resolver, symbol);
    const ImportLinkVec *links = &file_scope_of(scope->resolver, scope->file)->links;
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        Wanted module = {.path = catalog_name(scope->catalog, link->package)};
        bool whole =
            module.path.len && str_equal(catalog_name(scope->catalog, link->name), STR("*"));
        if ((link->target == file || (whole && scope->rules->receivers_are_modules &&
                                      is_of_receiver(scope, symbol, &module))) &&
            is_in_force(scope, link, wanted->at))
            return true;
    }
    return scope->rules->members_are_functions && file == scope->file;
}

/* Whether an import of the file, or one of those that this file imports in turn, brings the symbol.
 */
static bool is_reached(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    (void)wanted;
    return rules_see_through_imports(scope->rules) &&
           includes_reach(scope->resolver, scope->file, resolver_file_of(scope->resolver, symbol));
}

/* ---- a call ---- */

/* Sets *file to the file that an import alias of that name leads to; false without such an alias.
 */
static bool find_alias(Scope *scope, Str path, uint32_t *file)
{
    uint32_t alias = names_find(&scope->catalog->names, path);
    const ImportLinkVec *links = &file_scope_of(scope->resolver, scope->file)->links;
    for (size_t i = 0; alias && i < links->len; i++)
        if (links->ptr[i].alias == alias) {
            *file = links->ptr[i].target;
            return true;
        }
    return false;
}

static bool is_path(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && !name_path_is_joint(text.ptr[i]))
            return false;
    return text.len > 0;
}

/* Whether the last part is capitalised: modules and types are in most languages, values hardly
   ever. */
static bool is_capital(Str path)
{
    Str last = name_path_last(path);
    return last.len && last.ptr[0] >= 'A' && last.ptr[0] <= 'Z';
}

static bool is_sought(const Scope *scope, const Reference *reference)
{
    return rules_go_by_name(scope->rules) &&
           (reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE);
}

/* For a name of too many symbols: keeps only those of the module or type that the receiver names.
 */
static void find_in_receiver(Scope *scope, uint32_t name, Str receiver, Finds *finds)
{
    Wanted wanted = {.path = receiver,
                     .file = FILE_NOWHERE,
                     .folds = fold_case_applies(scope->resolver, scope->file)};
    if (!is_path(receiver))
        return;
    Accepts accepts = find_alias(scope, receiver, &wanted.file) ? is_in_wanted : is_of_receiver;
    find_namesakes(scope, name, accepts, &wanted, finds);
}

/* C#: whether a symbol belongs to a type in a namespace, which the place does not use. */
static bool is_unseen(Scope *scope, uint32_t symbol)
{
    uint32_t home = home_of(scope->resolver, symbol);
    return scope->rules->namespaces_have_full_names && scope->rules->imports_are_private &&
           home < HOME_GLOBAL &&
           (resolver_entry(scope->resolver, home)->parent ||
            catalog_row(scope->catalog, resolver_file_of(scope->resolver, home))->package);
}

/* Whether `a.b` names a/b.lua: at least one directory, then the file. */
static bool names_path(Str receiver, Str file)
{
    size_t end = file.len - MIN(file.len, path_base(file).len);
    Str stem = file_stem(file);
    size_t len = end + stem.len;
    if (str_find_byte(receiver, '.') == STR_NONE || receiver.len > len ||
        (receiver.len < len && file.ptr[len - receiver.len - 1] != '/'))
        return false;
    for (size_t i = 0; i < receiver.len; i++) {
        char byte = file.ptr[len - receiver.len + i];
        if (receiver.ptr[i] != byte && (receiver.ptr[i] != '.' || byte != '/'))
            return false;
    }
    return true;
}

/* Lua: whether the call may mean the file of a table's function: the caller's own, one that it
   requires, or one whose path is written. Methods pass, since a variable names their table. */
static bool is_table_known(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    uint32_t file = resolver_file_of(scope->resolver, symbol);
    return file == scope->file || is_imported(scope, symbol, wanted) ||
           resolver_kind(scope->resolver, symbol) == SYMBOL_METHOD ||
           names_path(wanted->path, catalog_row(scope->catalog, file)->path);
}

/* Whether a receiver that names the candidates' home is evidence enough. */
static bool is_sure(Scope *scope, Finds *finds, const Wanted *wanted)
{
    Str first = str_slice(wanted->path, 0, MIN(str_find_byte(wanted->path, '.'), wanted->path.len));
    if (scope->rules->tables_come_by_require)
        return narrow(scope, finds, is_table_known, wanted);
    return !scope->rules->namespaces_have_full_names || first.len == wanted->path.len ||
           is_capital(first);
}

/* Narrows the candidates by the receiver and sets the confidence; false when the receiver excludes
   all of them. */
static bool narrow_by_receiver(Scope *scope, Str receiver, Finds *finds, EdgeConfidence *confidence)
{
    Wanted wanted = {.path = receiver,
                     .file = FILE_NOWHERE,
                     .folds = fold_case_applies(scope->resolver, scope->file)};
    if (!is_path(receiver))
        return !scope->rules->receivers_are_modules;
    *confidence = EDGE_LIKELY;
    if (find_alias(scope, receiver, &wanted.file))
        return wanted.file != FILE_NOWHERE && narrow(scope, finds, is_in_wanted, &wanted);
    if (narrow(scope, finds, is_of_receiver, &wanted) && is_sure(scope, finds, &wanted)) {
        bool lone = name_path_last(receiver).len == receiver.len;
        *confidence = lone && is_unseen(scope, *finds->ids) ? EDGE_AMBIGUOUS : EDGE_LIKELY;
        return true;
    }
    *confidence = EDGE_AMBIGUOUS;
    return !scope->rules->receivers_are_modules && !is_capital(receiver);
}

/* ---- modules by their full names ---- */

/* The full name of the module that declares a symbol: `App.Core`. */
static Str module_of(Scope *scope, uint32_t symbol)
{
    SymbolPlace place = catalog_place(scope->catalog, symbol);
    const CatalogFile *file = catalog_row(scope->catalog, place.file);
    Str full = {0};
    for (uint32_t i = place.index; i; i = file->entries[i].parent) {
        SymbolKind kind = (SymbolKind)file->entries[i].kind;
        if (kind != SYMBOL_MODULE && kind != SYMBOL_INTERFACE)
            continue;
        const Str parts[] = {catalog_name(scope->catalog, file->entries[i].name),
                             full.len ? STR(".") : (Str){0}, full};
        full = str_join_all(scope->arena, parts, COUNT(parts));
    }
    return full;
}

/* `__MODULE__.Core` with the name of the module around the place. */
static Str with_module(Scope *scope, uint32_t at, Str path)
{
    static const char word[] = "__MODULE__";
    if (!str_starts(path, str_from(word)))
        return path;
    return str_join(scope->arena, module_of(scope, at), str_from_offset(path, strlen(word)));
}

/* The alias of the first part of the path that holds at the place: the last one before it. */
static const ImportLink *find_module_alias(Scope *scope, uint32_t at, uint32_t line, Str first)
{
    const ImportLinkVec *links = &file_scope_of(scope->resolver, scope->file)->links;
    const ImportLink *found = NULL;
    for (size_t i = 0; i < links->len; i++) {
        const ImportLink *link = &links->ptr[i];
        Str alias = catalog_name(scope->catalog, link->alias);
        Str own = name_path_last(catalog_name(scope->catalog, link->package));
        bool named = alias.len ? str_equal(alias, first) : !link->name && str_equal(own, first);
        if (named && link->line <= line && is_in_force(scope, link, at) &&
            (!found || link->line >= found->line))
            found = link;
    }
    return found;
}

/* Elixir: the full name of the module that a receiver means: by an alias, or as it is written. */
static Str module_meant(Scope *scope, const Reference *reference)
{
    uint32_t at = scope_symbol(scope, reference);
    Str path = with_module(scope, at, reference->receiver);
    if (str_starts(path, STR("Elixir.")))
        return str_from_offset(path, strlen("Elixir."));
    if (path.ptr != reference->receiver.ptr)
        return path;
    Str first = str_slice(path, 0, MIN(str_find_byte(path, '.'), path.len));
    const ImportLink *link = find_module_alias(scope, at, reference->line, first);
    if (!link)
        return path;
    Str package = with_module(scope, at, catalog_name(scope->catalog, link->package));
    return str_join(scope->arena, package, str_from_offset(path, first.len));
}

static bool is_in_module(Scope *scope, uint32_t symbol, const Wanted *wanted)
{
    return str_equal(module_of(scope, symbol), wanted->path);
}

/* Keeps those of the module that the receiver means, if it has any. */
static bool narrow_by_module(Scope *scope, const Reference *reference, Finds *finds)
{
    if (!scope->rules->receivers_are_modules || !is_capital(reference->receiver))
        return false;
    const Wanted wanted = {.path = module_meant(scope, reference)};
    return narrow(scope, finds, is_in_module, &wanted);
}

/* The path of an import, extended by the names that the receiver has after the import's last name:
   `A.B` and `B.C` give `A.B.C`. */
static Str module_path(Scope *scope, Str receiver, uint32_t package)
{
    Str path = catalog_name(scope->catalog, package);
    size_t joint = str_find_byte(receiver, '.');
    const Str parts[] = {path, str_from_offset(receiver, MIN(joint, receiver.len))};
    bool longer = joint != STR_NONE && is_path(receiver) && !is_same_path(path, receiver, false);
    return longer ? str_join_all(scope->arena, parts, COUNT(parts)) : path;
}

/* Elixir: a call of a function that an import within the same function brings. */
static bool add_imported_inside(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    const Wanted here = {.at = scope_symbol(scope, reference)};
    if (!scope->rules->receivers_are_modules || reference->receiver.len)
        return false;
    find_namesakes(scope, names_find(&scope->catalog->names, reference->name), accepts_all, NULL,
                   &finds);
    targets_keep_arity(scope, reference, &finds);
    if (finds.too_many || !narrow(scope, &finds, is_imported_inside, &here))
        return false;
    scope->step = EDGE_STEP_IMPORT;
    targets_list(scope, reference, &finds, EDGE_LIKELY);
    return true;
}

/* An import that leads to no file may still name a module or type of the repository: Elixir's
   `alias A.B`. */
bool by_name_resolve_import(Scope *scope, const Reference *reference, uint32_t package)
{
    Finds finds = {0};
    Wanted wanted = {.path = with_module(scope, scope_symbol(scope, reference),
                                         module_path(scope, reference->receiver, package))};
    if (!is_sought(scope, reference) || !package)
        return false;
    if (add_imported_inside(scope, reference))
        return true;
    find_namesakes(scope, names_find(&scope->catalog->names, reference->name), is_of_receiver,
                   &wanted, &finds);
    targets_keep_arity(scope, reference, &finds);
    if (finds.too_many || !finds.len)
        return false;
    narrow_by_module(scope, reference, &finds);
    scope->step = EDGE_STEP_IMPORT;
    targets_list(scope, reference, &finds, EDGE_LIKELY);
    return true;
}

/* A symbol that is declared by its whole path: `class A::B` in Ruby, `sub A::f` in Perl. */
static bool resolve_whole(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    const Str parts[] = {reference->receiver, STR("::"), reference->name};
    bool named = reference->flags & REFERENCE_NEW || reference->kind == REFERENCE_CALL;
    if (!named || !is_path(reference->receiver))
        return false;
    Str whole = str_join_all(scope->arena, parts, COUNT(parts));
    find_namesakes(scope, names_find(&scope->catalog->names, whole), accepts_all, NULL, &finds);
    if (!finds.len || finds.too_many)
        return false;
    scope->step = EDGE_STEP_BY_NAME;
    targets_list(scope, reference, &finds, EDGE_LIKELY);
    return true;
}

void by_name_resolve(Scope *scope, const Reference *reference)
{
    Finds finds = {0};
    const Wanted here = {.at = scope_symbol(scope, reference)};
    EdgeConfidence confidence = EDGE_AMBIGUOUS;
    if (!is_sought(scope, reference) || resolve_whole(scope, reference))
        return;
    uint32_t name = names_find(&scope->catalog->names, reference->name);
    find_namesakes(scope, name, accepts_all, NULL, &finds);
    if (finds.too_many && is_capital(reference->receiver))
        find_in_receiver(scope, name, reference->receiver, &finds);
    targets_keep_arity(scope, reference, &finds);
    if (finds.too_many || !finds.len)
        return;
    if (narrow_by_module(scope, reference, &finds)) {
        confidence = EDGE_LIKELY;
    } else if (reference->receiver.len) {
        if (!narrow_by_receiver(scope, reference->receiver, &finds, &confidence))
            return;
    } else if (!narrow_bare(scope, &finds, &here)) {
        return;
    } else if (narrow(scope, &finds, is_imported_inside, &here) ||
               narrow(scope, &finds, is_imported, &here) ||
               narrow(scope, &finds, is_reached, &here)) {
        confidence = is_of_class(scope, *finds.ids) ? EDGE_AMBIGUOUS : EDGE_LIKELY;
    } else if (scope->rules->functions_are_global_once_loaded && finds.len == 1 &&
               reference->kind == REFERENCE_CALL &&
               !rules_list_has(scope->rules->library_names, reference->name)) {
        confidence = EDGE_LIKELY;
    }
    if (scope->rules->owners_are_schemas)
        narrow(scope, &finds, is_defined, &here);
    bool guess = confidence == EDGE_AMBIGUOUS;
    if (guess && (reference->kind != REFERENCE_CALL ||
                  rules_list_has(scope->rules->library_names, reference->name)))
        return;
    scope->step = EDGE_STEP_BY_NAME;
    targets_list(scope, reference, &finds, confidence);
}
