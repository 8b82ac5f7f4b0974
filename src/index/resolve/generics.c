/* Type arguments are substituted in texts: each type parameter of the declaring type becomes the
   owner's argument for it. Bases between the two pass their arguments on. The result is looked up
   where the arguments were written. */
#include "index/resolve/generics.h"

#include "base/buf.h"
#include "base/limits.h"
#include "index/resolve/bases.h"
#include "index/resolve/finds.h"
#include "index/resolve/home.h"
#include "index/resolve/name_path.h"
#include "index/resolve/partial.h"
#include "index/resolve/types.h"
#include "lang/registry.h"
#include "lang/walk/type_head.h"

/* Types between the owner and the type that declares a member. */
#define LINEAGE_MAX 32
#define FILLED_BYTES_MAX 512

static const Language *language_of(const Resolver *resolver, uint32_t symbol)
{
    return resolver->catalog->files.ptr[resolver_file_of(resolver, symbol)].language;
}

static bool is_generic(const Resolver *resolver, uint32_t symbol)
{
    return symbol < HOME_GLOBAL && language_of(resolver, symbol)->types_keep_arguments;
}

/* ---- substitution in texts ---- */

static size_t index_of(Str parameters, Str name)
{
    Str part;
    for (size_t i = 0; type_head_take(&parameters, ',', &part); i++)
        if (str_equal(str_slice(part, 0, MIN(str_find_byte(part, ':'), part.len)), name))
            return i;
    return STR_NONE;
}

static Str at_index(Str list, size_t index)
{
    Str part = {0};
    for (size_t i = 0; i <= index; i++)
        if (!type_head_take(&list, ',', &part))
            return (Str){0};
    return part;
}

/* The word at the front of the text, or one other byte. */
static Str next_piece(Str text)
{
    size_t len = 0;
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return str_slice(text, 0, MAX(len, (size_t)1));
}

typedef struct Filling {
    Str parameters, arguments;
    bool keeps_open; /* an argument that is not known stays `_` */
    bool used, failed;
} Filling;

static Str fill(Resolver *resolver, Str text, Filling *filling)
{
    Buf out = buf_open(resolver->arena, 0);
    char before = '\0';
    filling->used = filling->failed = false;
    for (Str rest = text, piece; rest.len && out.len < FILLED_BYTES_MAX;
         rest = str_from_offset(rest, piece.len)) {
        piece = next_piece(rest);
        size_t index = before == '.' ? STR_NONE : index_of(filling->parameters, piece);
        Str argument = index == STR_NONE ? piece : at_index(filling->arguments, index);
        bool open = index != STR_NONE && str_equal(argument, STR("_")) && !filling->keeps_open;
        argument = open ? (Str){0} : argument;
        filling->used = filling->used || index != STR_NONE;
        filling->failed = filling->failed || !argument.len;
        buf_put(&out, argument);
        before = piece.ptr[piece.len - 1];
    }
    filling->failed = filling->failed || out.len >= FILLED_BYTES_MAX;
    return buf_str(&out);
}

/* ---- heads of types ---- */

static TypeHead head_of(const Resolver *resolver, uint32_t type)
{
    SymbolKind kind = is_generic(resolver, type) ? resolver_kind(resolver, type) : SYMBOL_NONE;
    if (kind != SYMBOL_OBJECT && (!symbol_is_type(kind) || kind == SYMBOL_TYPE))
        return (TypeHead){{0}, {0}};
    return type_head_read(catalog_name(resolver->catalog, resolver_entry(resolver, type)->type));
}

/* The text of a base of that name. All parts of a type repeat its parameters; any part may have the
   base. */
static Str base_text(const Resolver *resolver, uint32_t type, Str name)
{
    for (uint32_t part = partial_lead(resolver, type), step = 0;
         part != SYMBOL_NOWHERE && step < RESOLVE_PARTS_MAX;
         part = partial_next(resolver, part), step++) {
        Str rest = head_of(resolver, part).bases, base;
        while (type_head_take(&rest, '|', &base))
            if (str_equal(
                    name_path_last(str_slice(base, 0, MIN(str_find_byte(base, '<'), base.len))),
                    name))
                return base;
    }
    return (Str){0};
}

static Str arguments_in(Str text)
{
    size_t open = str_find_byte(text, '<'), close = str_find_last_byte(text, '>');
    return open == STR_NONE || close == STR_NONE ? (Str){0} : str_slice(text, open + 1, close);
}

/* ---- arguments of bases ---- */

typedef struct Ancestor {
    uint32_t type;
    Str arguments;
    uint32_t place; /* where the arguments are written */
} Ancestor;

typedef struct Lineage {
    Ancestor list[LINEAGE_MAX];
    uint32_t len;
} Lineage;

