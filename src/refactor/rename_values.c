/* Places whose meaning depends on the value before the name. The resolver infers the value where
   the place is: variables have the values that they were given by then. */
#include "refactor/rename.h"

#include "lang/walk/expression.h"
#include "refactor/rename_local.h"
#include "relations/place_list.h"

static bool has_open(const Rename *rename, const RenameFile *file, size_t first)
{
    bool open = false;
    for (size_t i = first; i < rename->places.len; i++)
        open |= rename->places.ptr[i].open;
    return open && file->is_code;
}

/* The outline with all bindings; false if it is not that of the index. */
static bool read_bindings(const Rename *rename, const RenameFile *file, Outline *outline)
{
    const OutlineOptions options = {
        .want_references = true, .want_bindings = true, .want_docs = true, .no_ctags = true};
    *outline = (Outline){.language = file->language};
    lang_outline(rename->request->arena, *rename->request->scratch, file->language, file->text,
                 &options, outline);
    rename_add_assigned(rename, file->id, file->text, false, outline);
    return outline->symbols.len + 1 == catalog_row(rename->catalog, file->id)->count;
}

/* Go: `Point{x, y}` has values, where other languages have keys. */
static bool is_element(const RenamePlace *place, const NamePlace *found)
{
    return !found->joined && byte_in(place->site.next ? place->site.next : 1, ",}") &&
           !place->shorthand && found->access != PLACE_WRITTEN;
}

/* ---- values of the library ---- */

/* Whether the name is that of a type or an object of the library, and of nothing in the tree. */
static bool is_library_name(const Rename *rename, Str name)
{
    uint32_t id = names_find(&rename->catalog->names, name);
    return name_is_listed(rename->facts->closed, name) && !rename_is_owner_named(rename, name) &&
           !(id && catalog_named(rename->catalog, id).len);
}

/* Whether the file gives the name a meaning of its own. */
static bool is_bound(const Outline *outline, Str text, Str name)
{
    for (size_t i = 0; i < outline->references.len; i++)
        if (outline->references.ptr[i].kind == REFERENCE_BIND &&
            str_equal(outline->references.ptr[i].name, name))
            return true;
    for (size_t i = 0; i < outline->imports.len; i++)
        if (rename_find_mark(
                str_slice(text, outline->imports.ptr[i].start, outline->imports.ptr[i].end), name,
                0) != STR_NONE)
            return true;
    return false;
}

/* Whether what is before the name is made of a type of the library, or is one: `new Set()`,
   `JSON`. No value of such a type is of one of the tree. */
static bool is_of_library(const Rename *rename, const Outline *outline, Str text, Str receiver)
{
    size_t len = str_word_end(receiver, 0);
    Str name = str_slice(receiver, 0, len), rest = str_from_offset(receiver, len);
    bool whole = !rest.len || str_equal(rest, STR("()")) ||
                 (str_starts(rest, STR("<")) && str_ends(rest, STR(">()")));
    return whole && is_library_name(rename, name) && !is_bound(outline, text, name);
}

/* Whether a variable keeps its first value: the language says so, or its file gives it no other. */
static bool is_given_once(const Rename *rename, uint32_t symbol, Str text)
{
    const Entry *entry = catalog_entry(rename->catalog, symbol);
    Str name = catalog_name(rename->catalog, entry->name);
    size_t given = 0;
    if (rename->facts->interfaces_have_shape || entry->kind == SYMBOL_CONSTANT)
        return true;
    for (size_t at = 0; (at = rename_find_mark(text, name, at)) != STR_NONE; at += name.len) {
        Str rest = str_trim(str_from_offset(text, at + name.len));
        given += str_starts(rest, STR("=")) && !str_starts(rest, STR("=="));
    }
    return given == 1 && str_starts(name, STR("#"));
}

/* Whether what is before the name is a variable whose declaration says that its value is of a type
   of the library. */
static bool is_library_variable(const Rename *rename, const RenameFile *file,
                                const NamePlace *found)
{
    Str type =
        found->variable == SYMBOL_NOWHERE ? (Str){0} : catalog_name(rename->catalog, found->type);
    bool list = str_ends(type, STR("[]"));
    type = str_slice(type, 0, str_word_end(type, 0));
    return type.len && is_library_name(rename, list ? STR("Array") : type) &&
           is_given_once(rename, found->variable, file->text);
}

/* Whether the value says what the place means. Where types are not declared, a value of a type from
   outside may pass calls on to another, and one that was given twice may be either. */
static bool is_decided(const Rename *rename, const RenameFile *file, const RenamePlace *place,
                       const NamePlace *found)
{
    if (found->verdict == PLACE_OTHER && found->lacks && place->site.access == ACCESS_SCOPE)
        return false; /* nothing of the name was found behind the path */
    bool dynamic = resolve_is_dynamic(file->language) || resolve_is_named(file->language);
    if (found->verdict == PLACE_OTHER && is_library_variable(rename, file, found))
        return true;
    bool closed = !found->leaves ||
                  (found->type && name_is_listed(rename->facts->closed,
                                                 catalog_name(rename->catalog, found->type)));
    return found->verdict != PLACE_MAYBE &&
           (!dynamic ||
            (closed && !found->guessed && !found->several && !found->rebound && !found->lacks));
}

