/* Modules of Elixir have full names, which code shortens by aliases. An alias or an import holds in
   the module or function that has it, from its line on. */
#include "languages_calls.h"

#include "index/resolve/attempt.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"

/* Modules within each other, and aliases of aliases. */
#define NESTED_MAX 16

static bool is_module(SymbolKind kind)
{
    return kind == SYMBOL_MODULE || kind == SYMBOL_INTERFACE;
}

/* The entry of the innermost module around an entry; 0: none. */
static uint32_t module_around(const CatalogFile *file, uint32_t index)
{
    while (index && !is_module((SymbolKind)file->entries[index].kind) &&
           file->entries[index].kind != SYMBOL_IMPL)
        index = file->entries[index].parent;
    return index;
}

/* `App.Core` of a module Core in a module App. */
static Str full_name(const Attempt *attempt, const CatalogFile *file, uint32_t index)
{
    Str name = {0};
    for (uint32_t step = 0; index && step < NESTED_MAX; step++) {
        const Str parts[] = {catalog_name(attempt->scope->catalog, file->entries[index].name),
                             name.len ? STR(".") : (Str){0}, name};
        name = str_join_all(attempt->scope->arena, parts, COUNT(parts));
        index = module_around(file, file->entries[index].parent);
    }
    return name;
}

/* Adds the modules of that full name: each end of it may be the name that a declaration writes. */
static void find_modules(const Attempt *attempt, Str full, Finds *finds)
{
    Catalog *catalog = attempt->scope->catalog;
    for (Str end = full; end.len; end = str_from_offset(end, str_find_byte(end, '.') + 1)) {
        uint32_t name = names_find(&catalog->names, end);
        IdSpan all = name ? catalog_named(catalog, name) : (IdSpan){0};
        for (size_t i = 0; i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
            SymbolPlace place = catalog_place(catalog, all.ptr[i]);
            const CatalogFile *file = catalog_row(catalog, place.file);
            if (is_module(resolver_kind(attempt->resolver, all.ptr[i])) &&
                file->language == catalog_row(catalog, attempt->scope->file)->language &&
                str_equal(full_name(attempt, file, place.index), full))
                finds_add_once(finds, all.ptr[i]);
        }
        if (str_find_byte(end, '.') == STR_NONE)
            return;
    }
}

/* Whether a statement holds at the place: its module or function is around it. */
static bool is_in_force(const Attempt *attempt, uint32_t line)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    const ImportLink link = {.line = line};
    return line <= attempt->reference->line &&
           file_scope_contains(file, attempt->reference->symbol, &link);
}

static Str first_part(Str path)
{
    return str_slice(path, 0, MIN(str_find_byte(path, '.'), path.len));
}

static Str join(const Attempt *attempt, Str module, Str rest)
{
    const Str parts[] = {module, rest};
    return str_join_all(attempt->scope->arena, parts, COUNT(parts));
}

/* `__MODULE__.Core`: the module around the place. */
static Str with_own(const Attempt *attempt, Str path)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    Str first = first_part(path);
    if (!str_equal(first, STR("__MODULE__")))
        return path;
    Str own = full_name(attempt, file, module_around(file, attempt->reference->symbol));
    return join(attempt, own, str_from_offset(path, first.len));
}

/* The module that an alias gives the name, or empty: `alias A.B`, `alias A.B, as: C`,
   `alias A.{B, C}`. */
static Str aliased(const Attempt *attempt, const Import *import, Str name)
{
    size_t group = str_find(import->name, STR(".{"));
    Str path = str_slice(import->name, 0, MIN(group, import->name.len));
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        if (!str_equal(binding->alias, name))
            continue;
        const Str parts[] = {path, binding->name.len ? STR(".") : (Str){0}, binding->name};
        return str_join_all(attempt->scope->arena, parts, COUNT(parts));
    }
    Str last = str_from_offset(path, str_find_last_byte(path, '.') + 1);
    bool plain = !import->bindings.len && group == STR_NONE;
    return plain && str_equal(last, name) && last.len < path.len ? path : (Str){0};
}

