/* Modules of Elixir have full names, which code shortens by aliases. An alias or an import holds in
   the module or function that has it, from its line on. */
#include "languages_calls.h"

#include "index/resolve/alternatives.h"
#include "index/resolve/attempt.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/file_shape.h"
#include "index/resolve/home.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"

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

/* Of a protocol's functions, keeps those that it declares: the run decides which implementation
   they lead to. */
static void keep_declared(Attempt *attempt, uint32_t protocol, uint32_t before)
{
    SymbolPlace own = catalog_place(attempt->scope->catalog, protocol);
    const CatalogFile *file = catalog_row(attempt->scope->catalog, own.file);
    uint32_t kept = before;
    for (uint32_t i = before; i < attempt->finds.len; i++) {
        SymbolPlace place = catalog_place(attempt->scope->catalog, attempt->finds.ids[i]);
        if (place.file == own.file && file->entries[place.index].parent == own.index)
            attempt->finds.ids[kept++] = attempt->finds.ids[i];
    }
    attempt->finds.len = kept > before ? kept : attempt->finds.len;
}

/* Adds what the modules have under the name, with the number of arguments. */
static bool find_in(Attempt *attempt, const Finds *modules)
{
    for (uint32_t i = 0; i < modules->len; i++) {
        uint32_t before = attempt->finds.len;
        lookup_members(attempt->resolver, modules->ids[i], attempt->name, FIND_CALLABLES,
                       &attempt->finds);
        if (resolver_kind(attempt->resolver, modules->ids[i]) == SYMBOL_INTERFACE)
            keep_declared(attempt, modules->ids[i], before);
    }
    targets_keep_arity(attempt->scope, attempt->reference, &attempt->finds);
    return attempt->finds.len > 0;
}

/* Whether the module names a behaviour of that full name, or of its last part. */
static bool has_behaviour(Resolver *resolver, uint32_t id, uint32_t module, Str name)
{
    const ReferenceVec *references = &file_shape_of(resolver, id)->outline.references;
    for (size_t i = 0; module && i < references->len; i++) {
        const Reference *base = &references->ptr[i];
        if (base->kind == REFERENCE_BASE && base->symbol == module &&
            (str_equal(base->name, name) ||
             str_equal(name_path_last(base->name), name_path_last(name))))
            return true;
    }
    return false;
}

/* ---- what `use` brings ---- */

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

/* Whether the entry is in the code that `use` of its module runs: a macro `__using__`, or a
   function that gives code. */
static bool is_injected(const Catalog *catalog, const CatalogFile *file, uint32_t line,
                        uint32_t module, bool macro_only)
{
    for (uint32_t i = module + 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->parent != module || entry->start_line > line || line > entry->end_line)
            continue;
        bool macro = str_equal(catalog_name(catalog, entry->name), STR("__using__"));
        if (macro || !macro_only)
            return true;
    }
    return false;
}

/* Whether the module has a macro `__using__`. */
static bool can_be_used(const Catalog *catalog, const CatalogFile *file, uint32_t module)
{
    for (uint32_t i = module + 1; i < file->count; i++)
        if (file->entries[i].parent == module &&
            str_equal(catalog_name(catalog, file->entries[i].name), STR("__using__")))
            return true;
    return false;
}

/* Adds what the `__using__` of one module brings: functions that it defines and, for a name in the
   module that uses it, those that it imports. */
static void find_injected(Attempt *attempt, uint32_t module, bool imports)
{
    Catalog *catalog = attempt->scope->catalog;
    SymbolPlace place = catalog_place(catalog, module);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const ImportVec *all = &file_shape_of(attempt->resolver, place.file)->outline.imports;
    if (!can_be_used(catalog, file, place.index))
        return;
    for (uint32_t i = place.index + 1; i < file->count; i++)
        if (file->entries[i].name == attempt->name && file->entries[i].parent &&
            file->entries[file->entries[i].parent].parent == place.index &&
            is_injected(catalog, file, file->entries[i].start_line, place.index, true))
            finds_add_once(&attempt->finds, file->first + i);
    for (size_t i = 0; imports && i < all->len; i++) {
        Finds modules = {0};
        if (brings(&all->ptr[i], attempt->reference->name) &&
            is_injected(catalog, file, all->ptr[i].line, place.index, false))
            find_modules(attempt, all->ptr[i].name, &modules);
        for (uint32_t m = 0; m < modules.len; m++)
            lookup_members(attempt->resolver, modules.ids[m], attempt->name, FIND_CALLABLES,
                           &attempt->finds);
    }
}

