/* Declarations are found by name. A name that several of them have means nothing here. The text of
   a type is rewritten word by word, and what stands for a word likewise. */
#include "change/type_names.h"

#include "base/buf.h"
#include "base/map.h"

/* Aliases of aliases, and bases of bases, are followed as deep; such texts grow no longer. */
#define DEPTH_MAX 6
#define TYPE_BYTES_MAX 400

/* A type's declaration. */
typedef struct TypeName {
    const ChangeSide *side; /* NULL: several have the name */
    uint32_t symbol;
    Str alias; /* what it stands for, or empty */
    TypeParameterVec parameters;
    StrVec bases;
} TypeName;

struct TypeNames {
    Map new, old; /* `language name` → TypeName */
    Map renamed;  /* `language name` of the old state → Str of the new one; NULL: several */
    Arena *arena;
};

/* ---- declarations ---- */

Str type_names_take_argument(Str *rest)
{
    size_t depth = 0, at = 0;
    for (; at < rest->len; at++) {
        char c = rest->ptr[at];
        bool arrow = c == '>' && at && byte_in(rest->ptr[at - 1], "-=");
        if (c == ',' && !depth)
            break;
        depth += byte_in(c, "<([{");
        depth -= depth && !arrow && byte_in(c, ">)]}");
    }
    Str part = str_trim(str_slice(*rest, 0, at));
    *rest = str_from_offset(*rest, MIN(at + 1, rest->len));
    return part;
}

/* The end of the bracket that opens at `open`; the length: none closes it. */
static size_t close_of(Str text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < text.len; i++) {
        char c = text.ptr[i];
        bool arrow = c == '>' && i && byte_in(text.ptr[i - 1], "-=");
        depth += byte_in(c, "<([{");
        if (!arrow && byte_in(c, ">)]}") && !--depth)
            return i;
    }
    return text.len;
}

/* The list of a declaration's type parameters, without its brackets. */
static Str list_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = side->code.text;
    Str before = str_slice(text, symbol->start, symbol->name_start);
    Str after = str_trim(str_slice(text, symbol->name_end, symbol->end));
    size_t at = str_find(before, STR("template"));
    bool leads = at != STR_NONE;
    Str rest = leads ? str_trim(str_from_offset(before, at + 8)) : after;
    char open =
        leads || lang_parameters(side->outline.language) != PARAMETERS_NAME_FIRST ? '<' : '[';
    if (!rest.len || !(rest.ptr[0] == open || rest.ptr[0] == '['))
        return (Str){0};
    return str_slice(rest, 1, close_of(rest, 0));
}

Str type_names_behind_parameters(Str text)
{
    Str rest = str_trim(text);
    bool listed = rest.len && byte_in(rest.ptr[0], "<[");
    return listed ? str_trim(str_from_offset(rest, MIN(close_of(rest, 0) + 1, rest.len))) : rest;
}

TypeParameterVec type_names_parameters(Arena *arena, const ChangeSide *side, uint32_t index)
{
    TypeParameterVec list = {0};
    Str rest = list_of(side, &side->outline.symbols.ptr[index]);
    while (rest.len) {
        Str part = type_names_take_argument(&rest);
        size_t equals = str_find_byte(part, '=');
        size_t bound = str_find_byte(part, ':');
        Str head = str_slice(part, 0, MIN(equals, bound)), word, name = {0};
        while (str_take_until(&head, ' ', &word)) {
            if (str_is_listed(word, "extends super constraint"))
                break;
            if (!str_is_listed(word, "typename class in out const reified") && word.len)
                name = word;
        }
        Str value = equals == STR_NONE ? (Str){0} : str_trim(str_from_offset(part, equals + 1));
        *VEC_PUSH(arena, &list) = (TypeParameter){name, value};
    }
    return list;
}

/* What an alias stands for: after `=`, or between `typedef` and the name. */
static Str alias_of(Arena *arena, const ChangeSide *side, const Symbol *symbol)
{
    Str text = side->code.text;
    Str before = str_trim(str_slice(text, symbol->start, symbol->name_start));
    Str after = str_trim(str_slice(text, symbol->name_end, symbol->end));
    if (symbol->kind != SYMBOL_TYPE)
        return (Str){0};
    if (str_starts(before, STR("typedef ")))
        return str_find_byte(before, '{') == STR_NONE && str_find_byte(before, '(') == STR_NONE &&
                       str_find_byte(after, '[') == STR_NONE &&
                       str_find_byte(after, '(') == STR_NONE
                   ? str_fold_space(arena, str_from_offset(before, 8))
                   : (Str){0};
    if (after.len && after.ptr[0] == '<')
        after = str_trim(str_from_offset(after, close_of(after, 0) + 1));
    if (!str_starts(after, STR("=")))
        return (Str){0};
    Str type = str_trim(str_from_offset(after, 1));
    while (type.len && byte_in(type.ptr[type.len - 1], "; \n"))
        type.len--;
    return str_fold_space(arena, type);
}

