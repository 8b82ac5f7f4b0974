/* Keys are compared by their paths. The shape of a value is what its type says, and else its text:
   a number, a number with a unit, a truth value, a list, a table. */
#include "change/setting_keys.h"

#include "base/map.h"
#include "manifest/manifest.h"

/* Keys of a file: a larger one is data whose keys nobody writes in code. */
#define KEYS_MAX 2000
/* Broken keys of one file: more are a rewrite. */
#define BROKEN_MAX 40

typedef enum Shape {
    SHAPE_UNKNOWN, /* nothing, or of several shapes */
    SHAPE_TEXT,
    SHAPE_QUANTITY,
    SHAPE_NUMBER,
    SHAPE_TRUTH,
    SHAPE_LIST,
    SHAPE_TABLE,
} Shape;

typedef struct Keys {
    Arena *arena;
    const ChangeSide *side;
    Str *paths; /* by symbol; empty: no key */
    Map by_path;
} Keys;

/* ---- paths ---- */

static bool is_part(SymbolKind kind)
{
    return kind == SYMBOL_KEY || kind == SYMBOL_SECTION || kind == SYMBOL_TABLE;
}

static Keys keys_of(Arena *arena, const ChangeSide *side)
{
    const SymbolVec *symbols = &side->outline.symbols;
    Keys keys = {arena, side, NEW(arena, Str, symbols->len + 1), map_open(arena)};
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        Str outer = symbol->parent ? keys.paths[symbol->parent - 1] : (Str){0};
        if (!(is_part(symbol->kind) || symbol->kind == SYMBOL_COLUMN) || !symbol->name.len ||
            (symbol->parent && !outer.len))
            continue;
        keys.paths[i] = outer.len
                            ? str_format(arena, "%.*s.%.*s", STR_ARG(outer), STR_ARG(symbol->name))
                            : symbol->name;
        *map_put(&keys.by_path, keys.paths[i], NULL) = i;
    }
    return keys;
}

static Str last_part(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    return str_from_offset(path, dot == STR_NONE ? 0 : dot + 1);
}

static Str outer_part(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    return dot == STR_NONE ? (Str){0} : str_slice(path, 0, dot);
}

/* ---- values ---- */

static bool is_number(Str text)
{
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        digits += byte_is_digit(text.ptr[i]);
        if (!byte_is_digit(text.ptr[i]) && !(byte_in(text.ptr[i], ".-+") && i + 1 < text.len))
            return false;
    }
    return digits > 0;
}

/* A number and a unit: `30s`, `10 MB`. */
static bool is_quantity(Str text)
{
    size_t digits = 0;
    while (digits < text.len && (byte_is_digit(text.ptr[digits]) || text.ptr[digits] == '.'))
        digits++;
    Str unit = str_trim(str_from_offset(text, digits));
    for (size_t i = 0; i < unit.len; i++)
        if (!byte_is_word(unit.ptr[i]) && unit.ptr[i] != '%')
            return false;
    return digits && unit.len && unit.len <= 12;
}

/* The value of a key, without quotation marks. */
static Str value_of(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->text, symbol->name_end, symbol->end);
    size_t at = 0;
    while (at < text.len && byte_in(text.ptr[at], "\"' \t"))
        at++;
    if (at < text.len && byte_in(text.ptr[at], ":="))
        at++;
    text = str_trim(str_from_offset(text, at));
    text = str_trim(str_slice(text, 0, str_find_byte(text, '\n')));
    while (text.len && byte_in(text.ptr[text.len - 1], ","))
        text.len--;
    bool quoted =
        text.len > 1 && byte_in(text.ptr[0], "\"'") && text.ptr[text.len - 1] == text.ptr[0];
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

static Shape shape_of_text(Str value)
{
    bool truth =
        str_is_listed(value, "true false True False yes on off") || str_equal(value, STR("no"));
    return !value.len           ? SHAPE_UNKNOWN
           : truth              ? SHAPE_TRUTH
           : is_number(value)   ? SHAPE_NUMBER
           : is_quantity(value) ? SHAPE_QUANTITY
                                : SHAPE_TEXT;
}