/* What a reference decided is in doubt where a variable was given several values. */
static void doubt(const RenameFile *file, RenamePlace *place, const NamePlace *found)
{
    if ((!found->rebound && !found->several) || !resolve_is_dynamic(file->language))
        return;
    place->verdict = RENAME_AMBIGUOUS;
    place->why = "a member of a variable that is given several values";
}

static void decide(RenamePlace *place, const NamePlace *found)
{
    static const RenameVerdict verdicts[] = {
        [PLACE_OTHER] = RENAME_OTHER, [PLACE_LIKELY] = RENAME_LIKELY, [PLACE_MEANS] = RENAME_EXACT};
    if (found->verdict == PLACE_LIKELY && place->verdict <= RENAME_LIKELY)
        return;
    place->verdict = verdicts[found->verdict];
    place->why = found->verdict == PLACE_OTHER    ? "of another value"
                 : found->verdict == PLACE_LIKELY ? "likely by its value"
                                                  : NULL;
}

/* ---- variables of one name ---- */

/* The binding of a name that comes last before an offset, or NULL. */
static const Reference *last_binding(const Outline *outline, Str name, uint32_t before)
{
    const Reference *last = NULL;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        if (bind->start >= before)
            break;
        if (bind->kind == REFERENCE_BIND && str_equal(bind->name, name))
            last = bind;
    }
    return last;
}

/* Whether the variable before the place is bound once, and that binding gave it the value: other
   functions have variables of the name. `names`: what the name means in the file. */
static bool is_bound_once(const Outline *outline, const LocalNames *names, Str name, uint32_t start)
{
    const LocalSite *used = rename_find_local_site(names, start);
    const Reference *last = last_binding(outline, name, start);
    if (!used || used->role != LOCAL_VARIABLE || !last || last->start != used->declared)
        return false;
    for (size_t i = 0; i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        const LocalSite *site = bind->kind == REFERENCE_BIND && str_equal(bind->name, name)
                                    ? rename_find_local_site(names, bind->start)
                                    : NULL;
        if (bind->kind == REFERENCE_BIND && bind->start != last->start &&
            str_equal(bind->name, name) &&
            (!site || site->role != LOCAL_VARIABLE || site->declared == used->declared))
            return false;
    }
    return true;
}

/* Whether functions of the file bind the name, which is also that of a variable of the module. */
static bool is_shared_variable(const Outline *outline, Str name)
{
    bool declared = false, bound = false;
    for (size_t i = 0; i < outline->symbols.len; i++)
        declared |=
            !outline->symbols.ptr[i].parent && str_equal(outline->symbols.ptr[i].name, name);
    for (size_t i = 0; declared && i < outline->references.len; i++)
        bound |= outline->references.ptr[i].kind == REFERENCE_BIND &&
                 str_equal(outline->references.ptr[i].name, name);
    return bound;
}

/* Whether a function gives the variable of the module another value. */
static bool is_given_in_function(const Outline *outline, const LocalNames *names, Str name,
                                 uint32_t start)
{
    const LocalSite *used = rename_find_local_site(names, start);
    bool given = false;
    for (size_t i = 0; used && used->role == LOCAL_FREE && i < outline->references.len; i++) {
        const Reference *bind = &outline->references.ptr[i];
        const LocalSite *site = bind->kind == REFERENCE_BIND && str_equal(bind->name, name)
                                    ? rename_find_local_site(names, bind->start)
                                    : NULL;
        given |= site && site->role == LOCAL_FREE;
    }
    return given;
}

/* Tells variables of one name apart: parameters of several functions, `a.map((x) => …)`, and
   variables of the module to which functions give other values. */
static void tell_apart(const Rename *rename, const RenameFile *file, const Outline *outline,
                       NamePlaceVec *places)
{
    LocalNames names = {0};
    Str known = {0};
    for (size_t i = 0; rename->facts->locals && i < places->len; i++) {
        NamePlace *place = &places->ptr[i];
        Str before = expression_before(file->text, place->start);
        Str name = str_slice(before, 0, str_word_end(before, 0));
        if (!name.len || (!place->rebound && !is_shared_variable(outline, name)))
            continue;
        LocalQuery query = {.language = file->language,
                            .text = file->text,
                            .facts = rename->facts->locals,
                            .names = {name}};
        uint32_t start = (uint32_t)(before.ptr - file->text.ptr);
        if (!str_equal(name, known))
            names = (LocalNames){0};
        if (!str_equal(name, known) &&
            !lang_local_names(rename->request->arena, *rename->request->scratch, &query, &names))
            return;
        known = name;
        if (place->rebound && is_bound_once(outline, &names, name, start))
            place->rebound = false;
        place->several |= is_given_in_function(outline, &names, name, start);
    }
}