static Str key_of(Arena *arena, const Language *language, Str name)
{
    return str_format(arena, "%.*s %.*s", STR_ARG(lang_id(language)), STR_ARG(name));
}

static void note_side(Arena *arena, Map *map, const ChangeSide *side)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        SymbolKind outer =
            symbol->parent ? symbols->ptr[symbol->parent - 1].kind : SYMBOL_NAMESPACE;
        bool seen = outer == SYMBOL_NAMESPACE || outer == SYMBOL_MODULE ||
                    outer == SYMBOL_PACKAGE || outer == SYMBOL_OBJECT ||
                    symbol->kind != SYMBOL_TYPE;
        if (!symbol_is_type(symbol->kind) || !symbol->name.len || !seen)
            continue;
        bool added;
        uint64_t *slot = map_put(map, key_of(arena, side->outline.language, symbol->name), &added);
        if (!added) {
            ((TypeName *)(uintptr_t)*slot)->side = NULL;
            continue;
        }
        TypeName *type = NEW(arena, TypeName, 1);
        *type = (TypeName){.side = side,
                           .symbol = i,
                           .alias = alias_of(arena, side, symbol),
                           .parameters = type_names_parameters(arena, side, i),
                           .bases = change_side_bases(arena, side, i)};
        *slot = (uint64_t)(uintptr_t)type;
    }
}

static void note_renamed(Arena *arena, TypeNames *names, const ChangeSet *set,
                         const Pairing *pairing, uint32_t file)
{
    const ChangeSide *side = &set->files.ptr[file].old;
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *old = &side->outline.symbols.ptr[i];
        const Partner *partner = &pairing->old_to_new[file][i];
        if (!symbol_is_type(old->kind) || partner->symbol == SYMBOL_ABSENT || partner->extracted)
            continue;
        const ChangeSide *other = &set->files.ptr[partner->file].new;
        const Symbol *new = &other->outline.symbols.ptr[partner->symbol];
        if (!symbol_is_type(new->kind) || str_equal(old->name, new->name))
            continue;
        bool added;
        uint64_t *slot =
            map_put(&names->renamed, key_of(arena, side->outline.language, old->name), &added);
        *slot = added ? (uint64_t)(uintptr_t) new : 0;
    }
}

const TypeNames *type_names_read(Arena *arena, const ChangeSet *set, const Pairing *pairing)
{
    TypeNames *names = NEW(arena, TypeNames, 1);
    *names = (TypeNames){
        .new = map_open(arena), .old = map_open(arena), .renamed = map_open(arena), .arena = arena};
    for (uint32_t i = 0; i < set->files.len; i++) {
        note_side(arena, &names->new, &set->files.ptr[i].new);
        note_side(arena, &names->old, &set->files.ptr[i].old);
        note_renamed(arena, names, set, pairing, i);
    }
    return names;
}

static const TypeName *find(const Map *map, Arena *arena, const Language *language, Str name)
{
    const uint64_t *slot = map_find(map, key_of(arena, language, name));
    const TypeName *type = slot ? (const TypeName *)(uintptr_t)*slot : NULL;
    return type && type->side ? type : NULL;
}

Str type_names_alias(const TypeNames *names, const Language *language, Str name)
{
    const TypeName *type = find(&names->new, names->arena, language, name);
    return type ? type->alias : (Str){0};
}

bool type_names_keep(const ChangeSet *set, const ChangedSymbol *changed)
{
    const Symbol *old = changed_old_symbol(set, changed), *now = changed_symbol(set, changed);
    const ChangeSide *side = changed_new_side(set, changed);
    if (!set->types || changed->new_symbol == SYMBOL_ABSENT || !symbol_is_type(old->kind))
        return false;
    const TypeName *type =
        find(&set->types->new, set->types->arena, side->outline.language, old->name);
    return type && str_equal(type->side->path, side->path) &&
           str_equal(str_first_word(type->alias), now->name);
}