/* The shape that the outline's type says: `port: number`, `rows: [](2) of object`. */
static Shape shape_of_type(Str type)
{
    if (str_starts(type, STR("[]")))
        return SHAPE_LIST;
    if (str_starts(type, STR("{")) || str_starts(type, STR("object")))
        return SHAPE_TABLE;
    if (str_starts(type, STR("number")) || str_starts(type, STR("integer")))
        return SHAPE_NUMBER;
    return str_starts(type, STR("boolean"))  ? SHAPE_TRUTH
           : str_starts(type, STR("string")) ? SHAPE_TEXT
                                             : SHAPE_UNKNOWN;
}

static Shape shape_of(const ChangeSide *side, const Symbol *symbol)
{
    size_t colon = str_find(symbol->signature, STR(": "));
    bool typed = colon != STR_NONE && symbol->kind != SYMBOL_SECTION;
    Str type = typed ? str_from_offset(symbol->signature, colon + 2) : (Str){0};
    if (symbol->kind == SYMBOL_SECTION || symbol->kind == SYMBOL_TABLE)
        return SHAPE_TABLE;
    if (typed && (str_find(type, STR(" | ")) != STR_NONE || str_starts(type, STR("null"))))
        return SHAPE_UNKNOWN;
    return typed ? shape_of_type(type) : shape_of_text(value_of(side, symbol));
}

static const char *const shape_names[] = {
    [SHAPE_UNKNOWN] = "",        [SHAPE_TEXT] = "a text",         [SHAPE_QUANTITY] = "a text",
    [SHAPE_NUMBER] = "a number", [SHAPE_TRUTH] = "a truth value", [SHAPE_LIST] = "a list",
    [SHAPE_TABLE] = "a table",
};

/* Whether what reads a value of one shape cannot read the other. */
static bool is_other_shape(const ChangeSide *a, const Symbol *old, const ChangeSide *b,
                           const Symbol *new)
{
    Shape was = shape_of(a, old), is = shape_of(b, new);
    bool typed = str_find(old->signature, STR(": ")) != STR_NONE;
    if (!was || !is || was == is)
        return false;
    if (typed)
        return true;
    /* Where all values are texts, readers of numbers and of truth values notice. */
    bool digit = was == SHAPE_NUMBER || value_of(b, new).len == 1;
    return was == SHAPE_NUMBER ? is == SHAPE_QUANTITY || is == SHAPE_TEXT
                               : was == SHAPE_TRUTH && is == SHAPE_TEXT && !digit;
}

/* ---- broken keys ---- */

/* The changed symbol that has the old one, or is around it. */
static uint32_t reported_of(const ChangedFile *file, uint32_t index, uint32_t symbol)
{
    const SymbolVec *symbols = &file->old.outline.symbols;
    for (uint32_t at = symbol + 1; at; at = symbols->ptr[at - 1].parent)
        for (uint32_t i = 0; i < file->symbols.len; i++)
            if (file->symbols.ptr[i].old_symbol == at - 1 && file->symbols.ptr[i].old_file == index)
                return i;
    return SYMBOL_ABSENT;
}

/* The key under which the name stands now, if that is within the one that had it. */
static Str moved_to(const Keys *new, Str path)
{
    Str name = last_part(path), outer = outer_part(path);
    const SymbolVec *symbols = &new->side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str other = new->paths[i], around = outer_part(other);
        if (other.len && around.len > outer.len && str_equal(last_part(other), name) &&
            str_starts(around, outer) && (!outer.len || around.ptr[outer.len] == '.'))
            return last_part(around);
    }
    return (Str){0};
}

static void add_once(Arena *arena, StrVec *list, Str text)
{
    if (!change_texts_have(list, text))
        *VEC_PUSH(arena, list) = text;
}