static bool is_listed(const Lineage *lineage, uint32_t type)
{
    for (uint32_t i = 0; i < lineage->len; i++)
        if (lineage->list[i].type == type)
            return true;
    return lineage->len == LINEAGE_MAX;
}

/* Text from the head of the ancestor with the owner's arguments; *place is where the result must be
   looked up. Empty when an argument is missing. */
static Str seen_from(Resolver *resolver, const Ancestor *ancestor, Str text, uint32_t *place)
{
    Filling filling = {.parameters = head_of(resolver, ancestor->type).parameters,
                       .arguments = ancestor->arguments};
    Str filled = fill(resolver, text, &filling);
    *place = filling.used ? ancestor->place : ancestor->type;
    return filling.failed ? (Str){0} : filled;
}

static void add_bases(Resolver *resolver, Lineage *lineage, uint32_t next)
{
    Ancestor ancestor = lineage->list[next];
    Finds bases = {0};
    bases_find(resolver, ancestor.type, &bases);
    for (uint32_t i = 0; i < bases.len; i++) {
        if (is_listed(lineage, bases.ids[i]))
            continue;
        Str name = catalog_name(resolver->catalog, resolver_entry(resolver, bases.ids[i])->name);
        Str text = arguments_in(base_text(resolver, ancestor.type, name));
        Ancestor *base = &lineage->list[lineage->len++];
        *base = (Ancestor){.type = bases.ids[i]};
        base->arguments = text.len ? seen_from(resolver, &ancestor, text, &base->place) : (Str){0};
    }
}

static Lineage lineage_of(const Value *owner, Resolver *resolver)
{
    Lineage lineage = {.len = 1};
    lineage.list[0] = (Ancestor){.type = partial_lead(resolver, owner->symbol),
                                 .arguments = catalog_name(resolver->catalog, owner->argument),
                                 .place = owner->place};
    return lineage;
}

/* The ancestor `home` of the owner's type, with the arguments that the owner gives it. */
static Ancestor view_as(Resolver *resolver, const Value *owner, uint32_t home)
{
    Lineage lineage = lineage_of(owner, resolver);
    home = partial_lead(resolver, home);
    for (uint32_t i = 0; i < lineage.len; i++) {
        if (lineage.list[i].type == home)
            return lineage.list[i];
        add_bases(resolver, &lineage, i);
    }
    return (Ancestor){.type = home};
}

/* ---- members ---- */

static Str without_bound(Str parameter)
{
    return str_slice(parameter, 0, MIN(str_find_byte(parameter, ':'), parameter.len));
}

/* The bound of a type parameter in a head. */
static Str bound_of(Str parameters, Str name)
{
    Str part = at_index(parameters, index_of(parameters, name));
    Str bounds = str_from_offset(part, without_bound(part).len + 1), first = {0};
    str_take_until(&bounds, '&', &first);
    return first;
}

/* `Pair<T,Foo>[]`: the type is looked up where it is written, its arguments where the owner's are.
 */
static Value with_arguments(Resolver *resolver, uint32_t at, Str text, Str filled, uint32_t place)
{
    size_t open = str_find_byte(text, '<'), end = text.len - types_suffix(text).len;
    Str bare = str_join(resolver->arena, str_slice(text, 0, open), str_from_offset(text, end));
    Value value = types_find(resolver, at, bare);
    value.argument = names_put(&resolver->catalog->names, arguments_in(filled));
    value.place = place;
    return value_instance(value);
}

/* A type that a member of `view->type` writes, with its type parameters replaced; `found` without
   type parameters. */
static Value fill_text(Resolver *resolver, const Ancestor *view, Str text, Value found)
{
    TypeHead head = head_of(resolver, view->type);
    Filling filling = {.parameters = head.parameters, .arguments = view->arguments};
    if (!head.parameters.len || !text.len || str_find_byte(text, '(') != STR_NONE)
        return found;
    Str filled = fill(resolver, text, &filling);
    Str first = next_piece(text);
    bool plain = index_of(head.parameters, first) != STR_NONE;
    if (!filling.used)
        return found;
    if (filling.failed) {
        Str bound = plain ? bound_of(head.parameters, first) : (Str){0};
        Str suffix = str_from_offset(text, first.len);
        Value value =
            bound.len ? types_find(resolver, view->type, str_join(resolver->arena, bound, suffix))
                      : found;
        return value_instance(value);
    }
    return plain ? value_instance(types_find(resolver, view->place, filled))
                 : with_arguments(resolver, view->type, text, filled, view->place);
}

/* The same of the type of a member. */
static Value fill_type(Resolver *resolver, const Ancestor *view, uint32_t symbol, Value found)
{
    Str text = catalog_name(resolver->catalog, resolver_entry(resolver, symbol)->type);
    return fill_text(resolver, view, text, found);
}