static bool derives(const TypeNames *names, const Language *language, Str type, Str base, int depth)
{
    const TypeName *known = find(&names->new, names->arena, language, type);
    if (!known || !depth)
        return false;
    for (size_t i = 0; i < known->bases.len; i++)
        if (str_equal(known->bases.ptr[i], base) ||
            derives(names, language, known->bases.ptr[i], base, depth - 1))
            return true;
    return false;
}

bool type_names_derive(const TypeNames *names, const Language *language, Str type, Str base)
{
    return names && derives(names, language, type, base, DEPTH_MAX);
}

Str type_names_base_argument(const TypeNames *names, const Language *language, Str type, Str base,
                             size_t index)
{
    const TypeName *known = names ? find(&names->new, names->arena, language, type) : NULL;
    Str part = {0};
    if (!known)
        return part;
    const Symbol *symbol = &known->side->outline.symbols.ptr[known->symbol];
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str head = str_slice(known->side->code.text, symbol->name_end, end);
    for (size_t at = 0; at < head.len; at = MAX(str_word_end(head, at), at + 1)) {
        size_t open = str_word_end(head, at);
        if (!str_equal(str_slice(head, at, open), base) || open >= head.len ||
            !byte_in(head.ptr[open], "<["))
            continue;
        Str rest = str_slice(head, open + 1, close_of(head, open));
        for (size_t i = 0; i <= index; i++)
            part = type_names_take_argument(&rest);
        return part;
    }
    return part;
}

/* ---- texts ---- */

Str type_names_replace(Arena *arena, Str text, const StrVec *from, const StrVec *to)
{
    Buf out = buf_open(arena, 0);
    bool other = false;
    for (size_t i = 0; i < text.len;) {
        size_t end = MAX(str_word_end(text, i), i + 1);
        Str word = str_slice(text, i, end);
        bool member = i && byte_in(text.ptr[i - 1], ".:'");
        for (size_t k = 0; k < from->len && !member; k++)
            if (str_equal(from->ptr[k], str_slice(text, i, end))) {
                word = to->ptr[k];
                other = true;
            }
        buf_put(&out, word);
        i = end;
    }
    return other ? buf_str(&out) : text;
}

typedef struct Settling {
    Arena *arena;
    const TypeNames *names;
    const ChangeSide *old, *new;
    const Language *language;
    bool before;
} Settling;

/* The end of a path of words with dots or colons between them. */
static size_t path_end(Str text, size_t at)
{
    size_t end = str_word_end(text, at);
    for (;;) {
        size_t gap = str_starts(str_from_offset(text, end), STR("::")) ? 2
                     : end < text.len && byte_in(text.ptr[end], ".\\") ? 1
                                                                       : 0;
        size_t next = gap ? str_word_end(text, end + gap) : end;
        if (next <= end + gap || !gap)
            return end;
        end = next;
    }
}

/* Whether two paths are the same, whatever stands between their words. */
static bool is_same_path(Str a, Str b)
{
    size_t i = 0, k = 0;
    while (i < a.len && k < b.len) {
        bool mark = !byte_is_word(a.ptr[i]);
        if (mark != !byte_is_word(b.ptr[k]) || (!mark && a.ptr[i] != b.ptr[k]))
            return false;
        for (i++; mark && i < a.len && !byte_is_word(a.ptr[i]);)
            i++;
        for (k++; mark && k < b.len && !byte_is_word(b.ptr[k]);)
            k++;
    }
    return i == a.len && k == b.len;
}

/* Looks for imports of the path's last name: *own of this path, *other of another one. */
static void look_at_imports(const ChangeSide *side, Str path, Str name, bool *own, bool *other)
{
    Str above = str_slice(path, 0, path.len - name.len);
    while (above.len && !byte_is_word(above.ptr[above.len - 1]))
        above.len--;
    for (size_t i = 0; i < side->outline.imports.len; i++) {
        const Import *import = &side->outline.imports.ptr[i];
        Str rest = import->detail, last = str_last_word(import->name), word;
        bool whole = str_equal(last, name) && !rest.len, listed = false;
        while (str_take_until(&rest, ',', &word)) {
            Str item = str_trim(word);
            while (item.len && byte_in(item.ptr[0], "{ "))
                item = str_from_offset(item, 1);
            while (item.len && byte_in(item.ptr[item.len - 1], "} "))
                item.len--;
            listed |= str_equal(item, name);
        }
        if (!whole && !listed)
            continue;
        bool same = is_same_path(import->name, whole ? path : above);
        *own |= same;
        *other |= !same;
    }
}