/* The same for each module that one of the modules uses. */
static bool find_in_used(Attempt *attempt, const Finds *modules, bool imports)
{
    Catalog *catalog = attempt->scope->catalog;
    for (uint32_t m = 0; m < modules->len && attempt->name; m++) {
        SymbolPlace place = catalog_place(catalog, modules->ids[m]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        const Entry *own = &file->entries[place.index];
        const ImportVec *all = &file_shape_of(attempt->resolver, place.file)->outline.imports;
        for (size_t i = 0; i < all->len; i++) {
            Finds used = {0};
            if (all->ptr[i].line < own->start_line || all->ptr[i].line > own->end_line ||
                !brings(&all->ptr[i], STR("*")))
                continue;
            find_modules(attempt, all->ptr[i].name, &used);
            for (uint32_t u = 0; u < used.len; u++)
                if (used.ids[u] != modules->ids[m])
                    find_injected(attempt, used.ids[u], imports);
        }
    }
    targets_keep_arity(attempt->scope, attempt->reference, &attempt->finds);
    return attempt->finds.len > 0;
}

/* ---- steps ---- */

/* `@mod`, `()mod`: the module that the attribute of the module around holds, or that its function
   gives, as it is written. */
static Str held_by(const Attempt *attempt, Str attribute)
{
    const Outline *outline = attempt->scope->outline;
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        bool function = str_starts(attribute, STR("()"));
        if (bind->line > attempt->reference->line && !function)
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
    if (str_ends(receiver, STR("()"))) {
        const Str parts[] = {STR("()"), str_slice(receiver, 0, receiver.len - 2)};
        receiver = held_by(attempt, str_join_all(attempt->scope->arena, parts, COUNT(parts)));
    }
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
    if (find_in(attempt, &modules) || find_in_used(attempt, &modules, false))
        return STEP_FOUND;
    return uses_others(attempt) ? STEP_PASS : STEP_NOTHING;
}

/* `impl.parse(x)` in the module that declares the callback: a function of the modules that have the
   behaviour. */
static StepOutcome ask_callback(Attempt *attempt)
{
    Catalog *catalog = attempt->scope->catalog;
    const CatalogFile *file = catalog_row(catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    Str receiver = attempt->reference->receiver, name = full_name(attempt, file, own);
    bool variable = receiver.len && receiver.ptr[0] >= 'a' && receiver.ptr[0] <= 'z';
    for (size_t i = 0; i < receiver.len && variable; i++)
        variable = byte_is_word(receiver.ptr[i]);
    IdSpan all = attempt->name ? catalog_named(catalog, attempt->name) : (IdSpan){0};
    for (size_t i = 0; own && variable && i < all.len && all.len <= RESOLVE_NAMESAKES_MAX; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        uint32_t module = module_around(catalog_row(catalog, place.file), place.index);
        if (finds_fits(resolver_kind(attempt->resolver, all.ptr[i]), FIND_CALLABLES) &&
            has_behaviour(attempt->resolver, place.file, module, name))
            finds_add(&attempt->finds, all.ptr[i]);
    }
    targets_keep_arity(attempt->scope, attempt->reference, &attempt->finds);
    if (!attempt->finds.len || attempt->finds.too_many)
        return STEP_PASS;
    alternatives_add(attempt->scope, attempt->reference, &attempt->finds);
    return STEP_ADDED;
}

/* A function of the module around. */
static StepOutcome ask_own(Attempt *attempt)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    const Finds modules = {.ids = {file->first + own}, .len = own > 0};
    return find_in(attempt, &modules) ? STEP_FOUND : STEP_PASS;
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

/* What the modules that the own one uses bring. */
static StepOutcome ask_used(Attempt *attempt)
{
    const CatalogFile *file = catalog_row(attempt->scope->catalog, attempt->scope->file);
    uint32_t own = module_around(file, attempt->reference->symbol);
    const Finds modules = {.ids = {file->first + own}, .len = own > 0};
    attempt->confidence = EDGE_LIKELY;
    return find_in_used(attempt, &modules, true) ? STEP_FOUND : STEP_PASS;
}

/* A module as a base, a struct or an exception. */
static StepOutcome ask_type(Attempt *attempt)
{
    Finds modules = {0};
    find_modules(attempt, expanded(attempt, attempt->reference->name), &modules);
    const Targets targets = {.ids = {modules.ids[0]}, .len = 1, .confidence = EDGE_EXACT};
    if (modules.len == 1 && modules.ids[0] != attempt->at)
        targets_add(attempt->scope, attempt->reference, &targets);
    return STEP_ADDED;
}

/* Other names are the language's, unless a `use` brings more. */
static StepOutcome ask_kernel(Attempt *attempt)
{
    return uses_others(attempt) ? STEP_PASS : STEP_NOTHING;
}

const Step elixir_type = {EDGE_STEP_TYPE, ask_type};
const Step elixir_callback = {EDGE_STEP_ALTERNATIVE, ask_callback};
const Step elixir_used = {EDGE_STEP_IMPORT, ask_used};
const Step elixir_module = {EDGE_STEP_MODULE, ask_module};
const Step elixir_own = {EDGE_STEP_OWN, ask_own};
const Step elixir_imported = {EDGE_STEP_IMPORT, ask_imported};
const Step elixir_kernel = {EDGE_STEP_LIBRARY, ask_kernel};