Value generics_written(Resolver *resolver, const Value *owner, uint32_t member, Str text)
{
    uint32_t home = home_of(resolver, member);
    Value found = value_instance(types_find(resolver, member, text));
    if (home >= HOME_GLOBAL || !is_generic(resolver, home))
        return found;
    Ancestor view = view_as(resolver, owner, home);
    return fill_text(resolver, &view, text, found);
}

Value generics_member(Resolver *resolver, const Value *owner, const Finds *finds, Value found)
{
    uint32_t home = finds->len ? home_of(resolver, finds->ids[0]) : SYMBOL_NOWHERE;
    bool typed = (owner->kind == VALUE_INSTANCE || owner->kind == VALUE_TYPE) &&
                 home < HOME_GLOBAL && symbol_is_type(resolver_kind(resolver, home)) &&
                 !finds_fits(resolver_kind(resolver, finds->ids[0]), FIND_SCOPES);
    if (!typed || !is_generic(resolver, home) || !head_of(resolver, home).parameters.len)
        return found;
    Ancestor view = view_as(resolver, owner, home);
    if (found.kind == VALUE_FUNCTION) {
        found.argument =
            view.arguments.len ? names_put(&resolver->catalog->names, view.arguments) : 0;
        found.place = view.place;
        return found;
    }
    return fill_type(resolver, &view, finds->ids[0], found);
}

Value generics_returned(Resolver *resolver, const Value *function, Value returned)
{
    uint32_t home = home_of(resolver, function->symbol);
    if (home >= HOME_GLOBAL || !is_generic(resolver, home))
        return returned;
    Ancestor view = {.type = partial_lead(resolver, home),
                     .arguments = catalog_name(resolver->catalog, function->argument),
                     .place = function->place};
    return fill_type(resolver, &view, function->symbol, returned);
}

Value generics_super(Resolver *resolver, uint32_t type, Value base)
{
    if (base.kind != VALUE_INSTANCE || !is_generic(resolver, type))
        return base;
    Value self = {.kind = VALUE_INSTANCE, .symbol = type};
    Ancestor view = view_as(resolver, &self, base.symbol);
    base.argument = view.arguments.len ? names_put(&resolver->catalog->names, view.arguments) : 0;
    base.place = view.place;
    return base;
}

bool generics_base(Resolver *resolver, const Value *owner, uint32_t *step, Value *base)
{
    if (owner->kind != VALUE_INSTANCE || !is_generic(resolver, owner->symbol))
        return false;
    Lineage lineage = lineage_of(owner, resolver);
    uint32_t count = 0;
    for (uint32_t i = 0; i < lineage.len; i++) {
        Str rest = head_of(resolver, lineage.list[i].type).bases, text;
        while (type_head_take(&rest, '|', &text)) {
            uint32_t place = 0;
            Str filled =
                count == *step ? seen_from(resolver, &lineage.list[i], text, &place) : (Str){0};
            if (count++ < *step || !filled.len)
                continue;
            *step = count;
            *base = value_instance(types_find(resolver, place, filled));
            return true;
        }
        add_bases(resolver, &lineage, i);
    }
    return false;
}

/* ---- standard libraries ---- */

/* Generic types of the language's libraries: groups of types with the same members; their
   parameters; the type of each member, as lang/walk/type.h spells it. `[]` is an element by index,
   `[*]` an element of an iteration. */
typedef struct LibraryRow {
    Str types, parameters, members;
} LibraryRow;

typedef struct LibraryTable {
    const char *language;
    const LibraryRow *rows;
    size_t count;
} LibraryTable;

#define LIBRARY(types, parameters, members) \
    {STR_INIT(types), STR_INIT(parameters), STR_INIT(members)},
/* library_<id>[] from each languages/<id>/library.def, and library_by_language[]. */
#include "languages_library.inc"
#undef LIBRARY

/* The text after `word=` in a list. */
static Str listed_under(Str list, Str word)
{
    Str rest = list, part;
    while (str_take_until(&rest, ' ', &part))
        if (part.len > word.len && part.ptr[word.len] == '=' && str_starts(part, word))
            return str_from_offset(part, word.len + 1);
    return (Str){0};
}

static bool has_word(Str list, Str word)
{
    Str rest = list, part;
    while (word.len && str_take_until(&rest, ' ', &part))
        if (str_equal(part, word))
            return true;
    return false;
}

static Str with_commas(Resolver *resolver, Str words)
{
    Str copy = str_copy(resolver->arena, words);
    for (size_t i = 0; i < copy.len; i++)
        if (copy.ptr[i] == ' ')
            ((char *)copy.ptr)[i] = ',';
    return copy;
}