/* ---- arguments of constructors ---- */

/* Whether a type of the family writes its constructor out, so that its parameters are no fields. */
static bool has_constructor(const Rename *rename)
{
    Catalog *catalog = rename->catalog;
    Str rest = rename->facts->constructors ? str_from(rename->facts->constructors) : (Str){0}, name;
    while (str_take_until(&rest, ' ', &name)) {
        uint32_t id = names_find(&catalog->names, name);
        IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
        for (size_t i = 0; i < named.len; i++)
            for (size_t k = 0; k < rename->kin.len; k++)
                if (rename_is_member_of(rename, named.ptr[i], rename->kin.ptr[k]))
                    return true;
    }
    return false;
}

/* Kotlin: whether the type of that name declares the field as a parameter: `class P(val x: Int)`.
 */
static bool is_parameter(const Rename *rename, Str type)
{
    bool found = false;
    for (size_t f = 0; f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        const CatalogFile *row = &rename->catalog->files.ptr[file->id];
        for (size_t i = 0; i < file->outline.symbols.len; i++) {
            const Symbol *symbol = &file->outline.symbols.ptr[i];
            if (!rename_has(rename, row->first + (uint32_t)i + 1) || !symbol->parent ||
                !str_equal(file->outline.symbols.ptr[symbol->parent - 1].name, type))
                continue;
            Str callee = rename_callee_around(file->text, symbol->name_start);
            if (!str_equal(callee, type) && !str_equal(callee, STR("constructor")))
                return false;
            found = true;
        }
    }
    return found;
}

/* Whether an argument by the name gives the field its value. */
static bool gives_field(const Rename *rename, const RenameFile *file, const RenamePlace *place)
{
    Str type = rename_callee_around(file->text, place->site.start);
    return !rename_node_is(rename->facts->fields_by_name, &place->site) ||
           (!has_constructor(rename) &&
            (!rename->facts->parameters_are_fields || is_parameter(rename, type)));
}

/* ---- modules ---- */

static bool is_in_function(const Rename *rename, uint32_t symbol)
{
    SymbolPlace place = catalog_place(rename->catalog, symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    for (uint32_t i = place.index; i; i = file->entries[i].parent)
        if (symbol_is_callable((SymbolKind)file->entries[i].kind))
            return true;
    return false;
}

/* JavaScript: `const { old } = module` gives the symbol a name of its own in the file. The pattern
   becomes `{ new: old }`, and what uses that name is left. */
static void keep_own_names(Rename *rename, size_t first)
{
    bool own = false;
    for (size_t i = first; i < rename->places.len; i++) {
        RenamePlace *place = &rename->places.ptr[i];
        if (!place->taken || place->verdict != RENAME_EXACT ||
            !rename_node_is(rename->facts->shorthand, &place->site))
            continue;
        place->shorthand = place->key = true;
        own |= place->within == SYMBOL_NOWHERE || !is_in_function(rename, place->within);
    }
    for (size_t i = first; own && i < rename->places.len; i++) {
        RenamePlace *place = &rename->places.ptr[i];
        if (place->bare && !place->declares && !place->taken && place->shared) {
            place->verdict = RENAME_OTHER;
            place->why = "a name of its own for it";
        }
    }
}

void rename_judge_values(Rename *rename, const RenameFile *file, size_t first)
{
    Arena *arena = rename->request->arena;
    NamePlaceVec found = {0};
    IdVec of = {0}; /* by found place: the index of the rename's */
    Outline outline;
    if (!has_open(rename, file, first) || !read_bindings(rename, file, &outline))
        return;
    for (size_t i = first; i < rename->places.len; i++) {
        NamePlace place;
        if (!rename->places.ptr[i].open ||
            !place_list_read(arena, &outline, file->text, &rename->places.ptr[i].site, rename->old,
                             &place) ||
            (!place.receiver.len && !place.joined) || is_element(&rename->places.ptr[i], &place))
            continue;
        *VEC_PUSH(arena, &found) = place;
        *VEC_PUSH(arena, &of) = (uint32_t)i;
    }
    resolve_places(rename->resolver, arena, file->id, &outline, &rename->family, &found);
    tell_apart(rename, file, &outline, &found);
    for (size_t i = 0; i < found.len; i++)
        if (found.ptr[i].verdict == PLACE_MAYBE &&
            is_of_library(rename, &outline, file->text, found.ptr[i].receiver))
            found.ptr[i].verdict = PLACE_OTHER;
    for (size_t i = 0; i < found.len; i++)
        if (rename->places.ptr[of.ptr[i]].settled)
            doubt(file, &rename->places.ptr[of.ptr[i]], &found.ptr[i]);
        else if (is_decided(rename, file, &rename->places.ptr[of.ptr[i]], &found.ptr[i]) &&
                 gives_field(rename, file, &rename->places.ptr[of.ptr[i]]))
            decide(&rename->places.ptr[of.ptr[i]], &found.ptr[i]);
    keep_own_names(rename, first);
}
