/* The types of a signature are compared pairwise by their last words. What may name any type fits:
   an alias, a type parameter of the interface or of the method's receiver, an unknown signature. */
#include "search/override_shape.h"

#include "index/catalog/symbol.h"

#include <string.h>

/* Types of one list that are compared; further ones are ignored. */
#define TYPES_COMPARED_MAX 32

typedef struct TypeList {
    Str pieces[TYPES_COMPARED_MAX];
    size_t count;
    bool named;
} TypeList;

Str override_shape_last_word(Str text)
{
    size_t end = text.len;
    while (end && !byte_is_word(text.ptr[end - 1]))
        end--;
    size_t start = end;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    return str_slice(text, start, end);
}

/* ---- lists ---- */

/* `updates <-chan Update` has a name, `chan Update` does not. */
static bool has_name(Str piece)
{
    static const char *const words[] = {"chan", "map", "func", "struct", "interface"};
    Str word = str_first_word(piece);
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return false;
    return word.len && word.len < piece.len && piece.ptr[word.len] == ' ';
}

static void add_piece(TypeList *list, Str piece)
{
    piece = str_trim(piece);
    if (!piece.len || list->count == TYPES_COMPARED_MAX)
        return;
    list->named = list->named || has_name(piece);
    list->pieces[list->count++] = piece;
}

/* Splits the list between the brackets that begin the text; returns what comes after them. */
static Str take_list(Str text, TypeList *list)
{
    size_t from = 1;
    unsigned depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        depth += strchr("([{", c) && c;
        if ((c == ',' && depth == 1) || (c == ')' && depth == 1)) {
            add_piece(list, str_slice(text, from, i));
            from = i + 1;
        }
        depth -= depth && c && strchr(")]}", c);
        if (i && !depth)
            return str_from_offset(text, i + 1);
    }
    return (Str){0};
}

/* The results after the parameters: `(n int, err error)`, `error`, or nothing. */
static void take_results(Str text, TypeList *list)
{
    text = str_trim(text);
    if (str_starts(text, STR("(")))
        (void)take_list(text, list);
    else if (text.len && text.ptr[0] != '{')
        list->pieces[list->count++] = text;
}

/* In `a, b int` both have the type that follows. */
static Str type_of(const TypeList *list, size_t at)
{
    while (list->named && at + 1 < list->count &&
           str_first_word(list->pieces[at]).len == list->pieces[at].len)
        at++;
    return override_shape_last_word(list->pieces[at]);
}

/* ---- names of types ---- */

/* The built-in type that a name means as well. */
static Str plain_name(Str name)
{
    static const char *const twins[][2] = {
        {"byte", "uint8"}, {"rune", "int32"}, {"any", "interface"}};
    for (size_t i = 0; i < COUNT(twins); i++)
        if (str_equal(name, str_from(twins[i][0])))
            return str_from(twins[i][1]);
    return name;
}

static bool is_alias(const Kin *kin, Str name)
{
    uint32_t id = names_find(&kin->catalog->names, name);
    IdSpan named = id ? override_namesakes(kin, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        const Entry *entry = catalog_entry(kin->catalog, named.ptr[i]);
        if (entry->kind == SYMBOL_TYPE && !(entry->modifiers & ENTRY_DISTINCT))
            return true;
    }
    return false;
}

/* Whether a text has the word within square brackets: `Box[K, V]`. */
static bool has_parameter(Str text, Str word)
{
    size_t open = str_find_byte(text, '['), at;
    if (open == STR_NONE || !word.len)
        return false;
    Str rest = str_from_offset(text, open);
    while ((at = str_find(rest, word)) != STR_NONE) {
        size_t end = at + word.len;
        if (at && !byte_is_word(rest.ptr[at - 1]) &&
            (end == rest.len || !byte_is_word(rest.ptr[end])))
            return true;
        rest = str_from_offset(rest, end);
    }
    return false;
}

/* A method as it is written. */
typedef struct Shape {
    Str head;  /* what is before the parameters, and the type that it is written in */
    Str lists; /* from the parameters on */
} Shape;

static bool is_same(const Kin *kin, const Shape *a, const Shape *b, Str left, Str right)
{
    left = plain_name(left);
    right = plain_name(right);
    return str_equal(left, right) || has_parameter(a->head, left) ||
           has_parameter(b->head, right) || is_alias(kin, left) || is_alias(kin, right);
}

static bool lists_fit(const Kin *kin, const Shape *a, const Shape *b, const TypeList *left,
                      const TypeList *right)
{
    for (size_t i = 0; i < MIN(left->count, right->count); i++)
        if (!is_same(kin, a, b, type_of(left, i), type_of(right, i)))
            return false;
    return left->count == right->count;
}

/* ---- methods ---- */

/* Whether the name may be a type parameter's: T, K1. */
static bool is_short(Str name)
{
    return name.len && name.len <= 2 && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

bool override_shape_is_alike(const Kin *kin, const Entry *a, const Entry *b)
{
    Str left = plain_name(override_shape_last_word(catalog_name(kin->catalog, a->type)));
    Str right = plain_name(override_shape_last_word(catalog_name(kin->catalog, b->type)));
    return a->arity == b->arity &&
           (str_equal(left, right) || is_short(left) || is_short(right) ||
            (left.len && right.len && (is_alias(kin, left) || is_alias(kin, right))));
}

/* Empty when the facts are gone. */
static Shape read_shape(const Kin *kin, uint32_t method)
{
    SymbolPlace place = catalog_place(kin->catalog, method);
    Outline outline;
    Err ignored;
    if (!catalog_outline(kin->catalog, kin->arena, place.file, false, &outline, &ignored) ||
        !place.index || place.index > outline.symbols.len)
        return (Shape){0};
    const Symbol *symbol = &outline.symbols.ptr[place.index - 1];
    size_t open = symbol_list_open(symbol->signature, symbol->name);
    Str around = symbol->parent ? outline.symbols.ptr[symbol->parent - 1].signature : (Str){0};
    return (Shape){str_join(kin->arena, around, str_slice(symbol->signature, 0, open)),
                   str_from_offset(symbol->signature, open)};
}

static const Shape *shape_of(const Kin *kin, uint32_t method)
{
    Namesakes *known = kin->known;
    uint32_t at = id_map_get(&known->shape_of, method);
    if (at == ID_MAP_NONE) {
        at = (uint32_t)known->shapes.len;
        Shape shape = read_shape(kin, method);
        Shape *kept = NEW(kin->arena, Shape, 1);
        *kept = shape;
        *VEC_PUSH(kin->arena, &known->shapes) = kept;
        id_map_put(&known->shape_of, kin->arena, method, at);
    }
    return known->shapes.ptr[at];
}

bool override_shape_fits(Kin *kin, uint32_t method, uint32_t other)
{
    const Shape *a = shape_of(kin, method), *b = shape_of(kin, other);
    TypeList given[2] = {0}, results[2] = {0};
    if (!a->lists.len || !b->lists.len)
        return true;
    take_results(take_list(a->lists, &given[0]), &results[0]);
    take_results(take_list(b->lists, &given[1]), &results[1]);
    return lists_fit(kin, a, b, &given[0], &given[1]) &&
           lists_fit(kin, a, b, &results[0], &results[1]);
}