/* The row of a type, or NULL. */
static const LibraryRow *find_library(const Language *language, Str type)
{
    const LibraryTable *table = lang_row(language, library_by_language, COUNT(library_by_language),
                                         sizeof library_by_language[0]);
    for (size_t row = 0; table && row < table->count; row++)
        if (has_word(table->rows[row].types, type))
            return &table->rows[row];
    return NULL;
}

/* The part of a tuple that a member names: `Item2`, `$2`, `_2` and `1` by its number, `second` by
   its name. */
static Str tuple_part(Str parts, Str member, size_t *place)
{
    Str rest = parts, part;
    *place = 0;
    bool sign = member.len && byte_in(member.ptr[0], "$_");
    bool item = sign || str_starts(member, STR("Item"));
    Str digits = str_from_offset(member, sign ? 1 : item ? strlen("Item") : 0);
    if (digits.len == 1 && byte_is_digit(digits.ptr[0]) && digits.ptr[0] - '0' >= item)
        part = at_index(parts, *place = (size_t)(digits.ptr[0] - '0' - item));
    else
        for (part = (Str){0}; type_head_take(&rest, ',', &part); part = (Str){0}, ++*place)
            if (str_starts(part, member) && part.len > member.len && part.ptr[member.len] == ':' &&
                !str_starts(str_from_offset(part, member.len), STR("::")))
                return str_from_offset(part, member.len + 1);
    bool named = str_find_byte(part, ':') != STR_NONE && str_find(part, STR("::")) == STR_NONE;
    return named || str_equal(part, STR("_")) ? (Str){0} : part;
}

static bool take_tuple(Resolver *resolver, const Value *value, Str member, Value *result)
{
    Str name = catalog_name(resolver->catalog, value->named);
    size_t place = 0;
    Str part = str_equal(name, STR(TYPE_TUPLE))
                   ? tuple_part(catalog_name(resolver->catalog, value->argument), member, &place)
                   : (Str){0};
    if (part.len && value->parts && place < VALUE_PARTS_MAX)
        *result = resolver->others.ptr[value->parts - 1 + place];
    else if (part.len)
        *result = types_of_part(resolver, value->place, part);
    return part.len > 0;
}

bool generics_library(Resolver *resolver, const Value *value, Str member, Value *result)
{
    bool outside = value->kind == VALUE_UNKNOWN || value->kind == VALUE_FOREIGN;
    if (outside && value->argument && value->named && !value->suffix.len &&
        take_tuple(resolver, value, member, result))
        return true;
    const Language *language = outside && value->argument && value->named && !value->suffix.len
                                   ? language_of(resolver, value->place)
                                   : NULL;
    if (!language || !language->types_keep_arguments)
        return false;
    const LibraryRow *row = find_library(language, catalog_name(resolver->catalog, value->named));
    Str text = row ? listed_under(row->members, member) : (Str){0};
    if (!text.len)
        return false;
    Filling filling = {.parameters = with_commas(resolver, row->parameters),
                       .arguments = catalog_name(resolver->catalog, value->argument),
                       .keeps_open = true};
    Str filled = fill(resolver, text, &filling);
    if (filling.failed || str_equal(next_piece(filled), STR("_")))
        return false;
    *result = types_of_part(resolver, value->place, filled);
    return true;
}

Value generics_filled(Resolver *resolver, Value found, const Value *owner)
{
    const Rules *rules = owner->argument ? resolver_rules(resolver, owner->place) : NULL;
    return rules && rules->fill_argument ? rules->fill_argument(resolver, found, owner) : found;
}

/* ---- texts ---- */

Str generics_parameters(Resolver *resolver, uint32_t type)
{
    Str rest = head_of(resolver, type).parameters, part, all = {0};
    while (type_head_take(&rest, ',', &part)) {
        const Str parts[] = {all, all.len ? STR(",") : (Str){0}, without_bound(part)};
        all = str_join_all(resolver->arena, parts, COUNT(parts));
    }
    return all;
}

Str generics_fill(Resolver *resolver, Str text, Str parameters, Str arguments)
{
    Filling filling = {.parameters = parameters, .arguments = arguments};
    Str filled = fill(resolver, text, &filling);
    return filling.failed ? (Str){0} : filled;
}

Str generics_library_call(Resolver *resolver, uint32_t at, Str type, Str member, Str *parameters)
{
    const Language *language = language_of(resolver, at);
    const LibraryRow *row = find_library(language, type);
    Str rest = row ? row->members : (Str){0}, part;
    while (str_take_until(&rest, ' ', &part)) {
        if (part.len <= member.len || part.ptr[member.len] != '(' || !str_starts(part, member))
            continue;
        *parameters = with_commas(resolver, row->parameters);
        return str_from_offset(part, member.len);
    }
    return (Str){0};
}