/* The name alone, if an import of one side gives the path that name. */
static Str short_name(const Settling *settling, Str path)
{
    Str name = str_last_word(path);
    bool own = false, other = false;
    if (name.len == path.len)
        return path;
    look_at_imports(settling->old, path, name, &own, &other);
    look_at_imports(settling->new, path, name, &own, &other);
    return own && !other ? name : path;
}

/* The arguments of a type with the defaults of those that are left out. */
static Str complete(const Settling *settling, const TypeName *type, Str arguments, StrVec *values)
{
    Buf out = buf_open(settling->arena, 0);
    Str rest = arguments;
    while (rest.len)
        *VEC_PUSH(settling->arena, values) = type_names_take_argument(&rest);
    for (size_t i = values->len; i < type->parameters.len; i++) {
        if (!type->parameters.ptr[i].value.len)
            break;
        *VEC_PUSH(settling->arena, values) = type->parameters.ptr[i].value;
    }
    for (size_t i = 0; i < values->len; i++)
        buf_printf(&out, "%s%.*s", i ? ", " : "", STR_ARG(values->ptr[i]));
    return buf_str(&out);
}

static Str settle(const Settling *settling, Str type, int depth);

/* A type with its arguments, in which nothing of the change's files is left to look up. */
static Str with_arguments(const Settling *settling, Str name, Str arguments, int depth)
{
    Str inner = settle(settling, arguments, depth);
    return inner.len ? str_format(settling->arena, "%.*s<%.*s>", STR_ARG(name), STR_ARG(inner))
                     : name;
}

/* What stands for a type with such arguments. */
static Str meaning_of(const Settling *settling, Str name, Str arguments, int depth)
{
    const TypeName *type = find(&settling->names->new, settling->arena, settling->language, name);
    if (!type && settling->before)
        type = find(&settling->names->old, settling->arena, settling->language, name);
    StrVec values = {0}, from = {0};
    if (!type || !depth)
        return with_arguments(settling, name, arguments, depth);
    Str full = complete(settling, type, arguments, &values);
    if (!type->alias.len || values.len != type->parameters.len)
        return with_arguments(settling, name, full, depth - 1);
    for (size_t i = 0; i < type->parameters.len; i++)
        *VEC_PUSH(settling->arena, &from) = type->parameters.ptr[i].name;
    return settle(settling, type_names_replace(settling->arena, type->alias, &from, &values),
                  depth - 1);
}

/* The new name of a type that the change renames. */
static Str name_now(const Settling *settling, Str name)
{
    const uint64_t *slot =
        settling->before
            ? map_find(&settling->names->renamed, key_of(settling->arena, settling->language, name))
            : NULL;
    const Symbol *symbol = slot ? (const Symbol *)(uintptr_t)*slot : NULL;
    bool alias = symbol && type_names_alias(settling->names, settling->language, name).len;
    return symbol && !alias ? symbol->name : name;
}

static Str settle(const Settling *settling, Str type, int depth)
{
    Buf out = buf_open(settling->arena, 0);
    if (!depth || type.len > TYPE_BYTES_MAX)
        return type;
    for (size_t i = 0; i < type.len;) {
        bool begins = byte_is_word(type.ptr[i]) && !byte_is_digit(type.ptr[i]);
        if (!begins || (i && type.ptr[i - 1] == '\'')) { // a mark, or a lifetime
            size_t end = MAX(str_word_end(type, i), i + 1);
            buf_put(&out, str_slice(type, i, end));
            i = end;
            continue;
        }
        size_t end = path_end(type, i);
        Str name = name_now(settling, short_name(settling, str_slice(type, i, end)));
        Str arguments = {0};
        if (end < type.len && type.ptr[end] == '<') {
            size_t close = close_of(type, end);
            arguments = str_slice(type, end + 1, close);
            end = MIN(close + 1, type.len);
        }
        buf_put(&out, meaning_of(settling, name, arguments, depth));
        i = end;
    }
    return buf_str(&out);
}

Str type_names_settle(Arena *arena, const ChangeSet *set, const ChangeSide *old,
                      const ChangeSide *new, bool before, Str type)
{
    const Settling settling = {.arena = arena,
                               .names = set->types,
                               .old = old,
                               .new = new,
                               .language = new->outline.language,
                               .before = before};
    bool known = set->types && old->outline.language == new->outline.language;
    return known ? settle(&settling, type, DEPTH_MAX) : type;
}