/* The full name that a path of modules means at the place. */
static Str expanded(const Attempt *attempt, Str path)
{
    static const Str root = STR_INIT("Elixir.");
    if (str_starts(path, root))
        return str_from_offset(path, root.len);
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    path = with_own(attempt, path);
    Str first = first_part(path), rest = str_from_offset(path, first.len);
    const Outline *outline = attempt->scope->outline;
    for (size_t i = outline->imports.len; i-- > 0;) {
        const Import *import = &outline->imports.ptr[i];
        Str module = aliased(attempt, import, first);
        if (module.len && is_in_force(attempt, import->line))
            return join(attempt, with_own(attempt, module), rest);
    }
    uint32_t own = module_around(file, attempt->reference->symbol);
    for (uint32_t step = 0; own && step < NESTED_MAX; step++) { // a module within this one
        Finds finds = {0};
        const Str parts[] = {full_name(attempt, file, own), STR("."), first};
        Str nested = str_join_all(attempt->scope->arena, parts, COUNT(parts));
        find_modules(attempt, nested, &finds);
        if (finds.len &&
            catalog_place(attempt->scope->catalog, finds.ids[0]).file == attempt->scope->file)
            return join(attempt, nested, rest);
        own = module_around(file, file->entries[own].parent);
    }
    return path;
}

/* Whether a module around the place has `use`, which may bring imports and aliases. */
static bool uses_others(const Attempt *attempt)
{
    const Outline *outline = attempt->scope->outline;
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *use = &outline->references.ptr[i];
        if (use->line > attempt->reference->line)
            return false;
        if (use->kind != REFERENCE_CALL || !str_equal(use->name, STR("use")))
            continue;
        uint32_t at = attempt->reference->symbol;
        while (at && at != use->symbol)
            at = file->entries[at].parent;
        if (at == use->symbol && !use->receiver.len)
            return true;
    }
    return false;
}

/* Adds what the modules have under the name, with the number of arguments. */
static bool find_in(Attempt *attempt, const Finds *modules)
{
    for (uint32_t i = 0; i < modules->len; i++)
        lookup_members(attempt->resolver, modules->ids[i], attempt->name, FIND_CALLABLES,
                       &attempt->finds);
    targets_keep_arity(attempt->scope, attempt->reference, &attempt->finds);
    return attempt->finds.len > 0;
}

/* ---- steps ---- */

/* `@mod`: the module that the attribute of the module around holds, as it is written. */
static Str held_by(const Attempt *attempt, Str attribute)
{
    const Outline *outline = attempt->scope->outline;
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        if (bind->line > attempt->reference->line)
            break;
        if (bind->kind == REFERENCE_BIND && str_equal(bind->name, attribute) &&
            module_around(file, bind->symbol) == own)
            return bind->receiver;
    }
    return (Str){0};
}

/* `App.Core.boot()`: a module by its name or an alias. */
static StepOutcome ask_module(Attempt *attempt)
{
    Str receiver = attempt->reference->receiver;
    if (str_starts(receiver, STR("@")))
        receiver = held_by(attempt, receiver);
    bool capital = receiver.len && receiver.ptr[0] >= 'A' && receiver.ptr[0] <= 'Z';
    for (size_t i = 0; i < receiver.len; i++)
        if (!byte_is_word(receiver.ptr[i]) && receiver.ptr[i] != '.')
            return STEP_PASS;
    if (!capital && !str_starts(receiver, STR("__MODULE__")))
        return STEP_PASS;
    Finds modules = {0};
    find_modules(attempt, expanded(attempt, receiver), &modules);
    if (find_in(attempt, &modules))
        return STEP_FOUND;
    return uses_others(attempt) ? STEP_PASS : STEP_NOTHING;
}

/* A function of the module around. */
static StepOutcome ask_own(Attempt *attempt)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    const Finds modules = {.ids = {file->first + own}, .len = own > 0};
    return find_in(attempt, &modules) ? STEP_FOUND : STEP_PASS;
}

static bool brings(const Import *import, Str name)
{
    for (size_t i = 0; i < import->bindings.len; i++) {
        const Binding *binding = &import->bindings.ptr[i];
        if (str_equal(binding->name, STR("*")) ||
            (str_equal(binding->name, name) && str_equal(binding->alias, name)))
            return true;
    }
    return false;
}

/* `import A`, `import A, only: [f: 1]`. */
static StepOutcome ask_imported(Attempt *attempt)
{
    const Outline *outline = attempt->scope->outline;
    Finds modules = {0};
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        if (brings(import, attempt->reference->name) && is_in_force(attempt, import->line))
            find_modules(attempt, expanded(attempt, import->name), &modules);
    }
    return find_in(attempt, &modules) ? STEP_FOUND : STEP_PASS;
}

/* Other names are the language's, unless a `use` brings more. */
static StepOutcome ask_kernel(Attempt *attempt)
{
    return uses_others(attempt) ? STEP_PASS : STEP_NOTHING;
}

const Step elixir_module = {EDGE_STEP_MODULE, ask_module};
const Step elixir_own = {EDGE_STEP_OWN, ask_own};
const Step elixir_imported = {EDGE_STEP_IMPORT, ask_imported};
const Step elixir_kernel = {EDGE_STEP_LIBRARY, ask_kernel};
