/* Overloads are compared by place: two types that differ, and that `null` fits. */
#include "change/null_calls.h"

#include "change/parameters.h"

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    Str name;
    size_t place, count; /* of the parameter, and of all parameters */
    Consequence use;
} Seeking;

/* Whether a variable of the type may be null: it is no number or other plain value. */
static bool takes_null(Str type)
{
    bool plain =
        str_is_listed(type, "int long short byte char float double boolean bool uint ulong "
                            "ushort sbyte decimal Int Long Short Byte Char Float Double "
                            "Boolean");
    return type.len && !plain;
}

/* The place of a parameter whose types differ and both take `null`; STR_NONE: it has none. */
static size_t place_of(const ParameterVec *a, const ParameterVec *b)
{
    size_t place = STR_NONE;
    for (size_t i = 0; i < a->len && a->len == b->len; i++) {
        if (str_equal(a->ptr[i].type, b->ptr[i].type))
            continue;
        if (!takes_null(a->ptr[i].type) || !takes_null(b->ptr[i].type))
            return STR_NONE;
        place = place == STR_NONE ? i : place;
    }
    return place;
}

/* Whether another function of its name in the same type takes null at the same place. */
static bool has_rival(Seeking *seeking, const ChangeSide *side, uint32_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    ParameterVec own, other;
    if (!parameters_read(seeking->uses->arena, side, index, &own))
        return false;
    for (uint32_t i = 0; i < symbols->len; i++) {
        bool alike = i != index && symbol_is_callable(symbols->ptr[i].kind) &&
                     symbols->ptr[i].parent == symbols->ptr[index].parent &&
                     str_equal(symbols->ptr[i].name, symbols->ptr[index].name);
        if (!alike || !parameters_read(seeking->uses->arena, side, i, &other))
            continue;
        seeking->place = place_of(&own, &other);
        seeking->count = own.len;
        if (seeking->place != STR_NONE)
            return true;
    }
    return false;
}

/* Whether the arguments in brackets are as many as the parameters, with `null` at the place. */
static bool gives_null(const Seeking *seeking, const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open), depth = 0, place = 0;
    bool null = false;
    for (size_t i = open + 1; i < close; i++) {
        char mark = use_text_mark(file, i), next = use_text_mark(file, i + 1);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        place += !depth && mark == ',';
        char last = use_text_mark(file, i - 1);
        null |= !depth && place == seeking->place && use_text_is_word(file, i, STR("null")) &&
                last && byte_in(last, "(,") && next && byte_in(next, "),");
    }
    return null && place + 1 == seeking->count && close < file->tokens.len;
}

static void look_in(const Seeking *seeking, const UseText *file)
{
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, seeking->name) || use_text_mark(file, i + 1) != '(' ||
            !gives_null(seeking, file, i + 1))
            continue;
        Consequence use = seeking->use;
        use.line = use_text_line(file, i);
        use_text_add(seeking->uses, seeking->found, file, &use);
    }
}

void null_calls_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        Seeking seeking = {.uses = uses, .found = found};
        if (!lang_facts(file->new.outline.language)->overloads_take_null ||
            changed->old_symbol != SYMBOL_ABSENT ||
            !symbol_is_callable(changed_symbol(uses->set, changed)->kind) ||
            !has_rival(&seeking, &file->new, changed->new_symbol))
            continue;
        seeking.name = changed_symbol(uses->set, changed)->name;
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        seeking.use.why = STR("null fits more than one overload of it now");
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user)
                look_in(&seeking, user);
        }
    }
}