static void note_others(const Keys *old, const Keys *new, BrokenKey *key)
{
    const SymbolVec *symbols = &old->side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str outer = outer_part(old->paths[i]);
        if (old->paths[i].len && str_equal(last_part(old->paths[i]), key->name) &&
            !str_equal(old->paths[i], key->path))
            add_once(old->arena, &key->others, last_part(outer));
    }
    symbols = &new->side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (new->paths[i].len && !map_find(&old->by_path, new->paths[i]) &&
            str_equal(outer_part(new->paths[i]), outer_part(key->path)))
            add_once(old->arena, &key->instead, last_part(new->paths[i]));
}

static Str say_why(Arena *arena, const BrokenKey *key, Shape was, Shape is)
{
    if (key->moved.len)
        return str_format(arena, "'%.*s' is in '%.*s' now", STR_ARG(key->name),
                          STR_ARG(key->moved));
    if (key->gone)
        return str_format(arena, "'%.*s' is gone", STR_ARG(key->path));
    return is == SHAPE_QUANTITY ? str_format(arena, "'%.*s' has a unit now", STR_ARG(key->path))
                                : str_format(arena, "'%.*s' was %s and is %s now",
                                             STR_ARG(key->path), shape_names[was], shape_names[is]);
}

/* Whether a table's keys are not in the outline, and its text has the name. */
static bool may_have(const Keys *keys, uint32_t table, Str name)
{
    const Symbol *symbol = &keys->side->outline.symbols.ptr[table];
    Str text = str_slice(keys->side->text, symbol->start, symbol->end);
    return symbol->next == table + 1 && str_find(text, name) != STR_NONE;
}

/* Whether the key is not among the new ones, and the one around it is. */
static bool is_lost(const Keys *old, const Keys *new, uint32_t i)
{
    Str outer = outer_part(old->paths[i]);
    const uint64_t *around = outer.len ? map_find(&new->by_path, outer) : NULL;
    if (map_find(&new->by_path, old->paths[i]) ||
        (around && may_have(new, (uint32_t)*around, last_part(old->paths[i]))))
        return false;
    return !outer.len || around || !map_find(&old->by_path, outer);
}

static void look_at(const ChangeSet *set, uint32_t file, const Keys *old, const Keys *new,
                    uint32_t i, BrokenKeyVec *keys)
{
    const ChangedFile *changed = &set->files.ptr[file];
    const Symbol *was = &old->side->outline.symbols.ptr[i];
    const uint64_t *at = map_find(&new->by_path, old->paths[i]);
    const Symbol *is = at ? &new->side->outline.symbols.ptr[*at] : NULL;
    bool gone = !is && is_lost(old, new, i);
    if (!gone && !(is && is_other_shape(old->side, was, new->side, is)))
        return;
    Str path = old->paths[i];
    BrokenKey key = {.path = path,
                     .name = last_part(path),
                     .owner = last_part(outer_part(path)),
                     .moved = gone ? moved_to(new, path) : (Str){0},
                     .gone = gone,
                     .reported = reported_of(changed, file, i)};
    key.numbers = is && is_number(value_of(old->side, was)) && is_number(value_of(new->side, is));
    note_others(old, new, &key);
    key.why = say_why(old->arena, &key, shape_of(old->side, was),
                      is ? shape_of(new->side, is) : SHAPE_UNKNOWN);
    *VEC_PUSH(old->arena, keys) = key;
}

void setting_keys_broken(Arena *arena, const ChangeSet *set, uint32_t file, BrokenKeyVec *keys)
{
    const ChangedFile *changed = &set->files.ptr[file];
    const SymbolVec *symbols = &changed->old.outline.symbols;
    *keys = (BrokenKeyVec){0};
    if (!changed->old.path.len || !changed->new.path.len || changed->unseen.len ||
        !lang_facts(changed->old.outline.language)->holds_data ||
        changed->old.outline.language != changed->new.outline.language || symbols->len > KEYS_MAX ||
        manifest_kind_with_dependencies(changed->old.path))
        return;
    Keys old = keys_of(arena, &changed->old), new = keys_of(arena, &changed->new);
    for (uint32_t i = 0; i < symbols->len && keys->len < BROKEN_MAX; i++)
        if (old.paths[i].len)
            look_at(set, file, &old, &new, i, keys);
}
